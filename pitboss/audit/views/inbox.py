"""The incident list."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from pitboss.accounts.names import STAFF
from pitboss.accounts.permissions import VERBS
from pitboss.audit import inbox as desk
from pitboss.audit.filters import Asked, asked, labels
from pitboss.audit.models import SavedFilter
from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Membership
from pitboss.drawing.chips import CHIPS
from pitboss.incidents.models import Status
from pitboss.incidents.takers import handle, takers
from pitboss.replay.catalogue import titles
from pitboss.replay.models import Outcome, Severity


@require_safe
@signed_in
def incident_list(request: PersonRequest) -> HttpResponse:
    """The inbox; for htmx only what is inside ``main``. Empty values leave the address."""
    wanted = asked(request.GET)
    if not request.htmx and any(not value for value in request.GET.values()):
        return redirect(f"{request.path}{wanted.address()}")
    now = timezone.now()
    works = list(Membership.objects.filter(person=request.user).select_related("casino").order_by("casino__code"))
    casinos = list({one.casino_id: one.casino for one in works}.values())
    names = titles(get_language() or "es")
    with timezone.override(ZoneInfo(casinos[0].timezone) if casinos else None):
        found = desk.inbox(request.user, wanted, names, now)
    sees_staff = any(one.role in VERBS[STAFF] for one in works)
    people = {handle(one): str(one) for one in takers(casinos)} if sees_staff else {}
    saved = SavedFilter.objects.filter(owner=request.user, query=wanted.plain()).first() if wanted.given else None
    context = {
        "inbox": found,
        "asked": wanted,
        "tokens": wanted.tokens(names, people),
        "labels": labels(),
        "casinos": casinos,
        "tables": desk.tables_of(request.user, wanted.filters.casino),
        "titles": sorted(names.items(), key=lambda item: item[1]),
        "choices": _choices(wanted),
        "people": [
            (value, word, wanted.given.get("assigned") == value)
            for value, word in ({"me": gettext("Mí"), "none": gettext("Nadie")} | people).items()
        ],
        "takers": people,
        "sees_staff": sees_staff,
        "may_assign": any(one.role in VERBS["assign"] for one in works),
        "may_export": any(one.role in VERBS["export"] for one in works),
        "sharing": [one.casino for one in works if one.role in VERBS["share_filters"]],
        "plain": wanted.plain(),
        "saved": saved,
        "newest": wanted.address(order="new", page=None) if found.ranked else "",
        "fittest": wanted.address(order=None, page=None) if wanted.given.get("order") and wanted.filters.text else "",
        "cctv_word": gettext("Revisar"),
        "previous_page": wanted.address(page=found.page - 1 or None) if found.page > 1 else "",
        "next_page": wanted.address(page=found.page + 1) if found.page < found.pages else "",
        "open_filters": request.htmx and request.htmx.trigger_name not in (None, "text"),
    }
    response = render(request, "audit/_inbox.html" if request.htmx else "audit/inbox.html", context)
    patch_vary_headers(response, ["HX-Request"])
    if request.htmx:
        response["HX-Push-Url"] = f"{request.path}{wanted.address()}"
    return response


def _choices(wanted: Asked) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    """Name, the words for "any", and the options of each short list."""
    all_of_them = gettext("Todas")
    yes = gettext("Por revisar"), gettext("Sin revisión")
    lists: list[tuple[str, str, list[tuple[str, str]]]] = [
        ("outcome", gettext("Todos"), [(value, str(CHIPS[value].word)) for value in Outcome.values]),
        ("severity", all_of_them, [(value, str(CHIPS[value].word)) for value in reversed(Severity.values)]),
        ("status", gettext("Todos"), [(value, str(label)) for value, label in Status.choices]),
        ("cctv", gettext("Todos"), [("yes", yes[0]), ("no", yes[1])]),
        ("money", gettext("Cualquiera"), [("yes", gettext("Con diferencia"))]),
        ("due", gettext("Cualquier plazo"), [("72h", gettext("Vence en 72 h"))]),
    ]
    return [
        (name, words, [(value, word, wanted.given.get(name) == value) for value, word in options])
        for name, words, options in lists
    ]
