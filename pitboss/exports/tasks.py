"""Once a day: bundles that lay long enough go. Who exported what stays, and the same request makes the same again."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from pitboss.celery import app
from pitboss.exports.files import folder


@app.task(name="pitboss.clear_exports", ignore_result=True)
def clear_exports() -> None:
    clear(now=timezone.now())


def clear(*, now: datetime) -> list[str]:
    """Names of the files that went: bundles, and drafts of attempts that died."""
    before = (now - timedelta(days=settings.EXPORTS_KEPT_DAYS)).timestamp()
    gone = [path for path in sorted(folder().iterdir()) if path.stat().st_mtime < before]
    for path in gone:
        path.unlink(missing_ok=True)
    return [path.name for path in gone]
