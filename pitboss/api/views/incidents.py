"""Incidents and findings, read."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from pitboss.api.asked import FindingsAsked, IncidentsAsked, asked
from pitboss.api.described import NOT_THERE, WRONG
from pitboss.api.doors import Door, FindingsNewestFirst, NewestFirst
from pitboss.api.schemas import FindingSerializer, IncidentDetailSerializer, IncidentSerializer
from pitboss.casino.models import Casino
from pitboss.incidents.models import Incident
from pitboss.incidents.queries import incident_list, visible_to, with_findings
from pitboss.replay.models import Finding


class IncidentList(Door, ListAPIView[Incident]):
    """Cases of the casinos that you work for, newest first."""

    serializer_class = IncidentSerializer
    pagination_class = NewestFirst
    filter_backends = ()
    queryset = Incident.objects.none()

    @extend_schema(
        tags=["incidents"],
        parameters=[IncidentsAsked],
        responses={200: IncidentSerializer(many=True), **WRONG},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Incident]:
        return incident_list(self.person, asked(IncidentsAsked, self.request.query_params).filters())


class IncidentDetail(Door, RetrieveAPIView[Incident]):
    """One case with its findings and its history."""

    serializer_class = IncidentDetailSerializer
    queryset = Incident.objects.none()

    @extend_schema(tags=["incidents"], responses={200: IncidentDetailSerializer, **NOT_THERE})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Incident]:
        return with_findings(visible_to(self.person))


class FindingList(Door, ListAPIView[Finding]):
    """Findings of the casinos that you work for, newest first."""

    serializer_class = FindingSerializer
    pagination_class = FindingsNewestFirst
    filter_backends = ()
    queryset = Finding.objects.none()

    @extend_schema(
        tags=["findings"], parameters=[FindingsAsked], responses={200: FindingSerializer(many=True), **WRONG}
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Finding]:
        wanted = dict(asked(FindingsAsked, self.request.query_params).validated_data)
        if "table" in wanted:
            wanted["session__table__name"] = wanted.pop("table")
        return _findings(self).filter(**wanted)


class FindingDetail(Door, RetrieveAPIView[Finding]):
    """One finding."""

    serializer_class = FindingSerializer
    queryset = Finding.objects.none()

    @extend_schema(tags=["findings"], responses={200: FindingSerializer, **NOT_THERE})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Finding]:
        return _findings(self)


def _findings(door: Door) -> QuerySet[Finding]:
    casinos = Casino.objects.of(door.person).order_by()
    return Finding.objects.filter(casino__in=casinos).select_related("entry")
