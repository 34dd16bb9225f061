"""What makes a tablet go on when the network is gone: the service worker, the pages it keeps, the manifest.

The pages that it keeps hold no person and no table, only the frame in one language: the page's own script reads the
table's number from the address, and people from the tablet's own store.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from pitboss.floor.engine_archive import rules_archive, runtime
from pitboss.home import CHECKOUT

OURS = CHECKOUT / "pitboss" / "static"
KEPT = ("pitboss/floor", "pitboss/css", "pitboss/fonts", "pitboss/vendor/idb")
NOT_KEPT = ("js/sw.js", "js/engine-worker.js", ".txt", ".md", "css/api-docs.css")
LANGUAGES = {"es": "es-cl", "en": "en"}
WORKER = OURS / "pitboss" / "floor" / "js" / "sw.js"


@require_GET
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker's script behind a line that says which files this version is made of."""
    shell = {
        "version": version(),
        "files": [static(name) for name in kept_files()],
        "pages": {language: reverse("floor:shell", kwargs={"language": language}) for language in LANGUAGES},
        "hashed": settings.PRODUCTION,
    }
    script = b"const SHELL = " + msgspec.json.encode(shell) + b";\n" + WORKER.read_bytes()
    response = HttpResponse(script, content_type="text/javascript")
    response.headers["Service-Worker-Allowed"] = "/floor/"
    return response


def kept_files() -> list[str]:
    """Names of the static files that a floor page may ask for."""
    files: list[str] = ["pitboss/seal.svg"]
    for folder in KEPT:
        there = OURS / folder
        found = there.rglob("*") if there.is_dir() else there.parent.glob(f"{there.name}*")
        files += [file.relative_to(OURS).as_posix() for file in found if file.is_file()]
    return sorted(name for name in files if not name.endswith(NOT_KEPT))


def version() -> str:
    """Changes with any file, template or sentence of the shell, and with the rules."""
    there = runtime()
    parts = [rules_archive().digest, "" if there is None else f"{there.folder}/{there.wheel}"]
    names = [OURS / name for name in kept_files()] + [WORKER]
    names += sorted((CHECKOUT / "templates" / "floor").glob("*.html")) + sorted((CHECKOUT / "locale").rglob("*.mo"))
    parts += [_digest(file, file.stat().st_mtime_ns) for file in names]
    parts += [_texts()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _texts() -> str:
    """The sentences that pages are filled with come from modules beside this one."""
    files = sorted(Path(__file__).parent.glob("texts*.py"))
    return "".join(_digest(file, file.stat().st_mtime_ns) for file in files)


@cache
def _digest(file: Path, changed: int) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@require_GET
@cache_control(no_cache=True)
def table_page(request: HttpRequest, language: str) -> HttpResponse:
    """The table's page without a table and without anybody, in this language; for the service worker to keep."""
    if language not in LANGUAGES:
        raise Http404
    request.user = AnonymousUser()
    with translation.override(LANGUAGES[language]):
        return render(request, "floor/table.html", {"table": None, "shell": True})


@require_GET
@cache_control(no_cache=True)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a tablet needs to install us."""
    value: dict[str, Any] = {
        "id": "/floor/",
        "name": _("pitboss · Sala"),
        "short_name": "pitboss",
        "description": _("Mesas de Black Jack en vivo, y lo que corresponde cuando algo sale mal."),
        "lang": "en" if (translation.get_language() or "").startswith("en") else "es-CL",
        "start_url": "/floor/",
        "scope": "/floor/",
        "display": "standalone",
        "orientation": "any",
        "background_color": "#0b0f12",
        "theme_color": "#13181d",
        "categories": ["business", "productivity"],
        "icons": [
            {"src": static(f"pitboss/floor/icons/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png",
             "purpose": purpose}
            for name, size, purpose in (
                ("icon-192", 192, "any"), ("icon-512", 512, "any"),
                ("maskable-192", 192, "maskable"), ("maskable-512", 512, "maskable"),
            )
        ],
    }  # fmt: skip
    return HttpResponse(msgspec.json.encode(value), content_type="application/manifest+json")
