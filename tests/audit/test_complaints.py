"""The pages of complaints: who sees what, what is offered when, and refusals told where they happen."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from pitboss.accounts.models import Person
from pitboss.casino.cast import Cast
from pitboss.complaints.models import Complaint
from pitboss.complaints.receipt import seal
from pitboss.complaints.verbs.link import link
from pitboss.incidents.models import Incident
from pitboss.incidents.picks import Ruling
from pitboss.incidents.verbs.rule import rule
from tests.complaints.front import answered, give_receipt, take

SignIn = Callable[[Person], Client]
Play = Callable[..., list[Incident]]


def at(complaint: Complaint) -> str:
    return f"/complaints/CDE/{complaint.folio}/"


def text_of(page: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


def form(**more: str) -> dict[str, str]:
    now = timezone.localtime()
    return {
        "casino": "CDE", "name": "Pedro Díaz", "document": "", "contact": "", "channel": "in_person",
        "received_at": f"{now:%Y-%m-%dT%H:%M}", "event_at": f"{now - timedelta(hours=2):%Y-%m-%dT%H:%M}",
        "table": "BJ-02", "seat": "4", "about": "payment", "wish": "payment", "asked": "15000",
        "claim": "Me pagaron de menos", "incidents": "", "receipt": "es",
    } | more  # fmt: skip


def test_a_complaint_is_taken_with_its_receipt_from_the_incidents_page(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    rosa = sign_in(cast.rosa)
    begun = rosa.get(f"/complaints/new/?casino=CDE&incident={incident.folio}").context["form"]
    assert begun.initial["incidents"] == incident.folio
    assert begun.initial["table"] == "BJ-01"
    answer = rosa.post("/complaints/new/", form(incidents=incident.folio))
    assert answer.status_code == 302, answer.content.decode()
    complaint = Complaint.objects.get()
    assert [step.verb for step in complaint.steps.all()] == ["received", "linked", "receipt_issued"]
    assert (complaint.seat, complaint.asked, complaint.complainant.name) == (4, 15000, "Pedro Díaz")
    shown = text_of(rosa.get(at(complaint)))
    for words in (complaint.folio, incident.folio, "Me pagaron de menos", "Pedro Díaz", "quedan", "PDF en español"):
        assert words in shown, words
    page = f"/incidents/CDE/{incident.folio}/"
    beside = rosa.get(page)
    assert f'href="{at(complaint)}"' in beside.content.decode()
    assert "Comprobante falta" not in text_of(beside)
    assert 'id="complaints"' not in sign_in(cast.ivan).get(page).content.decode()


def test_what_is_wrong_is_told_beside_its_field_and_nothing_is_lost(cast: Cast, sign_in: SignIn) -> None:
    rosa = sign_in(cast.rosa)
    answer = rosa.post("/complaints/new/", form(incidents="2026-999999", about=""))
    assert answer.status_code == 400
    page = answer.content.decode()
    assert 'id="id_incidents-why"' in page
    assert 'id="id_about-why"' in page
    assert "Me pagaron de menos" in page
    later = timezone.localtime() + timedelta(days=2)
    answer = rosa.post("/complaints/new/", form(received_at=f"{later:%Y-%m-%dT%H:%M}"))
    assert answer.status_code == 409
    assert "posterior a este momento" in answer.content.decode()
    assert not Complaint.objects.exists()


@pytest.mark.parametrize(
    ("who", "acts"),
    [
        ("rosa", {"receipt", "link", "withdraw", "comment"}),
        ("sergio", {"receipt", "link", "answer", "withdraw", "comment"}),
        ("marta", {"receipt", "link", "answer", "withdraw", "comment"}),
        ("felipe", set()),
    ],
)
def test_everybody_is_offered_what_is_theirs_now(cast: Cast, sign_in: SignIn, who: str, acts: set[str]) -> None:
    complaint = take(cast)
    give_receipt(cast, complaint)
    page = sign_in(cast.people[who]).get(at(complaint))
    assert {one.act for one in page.context["whole"].offered} == acts


def test_steps_follow_one_another_on_the_page(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    rule(incident=incident, by=cast.sergio, now=timezone.now(), ruling=Ruling.AS_PRESCRIBED)
    complaint = take(cast, incidents=[incident])
    sergio = sign_in(cast.sergio)
    page = sergio.get(at(complaint))
    assert "answer" not in {one.act for one in page.context["whole"].offered}
    assert "no firma la respuesta" in text_of(page)
    said = {"answer": "refused", "words": "El video lo desmiente", "sent_by": "mail", "paid": ""}
    assert sergio.post(f"{at(complaint)}do/answer/", said).status_code == 409
    give_receipt(cast, complaint)
    marta = sign_in(cast.marta)
    today = f"{timezone.localdate():%Y-%m-%d}"
    steps: list[tuple[str, dict[str, str]]] = [
        ("answer", said),
        ("appeal", {"filed_on": today, "reference": "SCJ-771"}),
        ("extend", {"on": today, "reference": "SCJ-771/2"}),
        ("decide", {"on": today, "decision": "for_player", "amount": "15000", "reference": "Res. 9"}),
        ("comment", {"words": "Se pagó en caja"}),
        ("close", {}),
    ]
    for act, told in steps:
        answer = marta.post(f"{at(complaint)}do/{act}/", told)
        assert answer.status_code == 302, (act, answer.content.decode())
    shown = text_of(marta.get(at(complaint)))
    for words in (
        "Cerrado", "Se rechaza", "«El video lo desmiente»", "Dentro del plazo", "referencia SCJ-771",
        "el casino paga $15.000", "«Se pagó en caja»", "firma comprobada", "recurrió", "decidido",
    ):  # fmt: skip
        assert words in shown, words
    assert "la firma no calza" not in shown


def test_an_answer_by_who_ruled_what_was_linked_later_is_pointed_out(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("exposed-card", "played-as-if-nothing")
    rule(incident=incident, by=cast.sergio, now=timezone.now(), ruling=Ruling.AS_PRESCRIBED)
    complaint = answered(cast)
    link(complaint=complaint, by=cast.rosa, now=timezone.now(), incident=incident)
    assert "Quien respondió también registró o resolvió" in text_of(sign_in(cast.marta).get(at(complaint)))


def test_the_seal_of_a_paper_is_compared(cast: Cast, sign_in: SignIn) -> None:
    complaint, marta = take(cast), sign_in(cast.marta)
    assert "calza con este reclamo" not in text_of(marta.get(at(complaint)))
    assert "El sello del papel calza" in text_of(marta.get(f"{at(complaint)}?seal={seal(complaint)}"))
    assert "El sello del papel no calza" in text_of(marta.get(f"{at(complaint)}?seal={'0' * 64}"))


def test_the_list_keeps_its_filters_in_the_address(cast: Cast, sign_in: SignIn) -> None:
    late = take(cast, event_at=timezone.now() - timedelta(days=20))
    old = take(cast, ago=timedelta(days=40))
    marta = sign_in(cast.marta)

    def folios(query: str) -> list[str]:
        return [row.complaint.folio for row in marta.get(f"/complaints/{query}").context["rows"]]

    assert folios("") == [late.folio, old.folio]
    assert folios("?late=yes") == [late.folio]
    assert folios("?overdue=yes") == [old.folio]
    assert folios("?text=p%C3%A9d&status=closed") == []
    assert folios("?text=DÍAZ&page=7") == [late.folio, old.folio]
    assert marta.get("/complaints/?text=&late=yes").headers["Location"] == "/complaints/?late=yes"
    told = marta.get("/complaints/?since=ayer&status=lost")
    assert "ayer; lost" in text_of(told)
    assert "/complaints/" in text_of(told) or 'href="/complaints/"' in told.content.decode()


def test_the_list_takes_the_same_queries_however_long(
    cast: Cast, sign_in: SignIn, django_assert_max_num_queries: Any
) -> None:
    for _ in range(4):
        take(cast)
    marta = sign_in(cast.marta)
    with django_assert_max_num_queries(10):
        marta.get("/complaints/")


def test_others_see_no_complaints(cast: Cast, sign_in: SignIn) -> None:
    complaint = take(cast)
    for who in (cast.ivan, cast.lucia, cast.ana):
        client = sign_in(who)
        assert client.get("/complaints/").status_code == 403
        assert client.get("/complaints/new/").status_code == 403
        assert client.get(at(complaint)).status_code == 404
        assert 'href="/complaints/"' not in client.get("/incidents/").content.decode()
    tomas = sign_in(cast.tomas)
    assert tomas.get("/complaints/").context["rows"] == []
    assert tomas.get(at(complaint)).status_code == 404
    assert tomas.post(f"{at(complaint)}do/comment/", {"words": "x"}).status_code == 404
    assert tomas.post("/complaints/new/", form()).status_code == 404
    felipe = sign_in(cast.felipe)
    assert felipe.post(f"{at(complaint)}do/comment/", {"words": "x"}).status_code == 403


def test_the_pages_are_english_too(cast: Cast, sign_in: SignIn) -> None:
    complaint, marta = take(cast), sign_in(cast.marta)
    marta.post("/language/", {"language": "en", "next": at(complaint)})
    shown = text_of(marta.get(at(complaint)))
    for words in ("To be answered", "Who complains", "10 business days", "days left", "Hand over a receipt"):
        assert words in shown, words
