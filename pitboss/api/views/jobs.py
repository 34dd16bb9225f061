"""Work that goes on after the answer."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from pitboss.api.described import NOT_THERE, WRONG
from pitboss.api.doors import Door, JobsNewestFirst
from pitboss.api.schemas import JobSerializer
from pitboss.casino.models import Casino
from pitboss.jobs.models import Job


def _jobs(door: Door) -> QuerySet[Job]:
    """Those of the person's casinos, and the person's own."""
    return Job.objects.filter(
        Q(casino__in=Casino.objects.of(door.person).order_by()) | Q(asked_by=door.person)
    ).select_related("casino")


class JobList(Door, ListAPIView[Job]):
    """Jobs of the casinos that you work for, newest first."""

    serializer_class = JobSerializer
    pagination_class = JobsNewestFirst
    filter_backends = ()
    queryset = Job.objects.none()

    @extend_schema(tags=["jobs"], responses={200: JobSerializer(many=True), **WRONG})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Job]:
        return _jobs(self)


class JobDetail(Door, RetrieveAPIView[Job]):
    """One job: its state, how far it is, and what came of it."""

    serializer_class = JobSerializer
    queryset = Job.objects.none()

    @extend_schema(tags=["jobs"], responses={200: JobSerializer, **NOT_THERE})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Job]:
        return _jobs(self)
