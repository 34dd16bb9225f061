"""A template, data and a language in, the bytes of a PDF out: what every printed report stands on.

Templates are typst files in ``templates/reports``. Data reaches them as one JSON value and never as source, so no
text of a person or a file can become markup. The result is PDF/A-2a and PDF/UA-1: typst refuses a picture without an
alternative text, and a document without a title. The same template, data and date give the same bytes.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any, Final

import typst

from pitboss.home import CHECKOUT
from pitboss.languages import of_two
from pitboss.reports.fonts import inter

TEMPLATES: Final = CHECKOUT / "templates" / "reports"
STANDARDS: Final[list[Any]] = ["a-2a", "ua-1"]

log = logging.getLogger(__name__)


class NotTypeset(RuntimeError):
    """The template does not exist, or could not be set with this data; the message says where."""


def typeset(template: str, data: Mapping[str, Any], *, language: str, dated: datetime) -> bytes:
    """The PDF. ``template`` is a file's name without ``.typ``; ``data`` holds JSON values only.

    ``dated``, with its offset, is when the document says it was made: of what it tells about, never now.
    The template finds the data in ``sys.inputs.data`` and ``es`` or ``en`` in ``sys.inputs.language``.
    """
    source = TEMPLATES / f"{template}.typ"
    if not template.isidentifier() or not source.is_file():
        raise NotTypeset(f"there is no template {template!r} in {TEMPLATES}")
    inputs = {
        "data": json.dumps(data, ensure_ascii=False, sort_keys=True),
        "language": of_two(language),
    }
    try:
        pdf, warnings = typst.compile_with_warnings(
            source,
            root=TEMPLATES,
            font_paths=fonts(),
            sys_inputs=inputs,
            format="pdf",
            pdf_standards=STANDARDS,
            timestamp=int(dated.timestamp()),
        )
    except typst.TypstError as why:
        raise NotTypeset(f"{template}: {why.diagnostic or why.message}") from why
    for warning in warnings:
        log.warning("%s: %s", template, warning.diagnostic or warning.message)
    if not isinstance(pdf, bytes):
        raise NotTypeset(f"{template}: typst gave no document")
    return pdf


@cache
def fonts() -> typst.Fonts:
    """Inter, and what typst brings along; never the machine's own, which differ from one to the next."""
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[str(inter())])
