"""Connect6, from docs/rules/connect6.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isqrt
from typing import ClassVar, NamedTuple, overload

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
    read_rows,
    win,
    write_rows,
)

EMPTY = "."
STONES = "xo"
"""A stone of player 0 (Black) and of player 1 (White)."""

SIDES = "bw"
LINES = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""The directions (columns, rows) of a line."""

_POINT = r"([a-z]{1,2}[1-9][0-9]?)"
_ONE = re.compile(_POINT)
_TWO = re.compile(f"{_POINT}[, ]?{_POINT}")

Move = tuple[int, ...]
"""The points of the stones, one or two, ascending. Points are numbered from a1, row by row."""


def _letters(column: int) -> str:
    """The name of a column: a to z, then aa, ab, ..."""
    return chr(ord("a") + column) if column < 26 else _letters(column // 26 - 1) + _letters(column % 26)


class Pairs(Sequence[Move]):
    """All pairs of some points, each made when it is asked for: the largest board has six million."""

    def __init__(self, points: Sequence[int]) -> None:
        """The points in ascending order."""
        self.points = points

    def __len__(self) -> int:
        return len(self.points) * (len(self.points) - 1) // 2

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        """Pairs are in the order of their second point: k(k-1)/2 of them come before point number k is the second."""
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        second = (1 + isqrt(1 + 8 * index)) // 2
        return self.points[index - second * (second - 1) // 2], self.points[second]

    def __iter__(self) -> Iterator[Move]:
        for number, second in enumerate(self.points):
            for first in self.points[:number]:
                yield first, second


class Position(NamedTuple):
    """The points from a1, row by row; who is to move; whether the stones just placed made a line of six or more."""

    cells: str
    player: int
    six: bool


class Connect6(Rules[Position, Move]):
    """Connect6. A move is a whole turn, usually of two stones."""

    id = "connect6"
    title = "Connect6"
    page = "connect6"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(19, (19, range(6, 60)), "Points along a side of the board."),
    }

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the points and the lines through each of them."""
        super().__init__(options)
        n = self.size = int(options["size"])
        self.names = [f"{_letters(column)}{row + 1}" for row in range(n) for column in range(n)]
        self.points = {name: point for point, name in enumerate(self.names)}
        self._rays = tuple(
            tuple((self._ray(point, right, up), self._ray(point, -right, -up)) for right, up in LINES)
            for point in range(n * n)
        )

    def _ray(self, point: int, right: int, up: int) -> tuple[int, ...]:
        """The points from one point, not included, to the edge, five at most."""
        n = self.size
        row, column = divmod(point, n)
        ray = []
        for distance in range(1, 6):
            r, c = row + distance * up, column + distance * right
            if not (0 <= r < n and 0 <= c < n):
                break
            ray.append(r * n + c)
        return tuple(ray)

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The empty board."""
        return Position(EMPTY * self.size**2, 0, False)

    # Move

    def _empty(self, s: Position) -> list[int]:
        return [point for point, stone in enumerate(s.cells) if stone == EMPTY]

    def moves(self, s: Position) -> Sequence[Move]:
        """Two stones; one on the empty board, and one if a single point is left."""
        if s.six:
            return []
        points = self._empty(s)
        if len(points) in (1, len(s.cells)):
            return [(point,) for point in points]
        return Pairs(points)

    def play(self, s: Position, m: Move) -> Position:
        """Put the stones."""
        cells = s.cells
        for point in m:
            cells = cells[:point] + STONES[s.player] + cells[point + 1 :]
        return Position(cells, 1 - s.player, any(self._six_through(cells, point) for point in m))

    # End

    def _six_through(self, cells: str, point: int) -> bool:
        """Whether the stone on a point is in a line of six or more of its colour."""
        stone = cells[point]
        for rays in self._rays[point]:
            length = 1
            for ray in rays:
                for there in ray:
                    if cells[there] != stone:
                        break
                    length += 1
            if length >= 6:
                return True
        return False

    def _has_six(self, cells: str, player: int) -> bool:
        return any(stone == STONES[player] and self._six_through(cells, point) for point, stone in enumerate(cells))

    def current_player(self, s: Position) -> int:
        """The players alternate until there is a six or the board is full."""
        return OVER if s.six or EMPTY not in s.cells else s.player

    def result(self, s: Position) -> Result:
        """The six comes first."""
        return win(1 - s.player, "six in a row") if s.six else draw("board full")

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """The points one after the other, the lower row first, then the column."""
        return "".join(self.names[point] for point in m)

    def read_move(self, s: Position, text: str) -> Move:
        """The stones in either order, with nothing, a comma or a space between them; not looked up in the list."""
        match = _ONE.fullmatch(text) or _TWO.fullmatch(text)
        if match is None:
            raise IllegalMove(f"{quote(text)} is not of the form j10 or j9k10")
        for name in match.groups():
            if name not in self.points:
                raise IllegalMove(f"{quote(text)} is illegal: {name} is not on the board")
            if s.cells[self.points[name]] != EMPTY:
                raise IllegalMove(f"{quote(text)} is illegal: there is a stone on {name}")
        move = tuple(sorted({self.points[name] for name in match.groups()}))
        if len(move) < len(match.groups()):
            raise IllegalMove(f"{quote(text)} is illegal: the two stones need different points")
        stones = 1 if s.cells.count(EMPTY) in (1, len(s.cells)) else 2
        if len(move) != stones:
            raise IllegalMove(f"{quote(text)} is illegal: this turn is of {stones}, not of {len(move)}")
        return move

    def text(self, s: Position) -> str:
        """Rows from the top and the side to move."""
        return f"{write_rows(self._rows(s))} {SIDES[s.player]}"

    def _rows(self, s: Position) -> list[str]:
        return [s.cells[row * self.size : (row + 1) * self.size] for row in range(self.size - 1, -1, -1)]

    def parse(self, text: str) -> Position:
        """Any stones; only a six of the side to move is refused."""
        board, side = read_fields(text, ("board", "side to move"))
        cells = "".join(read_rows(board, self.size, self.size, STONES, EMPTY)[::-1])
        if side not in ("b", "w"):
            raise TextError(f"the side to move must be b or w, not {quote(side)}")
        player = SIDES.index(side)
        if self._has_six(cells, player):
            raise TextError(f"{STONES[player]} has six in a row, but {side} is to move")
        return Position(cells, player, self._has_six(cells, 1 - player))

    def diagram(self, s: Position) -> str:
        """Rows from the top, columns below."""
        n = self.size
        return grid_diagram(self._rows(s), [str(row) for row in range(n, 0, -1)], [_letters(c) for c in range(n)])
