"""Writes unicode.hpp beside this file: what the core needs to know of code points, from Python's `unicodedata`.

Run it with a Python whose Unicode is as new as can be, and format the result with clang-format.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

# Bases that some language of the word games has as a letter; what decomposes to others is a letter in none of them.
BASES = {
    *"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÆæ",
    *(chr(point) for point in (*range(0x391, 0x3AA), *range(0x3B1, 0x3CA))),
    *(chr(point) for point in range(0x410, 0x450)),
    *(chr(point) for point in (*range(0x3041, 0x3097), *range(0x30A1, 0x30F7))),
}
MARKS = range(0x300, 0x370)

# Without a width of their own, or without ink: of the default ignorable code points those that no category below tells.
IGNORABLE = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x2800, 0x3164, 0xFFA0}
for block in ((0x180B, 0x1810), (0xFE00, 0xFE10), (0xFFF0, 0xFFF9), (0xE0000, 0xE1000)):
    IGNORABLE |= {*range(*block)}


def is_lower(point: int) -> bool:
    return unicodedata.category(chr(point)) == "Ll"


def is_hidden(point: int) -> bool:
    """Controls, formats, surrogates, private use, separators of lines and paragraphs, spaces but the common one."""
    category = unicodedata.category(chr(point))
    unseen = category in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"} or (category == "Zs" and point != 0x20)
    return unseen or point in IGNORABLE or point & 0xFFFE == 0xFFFE or 0xFDD0 <= point < 0xFDF0


def runs(holds: Callable[[int], bool], steps: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """First, last and distance of the points, ascending; no run reaches into another."""
    points = [point for point in range(0x110000) if holds(point)]
    i = 0
    while i < len(points):
        lengths = {}
        for step in steps:
            end = i
            while end + 1 < len(points) and points[end + 1] - points[end] == step:
                end += 1
            lengths[step] = end
        step = max(steps, key=lambda step: lengths[step])
        yield points[i], points[lengths[step]], step
        i = lengths[step] + 1


def decompositions() -> Iterator[tuple[int, int, int]]:
    """Symbol, what is in front of its last mark, and that mark (0: another spelling of one symbol).

    What is in front of a mark comes earlier than the whole.
    """
    found = {}
    for point in range(0x110000):
        parts = unicodedata.decomposition(chr(point)).split()
        if not parts or parts[0].startswith("<"):
            continue
        whole = unicodedata.normalize("NFD", chr(point))
        if whole[0] in BASES or all(ord(mark) in MARKS for mark in whole):
            found[point] = [int(part, 16) for part in parts] + [0] * (2 - len(parts))
    depths = {point: 0 for point, (first, _) in found.items() if first not in found}
    while len(depths) < len(found):
        depths |= {point: depths[first] + 1 for point, (first, _) in found.items() if first in depths}
    for point in sorted(found, key=lambda point: (depths[point], point)):
        first, mark = found[point]
        yield point, first, mark


def rows(name: str, kind: str, doc: str, entries: list[tuple[int, ...]]) -> str:
    texts = ", ".join("{" + ", ".join(f"0x{n:X}" if n > 9 else str(n) for n in entry) + "}" for entry in entries)
    return f"/// {doc}\ninline constexpr std::array<{kind}, {len(entries)}> {name}{{{{{texts}}}}};\n"


def main() -> None:
    parts = [
        f"// Tables of code points, made by unicode.py from Unicode {unicodedata.unidata_version}. Not to be edited.\n",
        "#pragma once\n\n#include <array>\n#include <cstdint>\n\nnamespace ply {\n",
        "/// Every `step`-th code point from `first` to `last`.\n"
        "struct PointRun {\n  char32_t first, last;\n  char32_t step = 1;\n};\n",
        "/// A symbol that is the same as `first` with the mark behind it, or (mark 0) as `first`.\n"
        "struct Decomposition {\n  std::uint16_t symbol, first, mark;\n};\n",
        rows("lower_points", "PointRun", "General category Ll (small letters).", list(runs(is_lower, (1, 2)))),
        rows(
            "hidden_points",
            "PointRun",
            "What a message must not hold as it is: controls, formats, private use, non-characters, separators of "
            "lines, unusual spaces, ignorable symbols.",
            [run[:2] for run in runs(is_hidden, (1,))],
        ),
        rows(
            "decompositions",
            "Decomposition",
            "Canonical decompositions: of marks, and of Latin, Greek and Russian letters and Japanese syllables. "
            "`first` is no later symbol of the table.",
            list(decompositions()),
        ),
        "}  // namespace ply\n",
    ]
    Path(__file__).with_name("unicode.hpp").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
