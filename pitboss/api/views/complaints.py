"""Complaints of players: read, taken, and each of their steps. An address of a step is one verb and answers with the
row that it added."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response

from pitboss.accounts.permissions import may
from pitboss.api import complaints as shapes
from pitboss.api.acts import MaybeWordsAsked, WordsAsked
from pitboss.api.asked import asked
from pitboss.api.described import DONE_WRONG, NOT_THERE, WRONG
from pitboss.api.doors import Door, NewestFirst
from pitboss.casino.models import Casino, Table
from pitboss.complaints.models import Complaint, ComplaintStep
from pitboss.complaints.queries import complaint_list, visible_to, with_history
from pitboss.complaints.verbs.answer import answer
from pitboss.complaints.verbs.appeal import appeal
from pitboss.complaints.verbs.close import close
from pitboss.complaints.verbs.comment import comment
from pitboss.complaints.verbs.decide import decide
from pitboss.complaints.verbs.extend import extend
from pitboss.complaints.verbs.issue_receipt import issue_receipt
from pitboss.complaints.verbs.link import link
from pitboss.complaints.verbs.receive import Who, receive
from pitboss.complaints.verbs.withdraw import withdraw
from pitboss.incidents import queries as incident_queries
from pitboss.incidents.models import Incident


class ComplaintsNewestFirst(NewestFirst):
    ordering = ("-received_at", "-id")


class ComplaintList(Door, ListAPIView[Complaint]):
    """Complaints of the casinos where your role has to do with them, newest first."""

    serializer_class = shapes.ComplaintSerializer
    pagination_class = ComplaintsNewestFirst
    parser_classes = [JSONParser]
    filter_backends = ()
    queryset = Complaint.objects.none()

    @extend_schema(
        tags=["complaints"],
        parameters=[shapes.ComplaintsAsked],
        responses={200: shapes.ComplaintSerializer(many=True), **WRONG},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        tags=["complaints"],
        request=shapes.ReceiveAsked,
        responses={201: shapes.ComplaintDetailSerializer, **DONE_WRONG},
    )
    def post(self, request: Request) -> Response:
        """Take a complaint. One that comes after its term is taken too, and marked."""
        given = shapes.ReceiveAsked(data=request.data)
        given.is_valid(raise_exception=True)
        told = dict(given.validated_data)
        casino = Casino.objects.of(self.person).filter(code=told["casino"]).first()
        if casino is None:
            raise Http404
        if not may(self.person, "take_complaint", casino):
            raise PermissionDenied
        told |= {
            "casino": casino,
            "table": self._table(casino, told["table"]),
            "incidents": self._incidents(casino, told["incidents"]),
            "who": Who(**told["who"]),
        }
        taken = receive(by=self.person, now=timezone.now(), **told)
        shown = with_history(visible_to(self.person)).get(pk=taken.pk)
        return Response(shapes.ComplaintDetailSerializer(shown).data, status=status.HTTP_201_CREATED)

    def get_queryset(self) -> QuerySet[Complaint]:
        wanted = asked(shapes.ComplaintsAsked, self.request.query_params).filters()
        return complaint_list(self.person, wanted, timezone.now())

    def _table(self, casino: Casino, name: str | None) -> Table | None:
        if name is None:
            return None
        table = Table.objects.filter(casino=casino, name=name).first()
        if table is None:
            raise serializers.ValidationError({"table": [f"{name!r}"]})
        return table

    def _incidents(self, casino: Casino, wanted: list[int]) -> list[Incident]:
        found = incident_queries.visible_to(self.person).filter(casino=casino).in_bulk(wanted)
        if strange := [pk for pk in wanted if pk not in found]:
            raise serializers.ValidationError({"incidents": [str(pk) for pk in strange]})
        return list(found.values())


class ComplaintDetail(Door, RetrieveAPIView[Complaint]):
    """One complaint with its history and its incidents."""

    serializer_class = shapes.ComplaintDetailSerializer
    queryset = Complaint.objects.none()

    @extend_schema(tags=["complaints"], responses={200: shapes.ComplaintDetailSerializer, **NOT_THERE})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Complaint]:
        return with_history(visible_to(self.person))


class ComplaintAct(Door):
    """A verb of a complaint: ``asked`` is the shape of what is sent, ``verb`` what is called with it."""

    asked: ClassVar[type[serializers.Serializer[Any]]]
    verb: ClassVar[Callable[..., ComplaintStep]]
    parser_classes = [JSONParser]

    def act(self, request: Request, pk: int) -> Response:
        complaint = visible_to(self.person).filter(pk=pk).first()
        if complaint is None:
            raise Http404
        given = self.asked(data=request.data)
        given.is_valid(raise_exception=True)
        told = self.told(complaint, dict(given.validated_data))
        step = type(self).verb(complaint=complaint, by=self.person, now=timezone.now(), **told)
        return Response(shapes.ComplaintStepSerializer(step).data, status=status.HTTP_201_CREATED)

    def told(self, complaint: Complaint, given: dict[str, Any]) -> dict[str, Any]:
        """As the verb takes it."""
        return given


def _described(asked: type[serializers.Serializer[Any]]) -> Callable[..., Any]:
    return extend_schema(
        tags=["complaints"], request=asked, responses={201: shapes.ComplaintStepSerializer, **DONE_WRONG}
    )


class IssueReceipt(ComplaintAct):
    """Say that the player was given a receipt, in which language and how."""

    asked, verb = shapes.ReceiptAsked, issue_receipt

    @_described(shapes.ReceiptAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class Link(ComplaintAct):
    """Link the complaint to an incident; its video is held for longer."""

    asked, verb = shapes.LinkAsked, link

    @_described(shapes.LinkAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)

    def told(self, complaint: Complaint, given: dict[str, Any]) -> dict[str, Any]:
        incident = incident_queries.visible_to(self.person).filter(pk=given["incident"]).first()
        if incident is None:
            raise serializers.ValidationError({"incident": [str(given["incident"])]})
        return given | {"incident": incident}


class Answer(ComplaintAct):
    """Sign the casino's answer. Not one's own ruling."""

    asked, verb = shapes.AnswerAsked, answer

    @_described(shapes.AnswerAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class Appeal(ComplaintAct):
    """Note that the player went to the regulator."""

    asked, verb = shapes.AppealAsked, appeal

    @_described(shapes.AppealAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class Extend(ComplaintAct):
    """Note that the regulator took the longer term."""

    asked, verb = shapes.ExtendAsked, extend

    @_described(shapes.ExtendAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class Decide(ComplaintAct):
    """Note what the regulator decided."""

    asked, verb = shapes.DecideAsked, decide

    @_described(shapes.DecideAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class Close(ComplaintAct):
    """Close it: the regulator has decided, or the term to go there is over."""

    asked, verb = MaybeWordsAsked, close

    @_described(MaybeWordsAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class Withdraw(ComplaintAct):
    """The player takes it back; say how that is known."""

    asked, verb = WordsAsked, withdraw

    @_described(WordsAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)


class Comment(ComplaintAct):
    """Add words."""

    asked, verb = WordsAsked, comment

    @_described(WordsAsked)
    def post(self, request: Request, pk: int) -> Response:
        return self.act(request, pk)
