"""What people do with a case. Each address is one verb, answers with the row that it added, and has no other method:
a row is never changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import JSONParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from pitboss.api import acts
from pitboss.api.described import DONE_WRONG
from pitboss.api.doors import Door
from pitboss.api.schemas import StepSerializer
from pitboss.incidents.evidence import NotEvidence
from pitboss.incidents.models import Incident, Step
from pitboss.incidents.queries import visible_to
from pitboss.incidents.verbs.ask_footage import ask_footage
from pitboss.incidents.verbs.close import close
from pitboss.incidents.verbs.comment import comment
from pitboss.incidents.verbs.complete import complete
from pitboss.incidents.verbs.find_footage import find_footage
from pitboss.incidents.verbs.hand_over_cards import hand_over_cards
from pitboss.incidents.verbs.preserve_footage import preserve_footage
from pitboss.incidents.verbs.reopen import reopen
from pitboss.incidents.verbs.review import review
from pitboss.incidents.verbs.rule import rule


class Act(Door):
    """A verb of a case: ``asked`` is the shape of what is sent, ``verb`` what is called with it."""

    asked: ClassVar[type[serializers.Serializer[Any]]]
    verb: ClassVar[Callable[..., Step]]
    parser_classes = [JSONParser]

    def act(self, request: Request, pk: int) -> Response:
        incident = visible_to(self.person).filter(pk=pk).first()
        if incident is None:
            raise Http404
        given = self.asked(data=request.data)
        given.is_valid(raise_exception=True)
        told = given.told() if isinstance(given, acts.CompleteAsked) else given.validated_data
        try:
            step = self._do(incident, told)
        except NotEvidence as why:
            raise serializers.ValidationError({"file": [str(why)]}) from why
        return Response(StepSerializer(step).data, status=status.HTTP_201_CREATED)

    def _do(self, incident: Incident, told: Any) -> Step:
        return type(self).verb(incident=incident, by=self.person, now=timezone.now(), **told)


def _described(asked: type[serializers.Serializer[Any]]) -> Callable[..., Any]:
    return extend_schema(tags=["incidents"], request=asked, responses={201: StepSerializer, **DONE_WRONG})


class Rule(Act):
    """Say how the case was decided."""

    asked, verb = acts.RuleAsked, rule

    @_described(acts.RuleAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class AskFootage(Act):
    """Ask surveillance to keep and see the video."""

    asked, verb = acts.MaybeWordsAsked, ask_footage

    @_described(acts.MaybeWordsAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class PreserveFootage(Act):
    """Say which video is kept, where and by whom. JSON, or a form with the still or clip."""

    asked, verb = acts.PreserveAsked, preserve_footage
    parser_classes = [JSONParser, MultiPartParser]

    @_described(acts.PreserveAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class FindFootage(Act):
    """Sign what the video shows. Surveillance only."""

    asked, verb = acts.FindAsked, find_footage

    @_described(acts.FindAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class Complete(Act):
    """Fill in fields of the report."""

    asked, verb = acts.CompleteAsked, complete

    @_described(acts.CompleteAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class HandOverCards(Act):
    """Say that the sealed envelope went to another keeper."""

    asked, verb = acts.HandOverAsked, hand_over_cards

    @_described(acts.HandOverAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class Review(Act):
    """Find the case fit to be closed, or send it back. Not one's own."""

    asked, verb = acts.ReviewAsked, review

    @_described(acts.ReviewAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class Close(Act):
    """Close the case. Not one's own, nor one that one has reviewed."""

    asked, verb = acts.MaybeWordsAsked, close

    @_described(acts.MaybeWordsAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class Reopen(Act):
    """Begin a new review of a closed case, and say why."""

    asked, verb = acts.WordsAsked, reopen

    @_described(acts.WordsAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class Comment(Act):
    """Add words."""

    asked, verb = acts.WordsAsked, comment

    @_described(acts.WordsAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)
