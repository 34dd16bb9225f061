"""The report of one incident on paper, for whoever may see the case, with the names that he or she may read."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Any

from django.utils import translation
from django.utils.translation import gettext

from pitboss.drawing.qr import qr
from pitboss.languages import of_two
from pitboss.ledger.canonical import canonical
from pitboss.reports.case_told import Told, case_told
from pitboss.reports.case_words import ICONS, case_words
from pitboss.reports.pictures import NAMESPACE, icon_pictures, suit_pictures
from pitboss.reports.typeset import typeset


def incident_report(it: Told, *, language: str, verify: str) -> tuple[bytes, str]:
    """The PDF, in ``es`` or ``en``, and the canonical text whose hash is printed on it. ``verify``: address of the page
    where hashes are looked up, to which the printed code leads. The same history, reader and address give the same."""
    spoken = of_two(language)
    with translation.override("en" if spoken == "en" else "es-cl"):
        data = contents(it, verify)
    return typeset("incident", data, language=spoken, dated=as_of(it)), canonical(data["case"])


def as_of(it: Told) -> datetime:
    """What the report is about ends here: the newest step of the case, or the last event of its round."""
    steps = [step.at for step in it.incident.steps.all()]
    return max([it.incident.recorded_at, *steps, *(one.entry.received_at for one in it.played[-1:])])


def contents(it: Told, verify: str) -> dict[str, Any]:
    """All that the pages say, as JSON values, in the language that is active. ``hash`` is over the case as it is told
    here: a document cannot hold the hash of its own file."""
    told = case_told(it)
    content = content_hash(told)
    code = qr(f"{verify}#{content}", gettext("Código con la dirección de verificación y la huella del contenido"))
    return {
        "words": case_words()
        | {"scan": gettext("El código lleva a la página de verificación con la huella del contenido de este informe.")},
        "title": gettext("Informe de incidente de mesa"),
        "version": gettext("Versión completa") if it.names.staff else gettext("Versión sin nombres"),
        "case": told,
        "hash": content,
        "qr": str(code).replace("<svg ", f"<svg {NAMESPACE} ", 1),
        "qr_alt": gettext("Código QR: lleva a la verificación del informe %(folio)s") % {"folio": it.incident.folio},
        "suits": suit_pictures(),
        "icons": icon_pictures(*ICONS),
    }


def content_hash(told: dict[str, Any]) -> str:
    """SHA-256 over the canonical JSON of a case as it is told: 64 hex digits."""
    return hashlib.sha256(canonical(told).encode()).hexdigest()
