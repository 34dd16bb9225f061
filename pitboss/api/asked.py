"""What can be asked for in the address, read and checked before anything is looked up."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from pitboss.incidents.models import Status
from pitboss.incidents.queries import Filters
from pitboss.replay.models import Outcome, Severity


class TextField(serializers.CharField):
    """Text that PostgreSQL can hold and be asked about: no U+0000, no half of a surrogate pair."""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if "\0" in text:
            raise serializers.ValidationError("U+0000")
        try:
            text.encode()
        except UnicodeEncodeError as why:
            raise serializers.ValidationError("U+D800..U+DFFF") from why
        return text


class IncidentsAsked(serializers.Serializer[Any]):
    casino = TextField(required=False, max_length=12)
    table = TextField(required=False, max_length=20)
    since = serializers.DateField(required=False, help_text="First day")
    until = serializers.DateField(required=False, help_text="Last day")
    code = TextField(required=False, max_length=64)
    outcome = serializers.ChoiceField(required=False, choices=Outcome.choices)
    severity = serializers.ChoiceField(required=False, choices=Severity.choices)
    status = serializers.ChoiceField(required=False, choices=Status.choices)
    cctv = serializers.BooleanField(required=False, allow_null=True, default=None)
    text = TextField(required=False, max_length=200, help_text="The same as search")
    search = TextField(
        required=False,
        max_length=200,
        help_text=(
            'Words in Spanish or English, with or without accents; "a phrase", -without, one or another; or how a '
            "folio, table, code or badge begins"
        ),
    )
    assigned = TextField(required=False, max_length=60, help_text="me, none, or a badge")

    def filters(self) -> Filters:
        given = dict(self.validated_data)
        words = [given.pop(name) for name in ("text", "search") if name in given]
        return Filters(**given, text=" ".join(words) or None)


class FindingsAsked(serializers.Serializer[Any]):
    session = serializers.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    table = TextField(required=False, max_length=20)
    code = TextField(required=False, max_length=64)
    outcome = serializers.ChoiceField(required=False, choices=Outcome.choices)
    round = serializers.IntegerField(required=False, min_value=-(2**53), max_value=2**53)


class SessionsAsked(serializers.Serializer[Any]):
    casino = TextField(required=False, max_length=12)
    table = TextField(required=False, max_length=20)
    day = serializers.DateField(required=False, help_text="Gaming day")
    open = serializers.BooleanField(required=False, allow_null=True, default=None)


class EntriesAsked(serializers.Serializer[Any]):
    round = serializers.IntegerField(required=False, min_value=-(2**53), max_value=2**53)


class EventsAsked(serializers.Serializer[Any]):
    casino = TextField(required=False, max_length=12, help_text="Needed where two casinos have such a table")
    table = TextField(required=False, max_length=20, help_text="For events that name none")


class RulesAsked(serializers.Serializer[Any]):
    language = serializers.ChoiceField(required=False, choices=[("es", "es"), ("en", "en")])


def asked(kind: type[serializers.Serializer[Any]], query: Any) -> Any:
    """The serializer over the address's query, checked; empty values ask for nothing."""
    given = {name: value for name, value in query.items() if value != ""}
    found = kind(data=given)
    found.is_valid(raise_exception=True)
    return found
