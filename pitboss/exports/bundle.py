"""A bundle, from the question to the last byte of its zip (docs/bundle.md)."""

from __future__ import annotations

import base64
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from typing import IO, Final

from django.db.models import Count, Max
from django.utils import translation
from django.utils.translation import gettext

from pitboss.casino.models import Casino, TableSession
from pitboss.evidence.models import Checkpoint
from pitboss.exports import proofs, seal, shapes
from pitboss.exports.bag import Bag
from pitboss.exports.cells import sheet, workbook
from pitboss.exports.custody import custody_columns, custody_rows
from pitboss.exports.disputes import COLUMNS, dispute_rows
from pitboss.exports.engine import rules_archive
from pitboss.exports.entries import lines
from pitboss.exports.folios import folios, keys_elsewhere
from pitboss.exports.footage import blocks, footage
from pitboss.exports.queries import Upto, incidents_of, since, upto
from pitboss.exports.records import is_later, record, rounds_of, with_all
from pitboss.exports.report import printing
from pitboss.exports.request import Question
from pitboss.exports.rounds import events
from pitboss.exports.sessions import sessions_file, unread_file, unread_of
from pitboss.exports.sheets import finding_columns, finding_rows, incident_columns, incident_rows, zones
from pitboss.exports.telling import Telling
from pitboss.incidents.models import Incident, Step
from pitboss.replay.readings import EDITION

MOST_READS: Final = 5
LOCALES: Final = {"es": "es-cl", "en": "en"}


@dataclass(frozen=True, slots=True)
class Made:
    """A finished bundle: its name, its request's hash, the SHA-256 of its manifest, and how much is in it."""

    folder: str
    digest: str
    manifest: str
    incidents: int
    sessions: int
    entries: int


@dataclass(slots=True)
class Chosen:
    """All that is read at one moment; what follows is the ledger, which does not change."""

    incidents: list[Incident]
    later: list[int]
    sessions: dict[int, TableSession]
    upto: dict[int, Upto]
    telling: Telling


def folder_of(question: Question, digest: str) -> str:
    kind = "masked" if question.masked else "full"
    return f"pitboss-{'-'.join(question.casinos)}-{question.since}_{question.until}-{kind}-{digest[:8]}"


def write(file: IO[bytes], question: Question, checkpoint: Checkpoint) -> Generator[tuple[int, int] | Made, None, None]:
    """Write it into ``file``; gives how many entries are in, and of how many, now and then, and what was made at last.

    Everything but the ledger is read before the first of these: the caller may end a transaction at each.
    """
    digest = question.digest(checkpoint.size, bytes(checkpoint.root))
    bag = Bag(file, folder_of(question, digest), checkpoint.at)
    with closing(bag):
        chosen = _choose(question, checkpoint)
        _papers(bag, question, checkpoint, chosen, digest)
        total, done = sum(one.number for one in chosen.upto.values()), 0
        yield done, total
        with printing(question, checkpoint, [incident.pk for incident in chosen.incidents]) as printed:
            for session, one in sorted(chosen.upto.items()):
                bag.put(f"data/ledger/{session}.entries.ndjson", lines(session, one.number, question))
                done += one.number
                yield done, total
            if pdf := printed():
                bag.put("data/report.pdf", pdf)
        manifest = _tags(bag, checkpoint, digest, question, len(chosen.incidents), total)
    yield Made(bag.folder, digest, manifest, len(chosen.incidents), len(chosen.sessions), total)


class NeverStill(RuntimeError):
    """Somebody wrote into these cases each time that they were read. Another attempt comes later."""


def _at_rest(question: Question) -> list[Incident]:
    """The cases as they were at one moment. All that moves one is a step: where none came while they were read, what
    was read belongs together. No lock, for which a table would have to wait."""
    for _ in range(MOST_READS):
        before = _mark(question)
        found = list(with_all(incidents_of(question)))
        if _mark(question) == before:
            return found
    raise NeverStill(f"the cases of {question.since} to {question.until} changed {MOST_READS} times while being read")


def _mark(question: Question) -> dict[str, int | None]:
    steps = Step.objects.filter(incident__in=incidents_of(question).order_by().values("pk"))
    return steps.aggregate(count=Count("pk"), last=Max("pk"))


def _choose(question: Question, checkpoint: Checkpoint) -> Chosen:
    found = _at_rest(question)
    there = upto({incident.session_id for incident in found}, checkpoint.size)
    came = since(there)
    later = [incident.pk for incident in found if is_later(incident, there, came)]
    incidents = [incident for incident in found if incident.pk not in set(later)]
    used = {incident.session_id for incident in incidents}
    sessions = TableSession.objects.select_related("table__casino", "table__pit").in_bulk(used)
    casinos = {incident.casino_id: incident.casino.code for incident in incidents}
    return Chosen(incidents, later, sessions, {pk: there[pk] for pk in used}, Telling.of(question, casinos))


def _papers(bag: Bag, question: Question, checkpoint: Checkpoint, chosen: Chosen, digest: str) -> None:
    """All of the payload but the ledger."""
    rounds = rounds_of(chosen.incidents)
    told = [
        record(
            incident,
            rounds.get((incident.session_id, incident.round), []) if incident.round is not None else [],
            chosen.telling,
            chosen.upto[incident.session_id].number,
        )
        for incident in chosen.incidents
    ]
    head = shapes.Head(
        origin=checkpoint.key.name, size=checkpoint.size, root=base64.b64encode(bytes(checkpoint.root)).decode()
    )
    whole = shapes.Incidents(
        format=shapes.FORMAT,
        request=digest,
        checkpoint=head,
        edition=EDITION,
        masked=question.masked,
        folios=folios(question, chosen.incidents, chosen.later),
        incidents=told,
    )
    unread = unread_of(chosen.upto)
    elsewhere = keys_elsewhere(chosen.sessions, chosen.incidents, EDITION)
    put: dict[str, bytes] = {
        "evidence/checkpoint": checkpoint.note.encode(),
        "evidence/consistency.json": proofs.consistency(checkpoint),
        "evidence/inclusion.json": proofs.inclusion(chosen.upto, checkpoint),
        "incidents.json": shapes.written(whole),
        "incidents.schema.json": shapes.schema(),
        "request.json": question.text().encode(),
        "sessions.json": sessions_file(chosen.sessions, chosen.upto, elsewhere, unread, masked=question.masked),
        **_sheets(question, checkpoint, chosen, told),
        **{f"ledger/{session}.unread.json": unread_file(rows) for session, rows in unread.items()},
    }
    for name, content in sorted(put.items()):
        bag.put(f"data/{name}", content)
    if question.footage:
        for name, path in footage(chosen.incidents).items():
            bag.put(f"data/{name}", blocks(path))
    for incident, one in zip(chosen.incidents, told, strict=True):
        bag.put(f"data/{one.events}", events(one, incident.casino_id, chosen.telling))


def _sheets(
    question: Question, checkpoint: Checkpoint, chosen: Chosen, told: list[shapes.Incident]
) -> dict[str, bytes]:
    """In the request's language, which need not be that of whoever makes it."""
    clocks = zones(Casino.objects.filter(code__in=question.casinos))
    pits = {pk: session.table.pit.name for pk, session in chosen.sessions.items()}
    raised = {
        (incident.session_id, finding.entry.number): finding.at.isoformat()
        for incident in chosen.incidents
        for finding in incident.findings.all()
    }
    with translation.override(LOCALES[question.language]):
        incidents = (gettext("Incidentes"), incident_columns(), list(incident_rows(told, clocks, question.language)))
        findings = (gettext("Hallazgos"), finding_columns(), list(finding_rows(told, question.language)))
        custody = (
            gettext("Custodia"),
            custody_columns(),
            list(custody_rows(chosen.incidents, told, clocks, chosen.telling)),
        )
        title = gettext("Incidentes de %(since)s a %(until)s") % {"since": question.since, "until": question.until}
        disputes = list(dispute_rows(told, clocks, pits, raised, question.language))
        return {
            "custody.csv": sheet(custody[1], custody[2]),
            "disputes.csv": sheet(COLUMNS, disputes),
            "incidents.csv": sheet(incidents[1], incidents[2]),
            "incidents.xlsx": workbook([incidents, findings, custody], title=title, at=checkpoint.at),
        }


def _tags(bag: Bag, checkpoint: Checkpoint, digest: str, question: Question, incidents: int, entries: int) -> str:
    """The tag files and the note over them; the SHA-256 of the manifest."""
    engine = rules_archive()
    names = Casino.objects.filter(code__in=question.casinos).order_by("code").values_list("name", flat=True)
    organization = ", ".join(names)
    manifest = bag.manifest(payload=True)
    bag.put(
        "bag-info.txt",
        seal.bag_info(bag, organization=organization, checkpoint=checkpoint, digest=digest, edition=EDITION),
    )
    bag.put("bagit.txt", seal.BAGIT)
    bag.put("engine/rules.zip", engine.content)
    bag.put("keys.json", proofs.keys(checkpoint))
    named = bag.put("manifest-sha256.txt", manifest)
    for name, content in seal.verifier().items():
        bag.put(name, content)
    tags = bag.manifest(payload=False)
    bag.put("tagmanifest-sha256.txt", tags)
    bag.put(
        "bundle.note",
        seal.note(
            bag,
            manifest=manifest,
            tags=tags,
            checkpoint=checkpoint,
            engine=engine,
            edition=EDITION,
            incidents=incidents,
            entries=entries,
        ),
    )
    return named
