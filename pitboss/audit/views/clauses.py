"""Clause coverage: what the texts say, beside what holds it."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pitboss.audit.regulation import result_words
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.audit.telling import bet_name
from pitboss.replay.coverage import coverage, holes, profiles


@require_safe
@signed_in
def clauses(request: PersonRequest) -> HttpResponse:
    """Every clause of the texts, narrowed by profile and words."""
    language = get_language() or "es"
    known = profiles(language)
    profile = request.GET.get("profile", "")
    profile = profile if profile in dict(known) else ""
    words = request.GET.get("text", "").strip()
    asked = words.casefold().split()
    texts = coverage(language, profile or None)
    every = [clause for text in coverage(language) for clause in text.clauses]
    explained = sum(1 for clause in every if clause.nature)
    shown = [
        replace(
            text,
            clauses=tuple(
                replace(clause, settled=tuple((bet_name(bet), result_words(result)) for bet, result in clause.settled))
                for clause in text.clauses
                if clause.has(asked)
            ),
        )
        for text in texts
    ]
    return render(
        request,
        "audit/clauses.html",
        {
            "texts": [text for text in shown if text.clauses],
            "shown": sum(len(text.clauses) for text in shown),
            "total": len(every),
            "explained": explained,
            "carried": len(every) - explained,
            "holes": holes(),
            "profiles": known,
            "profile": profile,
            "words": words,
        },
    )
