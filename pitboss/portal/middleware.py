"""What is different for an inspector: nothing can be written, and whatever is asked is written down."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import Any, Final

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino
from pitboss.portal.period import inspected_by
from pitboss.privacy.models import Access
from pitboss.privacy.verbs.record_access import record_access

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
NOT_CASINOS: Final = frozenset({"accounts", "evidence", "verify"})
"""Namespaces of pages that show nothing of a casino."""
NOT_OF_A_CASINO: Final = frozenset({"audit:theme", "portal:sign_in"})
MAY_SEND: Final = frozenset({
    "audit:theme",
    "audit:session",  # walks a chain
    "audit:filters", "audit:save_filter", "audit:rename_filter", "audit:drop_filter",  # one's own addresses
    # bundles, which are logged with their reason as well
    "audit:export", "audit:exports", "audit:export_retry", "api:exports", "api:retry-export",
    "portal:sign_in",
})  # fmt: skip
"""Views that take more than a GET and change nothing of a casino's record."""


class InspectorMiddleware(MiddlewareMixin):
    """The line is written before the answer leaves: what cannot be logged is not shown.

    An answer of 304 tells nothing that was not told before, and is not a line of its own.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        person = request.user
        if isinstance(person, Person) and person.inspects and not may_ask(request):
            raise PermissionDenied(f"{person.username} inspects, and writes nothing")
        return None

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        person = getattr(request, "user", None)
        if isinstance(person, Person) and person.inspects and response.status_code != 304 and _is_of_casinos(request):
            record_access(
                by=person,
                casinos=_casinos(request, person),
                what=Access.What.VISIT,
                named=True,
                now=timezone.now(),
                asked=request.get_full_path(),
                method=str(request.method),
                status=response.status_code,
                address=_address(request),
            )
        return response


def may_ask(request: HttpRequest) -> bool:
    """Does this request leave the casino's record as it is?"""
    match = request.resolver_match
    return request.method in SAFE or bool(match and (match.namespace == "accounts" or match.view_name in MAY_SEND))


def _is_of_casinos(request: HttpRequest) -> bool:
    match = request.resolver_match
    return bool(match and match.namespace not in NOT_CASINOS and match.view_name not in NOT_OF_A_CASINO)


def _casinos(request: HttpRequest, person: Person) -> list[Casino]:
    """The casino that the address names, where it is one of the inspector's; else all of them."""
    theirs = list(inspected_by(person))
    match = request.resolver_match
    named = (match.kwargs.get("casino") if match else None) or request.GET.get("casino")
    return [casino for casino in theirs if casino.code == named] or theirs


def _address(request: HttpRequest) -> str | None:
    try:
        return str(ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")))
    except ValueError:
        return None
