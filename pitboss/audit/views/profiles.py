"""One profile of house rules: its values, what houses have set on top, and its worked examples."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from pitboss.audit.examples import examples_of_profile
from pitboss.audit.house import settings_of
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.replay import profiles as rulebook


@require_safe
@signed_in
def profile(request: PersonRequest, profile: str) -> HttpResponse:
    """Each value with its clause, or that no text gives it; then the examples played by it."""
    language = get_language() or "es"
    every = rulebook.profiles(language)
    place = next((place for place, one in enumerate(every) if one.name == profile), None)
    if place is None:
        raise Http404(f"no profile {profile}")
    return render(
        request,
        "audit/profile.html",
        {
            "profile": every[place],
            "previous": every[place - 1] if place else None,
            "next": every[place + 1] if place + 1 < len(every) else None,
            "settings": settings_of(request.user, profile, language, timezone.now()),
            "examples": examples_of_profile(profile, language),
        },
    )
