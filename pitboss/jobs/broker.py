"""How each kind of broker has to be spoken to. Imported by the settings, so it imports nothing of Django."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pitboss.home import made

# Redis hands a message to another worker when nobody has confirmed it for this long. A message is confirmed
# when its job begins, so this only covers a worker that died with a message in its hands.
VISIBILITY_TIMEOUT = 600


def transport_options(url: str, home: Path, queue: str) -> dict[str, Any]:
    """Celery's `broker_transport_options` for this address; makes the folders of the embedded queue."""
    scheme = url.split(":", 1)[0]
    if scheme in ("redis", "rediss"):
        # The prefix keeps installations that share a Redis apart in all their keys, not only in the queue's
        return {"visibility_timeout": VISIBILITY_TIMEOUT, "global_keyprefix": f"{queue}:"}
    if scheme != "filesystem":
        return {}
    folders = {"messages": made(home) / "queue" / "messages", "control": home / "queue" / "control"}
    for folder in folders.values():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return {
        # One folder for both directions: what the web process puts in is what a worker takes out
        "data_folder_in": str(folders["messages"]),
        "data_folder_out": str(folders["messages"]),
        "control_folder": str(folders["control"]),
        "polling_interval": 0.1,
    }
