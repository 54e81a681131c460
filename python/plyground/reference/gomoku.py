"""Gomoku on 19x19, from docs/rules/gomoku.md."""

from __future__ import annotations

from plyground.reference._base import OptionValue, Result, Rng, TextError, draw, quote, win
from plyground.reference._gomoku import BLACK, EMPTY, STONES, Gomoku, Position

MOST_STONES = 150
"""With so many stones on the board and no five the game is a draw."""


class GomokuRestricted(Gomoku):
    """Gomoku: Black's first stone is forced, his second one is kept away from it."""

    id = "gomoku"
    title = "Gomoku"
    page = "gomoku"

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Mark the restricted region: the square g7 to m13 and four more points."""
        super().__init__(options)
        self.centre = self.points["j10"]
        square = {f"{column}{row}" for column in "ghijklm" for row in range(7, 14)}
        self.restricted = {self.points[name] for name in square | {"f10", "n10", "j6", "j14"}}

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The empty board."""
        return Position(EMPTY * self.size**2, BLACK, "p", 0, False, False)

    # Move

    def moves(self, s: Position) -> list[int]:
        """Ply 1: the centre. Ply 3: outside the restricted region. Else any empty point."""
        if self.over(s):
            return []
        points = self.empty_points(s.cells)
        stones = len(s.cells) - len(points)
        if stones == 0:
            return [self.centre]
        if stones == 2:
            return [point for point in points if point not in self.restricted]
        return points

    def random_move(self, s: Position, rng: Rng) -> int | None:
        """From the fourth stone on a point is drawn until one is empty: quicker than a list of some 300 points."""
        if self.over(s) or len(s.cells) - s.cells.count(EMPTY) < 3:
            return super().random_move(s, rng)
        while True:
            point = rng.below(len(s.cells))
            if s.cells[point] == EMPTY:
                return point

    def play(self, s: Position, m: int) -> Position:
        """Put a stone."""
        cells = s.cells[:m] + STONES[s.due] + s.cells[m + 1 :]
        return Position(cells, 1 - s.due, "p", 0, self.five_through(cells, m), False)

    # End

    def over(self, s: Position) -> bool:
        """A five, or 150 stones."""
        return s.five or len(s.cells) - s.cells.count(EMPTY) == MOST_STONES

    def result(self, s: Position) -> Result:
        """The five comes first: the 150th stone can still win."""
        return win(self.owner(s, 1 - s.due), "five in a row") if s.five else draw("150 stones")

    # Notation

    def _check_phase(self, phase: str, black: str, stones: int) -> None:
        if phase != "p":
            raise TextError(f"the phase must be p, not {quote(phase)}")
        if black != "black=0":
            raise TextError(f"the last field must be black=0, not {quote(black)}")
        if stones > MOST_STONES:
            raise TextError(f"the game ends with {MOST_STONES} stones, found {stones}")

    def _at(self, cells: str, due: int, phase: str, black: int, five: bool) -> Position:
        return Position(cells, due, phase, black, five, False)
