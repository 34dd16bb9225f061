"""What holds of every stream, after every event: whatever was played, however the record came to the engine."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.events import Acted, Bet, Burned, Dealt, Event, Paid, RoundClosed, RoundOpened, ShoeEnded, TableOpened, Taken
from rules.replay import Replay, replay
from rules.settle import money_row, settlement
from rules.wire import LONGEST, Rejected, encode, read
from tests.rules.streams import forward, gone_wrong, legal, numbered, played, read_back
from tests.rules.watching import Cards, Chips, Said, possible, watched

CHECKOUT = Path(__file__).resolve().parents[2]


# The smallest of three lists of events is large for hypothesis' taste; a minimal one is still read at a glance.
LARGE = [HealthCheck.large_base_example, HealthCheck.data_too_large, HealthCheck.too_slow]


def found(run: Replay) -> list[bytes]:
    """Findings as the command line writes them."""
    return [msgspec.json.encode(finding.as_dict()) for finding in run.findings]


def fed(pairs: Iterable[tuple[int, Event] | Rejected]) -> Replay:
    run = Replay()
    for pair in pairs:
        if isinstance(pair, Rejected):
            run.rejected(pair.seq)
        else:
            run.feed(*pair)
    return run


# ── chips ────────────────────────────────────────────────────────────────────────────────────────────


@given(forward())
@settings(max_examples=70)
def test_no_chip_is_lost_or_made_by_any_event(stream: list[Event]) -> None:
    watched(numbered(stream), Chips())


@pytest.mark.parametrize("seed", range(10))
def test_whoever_bets_leaves_a_legal_round_with_what_he_brought_and_what_was_due(seed: int) -> None:
    """By owner: chips brought + payments − takings, counted from the events alone, is what ``settle`` says."""
    run = Replay()
    brought: Counter[str | None] = Counter()
    won: Counter[str | None] = Counter()
    main: dict[str, int] = {}
    rounds = 0
    for seq, event in numbered(read_back(gone_wrong(seed, 20, rate=0))):
        run.feed(seq, event)
        if isinstance(event, RoundOpened):
            brought, won, main = Counter(), Counter(), {}
        elif isinstance(event, Bet):
            brought[event.owner] += event.amount
            if event.on == "main" and event.owner is None:
                main[event.spot] = main.get(event.spot, 0) + event.amount
        elif isinstance(event, Acted) and event.action in ("double", "split", "insurance"):
            stake = main[event.spot.partition(".")[0]]
            brought[None] += event.amount or (stake // 2 if event.action == "insurance" else stake)
        elif isinstance(event, Paid | Taken):
            won[event.owner] += event.amount if isinstance(event, Paid) else -event.amount
        elif isinstance(event, RoundClosed):
            rounds += 1
            staked: Counter[str | None] = Counter()
            due: Counter[str | None] = Counter()
            for bet in run.table.bets.values():
                staked[bet.owner] += bet.stake
                row = money_row(run.table, bet)
                assert row["difference"] == 0
            for said in settlement(run.table):
                sign = {"paid": 1, "taken": -1, "returned": 0}[str(said["kind"])]
                due[said.get("owner")] += sign * int(str(said["amount"]))  # type: ignore[index]
            assert brought == staked
            assert {owner: amount for owner, amount in due.items() if amount} == {
                owner: amount for owner, amount in won.items() if amount
            }
            assert all(brought[owner] + amount >= 0 for owner, amount in due.items())
    assert rounds == 20
    assert run.findings == []


# ── cards ────────────────────────────────────────────────────────────────────────────────────────────


@given(forward())
@settings(max_examples=70)
def test_every_card_is_somewhere_and_one_too_many_is_said_at_once(stream: list[Event]) -> None:
    watched(numbered(stream), Cards())


@pytest.mark.parametrize("seed", range(12))
def test_the_shoe_is_counted_as_whoever_holds_its_cards_counts_it(seed: int) -> None:
    """Against the generator's own shoe, where much goes wrong with cards but none is foreign."""
    session = gone_wrong(seed, 40, rate=0.8, but=("card-count", "record-gap"))
    run = Replay()
    watch = Cards()
    number, left, compared = 0, Counter(session.shoe.cards), 0
    for line, (_, said) in enumerate(session.play(), 1):
        if session.number != number:
            # The rounds come one at a time: everything up to here has been read, and nothing after it.
            shoe = run.table.shoe
            unseen = {card: shoe.copies[card] - left[card] for card in shoe.copies}
            assert shoe.left == left.total()
            assert (min(unseen.values()), sum(unseen.values())) == (0, watch.unseen)
            compared += 1
        number, left = session.number, Counter(session.shoe.cards)
        event = next(iter(read([msgspec.json.encode(said)])))
        assert not isinstance(event, Rejected)
        watch.before(run, event[1])
        run.feed(said["seq"], event[1])
        watch.after(run, event[1])
        assert possible(run.table.shoe), line
    assert "card-count" not in {finding.code for finding in run.findings}
    assert len(run.findings) > 5
    assert compared == 40


def beyond(stream: list[Event], decks: int) -> Iterator[int]:
    """Where a shoe of so many decks can't have held the card: the first of its kind too many, or the first card
    too many, unless that one's kind has been told already."""
    copies: Counter[str] = Counter()
    drawn = 0
    for seq, event in enumerate(stream, 1):
        if isinstance(event, ShoeEnded):
            copies, drawn = Counter(), 0
        if not isinstance(event, Dealt | Burned):
            continue
        drawn += 1
        if event.card is not None:
            copies[event.card] += 1
        kind = 0 if event.card is None else copies[event.card]
        if kind == decks + 1 or (kind <= decks and drawn == decks * 52 + 1):
            yield seq


@pytest.mark.parametrize("decks", [1, 2, 3, 6])
def test_a_card_that_the_decks_cannot_hold_is_told_when_it_comes(decks: int) -> None:
    """Legal play from six decks, at a table said to have fewer."""
    stream = [
        msgspec.structs.replace(event, decks=decks) if isinstance(event, TableOpened) else event
        for event in legal(decks, 60)
    ]
    run = watched(numbered(stream), Cards())
    told = [finding.events[0] for finding in run.findings if finding.code == "card-count"]
    assert told == list(beyond(stream, decks))
    assert (len(told) > 20) == (decks < 6)


# ── findings ─────────────────────────────────────────────────────────────────────────────────────────


@given(forward())
@settings(max_examples=70)
def test_a_finding_stays_as_the_record_grows_and_its_outcome_only_moves_on(stream: list[Event]) -> None:
    watched(numbered(stream), Said())


@given(forward(), st.integers(1, 40))
@settings(max_examples=40)
def test_what_changed_is_told_so_that_who_listens_in_batches_knows_all(stream: list[Event], batch: int) -> None:
    run = Replay()
    heard: dict[int, bytes] = {}
    for place, (seq, event) in enumerate(numbered(stream), 1):
        run.feed(seq, event)
        if place % batch == 0 or place == len(stream):
            heard |= {id(finding): msgspec.json.encode(finding.as_dict()) for finding in run.changed()}
            assert heard == {id(finding): msgspec.json.encode(finding.as_dict()) for finding in run.findings}


@given(played(), st.integers(1, 300))
@settings(max_examples=25)
def test_draining_gives_the_same_findings_as_holding_them(stream: list[Event], every: int) -> None:
    drained = Replay()
    out: list[bytes] = []
    for place, (seq, event) in enumerate(numbered(stream), 1):
        drained.feed(seq, event)
        if place % every == 0:
            out.extend(msgspec.json.encode(finding.as_dict()) for finding in drained.drain())
    assert out + found(drained) == found(fed(numbered(stream)))


@given(forward(), st.sampled_from([None, "es-casino", "us-sd"]))
@settings(max_examples=40)
def test_what_is_passed_over_as_ordinary_has_nothing_to_it(stream: list[Event], profile: str | None) -> None:
    """With every rule asked about every event, the findings are the same."""
    short = found(replay(numbered(stream), profile))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rules.replay.ORDINARY", {})
        assert found(replay(numbered(stream), profile)) == short


# ── bytes ────────────────────────────────────────────────────────────────────────────────────────────

RUBBISH = st.sampled_from(
    [b"{}\n", b"\xff\n", b"\n", b'{"kind":"dealt"}\n', b"null\n", b"  \n", b"[" * LONGEST + b"\n"]
)


def cut(whole: bytes, chance: random.Random, most: int) -> Iterator[bytes]:
    """The bytes in pieces of any length, empty ones too."""
    at = 0
    while at < len(whole):
        size = chance.choice([0, 1, 2, chance.randint(1, most)])
        yield whole[at : at + size]
        at += size


def lines(pairs: Iterable[tuple[int, Event] | Rejected]) -> list[object]:
    return [pair.as_dict() | {"seq": pair.seq} if isinstance(pair, Rejected) else pair for pair in pairs]


@given(forward(), st.lists(RUBBISH, max_size=4), st.booleans(), st.integers(0, 10**6))
@settings(max_examples=40, suppress_health_check=LARGE)
def test_how_the_bytes_are_cut_into_pieces_makes_no_difference(
    stream: list[Event], rubbish: list[bytes], marked: bool, seed: int
) -> None:
    chance = random.Random(seed)
    raw = [encode(event) + b"\n" for event in stream[:200]]
    for bad in rubbish:
        raw.insert(chance.randint(0, len(raw)), bad)
    whole = (b"\xef\xbb\xbf" if marked else b"") + b"".join(raw)
    if chance.random() < 0.5:
        whole = whole.removesuffix(b"\n")
    at_once = lines(read(io.BytesIO(whole)))
    assert lines(read(cut(whole, chance, 5_000))) == at_once
    assert sum(1 for bad in rubbish if bad.strip()) == sum(1 for line in at_once if isinstance(line, dict))


@pytest.mark.parametrize("seed", range(6))
def test_a_repeated_id_is_known_or_forgotten_however_the_bytes_are_cut(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only so many ids are remembered; which ones is decided line by line, not piece by piece."""
    monkeypatch.setattr("rules.wire.REMEMBERED", 50)
    chance = random.Random(seed)
    raw = [encode(event) + b"\n" for event in legal(seed, 20)]
    for _ in range(40):
        early = chance.randrange(len(raw))
        raw.insert(min(len(raw), early + chance.randint(1, 150)), raw[early])
    whole = b"".join(raw)
    at_once = lines(read(io.BytesIO(whole)))
    assert len(at_once) < len(raw)
    assert lines(read(cut(whole, chance, 5_000))) == at_once
    assert lines(read(raw)) == at_once


@given(played(), st.lists(st.tuples(st.integers(0, 2_000), RUBBISH), max_size=8))
@settings(max_examples=25)
def test_lines_that_cannot_be_read_stop_nothing(stream: list[Event], rubbish: list[tuple[int, bytes]]) -> None:
    raw = [encode(event) + b"\n" for event in stream]
    alone = found(fed(read(raw)))
    for place, bad in rubbish:
        raw.insert(place, bad)
    assert found(fed(read(raw))) == alone


def test_another_process_with_another_hash_seed_finds_the_same_bytes(tmp_path: Path) -> None:
    path = tmp_path / "play.ndjson"
    stream = read_back(gone_wrong(5, 60, rate=0.9))
    path.write_bytes(b"".join(encode(event) + b"\n" for event in stream))
    here = b"".join(line + b"\n" for line in found(replay(numbered(stream))))
    for seed in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-m", "rules", "check", "--json", str(path)],
            capture_output=True,
            cwd=CHECKOUT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=False,
        )
        assert (done.returncode, done.stderr, done.stdout) == (1, b"", here)
    assert here.count(b"\n") > 20


@pytest.mark.parametrize("seed", range(5))
def test_a_file_cut_in_two_between_rounds_finds_the_same(seed: int) -> None:
    stream = read_back(gone_wrong(seed, 25))
    whole = found(fed(numbered(stream)))
    borders = [place for place, event in enumerate(stream) if isinstance(event, RoundOpened)]
    for border in borders:
        raw = [encode(event) + b"\n" for event in stream]
        first, second = io.BytesIO(b"".join(raw[:border])), io.BytesIO(b"".join(raw[border:]))
        assert found(fed(pair for file in (first, second) for pair in read(file))) == whole
    assert len(whole) > 3
    assert len(borders) == 25
