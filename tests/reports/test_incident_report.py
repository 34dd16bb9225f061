"""The report of one incident on paper: what it says, to whom, and that it is the same each time."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.test import Client
from django.utils import timezone

from pitboss.accounts.models import Person
from pitboss.accounts.names import masked_for
from pitboss.evidence.models import Issued
from pitboss.incidents.models import Incident
from pitboss.incidents.verbs.comment import comment
from pitboss.incidents.verbs.hand_over_cards import hand_over_cards
from pitboss.portal.registry import known
from pitboss.privacy.masking import Masking
from pitboss.reports.case_told import Told
from pitboss.reports.incident_report import contents, incident_report
from pitboss.reports.views import told_for
from tests.audit.test_incident_acts import REPORT, send
from tests.reports.looked_at import figures, look
from tests.reports.test_complaint_receipt import text_of
from tests.reports.test_signing import status

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast
    from tests.played import Play

SignIn = Callable[[Person], Client]
VERIFY = "https://pitboss.example/verify/"


def address(incident: Incident, lang: str = "es") -> str:
    return f"/incidents/{incident.casino.code}/{incident.folio}/report.pdf?lang={lang}"


def test_it_tells_the_case_in_both_languages_from_the_page(cast: Cast, play: Play, sign_in: SignIn) -> None:
    (incident,) = play("wrong-payout", "natural-paid-at-evens")
    page = sign_in(cast.marta).get(f"/incidents/CDE/{incident.folio}/").content.decode()
    assert f"/incidents/CDE/{incident.folio}/report.pdf" in page
    answer = sign_in(cast.marta).get(address(incident))
    assert answer["content-type"] == "application/pdf"
    assert "no-store" in answer["cache-control"]
    told = text_of(answer.content)
    assert look(answer.content) == []
    assert status(answer.content).bottom_line
    assert any("casilla" in alt for alt in figures(answer.content))
    # What is printed, the file as it was set and the file that left: each is known again
    printed = contents(told_for(cast.marta, "CDE", incident.folio), VERIFY)["hash"]
    assert printed in told.replace(" ", "")
    whole = answer.content
    set_first = whole[: whole.index(b"%%EOF") + len(b"%%EOF")]
    for digest in (printed, *(hashlib.sha256(part).hexdigest() for part in (set_first, whole))):
        assert [one.kind for one in known(digest)] == [Issued.Kind.INCIDENT]
    for words in (
        "Informe de incidente de mesa", f"Folio {incident.folio}", "página 1 de 2", "Casino de ejemplo",
        "BJ-01, pase 1",
        "Qué ocurrió", "La mesa en ese momento", "Regla, en nuestras palabras", "SCJ, Catálogo de Juegos", "n.º",
        "Prescrito", "Hecho", "Eventos del pase", "Efecto en dinero", "Se deben $5.000 a jugadores.", "CCTV",
        "Lo que falta por registrar", "Historia del caso", "Las huellas se calcularon de nuevo", "Nadie ha firmado",
    ):  # fmt: skip
        assert words in told, words
    # In the order in which it is read aloud
    order = [told.index(words) for words in ("Qué ocurrió", "Prescrito y hecho", "Eventos del pase", "Firmas")]
    assert order == sorted(order)
    assert sign_in(cast.marta).get(address(incident)).content == whole
    english = text_of(sign_in(cast.marta).get(address(incident, "en")).content)
    for words in ("Table incident report", "What happened", "Prescribed", "Round events", "$5,000", "page 1 of 2"):
        assert words in english, words
    assert sign_in(cast.marta).get(address(incident, "fr")).status_code == 400


def test_people_custody_and_signatures_are_told_to_whom_may_read_them(
    cast: Cast, play: Play, sign_in: SignIn
) -> None:  # fmt: skip
    (incident,) = play("wrong-payout", "natural-paid-at-evens")
    said = REPORT | {"money_corrected": "all", "corrected_0": "5000", "first": "1", "last": "1"}
    assert send(sign_in(cast.rosa), incident, "complete", said).status_code == 302
    now = timezone.now()
    hand_over_cards(incident=incident, by=cast.sergio, now=now, at=now, to="Bóveda central", initials="SL/BC")
    full = text_of(sign_in(cast.marta).get(address(incident)).content)
    assert "Bóveda central" in full
    assert "firma comprobada" in full
    assert "Rosa Soto" in full
    # A croupier reads the case without the others' names
    veiled = text_of(sign_in(cast.ivan).get(address(incident)).content)
    assert "Rosa Soto" not in veiled
    assert "Versión sin nombres" in veiled
    assert sign_in(cast.tomas).get(address(incident)).status_code == 404


def test_the_same_history_gives_the_same_bytes_and_a_new_step_another_hash(cast: Cast, play: Play) -> None:
    (incident,) = play("wrong-payout", "natural-paid-at-evens")
    first = incident_report(told_for(cast.marta, "CDE", incident.folio), language="es", verify=VERIFY)
    again = incident_report(told_for(cast.marta, "CDE", incident.folio), language="es", verify=VERIFY)
    assert first == again
    before = contents(told_for(cast.marta, "CDE", incident.folio), VERIFY)["hash"]
    comment(incident=incident, by=cast.marta, now=timezone.now(), words="Visto.")
    told = contents(told_for(cast.marta, "CDE", incident.folio), VERIFY)
    assert told["hash"] != before
    assert told["hash"] in text_of(
        incident_report(told_for(cast.marta, "CDE", incident.folio), language="es", verify=VERIFY)[0]
    )


def test_a_masked_one_leaves_out_names_sentences_and_other_seats_money(cast: Cast, play: Play) -> None:
    (incident,) = play("wrong-payout", "natural-paid-at-evens")
    comment(incident=incident, by=cast.marta, now=timezone.now(), words="Lo vio la señora Elgueta")
    whole = told_for(cast.marta, "CDE", incident.folio)
    full = text_of(incident_report(whole, language="es", verify=VERIFY)[0])
    assert "Elgueta" in full
    masked = Told(
        whole.incident, whole.played, whole.this, whole.complaints, masked_for(incident.casino_id),
        Masking(incident.casino_id, seat=incident.seat or "1"),
    )  # fmt: skip
    told = text_of(incident_report(masked, language="es", verify=VERIFY)[0])
    assert "Elgueta" not in told
    assert "Marta" not in told
    assert "Persona " in told
    rows = contents(masked, VERIFY)["case"]["money"]["rows"]
    assert {row["spot"].partition(".")[0] for row in rows} <= {incident.seat or "1"}
