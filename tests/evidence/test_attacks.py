"""Every way in which a bundle can be tampered with, and the name under which the verifier notices.

Three people do it: one who changes a file; one who makes the lists of the bag fit again, with a key of his own if he
must; and one inside the house, who has the key of the log. What even he cannot have is a checkpoint that left before.
The table is in `docs/evidence.md`.
"""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import stat
import warnings
import zipfile
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import pitboss_verify
from pitboss.evidence.note import sign
from pitboss_verify import FAULTS, PROVED, UNPROVED, UNREADABLE, WRONG, Report, link, verify
from tests.evidence.bundles import ORIGIN, Files, Handed, changed, relisted, resigned, vkey, zipped

Made = dict[str, bytes]
INCIDENTS, SESSIONS = "data/incidents.json", "data/sessions.json"
INCLUSION, CHECKPOINT = "data/evidence/inclusion.json", "data/evidence/checkpoint"
CONSISTENCY = "data/evidence/consistency.json"
DOCS = Path(__file__).parents[2] / "docs" / "evidence.md"


@pytest.fixture(scope="module")
def thief() -> tuple[str, Ed25519PrivateKey]:
    """A key of somebody else's, under the log's own name."""
    return ORIGIN, Ed25519PrivateKey.generate()


def checked(handed: Handed, files: Files, **more: Any) -> Report:
    """What the verifier says to somebody who knows the house's key; no engine runs unless asked for."""
    return verify(zipped(handed.folder, files), **{"keys": handed.vkeys[-1:], "replay": False, **more})


def caught(report: Report) -> set[str]:
    return {fault.name for fault in report.faults}


def flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def test_the_untouched_bundle_is_proved_to_whoever_knows_the_key(handed: Handed) -> None:
    report = verify(io.BytesIO(handed.raw), keys=handed.vkeys[-1:])
    assert (report.exit, report.faults, report.open) == (PROVED, [], [])
    told = json.loads(handed.files[INCIDENTS])["incidents"]
    # What the bundle was made to have: without these the tests below would say less than they seem to
    assert any(finding["withdrawn_by"] for incident in told for finding in incident["findings"])
    assert any(name.endswith(".unread.json") for name in handed.files)
    assert {"texts", "replay", "rounds", "consistency"} <= {code for code, _ in report.held}


def test_a_changed_byte_in_any_file_is_noticed_and_its_file_named(handed: Handed) -> None:
    missed = {}
    for name, content in handed.files.items():
        report = checked(handed, {**handed.files, name: flipped(content)})
        places = {fault.place for fault in report.faults}
        if report.exit != WRONG or name not in places:
            missed[name] = [str(fault) for fault in report.faults]
    assert not missed


def test_who_makes_the_lists_of_the_bag_fit_again_is_caught_by_the_signature(handed: Handed) -> None:
    missed = []
    for name, content in handed.files.items():
        if name in ("manifest-sha256.txt", "tagmanifest-sha256.txt", "bundle.note"):
            continue
        report = checked(handed, relisted({**handed.files, name: flipped(content)}))
        manifest = "manifest-sha256.txt" if name.startswith("data/") else "tagmanifest-sha256.txt"
        found = {(fault.name, fault.place) for fault in report.faults}
        if report.exit != WRONG or ("bag.changed", manifest) not in found:
            missed.append(name)
    assert not missed


def test_who_signs_with_a_key_of_his_own_is_caught_by_whoever_knows_the_houses(
    handed: Handed, thief: tuple[str, Ed25519PrivateKey]
) -> None:
    missed = []
    for name, content in handed.files.items():
        if name in ("manifest-sha256.txt", "tagmanifest-sha256.txt", "bundle.note"):
            continue
        report = checked(handed, resigned({**handed.files, name: flipped(content)}, thief))
        if report.exit != WRONG or not {"note.key", "bag.malformed"} & caught(report):
            missed.append(name)
    assert not missed


def forged_throughout(handed: Handed, thief: tuple[str, Ed25519PrivateKey]) -> Made:
    """A bundle whose every signature is the thief's: nothing in it contradicts anything else."""
    head = "\n".join(handed.files[CHECKPOINT].decode().split("\n")[:3]) + "\n"
    keys = {"origin": ORIGIN, "keys": [{"vkey": vkey(*thief), "id": "", "introduction": None}]}
    files = {**handed.files, CHECKPOINT: sign(head, [thief]).encode(), "keys.json": json.dumps(keys).encode()}
    return resigned({**files, CONSISTENCY: b"[]"}, thief)


def test_a_key_that_was_named_and_is_not_the_bundles_is_told_whatever_checkpoint_is_kept(
    handed: Handed, thief: tuple[str, Ed25519PrivateKey]
) -> None:
    assert "key.swapped" not in caught(checked(handed, handed.files, keys=(), checkpoint=handed.older))
    assert "key.swapped" in caught(checked(handed, handed.files, keys=(vkey(*thief),), checkpoint=handed.older))


def test_a_key_exchanged_throughout_is_caught_by_a_known_key_and_by_a_kept_checkpoint(
    handed: Handed, thief: tuple[str, Ed25519PrivateKey]
) -> None:
    files = forged_throughout(handed, thief)
    assert caught(checked(handed, files)) == {"key.swapped"}
    assert "key.swapped" in caught(checked(handed, files, keys=(), checkpoint=handed.older))
    alone = checked(handed, files, keys=(), replay=None)
    # Who knows nothing from elsewhere cannot be told apart whose key it is; so that is what is said, and no engine runs
    assert (alone.exit, caught(alone)) == (UNPROVED, set())
    assert {code for code, _ in alone.open} == {"key.unpinned", "replay.not-asked"}


# ── somebody inside the house, with the key of the log ───────────────────────────────────────────────


def lines_of(files: Files) -> tuple[str, list[dict[str, Any]]]:
    """The first session's entries."""
    name = min(name for name in files if name.endswith(".entries.ndjson"))
    return name, [json.loads(line) for line in files[name].splitlines()]


def with_lines(files: Files, change: Callable[[list[dict[str, Any]]], Any], *, chained: bool = False) -> Made:
    """With the first session's entries otherwise; ``chained``: numbered and hashed anew, told so in sessions.json."""
    name, entries = lines_of(files)
    change(entries)
    kept = dict(files)
    if chained:
        session, previous = int(name.rpartition("/")[2].partition(".")[0]), "0" * 64
        for number, entry in enumerate(entries, 1):
            entry["number"] = number
            entry["hash"] = previous = link(session, entry, previous)

        def ends(told: Any) -> None:
            told["sessions"][0] |= {"entries": len(entries), "hash": previous}

        kept = changed(kept, SESSIONS, ends)
        kept = changed(kept, INCLUSION, lambda told: told["sessions"][str(session)].update(number=len(entries)))
    return {**kept, name: "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries).encode()}


def paid(entries: list[dict[str, Any]]) -> None:
    """The short payment becomes a right one."""
    entry = next(entry for entry in entries if entry["kind"] == "paid" and '"amount":6000' in entry["body"])
    entry["body"] = entry["body"].replace('"amount":6000', '"amount":10000')


def swapped(entries: list[dict[str, Any]]) -> None:
    entries[12], entries[13] = entries[13], entries[12]


def renamed(entries: list[dict[str, Any]]) -> None:
    entry = next(entry for entry in entries if entry.get("texts"))
    entry["texts"] = dict.fromkeys(entry["texts"], '"Dice que está conforme"')


def kept_back(entries: list[dict[str, Any]]) -> None:
    entries[9] = {"number": 10, "hash": entries[9]["hash"], "sealed": True}


def without_incident(told: Any) -> None:
    del told["incidents"][1]


def hidden(told: Any) -> None:
    """The last case is left out, and no folio says that it ever was."""
    del told["incidents"][-1]
    told["folios"][0]["last"] -= 1


def followed(told: Any) -> None:
    finding = next(f for one in told["incidents"] for f in one["findings"] if f["outcome"] == "contrary")
    finding["outcome"] = "followed"
    next(one for one in told["incidents"] if finding in one["findings"])["outcome"] = "followed"


def cheaper(told: Any) -> None:
    row = next(row for one in told["incidents"] for f in one["findings"] for row in f["money"] if row["difference"])
    row["difference"] = 0


def invented(told: Any) -> None:
    finding = told["incidents"][0]["findings"][0]
    told["incidents"][0]["findings"].append({**finding, "key": f"9{finding['key']}"})


def other_head(files: Files, *keys: tuple[str, Ed25519PrivateKey], size: int | None = None) -> Made:
    """A checkpoint with another root, or size, signed by these."""
    _, stated, root, *_ = files[CHECKPOINT].decode().split("\n")
    root = root if size else b64encode(hashlib.sha256(b"another history").digest()).decode()
    note = sign(f"{ORIGIN}\n{size or stated}\n{root}\n", keys).encode()
    made = {**files, CHECKPOINT: note, CONSISTENCY: b"[]"}

    def head(told: Any) -> None:
        told["checkpoint"] |= {"size": size or int(stated), "root": root}

    return changed(made, INCIDENTS, head)


def count(files: Files) -> dict[str, str]:
    """What the note of somebody careful would say."""
    entries = sum(len(content.splitlines()) for name, content in files.items() if name.endswith(".entries.ndjson"))
    return {"incidents": str(len(json.loads(files[INCIDENTS])["incidents"])), "entries": str(entries)}


def rule_left_out(files: Files) -> Made:
    """The engine without what it finds of payments."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(files["engine/rules.zip"])) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, content + b"\n# another\n" if name.endswith("rules/replay.py") else content)
    return {**files, "engine/rules.zip": made.getvalue()}


def told(name: str, change: Callable[[Any], Any]) -> Callable[[Files], Made]:
    return lambda files: changed(files, name, change)


def unsigned(key: dict[str, Any]) -> None:
    key["introduction"] = key["introduction"][:-9] + "AAAAAAA=\n"


def path_of(proof: dict[str, Any]) -> None:
    proof["path"][0] = b64encode(bytes(32)).decode()


INSIDE: dict[str, tuple[Callable[[Files], Made], str]] = {
    "an incident removed": (told(INCIDENTS, without_incident), "incident.missing"),
    "an incident said to be of other days": (
        lambda files: changed(
            changed(files, INCIDENTS, hidden),
            SESSIONS,
            lambda one: one["sessions"][-1]["elsewhere"].append("5:deal-order:1"),
        ),
        "incident.missing",
    ),
    "an incident removed with its folio": (told(INCIDENTS, hidden), "finding.unreported"),
    "an incident twice": (
        told(INCIDENTS, lambda one: one["incidents"].append(one["incidents"][0])),
        "incident.altered",
    ),
    "an incident of another time": (
        told(INCIDENTS, lambda one: one["incidents"][0].update(opened_at="2026-11-27T21:00:00+00:00")),
        "incident.altered",
    ),
    "an incident of another table": (
        told(INCIDENTS, lambda one: one["incidents"][0].update(table="BJ-09")),
        "incident.altered",
    ),
    "what is owed made less": (
        told(INCIDENTS, lambda one: next(row for row in one["incidents"] if row["owed"]).update(owed=1)),
        "incident.altered",
    ),
    "an outcome made better in the case alone": (
        told(INCIDENTS, lambda one: one["incidents"][0].update(outcome="followed")),
        "incident.altered",
    ),
    "an outcome made better": (told(INCIDENTS, followed), "finding.not-confirmed"),
    "a difference of money made nothing": (told(INCIDENTS, cheaper), "finding.not-confirmed"),
    "a finding made up": (told(INCIDENTS, invented), "finding.not-confirmed"),
    "an event removed": (lambda files: with_lines(files, lambda rows: rows.pop(10)), "chain.missing"),
    "an event removed, all after it hashed anew": (
        lambda files: with_lines(files, lambda rows: rows.pop(10), chained=True),
        "inclusion.failed",
    ),
    "events reordered": (lambda files: with_lines(files, swapped), "chain.unlinked"),
    "events reordered and hashed anew": (
        lambda files: with_lines(files, swapped, chained=True),
        "inclusion.failed",
    ),
    "an event changed": (lambda files: with_lines(files, paid), "chain.changed"),
    "an event changed, all after it hashed anew": (
        lambda files: with_lines(files, paid, chained=True),
        "inclusion.failed",
    ),
    "a session cut short": (lambda files: with_lines(files, lambda rows: rows.pop()), "ledger.truncated"),
    "a session cut short where it says its end": (
        lambda files: with_lines(files, lambda rows: rows.pop(), chained=True),
        "inclusion.failed",
    ),
    "an entry kept back in a bundle that is not masked": (
        lambda files: with_lines(files, kept_back),
        "chain.missing",
    ),
    "a session told twice": (
        told(SESSIONS, lambda one: one["sessions"].append(one["sessions"][0])),
        "bag.malformed",
    ),
    "a session given to another table": (
        told(SESSIONS, lambda one: one["sessions"][0].update(table_number=99)),
        "inclusion.failed",
    ),
    "a note kept apart made another": (lambda files: with_lines(files, renamed), "chain.text"),
    "the salt of the notes made another": (
        told(SESSIONS, lambda one: one["sessions"][0].update(salt="00" * 32)),
        "chain.text",
    ),
    "a proof of inclusion changed": (
        told(INCLUSION, lambda one: path_of(next(iter(one["sessions"].values())))),
        "inclusion.failed",
    ),
    "a proof of inclusion left out": (told(INCLUSION, lambda one: one["sessions"].clear()), "inclusion.failed"),
    "a proof of consistency changed": (told(CONSISTENCY, lambda one: path_of(one[-1])), "checkpoint.fork"),
    "a line of a round left out": (
        lambda files: {**files, (name := min(n for n in files if "/rounds/" in n)): files[name].partition(b"\n")[2]},
        "rounds.differ",
    ),
    "a line of a round changed": (
        lambda files: {
            **files,
            (name := min(n for n in files if "/rounds/" in n)): files[name].replace(b'"kind"', b'"kind" ', 1)[:-1]
            + b'{"kind":"bet"}\n',
        },
        "rounds.differ",
    ),
    "another question under the same answer": (
        told("data/request.json", lambda one: one.update(codes=["deal-order"])),
        "bag.changed",
    ),
    "the introduction of a key altered": (
        told(
            "keys.json",
            lambda one: one["keys"][1].update(introduction=one["keys"][1]["introduction"][:-9] + "AAAAAAA=\n"),
        ),
        "key.swapped",
    ),
    "a key that nobody introduced": (
        told("keys.json", lambda one: one["keys"][1].update(introduction=None)),
        "key.swapped",
    ),
}
PLAYED = {"finding.not-confirmed", "finding.unreported"}


@pytest.mark.parametrize("attack", INSIDE)
def test_who_has_the_key_of_the_log_is_caught(handed: Handed, attack: str) -> None:
    change, name = INSIDE[attack]
    files = change(handed.files)
    report = checked(handed, resigned(files, handed.keys[-1], **count(files)), replay=name in PLAYED)
    assert report.exit == WRONG
    assert name in caught(report)
    assert not {"note.signature", "note.key", "bag.missing", "bag.extra"} & caught(report)


def test_a_ledger_cut_short_is_caught_by_a_checkpoint_that_was_kept(handed: Handed) -> None:
    shorter = other_head(handed.files, handed.keys[-1], size=20)
    files = resigned(shorter, handed.keys[-1], checkpoint=f"{ORIGIN} 20")
    assert "ledger.truncated" in caught(checked(handed, files, checkpoint=handed.older))
    assert "ledger.truncated" not in caught(checked(handed, files))


def test_another_history_of_the_same_size_is_caught_by_a_checkpoint_that_was_kept(handed: Handed) -> None:
    files = resigned(other_head(handed.files, handed.keys[-1]), handed.keys[-1])
    assert "checkpoint.fork" in caught(checked(handed, files, checkpoint=handed.files[CHECKPOINT]))


def test_a_checkpoint_that_the_bundle_has_another_one_for_is_a_fork(handed: Handed) -> None:
    """Two signed heads of one size: the house signed two histories."""
    older = json.loads(handed.files[CONSISTENCY])[0]["old"].encode()
    _, size, *_ = older.decode().split("\n")
    other = sign(f"{ORIGIN}\n{size}\n{b64encode(bytes(32)).decode()}\n", [handed.keys[0]]).encode()
    assert checked(handed, handed.files, checkpoint=older, replay=None).exit == PROVED
    assert "checkpoint.fork" in caught(checked(handed, handed.files, checkpoint=other))


def test_a_checkpoint_without_a_proof_is_said_to_be_open_until_the_proof_is_given(handed: Handed) -> None:
    proofs = json.loads(handed.files[CONSISTENCY])
    files = resigned({**handed.files, CONSISTENCY: b"[]"}, handed.keys[-1])
    report = checked(handed, files, checkpoint=handed.between)
    assert report.exit == UNPROVED
    assert "checkpoint.older" in {code for code, _ in report.open}
    given = [json.dumps(one).encode() for one in proofs]
    report = checked(handed, files, checkpoint=handed.between, proofs=given, replay=None)
    assert report.exit == PROVED


def test_a_forged_checkpoint_is_caught_by_its_signature(handed: Handed, thief: tuple[str, Ed25519PrivateKey]) -> None:
    larger = handed.files[CHECKPOINT].replace(b"\n4", b"\n5", 1)
    assert larger != handed.files[CHECKPOINT]
    assert "checkpoint.signature" in caught(checked(handed, {**handed.files, CHECKPOINT: larger}))
    files = resigned(other_head(handed.files, thief), handed.keys[-1])
    assert "checkpoint.signature" in caught(checked(handed, files))
    assert "checkpoint.signature" in caught(checked(handed, handed.files, checkpoint=larger))


def test_a_key_that_was_replaced_signs_no_more_bundles(handed: Handed) -> None:
    """Whoever stole the old key, after it was changed."""
    assert caught(checked(handed, resigned(handed.files, handed.keys[0]))) == {"note.key"}


def test_a_signature_of_the_bundle_that_does_not_hold_is_named(handed: Handed) -> None:
    note = handed.files["bundle.note"].replace(b"incidents ", b"incidents 1")
    assert "note.signature" in caught(checked(handed, {**handed.files, "bundle.note": note}))


def test_another_engine_is_named_and_never_run(handed: Handed) -> None:
    files = rule_left_out(handed.files)
    signed = handed.files["bundle.note"].decode()
    engine = re.search("^engine (.+)$", signed, re.MULTILINE)
    assert engine is not None
    report = checked(handed, resigned(files, handed.keys[-1], engine=engine[1]), replay=True)
    assert caught(report) == {"engine.changed"}
    assert "replay.not-signed" in {code for code, _ in report.open}


def test_an_engine_that_does_not_answer_is_told_of(handed: Handed) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("rules/__init__.py", "raise SystemExit('gone')")
    files = resigned({**handed.files, "engine/rules.zip": made.getvalue()}, handed.keys[-1])
    report = checked(handed, files, replay=True)
    assert caught(report) == {"finding.not-confirmed"}


# ── the zip itself ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("../../outside.txt", stat.S_IFREG),
        ("/etc/outside.txt", stat.S_IFREG),
        ("{folder}/data/../../outside.txt", stat.S_IFREG),
        ("{folder}/data\\..\\outside.txt", stat.S_IFREG),
        ("C:/outside.txt", stat.S_IFREG),
        ("{folder}/data/link", stat.S_IFLNK),
        ("{folder}/data/a\nb", stat.S_IFREG),
    ],
)
def test_a_name_that_leads_out_of_the_folder_is_not_read(handed: Handed, name: str, kind: int) -> None:
    raw = io.BytesIO(handed.raw)
    with zipfile.ZipFile(raw, "a") as archive:
        info = zipfile.ZipInfo(name.format(folder=handed.folder))
        info.external_attr = (kind | 0o644) << 16
        archive.writestr(info, b"outside")
    report = verify(raw, keys=handed.vkeys[-1:], replay=False)
    assert caught(report) == {"bag.unsafe"}


@pytest.mark.parametrize("name", ["data/incidents.json", "data/Incidents.json"])
def test_a_name_that_is_there_twice_is_noticed_whichever_one_is_read(handed: Handed, name: str) -> None:
    raw = io.BytesIO(handed.raw)
    with warnings.catch_warnings(), zipfile.ZipFile(raw, "a") as archive:
        warnings.simplefilter("ignore")
        archive.writestr(f"{handed.folder}/{name}", b"{}")
    assert "bag.twice" in caught(verify(raw, keys=handed.vkeys[-1:], replay=False))


def test_a_file_too_many_and_one_too_few_are_named(handed: Handed) -> None:
    assert caught(checked(handed, {**handed.files, "data/more.txt": b"more"})) == {"bag.extra", "bag.changed"}
    assert caught(checked(handed, {**handed.files, "more.txt": b"more"})) == {"bag.extra"}
    raw = io.BytesIO(handed.raw)
    with zipfile.ZipFile(raw, "a") as archive:
        archive.writestr("beside.txt", b"beside")
    assert caught(verify(raw, keys=handed.vkeys[-1:], replay=False)) == {"bag.extra"}
    for name in handed.files:
        fewer = {other: content for other, content in handed.files.items() if other != name}
        found = {fault.place for fault in checked(handed, fewer).faults}
        assert name in found


def test_a_session_whose_file_was_taken_out_of_all_lists_is_missing(handed: Handed) -> None:
    name, _ = lines_of(handed.files)
    files = {other: content for other, content in handed.files.items() if other != name}
    report = checked(handed, resigned(files, handed.keys[-1]))
    assert ("chain.missing", name) in {(fault.name, fault.place) for fault in report.faults}


def test_no_altered_byte_of_the_zip_passes_and_none_stops_the_verifier(handed: Handed) -> None:
    """The directory of the zip too, and what lies between its files: the same content, or it is said."""
    chance = random.Random(7)
    for _ in range(25):
        raw = bytearray(handed.raw)
        # The directory is at the end, and most of what can go wrong without touching a content
        place = chance.randrange(len(raw) - 4000, len(raw)) if chance.random() < 0.7 else chance.randrange(len(raw))
        raw[place] ^= 1 << chance.randrange(8)
        report = verify(io.BytesIO(bytes(raw)), keys=handed.vkeys[-1:], replay=False)
        if report.exit == UNPROVED:
            with zipfile.ZipFile(io.BytesIO(bytes(raw))) as archive:
                read = {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}
            assert read == handed.files, place


def test_a_bundle_cannot_make_the_verifier_read_beside_it(handed: Handed, tmp_path: Path) -> None:
    """Its own files say where the events of a case are."""
    (tmp_path / "beside.ndjson").write_bytes(
        next(content for name, content in handed.files.items() if "/rounds/" in name)
    )

    def beside(one: Any) -> None:
        one["incidents"][0]["events"] = "../../beside.ndjson"

    files = resigned(changed(handed.files, INCIDENTS, beside), handed.keys[-1])
    for name, content in files.items():
        (tmp_path / "bundle" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "bundle" / name).write_bytes(content)
    report = verify(tmp_path / "bundle", keys=handed.vkeys, replay=False)
    assert caught(report) == {"rounds.differ"}


def test_no_name_in_a_bundle_moves_the_terminal_of_whoever_reads_the_report(handed: Handed) -> None:
    raw = io.BytesIO(handed.raw)
    with zipfile.ZipFile(raw, "a") as archive:
        archive.writestr(f"{handed.folder}/\u009b2Jdata\u202e", b"")
    lines = "\n".join(verify(raw, keys=handed.vkeys, replay=False).lines("es"))
    assert "bag.extra  ?2Jdata?" in lines
    assert not re.search("[\x1b\x80-\x9f\u202e]", lines)


def test_what_is_no_bundle_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text").write_text("no zip")
    for source in (tmp_path / "empty", tmp_path / "text", tmp_path / "nothing", zipped("a", {"b": b""})):
        assert verify(source).exit == UNREADABLE


# ── what is said of it ───────────────────────────────────────────────────────────────────────────────


def test_every_name_the_verifier_has_is_in_the_table_of_attacks() -> None:
    section = DOCS.read_text().partition("## Attacks on a bundle")[2].partition("\n## ")[0]
    assert set(re.findall(r"`([a-z]+\.[a-z-]+)`", section)) == set(FAULTS)


def test_every_attack_of_the_table_from_inside_the_house_is_tried() -> None:
    section = DOCS.read_text().partition("## Attacks on a bundle")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| ([^|]+?) \| the log's key \| `([a-z.-]+)` \|", section, re.MULTILINE))
    assert rows == {attack: name for attack, (_, name) in INSIDE.items()}


def test_the_file_in_the_bundle_is_the_one_tested_here(handed: Handed) -> None:
    assert handed.files["pitboss_verify.py"] == Path(pitboss_verify.__file__).read_bytes()
