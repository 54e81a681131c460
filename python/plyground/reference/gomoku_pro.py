"""Gomoku Pro on 15x15 and 9x9, from docs/rules/gomoku.md."""

from __future__ import annotations

from typing import ClassVar

from plyground.reference._base import IllegalMove, Option, OptionValue, Result, Rng, TextError, quote, win
from plyground.reference._gomoku import BLACK, EMPTY, LINES, STONES, UNKNOWN, Gomoku, Position

DONE = -1
"""The move that ends the opening."""

SWAP = -2
"""The move by which player 1 leaves the colour that is due to player 0."""


class GomokuPro(Gomoku):
    """Gomoku Pro: player 0 makes an opening of 1 to 5 stones, player 1 chooses; nobody draws."""

    id = "gomoku_pro"
    title = "Gomoku Pro"
    page = "gomoku"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(15, (15, 9), "Points along a side of the board."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the five-windows, as slices of the board."""
        super().__init__(options)
        n = self.size
        self.windows = tuple(
            slice(row * n + column, (row + 4 * up) * n + column + 4 * right + 1, up * n + right)
            for row in range(n)
            for column in range(n)
            for right, up in LINES
            if row + 4 * up < n and 0 <= column + 4 * right < n
        )
        assert len(self.windows) == 2 * n * (n - 4) + 2 * (n - 4) ** 2

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The empty board."""
        return Position(EMPTY * self.size**2, BLACK, "o", UNKNOWN, False, False)

    # Move

    def moves(self, s: Position) -> list[int]:
        """Any empty point; after the first stone of the opening also `done`, in the choice also `swap`."""
        if self.over(s):
            return []
        found = self.empty_points(s.cells)
        if s.phase == "o" and len(found) < len(s.cells):
            found.append(DONE)
        if s.phase == "c":
            found.append(SWAP)
        return found

    def play(self, s: Position, m: int) -> Position:
        """Put a stone of the colour that is due, end the opening, or swap."""
        if m == DONE:
            return s._replace(phase="c")
        if m == SWAP:
            # Player 0 owns the colour that is due and places the next stone.
            return self._at(s.cells, s.due, "p", 0 if s.due == BLACK else 1, False)
        cells = s.cells[:m] + STONES[s.due] + s.cells[m + 1 :]
        phase, black = s.phase, s.black
        if phase == "o" and len(cells) - cells.count(EMPTY) == 5:
            phase = "c"
        elif phase == "c":
            # Player 1 owns the colour that he places.
            phase, black = "p", 1 if s.due == BLACK else 0
        return self._at(cells, 1 - s.due, phase, black, self.five_through(cells, m))

    # End

    def _can_make_five(self, cells: str, colour: int) -> bool:
        """Whether a five-window is free of opposing stones."""
        other = STONES[1 - colour]
        return any(other not in cells[window] for window in self.windows)

    def result(self, s: Position) -> Result:
        """The owner of the five wins; a side to move that can make none any more has lost."""
        return win(self.owner(s, 1 - s.due), "five in a row" if s.five else "no five possible")

    # Notation

    def move_text(self, s: Position, m: int) -> str:
        """A point, `done` or `swap`."""
        return "done" if m == DONE else "swap" if m == SWAP else super().move_text(s, m)

    def read_move(self, s: Position, text: str) -> int:
        """A point, `done` or `swap`."""
        if text == "done":
            if s.phase != "o" or s.cells.count(EMPTY) == len(s.cells):
                raise IllegalMove("done is possible in the opening only, after its first stone")
            return DONE
        if text == "swap":
            if s.phase != "c":
                raise IllegalMove("swap is possible after the opening only")
            return SWAP
        return super().read_move(s, text)

    def _check_phase(self, phase: str, black: str, stones: int) -> None:
        if phase not in ("p", "c", "o0", "o1", "o2", "o3", "o4"):
            raise TextError(f"the phase must be p, c or o0 to o4, not {quote(phase)}")
        if black not in (("black=0", "black=1") if phase == "p" else ("black=-",)):
            raise TextError(f"the field black of phase {phase} cannot be {quote(black)}")
        if phase[0] == "o" and stones != int(phase[1]):
            raise TextError(f"the phase is {phase}, but there are {stones} stones")
        if phase == "c" and not 1 <= stones <= 5:
            raise TextError(f"the opening has 1 to 5 stones, found {stones}")
        if phase == "p" and stones == 0:
            raise TextError("the opening has at least one stone, found none")
        if phase == "p" and stones == 1 and black == "black=0":
            raise TextError("with one stone the colours are fixed by a swap only, then black=1")

    def _at(self, cells: str, due: int, phase: str, black: int, five: bool) -> Position:
        stuck = phase == "p" and not five and not self._can_make_five(cells, due)
        return Position(cells, due, phase, black, five, stuck)
