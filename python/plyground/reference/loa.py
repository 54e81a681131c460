"""Lines of Action, from docs/rules/loa.md."""

from __future__ import annotations

import re
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
    column_name,
    draw,
    grid_diagram,
    quote,
    read_fields,
    read_rows,
    win,
    write_rows,
)

EMPTY = "."
PIECES = "XO"
"""A piece of player 0 (Black) and of player 1 (White)."""

SIDES = "xo"
HOLE = "*"
"""How the hole is written. In a position it is an empty square."""

SETUPS = {
    "standard": "1XXXXXX1/O6O/O6O/O6O/O6O/O6O/O6O/1XXXXXX1",
    "scramble": "1XOXOXO1/O6X/X6O/O6X/X6O/O6X/X6O/1OXOXOX1",
    "quick": "2XXXX2/8/O6O/O6O/O6O/O6O/8/2XXXX2",
    "blackhole": "1XXXXXXX1/O7O/O7O/O7O/O3*3O/O7O/O7O/O7O/1XXXXXXX1",
}
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The directions (ranks, files) of a line; each is gone both ways."""

_MOVE = re.compile(r"([a-i][1-9])([-x]?)([a-i][1-9])")

Move = tuple[int, int]
"""From and to. Squares are numbered from a1 along the files, then rank by rank."""


class Position(NamedTuple):
    """The squares from a1, rank by rank; who is to move; for each player, whether all his pieces are connected.

    The last two follow from the board. They are kept so that not every question needs a search.
    """

    board: str
    player: int
    connected: tuple[bool, bool]


class LinesOfAction(Rules[Position, Move]):
    """Lines of Action."""

    id = "loa"
    title = "Lines of Action"
    page = "loa"
    options_spec: ClassVar[dict[str, Option]] = {
        "variant": Option("standard", tuple(SETUPS), "The setup; blackhole has 9x9 squares with a hole on e5."),
        "repetition": Option(3, (3, 0), "The occurrence of a position that is a draw; 0: none."),
        "both": Option("draw", ("draw", "mover"), "Who wins if a move connects both sides: nobody or the mover."),
    }

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out squares, neighbours and lines."""
        super().__init__(options)
        self.variant = str(options["variant"])
        n = self.size = 9 if self.variant == "blackhole" else 8
        self.hole = 4 * n + 4 if self.variant == "blackhole" else -1
        self.names = [f"{column_name(file)}{rank + 1}" for rank in range(n) for file in range(n)]
        self._lines = tuple(tuple(self._line(square, *line) for line in LINES) for square in range(n * n))
        self._neighbours = tuple(tuple(ray[0] for _, _, rays in lines for ray in rays if ray) for lines in self._lines)

    def _ray(self, square: int, up: int, right: int) -> tuple[int, ...]:
        """The squares from one square, not included, to the edge."""
        n = self.size
        rank, file = divmod(square, n)
        ray = []
        rank, file = rank + up, file + right
        while 0 <= rank < n and 0 <= file < n:
            ray.append(rank * n + file)
            rank, file = rank + up, file + right
        return tuple(ray)

    def _line(self, square: int, up: int, right: int) -> tuple[slice, int, tuple[tuple[int, ...], tuple[int, ...]]]:
        """The whole line through a square, as a slice of the board; its length; its two halves, from the square."""
        forward, back = self._ray(square, up, right), self._ray(square, -up, -right)
        line = sorted((*forward, square, *back))
        return slice(line[0], line[-1] + 1, up * self.size + right), len(line), (forward, back)

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The setup of the variant. Black moves first; nobody is connected."""
        return Position(self._read_board(SETUPS[self.variant]), 0, (False, False))

    # Move

    def _moves(self, s: Position) -> Iterator[Move]:
        """As many squares as there are pieces on the line, over own pieces, to a square without an own piece."""
        board, player, _ = s
        own, enemy = PIECES[player], PIECES[1 - player]
        square = board.find(own)
        while square >= 0:
            for line, length, rays in self._lines[square]:
                steps = length - board[line].count(EMPTY)
                for ray in rays:
                    if steps > len(ray) or board[ray[steps - 1]] == own:
                        continue
                    for between in ray[: steps - 1]:
                        if board[between] == enemy:
                            break
                    else:
                        yield square, ray[steps - 1]
            square = board.find(own, square + 1)

    def moves(self, s: Position) -> list[Move]:
        """The moves until somebody is connected."""
        return [] if True in s.connected else list(self._moves(s))

    def play(self, s: Position, m: Move) -> Position:
        """Move the piece. An enemy piece on the square is captured; the hole swallows what lands there."""
        start, target = m
        player = s.player
        board = list(s.board)
        captured = board[target] != EMPTY
        board[start] = EMPTY
        if target != self.hole:
            board[target] = PIECES[player]
        own = self._connected(board, player)
        # The opponent was not connected, and without a capture his pieces are where they were.
        other = captured and self._connected(board, 1 - player)
        return Position("".join(board), 1 - player, (own, other) if player == 0 else (other, own))

    # End

    def _connected(self, board: str | list[str], player: int) -> bool:
        """Whether the pieces of a player form one group."""
        piece = PIECES[player]
        group = [board.index(piece)]
        seen = set(group)
        for square in group:
            for there in self._neighbours[square]:
                if board[there] == piece and there not in seen:
                    seen.add(there)
                    group.append(there)
        return len(group) == board.count(piece)

    def current_player(self, s: Position) -> int:
        """The player to move, until somebody is connected or he has no move."""
        return OVER if True in s.connected or next(self._moves(s), None) is None else s.player

    def result(self, s: Position) -> Result:
        """Both connected; one connected, be it the mover or his opponent; no legal move."""
        mover = 1 - s.player
        if all(s.connected):
            return win(mover, "both connected") if self.options["both"] == "mover" else draw("both connected")
        if True in s.connected:
            return win(s.connected.index(True), "connection")
        return win(mover, "no move")

    def repetition_limit(self) -> int:
        """The third occurrence of a position is a draw, unless the option says never."""
        return int(self.options["repetition"])

    def ply_limit(self) -> int | None:
        """The recommended limit of playouts."""
        return 2000

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """From and to, with `x` between for a capture."""
        return self.names[m[0]] + ("-" if s.board[m[1]] == EMPTY else "x") + self.names[m[1]]

    def read_move(self, s: Position, text: str) -> Move:
        """The mark between the squares may be missing."""
        match = _MOVE.fullmatch(text)
        if match is None:
            raise IllegalMove(f"{quote(text)} is not of the form e5-e4, d4xg7")
        for name in (match[1], match[3]):
            if name not in self.names:
                raise IllegalMove(f"{quote(text)} is illegal: {name} is not on the board")
        move = (self.names.index(match[1]), self.names.index(match[3]))
        if move not in self.moves(s):
            raise IllegalMove(f"{quote(text)} is illegal")
        if match[2] and match[2] != self.move_text(s, move)[2]:
            raise IllegalMove(f"{quote(text)} is illegal: it is written {self.move_text(s, move)}")
        return move

    def text(self, s: Position) -> str:
        """Rows from the top, with the hole, and the side to move."""
        return f"{write_rows(self._rows(s))} {SIDES[s.player]}"

    def _rows(self, s: Position) -> list[str]:
        board = s.board
        if self.hole >= 0:
            board = board[: self.hole] + HOLE + board[self.hole + 1 :]
        return [board[rank * self.size : (rank + 1) * self.size] for rank in range(self.size - 1, -1, -1)]

    def _read_board(self, text: str) -> str:
        letters = PIECES if self.hole < 0 else PIECES + HOLE
        board = "".join(read_rows(text, self.size, self.size, letters, EMPTY)[::-1])
        for square, char in enumerate(board):
            if (char == HOLE) != (square == self.hole):
                where = self.names[square]
                raise TextError(f"the hole must be written on e5, found {quote(char)} on {where}")
        return board.replace(HOLE, EMPTY)

    def parse(self, text: str) -> Position:
        """Each side has a piece. Who is connected has won or lost."""
        board_text, side = read_fields(text, ("board", "side to move"))
        board = self._read_board(board_text)
        if side not in ("x", "o"):
            raise TextError(f"the side to move must be x or o, not {quote(side)}")
        for piece in PIECES:
            if piece not in board:
                raise TextError(f"{piece} has no pieces")
        return Position(board, SIDES.index(side), (self._connected(board, 0), self._connected(board, 1)))

    def diagram(self, s: Position) -> str:
        """Rows from the top, columns below."""
        n = self.size
        return grid_diagram(
            self._rows(s), [str(rank) for rank in range(n, 0, -1)], [column_name(file) for file in range(n)]
        )
