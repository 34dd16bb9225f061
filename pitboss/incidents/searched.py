"""What a case is found by: its folio, table, codes and badges, and what the rules say of it in both languages.

What people say about it later is added by the database, with each step; how all of it becomes words, and how a search
is read, is in migration ``0007_search_and_assignment``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.contrib.postgres.search import SearchQuery, SearchQueryField
from django.db.models import Func, Value

from pitboss.incidents.models import Incident, Searched
from pitboss.replay.models import Finding

_FROM_FINDINGS: Final = ["marks", "titles_es", "titles_en", "told_es", "told_en"]


class Sought(SearchQuery):
    """What somebody typed, as PostgreSQL looks for it: ``words "a phrase" -without this or that``, with accents or
    not, in Spanish or English; a word may also be how a folio, table, code or badge begins. ``loose``: any of them."""

    output_field = SearchQueryField()

    def __init__(self, typed: str, *, loose: bool = False, **options: Any) -> None:
        # Not SearchQuery's own, which would wrap the words in one of PostgreSQL's readers; ours is called instead
        self.function = "incidents_asked"
        self.invert = False
        Func.__init__(self, Value(typed.replace("\0", "")), Value(loose), output_field=SearchQueryField(), **options)

    def as_sql(self, *args: Any, **options: Any) -> tuple[str, Any]:
        return Func.as_sql(self, *args, **options)


def remember(cases: Iterable[tuple[Incident, Sequence[Finding]]]) -> None:
    """Write down what these cases (saved, with their table) are found by: one statement, whatever was there."""
    rows = [searched(incident, findings) for incident, findings in cases]
    Searched.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["incident"], update_fields=_FROM_FINDINGS, batch_size=500
    )


def searched(incident: Incident, findings: Sequence[Finding]) -> Searched:
    """As the findings tell it, whatever became of them: what a correction took away is still found by its words."""
    marks = [incident.folio, incident.table.name]
    marks += [mark for one in findings for mark in (one.code, one.dealer, one.supervisor)]
    return Searched(
        incident=incident,
        marks=list(dict.fromkeys(mark for mark in marks if mark)),
        titles_es=_lines(findings, "es", "title"),
        titles_en=_lines(findings, "en", "title"),
        told_es=_lines(findings, "es", "message"),
        told_en=_lines(findings, "en", "message"),
    )


def _lines(findings: Sequence[Finding], language: str, part: str) -> str:
    return "\n".join(dict.fromkeys(str(one.text(language).get(part) or "") for one in findings)).strip()
