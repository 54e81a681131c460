"""The draughts family, from docs/rules/draughts.md: what its members share.

A member is a subclass that describes its board, its set-up and the directions and reach of its pieces.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
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
    draw,
    quote,
    read_number,
    win,
)

EMPTY = "."
MEN = "wb"
KINGS = "WB"
"""A piece is a letter of its colour, a king the capital."""

COLOURS = {"w": "White", "b": "Black"}

Step = tuple[int, int]
"""Rows forward, columns to the right."""

FORWARD_DIAGONALS: tuple[Step, ...] = ((1, -1), (1, 1))
DIAGONALS: tuple[Step, ...] = (*FORWARD_DIAGONALS, (-1, 1), (-1, -1))
ORTHOGONALS: tuple[Step, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))

Rays = list[tuple[tuple[int, ...], ...]]
"""For each square the rays that start beside it, each as far as the piece can see."""


def draughts_options(quiet_limit: int) -> dict[str, Option]:
    """The options of every member; the limit of quiet plies differs."""
    return {
        "repetition": Option(3, (3, 0), "How often a position must occur for a draw; 0: repetition never ends a game."),
        "quiet_limit": Option(
            quiet_limit,
            (quiet_limit, 0),
            "Plies without a capture and without a man move that make a draw; 0: no limit.",
        ),
    }


class Position(NamedTuple):
    """The board, who is to move, and the plies in a row without a capture and without a man move."""

    board: str
    player: int
    quiet: int = 0


class Move(NamedTuple):
    """From, to, and the captured squares, ascending. Different routes with the same three are one move."""

    origin: int
    target: int
    captured: tuple[int, ...] = ()


class Draughts(Rules[Position, Move]):
    """A game of the draughts family."""

    page = "draughts"

    size: ClassVar[int]
    """Squares along a side of the board."""
    colours: ClassVar[str]
    """The colour of player 0, then that of player 1."""
    pieces_each: ClassVar[int]
    """With how many men each side starts."""

    man_steps: ClassVar[tuple[Step, ...]]
    man_jumps: ClassVar[tuple[Step, ...]]
    king_steps: ClassVar[tuple[Step, ...]]
    king_jumps: ClassVar[tuple[Step, ...]]
    flying: ClassVar[bool] = True
    """Whether kings move and jump over any distance."""
    linear: ClassVar[bool] = False
    """Whether a man moves along a line of own men to the first square beyond."""
    maximum: bool = False
    """Whether only the captures of the greatest number of pieces are legal."""

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the board: what each piece sees from each square."""
        super().__init__(options)
        self.repetition = int(options["repetition"])
        self.quiet_limit = int(options["quiet_limit"])

        self.places = self._places()
        self.at = {place: square for square, place in enumerate(self.places)}
        self.names = self._names()
        self.squares = {name: square for square, name in enumerate(self.names)}
        far = self.size - 1
        self.crowning_row = {"w": 0, "b": far}

        self.step_rays: dict[str, Rays] = {}
        self.jump_rays: dict[str, Rays] = {}
        for man, king in zip(MEN, KINGS, strict=True):
            self.step_rays[man] = self._rays(man, self.man_steps, far if self.linear else 1)
            self.step_rays[king] = self._rays(man, self.king_steps, far if self.flying else 1)
            self.jump_rays[man] = self._rays(man, self.man_jumps, 2)
            self.jump_rays[king] = self._rays(man, self.king_jumps, far if self.flying else 2)

    # Board

    @abstractmethod
    def _places(self) -> list[tuple[int, int]]:
        """Row, from the top, and column of each square, in the order in which captured squares are written."""

    @abstractmethod
    def _names(self) -> list[str]:
        """The names of the squares."""

    def _rays(self, colour: str, steps: Iterable[Step], reach: int) -> Rays:
        """The rays of all squares. White moves up, Black down."""
        down = -1 if colour == "w" else 1
        rays = []
        for row, column in self.places:
            found = []
            for forward, right in steps:
                ray: list[int] = []
                for distance in range(1, reach + 1):
                    square = self.at.get((row + down * forward * distance, column + right * distance))
                    if square is None:
                        break
                    ray.append(square)
                if ray:
                    found.append(tuple(ray))
            rays.append(tuple(found))
        return rays

    # Captures

    def _jumps(self, board: str, piece: str, square: int, captured: frozenset[int]) -> Iterator[tuple[int, int]]:
        """The jumps of a piece that stands on a square and has been lifted off the board.

        Each is the square jumped and the landing square. What was jumped before is still there: it blocks.
        """
        enemies = "bB" if piece in "wW" else "wW"
        for ray in self.jump_rays[piece][square]:
            over = -1
            # A man, or a short king, sees two squares: an enemy on the first and a landing square on the second.
            for target in ray:
                if board[target] == EMPTY:
                    if over >= 0:
                        yield over, target
                elif over < 0 and board[target] in enemies and target not in captured:
                    over = target
                else:
                    break

    def _capturing(self, s: Position) -> Iterator[int]:
        """The squares of the pieces that can capture."""
        own = self._own(s)
        for square, piece in enumerate(s.board):
            if piece in own and any(True for _ in self._jumps(s.board, piece, square, frozenset())):
                yield square

    def _chains(self, board: str, origin: int) -> Iterator[Move]:
        """The complete chains of one piece: none ends where the piece, from where it stands, can jump again.

        How a chain can go on depends on the square and on what has been captured, not on the route. A man stays a man
        until the end: where jumps onto the far row end the turn, a man could not go on from there anyway.
        """
        piece = board[origin]
        board = board[:origin] + EMPTY + board[origin + 1 :]
        start: tuple[int, frozenset[int]] = (origin, frozenset())
        seen = {start}
        waiting = [start]
        while waiting:
            square, captured = waiting.pop()
            complete = True
            for over, landing in self._jumps(board, piece, square, captured):
                complete = False
                further = (landing, captured | {over})
                if further not in seen:
                    seen.add(further)
                    waiting.append(further)
            if complete and captured:
                yield Move(origin, square, tuple(sorted(captured)))

    def _captures(self, s: Position) -> list[Move]:
        captures = [move for origin in self._capturing(s) for move in self._chains(s.board, origin)]
        if self.maximum and captures:
            most = max(len(move.captured) for move in captures)
            captures = [move for move in captures if len(move.captured) == most]
        return captures

    # Quiet moves

    def _own(self, s: Position) -> str:
        """The pieces of the side to move: man and king."""
        man = self.colours[s.player]
        return man + man.upper()

    def _quiet_moves(self, s: Position) -> Iterator[Move]:
        board = s.board
        man = self.colours[s.player]
        king = man.upper()
        for origin, piece in enumerate(board):
            if piece == man:
                for ray in self.step_rays[man][origin]:
                    for target in ray:
                        if board[target] == EMPTY:
                            yield Move(origin, target)
                        # A linear move goes on over own men, and only over them.
                        if board[target] != man:
                            break
            elif piece == king:
                for ray in self.step_rays[king][origin]:
                    for target in ray:
                        if board[target] != EMPTY:
                            break
                        yield Move(origin, target)

    # Move

    def moves(self, s: Position) -> list[Move]:
        """Capturing is compulsory."""
        return self._captures(s) or list(self._quiet_moves(s))

    def current_player(self, s: Position) -> int:
        """The side to move, unless it has no legal move."""
        if next(self._capturing(s), None) is not None or next(self._quiet_moves(s), None) is not None:
            return s.player
        return OVER

    def play(self, s: Position, m: Move) -> Position:
        """Jumped pieces leave the board at the end of the turn; a man that ends it on the far row is crowned."""
        board = list(s.board)
        piece = board[m.origin]
        board[m.origin] = EMPTY
        for square in m.captured:
            board[square] = EMPTY
        man = piece in MEN
        crowned = man and self.places[m.target][0] == self.crowning_row[piece]
        board[m.target] = piece.upper() if crowned else piece
        return Position("".join(board), 1 - s.player, 0 if man or m.captured else s.quiet + 1)

    # End

    def result(self, s: Position) -> Result:
        """(1) Without a legal move the player to move loses."""
        return win(1 - s.player, "no move")

    def repetition_limit(self) -> int:
        """(2) The option."""
        return self.repetition

    def key(self, s: Position) -> Hashable:
        """Placement and side."""
        return (s.board, s.player)

    def identity(self, s: Position) -> Hashable:
        """The text carries no counter."""
        return (s.board, s.player)

    def adjudicated(self, s: Position) -> Result | None:
        """(3) The quiet limit."""
        return draw("quiet limit") if self.quiet_limit and s.quiet >= self.quiet_limit else None

    def ply_limit(self) -> int:
        """The recommendation of the page."""
        return 1000

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """`11-15`, or `10x3x7`: from, to, and each captured square."""
        squares = [self.names[square] for square in (m.origin, m.target, *m.captured)]
        return ("x" if m.captured else "-").join(squares)

    def read_move(self, s: Position, text: str) -> Move:
        """A move as it is written; a capture also as from and to, or as its path, if that fits exactly one."""
        moves = self.moves(s)
        for move in moves:
            if self.move_text(s, move) == text:
                return move
        separator = "x" if "x" in text else "-"
        # No capture has more squares than a side has pieces, and two.
        names = text.split(separator, self.pieces_each + 2)
        squares = [self.squares.get(name, -1) for name in names]
        if len(squares) < 2 or -1 in squares:
            raise IllegalMove(f"{quote(text)} is not a move: two squares with -, or two and more with x")
        if separator == "-":
            capture = ": a capture is compulsory" if moves and moves[0].captured else ""
            raise IllegalMove(f"no legal move {quote(text)}{capture}")
        fitting = {move for move in moves if move.captured and [move.origin, move.target] == squares}
        along = self._along(s, squares)
        if along in moves:
            fitting.add(along)
        if len(fitting) != 1:
            problem = f"{len(fitting)} captures fit" if fitting else "no legal capture fits"
            raise IllegalMove(f"{problem} {quote(text)}")
        return fitting.pop()

    def _along(self, s: Position, path: Sequence[int]) -> Move:
        """The capture, complete or not, that lands on the squares of a path; one without captures if there is none."""
        origin = path[0]
        piece = s.board[origin]
        nothing = Move(origin, origin)
        if piece not in self._own(s):
            return nothing
        board = s.board[:origin] + EMPTY + s.board[origin + 1 :]
        captured: frozenset[int] = frozenset()
        for square, target in pairwise(path):
            jumps = {landing: over for over, landing in self._jumps(board, piece, square, captured)}
            if target not in jumps:
                return nothing
            captured |= {jumps[target]}
        return Move(origin, path[-1], tuple(sorted(captured)))

    def _check(self, board: str) -> str:
        """The board of a position text, if it can be one."""
        for square, piece in enumerate(board):
            if piece in MEN and self.places[square][0] == self.crowning_row[piece]:
                raise TextError(f"a man of {COLOURS[piece]} cannot stand on {self.names[square]}, where it is crowned")
        for colour, side in COLOURS.items():
            pieces = board.count(colour) + board.count(colour.upper())
            if pieces > self.pieces_each:
                raise TextError(f"{side} has {pieces} pieces, more than {self.pieces_each}")
        return board


class NumberedDraughts(Draughts):
    """A member on the dark squares, which are numbered row by row from the top, with positions in PDN."""

    start_text: ClassVar[str]

    # Board

    def _places(self) -> list[tuple[int, int]]:
        return [(row, 2 * i + (1 if row % 2 == 0 else 0)) for row in range(self.size) for i in range(self.size // 2)]

    def _names(self) -> list[str]:
        return [str(square + 1) for square in range(len(self.places))]

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The array of the page."""
        return self.parse(self.start_text)

    # Notation

    def text(self, s: Position) -> str:
        """The PDN FEN: the side to move, White's pieces, Black's pieces."""
        lists = [
            ",".join(
                ("K" if piece in KINGS else "") + self.names[square]
                for square, piece in enumerate(s.board)
                if piece.lower() == colour
            )
            for colour in COLOURS
        ]
        return f"{self.colours[s.player].upper()}:W{lists[0]}:B{lists[1]}"

    def parse(self, text: str) -> Position:
        """A PDN FEN, with the lists in either order and with ranges, as PDN has them: `31-50`, `K1-3`."""
        fields = text.split(":", 3)
        if len(fields) != 3:
            found = str(len(fields)) if len(fields) < 3 else "more"
            raise TextError(f"expected side to move and two lists of squares with : between, found {found} parts")
        if fields[0] not in ("W", "B"):
            raise TextError(f"the side to move must be W or B, not {quote(fields[0])}")
        if sorted(field[:1] for field in fields[1:]) != ["B", "W"]:
            raise TextError("one list of squares must begin with W, the other with B")
        board = [EMPTY] * len(self.places)
        for field in fields[1:]:
            man = field[0].lower()
            # Each item takes a square, so a longer list fails before its end.
            for item in field[1:].split(",", len(board) + 1) if len(field) > 1 else ():
                piece = man.upper() if item.startswith("K") else man
                for square in self._read_range(item.removeprefix("K")):
                    if board[square] != EMPTY:
                        raise TextError(f"two pieces on {self.names[square]}")
                    board[square] = piece
        return Position(self._check("".join(board)), self.colours.index(fields[0].lower()))

    def _read_range(self, text: str) -> range:
        """The squares `5` or `5-8`."""
        first, dash, last = text.partition("-")
        low = read_number(first, "a square", 1, len(self.places))
        high = read_number(last, "a square", 1, len(self.places)) if dash else low
        if high < low:
            raise TextError(f"a range of squares must ascend, {quote(text)} does not")
        return range(low - 1, high)

    def diagram(self, s: Position) -> str:
        """Row 0 at the top, between the numbers of its first and its last square; only the dark squares have a dot."""
        half = self.size // 2
        lines = []
        for row in range(self.size):
            cells = [" "] * self.size
            for square in range(row * half, (row + 1) * half):
                cells[self.places[square][1]] = s.board[square]
            lines.append(f"{row * half + 1:>2}  {' '.join(cells)}  {(row + 1) * half:>2}")
        return "\n".join(lines)
