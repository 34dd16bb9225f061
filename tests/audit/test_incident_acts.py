"""What people do with a case on its page: what they are offered, what is refused, and what the page then tells."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from pitboss.accounts.pins import give_pin
from pitboss.incidents.models import Step
from pitboss.incidents.picks import Reason, Ruling
from pitboss.incidents.verbs.rule import rule
from tests.audit.test_incident_page import at, text_of

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from pitboss.incidents.models import Incident
    from tests.played import Play

SignIn = Callable[["Person"], Client]
PIN = "482915"
STILL = b"\xff\xd8\xff\xe0" + b"a still" * 40
REPORT = {
    "announced": "yes", "persons": "named", "person_1": "Elena Ruiz", "person_1_role": "player",
    "person_1_position": "casilla 3", "person_1_contact": "+56 9 5555 0101", "source": "tablet", "confidence": "high",
    "witnesses": "named", "witness_1": "Pedro Díaz", "witness_1_role": "player", "cards_seized": "yes",
    "envelope": "S-31", "initials": "RS", "custody": "Bóveda", "passes_affected": "range", "first": "1", "last": "3",
    "notifications": "sent", "compliance_at": "2026-11-29T21:05", "compliance_channel": "mail",
    "action_taken": ["staff_briefed", "decks_changed"],
}  # fmt: skip
CLIP = {
    "reference": "VMS-88121", "camera": "12", "start": "2026-11-29T20:00:00", "end": "2026-11-29T20:04:00",
    "copies": "2", "holder": "Vigilancia",
}  # fmt: skip


@pytest.fixture
def case(play: Play) -> Incident:
    return play("exposed-card", "played-as-if-nothing")[0]


def offered(client: Client, incident: Incident) -> set[str]:
    way = client.get(at(incident)).context["way"]
    return {form.act for form in way.offered} | ({"complete"} if way.report else set())


def send(client: Client, incident: Incident, act: str, said: dict[str, Any]) -> Any:
    return client.post(f"{at(incident)}do/{act}/", said)


@pytest.mark.parametrize(
    ("who", "acts"),
    [
        ("ivan", set()),
        ("rosa", {"rule", "ask-footage", "complete", "comment"}),
        ("lucia", {"preserve-footage", "find-footage", "assign", "comment"}),
        ("marta", {"ask-footage", "complete", "review", "assign", "comment"}),
        ("sergio", {"rule", "ask-footage", "complete", "assign", "comment"}),
        ("felipe", set()),
        ("ana", set()),
    ],
)
def test_everybody_is_offered_what_is_theirs(
    cast: Cast, case: Incident, sign_in: SignIn, who: str, acts: set[str]
) -> None:
    assert offered(sign_in(cast.people[who]), case) == acts


def test_the_page_takes_a_case_to_its_closing_and_tells_it_all(
    cast: Cast, case: Incident, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PITBOSS_HOME", str(tmp_path))
    give_pin(person=cast.lucia, pin=PIN, by=None, must_change=False)
    still = SimpleUploadedFile("foto.jpg", STILL)
    acts: list[tuple[str, str, dict[str, Any]]] = [
        ("rosa", "rule", {"ruling": "otherwise", "reason": "late", "words": "Ya estaba jugada"}),
        ("marta", "ask-footage", {"words": "Para ver la carta"}),
        ("lucia", "preserve-footage", CLIP | {"file": still}),
        ("lucia", "find-footage", {"seen": "confirms", "words": "Se ve el rey", "pin": PIN}),
        ("rosa", "complete", REPORT),
        ("marta", "review", {"verdict": "approved"}),
        ("sergio", "close", {}),
        ("sergio", "comment", {"words": "Hablado con el turno"}),
    ]
    for who, act, said in acts:
        client = Client()
        client.force_login(cast.people[who], backend="django.contrib.auth.backends.ModelBackend")
        answer = send(client, case, act, said)
        assert answer.status_code == 302, answer.content.decode()
    page = client.get(at(case))
    text = text_of(page.content.decode())
    digest = hashlib.sha256(STILL).hexdigest()
    for words in (
        "Cerrado", "De otro modo: Se advirtió tarde", "«Ya estaba jugada»", "VMS-88121", digest, "2 · Vigilancia",
        "El video confirma el hallazgo", "sobre S-31", "del 1 al 3",
        "Se anunció a los jugadores", "Elena Ruiz", "Tableta de la mesa · Alta",
        "Cumplimiento, 29-11-2026 21:05, Correo",
        "Se cambiaron los mazos, Se instruyó al personal", "«Hablado con el turno»", "firma comprobada", "Pedro Díaz",
    ):  # fmt: skip
        assert words in text, words
    head = text_of(page.content.decode().split('class="case__keep')[1].split("</header>")[0])
    assert "guardado VMS-88121 · Vigilancia" in head
    lines = [line.text for line in page.context["lines"] if not line.step]
    assert lines == [
        "Resuelto · Rosa Soto", "Video pedido · Marta Aravena", "Video guardado · Lucía Paredes",
        "Hallazgo de CCTV · Lucía Paredes", "Informe completado · Rosa Soto",
        "Revisado por cumplimiento · Marta Aravena", "Cerrado · Sergio Lagos", "Comentario · Sergio Lagos",
    ]  # fmt: skip
    assert all(f"{timezone.localtime():%d-%m-%Y}" in line.detail for line in page.context["lines"] if not line.step)
    assert offered(client, case) == {"comment", "hand-over-cards"}
    kept = client.get(f"{at(case)}footage/{digest}/")
    assert b"".join(kept) == STILL
    assert kept["content-type"] == "image/jpeg"
    assert "attachment" in kept["content-disposition"]
    client.force_login(cast.ivan, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(f"{at(case)}footage/{digest}/").status_code == 403


def test_a_refusal_is_told_with_the_form_as_it_was_sent(cast: Cast, case: Incident, sign_in: SignIn) -> None:
    answer = send(sign_in(cast.rosa), case, "rule", {"ruling": "otherwise", "words": ""})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Falta elegir el motivo." in page
    assert '<option value="otherwise" selected>' in page
    assert case.steps.filter(verb="ruled").count() == 0


def test_a_review_says_everything_that_is_missing(cast: Cast, case: Incident, sign_in: SignIn) -> None:
    answer = send(sign_in(cast.marta), case, "review", {"verdict": "approved"})
    assert answer.status_code == 409
    text = text_of(answer.content.decode())
    assert "Falta el hallazgo de CCTV: se siguió de otro modo que el prescrito." in text
    assert "Falta decir si hubo testigos." in text


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ({"cards_seized": "yes"}, "complete-envelope-why"),
        ({"witnesses": "named", "witness_1": "Pedro"}, "complete-witness_1_role-why"),
        ({"passes_affected": "range", "first": "4", "last": "2"}, "complete-last-why"),
        ({"notifications": "sent"}, "complete-compliance_at-why"),
        ({"persons": "named"}, "complete-person_1-why"),
        ({"source": "paper"}, "complete-confidence-why"),
    ],
)
def test_a_field_that_goes_with_a_pick_is_asked_for(
    cast: Cast, case: Incident, sign_in: SignIn, said: dict[str, str], field: str
) -> None:
    answer = send(sign_in(cast.rosa), case, "complete", said)
    assert answer.status_code == 400
    assert f'id="{field}"' in answer.content.decode()


def test_whoever_ruled_is_told_why_they_may_not_close(cast: Cast, case: Incident, sign_in: SignIn) -> None:
    rule(incident=case, by=cast.sergio, now=timezone.now(), ruling=Ruling.OTHERWISE, reason=Reason.LATE, words="Tarde")
    client = sign_in(cast.sergio)
    assert "no lo revisa ni lo cierra" in client.get(at(case)).content.decode()
    assert send(client, case, "close", {}).status_code == 409


@pytest.mark.parametrize(("who", "act"), [("ivan", "comment"), ("rosa", "find-footage"), ("felipe", "review")])
def test_what_is_not_theirs_is_refused(cast: Cast, case: Incident, sign_in: SignIn, who: str, act: str) -> None:
    assert send(sign_in(cast.people[who]), case, act, {"words": "x"}).status_code == 403


def test_no_other_verb_and_no_other_casino(cast: Cast, case: Incident, sign_in: SignIn) -> None:
    assert send(sign_in(cast.marta), case, "delete", {}).status_code == 404
    assert sign_in(cast.marta).get(f"{at(case)}do/comment/").status_code == 405
    assert send(sign_in(cast.tomas), case, "comment", {"words": "x"}).status_code == 404


def test_a_row_that_its_author_did_not_sign_is_pointed_out(cast: Cast, case: Incident, sign_in: SignIn) -> None:
    """The database lets a row of the right person through; the signature it cannot know."""
    forged = Step(
        incident=case, number=case.steps.count() + 1, verb="ruled", at=timezone.now(), by=cast.rosa,
        after={"ruling": "as_prescribed"}, signature="f" * 64,
    )  # fmt: skip
    forged.save()
    text = text_of(sign_in(cast.marta).get(at(case)).content.decode())
    assert "la firma no calza" in text
    assert "firma comprobada" not in text


def test_a_ruling_of_the_tablet_is_on_the_timeline_once(cast: Cast, sign_in: SignIn) -> None:
    from tests.played import say

    (incident,) = say(
        "table_opened cl-scj\ndecks_checked 52,52,52,52,52,52 red,red,red,blue,blue,blue no\nshuffled chemin\n"
        "shuffled normal passes=2\ncut 78\nburned - first\nround_opened 1\nbet 1 10000\nexposed Kd\ndealt 1 Kd\n"
        "ruled pit_boss ruling=late code=exposed-card by=R-1042\n"
    )
    page = sign_in(cast.marta).get(at(incident))
    assert [line for line in page.context["lines"] if not line.step] == []
    assert page.context["way"].stages[0].who == "Rosa Soto"


def test_the_page_is_english_too(cast: Cast, case: Incident, sign_in: SignIn) -> None:
    client = sign_in(cast.marta)
    client.post("/language/", {"language": "en", "next": at(case)})
    text = text_of(client.get(at(case)).content.decode())
    for words in ("On the way to closing", "The ruling is missing.", "Complete the report", "Rounds possibly affected"):
        assert words in text
