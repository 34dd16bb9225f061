"""Who sees an import: whoever may upload at its casino."""

from __future__ import annotations

from django.db.models import QuerySet

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino
from pitboss.imports.models import Import, ImportFile, Mapping, Trial

VERB = "upload"


def casinos_of(person: Person) -> QuerySet[Casino]:
    """Casinos where this person may import, by code."""
    found: QuerySet[Casino] = Casino.objects.where(person, VERB)
    return found


def files_of(person: Person) -> QuerySet[ImportFile]:
    theirs = casinos_of(person).order_by().values("pk")
    return ImportFile.objects.filter(casino__in=theirs).select_related("casino", "by")


def trials_of(person: Person) -> QuerySet[Trial]:
    theirs = casinos_of(person).order_by().values("pk")
    found = Trial.objects.filter(file__casino__in=theirs)
    return found.select_related("file__casino", "mapping", "by", "job", "taken__job", "taken__by")


def imports_of(person: Person) -> QuerySet[Import]:
    theirs = casinos_of(person).order_by().values("pk")
    found = Import.objects.filter(trial__file__casino__in=theirs)
    return found.select_related("trial__file__casino", "trial__mapping", "trial__by", "by", "job")


def mappings_of(casino: Casino) -> QuerySet[Mapping]:
    """The newest version of each name, by name."""
    newest = Mapping.objects.filter(casino=casino).order_by("name", "-version").distinct("name")
    return newest.select_related("by")
