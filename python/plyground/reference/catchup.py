"""Catchup: docs/rules/catchup.md."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from math import comb
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
    quote,
    read_fields,
    win,
)

EMPTY, NONE = ".", "~"
STONES = "ox"
"""The stone of White (player 0) and of Black."""

SIDES = "wb"
FLAGS = "-+"
NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
MOST_CELLS = 127
RANDOM_CELLS = 61

Turn = tuple[int, ...]
"""The cells of a turn, ascending."""


def column(q: int) -> str:
    """a, b, ... z, aa, ab, ... from 0 on."""
    return chr(ord("a") + q) if q < 26 else column(q // 26 - 1) + column(q % 26)


class Board:
    """The cells of a board, given as rows of `.` and `~`: their names and neighbours, in reading order."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        """Number the cells."""
        self.rows = rows
        places = [(q, r) for r, row in enumerate(rows) for q, char in enumerate(row) if char == EMPTY]
        index = {place: cell for cell, place in enumerate(places)}
        self.names = [f"{column(q)}{r + 1}" for q, r in places]
        self.cells = {name: cell for cell, name in enumerate(self.names)}
        self.neighbours = [
            [index[q + dq, r + dr] for dq, dr in NEIGHBOURS if (q + dq, r + dr) in index] for q, r in places
        ]


@lru_cache(maxsize=1000)
def board_of(rows: tuple[str, ...]) -> Board:
    """The board of these rows, laid out once."""
    return Board(rows)


def hexagon(side: int) -> tuple[str, ...]:
    """The rows of a hexagonal board."""
    width = range(1 - side, side)
    return tuple("".join(EMPTY if abs(q + r) < side else NONE for q in width) for r in width)


class Position(NamedTuple):
    """The board, the stone on each cell, the scores, the player to move, and whether he has the bonus.

    The scores follow from the stones; they are kept so that only the groups of new stones have to be followed.
    """

    rows: tuple[str, ...]
    stones: str
    scores: tuple[int, int]
    player: int
    bonus: bool


class Catchup(Rules[Position, Turn]):
    """Catchup. A move is the set of cells that a player fills."""

    id = "catchup"
    title = "Catchup"
    page = "catchup"
    options_spec: ClassVar[dict[str, Option]] = {
        "board": Option("hex5", ("hex5", "hex7", "random"), "A hexagon of side 5 or 7, or 61 cells at random."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Read the board."""
        super().__init__(options)
        self.hexagon = None if options["board"] == "random" else hexagon(5 if options["board"] == "hex5" else 7)

    # Setup

    def initial(self, rng: Rng) -> Position:
        """An empty board."""
        rows = self._random_board(rng) if self.hexagon is None else self.hexagon
        return Position(rows, EMPTY * len(board_of(rows).names), (1, 1), 0, False)

    @staticmethod
    def _random_board(rng: Rng) -> tuple[str, ...]:
        """From one cell on, add one of the cells that touch the cluster."""
        cluster = {(0, 0)}
        while len(cluster) < RANDOM_CELLS:
            # As (row, column), so that sorting gives the reading order.
            frontier = {(r + dr, q + dq) for r, q in cluster for dq, dr in NEIGHBOURS} - cluster
            cluster.add(sorted(frontier)[rng.below(len(frontier))])
        rows = [r for r, _ in cluster]
        columns = [q for _, q in cluster]
        return tuple(
            "".join(EMPTY if (r, q) in cluster else NONE for q in range(min(columns), max(columns) + 1))
            for r in range(min(rows), max(rows) + 1)
        )

    # Move

    @staticmethod
    def _limit(s: Position) -> int:
        """How many stones may be placed, if there is room."""
        if s.stones.count(EMPTY) == len(s.stones):
            return 1
        return 3 if s.bonus else 2

    def moves(self, s: Position) -> list[Turn]:
        """Every set of 1 to `limit` empty cells."""
        empty = [cell for cell, stone in enumerate(s.stones) if stone == EMPTY]
        return [turn for k in range(1, self._limit(s) + 1) for turn in combinations(empty, k)]

    def count(self, s: Position) -> int:
        """The sets without listing them."""
        empty = s.stones.count(EMPTY)
        return sum(comb(empty, k) for k in range(1, self._limit(s) + 1))

    def random_move(self, s: Position, rng: Rng) -> Turn | None:
        """A set without listing all: first its size, by the number of such sets, then its cells."""
        empty = [cell for cell, stone in enumerate(s.stones) if stone == EMPTY]
        if not empty:
            return None
        left = rng.below(self.count(s))
        k = 1
        while left >= comb(len(empty), k):
            left -= comb(len(empty), k)
            k += 1
        return tuple(sorted(empty.pop(rng.below(len(empty))) for _ in range(k)))

    def play(self, s: Position, m: Turn) -> Position:
        """Place the stones; the opponent has the bonus if the score rose and is not below his own."""
        stones = list(s.stones)
        for cell in m:
            stones[cell] = STONES[s.player]
        before = s.scores[s.player]
        after = max(before, *(len(self._group(s.rows, stones, cell)) for cell in m))
        scores = (after, s.scores[1]) if s.player == 0 else (s.scores[0], after)
        bonus = after > before and after >= scores[1 - s.player]
        return Position(s.rows, "".join(stones), scores, 1 - s.player, bonus)

    @staticmethod
    def _group(rows: tuple[str, ...], stones: list[str] | str, cell: int) -> list[int]:
        """The stones connected with the one on a cell."""
        neighbours = board_of(rows).neighbours
        group = [cell]
        seen = {cell}
        for here in group:
            for there in neighbours[here]:
                if stones[there] == stones[cell] and there not in seen:
                    seen.add(there)
                    group.append(there)
        return group

    def _group_sizes(self, rows: tuple[str, ...], stones: str, player: int) -> list[int]:
        """The sizes of a player's groups, the largest first."""
        sizes = []
        seen: set[int] = set()
        for cell, stone in enumerate(stones):
            if stone == STONES[player] and cell not in seen:
                group = self._group(rows, stones, cell)
                seen.update(group)
                sizes.append(len(group))
        return sorted(sizes, reverse=True)

    # End

    def current_player(self, s: Position) -> int:
        """The game is over when the board is full."""
        return s.player if EMPTY in s.stones else OVER

    def result(self, s: Position) -> Result:
        """The lists of group sizes are compared entry by entry."""
        white, black = (self._group_sizes(s.rows, s.stones, player) for player in (0, 1))
        if white == black:
            return draw("board full", scores=s.scores)
        # Lists compare as the rule says: at the first difference, and a missing entry is less than any.
        return win(0 if white > black else 1, "board full", scores=s.scores)

    # Notation

    def move_text(self, s: Position, m: Turn) -> str:
        """The cells, joined by commas."""
        names = board_of(s.rows).names
        return ",".join(names[cell] for cell in m)

    def read_move(self, s: Position, text: str) -> Turn:
        """A set of cells in any order, read without a list."""
        cells = board_of(s.rows).cells
        limit = self._limit(s)
        names = text.split(",", limit)
        for name in names[:limit]:
            if name not in cells:
                raise IllegalMove(f"{quote(name)} is no cell of the board")
            if s.stones[cells[name]] != EMPTY:
                raise IllegalMove(f"{quote(name)} is occupied")
        if len(names) > limit:
            raise IllegalMove(f"{quote(text)}: at most {limit} stones may be placed")
        turn = tuple(sorted(cells[name] for name in names))
        if len(set(turn)) != len(turn):
            raise IllegalMove(f"{quote(text)} names a cell twice")
        return turn

    def _rows(self, s: Position) -> list[str]:
        stones = iter(s.stones)
        return ["".join(next(stones) if char == EMPTY else NONE for char in row) for row in s.rows]

    def text(self, s: Position) -> str:
        """The rows, the side to move, and the flag of the bonus."""
        return f"{'/'.join(self._rows(s))} {SIDES[s.player]} {FLAGS[s.bonus]}"

    def parse(self, text: str) -> Position:
        """Any stones on the board of the option; with `board=random` on any connected board."""
        board_text, side, flag = read_fields(text, ("board", "side to move", "bonus"))
        # Far more than any connected board of 127 cells needs.
        if len(board_text) > MOST_CELLS * (MOST_CELLS + 1):
            raise TextError("the board is too large")
        texts = board_text.split("/")
        for number, row in enumerate(texts, 1):
            if len(row) != len(texts[0]) or not row:
                raise TextError(f"row {number} has {len(row)} characters, row 1 has {len(texts[0])}")
            unexpected = re.search(r"[^.~ox]", row)
            if unexpected:
                raise TextError(f"row {number}: unexpected {quote(unexpected[0])} in {quote(row)}")
        rows = tuple(re.sub("[ox]", EMPTY, row) for row in texts)
        if self.hexagon is None:
            self._check_board(rows)
        elif rows != self.hexagon:
            raise TextError(f"the board is not the hexagon {self.options['board']}")
        if side not in ("w", "b"):
            raise TextError(f"the side to move must be w or b, not {quote(side)}")
        player = SIDES.index(side)
        if flag not in ("+", "-"):
            raise TextError(f"the flag of the bonus must be + or -, not {quote(flag)}")
        stones = "".join(texts).replace(NONE, "")
        white, black = (max([1, *self._group_sizes(rows, stones, player)]) for player in (0, 1))
        scores = white, black
        if flag == "+" and (stones.count(EMPTY) == len(stones) or scores[1 - player] < scores[player]):
            raise TextError("there is no bonus (+) on an empty board or if the score of the opponent is lower")
        return Position(rows, stones, scores, player, flag == "+")

    @staticmethod
    def _check_board(rows: tuple[str, ...]) -> None:
        cells = sum(row.count(EMPTY) for row in rows)
        if not 1 <= cells <= MOST_CELLS:
            raise TextError(f"the board must have 1 to {MOST_CELLS} cells, found {cells}")
        edges = (rows[0], rows[-1], "".join(row[0] for row in rows), "".join(row[-1] for row in rows))
        if any(EMPTY not in edge for edge in edges):
            raise TextError("the first and the last row and column must have a cell of the board")
        if len(Catchup._group(rows, EMPTY * cells, 0)) != cells:
            raise TextError("the board is not connected")

    def diagram(self, s: Position) -> str:
        """Each row half a cell to the right of the one above."""
        width = len(str(len(s.rows)))
        size = len(column(len(s.rows[0]) - 1))
        lines = [" " * (width + 1) + " ".join(f"{column(q):<{size}}" for q in range(len(s.rows[0])))]
        for r, row in enumerate(self._rows(s)):
            cells = " ".join(f"{char.replace(NONE, ' '):<{size}}" for char in row)
            lines.append(f"{r + 1:>{width}} " + " " * ((size + 1) * (r + 1) // 2) + cells)
        return "\n".join(line.rstrip() for line in lines)
