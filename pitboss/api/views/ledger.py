"""The ledger, read and verified."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from pitboss.accounts.permissions import may, require
from pitboss.api.asked import EntriesAsked, SessionsAsked, asked
from pitboss.api.described import FORBIDDEN, NOT_THERE, WRONG
from pitboss.api.doors import Door, InLedgerOrder, SessionsNewestFirst
from pitboss.api.schemas import EntrySerializer, SessionSerializer, VerifiedSerializer
from pitboss.casino.models import Casino, TableSession
from pitboss.ledger.models import Entry
from pitboss.ledger.verify import verify
from pitboss.replay.models import Round


def sessions_of(door: Door) -> QuerySet[TableSession]:
    """Sessions of the person's casinos with table, casino and the head of the chain: one query."""
    return TableSession.objects.filter(table__casino__in=Casino.objects.of(door.person).order_by()).select_related(
        "table__casino", "head"
    )


class SessionList(Door, ListAPIView[TableSession]):
    """Table sessions, and where the ledger of each ends."""

    serializer_class = SessionSerializer
    pagination_class = SessionsNewestFirst
    filter_backends = ()
    queryset = TableSession.objects.none()

    @extend_schema(tags=["ledger"], parameters=[SessionsAsked], responses={200: SessionSerializer(many=True), **WRONG})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[TableSession]:
        wanted = asked(SessionsAsked, self.request.query_params).validated_data
        looked_up: dict[str, Any] = {
            "table__casino__code": wanted.get("casino"),
            "table__name": wanted.get("table"),
            "gaming_day": wanted.get("day"),
            "closed_at__isnull": wanted.get("open"),
        }
        return sessions_of(self).filter(**{name: at for name, at in looked_up.items() if at is not None})


class SessionDetail(Door, RetrieveAPIView[TableSession]):
    """One session."""

    serializer_class = SessionSerializer
    queryset = TableSession.objects.none()

    @extend_schema(tags=["ledger"], responses={200: SessionSerializer, **NOT_THERE})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[TableSession]:
        return sessions_of(self)


class EntryList(Door, ListAPIView[Entry]):
    """Entries of one session in the ledger's order; of one round, where one is asked for."""

    serializer_class = EntrySerializer
    pagination_class = InLedgerOrder
    filter_backends = ()
    queryset = Entry.objects.none()
    texts = False

    @extend_schema(tags=["ledger"], parameters=[EntriesAsked], responses={200: EntrySerializer(many=True), **WRONG})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "texts": self.texts}

    def get_queryset(self) -> QuerySet[Entry]:
        wanted = asked(EntriesAsked, self.request.query_params).validated_data
        session = get_object_or_404(sessions_of(self), pk=self.kwargs["pk"])
        entries = Entry.objects.filter(session=session)
        self.texts = may(self.person, "see_staff", session.table.casino)
        if self.texts:
            entries = entries.prefetch_related("texts")
        if "round" not in wanted:
            return entries
        this = (
            Round.objects.filter(session=session, number=wanted["round"])
            .order_by("-first_entry_id")
            .values_list("first_entry__number", "last_entry__number")
            .first()
        )
        return entries.none() if this is None else entries.filter(number__range=this)


class SessionVerify(Door):
    """Recompute the chain of one session and say where it breaks. For those who watch."""

    @extend_schema(tags=["ledger"], responses={200: VerifiedSerializer, **NOT_THERE, **FORBIDDEN})
    def get(self, request: Request, pk: int) -> Response:
        session = get_object_or_404(sessions_of(self), pk=pk)
        require(self.person, "verify", session.table.casino)
        found = verify(session)
        answer = {
            "session": session.pk,
            "entries": found.entries,
            "last_hash": found.last_hash.hex(),
            "holds": found.holds,
            "breaks": [{"number": one.number, "why": one.why} for one in found.breaks],
        }
        return Response(VerifiedSerializer(answer).data)
