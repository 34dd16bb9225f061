"""The catalogue of irregularities."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from pitboss.api.asked import RulesAsked, asked
from pitboss.api.described import NOT_THERE, WRONG
from pitboss.api.doors import Door
from pitboss.api.schemas import RuleSerializer
from pitboss.replay.catalogue import UnknownRule, catalogue, rule


def _language(request: Request) -> str:
    wanted = asked(RulesAsked, request.query_params).validated_data.get("language")
    return wanted or get_language() or "es"


class RuleList(Door):
    """All irregularities of the rulebook, in its order. Not paged: there are some fifty."""

    @extend_schema(
        operation_id="v1_rules_list",
        tags=["rules"],
        parameters=[RulesAsked],
        responses={200: RuleSerializer(many=True), **WRONG},
    )
    def get(self, request: Request) -> Response:
        return Response(RuleSerializer(catalogue(_language(request)), many=True).data)


class RuleDetail(Door):
    """One irregularity by its code."""

    @extend_schema(tags=["rules"], parameters=[RulesAsked], responses={200: RuleSerializer, **WRONG, **NOT_THERE})
    def get(self, request: Request, code: str) -> Response:
        try:
            found = rule(code, _language(request))
        except UnknownRule as unknown:
            raise Http404 from unknown
        return Response(RuleSerializer(found).data)
