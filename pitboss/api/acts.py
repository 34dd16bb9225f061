"""What is sent to do something with a case: one shape for each verb."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from pitboss.api.asked import TextField
from pitboss.incidents import picks
from pitboss.incidents.verbs.complete import Named

Said = dict[str, Any]


class WordsField(TextField):
    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=4000, **options)


class RuleAsked(serializers.Serializer[Said]):
    """``otherwise`` needs a reason and words."""

    ruling = serializers.ChoiceField(choices=picks.Ruling.choices)
    reason = serializers.ChoiceField(choices=picks.Reason.choices, required=False, allow_null=True, default=None)
    words = WordsField(required=False, allow_blank=True, default="")


class MaybeWordsAsked(serializers.Serializer[Said]):
    words = WordsField(required=False, allow_blank=True, default="")


class WordsAsked(serializers.Serializer[Said]):
    words = WordsField()


class PreserveAsked(serializers.Serializer[Said]):
    """With a still or clip as ``file`` (multipart), or the SHA-256 of what the video system holds. ``late``: how the
    video was still there; needed once the case's ``preserve_by`` is over."""

    reference = TextField(max_length=120)
    camera = TextField(max_length=60)
    start = serializers.DateTimeField()
    end = serializers.DateTimeField()
    copies = serializers.IntegerField(min_value=0, max_value=99)
    holder = TextField(max_length=120)
    file = serializers.FileField(required=False, allow_null=True, default=None)
    sha256 = serializers.RegexField(r"^[0-9A-Fa-f]{64}\Z", required=False, allow_blank=True, default="")
    late = TextField(max_length=400, required=False, allow_blank=True, default="")
    words = WordsField(required=False, allow_blank=True, default="")


class AssignAsked(serializers.Serializer[Said]):
    """``to`` is a badge (a user name for who has none) or ``me``; null takes the case from whoever has it."""

    to = TextField(max_length=60, allow_null=True)
    words = WordsField(required=False, allow_blank=True, default="")


class AssignManyAsked(AssignAsked):
    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**63 - 1), allow_empty=False, max_length=500
    )


class FindAsked(serializers.Serializer[Said]):
    """Signed with the person's PIN."""

    seen = serializers.ChoiceField(choices=picks.Seen.choices)
    words = WordsField()
    pin = TextField(max_length=12)


class ReviewAsked(serializers.Serializer[Said]):
    """``returned`` needs words."""

    verdict = serializers.ChoiceField(choices=picks.Verdict.choices)
    words = WordsField(required=False, allow_blank=True, default="")


class WitnessAsked(serializers.Serializer[Said]):
    name = TextField(max_length=120)
    role = serializers.ChoiceField(choices=picks.WitnessRole.choices)
    contact = TextField(max_length=120, required=False, allow_blank=True, default="")


class WitnessesAsked(serializers.Serializer[Said]):
    pick = serializers.ChoiceField(choices=picks.Witnesses.choices)
    named = WitnessAsked(many=True, required=False, default=list)


class PersonAsked(WitnessAsked):
    """``position``: as what or where, *casilla 3*."""

    position = TextField(max_length=60, required=False, allow_blank=True, default="")


class PersonsAsked(serializers.Serializer[Said]):
    pick = serializers.ChoiceField(choices=picks.Persons.choices)
    named = PersonAsked(many=True, required=False, default=list)


class AnnouncedAsked(serializers.Serializer[Said]):
    pick = serializers.ChoiceField(choices=picks.Announced.choices)


class CorrectedBetAsked(serializers.Serializer[Said]):
    """``amount`` in the currency's smallest unit, signed from the player's side: paid +, taken back −."""

    spot = TextField(max_length=16)
    on = serializers.ChoiceField(choices=["main", "perfect_pairs", "insurance"], required=False, default="main")
    amount = serializers.IntegerField(min_value=-(2**53), max_value=2**53)


class CorrectedAsked(serializers.Serializer[Said]):
    """``all`` and ``part`` need the bets, each with what was paid or taken back."""

    pick = serializers.ChoiceField(choices=picks.Corrected.choices)
    bets = CorrectedBetAsked(many=True, required=False)

    def validate(self, attrs: Said) -> Said:
        if attrs["pick"] == picks.Corrected.NOTHING:
            return {"pick": attrs["pick"]}
        attrs = _whole(attrs, attrs["pick"], ("bets",))
        return attrs | {"bets": [dict(one) for one in attrs["bets"]]}


class SourceAsked(serializers.Serializer[Said]):
    pick = serializers.ChoiceField(choices=picks.Source.choices)
    confidence = serializers.ChoiceField(choices=picks.Confidence.choices)


class HandOverAsked(serializers.Serializer[Said]):
    """``at``: when the envelope changed hands. Whom it comes from is known."""

    at = serializers.DateTimeField()
    to = TextField(max_length=120)
    initials = TextField(max_length=60)
    words = WordsField(required=False, allow_blank=True, default="")


class ChoiceAsked(serializers.Serializer[Said]):
    pick = serializers.ChoiceField(choices=picks.PlayerChoice.choices)


class SeizedAsked(serializers.Serializer[Said]):
    """``yes`` needs the envelope, the initials on it and who keeps it."""

    pick = serializers.ChoiceField(choices=picks.CardsSeized.choices)
    cards = TextField(max_length=200, required=False)
    envelope = TextField(max_length=60, required=False)
    initials = TextField(max_length=60, required=False)
    custody = TextField(max_length=120, required=False)

    def validate(self, attrs: Said) -> Said:
        return _whole(attrs, picks.CardsSeized.YES, ("envelope", "initials", "custody"))


class PassesAsked(serializers.Serializer[Said]):
    """``range`` needs the first and the last round."""

    pick = serializers.ChoiceField(choices=picks.Passes.choices)
    first = serializers.IntegerField(required=False, min_value=0, max_value=2**53)
    last = serializers.IntegerField(required=False, min_value=0, max_value=2**53)

    def validate(self, attrs: Said) -> Said:
        attrs = _whole(attrs, picks.Passes.RANGE, ("first", "last"))
        if "first" in attrs and attrs["last"] < attrs["first"]:
            raise serializers.ValidationError({"last": [f">= {attrs['first']}"]})
        return attrs


class SentAsked(serializers.Serializer[Said]):
    who = serializers.ChoiceField(choices=picks.Receiver.choices)
    at = serializers.DateTimeField()
    channel = serializers.ChoiceField(choices=picks.Channel.choices)


class NotificationsAsked(serializers.Serializer[Said]):
    pick = serializers.ChoiceField(choices=picks.Notified.choices)
    sent = SentAsked(many=True, required=False)

    def validate(self, attrs: Said) -> Said:
        attrs = _whole(attrs, picks.Notified.SENT, ("sent",))
        for one in attrs.get("sent", []):
            one["at"] = one["at"].isoformat()
        return attrs


class ActionAsked(serializers.Serializer[Said]):
    picks = serializers.MultipleChoiceField(choices=picks.Action.choices, allow_empty=False)

    def validate(self, attrs: Said) -> Said:
        return {"picks": sorted(attrs["picks"])}


class CompleteAsked(serializers.Serializer[Said]):
    """Any of the fields of the report; those left out stay as they are."""

    announced = AnnouncedAsked(required=False)
    persons = PersonsAsked(required=False)
    witnesses = WitnessesAsked(required=False)
    player_choice = ChoiceAsked(required=False)
    money_corrected = CorrectedAsked(required=False)
    cards_seized = SeizedAsked(required=False)
    passes_affected = PassesAsked(required=False)
    notifications = NotificationsAsked(required=False)
    action_taken = ActionAsked(required=False)
    source = SourceAsked(required=False)  # type: ignore[assignment]  # the field of the report, not DRF's own attribute
    words = WordsField(required=False, allow_blank=True, default="")

    def told(self) -> Said:
        """As the verb takes it."""
        given = dict(self.validated_data)
        words = given.pop("words")
        details: Said = {name: dict(value) for name, value in given.items()}
        named = {name: details.get(name, {}).pop("named", []) for name in ("witnesses", "persons")}
        people = {name: [Named(**one) for one in rows] for name, rows in named.items()}
        return {"details": details, **people, "words": words}


def _whole(attrs: Said, pick: str, needed: tuple[str, ...]) -> Said:
    """The fields that go with the pick, all of them; with another pick none of them are kept."""
    if attrs["pick"] != pick:
        return {"pick": attrs["pick"]}
    missing = [name for name in needed if not attrs.get(name) and attrs.get(name) != 0]
    if missing:
        raise serializers.ValidationError({name: [pick] for name in missing})
    return dict(attrs)
