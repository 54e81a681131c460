"""Breakthrough, from docs/rules/breakthrough.md."""

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
    column_name,
    grid_diagram,
    quote,
    read_fields,
    read_rows,
    win,
    write_rows,
)

EMPTY = "."
MEN = "Pp"
"""A man of player 0 (White) and of player 1 (Black)."""

SIDES = "wb"
FORWARD = (1, -1)
"""The direction of the ranks for each player."""

_MOVE = re.compile(r"([a-j])(10|[1-9])([-x]?)([a-j])(10|[1-9])")

Move = tuple[int, int]
"""From and to. Squares are numbered from a1 along the files, then rank by rank."""


class Position(NamedTuple):
    """The squares from a1, rank by rank, and who is to move."""

    board: str
    player: int


class Breakthrough(Rules[Position, Move]):
    """Breakthrough on the three boards."""

    id = "breakthrough"
    title = "Breakthrough"
    page = "breakthrough"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(8, (8, 7, 10), "Squares along a side of the board."),
    }

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Note the squares in front of each square."""
        super().__init__(options)
        n = self.size = int(options["size"])
        self.names = [f"{column_name(file)}{rank + 1}" for rank in range(n) for file in range(n)]
        self.far_rank = (slice(n * (n - 1), n * n), slice(0, n))
        self._ahead = tuple(tuple(self._in_front(square, forward) for square in range(n * n)) for forward in FORWARD)

    def _in_front(self, square: int, forward: int) -> tuple[tuple[int, bool], ...]:
        """The squares to which a man may go, and whether each is a diagonal one."""
        n = self.size
        rank, file = divmod(square, n)
        rank += forward
        return tuple(
            (rank * n + file + side, side != 0) for side in (-1, 0, 1) if 0 <= rank < n and 0 <= file + side < n
        )

    # Setup

    def initial(self, rng: Rng) -> Position:
        """Two rows of men for each side, three on the largest board."""
        n = self.size
        men = (3 if n == 10 else 2) * n
        return Position(MEN[0] * men + EMPTY * (n * n - 2 * men) + MEN[1] * men, 0)

    # Move

    def moves(self, s: Position) -> list[Move]:
        """One step forward, straight or diagonally; a man is taken on the diagonals only."""
        if self._won(s):
            return []
        board, player = s
        enemy = MEN[1 - player]
        ahead = self._ahead[player]
        found = []
        square = board.find(MEN[player])
        while square >= 0:
            for target, diagonal in ahead[square]:
                there = board[target]
                if there == EMPTY or (diagonal and there == enemy):
                    found.append((square, target))
            square = board.find(MEN[player], square + 1)
        # A player who has not lost always has a move: his most advanced man has a diagonal square without an own man.
        assert found
        return found

    def play(self, s: Position, m: Move) -> Position:
        """Move the man; one that stands on the square is removed."""
        board = list(s.board)
        board[m[1]] = board[m[0]]
        board[m[0]] = EMPTY
        return Position("".join(board), 1 - s.player)

    # End

    def _won(self, s: Position) -> bool:
        """Whether the player who just moved has won: on the far rank, or because the other has no man left."""
        mover = 1 - s.player
        return MEN[mover] in s.board[self.far_rank[mover]] or MEN[s.player] not in s.board

    def current_player(self, s: Position) -> int:
        """The players alternate until one has won."""
        return OVER if self._won(s) else s.player

    def result(self, s: Position) -> Result:
        """The player who just moved has won; the far rank is tested first."""
        mover = 1 - s.player
        return win(mover, "far rank" if MEN[mover] in s.board[self.far_rank[mover]] else "no men left")

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """From and to, with `x` between for a capture."""
        return self.names[m[0]] + ("-" if s.board[m[1]] == EMPTY else "x") + self.names[m[1]]

    def read_move(self, s: Position, text: str) -> Move:
        """A capture may be written like any move, and the mark between may be missing."""
        match = _MOVE.fullmatch(text)
        if match is None:
            raise IllegalMove(f"{quote(text)} is not of the form a2-a3, d4xe5")
        squares = []
        for file, rank in ((match[1], match[2]), (match[4], match[5])):
            if file + rank not in self.names:
                raise IllegalMove(f"{quote(text)} is illegal: {file}{rank} is not on the board")
            squares.append(self.names.index(file + rank))
        move = (squares[0], squares[1])
        if move not in self.moves(s):
            raise IllegalMove(f"{quote(text)} is illegal")
        if match[3] == "x" and s.board[move[1]] == EMPTY:
            raise IllegalMove(f"{quote(text)} is illegal: there is nothing to capture")
        return move

    def text(self, s: Position) -> str:
        """Rank N first, and the side to move."""
        return f"{write_rows(self._rows(s))} {SIDES[s.player]}"

    def _rows(self, s: Position) -> list[str]:
        return [s.board[rank * self.size : (rank + 1) * self.size] for rank in range(self.size - 1, -1, -1)]

    def parse(self, text: str) -> Position:
        """Any men are a position unless the side to move would have won before."""
        board_text, side = read_fields(text, ("board", "side to move"))
        board = "".join(read_rows(board_text, self.size, self.size, MEN, EMPTY)[::-1])
        if side not in ("w", "b"):
            raise TextError(f"the side to move must be w or b, not {quote(side)}")
        player = SIDES.index(side)
        far_rank = self.far_rank[player]
        if MEN[player] in board[far_rank]:
            square = self.names[far_rank][board[far_rank].index(MEN[player])]
            raise TextError(f"the side to move, {side}, has a man on its far rank, {square}")
        if MEN[1 - player] not in board:
            raise TextError(f"the side not to move, {SIDES[1 - player]}, has no man")
        return Position(board, player)

    def diagram(self, s: Position) -> str:
        """Rank N on top."""
        n = self.size
        return grid_diagram(
            self._rows(s), [str(rank) for rank in range(n, 0, -1)], [column_name(file) for file in range(n)]
        )
