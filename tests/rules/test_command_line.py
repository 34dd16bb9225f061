"""``python -m rules`` as a shell sees it: what it prints, where, and how it exits."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules.examples import examples_of
from rules.notation import loads
from rules.rulebooks import rulebook

ROOT = Path(__file__).resolve().parents[2]


def rules(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "rules", *arguments], cwd=ROOT, input=stdin, capture_output=True)


@pytest.fixture
def burned_over_17(tmp_path: Path) -> Path:
    (example, *_) = [one for one in examples_of("dealer-card-over-17") if "burned" in one.name]
    path = tmp_path / "one.play"
    path.write_text(example.text, encoding="utf-8")
    return path


def test_legal_play_is_silent_and_exits_with_0(tmp_path: Path) -> None:
    lines = [line.event for line in loads(examples_of("exposed-card")[0].text)][:6]
    path = tmp_path / "legal.ndjson"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = rules("check", str(path), "--json")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_findings_are_one_object_a_line_and_exit_with_1(burned_over_17: Path) -> None:
    done = rules("check", str(burned_over_17), "--json")
    assert done.returncode == 1
    (row,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert row["code"] == "dealer-card-over-17"
    assert set(row) >= {
        "code", "round", "spot", "events", "severity", "standing", "decides", "prescribed", "outcome", "cctv",
        "cctv_reasons", "money", "cites",
    }  # fmt: skip
    assert row["prescribed"][0]["do"] == "burn"
    assert "file" not in row


def test_with_more_than_one_file_every_object_names_its_file_as_given(burned_over_17: Path) -> None:
    done = rules("check", str(burned_over_17), str(burned_over_17), "--json")
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [str(burned_over_17)] * 2


def test_rejected_lines_go_to_standard_error_and_the_others_go_on(tmp_path: Path) -> None:
    good = [json.dumps(line.event) for line in loads(examples_of("exposed-card")[0].text)]
    path = tmp_path / "bad.ndjson"
    path.write_text("\n".join([*good[:7], '{"kind":"bet","at":"2026-01-01T20:00:00-03:00","spot":"1"}', *good[7:]]))
    done = rules("check", str(path), "--json")
    assert done.returncode == 1
    told = json.loads(done.stderr)
    assert (told["rejected"], told["field"]) == (8, "amount")
    assert json.loads(done.stdout)["code"] == "exposed-card"


@pytest.mark.parametrize("content", [b"", b"\n\n", b"no event at all\n"])
def test_where_no_line_can_be_read_it_exits_with_2(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "none.ndjson"
    path.write_bytes(content)
    assert rules("check", str(path)).returncode == 2


def test_a_file_that_is_not_there_is_told_and_exits_with_2() -> None:
    done = rules("check", "no-such-file")
    assert done.returncode == 2
    assert b"no-such-file" in done.stderr


def test_standard_input_is_read_with_its_corrections() -> None:
    play = (
        "table_opened cl-scj\ndecks_checked 52,52,52,52,52,52 r,r,r,b,b,b no\nshuffled machine\ncut 60\n"
        "burned - first\nround_opened 1\nbet 1 500\ndealt 1 Th\ndealt dealer 7c\ndealt 1 9c\nacted 1 stand\n"
        'dealt dealer Tc\npaid 1 400\ncorrected 13 pit_boss instead={"kind":"paid","at":"2026-01-01T20:00:00-03:00",'
        '"spot":"1","amount":500}\nround_closed\n'
    )
    lines = "".join(json.dumps(line.event) + "\n" for line in loads(play)).encode()
    assert rules("check", "-", stdin=lines).returncode == 0
    uncorrected = b"".join(line + b"\n" for line in lines.splitlines() if b"corrected" not in line)
    assert rules("check", "-", stdin=uncorrected).returncode == 1


def test_people_read_findings_in_spanish_and_by_choice_in_english(burned_over_17: Path) -> None:
    spanish = rules("check", str(burned_over_17)).stdout.decode()
    english = rules("check", str(burned_over_17), "--lang", "en").stdout.decode()
    assert "Prescrito: 1. Quemar" in spanish
    assert "Prescribed: 1. Burn" in english


def test_settle_prints_what_every_bet_is_due(burned_over_17: Path) -> None:
    done = rules("settle", str(burned_over_17), "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert rows
    assert all(set(row) == {"round", "spot", "on", "result", "kind", "amount"} for row in rows)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_code_can_be_explained_with_its_citation_and_examples(lang: str) -> None:
    from rules.pages import rule_lines

    for rule in rulebook("cl-scj").rules:
        page = "\n".join(rule_lines(rule, lang, rulebook("cl-scj")))
        assert rule.title.of(lang) in page
        assert rule.cites[0].section in page
        assert page.count("\n1. ") == 1, rule.code


def test_explain_says_what_another_regulator_prescribes() -> None:
    page = rules("explain", "cut-card-missed", "--lang", "en").stdout.decode()
    assert "South Dakota, USA: When the cards don't suffice" in " ".join(page.split())
    theirs = rules("explain", "cut-card-missed", "--profile", "us-sd", "--lang", "en").stdout.decode()
    assert "1. The discards are shuffled" in theirs


def test_explain_prints_one_page_and_knows_no_other_code() -> None:
    assert "Carta al suelo" in rules("explain", "card-on-floor").stdout.decode()
    done = rules("explain", "no-such-code")
    assert done.returncode == 2
    assert b"exposed-card" in done.stderr


def test_clauses_lists_what_carries_each_and_finds_no_hole() -> None:
    done = rules("clauses", "--profile", "cl-scj", "--lang", "en")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "cut-card-missed" in done.stdout.decode()


def test_convert_goes_both_ways_without_loss(burned_over_17: Path, tmp_path: Path) -> None:
    lines = rules("convert", str(burned_over_17)).stdout
    path = tmp_path / "one.ndjson"
    path.write_bytes(lines)
    play = rules("convert", str(path)).stdout
    again = tmp_path / "again.play"
    again.write_bytes(play)
    assert rules("convert", str(again)).stdout == lines


DOUBLED_SOFT = """table_opened cl-scj min=5000
decks_checked 52,52,52,52,52,52 red,red,red,blue,blue,blue no
shuffled chemin
shuffled normal passes=2
cut 78
burned 2c first
round_opened 1
bet 1 10000
dealt 1 Ah
dealt dealer 7c
dealt 1 8d
acted 1 double
"""


def found_by(done: subprocess.CompletedProcess[bytes]) -> list[str]:
    assert done.stderr == b""
    return [json.loads(line)["code"] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("form", ["play", "ndjson", "ndjson with a mark"])
def test_what_the_house_has_set_is_judged_by(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"one.{form.split()[0]}"
    lines = [json.dumps(line.event) + "\n" for line in loads(DOUBLED_SOFT)]
    text = DOUBLED_SOFT if form == "play" else "".join(lines)
    path.write_text(text, encoding="utf-8-sig" if "mark" in form else "utf-8")
    house = tmp_path / "house.json"
    house.write_text('{"double_soft": false, "max": 8000, "min": 20000}')
    assert found_by(rules("check", str(path), "--json")) == []
    assert found_by(rules("check", str(path), "--json", "--set", "double_soft=false")) == ["double-not-allowed"]
    # The opening says the minimum itself, and `--set` goes before the file
    both = ["bet-limit", "double-not-allowed"]
    assert found_by(rules("check", str(path), "--json", "--house", str(house))) == both
    assert found_by(rules("check", str(path), "--json", "--house", str(house), "--set", "max=9000")) == both
    assert found_by(rules("check", str(path), "--json", "--house", str(house), "--set", "max=90000")) == both[1:]


def test_a_text_that_gives_a_value_goes_before_the_house(tmp_path: Path) -> None:
    path = tmp_path / "one.play"
    split = "\n".join(
        ["dealt 1 8h", "dealt dealer 9c", "dealt 1 8s", "acted 1 split", "dealt 1 3d", "acted 1 double", "dealt 1 Td"]
    )
    for profile, codes in (("cl-scj", ["double-not-allowed"]), ("lccartas", [])):
        path.write_text(DOUBLED_SOFT.partition("dealt 1")[0].replace("cl-scj", profile) + split)
        assert found_by(rules("check", str(path), "--json", "--set", "double_after_split=false")) == codes


def test_a_corrected_opening_is_filled_from_the_house_as_well(tmp_path: Path) -> None:
    lines = [line.event for line in loads(DOUBLED_SOFT)]
    instead = {name: value for name, value in lines[0].items() if name != "min"}
    lines.append({"kind": "corrected", "at": lines[-1]["at"], "ref": 1, "by_role": "pit_boss", "instead": instead})
    path = tmp_path / "one.ndjson"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert found_by(rules("check", str(path), "--json", "--set", "min=20000")) == ["bet-limit"]


@pytest.mark.parametrize(
    ("told", "answer"),
    [
        (["--set", "seats=5"], "seats is no option of a house"),
        (["--set", "double_soft=0"], "double_soft is 0; it can be true or false"),
        (["--set", "min=lots"], "min is 'lots'; it can be a whole amount"),
        (["--house", "README.md"], "README.md: expected one JSON object"),
    ],
)
def test_what_is_no_option_of_a_house_is_said(told: list[str], answer: str, burned_over_17: Path) -> None:
    done = rules("check", str(burned_over_17), *told)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(answer)
