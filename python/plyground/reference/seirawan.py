"""Seirawan Chess, from docs/rules/chess.md: Elephant and Hawk enter where a piece leaves its first square."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from plyground.reference._base import TextError, quote
from plyground.reference._chess import (
    BLACK,
    DIAGONAL,
    KNIGHT,
    NOBODY,
    ORTHODOX,
    ORTHOGONAL,
    WHITE,
    ChessFamily,
    Kind,
    Move,
    Position,
)

RESERVE_ORDER = "HEhe"
"""The order of the reserves in the text: White's pieces, then Black's."""

FILES = "ABCDEFGH"

IMPLIED = {"K": "EH", "Q": "AE"}
"""The files whose gating rights a castling right implies: those of the king and of that rook."""


class Seirawan(ChessFamily):
    """Chess with two pieces in reserve."""

    id = "seirawan"
    title = "Seirawan Chess"
    kinds: ClassVar[dict[str, Kind]] = ORTHODOX | {
        "E": Kind(leaps=KNIGHT, rides=ORTHOGONAL),
        "H": Kind(leaps=KNIGHT, rides=DIAGONAL),
    }
    promotion_letters = "QRBNEH"
    setup = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"

    # Move

    def _legal(self, s: Position) -> Iterator[Move]:
        """Each move that is legal without a gated piece, then the same with each piece that may be gated."""
        reserve = [letter for letter in "HE" if self._piece(letter, s.player) in s.hand]
        for move in super()._legal(s):
            yield move
            # With a castling right there are the gating rights of the king and that rook.
            for gate_square in (move.origin, move.target) if move.castling else (move.origin,):
                if gate_square in s.gating:
                    for letter in reserve:
                        yield move._replace(gate=letter, gate_square=gate_square)

    def _board_after(self, s: Position, m: Move) -> list[str]:
        """The board after a move, with the gated piece."""
        board = super()._board_after(s, m)
        if m.gate:
            board[m.gate_square] = self._piece(m.gate, s.player)
        return board

    def play(self, s: Position, m: Move) -> Position:
        """A gating right dies when its piece leaves or is captured there; castling is a move of both pieces."""
        after = super().play(s, m)
        hand = s.hand.replace(self._piece(m.gate, s.player), "", 1) if m.gate else s.hand
        gating = tuple(square for square in s.gating if square not in (m.origin, m.target))
        return after._replace(hand=hand, gating=self._with_reserve(gating, hand))

    def _with_reserve(self, gating: tuple[int, ...], hand: str) -> tuple[int, ...]:
        """The gating rights of the players whose reserve is not empty: the others mean nothing."""
        owners = {self.owner[piece] for piece in hand}
        return tuple(square for square in gating if self._home_of(square) in owners)

    def _home_of(self, square: int) -> int:
        """The player whose first rank a square is on."""
        return {0: WHITE, self.ranks - 1: BLACK}.get(square // self.files, NOBODY)

    # End

    def _insufficient(self, s: Position) -> bool:
        """As in chess, with no piece left that may still be gated."""
        return not s.gating and super()._insufficient(s)

    # Notation

    def _placement_text(self, s: Position) -> str:
        """The board and the reserves."""
        return f"{super()._placement_text(s)}[{s.hand}]"

    def _castling_text(self, s: Position) -> str:
        """Each player's castling rights, then the files of the gating rights that they do not imply."""
        text = ""
        for player in (WHITE, BLACK):
            implied: set[str] = set()
            for letter in "KQ":
                if self._castling_rooks()[self._piece(letter, player)] in s.castling:
                    text += self._piece(letter, player)
                    implied.update(IMPLIED[letter])
            for square in s.gating:
                file = FILES[square % self.files]
                if self._home_of(square) == player and file not in implied:
                    text += self._piece(file, player)
        return text or "-"

    def move_text(self, s: Position, m: Move) -> str:
        """UCI with the gated piece behind; gating on the square of a castling rook is written as rook takes king."""
        if not m.gate:
            return super().move_text(s, m)
        if m.castling and m.gate_square == m.target:
            return self.names[m.target] + self.names[m.origin] + m.gate.lower()
        return super().move_text(s, m) + m.gate.lower()

    def _read_placement(self, field: str) -> Position:
        """The board, then the reserves in any order."""
        board, bracket, reserve = field.partition("[")
        if not bracket or not reserve.endswith("]"):
            raise TextError(f"the board must be followed by the reserves in brackets, in {quote(field)}")
        hand = reserve[:-1]
        for letter in hand[: len(RESERVE_ORDER) + 1]:
            if letter not in RESERVE_ORDER:
                raise TextError(f"unexpected {quote(letter)} in the reserves {quote(hand)}")
            if hand.count(letter) > 1:
                raise TextError(f"{letter} more than once in the reserves {quote(hand)}")
        return super()._read_placement(board)._replace(hand="".join(sorted(hand, key=RESERVE_ORDER.index)))

    def _read_rights(self, field: str, s: Position) -> Position:
        """Castling rights, which imply gating rights, and further gating rights by file."""
        if field == "-":
            return s
        if not field:
            raise TextError("the castling field is empty")
        # More letters than both players have rights are not all different; a long text must fail quickly.
        letters = field[: 4 + 2 * len(FILES) + 1]
        for letter in letters:
            if letter not in "KQkq" + FILES + FILES.lower():
                raise TextError(f"unexpected {quote(letter)} in the castling field {quote(field)}")
            if letters.count(letter) > 1:
                raise TextError(f"{letter} more than once in the castling field {quote(field)}")
        castling = "".join(letter for letter in letters if letter in "KQkq")
        s = super()._read_rights(castling or "-", s)
        gating = set()
        for letter in letters:
            player = WHITE if letter.isupper() else BLACK
            for file in IMPLIED.get(letter.upper(), letter.upper()):
                square = FILES.index(file) + (0 if player == WHITE else len(s.board) - self.files)
                if self.owner[s.board[square]] != player:
                    raise TextError(f"gating right {letter} without a piece on {self.names[square]}")
                gating.add(square)
        return s._replace(gating=self._with_reserve(tuple(sorted(gating)), s.hand))

    def diagram(self, s: Position) -> str:
        """White at the bottom, then the reserves."""
        return f"{super().diagram(s)}\n[{s.hand}]"
