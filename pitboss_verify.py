#!/usr/bin/env python3
"""Checks a bundle of pitboss, needing nothing of pitboss: one file, Python 3.9 or later, the standard library.

    python3 pitboss_verify.py BUNDLE [--keys VKEY …] [--checkpoint FILE] [--lang es|en] [--json] [--no-replay]

BUNDLE is the zip as it was handed out, or the folder that was in it. `cryptography` verifies the signatures where it is
there, else a small Ed25519 of this file. The rounds are played again through the engine in the bundle, which needs
`msgspec`. Nothing is asked of any network.

Ends with 0: all is proved. 1: something is wrong. 2: it cannot be read. 3: nothing is wrong, and something could not be
proved (it says what). The formats are told in docs/bundle.md and docs/evidence.md of pitboss.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import csv
import hashlib
import hmac
import io
import json
import os
import re
import stat
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import IO, Any, Final, NamedTuple, Union, cast

VERSION: Final = "1"
PROVED, WRONG, UNREADABLE, UNPROVED = 0, 1, 2, 3

BLOCK: Final = 1 << 20
MOST_FILES: Final = 200_000
MOST_BYTES: Final = 1 << 38
"""Of all files of a bundle unpacked; they are read in blocks, so this bounds time, not memory."""
LARGEST_READ: Final = 1 << 29
"""Of a file that has to be held in memory whole."""
LONGEST_LINE: Final = 1 << 20
MOST_FOLIOS: Final = 1_000_000
MOST_SAID: Final = 50
"""Faults of one name that are told one by one; the rest is counted."""

# ── words ────────────────────────────────────────────────────────────────────────────────────────────

FAULTS: Final[Mapping[str, tuple[str, str]]] = {
    "bag.missing": ("falta un archivo", "a file is missing"),
    "bag.extra": ("hay un archivo que la lista no nombra", "there is a file that the list does not name"),
    "bag.changed": ("el archivo no es el que se entregó", "the file is not the one that was handed out"),
    "bag.twice": ("el mismo nombre está dos veces", "the same name is there twice"),
    "bag.unsafe": (
        "el nombre sale de la carpeta, o no es un archivo común",
        "the name leads out of the folder, or it is no ordinary file",
    ),
    "bag.malformed": ("no se entiende el contenido", "what is in it cannot be understood"),
    "note.signature": ("la firma del paquete no vale", "the signature of the bundle does not hold"),
    "note.key": (
        "el paquete no está firmado con la llave vigente de la casa",
        "the bundle is not signed by the key that the house signs with",
    ),
    "checkpoint.signature": (
        "el punto de control no lleva una firma válida",
        "the checkpoint has no signature that holds",
    ),
    "checkpoint.fork": (
        "el registro de este paquete no continúa el que se firmó antes",
        "the log of this bundle does not continue the one that was signed before",
    ),
    "key.swapped": (
        "una llave fue cambiada sin que la anterior la presente",
        "a key was exchanged without an introduction by the one before",
    ),
    "inclusion.failed": (
        "no se muestra que la sesión esté en el registro firmado",
        "the session is not shown to be in the signed log",
    ),
    "chain.missing": ("faltan asientos", "entries are missing"),
    "chain.unlinked": ("el asiento no sigue al anterior", "the entry does not follow the one before"),
    "chain.changed": ("el asiento no es el que se registró", "the entry is not the one that was recorded"),
    "chain.text": (
        "el texto no es aquel con el que el asiento se comprometió",
        "the text is not the one that the entry commits to",
    ),
    "ledger.truncated": (
        "el registro termina antes de donde ya había llegado",
        "the ledger ends before where it had got to already",
    ),
    "incident.missing": ("falta un incidente", "an incident is missing"),
    "incident.altered": (
        "el incidente no dice lo mismo en todas partes",
        "the incident does not say the same everywhere",
    ),
    "finding.not-confirmed": (
        "jugado de nuevo, el motor no llega a esta constatación",
        "played again, the engine does not come to this finding",
    ),
    "finding.unreported": (
        "jugado de nuevo, el motor constata algo que el paquete no dice",
        "played again, the engine finds something that the bundle does not tell",
    ),
    "engine.changed": ("el motor no es el que se firmó", "the engine is not the one that was signed"),
    "rounds.differ": (
        "los eventos del pase no son los del registro",
        "the events of the round are not those of the ledger",
    ),
}
"""Every way to be caught, by its name."""

DETAILS: Final[Mapping[str, tuple[str, str]]] = {
    "not-signed": ("no es la lista que se firmó", "it is not the list that was signed"),
    "folder": ("la carpeta se firmó como {name}", "the folder was signed as {name}"),
    "oxum": ("Payload-Oxum dice {said}, son {found}", "Payload-Oxum says {said}, there are {found}"),
    "comment": ("comentario o bytes fuera de los archivos", "a comment or bytes outside of the files"),
    "why": ("{why}", "{why}"),
    "signed-count": ("se firmaron {said}, hay {found}", "{said} were signed, there are {found}"),
    "entry": ("asiento {number}", "entry {number}"),
    "sealed": (
        "asiento {number}, reservado en un paquete sin máscara",
        "entry {number}, kept back in a bundle that is not masked",
    ),
    "text-at": ("asiento {number}, {place}", "entry {number}, {place}"),
    "hole": ("faltan los asientos {first} a {last}", "entries {first} to {last} are missing"),
    "order": ("tras el asiento {after} viene el {number}", "entry {number} comes after entry {after}"),
    "no-file": ("la sesión no trae asientos", "the session has no entries with it"),
    "head": (
        "la sesión llegó al asiento {head} y el paquete al {last}",
        "the session got to entry {head} and the bundle to {last}",
    ),
    "no-proof": ("sin prueba para el asiento {number}", "no proof for entry {number}"),
    "proof": ("la prueba del asiento {number} no calza", "the proof of entry {number} does not fit"),
    "another-head": (
        "el paquete habla de un punto de control de {size} asientos, sin ese contenido",
        "the bundle speaks of a checkpoint of {size} entries with other contents",
    ),
    "smaller": (
        (
            "el punto de control que usted tiene cuenta {old} asientos y el paquete solo {new}; si el paquete es"
            " anterior a ese punto de control, use uno anterior al paquete"
        ),
        (
            "the checkpoint that you hold counts {old} entries, the bundle only {new}; if the bundle was made before"
            " that checkpoint, use one from before the bundle"
        ),
    ),
    "same-size": (
        "otro registro con los mismos {size} asientos",
        "another log with the same {size} entries",
    ),
    "no-extension": ("no contiene los primeros {size} asientos", "it does not begin with the first {size} entries"),
    "origin": ("es del registro {name}", "it is of the log {name}"),
    "pin": (
        "ninguna de las llaves que usted indicó está en la cadena de llaves del paquete",
        "none of the keys that you named is in the bundle's chain of keys",
    ),
    "introduction": (
        "la llave {id} no fue presentada por la anterior",
        "key {id} was not introduced by the one before",
    ),
    "signed-by": ("firmado por {who}, la vigente es {last}", "signed by {who}, the one in force is {last}"),
    "gap": ("el folio no está ni entre los excluidos", "the folio is not even among those left out"),
    "twice": ("el folio está dos veces", "the folio is there twice"),
    "differs": ("{key}: no calza {fields}", "{key}: {fields} differ"),
    "absent": ("{key}: no aparece", "{key}: it does not come up"),
    "elsewhere": (
        "{count} constataciones se dicen de otros paquetes, y se pidió todo",
        "{count} findings are said to be of other bundles, and all was asked for",
    ),
    "found": ("{key} ({outcome})", "{key} ({outcome})"),
    "no-session": ("su sesión no está en el paquete", "its session is not in the bundle"),
    "request": ("la huella de lo pedido no es {said}", "the hash of what was asked is not {said}"),
    "at-table": ("la sesión es de {table}", "the session is of {table}"),
    "opened": ("ningún asiento suyo es de su hora", "none of its entries is of its time"),
    "shown": (
        "dice {name} {said}, y de sus constataciones resulta {value}",
        "it says {name} {said}, and of its findings comes {value}",
    ),
    "csv": (
        "la planilla y incidents.json no traen los mismos folios",
        "the sheet and incidents.json have other folios",
    ),
    "engine": ("se firmó {said}", "{said} was signed"),
    "engine-died": ("el motor se detuvo: {why}", "the engine stopped: {why}"),
    "more": ("y {count} más", "and {count} more"),
}

HELD: Final[Mapping[str, tuple[str, str]]] = {
    "bag": (
        "{files} archivos ({size} bytes) están completos, y cada uno es el de la lista (SHA-256)",
        "{files} files ({size} bytes) are complete, and each is the one of the list (SHA-256)",
    ),
    "note": (
        "la lista de archivos fue firmada por {origin} (llave {id})",
        "the list of files was signed by {origin} (key {id})",
    ),
    "pinned": ("esa llave es la que usted indicó", "that key is the one that you named"),
    "introduced": (
        "esa llave desciende de la que usted indicó; presentaciones firmadas: {steps}",
        "that key comes from the one that you named; signed introductions: {steps}",
    ),
    "checkpoint": (
        "el punto de control está firmado y cuenta {size} asientos de toda la casa",
        "the checkpoint is signed and counts {size} entries of the whole house",
    ),
    "older": (
        "el registro contiene, sin cambio, los {size} asientos del punto de control que usted tiene",
        "the log has, unchanged, the {size} entries of the checkpoint that you hold",
    ),
    "consistency": (
        "el registro contiene, sin cambio, el de {count} puntos de control anteriores que el paquete trae",
        "the log has, unchanged, that of {count} earlier checkpoints that the bundle brings",
    ),
    "chain": (
        "{entries} asientos de {sessions} sesiones de mesa están todos, en su orden y sin cambio",
        "{entries} entries of {sessions} table sessions are all there, in their order and unchanged",
    ),
    "inclusion": (
        "el último asiento de cada una de esas sesiones está en el registro firmado",
        "the last entry of each of these sessions is in the signed log",
    ),
    "texts": (
        "{count} textos apartados son aquellos con los que sus asientos se comprometieron",
        "{count} texts kept apart are those that their entries commit to",
    ),
    "folios": (
        "{count} incidentes, los que se firmaron; entre el primer folio y el último ninguno falta sin que se diga",
        "{count} incidents, as many as were signed; between the first folio and the last none is missing untold",
    ),
    "rounds": (
        "los eventos de {count} incidentes son, letra por letra, los del registro",
        "the events of {count} incidents are those of the ledger, letter by letter",
    ),
    "replay": (
        (
            "{findings} constataciones: jugados de nuevo los eventos de {sessions} sesiones por el motor firmado"
            " (edición {edition}), salen las mismas y ninguna otra"
        ),
        (
            "{findings} findings: playing the events of {sessions} sessions again through the signed engine (edition"
            " {edition}) gives the same ones and no other"
        ),
    ),
    "replay-elsewhere": (
        (
            "{findings} constataciones: jugados de nuevo los eventos de {sessions} sesiones por el motor firmado"
            " (edición {edition}), salen las mismas, {elsewhere} que el paquete declara de incidentes no pedidos, y"
            " ninguna otra"
        ),
        (
            "{findings} findings: playing the events of {sessions} sessions again through the signed engine (edition"
            " {edition}) gives the same ones, {elsewhere} that the bundle declares of incidents not asked for, and no"
            " other"
        ),
    ),
}

OPEN: Final[Mapping[str, tuple[str, str]]] = {
    "key.unpinned": (
        (
            "de quién es la llave. El paquete trae la suya propia: pida a la casa o al regulador la llave {vkey} por"
            " otro camino e indíquela con --keys, o use con --checkpoint un punto de control que ya tenía"
        ),
        (
            "whose key it is. The bundle brings its own: ask the house or the regulator for the key {vkey} by another"
            " way and name it with --keys, or use a checkpoint that you had already with --checkpoint"
        ),
    ),
    "checkpoint.older": (
        (
            "que el registro continúe el punto de control de {size} asientos: el paquete no trae esa prueba. Pídala a"
            " la casa e indíquela con --proof"
        ),
        (
            "that the log continues the checkpoint of {size} entries: the bundle has no proof of that. Ask the house"
            " for it and name it with --proof"
        ),
    ),
    "replay.left-out": (
        "que las constataciones salgan de los eventos: se pidió no jugarlos de nuevo",
        "that the findings come of the events: it was asked not to play them again",
    ),
    "replay.not-asked": (
        (
            "que las constataciones salgan de los eventos. El motor del paquete es un programa: sin una llave"
            " conocida no se ejecuta por sí solo. Si acepta ese riesgo, use --replay"
        ),
        (
            "that the findings come of the events. The bundle's engine is a program: without a known key it is not"
            " run by itself. If you take that risk, use --replay"
        ),
    ),
    "replay.not-signed": (
        "que las constataciones salgan de los eventos: no se ejecuta un motor cuya firma no vale",
        "that the findings come of the events: an engine whose signature does not hold is not run",
    ),
    "replay.no-msgspec": (
        "que las constataciones salgan de los eventos: el motor necesita msgspec (pip install msgspec)",
        "that the findings come of the events: the engine needs msgspec (pip install msgspec)",
    ),
    "replay.sealed": (
        "las constataciones de {count} sesiones: el paquete reserva asientos de otras personas",
        "the findings of {count} sessions: the bundle keeps entries of other people back",
    ),
    "replay.broken": (
        "las constataciones de {count} sesiones: su registro no está entero",
        "the findings of {count} sessions: their ledger is not whole",
    ),
    "replay.edition": (
        "las constataciones de {count} sesiones: las hizo otra edición del motor que la del paquete ({edition})",
        "the findings of {count} sessions: another edition of the engine made them than the bundle's ({edition})",
    ),
    "chain.sealed": (
        (
            "el contenido de los asientos reservados ({count}), ni que lo anterior a ellos esté en el registro"
            " (tramos: {loose}): de eso responde la firma del paquete"
        ),
        (
            "what is in the entries kept back ({count}), nor that what is before them is in the log (stretches:"
            " {loose}): the bundle's signature answers for that"
        ),
    ),
    "rounds.masked": (
        "que los eventos de rounds/ sean los del registro, letra por letra: el paquete está enmascarado",
        "that the events under rounds/ are those of the ledger, letter by letter: the bundle is masked",
    ),
}

BEYOND: Final[Sequence[tuple[str, str]]] = (
    (
        "que en la mesa haya pasado lo que se registró: de eso responden quien lo registró y el video",
        "that what was recorded is what happened at the table: who recorded it and the video answer for that",
    ),
    (
        (
            "lo hecho en oficina (resoluciones, notas, custodia), las opciones de la casa, el PDF y las planillas:"
            " los respalda la firma del paquete y no el registro"
        ),
        (
            "what was done at the desk (rulings, notes, custody), the options of the house, the PDF and the sheets:"
            " the bundle's signature backs them, not the log"
        ),
    ),
    (
        "que la casa no lleve otro registro: compare con un punto de control que otra persona guarde",
        "that the house keeps no second log: compare with a checkpoint that somebody else keeps",
    ),
)

TITLES: Final[Mapping[str, tuple[str, str]]] = {
    "0": ("Todo probado", "All is proved"),
    "1": ("Algo está mal", "Something is wrong"),
    "2": ("No se puede leer", "It cannot be read"),
    "3": ("Nada está mal, pero no todo se pudo probar", "Nothing is wrong, but not all could be proved"),
    "wrong": ("Mal", "Wrong"),
    "held": ("Probado", "Proved"),
    "open": ("No probado", "Not proved"),
    "beyond": ("Lo que ninguna verificación de este paquete puede decir", "What no check of this bundle can tell"),
}


_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What a name in a bundle could move a terminal with."""


def _spoken(pair: tuple[str, str], lang: str, values: Mapping[str, Any]) -> str:
    return pair[1 if lang == "en" else 0].format(**values)


class Unreadable(Exception):
    """It is no bundle, or cannot be opened."""


class Malformed(ValueError):
    """A file is not what its name says."""


@dataclass(frozen=True)
class Fault:
    """``name``: one of FAULTS. ``place``: a file, a session, a folio. ``detail``: one of DETAILS, with its values."""

    name: str
    place: str
    detail: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)

    def words(self, lang: str) -> str:
        more = _spoken(DETAILS[self.detail], lang, self.values) if self.detail else ""
        return _spoken(FAULTS[self.name], lang, {}) + (f" ({more})" if more else "")


@dataclass
class Report:
    """What came of it. ``held`` and ``open``: keys of HELD and OPEN with their values."""

    folder: str = ""
    faults: list[Fault] = field(default_factory=list)
    held: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    open: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    unread: str = ""
    counted: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    @property
    def exit(self) -> int:
        if self.unread:
            return UNREADABLE
        if self.counted:
            return WRONG
        return UNPROVED if self.open else PROVED

    def fault(self, code: str, where: str, detail: str = "", **values: Any) -> None:
        self.counted[code] += 1
        if self.counted[code] <= MOST_SAID:
            self.faults.append(Fault(code, where, detail, values))

    def hold(self, code: str, **values: Any) -> None:
        self.held.append((code, values))

    def leave_open(self, code: str, **values: Any) -> None:
        self.open.append((code, values))

    def found(self, *names: str) -> int:
        """How many faults there are of these names, or of these families (``chain.``)."""
        return sum(
            count
            for name, count in self.counted.items()
            if any(name == one or (one.endswith(".") and name.startswith(one)) for one in names)
        )

    def as_dict(self, lang: str) -> dict[str, Any]:
        return {
            "format": f"pitboss verify {VERSION}",
            "bundle": self.folder,
            "exit": self.exit,
            "result": ("proved", "wrong", "unreadable", "unproved")[self.exit],
            "words": _spoken(TITLES[str(self.exit)], lang, {}) + (f": {self.unread}" if self.unread else ""),
            "wrong": [{"name": one.name, "place": one.place, "words": one.words(lang)} for one in self.faults],
            "counts": dict(self.counted),
            "proved": [
                {"name": code, "words": _spoken(HELD[code], lang, values), **values} for code, values in self.held
            ],
            "unproved": [
                {"name": code, "words": _spoken(OPEN[code], lang, values), **values} for code, values in self.open
            ],
            "beyond": [_spoken(pair, lang, {}) for pair in BEYOND],
        }

    def lines(self, lang: str) -> Iterator[str]:
        told = self.as_dict(lang)
        yield _UNSEEN.sub("?", f"{told['words']}{' · ' + self.folder if self.folder else ''}")
        if self.unread:
            return
        rows = {
            "wrong": [f"✗ {one['name']}  {one['place']}: {one['words']}" for one in told["wrong"]],
            "held": [f"✓ {one['words']}" for one in told["proved"]],
            "open": [f"· {one['name']}: {one['words']}" for one in told["unproved"]],
            "beyond": [f"· {one}" for one in told["beyond"]],
        }
        for name, count in self.counted.items():
            if count > MOST_SAID:
                more = _spoken(DETAILS["more"], lang, {"count": count - MOST_SAID})
                rows["wrong"].append(f"✗ {name}  {more}")
        for title, some in rows.items():
            if some:
                yield ""
                yield _spoken(TITLES[title], lang, {})
                for one in some:
                    yield "  " + _UNSEEN.sub("?", one)


# ── Ed25519 (RFC 8032), where `cryptography` is not there ────────────────────────────────────────────

P: Final = 2**255 - 19
L: Final = 2**252 + 27742317777372353535851937790883648493
D: Final = -121665 * pow(121666, P - 2, P) % P
ROOT: Final = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]  # (X, Y, Z, T), extended coordinates: x = X/Z, y = Y/Z, xy = T/Z


def _add(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def _times(number: int, point: Point) -> Point:
    made: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            made = _add(made, point)
        point = _add(point, point)
        number >>= 1
    return made


def _x_of(y: int, odd: int) -> int | None:
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if odd else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P:
        return None
    return P - x if x & 1 != odd else x


def _point_of(encoded: bytes) -> Point | None:
    y = int.from_bytes(encoded, "little")
    odd, y = y >> 255, y & ((1 << 255) - 1)
    x = _x_of(y, odd) if y < P else None
    return None if x is None else (x, y, 1, x * y % P)


def _encoded(point: Point) -> bytes:
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return int(y | (x & 1) << 255).to_bytes(32, "little")


_BASE_Y = 4 * pow(5, P - 2, P) % P
_BASE_X = _x_of(_BASE_Y, 0) or 0
BASE: Final[Point] = (_BASE_X, _BASE_Y, 1, _BASE_X * _BASE_Y % P)


def ed25519_in_python(public: bytes, signature: bytes, message: bytes) -> bool:
    """Does the signature hold? Slow (some hundredths of a second), and as strict as OpenSSL: without cofactor."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key = _point_of(public)
    s = int.from_bytes(signature[32:], "little")
    if key is None or s >= L:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public + message).digest(), "little") % L
    minus = (P - key[0], key[1], key[2], P - key[3])
    return _encoded(_add(_times(s, BASE), _times(k, minus))) == signature[:32]


try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    ed25519 = ed25519_in_python
else:

    def ed25519(public: bytes, signature: bytes, message: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


# ── notes and keys (C2SP signed-note, tlog-checkpoint) ───────────────────────────────────────────────

_SIGNATURE_LINE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")


def decoded(text: str, length: int | None = None) -> bytes:
    """Strict base64. Raises Malformed."""
    try:
        plain = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as why:
        raise Malformed(f"base64: {text[:80]!r}") from why
    if base64.b64encode(plain).decode() != text or (length is not None and len(plain) != length):
        raise Malformed(f"base64: {text[:80]!r}")
    return plain


@dataclass(frozen=True)
class Key:
    """A public key under its name; in writing a vkey: ``name+id+base64``."""

    name: str
    public: bytes

    @property
    def id(self) -> str:
        return hashlib.sha256(self.name.encode() + b"\n\x01" + self.public).hexdigest()[:8]

    def __str__(self) -> str:
        return f"{self.name}+{self.id}+{base64.b64encode(bytes([1]) + self.public).decode()}"

    @classmethod
    def read(cls, vkey: str) -> Key:
        """Raises Malformed."""
        name, _, rest = vkey.strip().partition("+")
        _, _, encoded = rest.partition("+")
        typed = decoded(encoded, 33)
        key = cls(name, typed[1:])
        if typed[:1] != b"\x01" or not name or re.search(r"\s", name) or str(key) != vkey.strip():
            raise Malformed(f"vkey: {vkey[:120]!r}")
        return key


class Note(NamedTuple):
    text: str
    signatures: Sequence[tuple[str, str, bytes]]  # name, key id in hexadecimal, signature

    @classmethod
    def read(cls, raw: bytes) -> Note:
        """Its parts, nothing verified. Raises Malformed."""
        try:
            note = raw.decode("utf-8")
        except UnicodeDecodeError as why:
            raise Malformed("UTF-8") from why
        text, gap, lines = note.rpartition("\n\n")
        if not gap or not lines.endswith("\n") or any(letter < " " and letter != "\n" for letter in note):
            raise Malformed("signed note")
        signatures = []
        for line in lines[:-1].split("\n")[:100]:
            found = _SIGNATURE_LINE.fullmatch(line)
            signed = decoded(found[2]) if found else b""
            if found is None or len(signed) < 5:
                raise Malformed("signed note")
            signatures.append((found[1], signed[:4].hex(), signed[4:]))
        return cls(text + "\n", signatures)

    def signers(self, keys: Iterable[Key]) -> list[Key]:
        """Those of the keys that have signed. Raises Malformed where a signature in the name of one does not hold."""
        known = {(key.name, key.id): key for key in keys}
        held: list[Key] = []
        for name, key_id, signed in self.signatures:
            key = known.get((name, key_id))
            if key is None:
                continue
            if not ed25519(key.public, signed, self.text.encode()):
                raise Malformed(f"{name}+{key_id}")
            if key not in held:
                held.append(key)
        return held


class Head(NamedTuple):
    """How large the log is, and its root."""

    origin: str
    size: int
    root: bytes

    @classmethod
    def read(cls, text: str) -> Head:
        """Of a checkpoint's text; lines after the third are read over. Raises Malformed."""
        lines = text.split("\n")
        if len(lines) < 4 or not lines[0] or not _NUMBER.fullmatch(lines[1]):
            raise Malformed("checkpoint")
        return cls(lines[0], int(lines[1]), decoded(lines[2], 32))


def introduces(raw: str, old: Key, new: Key) -> bool:
    """Do both keys say in this note that the one follows the other?"""
    try:
        note = Note.read(raw.encode())
        return note.signers([old, new]) == [old, new] and note.text.startswith(
            f"pitboss key rotation 1\n{old.name}\n{old}\n{new}\n"
        )
    except (Malformed, UnicodeEncodeError):
        return False


# ── the tree (RFC 6962; verified as RFC 9162, 2.1.3.2 and 2.1.4.2) ───────────────────────────────────


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def includes(*, index: int, size: int, record: bytes, path: Sequence[bytes], root: bytes) -> bool:
    """Does the path show that this record is leaf ``index`` of the tree of that size and root?"""
    if not 0 <= index < size:
        return False
    place, last, made = index, size - 1, hashlib.sha256(b"\x00" + record).digest()
    for hashed in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            made = _node(hashed, made)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            made = _node(made, hashed)
        place, last = place >> 1, last >> 1
    return last == 0 and made == root


def extends(*, old: Head, new: Head, path: Sequence[bytes]) -> bool:
    """Does the path show that the newer tree begins with the older one?"""
    if not 0 <= old.size <= new.size:
        return False
    if old.size == 0:
        return not path and old.root == hashlib.sha256(b"").digest()
    if old.size == new.size:
        return not path and old.root == new.root
    row = list(path)
    if not old.size & (old.size - 1):
        row.insert(0, old.root)
    if not row:
        return False
    place, last = old.size - 1, new.size - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    before = after = row[0]
    for hashed in row[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            before, after = _node(hashed, before), _node(hashed, after)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            after = _node(after, hashed)
        place, last = place >> 1, last >> 1
    return last == 0 and before == old.root and after == new.root


# ── files of a bundle ────────────────────────────────────────────────────────────────────────────────

Source = Union[str, Path, IO[bytes]]
_DRIVE = re.compile(r"[A-Za-z]:")


def _is_safe(name: str) -> bool:
    parts = name.split("/")
    return not (
        "\\" in name
        or _DRIVE.match(name)
        or any(part in ("", ".", "..") for part in parts)
        or any(letter < " " or letter == "\x7f" for letter in name)
    )


class Bag:
    """The files under the bundle's top folder, by name; each is opened where it lies, none is unpacked."""

    def __init__(self, source: Source, report: Report) -> None:
        self.sizes: dict[str, int] = {}
        self.folder = ""
        self.archive: zipfile.ZipFile | None = None
        self.report = report
        self.root = Path()
        if isinstance(source, (str, Path)) and Path(source).is_dir():
            self._read_folder(Path(source))
        else:
            self._read_zip(source)
        if "bagit.txt" not in self.sizes and "bundle.note" not in self.sizes:
            self.close()
            raise Unreadable("bagit.txt, bundle.note?")

    def close(self) -> None:
        if self.archive is not None:
            self.archive.close()

    def __contains__(self, name: str) -> bool:
        return name in self.sizes

    def open(self, name: str) -> IO[bytes]:
        """Raises KeyError for what is not under the folder, wherever a file of the bundle says that it is."""
        if name not in self.sizes:
            raise KeyError(name)
        if self.archive is not None:
            return self.archive.open(f"{self.folder}/{name}")
        return (self.root / name).open("rb")

    def read(self, name: str, most: int = LARGEST_READ) -> bytes:
        """Raises Malformed where it is not there, damaged or too large to be held."""
        try:
            with self.open(name) as file:
                held = file.read(most + 1)
        except (KeyError, OSError, zipfile.BadZipFile, EOFError, ValueError, NotImplementedError, RuntimeError) as why:
            raise Malformed(f"{name}: {why}") from why
        except Exception as why:  # zlib.error, lzma.LZMAError: whatever the unpacking meets in altered bytes
            raise Malformed(f"{name}: {why}") from why
        if len(held) > most:
            raise Malformed(f"{name}: > {most}")
        return held

    def json(self, name: str) -> Any:
        """Raises Malformed; also where an object says one name twice, which two readers may take for two things."""
        return parsed(self.read(name), name)

    def digest(self, name: str) -> str | None:
        """SHA-256 in hexadecimal, read in blocks; None where the bytes cannot be unpacked."""
        made = hashlib.sha256()
        try:
            with self.open(name) as file:
                while block := file.read(BLOCK):
                    made.update(block)
        except Exception:  # damaged bytes of a zip: zipfile, zlib and struct each have errors of their own
            return None
        return made.hexdigest()

    def _read_folder(self, root: Path) -> None:
        self.root, self.folder = root, root.resolve().name
        for at, folders, files in os.walk(root):
            for name in (*folders, *files):
                path = Path(at, name)
                inside = path.relative_to(root).as_posix()
                mode = path.lstat().st_mode
                if stat.S_ISREG(mode) and _is_safe(inside):
                    self.sizes[inside] = path.stat().st_size
                elif not stat.S_ISDIR(mode):
                    self.report.fault("bag.unsafe", inside)
                if len(self.sizes) > MOST_FILES:
                    raise Unreadable(f"> {MOST_FILES} files")

    def _read_zip(self, source: Source) -> None:
        try:
            self.archive = zipfile.ZipFile(source)
        except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError) as why:
            raise Unreadable(str(why)) from why
        rows = self.archive.infolist()
        if len(rows) > MOST_FILES or sum(row.file_size for row in rows) > MOST_BYTES:
            self.close()
            raise Unreadable(f"> {MOST_FILES} files, > {MOST_BYTES} bytes")
        tops = [name[: -len("/bundle.note")] for row in rows if (name := row.filename).endswith("/bundle.note")]
        tops += [name[: -len("/bagit.txt")] for row in rows if (name := row.filename).endswith("/bagit.txt")]
        self.folder = min((top for top in tops if "/" not in top), key=lambda top: (-tops.count(top), top), default="")
        if not self.folder:
            self.close()
            raise Unreadable("bagit.txt, bundle.note?")
        if self.archive.comment or (rows and min(row.header_offset for row in rows)):
            self.report.fault("bag.extra", "zip", "comment")
        seen: set[str] = set()
        for row in rows:
            self._take(row, seen)

    def _take(self, row: zipfile.ZipInfo, seen: set[str]) -> None:
        name = row.orig_filename
        if name.endswith("/") and _is_safe(name[:-1]) and not row.file_size:
            return
        kind = row.external_attr >> 16 & 0o170000
        if not _is_safe(name) or name != row.filename or kind not in (0, stat.S_IFREG) or row.flag_bits & 1:
            self.report.fault("bag.unsafe", ascii(name)[1:-1])
        elif name.casefold() in seen:
            self.report.fault("bag.twice", name)
        elif not name.startswith(f"{self.folder}/"):
            self.report.fault("bag.extra", name)
        else:
            self.sizes[name[len(self.folder) + 1 :]] = row.file_size
        seen.add(name.casefold())


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name is there twice")
    return made


def _no_constant(word: str) -> Any:
    raise ValueError(word)


_JSON = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)


def parsed(raw: bytes | str, name: str) -> Any:
    """JSON without doubt about what it says. Raises Malformed."""
    try:
        return _JSON.decode(raw if isinstance(raw, str) else raw.decode("utf-8"))
    except (ValueError, RecursionError) as why:
        raise Malformed(f"{name}: {why}") from why


# ── checks ───────────────────────────────────────────────────────────────────────────────────────────

SHOWN: Final = ("code", "outcome", "severity", "cctv", "owed", "overpaid")
SEVERITIES: Final = ("minor", "major", "critical")
OUTCOMES: Final = ("superseded", "noted", "followed", "pending", "contrary")
"""From the least to the most: a case shows the most of its findings."""
UNLISTED: Final = ("tagmanifest-sha256.txt", "bundle.note")
NEEDED: Final = (
    "bagit.txt", "bag-info.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt", "bundle.note", "keys.json",
    "engine/rules.zip", "data/request.json", "data/incidents.json", "data/sessions.json", "data/evidence/checkpoint",
    "data/evidence/inclusion.json",
)  # fmt: skip
_LISTED = re.compile(r"([0-9a-f]{64})[ \t]+\*?(\S.*)")
_FOLIO = re.compile(r"\b\d{4}-\d{6,}\b")
_HASH = re.compile(r"[0-9a-f]{64}")
_CORRECTED: Final = "corrected"


class Pins(NamedTuple):
    """What whoever checks knows from elsewhere: keys, a checkpoint, proofs that it is continued."""

    keys: Sequence[Key] = ()
    checkpoint: bytes | None = None
    proofs: Sequence[bytes] = ()


@dataclass
class Signed:
    """What the note says of the bundle; empty where there is none that can be read."""

    manifest: str = ""
    tags: str = ""
    origin: str = ""
    size: int = -1
    edition: str = ""
    engine: str = ""
    incidents: int = -1
    entries: int = -1


class Series(NamedTuple):
    """Folios of a casino and year from the first in the bundle to the last; ``elsewhere``: number to why."""

    casino: str
    year: int
    first: int
    last: int
    elsewhere: Mapping[int, str]

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Series:
        elsewhere = {int(one["number"]): str(one["why"]) for one in row["elsewhere"]}
        first, last = int(row["first"]), int(row["last"])
        if not 1 <= first <= last <= first + MOST_FOLIOS:
            raise ValueError(f"folios {first} to {last}")
        return cls(str(row["casino"]), int(row["year"]), first, last, elsewhere)


class Incident(NamedTuple):
    """What is checked of a case. ``first`` and ``last``: numbers of its entries, whose events are in ``events``.
    ``shown``: what it has of its findings."""

    casino: str
    folio: str
    year: int
    number: int
    session: int
    table: str
    opened_at: int
    events: str
    first: int
    last: int
    shown: Mapping[str, Any]
    findings: Sequence[Mapping[str, Any]]

    def summed(self) -> dict[str, Any]:
        """What its findings come to. One that another replaced or a correction took away counts for its video alone."""
        live = [one for one in self.findings if one["outcome"] != "superseded"]
        counted = live or self.findings
        lead = max(counted, key=lambda one: SEVERITIES.index(one["severity"]))
        bets: dict[tuple[str, ...], int] = {}
        for one in live:
            for row in one["money"]:
                if row.get("difference") is not None:
                    bet = tuple(str(part) for part in (one["round"], row.get("spot"), row.get("on"), row.get("owner")))
                    bets[bet] = int(row["difference"])
        return {
            "code": lead["code"],
            "severity": lead["severity"],
            "outcome": max((one["outcome"] for one in counted), key=OUTCOMES.index),
            "cctv": any(one["cctv"] for one in self.findings),
            "owed": sum(amount for amount in bets.values() if amount > 0),
            "overpaid": -sum(amount for amount in bets.values() if amount < 0),
        }

    @classmethod
    def read(cls, row: Mapping[str, Any]) -> Incident:
        findings = [dict(one, key=str(one["key"]), entry=int(one["entry"])) for one in row["findings"]]
        since = datetime.fromisoformat(str(row["opened_at"])) - datetime(1970, 1, 1, tzinfo=timezone.utc)
        return cls(
            str(row["casino"]), str(row["folio"]), int(row["year"]), int(row["number"]), int(row["session"]),
            str(row["table"]), since // timedelta(microseconds=1), f"data/{row['events']}", int(row["first"]),
            int(row["last"]), {name: row[name] for name in SHOWN}, findings,
        )  # fmt: skip


@dataclass
class Session:
    """A session of a table as the bundle has it. ``entries`` and ``hash``: its last entry here, as said. ``elsewhere``:
    keys of findings whose incident is not here. ``spool``: its events for the engine, a line each. The rest: what came
    of reading it."""

    session: int
    casino: str
    table: str
    table_number: int
    house: Mapping[str, Any]
    entries: int
    hash: str
    salt: bytes | None
    elsewhere: Sequence[str]
    proofs: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    unread: list[tuple[int, int]] = field(default_factory=list)
    spool: str = ""
    corrections: list[int] = field(default_factory=list)
    read: int = 0
    sealed: int = 0
    loose: int = 0
    texts: int = 0
    whole: bool = True

    @property
    def file(self) -> str:
        return f"data/ledger/{self.session}.entries.ndjson"

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Session:
        return cls(
            session=int(row["session"]),
            casino=str(row["casino"]),
            table=str(row["table"]),
            table_number=int(row["table_number"]),
            house=dict(row["house"]),
            entries=int(row["entries"]),
            hash=str(row["hash"]),
            salt=bytes.fromhex(row["salt"]) if row.get("salt") else None,
            elsewhere=[str(key) for key in row["elsewhere"]],
        )


class Verifier:
    """One bundle, step by step; every step goes on where the one before found something wrong."""

    def __init__(self, bag: Bag, report: Report, pins: Pins) -> None:
        self.bag, self.report, self.pins = bag, report, pins
        self.keys: list[Key] = []
        self.pinned = False
        self.signed = Signed()
        self.note_holds = False
        self.head: Head | None = None
        self.incidents: list[Incident] = []
        self.narrowed = False
        self.masked = False
        self.later = False
        self.rounds = 0

    # ── the bag ──────────────────────────────────────────────────────────────────────────────────────

    def check_bag(self) -> None:
        report, bag = self.report, self.bag
        for name in NEEDED:
            if name not in bag:
                report.fault("bag.missing", name)
        payload = self._listed("manifest-sha256.txt")
        tags = self._listed("tagmanifest-sha256.txt")
        for listed, here in ((payload, True), (tags, False)):
            for name, digest in listed.items():
                if name.startswith("data/") != here:
                    report.fault("bag.extra", name)
                elif name not in bag:
                    report.fault("bag.missing", name)
                elif bag.digest(name) != digest:
                    report.fault("bag.changed", name)
        for name in bag.sizes:
            if name not in payload and name not in tags and name not in UNLISTED:
                report.fault("bag.extra", name)
        self._check_oxum()
        if not report.found("bag."):
            report.hold("bag", files=len(bag.sizes), size=sum(bag.sizes.values()))

    def _listed(self, manifest: str) -> dict[str, str]:
        found: dict[str, str] = {}
        if manifest not in self.bag:
            return found
        try:
            lines = self.bag.read(manifest).decode("utf-8").split("\n")
        except (Malformed, UnicodeDecodeError):
            self.report.fault("bag.changed", manifest)
            return found
        for line in lines:
            row = _LISTED.fullmatch(line.rstrip("\r"))
            if row is None:
                if line.strip():
                    self.report.fault("bag.malformed", manifest, "why", why=ascii(line[:80]))
                continue
            name = re.sub(r"%(0[AaDd]|25)", lambda one: chr(int(one[1], 16)), row[2])
            if not _is_safe(name):
                self.report.fault("bag.unsafe", ascii(name)[1:-1])
            elif name in found:
                self.report.fault("bag.twice", name)
            else:
                found[name] = row[1]
        return found

    def _check_oxum(self) -> None:
        try:
            info = self.bag.read("bag-info.txt").decode("utf-8", "replace")
        except Malformed:
            return
        said = re.search(r"^Payload-Oxum:\s*(\S+)\s*$", info, re.MULTILINE)
        sizes = [size for name, size in self.bag.sizes.items() if name.startswith("data/")]
        found = f"{sum(sizes)}.{len(sizes)}"
        if said is not None and said[1] != found:
            self.report.fault("bag.changed", "bag-info.txt", "oxum", said=said[1], found=found)

    # ── keys, note, checkpoints ──────────────────────────────────────────────────────────────────────

    def check_keys(self) -> None:
        report = self.report
        try:
            told = self.bag.json("keys.json")
            rows = told["keys"]
            self.keys = [Key.read(row["vkey"]) for row in rows]
            introductions = [str(row.get("introduction") or "") for row in rows]
            origin = told["origin"]
        except (Malformed, KeyError, TypeError, AttributeError) as why:
            report.fault("bag.malformed", "keys.json", "why", why=why)
            self.keys = list(self.pins.keys)
            self.pinned = bool(self.keys)
            return
        before: Key | None = None
        for key, introduction in zip(self.keys, introductions):
            apart = key.name != origin or (before is not None and not introduces(introduction, before, key))
            if apart or self.keys.count(key) > 1:
                report.fault("key.swapped", "keys.json", "introduction", id=key.id)
            before = key
        pins = list(self.pins.keys)
        if self.pins.checkpoint is not None:
            with suppress(Malformed):  # told of in check_checkpoints
                pins += Note.read(self.pins.checkpoint).signers(self.keys)
        if not pins:
            if self.pins.checkpoint is not None:
                report.fault("key.swapped", "keys.json", "pin")
            elif self.keys:
                report.leave_open("key.unpinned", vkey=str(self.keys[-1]))
            return
        places = [self.keys.index(key) for key in pins if key in self.keys]
        # A kept checkpoint says that the bundle is of those who made it; whoever names a key asks for that one
        strange = bool(self.pins.keys) and not any(key in self.keys for key in self.pins.keys)
        if strange or not places:
            report.fault("key.swapped", "keys.json", "pin")
        elif not report.found("key."):
            self.pinned = True
            steps = len(self.keys) - 1 - max(places)
            report.hold("introduced" if steps else "pinned", steps=steps)

    def check_note(self) -> None:
        report = self.report
        if "bundle.note" not in self.bag:
            return
        try:
            note = Note.read(self.bag.read("bundle.note", BLOCK))
        except Malformed as why:
            report.fault("note.signature", "bundle.note", "why", why=why)
            return
        try:
            by = note.signers(self.keys)
        except Malformed as why:
            report.fault("note.signature", "bundle.note", "why", why=why)
            return
        last = self.keys[-1] if self.keys else None
        if last is None or last not in by:
            who = ", ".join(f"{name}+{key_id}" for name, key_id, _ in note.signatures)
            report.fault("note.key", "bundle.note", "signed-by", who=who, last=str(last or "—"))
            return
        self._read_note(note.text)
        if not report.found("note.", "bag.malformed"):
            self.note_holds = True
            report.hold("note", origin=last.name, id=last.id)

    def _read_note(self, text: str) -> None:
        report, signed = self.report, self.signed
        lines = text[:-1].split("\n")
        words = dict(line.partition(" ")[::2] for line in lines[2:])
        try:
            if lines[0] != "pitboss bundle 1" or len(words) != len(lines) - 2:
                raise ValueError(lines[0])
            signed.manifest, signed.tags = words["manifest"], words["tags"]
            signed.origin, _, size = words["checkpoint"].rpartition(" ")
            signed.edition, _, signed.engine = words["engine"].rpartition(" ")
            signed.size, signed.incidents, signed.entries = int(size), int(words["incidents"]), int(words["entries"])
        except (KeyError, ValueError, IndexError) as why:
            report.fault("bag.malformed", "bundle.note", "why", why=repr(why))
            return
        if self.bag.archive is not None and lines[1] != self.bag.folder:
            report.fault("bag.changed", self.bag.folder, "folder", name=lines[1])
        for name, digest in (("manifest-sha256.txt", signed.manifest), ("tagmanifest-sha256.txt", signed.tags)):
            if name in self.bag and self.bag.digest(name) != digest:
                report.fault("bag.changed", name, "not-signed")
        if "engine/rules.zip" in self.bag and self.bag.digest("engine/rules.zip") != signed.engine:
            report.fault("engine.changed", "engine/rules.zip", "engine", said=signed.engine)

    def check_checkpoints(self) -> None:
        report = self.report
        place = "data/evidence/checkpoint"
        if place not in self.bag:
            return
        self.head = self._head_of(place, self.bag_bytes(place))
        if self.head is None:
            return
        if self.signed.size >= 0 and (self.signed.origin, self.signed.size) != (self.head.origin, self.head.size):
            report.fault("checkpoint.fork", place, "signed-count", said=self.signed.size, found=self.head.size)
        else:
            report.hold("checkpoint", size=self.head.size)
        proofs = self._consistency(self.head)
        if self.pins.checkpoint is not None:
            self._check_older(self.pins.checkpoint, self.head, proofs)

    def bag_bytes(self, name: str) -> bytes:
        try:
            return self.bag.read(name)
        except Malformed:
            return b""  # damaged: told of as bag.changed

    def _head_of(self, place: str, raw: bytes) -> Head | None:
        """The head of a signed checkpoint; a fault where it is not one of the bundle's keys'."""
        try:
            note = Note.read(raw)
            head = Head.read(note.text)
            if any(key.name == head.origin for key in note.signers(self.keys)):
                return head
            self.report.fault("checkpoint.signature", place)
        except Malformed as why:
            self.report.fault("checkpoint.signature", place, "why", why=why)
        return None

    def _consistency(self, new: Head) -> list[tuple[Head, Head, list[bytes]]]:
        """The proofs of the bundle and those given, each verified."""
        place = "data/evidence/consistency.json"
        given: list[tuple[str, Any]] = []
        try:
            if place in self.bag:
                given += [(place, one) for one in self.bag.json(place)]
            given += [("--proof", parsed(raw, "--proof")) for raw in self.pins.proofs]
        except (Malformed, TypeError) as why:
            self.report.fault("bag.malformed", place, "why", why=why)
        held = []
        for where, one in given:
            try:
                path = [decoded(hashed, 32) for hashed in one["path"]]
                notes = [str(one[name]).encode() for name in ("old", "new")]
            except (Malformed, KeyError, TypeError) as why:
                self.report.fault("bag.malformed", where, "why", why=why)
                continue
            heads = [self._head_of(where, note) for note in notes]
            if heads[0] is None or heads[1] is None:
                continue
            if heads[1] != new or heads[0].origin != new.origin or not extends(old=heads[0], new=new, path=path):
                self.report.fault("checkpoint.fork", where, "no-extension", size=heads[0].size)
            else:
                held.append((heads[0], new, path))
        if held and not self.report.found("checkpoint."):
            self.report.hold("consistency", count=len(held))
        return held

    def _check_older(self, raw: bytes, new: Head, proofs: Sequence[tuple[Head, Head, list[bytes]]]) -> None:
        report = self.report
        old = self._head_of("--checkpoint", raw)
        if old is None:
            return
        of_that_size = [head for head, _, _ in proofs if head.size == old.size]
        if old.origin != new.origin:
            report.fault("checkpoint.fork", "--checkpoint", "origin", name=old.origin)
        elif old.size > new.size:
            report.fault("ledger.truncated", "data/evidence/checkpoint", "smaller", old=old.size, new=new.size)
        elif old.size == new.size and old.root != new.root:
            report.fault("checkpoint.fork", "data/evidence/checkpoint", "same-size", size=old.size)
        elif any(head.root != old.root for head in of_that_size):
            report.fault("checkpoint.fork", "data/evidence/consistency.json", "another-head", size=old.size)
        elif old == new or of_that_size:
            report.hold("older", size=old.size)
        else:
            report.leave_open("checkpoint.older", size=old.size)

    # ── incidents ────────────────────────────────────────────────────────────────────────────────────

    def read_incidents(self) -> None:
        report, place = self.report, "data/incidents.json"
        try:
            asked = self.bag.read("data/request.json")
            request = parsed(asked, "data/request.json")
            self.masked = request["redaction"] != "full"
            self.narrowed = any(request[name] for name in ("codes", "folios", "outcome"))
        except (Malformed, KeyError, TypeError) as why:
            report.fault("bag.malformed", "data/request.json", "why", why=repr(why))
            asked = b""
        if place not in self.bag:
            return
        try:
            told = self.bag.json(place)
            head, digest = told["checkpoint"], str(told["request"])
            incidents = [Incident.read(one) for one in told["incidents"]]
            series = [Series.read(one) for one in told["folios"]]
            stated = (head["origin"], head["size"], decoded(head["root"], 32))
        except (Malformed, KeyError, TypeError, ValueError, AttributeError) as why:
            report.fault("bag.malformed", place, "why", why=repr(why))
            return
        self.incidents = incidents
        if self.head is not None:
            root = self.head.root.hex()
            if stated != tuple(self.head):
                report.fault("checkpoint.fork", place, "another-head", size=stated[1])
            elif asked and hashlib.sha256(asked + f"\n{self.head.size}\n{root}\n".encode()).hexdigest() != digest:
                report.fault("bag.changed", "data/request.json", "request", said=digest)
        self._check_folios(series)

    def _check_folios(self, series: Sequence[Series]) -> None:
        """Every number from the first folio to the last of a casino and year is here, or said to be elsewhere."""
        report, place = self.report, "data/incidents.json"
        if self.signed.incidents >= 0 and len(self.incidents) != self.signed.incidents:
            found = len(self.incidents)
            report.fault("incident.missing", place, "signed-count", said=self.signed.incidents, found=found)
        here: dict[tuple[str, int], set[int]] = defaultdict(set)
        for one in self.incidents:
            numbers = here[one.casino, one.year]
            if one.number in numbers:
                report.fault("incident.altered", one.folio, "twice")
            if one.folio != f"{one.year}-{one.number:06d}":
                report.fault("incident.altered", one.folio, "why", why=f"{one.year}, {one.number}")
            self._check_sums(one)
            numbers.add(one.number)
        for row in series:
            numbers = here.pop((row.casino, row.year), set())
            for number in range(row.first, row.last + 1):
                why = row.elsewhere.get(number)
                if (number in numbers) == (why is not None) or (why == "narrowed" and not self.narrowed):
                    report.fault("incident.missing", f"{row.casino} {row.year}-{number:06d}", "gap")
            if any(not row.first <= number <= row.last for number in numbers):
                report.fault("incident.altered", f"{row.casino} {row.year}", "gap")
            self.later = self.later or "later" in row.elsewhere.values()
        for casino, year in here:
            report.fault("incident.altered", f"{casino} {year}", "gap")
        self._check_sheet(sorted(one.folio for one in self.incidents))
        if not report.found("incident."):
            report.hold("folios", count=len(self.incidents))

    def _check_sums(self, one: Incident) -> None:
        try:
            summed = one.summed()
        except (KeyError, ValueError, TypeError, AttributeError) as why:
            self.report.fault("bag.malformed", "data/incidents.json", "why", why=f"{one.folio}: {why!r}")
            return
        for name, value in summed.items():
            said = one.shown[name]
            # What a case with other players' money comes to is not told where it is masked
            if said != value and not (self.masked and said is None):
                self.report.fault("incident.altered", one.folio, "shown", name=name, said=said, value=value)

    def _check_sheet(self, folios: list[str]) -> None:
        place = "data/incidents.csv"
        if place not in self.bag:
            return
        rows = csv.reader(io.StringIO(self.bag_bytes(place).decode("utf-8-sig", "replace")), delimiter=";")
        try:
            cells = (next(filter(None, map(_FOLIO.search, row)), None) for row in rows)
            found = sorted(cell[0] for cell in cells if cell)
        except csv.Error:
            found = []
        if found != folios:
            self.report.fault("incident.altered", place, "csv")

    # ── ledger ───────────────────────────────────────────────────────────────────────────────────────

    def read_sessions(self) -> list[Session]:
        report = self.report
        try:
            sessions = [Session.of(row) for row in self.bag.json("data/sessions.json")["sessions"]]
            if len({one.session for one in sessions}) != len(sessions):
                raise ValueError("a session is there twice")
            proofs = self.bag.json("data/evidence/inclusion.json")["sessions"]
            for one in sessions:
                given = proofs.get(str(one.session), [])
                rows = given if isinstance(given, list) else [given]
                one.proofs = {int(proof["number"]): proof for proof in rows}
        except (Malformed, KeyError, TypeError, ValueError, AttributeError) as why:
            report.fault("bag.malformed", "data/sessions.json, data/evidence/inclusion.json", "why", why=repr(why))
            return []
        by_number = {one.session: one for one in sessions}
        for incident in self.incidents:
            there = by_number.get(incident.session)
            if there is None:
                report.fault("incident.altered", incident.folio, "no-session")
            elif (there.casino, there.table) != (incident.casino, incident.table):
                report.fault("incident.altered", incident.folio, "at-table", table=f"{there.casino} {there.table}")
        elsewhere = sum(len(one.elsewhere) for one in sessions)
        if elsewhere and not (self.narrowed or self.later):
            report.fault("incident.missing", "data/sessions.json", "elsewhere", count=elsewhere)
        named = {one.file for one in sessions}
        for name in self.bag.sizes:
            if name.startswith("data/ledger/") and name.endswith(".entries.ndjson") and name not in named:
                report.fault("bag.extra", name)
        for one in sessions:
            place = f"data/ledger/{one.session}.unread.json"
            try:
                rows = self.bag.json(place) if place in self.bag else []
                one.unread = sorted(((int(row["seq"]), int(row["after"])) for row in rows), key=lambda row: row[::-1])
            except (Malformed, KeyError, TypeError, ValueError) as why:
                report.fault("bag.malformed", place, "why", why=repr(why))
                one.whole = False
        return sessions

    def check_ledger(self, sessions: Sequence[Session], folder: str) -> None:
        """Every entry of every session, once, in a stream; what the engine needs of them is laid down in ``folder``."""
        report = self.report
        for one in sessions:
            if one.file not in self.bag:
                report.fault("chain.missing", one.file, "no-file")
                one.whole = False
                continue
            before = report.found("chain.", "bag.changed")
            one.spool = os.path.join(folder, str(one.session))
            try:
                self._check_session(one)
            except (Malformed, UnicodeEncodeError) as why:
                report.fault("chain.changed", one.file, "why", why=why)
            if report.found("chain.", "bag.changed") > before:
                one.whole = False
        entries = sum(one.read for one in sessions)
        if self.signed.entries >= 0 and entries != self.signed.entries:
            report.fault("chain.missing", "data/ledger", "signed-count", said=self.signed.entries, found=entries)
        if sessions and not report.found("chain.", "ledger."):
            report.hold("chain", entries=entries, sessions=len(sessions))
        if sessions and self.head is not None and not report.found("chain.", "inclusion.", "checkpoint."):
            report.hold("inclusion")
        texts = sum(one.texts for one in sessions)
        if texts and not report.found("chain.text"):
            report.hold("texts", count=texts)
        sealed = sum(one.sealed for one in sessions)
        if sealed:
            report.leave_open("chain.sealed", count=sealed, loose=sum(one.loose for one in sessions))
        if self.masked and self.incidents:
            report.leave_open("rounds.masked")
        elif self.rounds and not report.found("rounds."):
            report.hold("rounds", count=self.rounds)

    def _check_session(self, one: Session) -> None:
        report = self.report
        hashes: dict[int, str] = {}
        cases = Cases(self, one)
        previous, number, was_sealed = "0" * 64, 0, True
        with open(one.spool, "w", encoding="utf-8", newline="\n") as spool:
            for entry in self._entries(one):
                one.read += 1
                found = entry["number"]
                if found > number + 1:
                    report.fault("chain.missing", one.file, "hole", first=number + 1, last=found - 1)
                elif found <= number:
                    report.fault("chain.unlinked", one.file, "order", after=number, number=found)
                number, stated = found, entry["hash"]
                if entry.get("sealed"):
                    one.sealed += 1
                    if not self.masked:
                        report.fault("chain.missing", one.file, "sealed", number=number)
                    one.loose += not was_sealed and number - 1 not in one.proofs
                    was_sealed = True
                else:
                    if link(one.session, entry, previous) != stated:
                        report.fault("chain.changed", one.file, "entry", number=number)
                    was_sealed = False
                    cases.look(entry, self._opened(one, entry))
                    if entry["kind"] == _CORRECTED:
                        one.corrections.append(number)
                    spool.write(f"{number} {entry['seq']} {entry['body']}\n")
                if number in one.proofs:
                    hashes[number] = stated
                previous = stated
        cases.finish()
        if number < one.entries:
            report.fault("ledger.truncated", one.file, "head", head=one.entries, last=number)
        elif (number, previous) != (one.entries, one.hash):
            report.fault("chain.changed", one.file, "entry", number=number)
        self._check_inclusion(one, number, hashes)

    def _entries(self, one: Session) -> Iterator[dict[str, Any]]:
        """The lines of a session's file as they stand. Raises Malformed."""
        try:
            # A zip's own lines are slow to find
            with self.bag.open(one.file) as packed, io.BufferedReader(cast(Any, packed), BLOCK) as file:
                line = 0
                while raw := file.readline(LONGEST_LINE + 1):
                    line += 1
                    if len(raw) > LONGEST_LINE:
                        raise Malformed(f"{line}: > {LONGEST_LINE}")
                    entry = parsed(raw, f"{line}")
                    if not _is_entry(entry):
                        raise Malformed(f"{line}")
                    yield entry
        except Malformed:
            raise
        except Exception as why:  # damaged bytes of a zip: zipfile, zlib and struct each have errors of their own
            raise Malformed(str(why)) from why

    def _opened(self, one: Session, entry: Mapping[str, Any]) -> dict[str, Any] | None:
        """The event with its texts put back, each held against what the entry commits to; None where it has none."""
        texts = entry.get("texts")
        if not texts:
            return None
        body: dict[str, Any] = parsed(entry["body"], "body")
        for place, text in texts.items():
            *way, name = [part.replace("~1", "/").replace("~0", "~") for part in place.split("/")]
            inside: Any = body
            for step in way:
                inside = inside.get(step) if isinstance(inside, dict) else None
            token = inside.get(name) if isinstance(inside, dict) else None
            one.texts += 1
            if one.salt is None or token != commitment(one.salt, entry["event_id"], place, text):
                self.report.fault("chain.text", one.file, "text-at", number=entry["number"], place=place)
            elif isinstance(inside, dict):
                inside[name] = parsed(text, place)
        return body

    def _check_inclusion(self, one: Session, last: int, hashes: Mapping[int, str]) -> None:
        report, head = self.report, self.head
        if last not in one.proofs:
            report.fault("inclusion.failed", one.file, "no-proof", number=last)
        for number, proof in one.proofs.items() if head is not None else ():
            record = f"pitboss leaf 1\n{one.table_number}\n{one.session}\n{number}\n{hashes.get(number)}"
            try:
                path = [decoded(hashed, 32) for hashed in proof["path"]]
                holds = head is not None and includes(
                    index=int(proof["index"]), size=head.size, record=record.encode(), path=path, root=head.root
                )
            except (Malformed, KeyError, TypeError, ValueError):
                holds = False
            if not holds:
                report.fault("inclusion.failed", one.file, "proof", number=number)

    # ── replay ───────────────────────────────────────────────────────────────────────────────────────

    def may_replay(self, asked: bool | None) -> bool:
        """Is the engine one that may be run? ``asked``: None where nobody said."""
        if asked is False:
            self.report.leave_open("replay.left-out")
        elif not self.note_holds or self.report.found("engine.", "key.") or "engine/rules.zip" not in self.bag:
            self.report.leave_open("replay.not-signed")
        elif not self.pinned and not asked:
            self.report.leave_open("replay.not-asked")
        else:
            return True
        return False

    def check_findings(self, sessions: Sequence[Session], engine: Engine) -> None:
        report = self.report
        if engine.edition != self.signed.edition:
            report.fault("engine.changed", "engine/rules.zip", "engine", said=self.signed.edition)
        claimed: dict[int, list[tuple[str, Mapping[str, Any]]]] = defaultdict(list)
        for incident in self.incidents:
            claimed[incident.session] += [(incident.folio, finding) for finding in incident.findings]
        played = findings = broken = sealed = other = 0
        for one in sessions:
            told = claimed[one.session]
            if one.sealed:
                sealed += 1
            elif not one.whole:
                broken += 1
            elif any(finding.get("edition") != engine.edition for _, finding in told):
                other += 1
            else:
                played += 1
                findings += len(told)
                self._compare(one, told, engine)
        if sealed:
            report.leave_open("replay.sealed", count=sealed)
        if broken:
            report.leave_open("replay.broken", count=broken)
        if other:
            report.leave_open("replay.edition", count=other, edition=engine.edition)
        if played and not report.found("finding.", "engine."):
            elsewhere = sum(len(one.elsewhere) for one in sessions)
            code = "replay-elsewhere" if elsewhere else "replay"
            report.hold(code, findings=findings, sessions=played, edition=engine.edition, elsewhere=elsewhere)

    def _compare(self, one: Session, told: Sequence[tuple[str, Mapping[str, Any]]], engine: Engine) -> None:
        """Hold what is told of a session against what the engine finds in it."""
        report = self.report
        made: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for finding in engine.play(one, None):
            made[finding["key"]].append(finding)
        gone: dict[str, dict[str, Any]] | None = None
        for folio, finding_told in told:
            key = finding_told["key"]
            same = made[key]
            if same:
                nth = min(range(len(same)), key=lambda place: len(self._differing(finding_told, same[place])))
                differing = self._differing(finding_told, same.pop(nth))
            elif finding_told.get("withdrawn_by") is not None:
                # A correction took it away: it stood until then, and is told of as superseded
                if gone is None:
                    upto = [engine.play(one, number - 1) for number in one.corrections]
                    gone = {str(was["key"]): was for some in upto for was in some}
                was = gone.get(key)
                left = {"outcome": "superseded", "cctv": finding_told.get("cctv")}
                differing = ["key"] if was is None else self._differing(finding_told, {**was, **left})
            else:
                report.fault("finding.not-confirmed", folio, "absent", key=key)
                continue
            if differing:
                report.fault("finding.not-confirmed", folio, "differs", key=key, fields=", ".join(differing))
        for key in one.elsewhere:
            if made[key]:
                made[key].pop()
        for finding in (finding for some in made.values() for finding in some):
            values = {"key": finding["key"], "outcome": finding["outcome"]}
            report.fault("finding.unreported", one.file, "found", **values)

    def _differing(self, told: Mapping[str, Any], made: Mapping[str, Any]) -> list[str]:
        """Fields in which they differ. In a masked bundle what tells of other seats' money is not told."""
        names = ["code", "entry", "events", "round", "spot", "severity", "standing", "decides", "outcome", "cctv"]
        names += [] if self.masked else ["prescribed", "money"]
        return [name for name in names if told.get(name) != made[name]]


class Cases:
    """A session's incidents beside its entries: the events told of a case must be, all of them, those of the ledger."""

    def __init__(self, verifier: Verifier, session: Session) -> None:
        self.verifier, self.session = verifier, session
        mine = [one for one in verifier.incidents if one.session == session.session]
        self.coming = sorted(mine, key=lambda one: one.first, reverse=True)
        self.open: list[tuple[Incident, Iterator[str]]] = []
        self.times: dict[int, list[Incident]] = defaultdict(list)
        self.undated = {id(one): one for one in mine}
        for one in mine:
            for finding in one.findings:
                self.times[finding["entry"]].append(one)

    def look(self, entry: Mapping[str, Any], opened: Mapping[str, Any] | None) -> None:
        """The next entry of the ledger; ``opened``: its event with texts put back, None where it has none."""
        number = entry["number"]
        for one in self.times.pop(number, ()):
            if one.opened_at == entry["at"]:
                self.undated.pop(id(one), None)
        if self.verifier.masked:
            return
        while self.coming and self.coming[-1].first <= number:
            one = self.coming.pop()
            self.open.append((one, self._lines(one)))
            self.verifier.rounds += 1
        if not self.open:
            return
        event = parsed(entry["body"], "body") if opened is None else opened
        said = normal({"seq": entry["seq"], "id": entry["event_id"], **event})
        for place in range(len(self.open) - 1, -1, -1):
            one, lines = self.open[place]
            wrong = next(lines, None) != said
            if not wrong and number == one.last:
                wrong = next(lines, None) is not None
            if wrong:
                self.verifier.report.fault("rounds.differ", one.events, "entry", number=number)
            if wrong or number >= one.last:
                del self.open[place]

    def finish(self) -> None:
        """What is still waited for never came."""
        report = self.verifier.report
        if not self.verifier.masked:
            for one in [one for one, _ in self.open] + self.coming:
                report.fault("rounds.differ", one.events, "entry", number=self.session.entries + 1)
        if not self.session.sealed:
            for one in self.undated.values():
                report.fault("incident.altered", one.folio, "opened")

    def _lines(self, one: Incident) -> Iterator[str]:
        bag = self.verifier.bag
        try:
            with bag.open(one.events) as file:
                while raw := file.readline(LONGEST_LINE):
                    yield normal(parsed(raw, one.events))
        except Exception:  # not there, or damaged bytes of a zip: no line is what it should be
            yield ""


def _is_entry(entry: Any) -> bool:
    """Has this line the fields of an entry, each of its type?"""
    if not isinstance(entry, dict):
        return False
    number, hashed = entry.get("number"), entry.get("hash")
    if type(number) is not int or number < 1 or not isinstance(hashed, str) or not _HASH.fullmatch(hashed):
        return False
    if entry.get("sealed"):
        return "body" not in entry
    for name in ("seq", "at", "received_at"):
        if type(entry.get(name)) is not int:
            return False
    for name in ("event_id", "kind", "body"):
        said = entry.get(name)
        # Each is a line of what is hashed
        if not isinstance(said, str) or "\n" in said:
            return False
    texts = entry.get("texts")
    return not texts or (isinstance(texts, dict) and all(isinstance(text, str) for text in texts.values()))


def link(session: int, entry: Mapping[str, Any], previous: str) -> str:
    """The hash that this entry must have: SHA-256 over ten lines (docs/evidence.md, "The chain of a session")."""
    lines = (
        "pitboss ledger 1", session, entry["number"], previous, entry["event_id"], entry["seq"], entry["kind"],
        entry["at"], entry["received_at"], entry["body"],
    )  # fmt: skip
    return hashlib.sha256("\n".join(map(str, lines)).encode("utf-8")).hexdigest()


def commitment(salt: bytes, event_id: str, place: str, text: str) -> str:
    """What stands in the body where this text was."""
    about = "owner" if place.rpartition("/")[2] == "owner" else f"{event_id}\n{place}"
    mac = hmac.new(salt, f"{about}\n{text}".encode(), hashlib.sha256).digest()
    return "sealed:" + base64.urlsafe_b64encode(mac).decode().rstrip("=")


def normal(value: Any) -> str:
    """One text for one JSON value, to compare by."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


# ── the engine ───────────────────────────────────────────────────────────────────────────────────────


class EngineDied(Exception):
    """The engine ended, or said something that is no answer."""


class Engine:
    """The engine of the bundle. ``edition`` as it calls itself."""

    edition = ""

    def play(self, one: Session, upto: int | None) -> list[dict[str, Any]]:
        """What it finds in a session, or in its entries up to that number."""
        asked = {"file": one.spool, "house": one.house, "unread": one.unread, "upto": upto}
        answer = self._ask(json.dumps(asked))
        if "error" in answer:
            raise EngineDied(str(answer["error"]))
        found: list[dict[str, Any]] = answer["findings"]
        return found

    def _ask(self, request: str) -> dict[str, Any]:
        raise NotImplementedError


class Inline(Engine):
    """In this very process: only where the process is a sandbox itself, as a browser's is."""

    def __init__(self, archive: str) -> None:
        sys.path.insert(0, archive)
        self.player = Player()
        self.edition = self.player.edition

    def _ask(self, request: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(json.dumps(self.player.answer(json.loads(request))))
        return answer


class Apart(Engine):
    """In a process of its own: no environment, an empty folder, of Python's paths those of the installation."""

    def __init__(self, archive: str, folder: str) -> None:
        import importlib.util

        found = importlib.util.find_spec("msgspec")
        if found is None or not found.origin:
            raise ModuleNotFoundError("msgspec")
        packages = str(Path(found.origin).resolve().parent.parent)
        environment = {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
        self.errors = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 (closed with the process)
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-B", "-X", "utf8", os.path.abspath(__file__), "--play", archive, packages],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, cwd=folder, env=environment,
        )  # fmt: skip

    def start(self) -> None:
        """Hear which edition it is. Raises EngineDied."""
        self.edition = str(self._heard().get("edition"))

    def close(self) -> None:
        if self.process.stdin is not None:
            self.process.stdin.close()
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.errors.close()

    def _ask(self, request: str) -> dict[str, Any]:
        if self.process.stdin is None:
            raise EngineDied
        try:
            self.process.stdin.write(request.encode() + b"\n")
            self.process.stdin.flush()
        except OSError as why:
            raise EngineDied(str(why)) from why
        return self._heard()

    def _heard(self) -> dict[str, Any]:
        line = self.process.stdout.readline(LARGEST_READ) if self.process.stdout is not None else b""
        try:
            answer = json.loads(line)
        except ValueError as why:
            self.errors.seek(0)
            raise EngineDied(self.errors.read()[-300:].decode("utf-8", "replace")) from why
        if not isinstance(answer, dict):
            raise EngineDied
        return answer


@contextmanager
def engine_of(bag: Bag, digest: str, folder: str) -> Iterator[Engine]:
    """The bundle's engine, taken out into ``folder`` and started, if it is the one of that SHA-256. Raises
    ModuleNotFoundError without msgspec, EngineDied."""
    archive = os.path.join(folder, "rules.zip")
    content = bag.read("engine/rules.zip")
    if hashlib.sha256(content).hexdigest() != digest:
        raise EngineDied(digest)
    Path(archive).write_bytes(content)
    if sys.platform == "emscripten":
        yield Inline(archive)
        return
    engine = Apart(archive, folder)
    try:
        engine.start()
        yield engine
    finally:
        engine.close()


class Player:
    """The other side: plays sessions through ``rules``, which is found on the path."""

    def __init__(self) -> None:
        import msgspec

        from rules import EDITION

        self.encode = msgspec.json.encode
        self.edition = EDITION

    def answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """From the opening of the table: corrections in the place of what they correct, openings under the options of
        the house, the places of lines that nobody could read filled where they came."""
        from rules.events import Corrected
        from rules.options import filled
        from rules.replay import Replay, corrections, feed_corrected
        from rules.wire import Rejected, decode_line

        house, upto = asked["house"], asked["upto"]

        def entries(having: bytes) -> Iterator[tuple[int, int, Any]]:
            with open(asked["file"], "rb") as spool:
                for line in spool:
                    number, seq, body = line.rstrip(b"\n").split(b" ", 2)
                    if upto is not None and int(number) > upto:
                        return
                    if having not in body:
                        continue
                    try:
                        yield int(number), int(seq), decode_line(filled(body, house), int(seq))[1]
                    except Rejected:
                        yield int(number), int(seq), None

        instead = corrections((seq, event) for _, seq, event in entries(b"corrected") if isinstance(event, Corrected))
        waiting = [row for row in asked["unread"] if upto is None or row[1] <= upto]
        engine, place = Replay(options=house), 0
        found: list[dict[str, Any]] = []
        raised: list[int] = []
        for count, (number, seq, event) in enumerate(entries(b""), 1):
            while place < len(waiting) and waiting[place][1] < number:
                engine.rejected(waiting[place][0])
                place += 1
            if event is None:
                engine.rejected(seq)
            else:
                feed_corrected(engine, seq, event, instead)
            raised += [number] * (len(found) + len(engine.findings) - len(raised))
            if count % 4096 == 0:
                found += [self._plain(finding) for finding in engine.drain()]
        for row in waiting[place:]:
            engine.rejected(row[0])
        found += [self._plain(finding) for finding in engine.findings]
        return {"findings": [{**finding, "entry": number} for finding, number in zip(found, raised)]}

    def _plain(self, seen: Any) -> Any:
        names = ("key", "code", "round", "spot", "severity", "standing", "decides", "outcome", "cctv", "events")
        made = {name: getattr(seen, name) for name in (*names, "prescribed", "money")}
        return json.loads(self.encode(made))


def play(archive: str, packages: str) -> int:
    """What ``Apart`` starts: a request a line in, an answer a line out."""
    sys.path.insert(0, archive)
    sys.path.append(packages)
    answers, sys.stdout = sys.stdout, sys.stderr
    try:
        player = Player()
        answers.write(json.dumps({"edition": player.edition}) + "\n")
        answers.flush()
        for line in sys.stdin:
            answers.write(json.dumps(player.answer(json.loads(line))) + "\n")
            answers.flush()
    except Exception as why:  # whatever the engine does is an answer about the engine
        answers.write(json.dumps({"error": f"{type(why).__name__}: {why}"}) + "\n")
        return WRONG
    return PROVED


# ── all of it ────────────────────────────────────────────────────────────────────────────────────────


def verify(
    source: Source,
    *,
    keys: Sequence[str] = (),
    checkpoint: bytes | None = None,
    proofs: Sequence[bytes] = (),
    replay: bool | None = None,
) -> Report:
    """Check a bundle: a path, or an open zip. ``keys``: vkeys known from elsewhere. ``checkpoint``: a signed one that
    was kept. ``proofs``: that it is continued, as JSON. ``replay``: True even where no key is known, False never."""
    report = Report()
    try:
        pins = Pins([Key.read(key) for key in keys], checkpoint, proofs)
        bag = Bag(source, report)
    except (Unreadable, Malformed, OSError) as why:
        report.unread = str(why)
        return report
    report.folder = bag.folder
    with ExitStack() as until_the_end:
        until_the_end.callback(bag.close)
        folder = until_the_end.enter_context(tempfile.TemporaryDirectory(prefix="pitboss-verify-"))
        one = Verifier(bag, report, pins)
        one.check_bag()
        one.check_keys()
        one.check_note()
        one.check_checkpoints()
        one.read_incidents()
        sessions = one.read_sessions()
        one.check_ledger(sessions, folder)
        if one.may_replay(replay):
            try:
                with engine_of(bag, one.signed.engine, folder) as engine:
                    one.check_findings(sessions, engine)
            except ModuleNotFoundError:
                report.leave_open("replay.no-msgspec")
            except (EngineDied, Malformed) as why:
                report.fault("finding.not-confirmed", "engine/rules.zip", "engine-died", why=why)
    return report


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pitboss-verify",
        description="Comprueba un paquete de pitboss sin nada nuestro. / Checks a bundle of pitboss without us.",
        epilog="0: todo probado / all proved. 1: algo está mal / something is wrong. 2: no se puede leer / unreadable."
        " 3: nada mal, algo sin probar / nothing wrong, something not proved.",
    )
    parser.add_argument("bundle", metavar="BUNDLE", help="zip, o su carpeta / a zip, or its folder")
    parser.add_argument(
        "--keys", nargs="+", action="extend", default=[], metavar="VKEY",
        help="llaves que usted conoce, o un archivo con ellas / keys that you know, or a file of them",
    )  # fmt: skip
    parser.add_argument(
        "--checkpoint", metavar="FILE", help="un punto de control que usted guardó / a checkpoint that you kept"
    )
    parser.add_argument(
        "--proof", action="append", default=[], metavar="FILE",
        help="prueba de que el registro lo continúa (JSON) / proof that the log continues it (JSON)",
    )  # fmt: skip
    parser.add_argument("--lang", choices=("es", "en"), default="es")
    parser.add_argument("--json", action="store_true", help="un objeto JSON / one JSON object")
    engine = parser.add_mutually_exclusive_group()
    engine.add_argument(
        "--replay", action="store_const", const=True, dest="replay",
        help="ejecutar el motor del paquete aunque no se conozca la llave / run the bundle's engine with no known key",
    )  # fmt: skip
    engine.add_argument(
        "--no-replay", action="store_const", const=False, dest="replay",
        help="no ejecutarlo / do not run it",
    )  # fmt: skip
    return parser


def _keys_of(told: Iterable[str]) -> list[str]:
    """The vkeys as they were given, or the lines of the files that were."""
    found: list[str] = []
    for one in told:
        lines = Path(one).read_text(encoding="utf-8").split("\n") if os.path.isfile(one) else [one]
        found += [line.strip() for line in lines if line.strip()]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["--play"] and len(given) == 3:
        return play(given[1], given[2])
    options = _parser().parse_args(given)
    try:
        report = verify(
            options.bundle,
            keys=_keys_of(options.keys),
            checkpoint=Path(options.checkpoint).read_bytes() if options.checkpoint else None,
            proofs=[Path(one).read_bytes() for one in options.proof],
            replay=options.replay,
        )
    except OSError as why:
        report = Report(unread=str(why))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    if options.json:
        print(json.dumps(report.as_dict(options.lang), ensure_ascii=False, indent=1, default=str))
    else:
        print("\n".join(report.lines(options.lang)))
    return report.exit


if __name__ == "__main__":
    sys.exit(main())
