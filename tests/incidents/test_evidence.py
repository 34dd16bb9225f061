"""Stills and clips under their hash."""

from __future__ import annotations

import hashlib
import stat
from io import BytesIO
from pathlib import Path

import pytest

from pitboss.incidents import evidence
from pitboss.incidents.evidence import NotEvidence, keep, kept

STARTS = {
    "image/jpeg": b"\xff\xd8\xff\xe0",
    "image/png": b"\x89PNG\r\n\x1a\n",
    "video/mp4": b"\x00\x00\x00\x18ftypmp42",
    "video/webm": b"\x1a\x45\xdf\xa3",
    "video/x-msvideo": b"RIFF\x00\x00\x00\x00AVI ",
}


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOSS_HOME", str(tmp_path))


@pytest.mark.parametrize("media", STARTS)
def test_a_file_is_known_by_its_content_and_kept_under_its_hash(media: str) -> None:
    content = STARTS[media] + b"x" * 3000
    told = keep(BytesIO(content))
    assert (told.sha256, told.size, told.type) == (hashlib.sha256(content).hexdigest(), len(content), media)
    assert kept(told.sha256).read_bytes() == content
    assert stat.S_IMODE(kept(told.sha256).stat().st_mode) == 0o400
    assert keep(BytesIO(content)) == told


@pytest.mark.parametrize("content", [b"", b"<html>", b"RIFF\x00\x00\x00\x00WAVE", b"MZ\x90\x00"])
def test_what_is_no_still_or_clip_is_told_and_leaves_nothing(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(NotEvidence, match="JPEG"):
        keep(BytesIO(content))
    assert list((tmp_path / "evidence").iterdir()) == []


def test_a_file_that_is_too_large_leaves_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(evidence, "LARGEST", 4096)
    with pytest.raises(NotEvidence):
        keep(BytesIO(STARTS["image/png"] + b"x" * 5000))
    assert list((tmp_path / "evidence").iterdir()) == []
