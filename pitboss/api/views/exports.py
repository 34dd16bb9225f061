"""Bundles: asked for, watched and taken away. For auditors, inspectors and administrators of every casino of one."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import FileResponse, Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response

from pitboss.accounts.permissions import require
from pitboss.api import exports as shapes
from pitboss.api.described import DONE_WRONG, NOT_THERE, WRONG
from pitboss.api.doors import Door, NewestFirst
from pitboss.casino.models import Casino, Table
from pitboss.exports.access import exports_of
from pitboss.exports.models import Export
from pitboss.exports.queries import preview
from pitboss.exports.request import Question
from pitboss.exports.verbs.ask import ask
from pitboss.exports.verbs.hand_out import hand_out
from pitboss.exports.verbs.retry import retry


class ExportsNewestFirst(NewestFirst):
    ordering = ("-asked_at", "-id")


class ExportList(Door, ListAPIView[Export]):
    """Exports that you may see, newest first."""

    serializer_class = shapes.ExportSerializer
    pagination_class = ExportsNewestFirst
    parser_classes = [JSONParser]
    filter_backends = ()
    queryset = Export.objects.none()

    @extend_schema(tags=["exports"], responses={200: shapes.ExportSerializer(many=True), **WRONG})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        tags=["exports"],
        request=shapes.ExportAsked,
        responses={200: shapes.PreviewSerializer, 201: shapes.ExportSerializer, **DONE_WRONG},
    )
    def post(self, request: Request) -> Response:
        """Ask for one; with ``only_preview`` only what it would bring is told."""
        given = shapes.ExportAsked(data=request.data)
        given.is_valid(raise_exception=True)
        told = dict(given.validated_data)
        codes = set(told.pop("casinos"))
        casinos = list(Casino.objects.of(self.person).filter(code__in=codes).order_by("code"))
        if {casino.code for casino in casinos} != codes:
            raise Http404
        for casino in casinos:
            require(self.person, "bundle", casino)
        only_preview = told.pop("only_preview")
        question = Question(
            casinos=tuple(sorted(codes)),
            tables=_tables(casinos, told.pop("tables")),
            codes=tuple(sorted(set(told.pop("codes")))),
            folios=tuple(sorted(set(told.pop("folios")))),
            seat=told.pop("seat") if told["redaction"] == "complainant" else "",
            **{name: value for name, value in told.items() if name != "seat"},
        )
        if only_preview:
            return Response(shapes.PreviewSerializer(preview(question)).data)
        made = ask(by=self.person, now=timezone.now(), question=question, casinos=casinos)
        shown = exports_of(self.person).get(pk=made.pk)
        return Response(shapes.ExportSerializer(shown).data, status=status.HTTP_201_CREATED)

    def get_queryset(self) -> QuerySet[Export]:
        return exports_of(self.person)


class ExportDetail(Door, RetrieveAPIView[Export]):
    """One export: what was asked, how far it is, and its bundles."""

    serializer_class = shapes.ExportSerializer
    queryset = Export.objects.none()

    @extend_schema(tags=["exports"], responses={200: shapes.ExportSerializer, **NOT_THERE})
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Export]:
        return exports_of(self.person)


class RetryExport(Door):
    """Queue again whatever of it gave up."""

    parser_classes = [JSONParser]

    @extend_schema(tags=["exports"], request=None, responses={200: shapes.ExportSerializer, **DONE_WRONG})
    def post(self, request: Request, pk: int) -> Response:
        retry(export=get_object_or_404(exports_of(self.person), pk=pk), by=self.person, now=timezone.now())
        return Response(shapes.ExportSerializer(exports_of(self.person).get(pk=pk)).data)


class FileOrProblem(BaseContentNegotiation):
    """Whatever a program says that it reads: the file is answered as it lies there, and what is wrong as JSON."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class ExportBundle(Door):
    """The zip of one part. Each time is written down, with whoever took it."""

    content_negotiation_class = FileOrProblem

    @extend_schema(
        operation_id="v1_exports_bundle",
        tags=["exports"],
        responses={(200, "application/zip"): OpenApiTypes.BINARY, **DONE_WRONG, **NOT_THERE},
    )
    def get(self, request: Request, pk: int, number: int) -> Any:
        part = get_object_or_404(get_object_or_404(exports_of(self.person), pk=pk).parts, number=number)
        path = hand_out(part=part, by=self.person, now=timezone.now())
        return FileResponse(
            path.open("rb"), as_attachment=True, filename=f"{part.folder}.zip", content_type="application/zip"
        )


def _tables(casinos: list[Casino], named: list[str]) -> tuple[str, ...]:
    """Those of these casinos, as they were named. Raises ValidationError."""
    known = {
        f"{table.casino.code}/{table.name}"
        for table in Table.objects.filter(casino__in=casinos).select_related("casino")
    }
    if strange := set(named) - known:
        raise serializers.ValidationError({"tables": sorted(strange)})
    return tuple(sorted(set(named)))
