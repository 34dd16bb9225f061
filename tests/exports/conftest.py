"""Exports asked for and made in this process, as a worker makes them."""

from __future__ import annotations

import zipfile
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import LazySettings
from django.utils import timezone

from pitboss.jobs.perform import perform

if TYPE_CHECKING:
    from pitboss.accounts.models import Person
    from pitboss.exports.models import Export, Part

DAYS = (date(2026, 11, 27), date(2026, 11, 30))


@pytest.fixture(autouse=True)
def own_files(tmp_path: Path, settings: LazySettings) -> Path:
    """Keys and bundles of this test alone, without the printed report: what it says is tested beside it."""
    home = tmp_path / "home"
    settings.HOME = home
    settings.EVIDENCE_ORIGIN = "casino.example/evidence/log/main"
    settings.EVIDENCE_KEY_FILE = ""
    settings.EXPORTS_REPORT = ""
    return home


def asked(by: Person, **told: Any) -> Export:
    """Everything of the Casino de ejemplo in those days, unless it is said otherwise."""
    from pitboss.casino.models import Casino
    from pitboss.exports.request import Question
    from pitboss.exports.verbs.ask import ask

    casinos = list(Casino.objects.filter(code__in=told.pop("casinos", ("CDE",))))
    question = Question(**{"casinos": (), "since": DAYS[0], "until": DAYS[1], "why": "oficio 12", **told})
    return ask(by=by, now=timezone.now(), question=question, casinos=casinos)


def made(export: Export) -> Part:
    """Its first part, made."""
    for part in export.parts.all():
        assert perform(part.job_id), part.job.error
    return export.parts.order_by("number")[0]


def path_of(part: Part) -> Path:
    from pitboss.exports.files import place

    return place(part.export_id, part.number)


def contents(part: Part) -> dict[str, bytes]:
    """The bundle's files by their names below its folder."""
    with zipfile.ZipFile(path_of(part)) as bundle:
        return {name.partition("/")[2]: bundle.read(name) for name in bundle.namelist()}
