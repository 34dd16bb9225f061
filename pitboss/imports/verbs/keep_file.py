from __future__ import annotations

import codecs
from datetime import datetime
from typing import Final

import msgspec
from django.core.files.base import File

from pitboss.accounts.models import Person
from pitboss.accounts.permissions import require
from pitboss.casino.models import Casino
from pitboss.imports.access import VERB
from pitboss.imports.models import ImportFile
from pitboss.imports.reading import columns, look
from pitboss.imports.refusal import EMPTY, NO_TABLE, UTF_16
from pitboss.incidents.refusal import Refused
from pitboss.ingest.files import keep, kept

LONGEST_NAME: Final = 120


def keep_file(*, file: File[bytes] | None, casino: Casino, by: Person, now: datetime) -> ImportFile:
    """Keep a file for a casino under its hash; the same one again is the one that is there.

    Raises PermissionDenied, Refused.
    """
    require(by, VERB, casino)
    if file is None or not file.size:
        raise Refused([EMPTY])
    start = file.read(2)
    if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        raise Refused([UTF_16])
    file.seek(0)
    digest, size = keep(file)
    there = ImportFile.objects.filter(casino=casino, digest=digest).first()
    if there is not None:
        return there
    looked = look(kept(digest))
    if not columns(kept(digest), looked.reading):
        raise Refused([NO_TABLE])
    made, _ = ImportFile.objects.get_or_create(
        casino=casino,
        digest=digest,
        defaults={
            "name": (file.name or digest[:8])[-LONGEST_NAME:],
            "size": size,
            "looked": msgspec.to_builtins(looked),
            "by": by,
            "at": now,
        },
    )
    return made
