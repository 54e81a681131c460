"""Writes the tables of README.md: games from the registry, speed from bench/peers/results.json if it is there.

python docs/tables.py [--check]     --check only says whether the table of games is up to date
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import plyground
from plyground.cli import option_text, players_text

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
RESULTS = ROOT / "bench" / "peers" / "results.json"


def markdown(header: list[str], rows: list[list[str]], right: tuple[int, ...] = ()) -> str:
    """A table; `right` are the columns that align right."""
    line = ["--:" if i in right else "---" for i in range(len(header))]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in (header, line, *rows)
    )


def games() -> str:
    """All games with their options."""
    rows = [
        [
            f"[{info.title}](docs/rules/{info.page}.md)",
            f"`{info.id}`",
            players_text(info),
            "<br>".join(f"`{option_text(name, option)}`" for name, option in info.options.items()),
        ]
        for info in plyground.games()
    ]
    return markdown(["game", "id", "players", "options"], rows)


def speed() -> str | None:
    """What `make peers` measured last, None if it never ran here."""
    if not RESULTS.exists():
        return None
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    header = ["game", "measure", "plyground", "peer", "its speed", "ratio", "floor / reach", "meets"]
    versions = ", ".join(f"{name} {version}" for name, version in results["versions"].items())
    left_out = f" Left out, not installed: {', '.join(results['skipped'])}." if results["skipped"] else ""
    return (
        markdown(header, [row["cells"] for row in results["rows"]], right=(2, 4, 5))
        + f"\n\n`make peers`, {results['pairs']} pairs a row, on {results['machine']}: {versions}.{left_out}"
    )


def filled(readme: str, name: str, table: str | None) -> str:
    """The text with one marked place filled."""
    pattern = re.compile(rf"(<!-- {name}: [^\n]*-->\n).*?(<!-- end -->)", re.DOTALL)
    if not pattern.search(readme):
        raise SystemExit(f"README.md has no place for the table of {name}")
    return readme if table is None else pattern.sub(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", readme)


def all_installed() -> None:
    """Each id that a page of rules names is in the installed plyground; one that is not would silently lack its row."""
    installed = {info.id for info in plyground.games()}
    for page in sorted((ROOT / "docs" / "rules").glob("*.md")):
        ids = re.search(r"^Ids?: (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        missing = [id for id in re.findall(r"`(\w+)`", ids[1]) if id not in installed] if ids else []
        if missing:
            raise SystemExit(f"{page.name}: {', '.join(missing)} not in the installed plyground: build it first")


def main() -> None:
    """Write, or check."""
    all_installed()
    readme = README.read_text(encoding="utf-8")
    current = filled(readme, "games", games())
    if sys.argv[1:] == ["--check"]:
        if current != readme:
            raise SystemExit("README.md: the table of games is out of date: python docs/tables.py")
    elif sys.argv[1:]:
        raise SystemExit(__doc__)
    else:
        README.write_text(filled(current, "speed", speed()), encoding="utf-8")


if __name__ == "__main__":
    main()
