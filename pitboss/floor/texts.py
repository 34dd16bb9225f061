"""What the floor's modules say to people, by name, in the language of the request.

Each area keeps its sentences in a module `texts_<area>.py` beside this one, as a function `texts()`. A sentence has
its places in braces (`{spot}`); one that counts has two, `….one` and `….other`, with `{n}`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType

from django.utils.translation import gettext, pgettext

import pitboss.floor
from pitboss.drawing.cards import RANK_NAMES, SUIT_NAMES
from pitboss.drawing.chips import CHIPS


def texts() -> dict[str, str]:
    """Every sentence of every area. Raises ValueError where two areas use one name."""
    found = _frame()
    for area in _areas():
        added: Mapping[str, str] = area.texts()
        if twice := sorted(found.keys() & added.keys()):
            raise ValueError(f"{area.__name__} uses names that are taken: {', '.join(twice)}")
        found.update(added)
    return found


@cache
def _areas() -> tuple[ModuleType, ...]:
    names = sorted(one.name for one in pkgutil.iter_modules(pitboss.floor.__path__) if one.name.startswith("texts_"))
    return tuple(import_module(f"pitboss.floor.{name}") for name in names)


def _frame() -> dict[str, str]:
    return {
        **{f"card.rank.{rank}": str(name) for rank, name in RANK_NAMES.items()},
        **{f"card.suit.{suit}": str(name) for suit, name in SUIT_NAMES.items()},
        **{f"state.{name}": str(chip.word) for name, chip in CHIPS.items()},
        "card.of": gettext("%(rank)s de %(suit)s") % {"rank": "{rank}", "suit": "{suit}"},
        "card.hidden": gettext("carta oculta"),
        "frame.online": gettext("En línea"),
        "frame.offline": gettext("Sin conexión"),
        "frame.all_sent": gettext("todo enviado"),
        "frame.unsent.one": gettext("{n} sin enviar"),
        "frame.unsent.other": gettext("{n} sin enviar"),
        "frame.days.one": gettext("{n} día"),
        "frame.days.other": gettext("{n} días"),
        "frame.announce": gettext("Anunciar"),
        "frame.theme": gettext("Pantalla"),
        "frame.dark": gettext("Oscura"),
        "frame.light": gettext("Clara"),
        "frame.hand": gettext("Mano que toca"),
        "frame.right": gettext("Derecha"),
        "frame.left": gettext("Izquierda"),
        "frame.sound": gettext("Sonido al haber una irregularidad"),
        "frame.off": gettext("Apagado"),
        "frame.on": gettext("Encendido"),
        "frame.view": gettext("Vista de la mesa"),
        "frame.from_pit": gettext("Desde el foso"),
        "frame.from_camera": gettext("Desde la cámara"),
        "felt.dealer": gettext("Croupier"),
        "felt.dealer_low": gettext("croupier"),
        "felt.turn_dealer": gettext("Turno del croupier"),
        "felt.turn_low": gettext("en turno"),
        "felt.due_low": gettext("recibe la próxima carta"),
        "felt.spot": gettext("Casilla {spot}"),
        "felt.spot_low": gettext("casilla {spot}"),
        "felt.soft": gettext("suave"),
        "felt.no_bet": gettext("Sin apuesta"),
        "felt.no_cards": gettext("Sin cartas"),
        "felt.said_bet": gettext("apuesta {amount}"),
        "felt.said_hand": gettext("%(name)s: %(cards)s, total %(total)s")
        % {"name": "{name}", "cards": "{cards}", "total": "{total}"},
        "felt.said_no_cards": gettext("casilla %(spot)s: sin cartas") % {"spot": "{spot}"},
        "felt.said_empty": gettext("mesa sin cartas"),
        "felt.insurance_mark": pgettext("seguro", "S"),
        "felt.hand_bust": gettext("pasada"),
        "felt.hand_doubled": gettext("doblada"),
        "felt.hand_surrendered": gettext("retirada"),
        "felt.hand_void": gettext("nula"),
        "felt.shoe": gettext("Sabot"),
        "felt.cards.one": gettext("carta"),
        "felt.cards.other": gettext("cartas"),
        "felt.cut_in": gettext("corte en {n}"),
        "felt.no_cut": gettext("sin corte"),
        "felt.cut_out": gettext("salió el corte"),
        "felt.discard": gettext("Descartador"),
        "felt.burned.one": gettext("{n} quemada"),
        "felt.burned.other": gettext("{n} quemadas"),
        "felt.extra": gettext("Carta extra"),
        "felt.misplaced": gettext("Fuera de orden"),
        "felt.not_counting": gettext("no cuenta"),
    }
