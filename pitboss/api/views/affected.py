"""Rounds between two entries of a session."""

from __future__ import annotations

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from pitboss.accounts.permissions import require
from pitboss.api.affected import LAST, AffectedSerializer, StretchAsked
from pitboss.api.asked import asked
from pitboss.api.described import FORBIDDEN, NOT_THERE, WRONG
from pitboss.api.doors import Door
from pitboss.api.views.ledger import sessions_of
from pitboss.replay.affected import affected_rounds, summed


class AffectedRounds(Door):
    """Every round, hand and bet that a doubt about this stretch of a session may touch. For those who may export."""

    @extend_schema(
        tags=["ledger"],
        parameters=[StretchAsked],
        responses={200: AffectedSerializer, **NOT_THERE, **WRONG, **FORBIDDEN},
    )
    def get(self, request: Request, pk: int) -> Response:
        wanted = asked(StretchAsked, request.query_params).validated_data
        session = get_object_or_404(sessions_of(self), pk=pk)
        require(self.person, "export", session.table.casino)
        first, last = sorted((wanted.get("from", 1), wanted.get("to", LAST)))
        rounds = list(affected_rounds(session.pk, first=first, last=last))
        answer = {"session": session.pk, "from": first, "to": last, "sum": summed(rounds), "rounds": rounds}
        return Response(AffectedSerializer(answer).data)
