"""Re-audits: asked, watched, cancelled, and their difference. For auditors of every casino that one looks into."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response

from pitboss.accounts.permissions import require
from pitboss.api import reaudits as shapes
from pitboss.api.asked import asked
from pitboss.api.described import DONE_WRONG, NOT_THERE, WRONG
from pitboss.api.doors import Door, NewestFirst
from pitboss.casino.models import Casino, Table
from pitboss.reaudit.access import reaudits_of
from pitboss.reaudit.models import Line, Reaudit
from pitboss.reaudit.queries import by_code, by_table, lines, scope, sessions_between
from pitboss.reaudit.verbs.ask import ask
from pitboss.reaudit.verbs.cancel import cancel
from pitboss.reaudit.verbs.retry import retry
from pitboss.replay.readings import EDITION, NotAReading


class ReauditsNewestFirst(NewestFirst):
    ordering = ("-asked_at", "-id")


class LinesInOrder(NewestFirst):
    ordering = ("session_id", "entry", "id")


def _reaudits(door: Door) -> QuerySet[Reaudit]:
    return reaudits_of(door.person).prefetch_related("tables__casino")


class ReauditList(Door, ListAPIView[Reaudit]):
    """Re-audits that you may see, newest first."""

    serializer_class = shapes.ReauditSerializer
    pagination_class = ReauditsNewestFirst
    parser_classes = [JSONParser]
    filter_backends = ()
    queryset = Reaudit.objects.none()

    @extend_schema(tags=["reaudits"], responses={200: shapes.ReauditSerializer(many=True), **WRONG})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        tags=["reaudits"],
        request=shapes.ReauditAsked,
        responses={200: shapes.ScopeSerializer, 201: shapes.ReauditSerializer, **DONE_WRONG},
    )
    def post(self, request: Request) -> Response:
        """Ask for one; with ``only_scope`` only what it would cover is told."""
        given = shapes.ReauditAsked(data=request.data)
        given.is_valid(raise_exception=True)
        told = dict(given.validated_data)
        casino = Casino.objects.of(self.person).filter(code=told.pop("casino")).first()
        if casino is None:
            raise Http404
        require(self.person, "reaudit", casino)
        tables = _tables(casino, told.pop("tables"))
        if told.pop("only_scope"):
            covered = scope(sessions_between(tables, told["since"], told["until"]))
            return Response(shapes.ScopeSerializer(covered).data)
        against = told.pop("against")
        other = None if against is None else get_object_or_404(reaudits_of(self.person), pk=against)
        edition = told.pop("against_edition") or EDITION
        # As it was sent: dates are read, and refused, by the reading itself
        del told["overlay"]
        overlay = request.data.get("overlay") if isinstance(request.data, dict) else None
        try:
            made = ask(
                by=self.person,
                now=timezone.now(),
                tables=tables,
                overlay=overlay or {},
                against=other,
                against_edition=edition,
                **told,
            )
        except NotAReading as why:
            raise serializers.ValidationError({"overlay": [str(why)]}) from why
        shown = _reaudits(self).get(pk=made.pk)
        return Response(shapes.ReauditSerializer(shown).data, status=status.HTTP_201_CREATED)

    def get_queryset(self) -> QuerySet[Reaudit]:
        return _reaudits(self)


class ReauditDetail(Door, RetrieveAPIView[Reaudit]):
    """One re-audit: what was asked, and how far it is."""

    serializer_class = shapes.ReauditSerializer
    queryset = Reaudit.objects.none()

    @extend_schema(tags=["reaudits"], responses={200: shapes.ReauditSerializer, **NOT_THERE})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Reaudit]:
        return _reaudits(self)


class ReauditDifference(Door):
    """How many findings are the same, changed, new and gone, by code and by table."""

    @extend_schema(tags=["reaudits"], responses={200: shapes.DifferenceSerializer, **NOT_THERE})
    def get(self, request: Request, pk: int) -> Response:
        found = get_object_or_404(reaudits_of(self.person), pk=pk)
        return Response(shapes.DifferenceSerializer({"codes": by_code(found), "tables": by_table(found)}).data)


class ReauditLines(Door, ListAPIView[Line]):
    """Finding by finding, in the order of the ledger."""

    serializer_class = shapes.LineSerializer
    pagination_class = LinesInOrder
    filter_backends = ()
    queryset = Line.objects.none()

    @extend_schema(
        tags=["reaudits"],
        parameters=[shapes.LinesAsked],
        responses={200: shapes.LineSerializer(many=True), **WRONG, **NOT_THERE},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Line]:
        wanted = asked(shapes.LinesAsked, self.request.query_params).validated_data
        found = get_object_or_404(reaudits_of(self.person), pk=self.kwargs["pk"])
        verdicts = [wanted["verdict"]] if "verdict" in wanted else []
        return lines(found, verdicts=verdicts, code=wanted.get("code"))


class Act(Door):
    """A verb of a re-audit; it is told nothing."""

    verb: ClassVar[Callable[..., Reaudit]]
    parser_classes = [JSONParser]

    def act(self, pk: int) -> Response:
        found = get_object_or_404(reaudits_of(self.person), pk=pk)
        type(self).verb(reaudit=found, by=self.person, now=timezone.now())
        return Response(shapes.ReauditSerializer(_reaudits(self).get(pk=pk)).data)


class CancelReaudit(Act):
    """Begin no further step of it. What was judged stays."""

    verb = cancel

    @extend_schema(tags=["reaudits"], request=None, responses={200: shapes.ReauditSerializer, **DONE_WRONG})
    def post(self, request: Request, pk: int) -> Response:
        return self.act(pk)


class RetryReaudit(Act):
    """Queue again whatever failed of it."""

    verb = retry

    @extend_schema(tags=["reaudits"], request=None, responses={200: shapes.ReauditSerializer, **DONE_WRONG})
    def post(self, request: Request, pk: int) -> Response:
        return self.act(pk)


def _tables(casino: Casino, names: list[str]) -> list[Table]:
    """The named tables of the casino, all of them where none is named. Raises ValidationError."""
    every = list(Table.objects.filter(casino=casino).select_related("casino").order_by("name"))
    if strange := set(names) - {table.name for table in every}:
        raise serializers.ValidationError({"tables": sorted(strange)})
    return [table for table in every if not names or table.name in names]
