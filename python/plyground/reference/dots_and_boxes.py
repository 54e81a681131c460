"""Dots and Boxes: docs/rules/dots_and_boxes.md."""

from __future__ import annotations

from itertools import compress
from operator import itemgetter
from typing import ClassVar, NamedTuple

from plyground._types import Sizes
from plyground.reference._base import (
    OVER,
    IllegalMove,
    Option,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    by_score,
    column_name,
    quote,
    read_fields,
)

OPEN = "."
OWNERS = "01"
UNDRAWN, DRAWN = "0", "1"
_LEGAL = bytes.maketrans((UNDRAWN + DRAWN).encode(), b"\x01\x00")


class Position(NamedTuple):
    """The owner of each box and the drawn edges, both from a1 on, and the player to move.

    Boxes row by row from the bottom; edges: first the horizontal ones, row by row from the bottom, then the vertical
    ones.
    """

    boxes: str
    edges: str
    player: int


class DotsAndBoxes(Rules[Position, int]):
    """Dots and Boxes. A move is the index of an edge."""

    id = "dots_and_boxes"
    title = "Dots and Boxes"
    page = "dots_and_boxes"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(5, (5, 4, 6, 7, range(1, 11), Sizes(1, 10)), "Boxes: N x N, or RxC for R rows and C columns."),
    }

    @classmethod
    def resolve(cls, given: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """4x4 is the same value as 4."""
        size = given.get("size", cls.options_spec["size"].default)
        if isinstance(size, str):
            rows, columns = size.split("x")
            if rows == columns:
                size = int(rows)
        return {"size": size}

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Name the edges and find the sides of the boxes."""
        super().__init__(options)
        size = str(options["size"])
        self.rows, self.columns = (int(n) for n in (size.split("x") if "x" in size else (size, size)))
        rows, columns = self.rows, self.columns
        # The bottom edge of each box and the top border; the left edge of each box and the right border.
        names = [f"{column_name(c)}{r + 1}h" for r in range(rows + 1) for c in range(columns)]
        names += [f"{column_name(c)}{r + 1}v" for r in range(rows) for c in range(columns + 1)]
        self.names = names
        self.horizontal = (rows + 1) * columns
        self._edges = {name: edge for edge, name in enumerate(names)}
        self._sides = tuple(self._sides_of(r, c) for r in range(rows) for c in range(columns))
        self._numbers = range(len(names))
        self._sides_in = tuple(itemgetter(*sides) for sides in self._sides)
        self._boxes = tuple(
            tuple(box for box, sides in enumerate(self._sides) if edge in sides) for edge in self._numbers
        )

    def _sides_of(self, r: int, c: int) -> tuple[int, ...]:
        """The edges south, north, west and east of a box."""
        south = r * self.columns + c
        west = self.horizontal + r * (self.columns + 1) + c
        return south, south + self.columns, west, west + 1

    # Setup

    def initial(self, rng: Rng) -> Position:
        """No edge drawn, no box owned."""
        return Position(OPEN * len(self._sides), UNDRAWN * len(self.names), 0)

    # Move

    def moves(self, s: Position) -> list[int]:
        """Every undrawn edge."""
        return list(compress(self._numbers, s.edges.encode().translate(_LEGAL)))

    def play(self, s: Position, m: int) -> Position:
        """Draw an edge. Who completes a box, or two, owns it and must move again."""
        edges = s.edges[:m] + DRAWN + s.edges[m + 1 :]
        boxes = s.boxes
        player = 1 - s.player
        for box in self._boxes[m]:
            if self._complete(edges, box):
                boxes = boxes[:box] + OWNERS[s.player] + boxes[box + 1 :]
                player = s.player
        return Position(boxes, edges, player)

    def _complete(self, edges: str, box: int) -> bool:
        return UNDRAWN not in self._sides_in[box](edges)

    # End

    def current_player(self, s: Position) -> int:
        """The game is over exactly when all edges are drawn."""
        return s.player if UNDRAWN in s.edges else OVER

    def result(self, s: Position) -> Result:
        """More boxes win."""
        return by_score([s.boxes.count(owner) for owner in OWNERS], "all boxes owned")

    # Notation

    def move_text(self, s: Position, m: int) -> str:
        """The name of the edge."""
        return self.names[m]

    def read_move(self, s: Position, text: str) -> int:
        """An edge, looked up without a list."""
        edge = self._edges.get(text)
        if edge is None:
            raise IllegalMove(f"{quote(text)} is no edge")
        if s.edges[edge] == DRAWN:
            raise IllegalMove(f"the edge {quote(text)} is drawn already")
        return edge

    def _owner_rows(self, s: Position) -> list[str]:
        """From the top."""
        columns = self.columns
        return [s.boxes[r * columns : (r + 1) * columns] for r in reversed(range(self.rows))]

    def _edge_rows(self, s: Position) -> tuple[list[str], list[str]]:
        """The horizontal and the vertical edges, from the bottom."""
        h, v = s.edges[: self.horizontal], s.edges[self.horizontal :]
        wide = self.columns + 1
        return (
            [h[start : start + self.columns] for start in range(0, len(h), self.columns)],
            [v[start : start + wide] for start in range(0, len(v), wide)],
        )

    def text(self, s: Position) -> str:
        """Owners from the top; horizontal and vertical edges from the bottom; the player to move."""
        h, v = self._edge_rows(s)
        return f"{'/'.join(self._owner_rows(s))} {'/'.join(h)} {'/'.join(v)} {s.player}"

    def parse(self, text: str) -> Position:
        """Any edges may be drawn; a box has an owner exactly if its four edges are."""
        owners_text, h_text, v_text, player = read_fields(
            text, ("owners", "horizontal edges", "vertical edges", "player to move")
        )
        owners = _rows(owners_text, "owners", self.rows, self.columns, OPEN + OWNERS)
        boxes = "".join(reversed(owners))
        edges = "".join(_rows(h_text, "horizontal edges", self.rows + 1, self.columns, UNDRAWN + DRAWN))
        edges += "".join(_rows(v_text, "vertical edges", self.rows, self.columns + 1, UNDRAWN + DRAWN))
        if player not in ("0", "1"):
            raise TextError(f"the player to move must be 0 or 1, not {quote(player)}")
        for box, owner in enumerate(boxes):
            name = f"{column_name(box % self.columns)}{box // self.columns + 1}"
            if self._complete(edges, box) and owner == OPEN:
                raise TextError(f"all edges of box {name} are drawn, but it has no owner")
            if not self._complete(edges, box) and owner != OPEN:
                raise TextError(f"box {name} has an owner, but not all its edges are drawn")
        return Position(boxes, edges, int(player))

    def diagram(self, s: Position) -> str:
        """Dots, edges and owners, with the names of rows and columns."""
        h, v = self._edge_rows(s)
        margin = len(str(self.rows + 1))
        lines = []
        for r in reversed(range(self.rows + 1)):
            if r < self.rows:
                owners = s.boxes[r * self.columns : (r + 1) * self.columns].replace(OPEN, " ") + " "
                cells = (("|" if bit == DRAWN else " ") + owner for bit, owner in zip(v[r], owners, strict=True))
                lines.append(" " * (margin + 1) + " ".join(cells))
            line = "".join("+" + ("---" if bit == DRAWN else "   ") for bit in h[r]) + "+"
            lines.append(f"{r + 1:>{margin}} {line}")
        lines.append(" " * (margin + 1) + "  ".join(f"{column_name(c)} " for c in range(self.columns + 1)))
        return "\n".join(line.rstrip() for line in lines)


def _rows(text: str, what: str, rows: int, columns: int, letters: str) -> list[str]:
    """Rows of characters in the order of the text."""
    parts = text.split("/", rows)
    if len(parts) != rows:
        raise TextError(f"{what}: expected {rows} rows, found {len(parts) if len(parts) < rows else 'more'}")
    for number, part in enumerate(parts, 1):
        if len(part) != columns:
            raise TextError(f"{what}, row {number}: expected {columns} characters, found {len(part)}")
        for char in part:
            if char not in letters:
                raise TextError(f"{what}, row {number}: unexpected {quote(char)} in {quote(part)}")
    return parts
