"""Where the database is and as whom we sign in.

The application never works as the owner of the tables: its connections begin with the role
`pitboss_app`, which may add to the ledger and read it, no more. Whoever migrates is the owner.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

APP_ROLE = "pitboss_app"
# Compiling a page's query takes longer than the query, and PostgreSQL would do it for a guess of its cost
NEVER_COMPILED = "-c jit=off"
OWNER_ROLE = "pitboss"
DATABASE = "pitboss"
PORT = 5432  # of the socket's file name only: the embedded server has no TCP port


def settings_for(environ: Mapping[str, str], home: Path) -> dict[str, Any]:
    """Django's DATABASES["default"]; its key OWNER holds what differs for whoever migrates."""
    if url := environ.get("DATABASE_URL"):
        app = parsed(url)
        owner = parsed(environ["DATABASE_OWNER_URL"]) if environ.get("DATABASE_OWNER_URL") else parsed(url)
    else:
        from pitboss.database.place import Place

        app = address(host=str(Place.under(home).sockets), port=str(PORT), user=APP_ROLE, name=DATABASE)
        owner = {**app, "USER": OWNER_ROLE, "OPTIONS": dict(app["OPTIONS"])}
    # What the address asks for goes before ours, but never before the role
    asked = (NEVER_COMPILED, app["OPTIONS"].get("options"), f"-c role={APP_ROLE}")
    app["OPTIONS"]["options"] = " ".join(filter(None, asked))
    if size := environ.get("PITBOSS_DATABASE_POOL"):
        app["OPTIONS"]["pool"] = {"min_size": 1, "max_size": int(size), "timeout": 10}
    owned = {key: owner[key] for key in ("USER", "PASSWORD", "HOST", "PORT", "OPTIONS")}
    return {**app, "ATOMIC_REQUESTS": False, "OWNER": owned}


def parsed(url: str) -> dict[str, Any]:
    """Read `postgresql://user:password@host:port/name?sslmode=…`; a socket folder goes in `?host=`."""
    parts = urlsplit(url)
    if parts.scheme not in ("postgresql", "postgres"):
        raise ValueError(f"DATABASE_URL begins with {parts.scheme!r}; pitboss needs postgresql://")
    name = unquote(parts.path.lstrip("/"))
    if not name:
        raise ValueError("DATABASE_URL names no database")
    options = dict(parse_qsl(parts.query))
    return address(
        host=options.pop("host", "") or unquote(parts.hostname or ""),
        port=options.pop("port", "") or str(parts.port or ""),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        name=name,
        options=options,
    )


def address(
    *,
    host: str,
    port: str,
    user: str,
    name: str,
    password: str = "",
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": user,
        "PASSWORD": password,
        "HOST": host,
        "PORT": port,
        "OPTIONS": dict(options or {}),
    }
