"""Where this installation keeps what it makes: the embedded database, its secret, its queue."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent


def home() -> Path:
    """The folder of everything made at run time: PITBOSS_HOME, else `var/` beside the code."""
    return Path(os.environ.get("PITBOSS_HOME") or CHECKOUT / "var").absolute()


def made(folder: Path) -> Path:
    """Make the home folder if there is none: others may pass through it, not look into it.

    The embedded server's user has to reach its own folder below.
    """
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o711)
    return folder


def kept_secret(name: str) -> str:
    """The secret of that name: made once, readable by its owner only, the same at every later start.

    Two processes that start at the same instant agree: whoever links the finished file first wins.
    """
    path = home() / name
    if not path.exists():
        made(path.parent)
        draft = path.with_name(f".{name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()
