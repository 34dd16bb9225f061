"""Complaints as the API answers with them, and what is sent to do something with one."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from pitboss.api.acts import WordsField
from pitboss.api.asked import TextField
from pitboss.complaints import picks
from pitboss.complaints.models import Complainant, Complaint, ComplaintStep, Status
from pitboss.complaints.queries import Filters

Said = dict[str, Any]
MOST = 2**53 - 1


class ComplaintsAsked(serializers.Serializer[Any]):
    casino = TextField(required=False, max_length=12)
    status = serializers.ChoiceField(required=False, choices=Status.choices)
    channel = serializers.ChoiceField(required=False, choices=picks.Channel.choices)
    about = serializers.ChoiceField(required=False, choices=picks.About.choices)
    incident = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1, help_text="An incident's id")
    since = serializers.DateField(required=False, help_text="First day, as received")
    until = serializers.DateField(required=False, help_text="Last day, as received")
    open = serializers.BooleanField(required=False, default=False, help_text="Neither closed nor withdrawn")
    overdue = serializers.BooleanField(required=False, default=False, help_text="Not answered in its term")
    late = serializers.BooleanField(required=False, default=False, help_text="Received after its term")
    text = TextField(required=False, max_length=200)

    def filters(self) -> Filters:
        return Filters(**self.validated_data)


class ComplainantSerializer(serializers.ModelSerializer[Complainant]):
    """Empty once it has been taken out."""

    class Meta:
        model = Complainant
        fields = ("name", "document", "contact")


class ComplaintStepSerializer(serializers.ModelSerializer[ComplaintStep]):
    """One line of a complaint's history. ``by`` is a badge; ``answers``: the number of the step that it takes up."""

    by = serializers.CharField(source="by.badge")
    answers = serializers.IntegerField(source="answers.number", default=None, allow_null=True)

    class Meta:
        model = ComplaintStep
        fields = ("number", "verb", "at", "by", "before", "after", "words", "answers", "signature")


class LinkedSerializer(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="incident.pk")
    folio = serializers.CharField(source="incident.folio")


class ComplaintSerializer(serializers.ModelSerializer[Complaint]):
    """A complaint as a row of a list. Amounts in the currency's smallest unit; ``taken_by`` is a badge."""

    casino = serializers.CharField(source="casino.code")
    table = serializers.CharField(source="table.name", default=None, allow_null=True)
    taken_by = serializers.CharField(source="taken_by.badge")
    status = serializers.ChoiceField(choices=Status.choices)
    complainant = ComplainantSerializer()

    class Meta:
        model = Complaint
        fields: tuple[str, ...] = (
            "id", "folio", "casino", "status", "received_at", "recorded_at", "channel", "taken_by", "event_at",
            "table", "seat", "about", "claim", "wish", "asked", "late", "window_until", "answer_due", "appeal_until",
            "decision_due", "complainant",
        )  # fmt: skip


class ComplaintDetailSerializer(ComplaintSerializer):
    """A complaint whole. ``clocks``: the casino's terms as they stood when it came."""

    clocks = serializers.DictField()
    incidents = LinkedSerializer(source="links", many=True)
    steps = ComplaintStepSerializer(many=True)

    class Meta(ComplaintSerializer.Meta):
        fields = (*ComplaintSerializer.Meta.fields, "clocks", "incidents", "steps")


class WhoAsked(serializers.Serializer[Said]):
    """A name, or something to answer to."""

    name = TextField(max_length=120, required=False, allow_blank=True, default="")
    document = TextField(max_length=40, required=False, allow_blank=True, default="")
    contact = TextField(max_length=160, required=False, allow_blank=True, default="")


class ReceiveAsked(serializers.Serializer[Said]):
    """``table`` by its name; ``incidents`` by their ids. Who complains is named in ``who`` and nowhere else."""

    casino = TextField(max_length=12)
    received_at = serializers.DateTimeField()
    channel = serializers.ChoiceField(choices=picks.Channel.choices)
    event_at = serializers.DateTimeField()
    table = TextField(max_length=20, required=False, allow_null=True, default=None)
    seat = serializers.IntegerField(min_value=1, max_value=7, required=False, allow_null=True, default=None)
    about = serializers.ChoiceField(choices=picks.About.choices)
    claim = WordsField()
    wish = serializers.ChoiceField(choices=picks.Wish.choices)
    asked = serializers.IntegerField(min_value=1, max_value=MOST, required=False, allow_null=True, default=None)
    who = WhoAsked()
    incidents = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1), required=False, default=list, max_length=50
    )


class ReceiptAsked(serializers.Serializer[Said]):
    language = serializers.ChoiceField(choices=picks.Language.choices)
    sent_by = serializers.ChoiceField(choices=picks.SentBy.choices)


class LinkAsked(serializers.Serializer[Said]):
    incident = serializers.IntegerField(min_value=1, max_value=2**63 - 1, help_text="The incident's id")
    words = WordsField(required=False, allow_blank=True, default="")


class AnswerAsked(serializers.Serializer[Said]):
    """It is dated when it arrives here, and marked as late past its term."""

    answer = serializers.ChoiceField(choices=picks.Answer.choices)
    words = WordsField()
    sent_by = serializers.ChoiceField(choices=picks.SentBy.choices)
    paid = serializers.IntegerField(min_value=0, max_value=MOST, required=False, default=0)


class AppealAsked(serializers.Serializer[Said]):
    """``admitted``: the resolution by which the regulator took it after its term."""

    filed_on = serializers.DateField()
    reference = TextField(max_length=120)
    admitted = TextField(max_length=400, required=False, allow_blank=True, default="")


class ExtendAsked(serializers.Serializer[Said]):
    on = serializers.DateField()
    reference = TextField(max_length=120)
    words = WordsField(required=False, allow_blank=True, default="")


class DecideAsked(serializers.Serializer[Said]):
    """``amount``: what the casino has to pay."""

    on = serializers.DateField()
    decision = serializers.ChoiceField(choices=picks.Decision.choices)
    reference = TextField(max_length=120)
    amount = serializers.IntegerField(min_value=0, max_value=MOST, required=False, default=0)
    words = WordsField(required=False, allow_blank=True, default="")
