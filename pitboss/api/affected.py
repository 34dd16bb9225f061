"""The shapes of possibly affected rounds, and what can be asked of them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from pitboss.replay.models import Round

LAST = 2**31 - 1
"""The largest number that an entry can have."""


class StretchAsked(serializers.Serializer[Any]):
    """``from`` is a word of the language, so the fields are named when the class is made."""

    def get_fields(self) -> dict[str, Any]:
        return {
            "from": serializers.IntegerField(
                required=False,
                min_value=1,
                max_value=LAST,
                help_text="Number of the first entry; else the first there is",
            ),
            "to": serializers.IntegerField(
                required=False,
                min_value=1,
                max_value=LAST,
                help_text="Number of the last entry; else the last there is",
            ),
        }


class BetSerializer(serializers.Serializer[Any]):
    """Amounts in the smallest unit; ``due`` and ``moved`` signed from the player's side, ``due`` null where the
    recorded cards cannot say it."""

    on = serializers.CharField()
    owner = serializers.CharField(allow_null=True)
    stake = serializers.IntegerField()
    void = serializers.IntegerField()
    result = serializers.CharField(allow_null=True)
    due = serializers.IntegerField(allow_null=True)
    moved = serializers.IntegerField()
    settled = serializers.BooleanField()


class HandSerializer(serializers.Serializer[Any]):
    spot = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())
    total = serializers.IntegerField()
    bets = BetSerializer(many=True)


class RoundSerializer(serializers.ModelSerializer[Round]):
    """``hands`` is null where the session was replayed before hands were kept."""

    first = serializers.IntegerField(source="first_entry.number")
    last = serializers.IntegerField(source="last_entry.number")
    hands = HandSerializer(many=True, allow_null=True)

    class Meta:
        model = Round
        fields = ("number", "first", "last", "opened_at", "closed_at", "shoe", "dealer", "supervisor", "hands")


class SumSerializer(serializers.Serializer[Any]):
    """``owed`` to players and ``overpaid`` are never netted; bets in ``unknown`` are in no sum of what was due."""

    rounds = serializers.IntegerField()
    open = serializers.IntegerField()
    bare = serializers.IntegerField(help_text="Rounds without kept hands")
    hands = serializers.IntegerField()
    bets = serializers.IntegerField()
    staked = serializers.IntegerField()
    due = serializers.IntegerField()
    moved = serializers.IntegerField()
    owed = serializers.IntegerField()
    overpaid = serializers.IntegerField()
    unknown = serializers.IntegerField()
    unsettled = serializers.IntegerField()


class AffectedSerializer(serializers.Serializer[Any]):
    session = serializers.IntegerField()
    sum = SumSerializer()
    rounds = RoundSerializer(many=True)

    def get_fields(self) -> dict[str, Any]:
        edges = {name: serializers.IntegerField() for name in ("from", "to")}
        return {**edges, **super().get_fields()}
