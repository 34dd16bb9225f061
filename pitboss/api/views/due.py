"""What falls due, read."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from pitboss.api.asked import asked
from pitboss.api.described import NOBODY, WRONG
from pitboss.api.doors import Door
from pitboss.api.due import DueAsked, DueListSerializer, told
from pitboss.reminders.due import houses_of, lapsed_and_running, sees_complaints_at


class DueList(Door):
    """Everything that falls due at the casinos that you work for, what ran out apart. Complaints for those whose
    business they are. Not paged: whatever is not done is in it, up to 500 of a kind on each side of now."""

    @extend_schema(tags=["due"], parameters=[DueAsked], responses={200: DueListSerializer, **WRONG, **NOBODY})
    def get(self, request: Request) -> Response:
        wanted: dict[str, Any] = dict(asked(DueAsked, request.query_params).validated_data)
        now = timezone.now()
        until: datetime | None = wanted.pop("until", None)
        houses = houses_of(self.person, now)
        complaints = sees_complaints_at(self.person)
        lapsed, running = lapsed_and_running(houses, now, complaints_of=complaints, until=until)
        gone, left = (
            [row for one in part.items if _fits(row := told(houses, one, now), wanted)] for part in (lapsed, running)
        )
        answer = {"lapsed": gone[::-1], "running": left, "whole": lapsed.whole and running.whole}
        return Response(DueListSerializer(answer).data)


def _fits(row: dict[str, Any], wanted: dict[str, Any]) -> bool:
    return all(row[name] == value for name, value in wanted.items())
