"""The complaints about an incident, on its page."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from pitboss.audit.complaints import beside
from pitboss.incidents.models import Incident

register = template.Library()


@register.inclusion_tag("audit/_complaints.html", takes_context=True)
def complaints_of(context: dict[str, Any], incident: Incident) -> dict[str, Any]:
    """Two queries."""
    return {"incident": incident, "complaints": beside(incident, context["request"].user, timezone.now())}
