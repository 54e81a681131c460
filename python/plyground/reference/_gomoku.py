"""What gomoku and gomoku_pro share: the board, lines of five, the position text (docs/rules/gomoku.md)."""

from __future__ import annotations

from abc import abstractmethod
from typing import NamedTuple

from plyground.reference._base import (
    OVER,
    IllegalMove,
    OptionValue,
    Rules,
    TextError,
    column_name,
    grid_diagram,
    quote,
    read_fields,
    read_rows,
    write_rows,
)

EMPTY = "."
STONES = "XO"
"""A black and a white stone."""

SIDES = "xo"
BLACK, WHITE = 0, 1
UNKNOWN = -1
LINES = ((1, 0), (0, 1), (1, 1), (-1, 1))
"""The directions (columns, rows) of a line."""


class Position(NamedTuple):
    """A position of either game.

    Attributes:
        cells: the points from a1, row by row.
        due: the colour of the stone that is due.
        phase: `p` play, `o` opening, `c` choice.
        black: which player is Black, UNKNOWN in the opening and the choice.
        five: whether the last stone made a line of five or more.
        stuck: whether the side to move has lost because he cannot make five any more (pro only).
    """

    cells: str
    due: int
    phase: str
    black: int
    five: bool
    stuck: bool


class Gomoku(Rules[Position, int]):
    """A game of five in a row. A move is a point, or one of the negative numbers that the pro game defines."""

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the points and the lines through each of them."""
        super().__init__(options)
        n = self.size = int(options.get("size", 19))
        self.names = [f"{column_name(column)}{row + 1}" for row in range(n) for column in range(n)]
        self.points = {name: point for point, name in enumerate(self.names)}
        self._rays = tuple(
            tuple((self._ray(point, right, up), self._ray(point, -right, -up)) for right, up in LINES)
            for point in range(n * n)
        )

    def _ray(self, point: int, right: int, up: int) -> tuple[int, ...]:
        """The points from one point, not included, to the edge, four at most."""
        n = self.size
        row, column = divmod(point, n)
        ray = []
        for distance in range(1, 5):
            r, c = row + distance * up, column + distance * right
            if not (0 <= r < n and 0 <= c < n):
                break
            ray.append(r * n + c)
        return tuple(ray)

    def empty_points(self, cells: str) -> list[int]:
        """The points without a stone."""
        return [point for point, stone in enumerate(cells) if stone == EMPTY]

    # End

    def five_through(self, cells: str, point: int) -> bool:
        """Whether the stone on a point is in a line of five or more of its colour."""
        stone = cells[point]
        for rays in self._rays[point]:
            length = 1
            for ray in rays:
                for there in ray:
                    if cells[there] != stone:
                        break
                    length += 1
            if length >= 5:
                return True
        return False

    def has_five(self, cells: str, colour: int) -> bool:
        """Whether a colour has a line of five or more anywhere."""
        return any(stone == STONES[colour] and self.five_through(cells, point) for point, stone in enumerate(cells))

    def over(self, s: Position) -> bool:
        """Whether the game has ended; `gomoku` adds an end."""
        return s.five or s.stuck

    def current_player(self, s: Position) -> int:
        """The owner of the colour that is due; player 0 makes the opening, player 1 the choice."""
        if self.over(s):
            return OVER
        if s.phase == "p":
            return s.black if s.due == BLACK else 1 - s.black
        return 0 if s.phase == "o" else 1

    def owner(self, s: Position, colour: int) -> int:
        """The player who has a colour."""
        return s.black if colour == BLACK else 1 - s.black

    # Notation

    def move_text(self, s: Position, m: int) -> str:
        """Column letter and row number."""
        return self.names[m]

    def read_move(self, s: Position, text: str) -> int:
        """A point."""
        point = self.points.get(text)
        if point is None:
            raise IllegalMove(f"{quote(text)} is no point of the board")
        if s.cells[point] != EMPTY:
            raise IllegalMove(f"{text} is illegal: there is a stone")
        if point not in self.moves(s):
            raise IllegalMove(f"{text} is illegal here")
        return point

    def text(self, s: Position) -> str:
        """Rows from the top, the colour due, the phase, and which player is Black."""
        black = "-" if s.black == UNKNOWN else s.black
        return f"{write_rows(self._rows(s))} {SIDES[s.due]} {self._phase_text(s)} black={black}"

    def _phase_text(self, s: Position) -> str:
        return s.phase + (str(len(s.cells) - s.cells.count(EMPTY)) if s.phase == "o" else "")

    def _rows(self, s: Position) -> list[str]:
        return [s.cells[row * self.size : (row + 1) * self.size] for row in range(self.size - 1, -1, -1)]

    def parse(self, text: str) -> Position:
        """The stones fit the colour that is due, and that colour has no five yet."""
        board, side, phase, black = read_fields(text, ("board", "side to move", "phase", "black"))
        cells = "".join(read_rows(board, self.size, self.size, STONES, EMPTY)[::-1])
        if side not in ("x", "o"):
            raise TextError(f"the side to move must be x or o, not {quote(side)}")
        due = SIDES.index(side)
        counts = [cells.count(stone) for stone in STONES]
        if counts[BLACK] - counts[WHITE] != due:
            raise TextError(f"{counts[BLACK]} X and {counts[WHITE]} O are impossible if {side} is due")
        self._check_phase(phase, black, sum(counts))
        if self.has_five(cells, due):
            raise TextError(f"{STONES[due]} has five in a row, but {side} is due")
        return self._at(
            cells, due, phase[0], UNKNOWN if black == "black=-" else int(black[-1]), self.has_five(cells, 1 - due)
        )

    @abstractmethod
    def _check_phase(self, phase: str, black: str, stones: int) -> None:
        """TextError if the phase or the colours of the players do not fit."""

    @abstractmethod
    def _at(self, cells: str, due: int, phase: str, black: int, five: bool) -> Position:
        """The position with what follows from the stones."""

    def diagram(self, s: Position) -> str:
        """Rows from the top, columns below."""
        n = self.size
        return grid_diagram(
            self._rows(s), [str(row) for row in range(n, 0, -1)], [column_name(column) for column in range(n)]
        )
