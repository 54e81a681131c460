"""Morelli: docs/rules/morelli.md."""

from __future__ import annotations

import re
from typing import ClassVar, NamedTuple

from plyground.reference._base import (
    OVER,
    IllegalMove,
    Option,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    draw,
    grid_diagram,
    quote,
    read_fields,
    win,
)

EMPTY = "."
STONES = "bw"
"""The stone of Black (player 0) and of White, and how they are named as the side to move."""

OWNERS = "BW"
NOBODY = -1
DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))

Move = tuple[int, int]


class Position(NamedTuple):
    """The cells rank by rank from a1 (the throne always empty), who owns the throne, and the player to move."""

    cells: str
    owner: int
    player: int


def file_name(x: int) -> str:
    """a, b, ... z, then aa, ab, ..."""
    return chr(ord("a") + x) if x < 26 else "a" + chr(ord("a") + x - 26)


class Morelli(Rules[Position, Move]):
    """Morelli. A move is where it starts and where it ends."""

    id = "morelli"
    title = "Morelli"
    page = "morelli"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(13, (13, 11, 9, 31, range(5, 32, 2)), "Cells along a side of the board, an odd number."),
        "setup": Option("random", ("random", "half", "alt"), "The stones on the outer ring."),
    }

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the rings around the throne."""
        super().__init__(options)
        n = self.size = int(options["size"])
        self.setup = str(options["setup"])
        self.names = [f"{file_name(x)}{y + 1}" for y in range(n) for x in range(n)]
        self._cells = {name: cell for cell, name in enumerate(self.names)}
        self._throne = n * n // 2
        m = n // 2
        self._distance = [max(abs(x - m), abs(y - m)) for y in range(n) for x in range(n)]
        # For each cell and direction: the cells nearer to the throne, and the neighbour with the cell behind it.
        self._inward = [self._inward_from(x, y) for y in range(n) for x in range(n)]
        self._pairs = [self._pairs_from(x, y) for y in range(n) for x in range(n)]
        self._frames = [self._frame(x, y) for y in range(n) for x in range(n)]

    def _on_board(self, x: int, y: int) -> bool:
        return 0 <= x < self.size and 0 <= y < self.size

    def _inward_from(self, x: int, y: int) -> list[list[int]]:
        start = self._distance[y * self.size + x]
        lines = []
        for dx, dy in DIRECTIONS:
            line = []
            a, b = x + dx, y + dy
            # Along a line the distance first falls, then rises: behind a cell that is not nearer there is none.
            while self._on_board(a, b) and self._distance[b * self.size + a] < start:
                line.append(b * self.size + a)
                a, b = a + dx, b + dy
            if line:
                lines.append(line)
        return lines

    def _pairs_from(self, x: int, y: int) -> list[tuple[int, int]]:
        return [
            ((y + dy) * self.size + x + dx, (y + 2 * dy) * self.size + x + 2 * dx)
            for dx, dy in DIRECTIONS
            if self._on_board(x + 2 * dx, y + 2 * dy)
        ]

    def _frame(self, x: int, y: int) -> tuple[int, ...]:
        """The four cells onto which the rotations about the throne turn a cell."""
        m = self.size // 2
        u, v = x - m, y - m
        cells = []
        for _ in range(4):
            cells.append((v + m) * self.size + u + m)
            u, v = -v, u
        return tuple(cells)

    # Setup

    def initial(self, rng: Rng) -> Position:
        """Opposite cells of the outer ring hold one black and one white stone."""
        n = self.size
        # Half of the ring: along rank 1 without the last corner, then up the last file without the last corner.
        half = [(x, 0) for x in range(n - 1)] + [(n - 1, y) for y in range(n - 1)]
        cells = [EMPTY] * (n * n)
        for place, (x, y) in enumerate(half):
            if self.setup == "half":
                player = 0
            elif self.setup == "alt":
                player = place % 2
            else:
                player = rng.below(2)
            cells[y * n + x] = STONES[player]
            cells[(n - 1 - y) * n + n - 1 - x] = STONES[1 - player]
        return Position("".join(cells), NOBODY, 0)

    # Move

    def moves(self, s: Position) -> list[Move]:
        """Over empty cells to an empty cell nearer to the throne; over the throne only while nobody owns it."""
        cells, throne = s.cells, self._throne
        found = []
        source = cells.find(STONES[s.player])
        while source >= 0:
            for line in self._inward[source]:
                for goal in line:
                    if cells[goal] != EMPTY:
                        break
                    if goal == throne:
                        if s.owner != NOBODY:
                            break
                        continue
                    found.append((source, goal))
            source = cells.find(STONES[s.player], source + 1)
        return found

    def play(self, s: Position, m: Move) -> Position:
        """Move, turn sandwiched stones, look for a frame through the moved or a turned stone."""
        source, goal = m
        own, other = STONES[s.player], STONES[1 - s.player]
        cells = list(s.cells)
        cells[source], cells[goal] = EMPTY, own
        touched = [goal]
        # Turned stones capture nothing: no cell behind a sandwiched stone is a neighbour of the moved one.
        for between, behind in self._pairs[goal]:
            if cells[between] == other and cells[behind] == own:
                touched.append(between)
        for cell in touched:
            cells[cell] = own
        owner = s.owner
        if any(all(cells[corner] == own for corner in self._frames[cell]) for cell in touched):
            owner = s.player
        return Position("".join(cells), owner, 1 - s.player)

    # End

    def current_player(self, s: Position) -> int:
        """The game is over when the player to move has no move."""
        return s.player if self.moves(s) else OVER

    def result(self, s: Position) -> Result:
        """The owner of the throne wins."""
        return draw("no legal move") if s.owner == NOBODY else win(s.owner, "no legal move")

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """Long algebraic."""
        return f"{self.names[m[0]]}-{self.names[m[1]]}"

    def read_move(self, s: Position, text: str) -> Move:
        """A move; the suffixes `x` and `#` are read and ignored."""
        match = re.fullmatch(r"([a-z]{1,2}[1-9][0-9]?)-([a-z]{1,2}[1-9][0-9]?)x?#?", text)
        if not match or match[1] not in self._cells or match[2] not in self._cells:
            raise IllegalMove(f"{quote(text)} does not name two cells of the board")
        move = self._cells[match[1]], self._cells[match[2]]
        if move not in self.moves(s):
            raise IllegalMove(f"{quote(text)} is illegal")
        return move

    def _ranks(self, s: Position) -> list[str]:
        """From the top, with the marker on the throne."""
        n, throne = self.size, self._throne
        marker = EMPTY if s.owner == NOBODY else OWNERS[s.owner]
        cells = s.cells[:throne] + marker + s.cells[throne + 1 :]
        return [cells[y * n : (y + 1) * n] for y in reversed(range(n))]

    def text(self, s: Position) -> str:
        """Ranks from the top, and the side to move."""
        return f"{'/'.join(self._ranks(s))} {STONES[s.player]}"

    def parse(self, text: str) -> Position:
        """Stones may be anywhere but on the throne."""
        n, throne = self.size, self._throne
        board, side = read_fields(text, ("board", "side to move"))
        ranks = board.split("/", n)
        if len(ranks) != n:
            raise TextError(f"the board must have {n} ranks, found {len(ranks) if len(ranks) < n else 'more'}")
        for number, rank in enumerate(ranks):
            if len(rank) != n:
                raise TextError(f"rank {n - number}: expected {n} characters, found {len(rank)}")
        cells = "".join(reversed(ranks))
        for cell, char in enumerate(cells):
            if char not in EMPTY + (OWNERS if cell == throne else STONES):
                raise TextError(f"unexpected {quote(char)} on {self.names[cell]}")
        if side not in ("b", "w"):
            raise TextError(f"the side to move must be b or w, not {quote(side)}")
        owner = NOBODY if cells[throne] == EMPTY else OWNERS.index(cells[throne])
        return Position(cells[:throne] + EMPTY + cells[throne + 1 :], owner, STONES.index(side))

    def diagram(self, s: Position) -> str:
        """Ranks from the top, files below; the throne is + while nobody owns it."""
        m = self.size // 2
        ranks = [list(rank) for rank in self._ranks(s)]
        if s.owner == NOBODY:
            ranks[m][m] = "+"
        names = [str(y + 1) for y in reversed(range(self.size))]
        return grid_diagram(ranks, names, [file_name(x) for x in range(self.size)])
