"""Headings and labels of what is printed of a case."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext

from pitboss.drawing.cards import suit_names

ICONS: Final = (
    "critical", "major", "minor", "pending", "followed", "contrary", "superseded", "noted", "camera",
)  # fmt: skip


def case_words() -> dict[str, str]:
    """In the language that is active."""
    return {
        "folio": gettext("Folio"),
        "page": gettext("página"),
        "of": gettext("de"),
        "content-hash": gettext("Huella del contenido, SHA-256:"),
        "severity": gettext("Gravedad y resultado"),
        "happened": gettext("Qué ocurrió"),
        "table": gettext("La mesa en ese momento"),
        "table-note": gettext(
            "El número bajo cada carta es su orden de salida. Borde grueso: la carta de que se trata."
        ),
        "prescribed-done": gettext("Prescrito y hecho"),
        "rule": gettext("Regla, en nuestras palabras"),
        "prescribed": gettext("Prescrito"),
        "nothing": gettext("Nada que hacer en la mesa: se anota."),
        "announce": gettext("Anunciar:"),
        "decides": gettext("Decide:"),
        "done": gettext("Hecho"),
        "undone": gettext("No hay registro de que se hiciera algo."),
        "lapsed": gettext("No hay registro de que se hiciera. El juego siguió así:"),
        "compared": gettext("Como se jugó y orden reglamentario"),
        "compared-note": gettext("Supone las mismas decisiones. Donde se habría decidido otra cosa, no se inventa."),
        "spot": gettext("Casilla"),
        "played": gettext("Como se jugó"),
        "by-order": gettext("Orden reglamentario"),
        "total": gettext("Total"),
        "events": gettext("Eventos del pase"),
        "no-events": gettext("No hay asientos que mostrar."),
        "entry": gettext("Asiento"),
        "at": gettext("Hora"),
        "event": gettext("Evento"),
        "detail": gettext("Detalle"),
        "money": gettext("Efecto en dinero, por casilla"),
        "money-note": gettext("Positivo: se debe al jugador. Los totales no se compensan entre sí."),
        "cards": gettext("Cartas"),
        "bet": gettext("Apuesta"),
        "stake": gettext("Monto"),
        "due": gettext("Corresponde"),
        "moved": gettext("Se hizo"),
        "difference": gettext("Diferencia"),
        "corrected": gettext("Corregido"),
        "reported": gettext("Lo informado"),
        "custody": gettext("Cartas retiradas y su custodia"),
        "envelope": gettext("Sobre"),
        "holder": gettext("Quién las tiene"),
        "initials": gettext("Iniciales"),
        "since": gettext("Desde"),
        "until": gettext("Hasta"),
        "unsaid": gettext("Lo que falta por registrar"),
        "history": gettext("Historia del caso"),
        "number": gettext("N.º"),
        "what": gettext("Paso"),
        "who-said": gettext("Quién y qué dijo"),
        "signature": gettext("Firma"),
        "proof": gettext("Prueba en el registro"),
        "holds": gettext("Las huellas se calcularon de nuevo al hacer este informe y calzan."),
        "broken": gettext("LAS HUELLAS NO CALZAN: algo del registro cambió."),
        "hash": gettext("Huella del asiento, encadenada con todos los anteriores de la sesión"),
        "fingerprint": gettext("Huella de la historia del caso, SHA-256:"),
        "signatures": gettext("Firmas"),
        "simple": gettext("FES"),
        "simple-note": gettext(
            "FES: firma electrónica simple (Ley 19.799), calculada por el sistema sobre cada paso para quien lo dijo."
        ),
        "unsigned": gettext("Nadie ha firmado todavía."),
        **suit_names(),
    }
