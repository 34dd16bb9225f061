"""Giving cases to people: one, or several at once, each for itself. Asked again, nothing happens again."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from pitboss.accounts.models import Person
from pitboss.api.acts import AssignAsked, AssignManyAsked
from pitboss.api.described import DONE_WRONG
from pitboss.api.doors import Door
from pitboss.api.schemas import AssignedManySerializer, StepSerializer
from pitboss.casino.models import Casino
from pitboss.incidents.models import Verb
from pitboss.incidents.queries import visible_to
from pitboss.incidents.refusal import NOT_TAKEN, Refused
from pitboss.incidents.takers import taker
from pitboss.incidents.verbs.assign import assign
from pitboss.incidents.verbs.assign_many import Given, assign_many


class Assigning(Door):
    def asked_for(self, given: dict[str, Any]) -> Person | None:
        """Whom the cases go to; None: to nobody. Refused where the badge is nobody's who takes cases here."""
        if given["to"] is None:
            return None
        person = taker(list(Casino.objects.of(self.person)), given["to"], self.person)
        if person is None:
            raise Refused([NOT_TAKEN])
        return person


class Assign(Assigning):
    """Give a case to somebody of surveillance or audit. 201 with the row that says so; 200 with the last such row
    where it is that person's already, 204 where it never was anybody's."""

    @extend_schema(
        tags=["incidents"],
        request=AssignAsked,
        responses={201: StepSerializer, 200: StepSerializer, 204: None, **DONE_WRONG},
    )
    def post(self, request: Request, pk: int) -> Response:
        incident = visible_to(self.person).filter(pk=pk).first()
        if incident is None:
            raise Http404
        asked = AssignAsked(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        step = assign(
            incident=incident, by=self.person, now=timezone.now(), to=self.asked_for(given), words=given["words"]
        )
        if step is not None:
            return Response(StepSerializer(step).data, status=status.HTTP_201_CREATED)
        last = incident.steps.filter(verb=Verb.ASSIGNED).select_related("by", "to").order_by("number").last()
        return Response(StepSerializer(last).data) if last else Response(status=status.HTTP_204_NO_CONTENT)


class AssignMany(Assigning):
    """Give several cases to somebody. Always 200, with what came of each: one that cannot be given keeps none of the
    others."""

    @extend_schema(
        operation_id="v1_incidents_assign_many",
        tags=["incidents"],
        request=AssignManyAsked,
        responses={200: AssignedManySerializer, **DONE_WRONG},
    )
    def post(self, request: Request) -> Response:
        asked = AssignManyAsked(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        among = {incident.pk: incident for incident in visible_to(self.person).filter(pk__in=given["ids"])}
        results = assign_many(
            keys=given["ids"],
            among=among,
            by=self.person,
            now=timezone.now(),
            to=self.asked_for(given),
            words=given["words"],
        )
        return Response({"results": [_told(one) for one in results]})


def _told(one: Given) -> dict[str, Any]:
    return {
        "id": one.pk,
        "folio": one.incident.folio if one.incident else None,
        "step": StepSerializer(one.step).data if one.step else None,
        "reasons": [{"code": why.code, "words": str(why.words)} for why in one.reasons],
    }
