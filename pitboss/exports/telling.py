"""What a bundle tells of people and of other players: one masking for every file of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pitboss.accounts.models import Person as Employee
from pitboss.exports import shapes
from pitboss.exports.request import EVERYBODY, NOBODY, Question
from pitboss.privacy.masking import Masking


@dataclass(slots=True)
class Telling:
    """``maskings`` by casino. ``worn``: names by badge, as far as the bundle may hold them."""

    question: Question
    maskings: Mapping[int, Masking]
    worn: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, question: Question, casinos: Mapping[int, str]) -> Telling:
        """``casinos``: code by primary key."""
        seat = question.seat if question.masked else None
        telling = cls(question, {pk: Masking(pk, named=not question.masked, seat=seat) for pk in casinos})
        if question.names != NOBODY:
            telling.worn = dict(Employee.objects.exclude(badge="").values_list("badge", "name"))
        return telling

    def badge(self, casino: int, badge: str) -> shapes.Person:
        return shapes.Person(badge=self.maskings[casino].badge(badge), name=self.worn.get(badge))

    def person(self, casino: int, person: Employee | None) -> shapes.Person | None:
        if person is None:
            return None
        badge = person.badge or f"#{person.pk}"
        name = None if self.question.names == NOBODY else person.name
        return shapes.Person(badge=self.maskings[casino].badge(badge), name=name)

    @property
    def witnesses(self) -> bool:
        return self.question.names == EVERYBODY


def instant(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def maybe(at: datetime | None) -> str | None:
    return None if at is None else instant(at)


def plain(value: Any) -> Any:
    """As JSON read it, for what may be null there."""
    return value or []
