"""Game of the Amazons: docs/rules/amazons.md."""

from __future__ import annotations

import re
from typing import ClassVar, NamedTuple, TypeAlias

from plyground.reference._base import (
    OVER,
    IllegalMove,
    Option,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    grid_diagram,
    quote,
    read_fields,
    read_rows,
    win,
    write_rows,
)

# Board: 10x10 squares, files a..j, ranks 1..10; cell index = (rank - 1) * 10 + file.

SIZE = 10
FILES = "abcdefghij"
NAMES = tuple(f"{file}{rank}" for rank in range(1, SIZE + 1) for file in FILES)
SQUARES = {name: square for square, name in enumerate(NAMES)}

EMPTY = "."
ARROW = "x"
AMAZONS = "Qq"
SIDES = "wb"
MOST_AMAZONS = 4


def _rays(square: int) -> tuple[tuple[int, ...], ...]:
    """The squares that a queen on an empty board reaches, nearest first, for each direction in which there are any."""
    rank, file = divmod(square, SIZE)
    rays = []
    for up in (-1, 0, 1):
        for right in (-1, 0, 1):
            ray = []
            r, f = rank + up, file + right
            while (up or right) and 0 <= r < SIZE and 0 <= f < SIZE:
                ray.append(r * SIZE + f)
                r, f = r + up, f + right
            if ray:
                rays.append(tuple(ray))
    return tuple(rays)


RAYS = tuple(_rays(square) for square in range(SIZE * SIZE))

# Setup

STANDARD = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3"
CROSS = "3Q2Q3/10/10/q8q/10/10/q8q/10/10/3Q2Q3"

_TURN = re.compile(r"([a-j](?:10|[1-9]))-([a-j](?:10|[1-9]))/([a-j](?:10|[1-9]))")
_FAIRY_TURN = re.compile(r"([a-j](?:10|[1-9]))([a-j](?:10|[1-9])),([a-j](?:10|[1-9]))([a-j](?:10|[1-9]))")

Turn: TypeAlias = tuple[int, int, int]
"""A complete turn: the squares from, to and arrow. A plain tuple, because a position has thousands of them."""


class Position(NamedTuple):
    """The board, one character a square in index order, and the player to move."""

    board: str
    to_move: int


class Amazons(Rules[Position, Turn]):
    """Game of the Amazons."""

    id = "amazons"
    title = "Game of the Amazons"
    page = "amazons"
    options_spec: ClassVar[dict[str, Option]] = {
        "setup": Option("standard", ("standard", "cross"), "Where the amazons stand at the start."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Take checked options."""
        super().__init__(options)
        self._start = self.parse((CROSS if options["setup"] == "cross" else STANDARD) + " w")

    def initial(self, rng: Rng) -> Position:
        """The chosen set-up; White starts."""
        return self._start

    # Move

    def moves(self, s: Position) -> list[Turn]:
        """Each turn: an amazon makes a queen move and then shoots an arrow like one."""
        found: list[Turn] = []
        board, amazon = s.board, AMAZONS[s.to_move]
        start = board.find(amazon)
        while start >= 0:
            # The arrow is shot on the board with `from` empty, which it may cross or hit. That `to` is still empty in
            # this text does not matter: no queen line from a square comes back to it.
            vacated = board[:start] + EMPTY + board[start + 1 :]
            for ray in RAYS[start]:
                for to in ray:
                    if board[to] != EMPTY:
                        break
                    for line in RAYS[to]:
                        for arrow in line:
                            if vacated[arrow] != EMPTY:
                                break
                            found.append((start, to, arrow))
            start = board.find(amazon, start + 1)
        return found

    def play(self, s: Position, m: Turn) -> Position:
        """Move the amazon and burn the square of the arrow."""
        start, to, arrow = m
        board = list(s.board)
        board[to] = board[start]
        board[start] = EMPTY
        board[arrow] = ARROW
        return Position("".join(board), 1 - s.to_move)

    # End

    def current_player(self, s: Position) -> int:
        """The player to move, unless none of his amazons can step; a step always leaves a shot, back to `from`."""
        board, amazon = s.board, AMAZONS[s.to_move]
        start = board.find(amazon)
        while start >= 0:
            if any(board[ray[0]] == EMPTY for ray in RAYS[start]):
                return s.to_move
            start = board.find(amazon, start + 1)
        return OVER

    def result(self, s: Position) -> Result:
        """The player to move, who cannot, has lost, even if the opponent is shut in as well."""
        return win(1 - s.to_move, "no move")

    # Notation

    def move_text(self, s: Position, m: Turn) -> str:
        """From `-` to `/` arrow."""
        start, to, arrow = m
        return f"{NAMES[start]}-{NAMES[to]}/{NAMES[arrow]}"

    def read_move(self, s: Position, text: str) -> Turn:
        """A turn as `d1-d7/g7` or, as Fairy-Stockfish writes it, `d1d7,d7g7`; without a list of all turns."""
        if match := _TURN.fullmatch(text):
            start, to, arrow = (SQUARES[name] for name in match.groups())
        elif match := _FAIRY_TURN.fullmatch(text):
            start, to, bow, arrow = (SQUARES[name] for name in match.groups())
            if bow != to:
                raise IllegalMove(f"{quote(text)}: the arrow is shot from {NAMES[to]}, not from {NAMES[bow]}")
        else:
            raise IllegalMove(f"{quote(text)} is no turn; one is written d1-d7/g7")
        if s.board[start] != AMAZONS[s.to_move]:
            raise IllegalMove(f"{quote(text)}: no amazon of the player to move on {NAMES[start]}")
        if not self._reaches(s.board, start, to):
            raise IllegalMove(f"{quote(text)}: the amazon cannot move from {NAMES[start]} to {NAMES[to]}")
        vacated = s.board[:start] + EMPTY + s.board[start + 1 :]
        if not self._reaches(vacated, to, arrow):
            raise IllegalMove(f"{quote(text)}: the arrow cannot fly from {NAMES[to]} to {NAMES[arrow]}")
        return start, to, arrow

    def _reaches(self, board: str, start: int, end: int) -> bool:
        """Whether a queen move over empty squares, at least one, leads from `start` to the empty square `end`."""
        for ray in RAYS[start]:
            if end in ray:
                return all(board[square] == EMPTY for square in ray[: ray.index(end) + 1])
        return False

    def text(self, s: Position) -> str:
        """Ranks 10 down to 1 and the side to move."""
        return f"{write_rows(_ranks(s.board))} {SIDES[s.to_move]}"

    def parse(self, text: str) -> Position:
        """Read a position; `*` is an arrow too (the wall of Fairy-Stockfish)."""
        board_text, side = read_fields(text, ("board", "side"))
        rows = read_rows(board_text, SIZE, SIZE, AMAZONS + ARROW + "*", EMPTY)
        if side not in ("w", "b"):
            raise TextError(f"the side to move must be w or b, not {quote(side)}")
        board = "".join(reversed(rows)).replace("*", ARROW)
        for amazon in AMAZONS:
            if not 1 <= board.count(amazon) <= MOST_AMAZONS:
                raise TextError(f"there must be 1 to {MOST_AMAZONS} amazons {amazon}, found {board.count(amazon)}")
        return Position(board, SIDES.index(side))

    def diagram(self, s: Position) -> str:
        """Rank 10 on top, Q White's and q Black's amazons, x arrows."""
        return grid_diagram(_ranks(s.board), [str(rank) for rank in range(SIZE, 0, -1)], FILES)


def _ranks(board: str) -> list[str]:
    """The ranks of a board from 10 down to 1."""
    return [board[rank * SIZE : (rank + 1) * SIZE] for rank in reversed(range(SIZE))]
