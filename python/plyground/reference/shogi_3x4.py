"""Shogi 3x4, from docs/rules/shogi.md: animals, and a lion that reaches the far rank."""

from __future__ import annotations

from typing import ClassVar

from plyground.reference._base import OVER, Option, OptionValue, Result, win
from plyground.reference._shogi import (
    ALL_EIGHT,
    DIAGONAL,
    GOLD,
    OPTIONS,
    ORTHOGONAL,
    Kind,
    Move,
    Position,
    ShogiFamily,
    steps,
)


class Shogi3x4(ShogiFamily):
    """Shogi on three files and four ranks, without the restrictions on pawn drops."""

    id = "shogi_3x4"
    title = "Shogi 3x4"
    options_spec: ClassVar[dict[str, Option]] = OPTIONS | {
        "chick_drop": Option(
            "restricted", ("restricted", "anywhere"), "Whether a chick may be dropped on the last rank."
        ),
    }
    columns = 3
    ranks = 4
    zone = 1
    kinds: ClassVar[dict[str, Kind]] = {
        "L": steps(*ALL_EIGHT),  # lion
        "G": steps(*ORTHOGONAL),  # giraffe
        "E": steps(*DIAGONAL),  # elephant
        "C": steps((0, 1)),  # chick
        "+C": GOLD,  # hen
    }
    royal = "L"
    hand_order = "EGC"
    setup = "gle/1c1/1C1/ELG b - 1"
    pawn = ""

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Take the option."""
        super().__init__(options)
        self.chick_anywhere = options["chick_drop"] == "anywhere"

    # Move

    def _droppable(self, letter: str, square: int, player: int) -> bool:
        """With the option, a chick may be dropped where it can never move."""
        return self.chick_anywhere or super()._droppable(letter, square, player)

    def _may_stand(self, piece: str, square: int) -> bool:
        return self.chick_anywhere or super()._may_stand(piece, square)

    # End

    def _lion_is_home(self, s: Position) -> bool:
        """(1) The lion of the player who moved last stands on the far rank."""
        mover = 1 - s.player
        return self._own_rank(self._royal_square(s.board, mover), mover) == 0

    def moves(self, s: Position) -> list[Move]:
        """All legal turns; none when a lion is home."""
        return [] if self._lion_is_home(s) else super().moves(s)

    def current_player(self, s: Position) -> int:
        """The side to move, unless a lion is home or there is no legal move."""
        return OVER if self._lion_is_home(s) else super().current_player(s)

    def result(self, s: Position) -> Result:
        """(1) comes before (2)."""
        return win(1 - s.player, "lion home") if self._lion_is_home(s) else super().result(s)
