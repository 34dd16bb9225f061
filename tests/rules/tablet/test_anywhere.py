"""The engine of the tablet runs where there are no files but its own, and no threads: in a browser's worker."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

ALONE = """
import sys, threading
opened, started = [], []
sys.addaudithook(lambda event, of: (opened.append(str(of[0])) if event == "open" else None,
                                    started.append(event) if event == "_thread.start_new_thread" else None))
import json
sys.path.insert(0, sys.argv[1])
from rules.notation import events_of
from rules.replay import Replay
from rules.tablet import declare, forms, picture, preview
run = Replay()
for seq, event, _ in events_of(sys.stdin.read()):
    run.feed(seq, event)
shown = picture(run, "es")
asked = forms("es"), preview(run, "exposed-card", {"card": "9d"}, "es"), declare("exposed-card", {"card": "9d"})
print(json.dumps([shown, [path for path in opened if not path.endswith((".py", ".pyc", ".so", ".zip", ".pth"))],
                  started, sorted({name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names))]))
"""
PLAY = """\
table_opened cl-scj
round_opened 1
bet 1 10000
dealt 1 Th
exposed 9d
"""


def test_it_runs_out_of_an_archive_and_reads_nothing_else(tmp_path: Path) -> None:
    archive = tmp_path / "rules.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted((ROOT / "rules").rglob("*.py")):
            packed.write(path, path.relative_to(ROOT))
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(archive)],
        input=PLAY,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    )
    shown, files, threads, modules = json.loads(done.stdout)
    assert shown["scene"]["limbo"] == ["9d"]
    assert [found["code"] for found in shown["findings"] if found["outcome"] == "pending"][-1] == "exposed-card"
    assert threads == []
    assert [path for path in files if "fixtures" in path or "rules" in path] == []
    # typing_extensions is what msgspec takes where it is there.
    ours = {name for name in modules if not name.startswith(("_", "msgspec"))}
    assert ours <= {"rules", "typing_extensions"}
