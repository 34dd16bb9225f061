"""The report of a period: its figures, a section an incident, and the same bytes for the same question."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import LazySettings
from django.utils import timezone

from pitboss.casino.models import TableSession
from pitboss.evidence.models import Checkpoint, Issued
from pitboss.evidence.verbs.checkpoint import checkpoint
from pitboss.incidents.models import Incident
from pitboss.incidents.verbs.comment import comment
from pitboss.portal.registry import known
from pitboss.replay.models import Round
from pitboss.replay.scenes import scenes, scenes_of_rounds
from pitboss.reports import period_report as door
from pitboss.reports.period_figures import rounds_by_table
from pitboss.reports.period_report import period_report, request_hash
from tests.reports.looked_at import figures, headings, look
from tests.reports.test_complaint_receipt import text_of
from tests.reports.test_signing import status

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast
    from tests.played import Play


@pytest.fixture(autouse=True)
def own_files(tmp_path: Path, settings: LazySettings) -> None:
    """A log's key of this test alone."""
    settings.HOME = tmp_path / "home"
    settings.EVIDENCE_ORIGIN = "casino.example/evidence/log/main"
    settings.EVIDENCE_KEY_FILE = ""


def at_checkpoint() -> Checkpoint:
    return checkpoint(reason=Checkpoint.Reason.EXPORT, now=timezone.now())


def question(**told: Any) -> dict[str, Any]:
    """As ``request.json`` has it."""
    today = timezone.now().date()
    return {
        "format": "pitboss request 1", "casinos": ["CDE"], "from": (today - timedelta(days=6)).isoformat(),
        "to": (today + timedelta(days=1)).isoformat(), "tables": [], "codes": [], "folios": [], "outcome": "",
        "redaction": "full", "seat": "", "names": "staff", "language": "es", "footage": False, "why": "oficio 12",
        **told,
    }  # fmt: skip


def two_cases(play: Play) -> list[int]:
    (paid,) = play("wrong-payout", "natural-paid-at-evens", ago=timedelta(days=2))
    (dealt, *_) = play("deal-order", "two-spots-swapped-put-right-at-the-end", ago=timedelta(days=1), at="CDE/BJ-02")
    return [paid.pk, dealt.pk]


def test_it_has_cover_figures_contents_and_a_section_a_case(cast: Cast, play: Play) -> None:
    keys = two_cases(play)
    note = at_checkpoint().note
    asked = question()
    pdf = period_report(incidents=keys, request=asked, checkpoint=note, language="es")
    assert period_report(incidents=keys, request=asked, checkpoint=note, language="es") == pdf
    assert look(pdf) == []
    assert set(headings(pdf)) <= {"H1", "H2"}
    assert status(pdf).bottom_line
    assert [one.kind for one in known(request_hash(asked, note))] == [Issued.Kind.REPORT]
    assert [alt.partition(":")[0] for alt in figures(pdf) if "Por " in alt][:1] == ["Por resultado"]
    told = text_of(pdf)
    folios = list(Incident.objects.filter(pk__in=keys).order_by("opened_at").values_list("folio", flat=True))
    for words in (
        "Informe de incidentes de mesa", "Versión completa", "oficio 12", "casino.example/evidence/log/main",
        request_hash(asked, note), "Resumen", "2 pases jugados; 2 incidentes", "Por resultado", "Por mesa", "BJ-02",
        "Por irregularidad", "Error de distribución", "Regla, en nuestras palabras", "Eventos del pase",
        "Lo que no está registrado", "Glosario", "Se deben $5.000 a jugadores.", "página 2 de ", *folios,
    ):  # fmt: skip
        assert words in told, words
    # The contents lead to the sections, in the order in which it happened
    assert told.rindex(folios[0]) < told.rindex(folios[1])
    english = text_of(period_report(incidents=keys, request=asked, checkpoint=note, language="en"))
    for words in ("Table incidents report", "2 rounds played; 2 incidents; 1000 per 1,000 rounds", "Glossary"):
        assert words in english, words


def test_what_is_masked_names_nobody_and_shows_one_seat(cast: Cast, play: Play) -> None:
    keys = two_cases(play)
    comment(incident=Incident.objects.get(pk=keys[0]), by=cast.marta, now=timezone.now(), words="Habló Elgueta")
    note = at_checkpoint().note
    full = text_of(period_report(incidents=keys, request=question(), checkpoint=note, language="es"))
    masked = question(redaction="complainant", names="nobody", seat="1")
    told = text_of(period_report(incidents=keys, request=masked, checkpoint=note, language="es"))
    assert "Versión enmascarada" in told
    assert "asientos de apuestas de otras casillas no se muestran" in told
    assert "asientos de apuestas de otras casillas no se muestran" not in full
    for name in ("Marta", "Rosa", "Iván", "Elgueta"):
        assert name not in told, name


def test_an_empty_period_is_told_too(cast: Cast) -> None:
    note = at_checkpoint().note
    told = text_of(period_report(incidents=[], request=question(), checkpoint=note, language="es"))
    assert "no hay incidentes" in told


def test_only_rounds_that_the_checkpoint_has_are_counted(cast: Cast, play: Play) -> None:
    play("wrong-payout", "natural-paid-at-evens", ago=timedelta(days=2))
    size = at_checkpoint().size
    play("wrong-payout", "natural-paid-at-evens", ago=timedelta(days=1), at="CDE/BJ-02")
    assert rounds_by_table(question(), size) == {"BJ-01": 1}
    assert rounds_by_table(question(tables=["CDE/BJ-02"]), size) == {}
    assert rounds_by_table(question(casinos=["OTRO"]), size) == {}


def test_beyond_the_most_that_are_drawn_sections_are_short_and_say_so(
    cast: Cast, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    keys = two_cases(play)
    note = at_checkpoint().note
    monkeypatch.setattr(door, "MOST_DRAWN", 1)
    told = text_of(period_report(incidents=keys, request=question(), checkpoint=note, language="es"))
    assert "desde el n.º 2 van sin dibujo ni eventos" in told
    assert told.count("Eventos del pase") == 1


@pytest.mark.parametrize("code", ["shuffle", "cut-depth", "exposed-card"])
def test_a_round_played_from_its_shoe_on_is_the_round_played_from_the_opening(
    cast: Cast, play: Play, code: str
) -> None:
    from rules.examples import examples_of

    for nth, example in enumerate(examples_of(code)):
        play(code, example.name, ago=timedelta(days=1, hours=nth))
    for session in TableSession.objects.all():
        numbers = sorted({*Round.objects.filter(session=session).values_list("number", flat=True)})
        assert scenes_of_rounds(session, [*numbers, 999]) == {number: scenes(session, number) for number in numbers}
