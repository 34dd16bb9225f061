"""The shapes of exports: what is asked, what it would bring, and the bundles that came of it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pitboss.api.asked import TextField
from pitboss.exports import progress
from pitboss.exports.models import Export, Part
from pitboss.exports.progress import Progress, progress_of
from pitboss.exports.request import LANGUAGES, REDACTIONS
from pitboss.replay.models import Outcome


class ExportAsked(serializers.Serializer[Any]):
    casinos = serializers.ListField(child=TextField(max_length=12), min_length=1, help_text="Codes")
    since = serializers.DateField(help_text="First gaming day")
    until = serializers.DateField(help_text="Last gaming day")
    tables = serializers.ListField(
        required=False, default=list, child=TextField(max_length=40), help_text="As CODE/NAME; else every table"
    )
    codes = serializers.ListField(required=False, default=list, child=TextField(max_length=64), help_text="Else all")
    folios = serializers.ListField(required=False, default=list, child=TextField(max_length=16), help_text="Else all")
    outcome = serializers.ChoiceField(required=False, default="", allow_blank=True, choices=Outcome.choices)
    redaction = serializers.ChoiceField(required=False, default="full", choices=[(one, one) for one in REDACTIONS])
    seat = serializers.RegexField(
        r"^[1-7]$", required=False, default="", allow_blank=True, help_text="A complainant's: whose bets stay in"
    )
    language = serializers.ChoiceField(required=False, default="es", choices=[(one, one) for one in LANGUAGES])
    footage = serializers.BooleanField(required=False, default=False, help_text="With stills and clips kept here")
    why = TextField(max_length=300)
    only_preview = serializers.BooleanField(
        required=False, default=False, help_text="Say what it would bring, and ask for nothing"
    )


class PreviewSerializer(serializers.Serializer[Any]):
    incidents = serializers.IntegerField()
    sessions = serializers.IntegerField()
    open = serializers.IntegerField(help_text="Of them not closed yet: brought as far as the checkpoint has them")
    entries = serializers.IntegerField()
    parts = serializers.IntegerField(help_text="Bundles: one a calendar month of a long period")
    size = serializers.IntegerField(help_text="Bytes, about")


class ExportProgressSerializer(serializers.Serializer[Progress]):
    state = serializers.ChoiceField(choices=[(state, state) for state in progress.STATES])
    parts = serializers.IntegerField()
    done = serializers.IntegerField()
    failed = serializers.IntegerField()
    entries = serializers.IntegerField()
    total = serializers.IntegerField()
    error = serializers.CharField()


class PartSerializer(serializers.ModelSerializer[Part]):
    """``digest``: the request's hash. ``manifest``: SHA-256 of the manifest. Null and empty until it is made."""

    class Meta:
        model = Part
        fields = (
            "number", "since", "until", "done_at", "folder", "digest", "sha256", "manifest", "size", "incidents",
            "sessions", "entries",
        )  # fmt: skip


class ExportSerializer(serializers.ModelSerializer[Export]):
    """What was asked (docs/bundle.md, ``request.json``), by whom and why, and what came of it."""

    question = serializers.DictField()
    by = serializers.CharField(source="by.username")
    checkpoint = serializers.SerializerMethodField()
    progress = serializers.SerializerMethodField()
    parts = PartSerializer(many=True)

    class Meta:
        model = Export
        fields = ("id", "question", "since", "until", "why", "by", "asked_at", "checkpoint", "progress", "parts")

    @extend_schema_field(serializers.IntegerField(allow_null=True, help_text="Size of the checkpoint it stands on"))
    def get_checkpoint(self, export: Export) -> int | None:
        return export.checkpoint.size if export.checkpoint else None

    @extend_schema_field(ExportProgressSerializer)
    def get_progress(self, export: Export) -> dict[str, Any]:
        return dict(ExportProgressSerializer(progress_of(export)).data)
