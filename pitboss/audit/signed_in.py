"""The door of every page of the desk: somebody has signed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django_htmx.middleware import HtmxDetails

from pitboss.accounts.models import Person


class PersonRequest(HttpRequest):
    """A request of somebody known. ``htmx`` is true when a script asks for a piece of the page."""

    user: Person
    htmx: HtmxDetails


def signed_in(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Whoever has not signed in is sent to do it, and comes back here."""
    return cast("Callable[..., Any]", login_required(view))
