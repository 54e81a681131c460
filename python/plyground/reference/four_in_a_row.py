"""Four in a row, from docs/rules/four_in_a_row.md."""

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
    grid_diagram,
    quote,
    read_fields,
    read_rows,
    win,
    write_rows,
)

DISCS = "XO"
"""The disc of player 0 and of player 1."""

EMPTY = "."
LINES = ((1, 0), (0, 1), (1, 1), (1, -1))
"""The directions (columns, rows) of a line: horizontal, vertical, and the two diagonals."""


class Position(NamedTuple):
    """The discs of each column from the bottom, who is to move, and whether the player who just moved has a line."""

    columns: tuple[str, ...]
    player: int
    line: bool


class FourInARow(Rules[Position, int]):
    """Four in a row. A move is the index of its column."""

    id = "four_in_a_row"
    title = "Four in a row"
    page = "four_in_a_row"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option("6x7", ("6x7", "8x8", "9x9", "10x10"), "Rows x columns of the board."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Read the size."""
        super().__init__(options)
        rows, columns = str(options["size"]).split("x")
        self.rows = int(rows)
        self.columns = int(columns)

    # Setup

    def initial(self, rng: Rng) -> Position:
        """An empty board."""
        return Position(("",) * self.columns, 0, False)

    # Move

    def current_player(self, s: Position) -> int:
        """The players alternate until there is a line or the board is full."""
        if s.line or all(len(column) == self.rows for column in s.columns):
            return OVER
        return s.player

    def moves(self, s: Position) -> list[int]:
        """Any column that is not full."""
        if s.line:
            return []
        return [index for index, column in enumerate(s.columns) if len(column) < self.rows]

    def play(self, s: Position, m: int) -> Position:
        """Drop a disc into the lowest empty cell of the column."""
        disc = DISCS[s.player]
        row = len(s.columns[m])
        columns = (*s.columns[:m], s.columns[m] + disc, *s.columns[m + 1 :])
        return Position(columns, 1 - s.player, self._line_through(columns, m, row, disc))

    def _line_through(self, columns: tuple[str, ...], column: int, row: int, disc: str) -> bool:
        """Whether this disc is in an unbroken line of four or more of its colour."""
        for right, up in LINES:
            length = 1
            for sign in (1, -1):
                c, r = column + sign * right, row + sign * up
                while 0 <= c < self.columns and 0 <= r < len(columns[c]) and columns[c][r] == disc:
                    length += 1
                    c, r = c + sign * right, r + sign * up
            if length >= 4:
                return True
        return False

    # End

    def result(self, s: Position) -> Result:
        """The line comes first: it may be made by the disc that fills the board."""
        return win(1 - s.player, "four in a row") if s.line else draw("board full")

    # Notation

    def text(self, s: Position) -> str:
        """Rows from the top and the side to move."""
        return f"{write_rows(self._rows_from_top(s))} {'xo'[s.player]}"

    def _rows_from_top(self, s: Position) -> list[str]:
        return [
            "".join(column[row] if row < len(column) else EMPTY for column in s.columns)
            for row in range(self.rows - 1, -1, -1)
        ]

    def move_text(self, s: Position, m: int) -> str:
        """The letter of the column."""
        return column_name(m)

    def read_move(self, s: Position, text: str) -> int:
        """The letter of the column, its number from 1, or the cell in which the disc lands."""
        for column in range(self.columns):
            height = len(s.columns[column])
            cell = f"{column_name(column)}{height + 1}"
            if text in (column_name(column), str(column + 1)) or (text == cell and height < self.rows):
                if height == self.rows:
                    raise IllegalMove(f"{quote(text)} is illegal: the column is full")
                return column
        raise IllegalMove(f"{quote(text)} is no column and no cell in which a disc lands")

    def parse(self, text: str) -> Position:
        """Refuse what cannot have been played: floating discs, wrong numbers of discs, a line of the side to move."""
        board, side = read_fields(text, ("board", "side to move"))
        rows = read_rows(board, self.rows, self.columns, DISCS, EMPTY)[::-1]
        if side not in ("x", "o"):
            raise TextError(f"the side to move must be x or o, not {quote(side)}")
        player = "xo".index(side)
        columns = []
        for index in range(self.columns):
            column = "".join(row[index] for row in rows).rstrip(EMPTY)
            if EMPTY in column:
                raise TextError(f"a disc floats above {column_name(index)}{column.index(EMPTY) + 1}")
            columns.append(column)
        counts = [sum(column.count(disc) for column in columns) for disc in DISCS]
        if counts[0] - counts[1] != player:
            raise TextError(f"{counts[0]} X and {counts[1]} O are impossible with {side} to move")
        if self._has_line(tuple(columns), DISCS[player]):
            raise TextError(f"{DISCS[player]} has a line and is to move")
        return Position(tuple(columns), player, self._has_line(tuple(columns), DISCS[1 - player]))

    def _has_line(self, columns: tuple[str, ...], disc: str) -> bool:
        return any(
            columns[column][row] == disc and self._line_through(columns, column, row, disc)
            for column in range(self.columns)
            for row in range(len(columns[column]))
        )

    def diagram(self, s: Position) -> str:
        """Rows from the top, columns below."""
        return grid_diagram(
            self._rows_from_top(s),
            [str(row) for row in range(self.rows, 0, -1)],
            [column_name(column) for column in range(self.columns)],
        )
