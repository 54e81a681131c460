"""Havannah, from docs/rules/havannah.md."""

from __future__ import annotations

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
    column_name,
    draw,
    quote,
    read_fields,
    read_number,
    read_rows,
    win,
    write_rows,
)

EMPTY = "."
STONES = "XO"
"""A stone of player 0 (Black) and of player 1 (White)."""

SIDES = "xo"
AROUND = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six neighbours (letters, numbers) of a cell."""

SWAP = -1
"""The move that is no cell."""


class Position(NamedTuple):
    """The cells in the order of the text; who is to move; the moves made; what the player who just moved has made.

    The last follows from the stones. It is kept so that only the last stone has to be looked at.
    """

    cells: str
    to_move: int
    ply: int
    made: tuple[str, ...]


class Havannah(Rules[Position, int]):
    """Havannah. A move is a cell, or SWAP."""

    id = "havannah"
    title = "Havannah"
    page = "havannah"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(8, (8, 4, 5, 6, 7, 9, 10, 2, 3), "Cells along a side of the hexagon."),
        "swap": Option(True, (True, False), "Whether player 1 may take over the first stone on ply 2."),
    }

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the hexagon: cells (i, j), letter and number, from the highest number down."""
        super().__init__(options)
        n = self.size = int(options["size"])
        self.swap = bool(options["swap"])
        numbers = range(2 * n - 1, 0, -1)
        self.rows = [[(i, j) for i in range(1, 2 * n) if n + 1 <= i + j <= 3 * n - 1] for j in numbers]
        cells = [cell for row in self.rows for cell in row]
        self.names = [f"{column_name(i - 1)}{j}" for i, j in cells]
        self.cells = {name: index for index, name in enumerate(self.names)}
        index_of = {cell: index for index, cell in enumerate(cells)}
        self.neighbours = tuple(
            tuple(index_of[i + di, j + dj] for di, dj in AROUND if (i + di, j + dj) in index_of) for i, j in cells
        )
        self.inner = [len(around) == 6 for around in self.neighbours]
        # A corner has three neighbours and belongs to no side.
        self.corner = [len(around) == 3 for around in self.neighbours]
        self.side = [None if self.corner[index] else self._side(*cell) for index, cell in enumerate(cells)]

    def _side(self, i: int, j: int) -> int | None:
        """The number of the side a cell lies on, None inside."""
        n = self.size
        on = (i == 1, j == 2 * n - 1, i + j == 3 * n - 1, i == 2 * n - 1, j == 1, i + j == n + 1)
        return on.index(True) if True in on else None

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The empty board; Black starts."""
        return Position(EMPTY * len(self.names), 0, 0, ())

    # Move

    def moves(self, s: Position) -> list[int]:
        """Any empty cell; on ply 2 also the swap."""
        if s.made:
            return []
        found = [cell for cell, stone in enumerate(s.cells) if stone == EMPTY]
        if self._may_swap(s):
            found.append(SWAP)
        return found

    def _may_swap(self, s: Position) -> bool:
        return self.swap and s.ply == 1

    def play(self, s: Position, m: int) -> Position:
        """Put a stone; or make the only stone White's, where it stands. A swap cannot win."""
        if m == SWAP:
            return Position(s.cells.replace(STONES[0], STONES[1]), 0, 2, ())
        cells = s.cells[:m] + STONES[s.to_move] + s.cells[m + 1 :]
        return Position(cells, 1 - s.to_move, s.ply + 1, self._made(cells, m))

    # End

    def _made(self, cells: str, cell: int) -> tuple[str, ...]:
        """What the owner of the stone on a cell has made with it."""
        corners, sides = self._touched(cells, cell)
        made = ("bridge", corners >= 2), ("fork", sides >= 3), ("ring", self._in_ring(cells, cell))
        return tuple(name for name, is_made in made if is_made)

    def _touched(self, cells: str, cell: int) -> tuple[int, int]:
        """How many corners and how many sides the group of a stone touches."""
        stone = cells[cell]
        group = [cell]
        seen = {cell}
        corners = 0
        sides = set()
        for here in group:
            corners += self.corner[here]
            sides.add(self.side[here])
            for there in self.neighbours[here]:
                if cells[there] == stone and there not in seen:
                    seen.add(there)
                    group.append(there)
        return corners, len(sides - {None})

    def _in_ring(self, cells: str, cell: int) -> bool:
        """Whether the last stone has closed a ring.

        A region that it cut off from the border begins next to it; and if a stone is now surrounded by stones of its
        owner, it is a neighbour of the last one (or the last one itself).
        """
        stone = cells[cell]
        around = self.neighbours[cell]
        # A stone of a ring has two neighbours in it.
        if sum(cells[there] == stone for there in around) < 2:
            return False
        if any(self._surrounded(cells, here, stone) for here in (cell, *around)):
            return True
        return any(cells[there] != stone and self._shut_in(cells, there, stone) for there in around)

    def _surrounded(self, cells: str, cell: int, stone: str) -> bool:
        """Whether a cell and its six neighbours hold stones of one owner."""
        return self.inner[cell] and cells[cell] == stone and all(cells[c] == stone for c in self.neighbours[cell])

    def _shut_in(self, cells: str, cell: int, stone: str) -> bool:
        """Whether the region of a cell without stones of this owner contains no border cell."""
        region = [cell]
        seen = {cell}
        while region:
            here = region.pop()
            if not self.inner[here]:
                return False
            for there in self.neighbours[here]:
                if cells[there] != stone and there not in seen:
                    seen.add(there)
                    region.append(there)
        return True

    def current_player(self, s: Position) -> int:
        """The player to move, until somebody has won or the board is full."""
        return OVER if s.made or EMPTY not in s.cells else s.to_move

    def result(self, s: Position) -> Result:
        """The player who just moved has won with all that he made; else the board is full."""
        return win(1 - s.to_move, ", ".join(s.made)) if s.made else draw("board full")

    # Notation

    def move_text(self, s: Position, m: int) -> str:
        """Letter and number, or `swap`."""
        return "swap" if m == SWAP else self.names[m]

    def read_move(self, s: Position, text: str) -> int:
        """A cell or `swap`."""
        if text == "swap":
            if not self._may_swap(s):
                raise IllegalMove("swap is possible on ply 2 only, and with the option swap")
            return SWAP
        cell = self.cells.get(text)
        if cell is None:
            raise IllegalMove(f"{quote(text)} is neither a cell of the board nor swap")
        if s.cells[cell] != EMPTY:
            raise IllegalMove(f"{text} is occupied")
        return cell

    def text(self, s: Position) -> str:
        """Rows from the top, the side to move and the moves made."""
        return f"{write_rows(self._rows(s))} {SIDES[s.to_move]} {s.ply}"

    def _rows(self, s: Position) -> list[str]:
        rows = []
        start = 0
        for row in self.rows:
            rows.append(s.cells[start : start + len(row)])
            start += len(row)
        return rows

    def parse(self, text: str) -> Position:
        """Read a position. The players take turns, so the moves made tell the side to move and the stones of each."""
        board, side, ply_text = read_fields(text, ("board", "side to move", "ply"))
        cells = "".join(read_rows(board, len(self.rows), [len(row) for row in self.rows], STONES, EMPTY))
        if side not in ("x", "o"):
            raise TextError(f"the side to move must be x or o, not {quote(side)}")
        to_move = SIDES.index(side)
        ply = read_number(ply_text, "the ply", 0, len(cells) + 1)
        if to_move != ply % 2:
            raise TextError(f"after {ply} moves it is the turn of {SIDES[ply % 2]}, not of {side}")
        counts = (cells.count(STONES[0]), cells.count(STONES[1]))
        allowed = [((ply + 1) // 2, ply // 2)]
        if self.swap and ply >= 2:
            allowed.append(((ply + 1) // 2 - 1, ply // 2))
        if counts not in allowed:
            expected = " or ".join(f"{x} X and {o} O" for x, o in allowed)
            raise TextError(f"after {ply} moves the board has {expected}, found {counts[0]} X and {counts[1]} O")
        made: set[str] = set()
        for cell, stone in enumerate(cells):
            if stone != EMPTY:
                by_this = self._made(cells, cell)
                if by_this and stone == STONES[to_move]:
                    raise TextError(f"{stone} has won ({', '.join(by_this)}), but it is the turn of {side}")
                made.update(by_this)
        return Position(cells, to_move, ply, tuple(name for name in ("bridge", "fork", "ring") if name in made))

    def diagram(self, s: Position) -> str:
        """Each row half a cell from the one above, between the names of its first and last cell."""
        lines = []
        for row, stones in zip(self.rows, self._rows(s), strict=True):
            first, last = (f"{column_name(i - 1)}{j}" for i, j in (row[0], row[-1]))
            lines.append(f"{' ' * abs(row[0][1] - self.size)}{first:<3} {' '.join(stones)}  {last}")
        return "\n".join(lines)
