"""The shapes of re-audits: what is asked, how far it is, and the difference."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pitboss.api.asked import TextField
from pitboss.reaudit import progress
from pitboss.reaudit.models import Line, Reading, Reaudit, Verdict
from pitboss.reaudit.progress import Progress, progress_of

STATES = (progress.PLANNING, progress.RUNNING, progress.DONE, progress.FAILED, progress.CANCELLED)
LARGEST = 2**63 - 1


class OverlayAsked(serializers.Serializer[Any]):
    """What is laid over the installed edition. Left out: nothing of that kind is changed."""

    profile = TextField(required=False, max_length=40, help_text="A profile that outranks that of every table")
    values = serializers.DictField(
        required=False, child=serializers.JSONField(), help_text="Names of house values to what they are"
    )
    without = serializers.ListField(required=False, child=TextField(max_length=64), help_text="Codes left out")
    dates = serializers.DictField(
        required=False,
        child=serializers.ListField(child=serializers.DateField(allow_null=True), min_length=2, max_length=2),
        help_text="Codes in force for a time only: from and to which day, both included; null: without end",
    )


class ReauditAsked(serializers.Serializer[Any]):
    casino = TextField(max_length=12)
    tables = serializers.ListField(
        required=False, default=list, child=TextField(max_length=20), help_text="Names; else every table"
    )
    since = serializers.DateField(help_text="First gaming day")
    until = serializers.DateField(help_text="Last gaming day")
    name = TextField(max_length=80, help_text="What the reading is called")
    why = TextField(max_length=300)
    overlay = OverlayAsked(required=False, default=dict)
    against = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=LARGEST, help_text="Another re-audit"
    )
    against_edition = TextField(
        required=False, default="", allow_blank=True, max_length=32, help_text="Else what stands under this edition"
    )
    only_scope = serializers.BooleanField(
        required=False, default=False, help_text="Say what it would cover, and ask for nothing"
    )


class LinesAsked(serializers.Serializer[Any]):
    verdict = serializers.ChoiceField(required=False, choices=Verdict.choices, help_text="Else all")
    code = TextField(required=False, max_length=64)


class ScopeSerializer(serializers.Serializer[Any]):
    sessions = serializers.IntegerField()
    open = serializers.IntegerField(help_text="Of them not closed yet: judged as far as they have come")
    rounds = serializers.IntegerField()
    events = serializers.IntegerField()


class ReadingSerializer(serializers.ModelSerializer[Reading]):
    """``fingerprint``: SHA-256 of the rules' files. ``digest``: of edition, fingerprint and overlay together."""

    overlay = serializers.DictField()

    class Meta:
        model = Reading
        fields = ("name", "edition", "fingerprint", "overlay", "digest")


class ProgressSerializer(serializers.Serializer[Progress]):
    """``rate``: events a second. ``left``: seconds, null while nobody can say."""

    state = serializers.ChoiceField(choices=[(state, state) for state in STATES])
    parts = serializers.IntegerField()
    parts_done = serializers.IntegerField()
    parts_failed = serializers.IntegerField()
    sessions = serializers.IntegerField()
    sessions_done = serializers.IntegerField()
    entries = serializers.IntegerField()
    judged = serializers.IntegerField()
    events = serializers.IntegerField()
    rounds = serializers.IntegerField()
    findings = serializers.IntegerField()
    unreadable = serializers.IntegerField()
    rate = serializers.FloatField()
    left = serializers.FloatField(allow_null=True)
    error = serializers.CharField()


class ReauditSerializer(serializers.ModelSerializer[Reaudit]):
    """A question, and how far its answer is."""

    reading = ReadingSerializer()
    tables = serializers.SerializerMethodField()
    by = serializers.CharField(source="by.username")
    progress = serializers.SerializerMethodField()

    class Meta:
        model = Reaudit
        fields = (
            "id", "reading", "since", "until", "tables", "against", "against_edition", "why", "by", "asked_at",
            "cancelled_at", "progress",
        )  # fmt: skip

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_tables(self, reaudit: Reaudit) -> list[str]:
        return sorted(f"{table.casino.code}/{table.name}" for table in reaudit.tables.all())

    @extend_schema_field(ProgressSerializer)
    def get_progress(self, reaudit: Reaudit) -> dict[str, Any]:
        return dict(ProgressSerializer(progress_of(reaudit, timezone.now())).data)


class TallySerializer(serializers.Serializer[Any]):
    name = serializers.CharField(help_text="Code, or casino and table")
    same = serializers.IntegerField()
    changed = serializers.IntegerField()
    new = serializers.IntegerField()
    gone = serializers.IntegerField()


class DifferenceSerializer(serializers.Serializer[Any]):
    """Findings that are the same, changed, only now and only before."""

    codes = TallySerializer(many=True)
    tables = TallySerializer(many=True)


class LineSerializer(serializers.ModelSerializer[Line]):
    """``entry``: number in the ledger of what raised it. ``finding``: the row of ``/findings/`` it stands beside."""

    session = serializers.IntegerField(source="session_id")
    verdict = serializers.ChoiceField(choices=Verdict.choices)
    differs = serializers.ListField(child=serializers.CharField())
    before = serializers.DictField(allow_null=True)
    now = serializers.DictField(allow_null=True)

    class Meta:
        model = Line
        fields = ("id", "session", "entry", "key", "nth", "code", "verdict", "differs", "before", "now", "finding")
