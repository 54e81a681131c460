"""Prints the results of `make bench` as a table: python bench/table.py bench/results.json [--markdown]"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path


def rate(value: float) -> str:
    """A number a second in three digits."""
    for unit, size in ((" G", 1e9), (" M", 1e6), (" k", 1e3)):
        if value >= size:
            return f"{value / size:.3g}{unit}" if value < 1000 * size else f"{value / size:,.0f}{unit}"
    return f"{value:.3g}"


def speed(benchmark: dict) -> str:
    """What a benchmark found: a rate, or for calls the time of one."""
    info, seconds = benchmark["extra_info"], benchmark["stats"]["median"]
    if info["unit"] == "calls":
        return f"{seconds / info['units'] * 1e9:,.0f} ns"
    return f"{rate(info['units'] / seconds)} {info['unit']}/s"


def per_unit(benchmark: dict) -> float:
    """Seconds a unit."""
    return float(benchmark["stats"]["median"]) / benchmark["extra_info"]["units"]


def rows(benchmarks: Iterable[dict]) -> list[tuple[str, str, str, str, str]]:
    """Game, measure, core, reference and how many times faster the core is."""
    pairs: dict[tuple[str, str], dict[str, dict]] = {}
    for benchmark in benchmarks:
        info = benchmark["extra_info"]
        pairs.setdefault((info["game"], info["measure"]), {})[info["engine"]] = benchmark
    return [
        (
            game,
            measure,
            speed(pair["core"]),
            speed(pair["reference"]) if "reference" in pair else "",
            f"{per_unit(pair['reference']) / per_unit(pair['core']):,.0f}" if "reference" in pair else "",
        )
        for (game, measure), pair in sorted(pairs.items())
    ]


def show(lines: Sequence[Sequence[str]], markdown: bool) -> str:
    """Aligned columns, the last three to the right; with pipes for Markdown."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    texts = []
    for line in lines:
        cells = [
            f"{cell:>{w}}" if i > 1 else f"{cell:<{w}}" for i, (cell, w) in enumerate(zip(line, widths, strict=True))
        ]
        texts.append("| " + " | ".join(cells) + " |" if markdown else "  ".join(cells))
    if markdown:
        texts.insert(1, "|" + "|".join("-" * (w + 1) + (":" if i > 1 else "-") for i, w in enumerate(widths)) + "|")
    return "\n".join(texts)


def main() -> None:
    """Read the file named on the command line and print its table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--markdown", action="store_true")
    arguments = parser.parse_args()
    results = json.loads(arguments.file.read_text(encoding="utf-8"))
    machine, python = results["machine_info"]["cpu"].get("brand_raw", "?"), results["machine_info"]["python_version"]
    header = ("game", "measure", "core", "reference", "ratio")
    print(show([header, *rows(results["benchmarks"])], arguments.markdown))
    print(f"\nCPU time, one thread, {machine}, Python {python}")


if __name__ == "__main__":
    main()
