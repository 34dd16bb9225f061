"""File names with a hash of their content, so that a browser may keep them for ever."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any, Final

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

from pitboss.home import CHECKOUT

MODULES: Final = "pitboss/floor/js/"


class ModuleManifestStorage(ManifestStaticFilesStorage):
    """Rewrites the imports between our ES modules as well, or a module would import an old neighbour.

    The modules of the floor import each other, some in a circle, where no file can be named after its own rewritten
    content: they are named after the content of all of them together, and change their names together.
    """

    support_js_module_import_aggregation = True

    def file_hash(self, name: Any, content: Any = None) -> str | None:
        if name and name.startswith(MODULES) and name.endswith(".js"):
            return of_all_modules()
        return super().file_hash(name, content)


@cache
def of_all_modules() -> str:
    """Twelve hex digits over names and contents of the floor's modules."""
    found = hashlib.sha256()
    for file in sorted((CHECKOUT / "pitboss" / "static" / MODULES).glob("*.js")):
        found.update(f"{file.name}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()[:12]
