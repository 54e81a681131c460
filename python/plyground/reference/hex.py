"""Hex: docs/rules/hex.md."""

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
    quote,
    read_fields,
    read_number,
    read_rows,
    win,
    write_rows,
)

EMPTY = "."
STONES = "XO"
SIDES = "xo"
NOBODY = -1

SWAP = -1
"""The move that is no cell."""

_CELL = re.compile(r"([a-z])([1-9][0-9]?)")
_SGF_CELL = re.compile(r"[a-z][a-z]")


class Position(NamedTuple):
    """The rows of the board, one after the other; the player to move; the moves made; who has connected his sides.

    The winner follows from the stones. It is kept so that only the chain of the last stone has to be followed.
    """

    cells: str
    to_move: int
    ply: int
    winner: int


class Hex(Rules[Position, int]):
    """Hex. A move is a cell, or SWAP."""

    id = "hex"
    title = "Hex"
    page = "hex"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(11, (11, 13, 15, 19, range(1, 27)), "Rows and columns of the board."),
        "swap": Option(True, (True, False), "Whether player 1 may take over the first stone, mirrored, on ply 2."),
    }

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the rhombus."""
        super().__init__(options)
        n = self.size = int(options["size"])
        self.swap = bool(options["swap"])
        self._neighbours = tuple(self._around(cell) for cell in range(n * n))
        self._all_cells = range(n * n)

    def _around(self, cell: int) -> tuple[int, ...]:
        """The two cells in the row, the two in the column, and the two on the short diagonal that touch a cell."""
        r, c = divmod(cell, self.size)
        touching = ((r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c), (r - 1, c + 1), (r + 1, c - 1))
        return tuple(y * self.size + x for y, x in touching if 0 <= y < self.size and 0 <= x < self.size)

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The empty board; player 0 starts."""
        return Position(EMPTY * self.size**2, 0, 0, NOBODY)

    # Move

    def moves(self, s: Position) -> list[int]:
        """Any empty cell; on ply 2 also the swap."""
        if s.winner != NOBODY:
            return []
        cells = s.cells
        found = [cell for cell in self._all_cells if cells[cell] == EMPTY]
        if self._may_swap(s):
            found.append(SWAP)
        return found

    def _may_swap(self, s: Position) -> bool:
        return self.swap and s.ply == 1 and s.winner == NOBODY

    def play(self, s: Position, m: int) -> Position:
        """Put a stone, or exchange the only stone for one of player 1 on the mirror cell."""
        cells = s.cells
        if m == SWAP:
            r, c = divmod(cells.index(STONES[0]), self.size)
            cells = EMPTY * len(cells)
            m = c * self.size + r
        cells = cells[:m] + STONES[s.to_move] + cells[m + 1 :]
        # The swapped stone is tested too: it would matter on 1x1 only, where there is no ply 2.
        winner = s.to_move if self._connects(cells, m, s.to_move) else NOBODY
        return Position(cells, 1 - s.to_move, s.ply + 1, winner)

    # End

    def _connects(self, cells: str, cell: int, player: int) -> bool:
        """Whether the chain of a stone touches both sides: top and bottom for player 0, left and right for player 1."""
        n, stone = self.size, STONES[player]
        first = last = False
        chain = [cell]
        seen = {cell}
        for here in chain:
            line = here // n if player == 0 else here % n
            first = first or line == 0
            last = last or line == n - 1
            if first and last:
                return True
            for there in self._neighbours[here]:
                if cells[there] == stone and there not in seen:
                    seen.add(there)
                    chain.append(there)
        return False

    def current_player(self, s: Position) -> int:
        """The player to move, until a player has won."""
        return OVER if s.winner != NOBODY else s.to_move

    def result(self, s: Position) -> Result:
        """The player who has connected his sides wins."""
        return win(s.winner, "connection")

    # Notation

    def _name(self, cell: int) -> str:
        return f"{column_name(cell % self.size)}{cell // self.size + 1}"

    def move_text(self, s: Position, m: int) -> str:
        """Column letter and row number, or `swap`."""
        return "swap" if m == SWAP else self._name(m)

    def read_move(self, s: Position, text: str) -> int:
        """A cell or `swap`, looked up without a list."""
        if s.winner != NOBODY:
            raise IllegalMove(f"{quote(text)}: the game is over")
        if text in ("swap", "swap-pieces"):
            if not self._may_swap(s):
                raise IllegalMove("swap is possible on ply 2 only, and with the option swap")
            return SWAP
        match = _CELL.fullmatch(text)
        if match:
            c, r = ord(match[1]) - ord("a"), int(match[2]) - 1
        elif _SGF_CELL.fullmatch(text):
            c, r = (ord(letter) - ord("a") for letter in text)
        else:
            raise IllegalMove(f"{quote(text)} is neither a cell nor swap")
        if c >= self.size or r >= self.size:
            raise IllegalMove(f"{quote(text)} is not on the board")
        cell = r * self.size + c
        if s.cells[cell] != EMPTY:
            raise IllegalMove(f"{quote(text)} is occupied")
        return cell

    def text(self, s: Position) -> str:
        """Rows 1 to N, the side to move and the moves made."""
        return f"{write_rows(self._rows(s))} {SIDES[s.to_move]} {s.ply}"

    def _rows(self, s: Position) -> list[str]:
        return [s.cells[r * self.size : (r + 1) * self.size] for r in range(self.size)]

    def parse(self, text: str) -> Position:
        """Read a position. The players take turns, so the moves made tell the side to move and the stones of each."""
        board_text, side, ply_text = read_fields(text, ("board", "side", "ply"))
        cells = "".join(read_rows(board_text, self.size, self.size, STONES, EMPTY))
        if side not in ("x", "o"):
            raise TextError(f"the side to move must be x or o, not {quote(side)}")
        to_move = SIDES.index(side)
        ply = read_number(ply_text, "the ply", 0, self.size**2 + 1)
        if to_move != ply % 2:
            raise TextError(f"after {ply} moves it is the turn of {SIDES[ply % 2]}, not of {side}")
        counts = (cells.count(STONES[0]), cells.count(STONES[1]))
        allowed = [((ply + 1) // 2, ply // 2)]
        if self.swap and ply >= 2 and self.size > 1:
            allowed.append(((ply + 1) // 2 - 1, ply // 2))
        if counts not in allowed:
            expected = " or ".join(f"{x} X and {o} O" for x, o in allowed)
            raise TextError(f"after {ply} moves the board has {expected}, found {counts[0]} X and {counts[1]} O")
        return Position(cells, to_move, ply, self._winner(cells, to_move))

    def _winner(self, cells: str, to_move: int) -> int:
        """Who has connected his sides on a board from a text; at most one player can have."""
        for player in (0, 1):
            edge = range(self.size) if player == 0 else range(0, self.size**2, self.size)
            if any(cells[cell] == STONES[player] and self._connects(cells, cell, player) for cell in edge):
                if player == to_move:
                    raise TextError(f"{STONES[player]} has won, but it is the turn of {SIDES[player]}")
                return player
        return NOBODY

    def diagram(self, s: Position) -> str:
        """Each row half a cell to the right of the one above."""
        width = len(str(self.size))
        lines = [" " * (width + 1) + " ".join(column_name(c) for c in range(self.size))]
        for r, row in enumerate(self._rows(s)):
            lines.append(" " * r + f"{r + 1:>{width}} " + " ".join(row))
        return "\n".join(lines)
