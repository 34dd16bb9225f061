"""What the boxes of a sheet are called, on paper and on the page that confirms it."""

from __future__ import annotations

from django.utils.translation import gettext

from pitboss.sheets import layout as at


def irregularity_words() -> dict[str, str]:
    """By code, in the order of the sheet: short, since they stand over a row of boxes."""
    words = (
        gettext("Carta descubierta"),
        gettext("Cartas de más al término"),
        gettext("Cartas pegadas"),
        gettext("Sabot agotado en el pase"),
        gettext("Error de reparto"),
        gettext("Jugador sin cartas"),
        gettext("Carta al suelo"),
        gettext("Banca: carta con 17 o más"),
        gettext("Carta no pedida"),
    )
    return dict(zip(at.IRREGULARITIES, words, strict=True))


def act_words() -> dict[str, str]:
    words = (gettext("Dobla"), gettext("Separa"), gettext("Se retira"), gettext("Seguro"))
    return dict(zip(at.ACTS, words, strict=True))


def result_words() -> dict[str, str]:
    words = (
        gettext("Ganó"),
        gettext("Black Jack"),
        gettext("Perdió"),
        gettext("Empate"),
        gettext("S. pagado"),
        gettext("S. perdido"),
    )
    return dict(zip((*at.RESULTS, *at.INSURANCE), words, strict=True))


def flag_words() -> dict[str, str]:
    words = (
        gettext("Mazos revisados: 6 × 52, dorsos 3 y 3, sin secuencia"),
        gettext("Mezclado: chemin y normal (2)"),
        gettext("Cortado; cartas tras el corte: ______"),
        gettext("Salió la carta de corte"),
        gettext("Terminó el sabot"),
        gettext("Se pidió guardar CCTV"),
    )
    return dict(zip(at.FLAGS, words, strict=True))
