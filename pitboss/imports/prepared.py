"""A file and a mapping of the database, made ready to be read."""

from __future__ import annotations

from pathlib import Path
from zoneinfo import ZoneInfo

import msgspec

from pitboss.casino.models import Table
from pitboss.imports.convert import Converter
from pitboss.imports.definition import Definition, Source, from_json
from pitboss.imports.models import ImportFile, Mapping
from pitboss.ingest.files import kept
from pitboss.ingest.lines import Line, Rejection, read_line

json_of = msgspec.json.Encoder().encode


def path_of(file: ImportFile) -> Path:
    return kept(file.digest)


def converter_of(file: ImportFile, definition: Definition) -> Converter:
    """``file`` comes with its casino."""
    casino = file.casino
    return Converter(
        definition,
        zone=ZoneInfo(casino.timezone),
        currency=casino.currency,
        casino=casino.code,
        digest=file.digest,
        profiles=dict(Table.objects.filter(casino=casino).values_list("name", "profile")),
    )


def definition_of(mapping: Mapping) -> Definition:
    return from_json(mapping.definition)


def line_of(body: dict[str, object], line: int) -> Line | Rejection:
    """An event that was made, read as any event that is sent."""
    return read_line(json_of(body), line)


def columns_of(definition: Definition) -> dict[str, str]:
    """Field to the column it is taken from, for what the contract refuses."""
    sources: dict[str, Source] = {"kind": definition.kind, **definition.fields}
    found = {name: source.column for name, source in sources.items() if source.column is not None}
    if "spot" in found:
        found = {"to": found["spot"], "seat": found["spot"], **found}
    return found
