"""Where mail goes: an SMTP server, or a folder where each message is a file of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from email.utils import make_msgid
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

SCHEMES: Final = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
SECONDS: Final = 15


def settings_for(environ: Mapping[str, str], home: Path) -> dict[str, Any]:
    """Django's EMAIL_* from `PITBOSS_MAIL_URL`: `smtp://host:port`, `smtp+tls://user:password@host` (STARTTLS),
    `smtps://…`; without it, files in `mail/` of the home folder. ValueError for anything else."""
    found: dict[str, Any] = {
        "DEFAULT_FROM_EMAIL": environ.get("PITBOSS_MAIL_FROM") or "pitboss@localhost",
        "EMAIL_TIMEOUT": SECONDS,
    }
    url = environ.get("PITBOSS_MAIL_URL")
    if not url:
        return found | {"EMAIL_BACKEND": "pitboss.mail.FolderBackend", "EMAIL_FILE_PATH": str(home / "mail")}
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise ValueError(f"PITBOSS_MAIL_URL begins with {parts.scheme!r}; it can be {', '.join(SCHEMES)}://host")
    return found | {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or SCHEMES[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
    }


class FolderBackend(BaseEmailBackend):
    """One `.eml` a message, readable by this user alone. The same message again is the same file."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = Path(settings.EMAIL_FILE_PATH or ".")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            name = str(message.extra_headers.get("Message-ID") or make_msgid())
            file = folder / f"{''.join(letter for letter in name if letter.isalnum() or letter in '-.@')}.eml"
            draft = file.with_suffix(".part")
            draft.touch(mode=0o600)
            draft.write_bytes(message.message().as_bytes())
            draft.replace(file)
        return len(email_messages)
