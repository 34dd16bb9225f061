"""Cases whose clocks run, and the ends of the wire: a real mail server and a real web server."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import Envelope
from django.conf import LazySettings

from pitboss.casino.cast import Cast
from pitboss.incidents.models import Incident
from pitboss.reminders.models import Target
from pitboss.reminders.verbs.set_target import set_target
from rules.examples import examples_of
from tests.played import say

PLAYED = next(one.text for one in examples_of("exposed-card") if one.name == "played-as-if-nothing")


@dataclass
class Heard:
    """What a server was sent: requests as headers and body, letters as recipients and bytes. ``answers``: statuses to
    give, in turn."""

    url: str = ""
    requests: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    letters: list[tuple[list[str], bytes]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)

    def told(self) -> list[Any]:
        return [json.loads(body) for _, body in self.requests]


def opened(at: datetime, *, table: str = "CDE/BJ-01") -> Incident:
    """A case that asks for its footage, as it happened then."""
    return next(one for one in say(f"@{at.isoformat()} {PLAYED}", at=table) if one.code == "exposed-card")


def lapsing(now: datetime, left: timedelta, *, table: str = "CDE/BJ-01") -> Incident:
    """A case whose footage the recorder may lose that much later."""
    case = opened(now + left - timedelta(days=15), table=table)
    assert case.preserve_by is not None
    return case


@pytest.fixture
def target(cast: Cast) -> Callable[..., Target]:
    """``target("surveillance", "email", "vigilancia@casino.example")``, set by Ana."""

    def add(role: str, channel: str, address: str, **told: Any) -> Target:
        given: dict[str, Any] = {"casino": cast.casino, "by": cast.ana, "why": "acta 12"}
        given["now"] = datetime.fromisoformat("2026-01-01T00:00:00Z")
        return set_target(role=role, channel=channel, address=address, **given | told)

    return add


@pytest.fixture
def video_system(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Heard]:
    """A web server that takes what is posted to it."""
    heard = Heard()

    class Taking(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            heard.requests.append(({name.lower(): value for name, value in self.headers.items()}, body))
            status = heard.answers.pop(0) if heard.answers else 204
            self.send_response(status)
            if status == 302:
                self.send_header("location", heard.url + "elsewhere/")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    settings.REMINDERS_MAY_STAY_HERE = True
    monkeypatch.setenv("PITBOSS_WEBHOOK_LOOPBACK", "1")
    with ThreadingHTTPServer(("127.0.0.1", 0), Taking) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        heard.url = f"http://127.0.0.1:{server.server_port}/hooks/"
        yield heard
        server.shutdown()


@pytest.fixture
def mail_server(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Heard]:
    """A real SMTP server; mail goes there."""
    heard = Heard()

    class Taking:
        async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:
            content = envelope.content
            assert isinstance(content, bytes)
            heard.letters.append(([str(one) for one in envelope.rcpt_tos], content))
            return "250 taken"

    controller = Controller(Taking(), hostname="127.0.0.1", port=_free_port())
    controller.start()
    heard.url = f"smtp://127.0.0.1:{controller.port}"
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    monkeypatch.setenv("PITBOSS_MAIL_URL", heard.url)
    yield heard
    controller.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
