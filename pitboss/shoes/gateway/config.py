"""The gateway's own file, in TOML (docs/shoes.md)."""

from __future__ import annotations

import re
import ssl
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pitboss.shoes.gateway.adapter import Adapter
from pitboss.shoes.gateway.adapters import adapter_of
from pitboss.shoes.gateway.protocols import LineProtocol, protocol_of

NAME = re.compile(r"[A-Za-z0-9._-]{1,60}\Z")


class WrongConfig(ValueError):
    """The file says something that cannot be; the message names the key and what was expected."""


@dataclass(frozen=True, slots=True)
class Shoe:
    """One shoe to hear. ``name`` also names its buffer: another name is another, empty one."""

    name: str
    token: str
    adapter: Adapter
    protocol: LineProtocol


@dataclass(frozen=True, slots=True)
class Config:
    server: str
    buffer: Path
    trusted: ssl.SSLContext | None
    shoes: list[Shoe]


def read_config(path: Path) -> Config:
    """Raises WrongConfig."""
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as why:
        raise WrongConfig(f"{path}: {why}") from why
    server = _text(said, "server")
    # What is relative is so to the file, wherever the gateway is started
    buffer = path.parent / _text(said, "buffer")
    trusted = ssl.create_default_context(cafile=str(path.parent / said["ca"])) if said.get("ca") else None
    shoes = [_shoe(one, path.parent) for one in said.get("shoe", [])]
    if not shoes:
        raise WrongConfig("shoe: expected at least one [[shoe]]")
    names = [one.name for one in shoes]
    if len(set(names)) != len(names):
        raise WrongConfig("name: expected another one for each [[shoe]]")
    return Config(server, buffer, trusted, shoes)


def _shoe(said: dict[str, Any], beside: Path) -> Shoe:
    name = _text(said, "name")
    if not NAME.match(name):
        raise WrongConfig(f"name {name!r}: expected 1 to 60 letters, digits and . _ -")
    if "token_file" in said:
        token = (beside / _text(said, "token_file")).read_text(encoding="utf-8").strip()
    else:
        token = _text(said, "token")
    baud = said.get("baud", 9600)
    if type(baud) is not int or baud < 1:
        raise WrongConfig(f"baud {baud!r}: expected bits a second, as 9600")
    try:
        adapter = adapter_of(_text(said, "adapter"), _text(said, "address"), baud)
        return Shoe(name, token, adapter, protocol_of(said.get("protocol", "ndjson")))
    except ValueError as why:
        raise WrongConfig(f"[[shoe]] {name}: {why}") from why


def _text(said: dict[str, Any], key: str) -> str:
    value = said.get(key)
    if not isinstance(value, str) or not value.strip():
        raise WrongConfig(f"{key}: expected a text")
    return value.strip()
