"""Numbers for complaints: a series of their own, per casino and year, without gaps (``incidents.folio``)."""

from __future__ import annotations


def folio(year: int, number: int) -> str:
    """``R-2026-0007``"""
    return f"R-{year}-{number:04d}"
