"""The rulebook as pages."""

from __future__ import annotations

import re

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pitboss.audit.examples import examples
from pitboss.audit.filters import labels
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.audit.telling import role_name
from pitboss.drawing.chips import CHIPS
from pitboss.replay import catalogue as rulebook
from pitboss.replay.models import Severity
from pitboss.replay.profiles import profiles


@require_safe
@signed_in
def catalogue(request: PersonRequest) -> HttpResponse:
    """All irregularities, narrowed by words or severity."""
    language = get_language() or "es"
    words, severity = request.GET.get("text", "").strip(), request.GET.get("severity", "")
    rules = rulebook.catalogue(language)
    asked = words.casefold().split()
    shown = [
        rule
        for rule in rules
        if (severity not in Severity.values or rule.severity == severity)
        and all(word in f"{rule.code} {rule.title} {rule.law}".casefold() for word in asked)
    ]
    return render(
        request,
        "audit/catalogue.html",
        {
            "rules": [(rule, role_name(rule.decides)) for rule in shown],
            "total": len(rules),
            "edition": rules[0].edition if rules else "",
            "words": words,
            "severity": severity,
            "severities": [(value, CHIPS[value].word) for value in reversed(Severity.values)],
            "severity_label": labels()["severity"],
            "profiles": profiles(language),
        },
    )


@require_safe
@signed_in
def rule(request: PersonRequest, code: str) -> HttpResponse:
    """One irregularity: text, citation, worked examples."""
    language = get_language() or "es"
    rules = rulebook.catalogue(language)
    place = next((place for place, one in enumerate(rules) if one.code == code), None)
    if place is None:
        raise Http404(f"no rule {code}")
    shown = rules[place]
    return render(
        request,
        "audit/rule.html",
        {
            "rule": shown,
            "announce": re.sub(r"\{\w+\}", "…", shown.announce or ""),
            "decides": role_name(shown.decides),
            "previous": rules[place - 1] if place else None,
            "next": rules[place + 1] if place + 1 < len(rules) else None,
            "examples": examples(code, language),
            "elsewhere": rulebook.elsewhere(code, language),
        },
    )
