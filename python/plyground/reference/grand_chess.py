"""Grand Chess, from docs/rules/chess.md: ten by ten, Marshall and Cardinal, and promotion to what has been lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from plyground.reference._chess import (
    DIAGONAL,
    EMPTY,
    KNIGHT,
    ORTHODOX,
    ORTHOGONAL,
    ChessFamily,
    Kind,
    Position,
)

INITIAL_COUNT = {"Q": 1, "M": 1, "C": 1, "R": 2, "B": 2, "N": 2}
"""How many of each piece a player starts with, and so may have."""


class GrandChess(ChessFamily):
    """Grand Chess: no castling."""

    id = "grand_chess"
    title = "Grand Chess"
    files = 10
    ranks = 10
    pawn_rank = 2
    kinds: ClassVar[dict[str, Kind]] = ORTHODOX | {
        "M": Kind(leaps=KNIGHT, rides=ORTHOGONAL),
        "C": Kind(leaps=KNIGHT, rides=DIAGONAL),
    }
    promotion_letters = "QMCRBN"
    setup = "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1"

    # Move

    def _promotions(self, s: Position, target: int) -> Iterable[str]:
        """On ranks 8 and 9 a pawn or what is available, on rank 10 what is available: if nothing is, it cannot go."""
        rank = self._own_rank(target, s.player)
        if rank < 7:
            return ("",)
        available = [
            letter
            for letter in self.promotion_letters
            if s.board.count(self._piece(letter, s.player)) < INITIAL_COUNT[letter]
        ]
        return available if rank == 9 else ["", *available]

    # End

    def _insufficient(self, s: Position) -> bool:
        """Beside the kings nothing, one knight, or one bishop."""
        others = [piece.upper() for piece in s.board if piece != EMPTY and piece not in "Kk"]
        return others in ([], ["N"], ["B"])

    # Notation

    def _castling_rooks(self) -> dict[str, int]:
        """None: there is no castling."""
        return {}
