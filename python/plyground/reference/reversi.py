"""Reversi, from docs/rules/reversi.md."""

from __future__ import annotations

from collections.abc import Iterator
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
    by_score,
    column_name,
    grid_diagram,
    quote,
    read_fields,
)

DISCS = "XO"
"""The disc of player 0 (Black) and of player 1 (White)."""

EMPTY = "-"
PASS = -1
"""The move `pass`; every other move is the index of a square."""

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


class Position(NamedTuple):
    """The squares row by row from a1, which is top left, and who is to move."""

    board: str
    player: int


class Reversi(Rules[Position, int]):
    """Reversi on boards of several sizes."""

    id = "reversi"
    title = "Reversi"
    page = "reversi"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(8, (8, 6, 10, 12, 4), "Squares along a side of the board."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the board."""
        super().__init__(options)
        self.size = size = int(options["size"])
        self.names = [f"{column_name(column)}{row + 1}" for row in range(size) for column in range(size)]
        self.squares = {name: square for square, name in enumerate(self.names)}
        self.rays = [self._rays(row, column) for row in range(size) for column in range(size)]

    def _rays(self, row: int, column: int) -> list[tuple[int, ...]]:
        """The squares from one square to the edge, for each direction in which there is room for a run and its end."""
        rays = []
        for down, right in DIRECTIONS:
            ray = []
            r, c = row + down, column + right
            while 0 <= r < self.size and 0 <= c < self.size:
                ray.append(r * self.size + c)
                r, c = r + down, c + right
            if len(ray) >= 2:
                rays.append(tuple(ray))
        return rays

    # Setup

    def initial(self, rng: Rng) -> Position:
        """Othello orientation: White on the diagonal from top left to bottom right."""
        m = self.size // 2
        board = [EMPTY] * (self.size * self.size)
        for row, column, disc in ((m - 1, m - 1, "O"), (m, m, "O"), (m - 1, m, "X"), (m, m - 1, "X")):
            board[row * self.size + column] = disc
        return Position("".join(board), 0)

    # Move

    def _turned(self, board: str, square: int, player: int) -> list[int]:
        """The discs that a placement would turn: in each direction a run of opposing discs that ends at an own disc."""
        own, other = DISCS[player], DISCS[1 - player]
        turned: list[int] = []
        for ray in self.rays[square]:
            if board[ray[0]] != other:
                continue
            for length, end in enumerate(ray):
                if board[end] != other:
                    if board[end] == own:
                        turned.extend(ray[:length])
                    break
        return turned

    def _placements(self, board: str, player: int) -> Iterator[int]:
        """The empty squares on which a disc would turn something: one line is enough."""
        own, other = DISCS[player], DISCS[1 - player]
        square = board.find(EMPTY)
        while square >= 0:
            for ray in self.rays[square]:
                if board[ray[0]] != other:
                    continue
                for end in ray:
                    if board[end] != other:
                        break
                if board[end] == own:
                    yield square
                    break
            square = board.find(EMPTY, square + 1)

    def _can_place(self, board: str, player: int) -> bool:
        return next(self._placements(board, player), None) is not None

    def current_player(self, s: Position) -> int:
        """The player named in the text, if anybody can place a disc."""
        if self._can_place(s.board, s.player) or self._can_place(s.board, 1 - s.player):
            return s.player
        return OVER

    def moves(self, s: Position) -> list[int]:
        """All placements; a pass if only the opponent has one."""
        placements = list(self._placements(s.board, s.player))
        if not placements and self._can_place(s.board, 1 - s.player):
            return [PASS]
        return placements

    def play(self, s: Position, m: int) -> Position:
        """Place a disc and turn all runs. Discs turned now turn no others."""
        if m == PASS:
            return Position(s.board, 1 - s.player)
        board = list(s.board)
        disc = DISCS[s.player]
        board[m] = disc
        for square in self._turned(s.board, m, s.player):
            board[square] = disc
        return Position("".join(board), 1 - s.player)

    # End

    def result(self, s: Position) -> Result:
        """More discs wins. Empty squares count for nobody."""
        return by_score([s.board.count(disc) for disc in DISCS], "no placement left")

    # Notation

    def text(self, s: Position) -> str:
        """The Othello board string."""
        return f"{s.board} {DISCS[s.player]}"

    def move_text(self, s: Position, m: int) -> str:
        """The name of the square, or `pass`."""
        return "pass" if m == PASS else self.names[m]

    def read_move(self, s: Position, text: str) -> int:
        """A square or `pass`, which Othello logs also write `ps`, `pa` and `--`."""
        move = PASS if text in ("pass", "ps", "pa", "--") else self.squares.get(text)
        if move is None:
            raise IllegalMove(f"{quote(text)} is neither a square nor a pass")
        if move not in self.moves(s):
            why = "there is a placement" if move == PASS else "the square is taken, or no disc would turn"
            raise IllegalMove(f"{quote(text)} is illegal: {why}")
        return move

    def parse(self, text: str) -> Position:
        """Any filling of the board is a position."""
        board, side = read_fields(text, ("board", "side to move"))
        if len(board) != self.size * self.size:
            raise TextError(f"the board must have {self.size * self.size} characters, found {len(board)}")
        for square, disc in enumerate(board):
            if disc != EMPTY and disc not in DISCS:
                raise TextError(f"unexpected {quote(disc)} on {self.names[square]}")
        if side not in ("X", "O"):
            raise TextError(f"the side to move must be X or O, not {quote(side)}")
        return Position(board, DISCS.index(side))

    def diagram(self, s: Position) -> str:
        """Rows from the top, columns below."""
        rows = [s.board[start : start + self.size] for start in range(0, len(s.board), self.size)]
        return grid_diagram(
            rows, [str(row + 1) for row in range(self.size)], [column_name(column) for column in range(self.size)]
        )
