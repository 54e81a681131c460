"""The chess family, from docs/rules/chess.md: what all its members share, with orthodox chess where they do not.

A member is a subclass with the description of its board, pieces and set-up. It overrides what differs on its part of
the page: `_promotions`, `_legal`, `_board_after`, `play`, `_insufficient`, and of the notation `_placement_text`,
`_castling_text`, `move_text`, `_read_placement`, `_read_rights`. What a member remembers beyond orthodox chess (a
pocket, a reserve, gating rights) is a field of `Position`, and of `Move`, with an empty default.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from plyground.reference._base import (
    OVER,
    Option,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    column_name,
    draw,
    grid_diagram,
    quote,
    read_number,
    read_rows,
    win,
    write_rows,
)

EMPTY = "."
NOBODY = -1
WHITE, BLACK = 0, 1
NO_SQUARE = -1
PAWN = "P"
KING = "K"

MAX_COUNTER = 2**31 - 1
"""The largest counter that a FEN may hold. No game gets there; the bound keeps absurd texts out."""

Step = tuple[int, int]
"""A direction or leap: files to the right, ranks up."""

ORTHOGONAL: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
KNIGHT: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


class Kind(NamedTuple):
    """How a piece other than a pawn moves: single leaps, and rides over empty squares."""

    leaps: tuple[Step, ...] = ()
    rides: tuple[Step, ...] = ()


ORTHODOX: dict[str, Kind] = {
    KING: Kind(leaps=ORTHOGONAL + DIAGONAL),
    "Q": Kind(rides=ORTHOGONAL + DIAGONAL),
    "R": Kind(rides=ORTHOGONAL),
    "B": Kind(rides=DIAGONAL),
    "N": Kind(leaps=KNIGHT),
}
"""The pieces of orthodox chess by letter."""

OPTIONS: dict[str, Option] = {
    "repetition": Option(5, (5, 3, 0), "How often a position must occur for a draw; 0: repetition never ends a game."),
    "quiet_limit": Option(150, (150, 100, 0), "Plies without capture or pawn move that make a draw; 0: no limit."),
}
"""The options of every member."""


class Position(NamedTuple):
    """What a FEN holds.

    Attributes:
        board: the squares a1, b1, ..., then the second rank, and so on; White's pieces are capitals.
        player: who is to move.
        castling: the squares of the rooks with which castling is still allowed, ascending.
        en_passant: the square that the double step just made has skipped, or NO_SQUARE.
        quiet: plies since the last progress.
        number: the number of the move, starting at 1 and increased after Black's moves.
        hand: the pieces off the board that may come into play, in the order of the text (`crazyhouse`, `seirawan`).
        promoted: the squares of promoted pieces, ascending (`crazyhouse`).
        gating: the squares with a gating right of a player who still has a reserve, ascending (`seirawan`).
    """

    board: tuple[str, ...]
    player: int
    castling: tuple[int, ...]
    en_passant: int
    quiet: int
    number: int
    hand: str = ""
    promoted: tuple[int, ...] = ()
    gating: tuple[int, ...] = ()


class Move(NamedTuple):
    """From, to, the piece that a pawn becomes, the piece dropped, the piece gated and where.

    Castling goes from the king's square to the rook's. The origin of a drop is NO_SQUARE.
    """

    origin: int
    target: int
    promotion: str = ""
    castling: bool = False
    drop: str = ""
    gate: str = ""
    gate_square: int = NO_SQUARE


class ChessFamily(Rules[Position, Move]):
    """A game of the chess family."""

    page = "chess"
    options_spec: ClassVar[dict[str, Option]] = OPTIONS

    files: ClassVar[int] = 8
    ranks: ClassVar[int] = 8
    pawn_rank: ClassVar[int] = 1
    """The rank, counted from 0 on each player's own side, from which pawns make double steps."""
    kinds: ClassVar[dict[str, Kind]] = ORTHODOX
    promotion_letters: ClassVar[str] = "QRBN"
    setup: ClassVar[str]
    """The FEN of the start."""

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the board: where each piece may go from each square, and from where each square may be attacked."""
        super().__init__(options)
        self.repetition = int(options["repetition"])
        self.quiet_limit = int(options["quiet_limit"])

        squares = range(self.files * self.ranks)
        self.names = [f"{column_name(square % self.files)}{square // self.files + 1}" for square in squares]
        self.squares = {name: square for square, name in enumerate(self.names)}
        letters = PAWN + "".join(self.kinds)
        self.letters = letters + letters.lower()
        self.owner = {EMPTY: NOBODY}
        self.owner.update(dict.fromkeys(letters, WHITE))
        self.owner.update(dict.fromkeys(letters.lower(), BLACK))

        self.leaps = {
            letter: [self._leaps(square, kind.leaps) for square in squares] for letter, kind in self.kinds.items()
        }
        self.rides = {
            letter: [self._rays(square, kind.rides) for square in squares] for letter, kind in self.kinds.items()
        }
        self.pawn_captures = [
            [self._leaps(square, ((-1, forward), (1, forward))) for square in squares] for forward in (1, -1)
        ]
        self.attacking_rides = [[self._attacking_rides(square, by) for square in squares] for by in (WHITE, BLACK)]
        self.attacking_leaps = [[self._attacking_leaps(square, by) for square in squares] for by in (WHITE, BLACK)]

    # Board

    def _leaps(self, square: int, steps: Iterable[Step]) -> tuple[int, ...]:
        """The squares on the board that are one of these steps away."""
        rank, file = divmod(square, self.files)
        return tuple(
            (rank + up) * self.files + file + right
            for right, up in steps
            if 0 <= file + right < self.files and 0 <= rank + up < self.ranks
        )

    def _rays(self, square: int, steps: Iterable[Step]) -> tuple[tuple[int, ...], ...]:
        """The squares from one square to the edge, for each of these directions."""
        rays = []
        for step in steps:
            ray = list(self._leaps(square, (step,)))
            while ray and (further := self._leaps(ray[-1], (step,))):
                ray.extend(further)
            if ray:
                rays.append(tuple(ray))
        return tuple(rays)

    def _attacking_rides(self, square: int, by: int) -> list[tuple[tuple[int, ...], frozenset[str]]]:
        """The rays away from a square, each with the pieces of player `by` that ride along it towards the square."""
        found = []
        for right, up in ORTHOGONAL + DIAGONAL:
            riders = frozenset(
                self._piece(letter, by) for letter, kind in self.kinds.items() if (-right, -up) in kind.rides
            )
            for ray in self._rays(square, ((right, up),)):
                if riders:
                    found.append((ray, riders))
        return found

    def _attacking_leaps(self, square: int, by: int) -> list[tuple[int, frozenset[str]]]:
        """The squares from which a leap or a pawn's capture ends on a square, with the pieces of `by` that make it."""
        found: dict[int, set[str]] = {}
        for letter, kind in self.kinds.items():
            for right, up in kind.leaps:
                for origin in self._leaps(square, ((-right, -up),)):
                    found.setdefault(origin, set()).add(self._piece(letter, by))
        for origin in self.pawn_captures[1 - by][square]:
            found.setdefault(origin, set()).add(self._piece(PAWN, by))
        return [(origin, frozenset(pieces)) for origin, pieces in found.items()]

    @staticmethod
    def _piece(letter: str, player: int) -> str:
        return letter if player == WHITE else letter.lower()

    def _own_rank(self, square: int, player: int) -> int:
        """The rank as this player counts it, from 0."""
        rank = square // self.files
        return rank if player == WHITE else self.ranks - 1 - rank

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The array of the page."""
        return self.parse(self.setup)

    # Move

    def _attacked(self, board: Sequence[str], square: int, by: int) -> bool:
        """Whether a piece of `by` attacks a square."""
        for ray, riders in self.attacking_rides[by][square]:
            for origin in ray:
                piece = board[origin]
                if piece != EMPTY:
                    if piece in riders:
                        return True
                    break
        return any(board[origin] in leapers for origin, leapers in self.attacking_leaps[by][square])

    def _in_check(self, board: Sequence[str], player: int) -> bool:
        return self._attacked(board, board.index(self._piece(KING, player)), 1 - player)

    def _pseudo_legal(self, s: Position) -> Iterator[Move]:
        """All moves, whether or not they leave the king attacked."""
        board, owner = s.board, self.owner
        for square, piece in enumerate(board):
            if owner[piece] != s.player:
                continue
            letter = piece.upper()
            if letter == PAWN:
                yield from self._pawn_moves(s, square)
                continue
            for target in self.leaps[letter][square]:
                if owner[board[target]] != s.player:
                    yield Move(square, target)
            for ray in self.rides[letter][square]:
                for target in ray:
                    if board[target] == EMPTY:
                        yield Move(square, target)
                        continue
                    if owner[board[target]] != s.player:
                        yield Move(square, target)
                    break
        yield from self._castlings(s)

    def _pawn_moves(self, s: Position, square: int) -> Iterator[Move]:
        forward = self.files if s.player == WHITE else -self.files
        step = square + forward
        if s.board[step] == EMPTY:
            for promotion in self._promotions(s, step):
                yield Move(square, step, promotion)
            if self._own_rank(square, s.player) == self.pawn_rank and s.board[step + forward] == EMPTY:
                yield Move(square, step + forward)
        for target in self.pawn_captures[s.player][square]:
            if self.owner[s.board[target]] == 1 - s.player:
                for promotion in self._promotions(s, target):
                    yield Move(square, target, promotion)
            elif target == s.en_passant:
                yield Move(square, target)

    def _promotions(self, s: Position, target: int) -> Iterable[str]:
        """What a pawn that arrives on a square may be from then on; an empty text: a pawn."""
        return self.promotion_letters if self._own_rank(target, s.player) == self.ranks - 1 else ("",)

    def _castling_targets(self, king: int, rook: int) -> tuple[int, int]:
        """Where king and rook end: on the g and f file, or on the c and d file, of their rank."""
        rank = king - king % self.files
        return (rank + 6, rank + 5) if rook > king else (rank + 2, rank + 3)

    def _castlings(self, s: Position) -> Iterator[Move]:
        """Castling, but for the final position, which is tested as that of every move."""
        if not s.castling:
            return
        king = s.board.index(self._piece(KING, s.player))
        for rook in s.castling:
            if self.owner[s.board[rook]] != s.player:
                continue
            king_target, rook_target = self._castling_targets(king, rook)
            travels = (_span(king, king_target), _span(rook, rook_target))
            if any(s.board[square] != EMPTY and square not in (king, rook) for travel in travels for square in travel):
                continue
            if not any(self._attacked(s.board, square, 1 - s.player) for square in travels[0]):
                yield Move(king, rook, castling=True)

    def _board_after(self, s: Position, m: Move) -> list[str]:
        """The board after a move."""
        board = list(s.board)
        piece = board[m.origin]
        board[m.origin] = EMPTY
        if m.castling:
            rook = board[m.target]
            board[m.target] = EMPTY
            king_target, rook_target = self._castling_targets(m.origin, m.target)
            board[king_target] = piece
            board[rook_target] = rook
            return board
        board[m.target] = self._piece(m.promotion, s.player) if m.promotion else piece
        if m.target == s.en_passant and piece.upper() == PAWN:
            board[self._passed_pawn(m)] = EMPTY
        return board

    def _passed_pawn(self, m: Move) -> int:
        """The square of the pawn that an e.p. capture takes: beside the origin, below the target."""
        return m.origin - m.origin % self.files + m.target % self.files

    def _legal(self, s: Position) -> Iterator[Move]:
        """The pseudo-legal moves after which the mover's king is not attacked."""
        for move in self._pseudo_legal(s):
            if not self._in_check(self._board_after(s, move), s.player):
                yield move

    def moves(self, s: Position) -> list[Move]:
        """All legal moves."""
        return list(self._legal(s))

    def current_player(self, s: Position) -> int:
        """The side to move, unless it is mated or stalemated."""
        return OVER if next(self._legal(s), None) is None else s.player

    def play(self, s: Position, m: Move) -> Position:
        """The position after a legal move."""
        piece = s.board[m.origin]
        pawn = piece.upper() == PAWN
        capture = not m.castling and s.board[m.target] != EMPTY
        castling = s.castling
        if castling:
            # A right dies when its king moves, or its rook moves or is captured.
            if piece.upper() == KING:
                castling = tuple(rook for rook in castling if self.owner[s.board[rook]] != s.player)
            castling = tuple(rook for rook in castling if rook not in (m.origin, m.target))
        double_step = pawn and abs(m.target - m.origin) == 2 * self.files
        return s._replace(
            board=tuple(self._board_after(s, m)),
            player=1 - s.player,
            castling=castling,
            en_passant=(m.origin + m.target) // 2 if double_step else NO_SQUARE,
            quiet=0 if pawn or capture else min(s.quiet + 1, MAX_COUNTER),
            number=min(s.number + s.player, MAX_COUNTER),
        )

    # End

    def result(self, s: Position) -> Result:
        """(1) Checkmate: the other player wins. (2) Stalemate: a draw."""
        return win(1 - s.player, "checkmate") if self._in_check(s.board, s.player) else draw("stalemate")

    def _insufficient(self, s: Position) -> bool:
        """(3) Beside the kings one knight, or any number of bishops that all stand on squares of one colour."""
        others = [
            (piece.upper(), square) for square, piece in enumerate(s.board) if piece != EMPTY and piece not in "Kk"
        ]
        if all(letter == "B" for letter, _ in others):
            return len({(square % self.files + square // self.files) % 2 for _, square in others}) <= 1
        return len(others) == 1 and others[0][0] == "N"

    def repetition_limit(self) -> int:
        """(4) The option."""
        return self.repetition

    def adjudicated(self, s: Position) -> Result | None:
        """(3) and (5). A position that had insufficient material before was over then, so (4) cannot come between."""
        if self._insufficient(s):
            return draw("insufficient material")
        if self.quiet_limit and s.quiet >= self.quiet_limit:
            return draw("quiet limit")
        return None

    def _live_en_passant(self, s: Position) -> int:
        """The e.p. square if some e.p. capture is legal."""
        if s.en_passant == NO_SQUARE:
            return NO_SQUARE
        for origin in self.pawn_captures[1 - s.player][s.en_passant]:
            if s.board[origin] == self._piece(PAWN, s.player):
                board = self._board_after(s, Move(origin, s.en_passant))
                if not self._in_check(board, s.player):
                    return s.en_passant
        return NO_SQUARE

    def key(self, s: Position) -> Hashable:
        """Everything but the counters, and the e.p. square only if it matters."""
        return s._replace(en_passant=self._live_en_passant(s), quiet=0, number=0)

    def identity(self, s: Position) -> Hashable:
        """What the FEN holds, but the e.p. square only if it matters."""
        return s._replace(en_passant=self._live_en_passant(s))

    def ply_limit(self) -> int:
        """With repetition and counters switched off, a random game can last for ever."""
        return 2000

    # Notation

    def text(self, s: Position) -> str:
        """The FEN."""
        en_passant = "-" if s.en_passant == NO_SQUARE else self.names[s.en_passant]
        return f"{self._placement_text(s)} {'wb'[s.player]} {self._castling_text(s)} {en_passant} {s.quiet} {s.number}"

    def _placement_text(self, s: Position) -> str:
        """The first field: the board."""
        return write_rows(self._rows_from_top(s), EMPTY)

    def _rows_from_top(self, s: Position) -> list[Sequence[str]]:
        return [s.board[start : start + self.files] for start in range(len(s.board) - self.files, -1, -self.files)]

    def _castling_text(self, s: Position) -> str:
        """`KQkq`, as far as the rights are left."""
        return "".join(letter for letter, rook in self._castling_rooks().items() if rook in s.castling) or "-"

    def _castling_rooks(self) -> dict[str, int]:
        """The home of each castling rook by the letter of its right."""
        return {letter: self.squares[name] for letter, name in (("K", "h1"), ("Q", "a1"), ("k", "h8"), ("q", "a8"))}

    def move_text(self, s: Position, m: Move) -> str:
        """UCI."""
        target = self._castling_targets(m.origin, m.target)[0] if m.castling else m.target
        return self.names[m.origin] + self.names[target] + m.promotion.lower()

    def parse(self, text: str) -> Position:
        """A FEN. Missing trailing fields are read as `- - 0 1`; positions that are merely unreachable are read."""
        names = ("board", "side to move", "castling", "e.p. square", "half-move counter", "move number")
        fields = text.split(" ", len(names))
        if not 2 <= len(fields) <= len(names):
            found = str(len(fields)) if len(fields) < 2 else "more"
            raise TextError(f"expected 2 to 6 fields ({', '.join(names)}) with one space between, found {found}")
        fields += ["-", "-", "0", "1"][len(fields) - 2 :]
        s = self._read_placement(fields[0])
        if fields[1] not in ("w", "b"):
            raise TextError(f"the side to move must be w or b, not {quote(fields[1])}")
        player = "wb".index(fields[1])
        if self._in_check(s.board, 1 - player):
            raise TextError(f"the side not to move ({'wb'[1 - player]}) is in check")
        return self._read_rights(fields[2], s)._replace(
            player=player,
            en_passant=self._read_en_passant(fields[3], s.board, player),
            quiet=read_number(fields[4], names[4], 0, MAX_COUNTER),
            number=read_number(fields[5], names[5], 1, MAX_COUNTER),
        )

    def _read_placement(self, field: str) -> Position:
        """A position with what the first field holds, and nothing else yet."""
        board = tuple("".join(read_rows(field, self.ranks, self.files, self.letters, EMPTY)[::-1]))
        self._check_placement(board)
        return Position(board, WHITE, (), NO_SQUARE, 0, 1)

    def _check_placement(self, board: Sequence[str]) -> None:
        """One king a side, and no pawn where none can be."""
        for player, side in ((WHITE, "White"), (BLACK, "Black")):
            kings = board.count(self._piece(KING, player))
            if kings != 1:
                raise TextError(f"{side} must have exactly one king, found {kings}")
        for square, piece in enumerate(board):
            if piece.upper() == PAWN and square // self.files in (0, self.ranks - 1):
                raise TextError(f"a pawn cannot stand on {self.names[square]}")

    def _read_rights(self, field: str, s: Position) -> Position:
        """The position with the rights of the third field, which are checked against its placement."""
        return s._replace(castling=self._read_castling(field, s.board))

    def _read_castling(self, field: str, board: tuple[str, ...]) -> tuple[int, ...]:
        """The rights, each of which needs its king and its rook at home."""
        if field == "-":
            return ()
        rooks = self._castling_rooks()
        rights = []
        for letter in field[: len(rooks) + 1]:
            if letter not in rooks:
                raise TextError(f"unexpected {quote(letter)} in the castling field {quote(field)}")
            rook = rooks[letter]
            player = WHITE if letter.isupper() else BLACK
            king = self.squares["e1" if player == WHITE else "e8"]
            for square, piece in ((king, self._piece(KING, player)), (rook, self._piece("R", player))):
                if board[square] != piece:
                    raise TextError(f"castling {letter} without {piece} on {self.names[square]}")
            if rook in rights:
                raise TextError(f"castling {letter} twice in {quote(field)}")
            rights.append(rook)
        if not rights:
            raise TextError("the castling field is empty")
        return tuple(sorted(rights))

    def _read_en_passant(self, field: str, board: tuple[str, ...], player: int) -> int:
        """The square behind a pawn of the side not to move that can just have made a double step over it."""
        if field == "-":
            return NO_SQUARE
        square = self.squares.get(field)
        if square is None:
            raise TextError(f"the e.p. square must be a square or -, not {quote(field)}")
        other = 1 - player
        forward = self.files if other == WHITE else -self.files
        if self._own_rank(square, other) != self.pawn_rank + 1:
            raise TextError(f"no double step of {'wb'[other]} skips the e.p. square {field}")
        if board[square] != EMPTY or board[square - forward] != EMPTY:
            raise TextError(f"the e.p. square {field} and the square behind it must be empty")
        if board[square + forward] != self._piece(PAWN, other):
            raise TextError(f"the e.p. square {field} needs a pawn on {self.names[square + forward]}")
        return square

    def diagram(self, s: Position) -> str:
        """White at the bottom."""
        return grid_diagram(
            self._rows_from_top(s),
            [str(rank) for rank in range(self.ranks, 0, -1)],
            [column_name(file) for file in range(self.files)],
        )


def _span(one: int, other: int) -> range:
    """The squares of a rank from one to another, both included."""
    return range(min(one, other), max(one, other) + 1)
