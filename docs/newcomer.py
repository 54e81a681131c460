"""Does what CONTRIBUTING.md tells a newcomer: python docs/newcomer.py [TARGET], by default build/newcomer

Copies the files that git knows into TARGET, writes the files of the ninth game there as they are shown, brings
the README's table up to date and runs the tests, those of the new game first.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def files(contributing: str) -> dict[str, str]:
    """The files that the text shows: a path in backquotes on a line of its own, then a fenced block."""
    shown = re.compile(r"^`([\w./]+)`\n\n(`{3,})\w+\n(.*?)^\2$", re.DOTALL | re.MULTILINE)
    return {path: content for path, _, content in shown.findall(contributing)}


def main() -> None:
    """Copy, write, run."""
    target = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "build" / "newcomer"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    for name, content in files((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")).items():
        print(f"writing {name}")
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(content, encoding="utf-8")
    (id,) = (
        path.stem for path in (target / "cpp" / "games").glob("*.cpp") if not (ROOT / path.relative_to(target)).exists()
    )
    for command in (
        ["make", ".venv/tested"],
        [".venv/bin/python", "docs/tables.py"],
        ["make", "test", f"ARGS=-k {id}"],
        ["make", "test"],
        ["make", "lint"],
    ):
        print("+", *command, flush=True)
        subprocess.run(command, cwd=target, check=True)


if __name__ == "__main__":
    main()
