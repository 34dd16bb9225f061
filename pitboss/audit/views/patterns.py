"""Patterns of what was found: rates, rulings, and errors that favour one seat."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pitboss.audit import patterns as page
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.incidents.patterns import FALSE_DISCOVERIES, FEWEST_EXPECTED, FEWEST_ROUNDS, patterns
from pitboss.privacy.models import Access
from pitboss.privacy.verbs.record_access import record_access
from pitboss.replay.catalogue import titles


@require_safe
@signed_in
def show(request: PersonRequest) -> HttpResponse:
    """``casino``, ``since``, ``until``, ``code``; ``names=yes`` for those who may read names."""
    casinos = page.casinos_of(request.user)
    if not casinos:
        raise PermissionDenied(f"{request.user} may see patterns at no casino")
    words = titles(get_language() or "es")
    wanted = page.asked(request.GET, casinos, words, timezone.now())
    if wanted.named:
        record_access(
            by=request.user,
            casinos=[wanted.period.casino],
            what=Access.What.NAMES,
            named=True,
            now=timezone.now(),
            asked=wanted.address(),
        )
    found = patterns(wanted.period)
    names = page.Names(wanted.period.casino, page.badges_of(found), named=wanted.named)
    return render(
        request,
        "audit/patterns.html",
        {
            "asked": wanted,
            "casinos": list(casinos),
            "titles": sorted(words.items(), key=lambda item: item[1]),
            "found": found,
            "charts": [page.shown(chart, names, words) for chart in found.charts],
            "rulings": page.shown_rulings(found.rulings, names, words),
            "favours": page.shown_favours(found, names),
            "with_names": wanted.address(names="yes"),
            "without_names": wanted.address(names=None),
            "fewest_rounds": FEWEST_ROUNDS,
            "fewest_expected": f"{FEWEST_EXPECTED:.0f}",
            "false_discoveries": f"{FALSE_DISCOVERIES:.0%}".removesuffix("%"),
        },
    )
