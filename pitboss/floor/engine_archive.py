"""The engine for a tablet: the very files of `rules/`, and Pyodide to run them in the browser's worker.

The archive's name holds the hash of what is in it, so a tablet keeps it for ever and a new edition has a new name.
Pyodide and msgspec's wheel are put into `vendor/engine` by `scripts/engine.sh` and served as static files.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET

from pitboss.content_security import widen
from pitboss.floor.answers import answer
from pitboss.home import CHECKOUT
from pitboss.replay.rules_files import zipped_rules

VENDORED = CHECKOUT / "vendor" / "engine"
WORKER = CHECKOUT / "pitboss" / "static" / "pitboss" / "floor" / "js" / "engine-worker.js"
NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
FOR_EVER = "public, max-age=31536000, immutable"
NOT_FOR_TABLETS = frozenset({"__main__.py", "pages.py", "examples.py", "files.py"})
"""What only the command line and the pages of the rules use."""


@dataclass(frozen=True, slots=True)
class Archive:
    """``digest`` is the beginning of the SHA-256 of ``content``, which is the same for the same files."""

    digest: str
    content: bytes


@cache
def rules_archive() -> Archive:
    """The package `rules` as a zip file that Python can import from. Made once a process."""
    content = zipped_rules(without=NOT_FOR_TABLETS)
    return Archive(hashlib.sha256(content).hexdigest()[:16], content)


@dataclass(frozen=True, slots=True)
class Runtime:
    """What `scripts/engine.sh` has put there: the folder of Pyodide and the name of msgspec's wheel in it."""

    folder: str
    wheel: str


def runtime() -> Runtime | None:
    """None on a machine where it was not fetched: tablets then work from the server's pictures."""
    for folder in sorted(VENDORED.glob("pyodide-*"), reverse=True):
        wheels = sorted(folder.glob("msgspec-*.whl"), reverse=True)
        if wheels and all((folder / name).is_file() for name in NEEDED):
            return Runtime(folder.name, wheels[0].name)
    return None


def addresses() -> dict[str, Any]:
    """Where the parts of the engine are; null where this installation has none."""
    there = runtime()
    if there is None:
        return {"engine": None}
    # The folder's files name each other, so their own names are used and not those with a hash
    base = f"{settings.STATIC_URL}engine/{there.folder}/"
    base = base if base.startswith(("/", "http")) else f"/{base}"
    return {
        "engine": {
            "rules": reverse("floor:engine_archive", kwargs={"digest": rules_archive().digest}),
            "pyodide": base,
            "wheel": f"{base}{there.wheel}",
            "worker": reverse("floor:engine_worker"),
            "files": [f"{base}{name}" for name in (*NEEDED, there.wheel)],
        }
    }


@require_GET
def engine(request: HttpRequest) -> HttpResponse:
    """The addresses of the engine's parts."""
    return answer(addresses())


@require_GET
def archive(request: HttpRequest, digest: str) -> HttpResponse:
    """The rules. 404 for an edition that this process does not have."""
    here = rules_archive()
    if digest != here.digest:
        raise Http404
    return HttpResponse(here.content, content_type="application/zip", headers={"Cache-Control": FOR_EVER})


@require_GET
@widen(script_src=["'wasm-unsafe-eval'"])
def worker(request: HttpRequest) -> HttpResponse:
    """The worker's script with a policy of its own: in it, and only in it, WebAssembly may be compiled."""
    return HttpResponse(
        Path(WORKER).read_bytes(), content_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )
