"""Inter as TTF for print, made once from the web font that the pages use (OFL 1.1, no reserved name).

A variable font is no use inside a drawing: the weights that print needs are cut out of it as fonts of their own.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from functools import cache
from hashlib import sha256
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from pitboss.home import CHECKOUT, home, made

WEB_FONT = CHECKOUT / "pitboss" / "static" / "pitboss" / "fonts" / "inter-latin-wght-normal.woff2"
WEIGHTS = {400: 450, 600: 600, 700: 750}
"""What a weight is called, in the hundreds that drawings know, and how heavy it is cut."""


@cache
def inter() -> Path:
    """The folder of the TTFs, made where it is missing; two processes that make it at once make the same."""
    content = sha256(WEB_FONT.read_bytes() + repr(WEIGHTS).encode()).hexdigest()[:16]
    folder = home() / "fonts" / f"inter-{content}"
    if not folder.is_dir():
        made(home())
        folder.parent.mkdir(exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".inter-", dir=folder.parent))
        for name, weight in WEIGHTS.items():
            _cut(name, weight, draft / f"Inter-{name}.ttf")
        try:
            os.rename(draft, folder)
        except OSError:
            # Another process was first
            shutil.rmtree(draft)
    return folder


def _cut(name: int, weight: int, path: Path) -> None:
    font = TTFont(WEB_FONT, recalcTimestamp=False)
    font = instancer.instantiateVariableFont(font, {"wght": weight}, inplace=True)
    font.flavor = None
    font["OS/2"].usWeightClass = name
    font.save(path)
