"""How many queries each page of the desk asks, and that no page asks more of them where there is more to show.

Milliseconds are measured elsewhere (``docs/scale.md``) and say nothing on a busy machine; a page that asks once a row
would be found here.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.test import Client

    from pitboss.accounts.models import Person
    from pitboss.casino.cast import Cast
    from pitboss.incidents.models import Incident
    from tests.played import Play

PAGES: Final = {
    "/incidents/": 11,
    "/incidents/?status=open&table=BJ-01&code=exposed-card&since=2020-01-01&severity=minor": 12,
    "/incidents/?text=carta": 14,
    "/incidents/?page=2": 11,
    "/incidents/CDE/{folio}/": 25,
    "/incidents/CDE/{folio}/?again": 21,
    "/affected/?session={session}": 9,
    "/affected/?finding={finding}": 13,
    "/patterns/": 11,
    "/ledger/": 7,
    "/ledger/{session}/": 8,
    "/complaints/": 8,
    "/due/": 17,
    "/api/v1/incidents/": 3,
    "/api/v1/incidents/{incident}/": 8,
    "/api/v1/findings/": 3,
    "/api/v1/sessions/": 3,
    "/api/v1/sessions/{session}/entries/": 6,
    "/api/v1/sessions/{session}/affected/": 5,
}
"""Who asks takes two. An incident asked for again is not replayed again."""
SHOWN: Final = ("exposed-card", "played-as-if-nothing")
MORE: Final = (("stuck-cards", "the-dealer-chose"), ("deal-order", "nobody-put-it-right"),
               ("dealer-card-over-17", "hard-17-burned"), ("wrong-payout", "natural-paid-at-evens"))  # fmt: skip


def test_no_page_asks_more_queries_for_more_rows(cast: Cast, play: Play, sign_in: Callable[[Person], Client]) -> None:
    for code, name in MORE:
        play(code, name, ago=timedelta(days=40))
    (incident,) = play(*SHOWN, ago=timedelta(days=30))
    browser = sign_in(cast.marta)
    few = asked(browser, incident)
    for days, (code, name) in enumerate(MORE * 6):
        play(code, name, ago=timedelta(days=29 - days))
    many = asked(browser, incident)
    assert few == many == PAGES


def asked(browser: Client, incident: Incident) -> dict[str, int]:
    """Queries of each page, about this incident where a page is about one."""
    cache.clear()
    finding = incident.findings.get()
    counts = {}
    for page in PAGES:
        address = page.format(
            folio=incident.folio, session=incident.session_id, finding=finding.pk, incident=incident.pk
        )
        with CaptureQueriesContext(connection) as captured:
            answer = browser.get(address, follow=True)
        assert answer.status_code == 200, address
        counts[page] = len(captured)
    return counts
