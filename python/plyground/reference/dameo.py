"""Dameo, from docs/rules/draughts.md."""

from __future__ import annotations

from typing import ClassVar

from plyground.reference._base import (
    Option,
    OptionValue,
    Rng,
    TextError,
    column_name,
    grid_diagram,
    quote,
    read_fields,
    read_rows,
    write_rows,
)
from plyground.reference._draughts import (
    DIAGONALS,
    EMPTY,
    FORWARD_DIAGONALS,
    KINGS,
    MEN,
    ORTHOGONALS,
    Draughts,
    Position,
    draughts_options,
)


class Dameo(Draughts):
    """Draughts on all 64 squares with linear moves; captures are orthogonal."""

    id = "dameo"
    title = "Dameo"
    options_spec: ClassVar[dict[str, Option]] = {
        **draughts_options(50),
        "capture": Option("any", ("any", "max"), "any: every complete chain of captures; max: only the longest."),
    }

    size = 8
    colours = "wb"
    pieces_each = 18
    man_steps = ((1, 0), *FORWARD_DIAGONALS)
    man_jumps = ORTHOGONALS
    king_steps = ORTHOGONALS + DIAGONALS
    king_jumps = ORTHOGONALS
    linear = True

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Take the options."""
        super().__init__(options)
        self.maximum = options["capture"] == "max"

    # Board: a1, a2, ..., b1, ...: captured squares are written in this order

    def _places(self) -> list[tuple[int, int]]:
        return [(self.size - 1 - rank, file) for file in range(self.size) for rank in range(self.size)]

    def _names(self) -> list[str]:
        return [f"{column_name(column)}{self.size - row}" for row, column in self.places]

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The array of the page."""
        return self.parse("bbbbbbbb/1bbbbbb1/2bbbb2/8/8/2wwww2/1wwwwww1/wwwwwwww w")

    # Notation

    def _rows_from_top(self, board: str) -> list[str]:
        side = range(self.size)
        return ["".join(board[self.at[row, column]] for column in side) for row in side]

    def text(self, s: Position) -> str:
        """Rows from rank 8, then the side to move."""
        return f"{write_rows(self._rows_from_top(s.board), EMPTY)} {self.colours[s.player]}"

    def parse(self, text: str) -> Position:
        """The position of a text; what is merely unreachable is read."""
        board, side = read_fields(text, ("board", "side to move"))
        rows = read_rows(board, self.size, self.size, MEN + KINGS, EMPTY)
        if side not in ("w", "b"):
            raise TextError(f"the side to move must be w or b, not {quote(side)}")
        squares = "".join(rows[row][column] for row, column in self.places)
        return Position(self._check(squares), self.colours.index(side))

    def diagram(self, s: Position) -> str:
        """White at the bottom."""
        side = range(self.size)
        return grid_diagram(
            self._rows_from_top(s.board),
            [str(self.size - row) for row in side],
            [column_name(column) for column in side],
        )
