"""The gateway's parts: what a line says, what is kept of it, and what the device is answered."""

from __future__ import annotations

import json
import os
import pty
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

import pytest

from pitboss.shoes.gateway.adapter import Line, Link, Split
from pitboss.shoes.gateway.adapters import File, Serial, Tcp
from pitboss.shoes.gateway.buffer import Buffer, Marks
from pitboss.shoes.gateway.clock import DeviceClock
from pitboss.shoes.gateway.config import WrongConfig, read_config
from pitboss.shoes.gateway.hearing import Hearing
from pitboss.shoes.gateway.protocols import PROTOCOLS, Unreadable, checksum
from pitboss.shoes.gateway.refusals import Refusals
from pitboss.shoes.gateway.run import AnotherOneRuns, run
from pitboss.shoes.gateway.sending import NotSent, Sending, Server
from pitboss.shoes.models import Mode
from tests.shoes.conftest import Sender, entries, opened

if TYPE_CHECKING:
    from pytest_django.live_server_helper import LiveServer

NOW = datetime(2026, 11, 29, 22, 14, 2, tzinfo=UTC)


class Wire:
    """A wire that hands over what it was given, and keeps what it was answered."""

    name = "given"

    def __init__(self) -> None:
        self.answers: list[bytes] = []

    def lines(self, place: int, stop: Event) -> Iterator[Line | Link]:
        yield "up"

    def answer(self, line: bytes) -> None:
        self.answers.append(line)


@pytest.fixture
def buffers(tmp_path: Path) -> Iterator[Callable[[], Buffer]]:
    """``buffers()``: the buffer of BJ-01, opened once more, as by another process."""
    made: list[Buffer] = []

    def another() -> Buffer:
        made.append(Buffer(tmp_path / "BJ-01.sqlite3"))
        return made[-1]

    yield another
    for one in made:
        one.close()


@pytest.fixture
def hearing(buffers: Callable[[], Buffer], tmp_path: Path) -> Callable[..., Hearing]:
    """``hearing("ndjson")``: a shoe that is heard; again with the same folder, after a kill."""

    def made(protocol: str = "ndjson") -> Hearing:
        return Hearing(
            name="BJ-01",
            adapter=Wire(),
            protocol=PROTOCOLS[protocol],
            buffer=buffers(),
            refusals=Refusals(tmp_path / "refused.ndjson"),
            wake=lambda: None,
            now=lambda: NOW,
        )

    return made


def line(seq: int, card: str | None = "Kd", boot: str = "7f3a", what: str = "card") -> Line:
    at = (NOW + timedelta(seconds=seq)).isoformat()
    said = {"boot": boot, "seq": seq, "at": at, "what": what, **({"card": card} if card else {})}
    return Line(json.dumps(said).encode())


def kept(heard: Hearing) -> list[tuple[str, str | None]]:
    return [(read["what"], read.get("card")) for read in heard.buffer.oldest(100)]


def answers(heard: Hearing) -> list[bytes]:
    assert isinstance(heard.adapter, Wire)
    return heard.adapter.answers


def framed(body: str) -> bytes:
    return b":" + body.encode() + b"*" + checksum(body.encode())


@pytest.mark.parametrize(
    ("protocol", "said", "what", "card"),
    [
        ("ndjson", line(17).text, "card", "Kd"),
        ("ndjson", line(18, None, what="burn_button").text, "burn_button", None),
        ("framed", framed("7f3a,17,1764454442120,C,Kd"), "card", "Kd"),
        ("framed", framed("7f3a,18,1764454442120,U,"), "unreadable", None),
        ("plain", b"Kd", "card", "Kd"),
        ("plain", b"??", "unreadable", None),
        ("plain", b"burn", "burn_button", None),
    ],
)
def test_each_protocol_says_what_a_line_says(protocol: str, said: bytes, what: str, card: str | None) -> None:
    heard = PROTOCOLS[protocol].read(said)
    assert heard is not None
    assert (heard.what, heard.card) == (what, card)


@pytest.mark.parametrize(
    ("protocol", "said", "field"),
    [
        ("ndjson", b"\xff{", "line"),
        ("ndjson", b'{"boot":"7f3a","seq":0,"what":"card","card":"Kd"}', "seq"),
        ("ndjson", b'{"boot":"7f3a","seq":1,"what":"card","card":"1x"}', "card"),
        ("ndjson", b'{"boot":"7f3a","seq":1,"what":"card","card":"Kd","at":"22:14"}', "at"),
        ("framed", b":7f3a,17,1764454442120,C,Kd*00", "checksum"),
        ("framed", framed("7f3a,17,1764454442120,Z,"), "code"),
        ("plain", b"King of diamonds", "card"),
    ],
)
def test_a_line_that_says_nothing_we_know_is_told_its_field(protocol: str, said: bytes, field: str) -> None:
    with pytest.raises(Unreadable) as why:
        PROTOCOLS[protocol].read(said)
    assert why.value.field == field
    assert why.value.expected


def test_a_line_is_acknowledged_once_it_is_on_disk_and_known_when_it_comes_again(
    hearing: Callable[..., Hearing],
) -> None:
    first = hearing()
    for seq in (1, 2):
        first.hear(line(seq))
    # Killed before the device heard of the second: it sends it again, to another process
    second = hearing()
    for seq in (2, 3):
        second.hear(line(seq))
    assert answers(first) == [b'{"ack":1,"boot":"7f3a"}', b'{"ack":2,"boot":"7f3a"}']
    assert answers(second) == [b'{"ack":2,"boot":"7f3a"}', b'{"ack":3,"boot":"7f3a"}']
    assert [read["n"] for read in second.buffer.oldest(9)] == [1, 2, 3]
    assert len({read["boot"] for read in second.buffer.oldest(9)}) == 1


def test_a_line_behind_a_hole_waits_for_what_is_missing_and_no_longer_than_it_can_come(
    hearing: Callable[..., Hearing],
) -> None:
    heard = hearing()
    heard.hear(line(1, "2c"))
    heard.hear(Line(b'{"boot":"7f3a","seq":2'))
    heard.hear(line(3, "4c"))
    assert kept(heard) == [("card", "2c")]
    assert b'"error":"line"' in answers(heard)[1]
    # The device begins again from what nobody acknowledged
    heard.hear(line(2, "3c"))
    heard.hear(line(3, "4c"))
    assert kept(heard) == [("card", "2c"), ("card", "3c"), ("card", "4c")]
    # 5 and 6 are in no memory any more
    for _ in range(2):
        heard.hear(line(7, "7c"))
        heard.hear(line(8, "8c"))
    assert kept(heard)[3:] == [("missed", None), ("card", "7c"), ("card", "8c")]
    assert heard.buffer.oldest(9)[3]["missed"] == 3


def test_a_device_that_was_switched_off_begins_its_numbers_anew(hearing: Callable[..., Hearing]) -> None:
    heard = hearing()
    heard.hear(line(41, "2c"))
    heard.hear(line(1, "3c", boot="9b00"))
    assert kept(heard) == [("card", "2c"), ("card", "3c")]


def test_without_numbers_a_line_that_cannot_be_read_may_have_been_a_card(
    hearing: Callable[..., Hearing], tmp_path: Path
) -> None:
    heard = hearing("plain")
    for said in (b"Kd", b"K\x07", b"Kd"):
        heard.hear(Line(said))
    assert kept(heard) == [("card", "Kd"), ("missed", None), ("card", "Kd")]
    refused = json.loads((tmp_path / "refused.ndjson").read_text())
    assert (refused["shoe"], refused["field"], refused["said"]) == ("BJ-01", "card", {"line": "K\x07"})


def test_the_wire_is_told_when_it_goes_and_comes_and_not_at_the_first_start(hearing: Callable[..., Hearing]) -> None:
    heard = hearing("plain")
    heard.run(Event())
    assert kept(heard) == []
    # That process was killed: nobody heard the shoe until the next one came
    again = hearing("plain")
    again.run(Event())
    assert kept(again) == [("lost", None), ("back", None)]
    # With numbers nothing is lost on a wire, and what is lost they say
    hearing("ndjson").run(Event())
    assert kept(again) == [("lost", None), ("back", None)]


def test_a_clock_that_drifts_is_put_right_and_what_waited_keeps_its_moment() -> None:
    clock = DeviceClock()
    device = NOW - timedelta(seconds=90)
    for second in range(60):
        # It loses ten milliseconds a second, and lines take 5 to 85 milliseconds
        at = device + timedelta(milliseconds=990 * second)
        arrived = NOW + timedelta(seconds=second, milliseconds=5 + (37 * second) % 80)
        found = clock.heard(at, arrived)
        assert abs(found - (NOW + timedelta(seconds=second))) < timedelta(milliseconds=200)
    # The wire was gone for a minute: the lines come all at once, each with its own moment
    for second in range(60, 120, 2):
        at = device + timedelta(milliseconds=990 * 59 + 1000 * (second - 59))
        found = clock.heard(at, NOW + timedelta(seconds=121))
        assert abs(found - (NOW + timedelta(seconds=second))) < timedelta(milliseconds=300)
    # Set back by an hour: twelve lines later that is known
    for second in range(130, 143):
        found = clock.heard(device + timedelta(seconds=second, hours=-1), NOW + timedelta(seconds=second))
    assert found == NOW + timedelta(seconds=142)


def test_the_buffer_knows_how_far_it_was_after_a_kill(buffers: Callable[[], Buffer]) -> None:
    first = buffers()
    first.put([{"what": "card", "card": "Kd"}], marks=Marks("7f3a", 5, 0))
    first.drop([1])
    second = buffers()
    assert (second.marks(), second.waiting(), second.boot) == (Marks("7f3a", 5, 0), 0, first.boot)
    # A place is never given twice, also when the buffer was empty
    assert second.put([{"what": "unreadable"}]) == [2]


def test_bytes_become_lines_wherever_they_are_cut() -> None:
    split = Split()
    assert split.feed(b"Kd\r\nQ") == [b"Kd"]
    assert split.feed(b"s\n" + b"x" * 5000) == [b"Qs"]
    assert split.feed(b"x" * 5000 + b"\nJh\n") == [b"Jh"]
    assert split.too_long == 1


def test_a_serial_line_is_heard_and_answered(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    stop = Event()
    adapter = Serial(os.ttyname(theirs))
    found: list[Line | Link] = []

    def hear() -> None:
        for came in adapter.lines(0, stop):
            found.append(came)
            if isinstance(came, Line):
                adapter.answer(b"+" + came.text)

    thread = Thread(target=hear, daemon=True)
    thread.start()
    until = time.monotonic() + 10
    while "up" not in found and time.monotonic() < until:
        time.sleep(0.02)
    os.write(ours, b"Kd\r\nQs\n")
    answered = b""
    while answered.count(b"+") < 2 and time.monotonic() < until:
        answered += os.read(ours, 100)
    stop.set()
    thread.join(5)
    for end in (ours, theirs):
        os.close(end)
    assert found[:3] == ["up", Line(b"Kd"), Line(b"Qs")]
    assert b"+Kd" in answered


def test_a_file_is_followed_from_where_it_was_left(tmp_path: Path) -> None:
    path = tmp_path / "shoe.txt"
    path.write_bytes(b"Kd\nQs\nJ")
    found = File(str(path)).lines(0, Event())
    assert [next(found) for _ in range(3)] == ["up", Line(b"Kd", 3), Line(b"Qs", 6)]
    later = File(str(path)).lines(6, Event())
    assert next(later) == "up"
    with path.open("ab") as file:
        file.write(b"h\n")
    assert next(later) == Line(b"Jh", 9)


@pytest.mark.django_db(transaction=True)
def test_what_the_server_refuses_leaves_the_buffer_for_a_file_and_what_is_early_stays(
    live_server: LiveServer, shoe: Callable[..., Sender], buffers: Callable[[], Buffer], tmp_path: Path
) -> None:
    sender = shoe(Mode.WITNESS)
    buffer, path = buffers(), tmp_path / "refused.ndjson"
    server = Server(live_server.url, sender.token, None)
    sending = Sending(
        name="BJ-01", server=server, buffer=buffer, refusals=Refusals(path), wake=Event(), protocol="given, ndjson"
    )
    reads = sender.reads("shoe_started", {"what": "card", "card": "Kd", "at": "2026-11-29T12:00:00Z"}, "Th")
    buffer.put([{name: value for name, value in read.items() if name not in ("boot", "n")} for read in reads])
    assert (sending.once(), buffer.waiting()) == ("later", 3)
    opened()
    assert (sending.once(), buffer.waiting()) == ("nothing", 0)
    assert [one["card"] for one in entries("seen")] == ["Th"]
    assert json.loads(path.read_text())["field"] == "at"
    with pytest.raises(NotSent) as why:
        Server(live_server.url, "another", None).send({"reads": []})
    assert why.value.status == 401
    server.close()


def test_a_file_that_cannot_be_is_told_what_was_expected(tmp_path: Path) -> None:
    path = tmp_path / "gateway.toml"
    good = 'server = "http://127.0.0.1:1"\nbuffer = "b"\n[[shoe]]\nname = "a"\ntoken = "t"\nadapter = "tcp"\n'
    for text, told in (
        ("server = 4", "server: expected a text"),
        (good, "address: expected a text"),
        (good + 'address = "here"', "expected host:port"),
        (good + 'address = "h:1"\nprotocol = "x"', "expected ndjson, framed, plain"),
    ):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(WrongConfig, match=told):
            read_config(path)
    path.write_text(good + 'address = "127.0.0.1:1"', encoding="utf-8")
    config = read_config(path)
    assert isinstance(config.shoes[0].adapter, Tcp)
    assert config.shoes[0].protocol.name == "ndjson"


def test_two_gateways_do_not_share_a_buffer(tmp_path: Path) -> None:
    path = tmp_path / "gateway.toml"
    path.write_text(
        'server = "http://127.0.0.1:1"\nbuffer = "b"\n'
        '[[shoe]]\nname = "a"\ntoken = "t"\nadapter = "file"\naddress = "nothing.txt"\n',
        encoding="utf-8",
    )
    config, stop = read_config(path), Event()
    first = Thread(target=run, args=(config, stop), daemon=True)
    first.start()
    until = time.monotonic() + 5
    while not (tmp_path / "b" / "lock").exists() and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(0.1)
    with pytest.raises(AnotherOneRuns):
        run(config, Event())
    stop.set()
    first.join(15)
    assert not first.is_alive()
