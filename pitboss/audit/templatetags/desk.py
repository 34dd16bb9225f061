"""The side bar of the desk: where one can go, who one is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from pitboss.accounts.permissions import VERBS
from pitboss.audit.excerpts import Piece
from pitboss.audit.saved import Kept, shelf
from pitboss.casino.models import Membership
from pitboss.drawing.templatetags.drawing import cards

register = template.Library()

GO: Final = {
    "/incidents/": "i", "/due/": "d", "/complaints/": "q", "/ledger/": "r", "/patterns/": "p", "/reaudit/": "a",
    "/upload/": "c", "/rules/": "n",
}  # fmt: skip
"""The letter that goes to a page, behind ``g``; the list of keys says them all."""

Link = tuple[str, str, str, Kept | int | None]
"""Icon, address, word, and how much waits there."""


@register.filter
def pieces(text: Iterable[Piece]) -> SafeString:
    """A sentence with drawn cards; what was searched for is marked."""
    shown = ((format_html("<mark>{}</mark>", cards(one.text)) if one.hit else cards(one.text),) for one in text)
    return format_html_join("", "{}", shown)


@register.inclusion_tag("audit/_side.html", takes_context=True)
def side(context: dict[str, Any]) -> dict[str, Any]:
    """Three queries: the person's roles, what filters are saved, and all counts beside them."""
    request = context["request"]
    person = request.user
    memberships = list(Membership.objects.filter(person=person).select_related("casino"))
    roles = {membership.role for membership in memberships}
    casinos = list({membership.casino_id: membership.casino for membership in memberships}.values())
    filters = shelf(person, casinos, timezone.now()) if memberships else None
    inbox = reverse("audit:inbox")
    links: list[Link] = [("inbox", inbox, gettext("Bandeja"), filters.open if filters else None)]
    if person.inspects:
        links.insert(0, ("search", reverse("portal:front"), gettext("Fiscalización"), None))
    links.append(("clock", reverse("audit:due"), gettext("Plazos"), filters.due if filters else None))
    if roles & VERBS["see_complaints"]:
        links.append(("say", reverse("audit:complaints"), gettext("Reclamos"), None))
    links.append(("seal", reverse("audit:ledger"), gettext("Registro"), None))
    if roles & VERBS["see_patterns"]:
        links.append(("chart", reverse("audit:patterns"), gettext("Patrones"), None))
    if roles & VERBS["reaudit"]:
        links.append(("undo", reverse("audit:reaudits"), gettext("Reauditorías"), None))
    if roles & VERBS["bundle"]:
        links.append(("doc", reverse("audit:exports"), gettext("Exportaciones"), None))
    if roles & VERBS["upload"]:
        links.append(("upload", reverse("audit:upload"), gettext("Carga"), None))
        links.append(("swap", reverse("imports:imports"), gettext("Importaciones"), None))
    if roles & (VERBS["print_sheets"] | VERBS["upload"]):
        links.append(("camera", reverse("sheets:sheets"), gettext("Hojas"), None))
    if roles & VERBS["see_staff"]:
        links.append(("search", reverse("sources:sources"), gettext("Dos fuentes"), None))
    links.append(("book", reverse("audit:catalogue"), gettext("Reglamento"), None))
    if roles & VERBS["hold_data"]:
        links.append(("lock", reverse("audit:privacy"), gettext("Datos personales"), None))
    if roles & VERBS["see_setup_log"]:
        links.append(("doc", reverse("audit:setup_log"), gettext("Configuración"), None))
    if roles & VERBS["administer"]:
        links.append(("card", reverse("shoes:shoes"), gettext("Sabots"), None))
    if roles & VERBS["see_accesses"]:
        links.append(("user", reverse("portal:accesses"), gettext("Accesos"), None))
    here = request.path
    return {
        "request": request,
        "person": person,
        "roles": list(dict.fromkeys(membership.get_role_display() for membership in memberships)),
        "casinos": list(dict.fromkeys(membership.casino.name for membership in memberships)),
        "links": [
            (icon, href, word, _number(count), here.startswith(href), GO.get(href, ""))
            for icon, href, word, count in links
        ],
        "inbox": inbox,
        "shelf": filters,
        "address": f"?{request.META['QUERY_STRING']}" if here == inbox and request.META["QUERY_STRING"] else "",
        "csrf_token": context.get("csrf_token"),
    }


def _number(count: Kept | int | None) -> Kept | None:
    return Kept("", "", count) if isinstance(count, int) else count
