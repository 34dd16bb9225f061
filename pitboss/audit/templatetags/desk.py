"""The side bar of the desk: where one can go, who one is."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from pitboss.accounts.permissions import VERBS
from pitboss.audit.inbox import saved_filters
from pitboss.casino.models import Membership

register = template.Library()


@register.inclusion_tag("audit/_side.html", takes_context=True)
def side(context: dict[str, Any]) -> dict[str, Any]:
    """Two queries: the person's roles, and the counts beside the filters."""
    request = context["request"]
    person = request.user
    memberships = list(Membership.objects.filter(person=person).select_related("casino"))
    roles = {membership.role for membership in memberships}
    counts = saved_filters(person, timezone.now()) if memberships else {}
    inbox = reverse("audit:inbox")
    links = [("inbox", inbox, gettext("Bandeja"), counts.get("open"))]
    links.append(("seal", reverse("audit:ledger"), gettext("Registro"), None))
    if roles & VERBS["see_patterns"]:
        links.append(("chart", reverse("audit:patterns"), gettext("Patrones"), None))
    if roles & VERBS["upload"]:
        links.append(("upload", reverse("audit:upload"), gettext("Carga"), None))
    links.append(("book", reverse("audit:catalogue"), gettext("Reglamento"), None))
    saved = [
        (f"{inbox}?status=open&due=72h", gettext("Video vence en 72 h"), counts.get("due", 0)),
        (f"{inbox}?outcome=contrary&status=open", gettext("Contrarias"), counts.get("contrary", 0)),
        (f"{inbox}?status=open&money=yes", gettext("Diferencia de dinero"), counts.get("money", 0)),
        (f"{inbox}?severity=critical&status=open", gettext("Críticas"), counts.get("critical", 0)),
    ]
    here = request.path
    return {
        "request": request,
        "person": person,
        "roles": list(dict.fromkeys(membership.get_role_display() for membership in memberships)),
        "casinos": list(dict.fromkeys(membership.casino.name for membership in memberships)),
        "links": [(*link, here == link[1] or here.startswith(link[1])) for link in links],
        "saved": [(*one, request.get_full_path() == one[0]) for one in saved] if memberships else [],
        "csrf_token": context.get("csrf_token"),
    }
