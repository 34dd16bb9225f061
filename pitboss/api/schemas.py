"""The shapes that the API answers with, for the description and for reading them off the models."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from pitboss.casino.models import TableSession
from pitboss.incidents.done import Done, done
from pitboss.incidents.models import Incident, Status, Step
from pitboss.jobs.models import Job
from pitboss.ledger.models import Entry
from pitboss.replay.models import Finding, Outcome, Severity, Standing


class RefusedBecauseSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    words = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """RFC 9457."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    # The metaclass takes declared fields out of the class, so its own ``errors`` stays; the checker can't see that
    errors = serializers.JSONField(required=False)  # type: ignore[assignment]
    reasons = RefusedBecauseSerializer(many=True, required=False)


class MoneySerializer(serializers.Serializer[Any]):
    """Signed from the player's side; a positive difference is owed to the player."""

    spot = serializers.CharField()
    on = serializers.CharField()
    owner = serializers.CharField(allow_null=True)
    expected = serializers.IntegerField(allow_null=True)
    actual = serializers.IntegerField(allow_null=True)
    difference = serializers.IntegerField(allow_null=True)


class TextSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    message = serializers.CharField()
    steps = serializers.ListField(child=serializers.CharField())
    say = serializers.CharField(allow_null=True)
    law = serializers.CharField()


class TextsSerializer(serializers.Serializer[Any]):
    es = TextSerializer()
    en = TextSerializer()


class FindingSerializer(serializers.ModelSerializer[Finding]):
    """A finding as the contract has it, and where it stands in the ledger."""

    session = serializers.IntegerField(source="session_id")
    entry = serializers.IntegerField(source="entry.number", help_text="Number of the entry that raised it")
    severity = serializers.ChoiceField(choices=Severity.choices)
    standing = serializers.ChoiceField(choices=Standing.choices)
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    events = serializers.ListField(child=serializers.IntegerField(), source="data.events", default=list)
    prescribed = serializers.ListField(child=serializers.DictField(), source="data.prescribed", default=list)
    cctv_reasons = serializers.ListField(child=serializers.CharField(), source="data.cctv_reasons", default=list)
    money = MoneySerializer(many=True, source="data.money", default=list)
    cites = serializers.ListField(child=serializers.DictField(), source="data.cites", default=list)
    regulation = serializers.DictField(source="data.regulation", default=None, allow_null=True)
    withdrawn_by = serializers.IntegerField(source="data.withdrawn_by", default=None, allow_null=True)
    text = TextsSerializer(source="data.text", default=dict)

    class Meta:
        model = Finding
        fields = (
            "id", "session", "entry", "edition", "at", "code", "round", "spot", "events", "severity",
            "standing", "decides", "prescribed", "outcome", "cctv", "cctv_reasons", "money", "cites",
            "regulation", "withdrawn_by", "text",
        )  # fmt: skip


class StepSerializer(serializers.ModelSerializer[Step]):
    """One line of a case's history. ``by`` is a badge; null: the system itself. ``to``: to whom a case was given.
    ``entry``: the id of the ledger's entry, where it was said at the table. ``answers``: the number of the step that it
    takes up."""

    by = serializers.CharField(source="by.badge", default=None, allow_null=True)
    to = serializers.CharField(source="to.badge", default=None, allow_null=True)
    entry = serializers.IntegerField(source="entry_id", allow_null=True)
    answers = serializers.IntegerField(source="answers.number", default=None, allow_null=True)

    class Meta:
        model = Step
        fields = ("number", "verb", "at", "by", "to", "before", "after", "words", "entry", "answers", "signature")


class IncidentSerializer(serializers.ModelSerializer[Incident]):
    """A case as a row of a list. Amounts in the currency's smallest unit."""

    casino = serializers.CharField(source="casino.code")
    table = serializers.CharField(source="table.name")
    session = serializers.IntegerField(source="session_id")
    status = serializers.ChoiceField(choices=Status.choices)
    severity = serializers.ChoiceField(choices=Severity.choices)
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    headline = serializers.SerializerMethodField()
    assigned = serializers.CharField(
        source="assigned.badge", default=None, allow_null=True, help_text="Badge of whoever works on it"
    )

    class Meta:
        model = Incident
        fields: tuple[str, ...] = (
            "id", "folio", "casino", "table", "session", "round", "code", "status", "severity", "outcome",
            "cctv", "opened_at", "recorded_at", "footage_from", "footage_to", "retention_days",
            "preserve_by", "hold_until", "owed", "overpaid", "headline", "assigned",
        )  # fmt: skip

    def get_headline(self, incident: Incident) -> str:
        return incident.headline(get_language() or "es")


class AssignedSerializer(serializers.Serializer[Any]):
    """What came of one case. ``step`` is null where nothing changed; ``reasons`` say why it could not be given."""

    id = serializers.IntegerField()
    folio = serializers.CharField(allow_null=True)
    step = StepSerializer(allow_null=True)
    reasons = RefusedBecauseSerializer(many=True)


class AssignedManySerializer(serializers.Serializer[Any]):
    results = AssignedSerializer(many=True)


class WordsSerializer(serializers.Serializer[Any]):
    es = serializers.CharField()
    en = serializers.CharField()


class DoneSerializer(serializers.Serializer[Done]):
    """An event that followed at the table; ``settles``: it decided an outcome."""

    number = serializers.IntegerField(source="entry.number")
    at = serializers.DateTimeField(source="entry.at")
    kind = serializers.CharField(source="entry.kind")
    words = WordsSerializer()
    settles = serializers.BooleanField()


class IncidentDetailSerializer(IncidentSerializer):
    """A case whole: what is prescribed is in the findings, what was done beside them."""

    findings = FindingSerializer(many=True)
    done = serializers.SerializerMethodField()
    steps = StepSerializer(many=True)

    @extend_schema_field(DoneSerializer(many=True))
    def get_done(self, incident: Incident) -> Any:
        events = done(incident, list(incident.findings.all()))
        return [DoneSerializer(event).data for event in events]

    class Meta(IncidentSerializer.Meta):
        fields = (*IncidentSerializer.Meta.fields, "findings", "done", "steps")


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """One line of the ledger. ``body`` is the canonical text that is hashed, as one string. What it commits to by
    ``sealed:…`` is in ``texts``, by its place in the body, while it is kept and for who may read names."""

    texts = serializers.SerializerMethodField()
    prev_hash = serializers.SerializerMethodField()
    hash = serializers.SerializerMethodField()

    class Meta:
        model = Entry
        fields = ("number", "event_id", "seq", "kind", "at", "received_at", "body", "texts", "prev_hash", "hash")

    def get_texts(self, entry: Entry) -> dict[str, Any]:
        if not self.context.get("texts"):
            return {}
        return {one.place: json.loads(one.text) for one in entry.texts.all()}

    def get_prev_hash(self, entry: Entry) -> str:
        return bytes(entry.prev_hash).hex()

    def get_hash(self, entry: Entry) -> str:
        return bytes(entry.hash).hex()


class SessionSerializer(serializers.ModelSerializer[TableSession]):
    """A table from opening to close, and where its chain ends."""

    casino = serializers.CharField(source="table.casino.code")
    table = serializers.CharField(source="table.name")
    last_number = serializers.SerializerMethodField()
    last_hash = serializers.SerializerMethodField()

    class Meta:
        model = TableSession
        fields = (
            "id", "casino", "table", "number", "profile", "opened_at", "closed_at", "gaming_day",
            "last_number", "last_hash",
        )  # fmt: skip

    def get_last_number(self, session: TableSession) -> int:
        head = getattr(session, "head", None)
        return 0 if head is None else head.number

    def get_last_hash(self, session: TableSession) -> str | None:
        head = getattr(session, "head", None)
        return None if head is None else bytes(head.hash).hex()


class BreakSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    why = serializers.CharField()


class VerifiedSerializer(serializers.Serializer[Any]):
    session = serializers.IntegerField()
    entries = serializers.IntegerField()
    last_hash = serializers.CharField()
    holds = serializers.BooleanField()
    breaks = BreakSerializer(many=True)


class CiteSerializer(serializers.Serializer[Any]):
    # The contract's name; the metaclass takes it out of the class, whose own ``source`` stays
    source = serializers.CharField()  # type: ignore[assignment]
    section = serializers.CharField()
    clause = serializers.IntegerField()
    edition = serializers.CharField()


class RuleSerializer(serializers.Serializer[Any]):
    """One irregularity of the rulebook, in the reader's language."""

    code = serializers.CharField()
    title = serializers.CharField()
    law = serializers.CharField()
    announce = serializers.CharField(allow_null=True)
    standing = serializers.ChoiceField(choices=Standing.choices)
    decides = serializers.CharField()
    severity = serializers.ChoiceField(choices=Severity.choices)
    cctv = serializers.BooleanField()
    footage = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    cites = CiteSerializer(many=True)
    cited = serializers.ListField(child=serializers.CharField())
    edition = serializers.CharField()


class JobSerializer(serializers.ModelSerializer[Job]):
    casino = serializers.CharField(source="casino.code", default=None, allow_null=True)
    state = serializers.ChoiceField(choices=Job.State.choices)

    class Meta:
        model = Job
        fields = (
            "id", "kind", "casino", "state", "attempts", "progress", "total", "result", "error",
            "asked_at", "ended_at",
        )  # fmt: skip


class RejectedSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    field = serializers.CharField()
    expected = serializers.CharField()


class ToldSerializer(serializers.Serializer[Any]):
    session = serializers.IntegerField()
    table = serializers.CharField()
    casino = serializers.CharField()
    number = serializers.IntegerField()
    last_number = serializers.IntegerField()


class ToldIncidentSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    folio = serializers.CharField()
    status = serializers.ChoiceField(choices=Status.choices)


class ToldFindingSerializer(serializers.Serializer[Any]):
    """The contract's finding, section 2, with its id, edition and words."""

    id = serializers.UUIDField()
    edition = serializers.CharField()
    code = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    spot = serializers.CharField(allow_null=True)
    events = serializers.ListField(child=serializers.IntegerField())
    severity = serializers.ChoiceField(choices=Severity.choices)
    standing = serializers.ChoiceField(choices=Standing.choices)
    decides = serializers.CharField()
    prescribed = serializers.ListField(child=serializers.DictField())
    outcome = serializers.ChoiceField(choices=Outcome.choices)
    cctv = serializers.BooleanField()
    cctv_reasons = serializers.ListField(child=serializers.CharField())
    money = MoneySerializer(many=True)
    cites = serializers.ListField(child=serializers.DictField())
    text = TextsSerializer()


class CountsSerializer(serializers.Serializer[Any]):
    rejected = serializers.IntegerField()
    findings = serializers.IntegerField()
    incidents = serializers.IntegerField()


class ReceiptSerializer(serializers.Serializer[Any]):
    """What became of the lines; given only once everything it counts as accepted is on disk."""

    accepted = serializers.IntegerField()
    duplicates = serializers.IntegerField()
    rejected = RejectedSerializer(many=True)
    findings = ToldFindingSerializer(many=True)
    incidents = ToldIncidentSerializer(many=True)
    session = serializers.IntegerField(allow_null=True)
    last_number = serializers.IntegerField(allow_null=True)
    sessions = ToldSerializer(many=True)
    counts = CountsSerializer()
