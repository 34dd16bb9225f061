"""What the page of a sheet shows, in words: choices, rows, and what came of a confirmed one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils.translation import get_language, gettext

from pitboss.drawing.cards import GLYPHS
from pitboss.incidents.models import Incident
from pitboss.sheets import layout as at
from pitboss.sheets.answers import Answers
from pitboss.sheets.models import Confirmation
from pitboss.sheets.proposal import NONE, YES, CardRow, CodeRow, Field, SpotRow
from pitboss.sheets.told import UNREADABLE
from pitboss.sheets.words import act_words, flag_words, irregularity_words, result_words

Choice = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Spot:
    """A row of the spots, with what no reader reads: the amount written by hand, the second hand of a split."""

    row: SpotRow
    acts: list[tuple[str, Field]]
    paid: str
    second: bool
    result2: str
    paid2: str
    problems: dict[str, str]


def card_choices() -> list[Choice]:
    signs = {suit: sign for sign, suit in GLYPHS.items()}
    cards = [(rank + suit, f"{'10' if rank == 'T' else rank}{signs[suit]}") for suit in at.SUITS for rank in at.RANKS]
    return [(NONE, gettext("ninguna")), *cards, (UNREADABLE, gettext("ilegible"))]


def guess_words(row: CardRow) -> str:
    """The darkest of what was ticked, as a card is written: ``J♠``."""
    signs = {suit: sign for sign, suit in GLYPHS.items()}
    return "".join({"T": "10", **signs}.get(letter, letter) for letter in row.card.guess)


def recipient_choices() -> list[Choice]:
    hands = [(spot, gettext("casilla %(spot)s") % {"spot": spot}) for spot in at.SPOTS]
    more = [
        (f"{spot}.{hand}", gettext("casilla %(spot)s, mano %(hand)s") % {"spot": spot, "hand": hand})
        for spot in at.SPOTS
        for hand in ("2", "3", "4")
    ]
    burned = [(f"burned.{spot}", gettext("quemada; era para la %(spot)s") % {"spot": spot}) for spot in at.SPOTS]
    return [
        (NONE, gettext("nadie")),
        *hands,
        (at.DEALER, gettext("banca")),
        (at.BURNED, gettext("quemada")),
        *more,
        *burned,
        (f"burned.{at.DEALER}", gettext("quemada; era para la banca")),
    ]


def result_choices() -> list[Choice]:
    words = result_words()
    return [(result, words[result]) for result in at.RESULTS]


def insurance_choices() -> list[Choice]:
    return [("won", gettext("pagado")), ("lost", gettext("perdido"))]


def spot_choices() -> list[Choice]:
    return [*((spot, spot) for spot in at.SPOTS), (at.DEALER, gettext("banca"))]


def ruling_choices() -> list[Choice]:
    return [("as_prescribed", gettext("se hizo lo prescrito")), ("otherwise", gettext("se hizo otra cosa"))]


def spot_rows(answers: Answers) -> tuple[list[Spot], list[Spot]]:
    """Spots that were used, and the others."""
    rows = [
        Spot(
            row,
            [(word, row.acts[act]) for act, word in act_words().items()],
            answers.more.get(f"spot.{row.spot}.paid", ""),
            row.acts["split"].answer == YES or row.acts["split"].doubtful,
            answers.more.get(f"spot.{row.spot}.result2", ""),
            answers.more.get(f"spot.{row.spot}.paid2", ""),
            answers.problems,
        )
        for row in answers.proposal.spots
    ]
    return [one for one in rows if one.row.used], [one for one in rows if not one.row.used]


def code_rows(answers: Answers) -> tuple[list[tuple[str, CodeRow]], list[tuple[str, CodeRow]]]:
    """Irregularities that were ticked, or may have been, and the others."""
    words = irregularity_words()
    rows = [(words[row.code], row) for row in answers.proposal.codes]
    return [one for one in rows if one[1].used], [one for one in rows if not one[1].used]


def flag_rows(answers: Answers) -> list[tuple[str, Field]]:
    words = flag_words()
    return [(words[name].rstrip("_ :"), one) for name, one in answers.proposal.flags.items()]


def incidents_of(confirmation: Confirmation) -> list[tuple[str, str, str, str]]:
    """Incidents that the sheet's round has: folio, words, severity, address."""
    begun = confirmation.played_at
    found = Incident.objects.filter(
        session=confirmation.session, opened_at__range=(begun, begun + timedelta(seconds=confirmation.events))
    ).select_related("casino")
    language = get_language() or "es"
    return [
        (one.folio, one.headline(language), one.severity, reverse("audit:incident", args=[one.casino.code, one.folio]))
        for one in found.order_by("pk")
    ]
