"""Sheets as a PDF: the layout's boxes with the words beside them, and each sheet's own code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils import translation
from django.utils.translation import gettext

from pitboss.drawing.qr import qr
from pitboss.languages import of_two
from pitboss.reports.typeset import typeset
from pitboss.sheets import layout as at
from pitboss.sheets.artwork import artwork
from pitboss.sheets.code import Code
from pitboss.sheets.models import Sheet
from pitboss.sheets.words import act_words, flag_words, irregularity_words, result_words


def printed(sheets: Sequence[Sheet], *, language: str) -> bytes:
    """The PDF, in ``es`` or ``en``: every page of every sheet, in order. The sheets are of one layout, and come with
    their tables and casinos. The same sheets give the same bytes."""
    spoken = of_two(language)
    with translation.override("en" if spoken == "en" else "es-cl"):
        data = contents(sheets)
    return typeset("sheets", data, language=spoken, dated=sheets[0].issued_at)


def contents(sheets: Sequence[Sheet]) -> dict[str, Any]:
    """All that the pages say, as JSON values, in the language that is active."""
    (layout,) = {sheet.layout for sheet in sheets}
    pages = range(1, max(sheet.pages for sheet in sheets) + 1)
    x, y, side = at.CODE
    return {
        "title": gettext("Hojas de mesa"),
        "how": gettext(
            "Un pase por hoja. Marque con lápiz de pasta, dentro de la casilla. Si se equivoca, no borre: marque "
            "también la correcta y explique en las notas; al leerla se preguntará."
        ),
        "art": [artwork(layout, number) for number in pages],
        "art_alt": gettext("Casillas para marcar y cuatro marcas en las esquinas, por las que se lee la hoja"),
        "code": {"x": x, "y": y, "side": side},
        "texts": [list(_texts(layout, number)) for number in pages],
        "pages": [_page(sheet, number) for sheet in sheets for number in range(1, sheet.pages + 1)],
        "words": {"♠": "", "♥": "", "♦": "", "♣": ""},
    }


def _page(sheet: Sheet, number: int) -> dict[str, Any]:
    code = Code(sheet.id, number, sheet.pages, sheet.layout, sheet.table.name).text()
    numbers = {"number": number, "pages": sheet.pages}
    return {
        "page": number,
        "title": gettext("Hoja de mesa"),
        "table": sheet.table.name,
        "casino": sheet.casino.name,
        "name": gettext("Hoja %(name)s · página %(number)s de %(pages)s") % {"name": sheet.name, **numbers},
        "qr": str(qr(code, gettext("Código de la hoja"))),
        "qr_alt": gettext("Código de la hoja %(name)s, página %(number)s de %(pages)s")
        % {"name": sheet.name, **numbers},
    }


def _texts(layout: int, number: int) -> Iterator[dict[str, Any]]:
    drawn = at.page(layout, number)
    names = {
        "date": gettext("Fecha"),
        "time": gettext("Hora de inicio"),
        "round": gettext("Pase"),
        "dealer": gettext("Croupier (credencial)"),
        "pit_boss": gettext("Jefe de mesa (credencial)"),
        "note": gettext("Notas"),
        "sign.pit_boss": gettext("Firma del jefe de mesa"),
        "sign.dealer": gettext("Firma del croupier"),
    }
    for field in drawn.written:
        if field.name in names:
            inside = field.name.startswith("sign.")
            yield _text(
                field.x + 1.5 * inside, field.y + 1.5 if inside else field.y - 0.5, names[field.name], soft=True
            )
    yield from _card_texts(drawn, at.CARD_ROWS[number - 1])
    if number == 1:
        yield from _spot_texts()
        yield from _irregularity_texts()
        yield from _flag_texts()


def _card_texts(drawn: at.Page, top: float) -> Iterator[dict[str, Any]]:
    yield _text(10, top - 5.2, gettext("Cartas, en el orden en que salieron"), size=8, weight=650)
    recipients = at.CARD_COLUMN + 17 * at.STEP + 2 * at.GAP
    yield _text(
        recipients - 12,
        top - 5,
        gettext("Para: casilla · B banca · Q quemada · + segunda mano"),
        size=6.2,
        soft=True,
        width=61,
        middle=True,
    )
    for nth in range(drawn.first_card, drawn.last_card + 1):
        y = top + (nth - drawn.first_card) * at.CARD_PITCH + 1.2
        yield _text(10, y, str(nth), size=7.5, weight=650, width=5, middle=True)


def _spot_texts() -> Iterator[dict[str, Any]]:
    yield _text(10, 46.5, gettext("Casillas y apuestas"), size=8, weight=650)
    yield _text(
        at.BETS,
        51.5,
        gettext("Apuesta en miles: se suman las casillas marcadas, o se escribe el monto"),
        size=6.5,
        soft=True,
    )
    yield _text(81.5, 54.6, gettext("Monto escrito"), size=6.5, soft=True)
    yield _text(174, 54.6, gettext("Pagado, si es otro"), size=6.5, soft=True)
    for place, spot in enumerate(at.SPOTS):
        yield _text(10, at.SPOT_ROWS + place * at.SPOT_PITCH + 1, spot, size=10, weight=700, width=5, middle=True)
    columns = [
        (at.ACT_COLUMN, 5.6, act_words().values()),
        (at.RESULT_COLUMN, 5.5, [result_words()[one] for one in at.RESULTS]),
        (at.INSURANCE_COLUMN, 5.5, [result_words()[one] for one in at.INSURANCE]),
        (at.DISPUTED_COLUMN, 5.5, [gettext("Reclama")]),
    ]
    for left, step, words in columns:
        for nth, word in enumerate(words):
            yield {**_text(left + nth * step + 1.1, at.SPOT_ROWS - 0.9, str(word), size=6.5), "turned": True}


def _irregularity_texts() -> Iterator[dict[str, Any]]:
    left, top = at.IRREGULARITY_COLUMN, at.CARD_ROWS[0]
    yield _text(left, top - 7.4, gettext("Irregularidades"), size=8, weight=650)
    yield _text(left, top - 3.6, gettext("! ocurrió · en qué casilla"), size=6.2, soft=True)
    yield _text(left + 27, top - 7.2, gettext("= lo prescrito\n≠ otra cosa"), size=6.2, soft=True)
    for place, word in enumerate(irregularity_words().values()):
        yield _text(left, top + place * at.IRREGULARITY_PITCH + 0.3, str(word), size=7, weight=550, width=34)


def _flag_texts() -> Iterator[dict[str, Any]]:
    for nth, word in enumerate(flag_words().values()):
        x = at.FLAG_COLUMNS[nth % 3] + at.BOX + 1.6
        yield _text(x, at.FLAG_ROWS[nth // 3] + 1.2, str(word), size=7)


def _text(
    x: float,
    y: float,
    text: str,
    *,
    size: float = 7,
    weight: int = 450,
    soft: bool = False,
    width: float = 0,
    middle: bool = False,
) -> dict[str, Any]:
    return {
        "x": round(x, 2), "y": round(y, 2), "text": text, "size": size, "weight": weight, "soft": soft, "width": width,
        "middle": middle, "turned": False,
    }  # fmt: skip
