"""The shogi family, from docs/rules/shogi.md: what all its members share.

A member is a subclass with the description of its board, pieces, set-up and restrictions; `shogi_3x4` adds its own end.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from plyground.reference._base import (
    OVER,
    Option,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    grid_diagram,
    is_number,
    quote,
    read_cells,
    read_fields,
    read_number,
    win,
    write_rows,
)

EMPTY = "."
NOBODY = -1
SENTE, GOTE = 0, 1
NO_SQUARE = -1
PROMOTED = "+"

MAX_NUMBER = 2**31 - 1
"""The largest move number that a text may hold. No game gets there; the bound keeps absurd texts out."""

MOST_OF_A_KIND = 99
"""How many pieces of a kind a text may have if one is on the board."""

ANY = 99
"""The reach of a piece that moves any distance."""

Step = tuple[int, int]
"""A direction or leap as its player sees it: to the right, forward."""

Kind = dict[Step, int]
"""How a piece moves: how often it may repeat each step over empty squares. A leap is a step made once."""

ORTHOGONAL: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
ALL_EIGHT = ORTHOGONAL + DIAGONAL


def steps(*moves: Step) -> Kind:
    """A piece that makes one of these steps or leaps."""
    return dict.fromkeys(moves, 1)


def rides(*directions: Step) -> Kind:
    """A piece that moves any distance in one of these directions."""
    return dict.fromkeys(directions, ANY)


GOLD = steps(*ORTHOGONAL, (1, 1), (-1, 1))

STANDARD: dict[str, Kind] = {
    "K": steps(*ALL_EIGHT),
    "R": rides(*ORTHOGONAL),
    "B": rides(*DIAGONAL),
    "G": GOLD,
    "S": steps(*DIAGONAL, (0, 1)),
    "N": steps((-1, 2), (1, 2)),
    "L": rides((0, 1)),
    "P": steps((0, 1)),
    "+R": rides(*ORTHOGONAL) | steps(*DIAGONAL),
    "+B": rides(*DIAGONAL) | steps(*ORTHOGONAL),
    "+S": GOLD,
    "+N": GOLD,
    "+L": GOLD,
    "+P": GOLD,
}
"""The standard pieces by letter, promoted ones with a plus."""


def standard(letters: str) -> dict[str, Kind]:
    """Some of the standard pieces, with what they promote to."""
    return {piece: kind for piece, kind in STANDARD.items() if piece[-1] in letters}


OPTIONS: dict[str, Option] = {
    "repetition": Option(4, (4, 0), "How often a position must occur for a draw; 0: repetition never ends a game."),
}
"""The options of every member."""


class Position(NamedTuple):
    """What an SFEN holds.

    Attributes:
        board: the squares in the order of the text; Sente's pieces are capitals, promoted pieces have a plus.
        player: who is to move.
        hands: for each player how many of each piece, in the written order.
        number: the number of the move, which is carried along.
    """

    board: tuple[str, ...]
    player: int
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    number: int


class Move(NamedTuple):
    """From, to, and whether the piece promotes; or the piece dropped, from NO_SQUARE."""

    origin: int
    target: int
    promote: bool = False
    drop: str = ""


class ShogiFamily(Rules[Position, Move]):
    """A game of the shogi family."""

    page = "shogi"
    options_spec: ClassVar[dict[str, Option]] = OPTIONS

    columns: ClassVar[int]
    ranks: ClassVar[int]
    zone: ClassVar[int]
    """How many far ranks are the promotion zone."""
    kinds: ClassVar[dict[str, Kind]]
    royal: ClassVar[str] = "K"
    hand_order: ClassVar[str]
    """The pieces that can be in hand, in the written order."""
    setup: ClassVar[str]
    """The SFEN of the start."""
    pawn: ClassVar[str] = "P"
    """The piece that may not be dropped for mate, nor on a file with `pawn_limit` own unpromoted ones."""
    pawn_limit: ClassVar[int] = 1

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the board: where each piece may go from each square, and from where each square may be attacked."""
        super().__init__(options)
        self.repetition = int(options["repetition"])

        squares = range(self.columns * self.ranks)
        self.names = [
            f"{self.columns - square % self.columns}{'abcdefghi'[square // self.columns]}" for square in squares
        ]
        self.owner = {EMPTY: NOBODY}
        self.owner.update(dict.fromkeys(self.kinds, SENTE))
        self.owner.update(dict.fromkeys((piece.lower() for piece in self.kinds), GOTE))
        # The first square of a ray is one step away, the second two steps, and so on.
        self.rays = {
            self._piece(piece, player): [self._rays(square, kind, player) for square in squares]
            for player in (SENTE, GOTE)
            for piece, kind in self.kinds.items()
        }
        self.attacking = [[self._attacking(square, by) for square in squares] for by in (SENTE, GOTE)]
        queen = rides(*ALL_EIGHT)
        self.lines = [
            frozenset(other for ray in self._rays(square, queen, SENTE) for other in ray) for square in squares
        ]

    # Board

    @staticmethod
    def _piece(piece: str, player: int) -> str:
        return piece if player == SENTE else piece.lower()

    def _ray(self, square: int, step: Step, reach: int, player: int) -> tuple[int, ...]:
        """The squares on the board that a player reaches with up to `reach` equal steps."""
        right, forward = step if player == SENTE else (-step[0], -step[1])
        rank, column = divmod(square, self.columns)
        ray: list[int] = []
        while len(ray) < reach:
            rank, column = rank - forward, column + right
            if not (0 <= rank < self.ranks and 0 <= column < self.columns):
                break
            ray.append(rank * self.columns + column)
        return tuple(ray)

    def _rays(self, square: int, kind: Kind, player: int) -> tuple[tuple[int, ...], ...]:
        rays = (self._ray(square, step, reach, player) for step, reach in kind.items())
        return tuple(ray for ray in rays if ray)

    def _attacking(self, square: int, by: int) -> list[list[tuple[int, frozenset[str]]]]:
        """The rays away from a square, each of their squares with the pieces of `by` that attack from there."""
        found = []
        for step in sorted({step for kind in self.kinds.values() for step in kind}):
            reaches = {piece: kind[step] for piece, kind in self.kinds.items() if step in kind}
            ray = self._ray(square, (-step[0], -step[1]), max(reaches.values()), by)
            if ray:
                found.append(
                    [
                        (
                            origin,
                            frozenset(self._piece(piece, by) for piece, reach in reaches.items() if reach > distance),
                        )
                        for distance, origin in enumerate(ray)
                    ]
                )
        return found

    def _own_rank(self, square: int, player: int) -> int:
        """The rank as this player counts it from the far side, from 0."""
        rank = square // self.columns
        return rank if player == SENTE else self.ranks - 1 - rank

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The array of the page."""
        return self.parse(self.setup)

    # Move

    def _attacked(self, board: Sequence[str], square: int, by: int) -> bool:
        """Whether a piece of `by` attacks a square."""
        for ray in self.attacking[by][square]:
            for origin, pieces in ray:
                piece = board[origin]
                if piece != EMPTY:
                    if piece in pieces:
                        return True
                    break
        return False

    def _royal_square(self, board: Sequence[str], player: int) -> int:
        return board.index(self._piece(self.royal, player))

    def _in_check(self, board: Sequence[str], player: int) -> bool:
        return self._attacked(board, self._royal_square(board, player), 1 - player)

    def _board_moves(self, s: Position) -> Iterator[Move]:
        """Moves of pieces on the board, whether or not they leave the royal piece attacked."""
        board, owner, player = s.board, self.owner, s.player
        for square, piece in enumerate(board):
            if owner[piece] != player:
                continue
            for ray in self.rays[piece][square]:
                for target in ray:
                    other = owner[board[target]]
                    if other != player:
                        for promote in self._promotions(piece, square, target, player):
                            yield Move(square, target, promote)
                    if other != NOBODY:
                        break

    def _promotions(self, piece: str, origin: int, target: int, player: int) -> tuple[bool, ...]:
        """Whether a piece may stay as it is, and whether it may promote."""
        if PROMOTED + piece.upper() not in self.kinds:
            return (False,)
        if not self.rays[piece][target]:
            return (True,)  # It could never move again.
        if self._own_rank(origin, player) < self.zone or self._own_rank(target, player) < self.zone:
            return (False, True)
        return (False,)

    def _droppable(self, letter: str, square: int, player: int) -> bool:
        """Whether a piece on this square could move again."""
        return bool(self.rays[self._piece(letter, player)][square])

    def _file_is_full(self, board: Sequence[str], square: int, player: int) -> bool:
        """Whether no further pawn may be dropped on the file of a square."""
        file = board[square % self.columns :: self.columns]
        return bool(self.pawn) and file.count(self._piece(self.pawn, player)) >= self.pawn_limit

    def _board_after(self, s: Position, m: Move) -> list[str]:
        """The board after a move."""
        board = list(s.board)
        if m.drop:
            board[m.target] = self._piece(m.drop, s.player)
            return board
        piece = board[m.origin]
        board[m.origin] = EMPTY
        board[m.target] = PROMOTED + piece if m.promote else piece
        return board

    def _legal(self, s: Position) -> Iterator[Move]:
        """All turns after which the own royal piece is not attacked; a pawn dropped for mate is none."""
        royal = self._royal_square(s.board, s.player)
        in_check = self._attacked(s.board, royal, 1 - s.player)
        # Without a check, only the royal piece itself and pieces in line with it can expose it.
        exposing = self.lines[royal] | {royal}
        for move in self._board_moves(s):
            safe = not in_check and move.origin not in exposing
            if safe or not self._in_check(self._board_after(s, move), s.player):
                yield move
        letters = [letter for letter, count in zip(self.hand_order, s.hands[s.player], strict=True) if count]
        if not letters:
            return
        for target, piece in enumerate(s.board):
            if piece != EMPTY:
                continue
            # A drop exposes nothing, and any piece blocks as well as any other.
            if in_check and self._in_check(self._board_after(s, Move(NO_SQUARE, target, drop=letters[0])), s.player):
                continue
            for letter in letters:
                if not self._droppable(letter, target, s.player):
                    continue
                drop = Move(NO_SQUARE, target, drop=letter)
                if letter == self.pawn and (
                    self._file_is_full(s.board, target, s.player) or self._is_pawn_drop_mate(s, drop)
                ):
                    continue
                yield drop

    def _is_pawn_drop_mate(self, s: Position, drop: Move) -> bool:
        """Whether a pawn drop gives a check to which there is no legal reply."""
        other = 1 - s.player
        # A pawn attacks one square, so that is where the royal piece must be.
        if self._piece(self.royal, other) != s.board[self.rays[self._piece(drop.drop, s.player)][drop.target][0][0]]:
            return False
        return next(self._legal(self.play(s, drop)), None) is None

    def moves(self, s: Position) -> list[Move]:
        """All legal turns."""
        return list(self._legal(s))

    def current_player(self, s: Position) -> int:
        """The side to move, unless it has no legal move."""
        return OVER if next(self._legal(s), None) is None else s.player

    def play(self, s: Position, m: Move) -> Position:
        """The position after a legal turn; a captured piece joins the hand unpromoted."""
        hands = list(s.hands)
        if m.drop:
            hands[s.player] = self._hand_with(hands[s.player], m.drop, -1)
        elif s.board[m.target] != EMPTY:
            hands[s.player] = self._hand_with(hands[s.player], s.board[m.target][-1].upper(), 1)
        return Position(
            tuple(self._board_after(s, m)), 1 - s.player, (hands[SENTE], hands[GOTE]), min(s.number + 1, MAX_NUMBER)
        )

    def _hand_with(self, hand: tuple[int, ...], letter: str, more: int) -> tuple[int, ...]:
        index = self.hand_order.index(letter)
        return (*hand[:index], hand[index] + more, *hand[index + 1 :])

    # End

    def result(self, s: Position) -> Result:
        """(2) Whoever has no legal move loses, in check or not."""
        return win(1 - s.player, "no legal move")

    def repetition_limit(self) -> int:
        """(3) The option. Perpetual check is a draw like every repetition."""
        return self.repetition

    def key(self, s: Position) -> Hashable:
        """Board, both hands and side to move."""
        return s._replace(number=0)

    def ply_limit(self) -> int:
        """Nothing else ends a game in which both play on for ever."""
        return 2000

    # Notation

    def text(self, s: Position) -> str:
        """The SFEN."""
        return f"{write_rows(self._rows(s), EMPTY)} {'bw'[s.player]} {self._hands_text(s)} {s.number}"

    def _rows(self, s: Position) -> list[Sequence[str]]:
        return [s.board[start : start + self.columns] for start in range(0, len(s.board), self.columns)]

    def _hands_text(self, s: Position) -> str:
        """Sente's hand, then Gote's; the count before a letter if it is more than one."""
        text = ""
        for player in (SENTE, GOTE):
            for letter, count in zip(self.hand_order, s.hands[player], strict=True):
                if count:
                    text += (str(count) if count > 1 else "") + self._piece(letter, player)
        return text or "-"

    def move_text(self, s: Position, m: Move) -> str:
        """USI."""
        if m.drop:
            return f"{m.drop}*{self.names[m.target]}"
        return self.names[m.origin] + self.names[m.target] + (PROMOTED if m.promote else "")

    def parse(self, text: str) -> Position:
        """An SFEN; positions that are merely unreachable are read."""
        rows, side, hands_text, number_text = read_fields(text, ("board", "side to move", "hands", "move number"))
        board = tuple(cell for row in read_cells(rows, self.ranks, self.columns, [*self.rays], EMPTY) for cell in row)
        for player, name in ((SENTE, "Sente"), (GOTE, "Gote")):
            royals = board.count(self._piece(self.royal, player))
            if royals != 1:
                raise TextError(f"{name} must have exactly one {self.royal}, found {royals}")
        for square, piece in enumerate(board):
            if piece != EMPTY and not self._may_stand(piece, square):
                raise TextError(f"{piece} on {self.names[square]} could never have got there: it could not move again")
        if side not in ("b", "w"):
            raise TextError(f"the side to move must be b or w, not {quote(side)}")
        player = "bw".index(side)
        hands = self._read_hands(hands_text)
        # A count in hand must stay one that can be read, whatever is captured.
        for letter, sente, gote in zip(self.hand_order, *hands, strict=True):
            on_board = sum(piece.strip(PROMOTED).upper() == letter for piece in board)
            if on_board and on_board + sente + gote > MOST_OF_A_KIND:
                raise TextError(f"more than {MOST_OF_A_KIND} pieces {letter} on the board and in the hands")
        number = read_number(number_text, "the move number", 1, MAX_NUMBER)
        if self._in_check(board, 1 - player):
            raise TextError(f"the side not to move ({'bw'[1 - player]}) is in check")
        return Position(board, player, hands, number)

    def _may_stand(self, piece: str, square: int) -> bool:
        """Whether a move or drop may leave a piece on a square."""
        return bool(self.rays[piece][square])

    def _read_hands(self, field: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Letters in any order, each at most once, with the count (2 to 99) before it if it is more than one."""
        counts = {self._piece(letter, player): 0 for player in (SENTE, GOTE) for letter in self.hand_order}
        if field != "-":
            digits = ""
            # All letters with two digits each are fewer characters; a long text must fail quickly.
            for char in field[: 3 * len(counts) + 1]:
                if "0" <= char <= "9":
                    digits += char
                    continue
                if char not in counts:
                    raise TextError(f"unexpected {quote(char)} in the hands {quote(field)}")
                if counts[char]:
                    raise TextError(f"{char} more than once in the hands {quote(field)}")
                if digits and (not is_number(digits) or len(digits) > 2 or int(digits) < 2):
                    raise TextError(f"the count {quote(digits)} of {char} in the hands {quote(field)}")
                counts[char] = int(digits or 1)
                digits = ""
            if digits or len(field) > 3 * len(counts):
                raise TextError(f"the hands {quote(field)} do not end with a piece")
        sente, gote = (
            tuple(counts[self._piece(letter, player)] for letter in self.hand_order) for player in (SENTE, GOTE)
        )
        return sente, gote

    def diagram(self, s: Position) -> str:
        """Gote's hand, the board with Sente at the bottom, Sente's hand."""
        board = grid_diagram(
            self._rows(s),
            list("abcdefghi"[: self.ranks]),
            [str(file) for file in range(self.columns, 0, -1)],
        )
        empty = ((0,) * len(self.hand_order),)
        gote = self._hands_text(s._replace(hands=(*empty, s.hands[GOTE])))
        sente = self._hands_text(s._replace(hands=(s.hands[SENTE], *empty)))
        return f"{gote}\n{board}\n{sente}"
