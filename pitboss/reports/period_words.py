"""What the report of a period says beside its cases: headings, the words it uses, and what it cannot know."""

from __future__ import annotations

from django.utils.translation import gettext


def period_words() -> dict[str, str]:
    """In the language that is active."""
    return {
        "for-request": gettext("La solicitud"),
        "evidence": gettext("De qué registro sale"),
        "contents": gettext("Incidentes"),
        "summary": gettext("Resumen"),
        "withdrawn-note": gettext("Los retirados por una corrección van en su sección y no se cuentan."),
        "chart-note": gettext(
            "Incidentes por cada 1.000 pases. Línea: la tasa de todas. Franjas: límites de 95 % y de 99,7 %, donde hay "
            "pases bastantes. Rombo o triángulo: fuera de ellos; pide mirar, no dice culpa."
        ),
        "code-note": gettext("Incidentes por cada 1.000 pases, con el intervalo exacto de 95 % de cada uno."),
        "group": gettext("Grupo"),
        "rounds": gettext("Pases"),
        "incidents": gettext("Incidentes"),
        "rate": gettext("Por 1.000"),
        "interval": gettext("Intervalo 95 %"),
        "limits": gettext("Límites 95 %"),
        "share": gettext("Parte"),
        "outcome": gettext("Resultado"),
        "when": gettext("Ocurrió"),
        "where": gettext("Mesa y pase"),
        "irregularity": gettext("Irregularidad"),
        "on-page": gettext("Página"),
        "none": gettext("En este período y con estos filtros no hay incidentes."),
        "glossary": gettext("Glosario"),
        "not-recorded": gettext("Lo que no está registrado"),
        "scan": gettext(
            "El código lleva la huella de la solicitud. Este archivo va dentro del paquete, que tiene su huella y la "
            "del punto de control; se comprueban sin nosotros con pitboss_verify.py (VERIFY.md)."
        ),
        "case-hash": gettext("Huella de la historia:"),
    }


def glossary() -> list[tuple[str, str]]:
    return [
        (gettext("Pase"), gettext("Una ronda de juego, de las apuestas a la liquidación.")),
        (gettext("Casilla"), gettext("El lugar de la mesa en que se apuesta; 3.2 es la segunda mano de la 3.")),
        (gettext("Sabot"), gettext("El porta naipes del que salen las cartas.")),
        (gettext("Hallazgo"), gettext("Una irregularidad que las reglas vieron en los eventos de la mesa.")),
        (gettext("Incidente"), gettext("Un caso, con su folio: uno o más hallazgos del mismo pase.")),
        (gettext("Cumplida, contraria"), gettext("Se hizo lo que el texto prescribe, o se hizo otra cosa.")),
        (gettext("Anotada"), gettext("El texto no prescribe nada que hacer en la mesa: queda escrita.")),
        (gettext("Asiento"), gettext("Un evento guardado con su huella, que cubre todos los anteriores de su sesión.")),
        (gettext("Punto de control"), gettext("La raíz firmada del árbol de todos los asientos de todas las mesas.")),
    ]


def not_recorded() -> list[str]:
    return [
        gettext("Solo está lo que alguien o algo registró. Una irregularidad que nadie anotó no aparece."),
        gettext("La decisión de un jugador con otras cartas no se supone: donde haría falta dice «sin cálculo»."),
        gettext("El dinero es el de los eventos de la mesa. No se contó la bandeja de fichas."),
        gettext("El video no está aquí: se dice si se pidió, se guardó y qué se vio, con la huella del archivo."),
        gettext("Las reglas van en nuestras palabras; la redacción oficial está en la fuente citada."),
    ]
