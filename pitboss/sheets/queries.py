"""Reads of sheets: what came of a sending, and the pictures by which a sheet is confirmed."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino
from pitboss.sheets.models import Picture, Sending, Sheet

SURE = 0.9


def sheets_of(person: Person) -> QuerySet[Sheet]:
    """Sheets of the casinos where this person may read them."""
    theirs = Casino.objects.where(person, "upload").order_by().values("pk")
    return Sheet.objects.filter(casino__in=theirs).select_related("casino", "table", "confirmation__by")


def sendings_of(person: Person) -> QuerySet[Sending]:
    """Sendings to the casinos where this person may read sheets, newest first."""
    theirs = Casino.objects.where(person, "upload").order_by().values("pk")
    found = Sending.objects.filter(casino__in=theirs).select_related("casino", "table", "by", "job")
    return found.order_by("-sent_at")


def pictures_of(person: Person) -> QuerySet[Picture]:
    theirs = Casino.objects.where(person, "upload").order_by().values("pk")
    return Picture.objects.filter(sending__casino__in=theirs)


def best(pictures: Iterable[Picture]) -> dict[int, Picture]:
    """By page the picture that leaves the least to ask; of two equal ones the newer."""
    found: dict[int, Picture] = {}
    for picture in sorted(pictures, key=lambda one: one.pk):
        page = picture.page or 1
        if page not in found or asked(picture) <= asked(found[page]):
            found[page] = picture
    return found


def asked(picture: Picture) -> int:
    """Cells of it that a person has to look at."""
    return sum(confidence < SURE for _, confidence in picture.cells.values())
