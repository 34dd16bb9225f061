"""The two roles: the owner, who migrates, and the application, who may only add to the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, ProgrammingError, connection, transaction
from django.db.backends.postgresql.base import DatabaseWrapper
from django.db.backends.utils import CursorWrapper
from psycopg.errors import DuplicateObject, UniqueViolation

from pitboss.database.address import APP_ROLE


@contextmanager
def as_owner() -> Iterator[None]:
    """For the length of the block, work on the database as the owner of its tables."""
    ours = connection.settings_dict
    kept = {key: ours[key] for key in ours["OWNER"]}
    _reopen()
    ours.update(ours["OWNER"])
    try:
        yield
    finally:
        _reopen()
        ours.update(kept)


def _reopen() -> None:
    connection.close()
    if connection.settings_dict["OPTIONS"].get("pool"):
        cast(DatabaseWrapper, connection).close_pool()


def prepare() -> None:
    """Before migrating, as the owner: the application's role exists and may use what the owner will make.

    What a table must not allow is taken away by the migration that makes the table. TRUNCATE is never given.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [APP_ROLE])
        if cursor.fetchone() is None:
            try:
                _unless_another_was_first(cursor, f"CREATE ROLE {APP_ROLE}")
            except ProgrammingError as why:
                user = connection.settings_dict["USER"]
                raise ImproperlyConfigured(
                    f"The role {APP_ROLE} is missing and {user!r} may not make it. "
                    f"As a superuser: CREATE ROLE {APP_ROLE}; GRANT {APP_ROLE} TO the user of DATABASE_URL"
                ) from why
        cursor.execute("SELECT pg_has_role(current_user, %s, 'MEMBER')", [APP_ROLE])
        (member,) = cursor.fetchone() or (False,)
        if not member:
            _unless_another_was_first(cursor, f"GRANT {APP_ROLE} TO CURRENT_USER")
        cursor.execute(
            f"""
            GRANT USAGE ON SCHEMA public TO {APP_ROLE};
            ALTER DEFAULT PRIVILEGES IN SCHEMA public
                GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {APP_ROLE};
            ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO {APP_ROLE};
            """
        )


def _unless_another_was_first(cursor: CursorWrapper, statement: str) -> None:
    """Roles belong to the whole server: whoever prepares another of its databases may be at it in this moment."""
    try:
        with transaction.atomic():
            cursor.execute(statement)
    except (ProgrammingError, IntegrityError) as why:
        if not isinstance(why.__cause__, DuplicateObject | UniqueViolation):
            raise
