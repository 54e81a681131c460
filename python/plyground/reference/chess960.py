"""Chess960, from docs/rules/chess.md: any of 960 arrays, and castling from wherever king and rooks start."""

from __future__ import annotations

from typing import ClassVar

from plyground.reference._base import Option, OptionValue, Rng, TextError, quote
from plyground.reference._chess import (
    BLACK,
    EMPTY,
    KING,
    NO_SQUARE,
    OPTIONS,
    PAWN,
    WHITE,
    ChessFamily,
    Move,
    Position,
)

ARRAYS = 960
KNIGHT_PAIRS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
"""Where two knights go among the five free squares, by the Scharnagl rule."""


def array(n: int) -> str:
    """White's first rank in array number `n`, by the Scharnagl rule."""
    rank = [EMPTY] * 8

    def put(piece: str, free: int) -> None:
        """Put a piece on a free square, counted from the left."""
        rank[[file for file in range(8) if rank[file] == EMPTY][free]] = piece

    n, light_bishop = divmod(n, 4)
    rank[2 * light_bishop + 1] = "B"
    n, dark_bishop = divmod(n, 4)
    rank[2 * dark_bishop] = "B"
    n, queen = divmod(n, 6)
    put("Q", queen)
    left, right = KNIGHT_PAIRS[n]
    put("N", right)
    put("N", left)
    for piece in "RKR":
        put(piece, 0)
    return "".join(rank)


class Chess960(ChessFamily):
    """Orthodox chess from a shuffled array."""

    id = "chess960"
    title = "Chess960"
    options_spec: ClassVar[dict[str, Option]] = OPTIONS | {
        "setup": Option("random", ("random", range(ARRAYS)), "The number of the array, or random: the seed draws it."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Take the number of the array."""
        super().__init__(options)
        self.array = options["setup"]

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The array that the option fixes, or any with the same probability; every castling is allowed."""
        rank = array(rng.below(ARRAYS) if self.array == "random" else int(self.array))
        white = tuple(rank) + (PAWN,) * 8
        black = tuple(piece.lower() for piece in (PAWN,) * 8 + tuple(rank))
        rooks = [square for square in range(8) if rank[square] == "R"]
        return Position(
            board=white + (EMPTY,) * 32 + black,
            player=WHITE,
            castling=tuple(home + square for home in (0, 56) for square in rooks),
            en_passant=NO_SQUARE,
            quiet=0,
            number=1,
        )

    # Notation

    def _castling_text(self, s: Position) -> str:
        """The files of the rooks, White's as capitals, each player's king side first."""
        text = ""
        for player in (WHITE, BLACK):
            for rook in reversed(s.castling):
                if self.owner[s.board[rook]] == player:
                    text += self._piece("ABCDEFGH"[rook % 8], player)
        return text or "-"

    def move_text(self, s: Position, m: Move) -> str:
        """UCI; castling is king takes own rook."""
        return self.names[m.origin] + self.names[m.target] + m.promotion.lower()

    def _read_castling(self, field: str, board: tuple[str, ...]) -> tuple[int, ...]:
        """Rights by the file of the rook, or by K or Q, which is the outermost rook on that side of the king."""
        if field == "-":
            return ()
        rights: list[int] = []
        for letter in field[:5]:
            player = WHITE if letter.isupper() else BLACK
            home = 0 if player == WHITE else 56
            rank = board[home : home + 8]
            if letter not in "KQABCDEFGHkqabcdefgh":
                raise TextError(f"unexpected {quote(letter)} in the castling field {quote(field)}")
            if self._piece(KING, player) not in rank:
                raise TextError(f"castling {letter} without {self._piece(KING, player)} on its first rank")
            king = home + rank.index(self._piece(KING, player))
            rook = self._outermost_rook(letter, board, king, player)
            if rook == NO_SQUARE:
                raise TextError(f"castling {letter} without {self._piece('R', player)} there")
            if rook in rights:
                raise TextError(f"castling {letter} twice in {quote(field)}")
            if any(right // 8 == rook // 8 and (right > king) == (rook > king) for right in rights):
                raise TextError(f"castling {letter}: a second rook on the same side of the king in {quote(field)}")
            rights.append(rook)
        if not rights:
            raise TextError("the castling field is empty")
        return tuple(sorted(rights))

    def _outermost_rook(self, letter: str, board: tuple[str, ...], king: int, player: int) -> int:
        """The square of the rook that the letter of a right means, NO_SQUARE if it is not there."""
        home = king - king % 8
        if letter in "Kk":
            squares = range(home + 7, king, -1)
        elif letter in "Qq":
            squares = range(home, king)
        else:
            file = "abcdefgh".index(letter.lower())
            squares = range(home + file, home + file + 1)
        return next((square for square in squares if board[square] == self._piece("R", player)), NO_SQUARE)
