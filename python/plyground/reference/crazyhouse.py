"""Crazyhouse, from docs/rules/chess.md: captured pieces change sides and may be dropped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plyground.reference._base import TextError, quote, read_cells
from plyground.reference._chess import (
    EMPTY,
    MAX_COUNTER,
    NO_SQUARE,
    PAWN,
    WHITE,
    ChessFamily,
    Move,
    Position,
)

POCKET_ORDER = "QRBNPqrbnp"
"""The order of a pocket in the text: White's pieces, then Black's."""

MARK = "~"
"""What follows a promoted piece in the text."""

MOST_PIECES = 64
"""How many pieces besides the kings a text may have, on the board and in the pockets; captures keep the sum."""


class Crazyhouse(ChessFamily):
    """Chess with pockets."""

    id = "crazyhouse"
    title = "Crazyhouse"
    setup = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"

    # Move

    def _legal(self, s: Position) -> Iterator[Move]:
        """The moves of chess and the drops."""
        yield from super()._legal(s)
        pocket = [letter for letter in "QRBNP" if self._piece(letter, s.player) in s.hand]
        if not pocket:
            return
        # A drop exposes nothing, and any piece blocks as well as any other.
        in_check = self._in_check(s.board, s.player)
        for square, piece in enumerate(s.board):
            if piece != EMPTY:
                continue
            if in_check:
                board = list(s.board)
                board[square] = self._piece(PAWN, s.player)
                if self._in_check(board, s.player):
                    continue
            for letter in pocket:
                if letter != PAWN or 0 < square // self.files < self.ranks - 1:
                    yield Move(NO_SQUARE, square, drop=letter)

    def play(self, s: Position, m: Move) -> Position:
        """The position after a legal move or drop; what is captured goes to the pocket, a promoted piece as a pawn."""
        if m.drop:
            return self._dropped(s, m)
        after = super().play(s, m)
        if m.castling:
            return after
        promoted = set(s.promoted) - {m.origin, m.target}
        if m.promotion or m.origin in s.promoted:
            promoted.add(m.target)
        captured = s.board[m.target]
        if m.target in s.promoted:
            captured = PAWN
        elif m.target == s.en_passant and s.board[m.origin].upper() == PAWN:
            captured = s.board[self._passed_pawn(m)]
        hand = s.hand
        if captured != EMPTY:
            hand = _in_order(hand + self._piece(captured.upper(), s.player))
        return after._replace(hand=hand, promoted=tuple(sorted(promoted)))

    def _dropped(self, s: Position, m: Move) -> Position:
        piece = self._piece(m.drop, s.player)
        board = list(s.board)
        board[m.target] = piece
        return s._replace(
            board=tuple(board),
            player=1 - s.player,
            en_passant=NO_SQUARE,
            quiet=0 if m.drop == PAWN else min(s.quiet + 1, MAX_COUNTER),
            number=s.number + s.player,
            hand=s.hand.replace(piece, "", 1),
        )

    # End

    def _insufficient(self, s: Position) -> bool:
        """Never: pieces return."""
        return False

    # Notation

    def _placement_text(self, s: Position) -> str:
        """The board with the marks of promoted pieces, and the pockets."""
        return f"{super()._placement_text(s)}[{s.hand}]"

    def _rows_from_top(self, s: Position) -> list[Sequence[str]]:
        cells = tuple(piece + MARK if square in s.promoted else piece for square, piece in enumerate(s.board))
        return super()._rows_from_top(s._replace(board=cells))

    def move_text(self, s: Position, m: Move) -> str:
        """UCI; a drop names the piece with a capital, for both players."""
        return f"{m.drop}@{self.names[m.target]}" if m.drop else super().move_text(s, m)

    def _read_placement(self, field: str) -> Position:
        """The board with its marks, then the pockets in any order."""
        board_text, bracket, pocket = field.partition("[")
        if not bracket or not pocket.endswith("]"):
            raise TextError(f"the board must be followed by the pockets in brackets, in {quote(field)}")
        hand = pocket[:-1]
        for letter in hand[: MOST_PIECES + 1]:
            if letter not in POCKET_ORDER:
                raise TextError(f"unexpected {quote(letter)} in the pockets {quote(hand)}")
        markable = [letter + MARK for letter in self.promotion_letters + self.promotion_letters.lower()]
        rows = read_cells(board_text, self.ranks, self.files, [*self.letters, *markable], EMPTY)
        cells = [cell for row in reversed(rows) for cell in row]
        board = tuple(cell[0] for cell in cells)
        self._check_placement(board)
        if len(hand) + sum(piece != EMPTY for piece in board) - 2 > MOST_PIECES:
            raise TextError(f"more than {MOST_PIECES} pieces besides the kings, with the pockets {quote(hand)}")
        promoted = tuple(square for square, cell in enumerate(cells) if cell.endswith(MARK))
        return Position(board, WHITE, (), NO_SQUARE, 0, 1, _in_order(hand), promoted)

    def _read_rights(self, field: str, s: Position) -> Position:
        """As in chess, but a promoted rook never gives a right."""
        s = super()._read_rights(field, s)
        for rook in s.castling:
            if rook in s.promoted:
                raise TextError(f"castling with the promoted rook on {self.names[rook]} in {quote(field)}")
        return s

    def diagram(self, s: Position) -> str:
        """White at the bottom, then the pockets."""
        return f"{super().diagram(s)}\n[{s.hand}]"


def _in_order(hand: str) -> str:
    """The pieces of both pockets in the order of the text."""
    return "".join(sorted(hand, key=POCKET_ORDER.index))
