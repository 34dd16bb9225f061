"""The shapes of what falls due."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from rest_framework import serializers

from pitboss.accounts.roles import Role
from pitboss.api.asked import TextField
from pitboss.complaints.models import Complaint
from pitboss.reminders.due import Due, House
from pitboss.reminders.models import Threshold, What


class DueAsked(serializers.Serializer[Any]):
    casino = TextField(required=False, max_length=12)
    table = TextField(required=False, max_length=20)
    what = serializers.ChoiceField(required=False, choices=What.choices)
    near = serializers.ChoiceField(required=False, choices=Threshold.choices, help_text="How near, or run out")
    role = serializers.ChoiceField(required=False, choices=Role.choices, help_text="Whose turn it is")
    until = serializers.DateTimeField(required=False, help_text="Nothing that falls due later")


class DueSerializer(serializers.Serializer[Any]):
    """One thing that falls due. ``seconds_left`` and ``business_days_left`` are negative once it has run out; the last
    day counts, so that what falls due today has no business day left."""

    item = serializers.CharField(help_text="Its name for good: footage:123")
    what = serializers.ChoiceField(choices=What.choices)
    near = serializers.ChoiceField(choices=Threshold.choices, allow_null=True)
    casino = serializers.CharField()
    table = serializers.CharField()
    kind = serializers.ChoiceField(choices=[("incident", "incident"), ("complaint", "complaint")])
    id = serializers.IntegerField(help_text="Of the incident or complaint")
    folio = serializers.CharField()
    role = serializers.CharField(help_text="Whose turn it is")
    due_at = serializers.DateTimeField()
    seconds_left = serializers.IntegerField()
    business_days_left = serializers.IntegerField()


class DueListSerializer(serializers.Serializer[Any]):
    """``lapsed``: run out and nothing done, newest first; ``running``: soonest first. ``whole``: nothing was cut."""

    lapsed = DueSerializer(many=True)
    running = DueSerializer(many=True)
    whole = serializers.BooleanField()


def told(houses: Sequence[House], one: Due, now: datetime) -> dict[str, Any]:
    house = next(house for house in houses if house.casino.pk == one.about.casino_id)
    days = house.days
    return {
        "item": one.item,
        "what": one.what,
        "near": house.threshold(one, now),
        "casino": house.casino.code,
        "table": one.table,
        "kind": "complaint" if isinstance(one.about, Complaint) else "incident",
        "id": one.about.pk,
        "folio": one.about.folio,
        "role": one.role,
        "due_at": one.at,
        "seconds_left": int((one.at - now).total_seconds()),
        "business_days_left": days.between(days.day_of(now), days.day_of(one.at)),
    }
