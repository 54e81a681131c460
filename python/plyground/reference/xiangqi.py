"""XiangQi, from docs/rules/xiangqi.md."""

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

FILES, RANKS = 9, 10
RED, BLACK = 0, 1

EMPTY = "."
PIECES = ("KABNRCP", "kabnrcp")
"""General, advisor, elephant, horse, chariot, cannon, soldier of Red and of Black."""

GENERALS = ("K", "k")
NAMES_OF_SIDES = ("Red", "Black")
ATTACKERS = frozenset("RNCPrncp")
"""If neither side has one of these, nobody can win."""

SETUP = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
OTHER_LETTERS = str.maketrans("EHeh", "BNbn")
"""What is also read: E for an elephant and H for a horse."""

MAX_COUNTER = 2**31 - 1
"""The largest counter that a FEN may hold. No game gets there; the bound keeps absurd texts out."""

Step = tuple[int, int]
"""Files to the right, ranks up."""

ORTHOGONAL: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))


class Position(NamedTuple):
    """What a FEN holds.

    Attributes:
        board: the points a1, b1, ..., i1, then the second rank, and so on; Red's pieces are capitals.
        player: who is to move.
        quiet: plies since the last capture.
        number: the number of the move, starting at 1 and increased after Black's moves.
    """

    board: str
    player: int
    quiet: int
    number: int


class Move(NamedTuple):
    """From and to."""

    origin: int
    target: int


# Board

POINTS = range(FILES * RANKS)
POINT_NAMES = tuple(f"{column_name(point % FILES)}{point // FILES + 1}" for point in POINTS)


def _beside(point: int, steps: Iterable[Step]) -> list[int]:
    """The points on the board that are one of these steps away."""
    rank, file = divmod(point, FILES)
    return [
        (rank + up) * FILES + file + right
        for right, up in steps
        if 0 <= file + right < FILES and 0 <= rank + up < RANKS
    ]


def _ray(point: int, step: Step) -> tuple[int, ...]:
    """The points from one point to the edge in one direction."""
    ray = _beside(point, (step,))
    while ray and (further := _beside(ray[-1], (step,))):
        ray += further
    return tuple(ray)


def _own_rank(point: int, player: int) -> int:
    """The rank as this player counts it, from 0."""
    rank = point // FILES
    return rank if player == RED else RANKS - 1 - rank


def _crossed(point: int, player: int) -> bool:
    """Whether a point is beyond the river."""
    return _own_rank(point, player) >= 5


def _may_stand(piece: str, point: int) -> bool:
    """Whether a piece can stand on a point: general, advisor and elephant have few, a soldier has not come back."""
    player = RED if piece.isupper() else BLACK
    letter = piece.upper()
    file, rank = point % FILES, _own_rank(point, player)
    if letter in "KA":
        # An advisor has the corners and the middle of the palace.
        return 3 <= file <= 5 and rank <= 2 and (letter == "K" or (file + rank) % 2 == 1)
    if letter == "B":
        return file in (2, 6) if rank in (0, 4) else rank == 2 and file in (0, 4, 8)
    return letter != "P" or rank >= 3


# Move: where each piece goes from each point

Targets = tuple[int, ...]
Hops = tuple[tuple[int, int], ...]
"""Targets, each with the point that must be empty: the leg of a horse or the eye of an elephant."""


def _single_steps(piece: str, point: int) -> Targets:
    """The steps of a general, an advisor or a soldier."""
    player = RED if piece.isupper() else BLACK
    letter = piece.upper()
    if letter == "P":
        forward = (0, 1 if player == RED else -1)
        sideways = ((1, 0), (-1, 0)) if _crossed(point, player) else ()
        return tuple(_beside(point, (forward, *sideways)))
    steps = ORTHOGONAL if letter == "K" else DIAGONAL
    return tuple(target for target in _beside(point, steps) if _may_stand(piece, target))


def _elephant_hops(piece: str, point: int) -> Hops:
    """Two steps along a diagonal; the eye is the point between."""
    return tuple(
        (target, eye)
        for right, up in DIAGONAL
        for eye in _beside(point, ((right, up),))
        for target in _beside(eye, ((right, up),))
        if _may_stand(piece, target)
    )


def _horse_hops(point: int) -> Hops:
    """One step orthogonally, onto the leg, then one diagonally outward."""
    return tuple(
        (target, leg)
        for right, up in ORTHOGONAL
        for leg in _beside(point, ((right, up),))
        for outward in DIAGONAL
        if right == outward[0] or up == outward[1]
        for target in _beside(leg, (outward,))
    )


RAYS = tuple(tuple(ray for step in ORTHOGONAL if (ray := _ray(point, step))) for point in POINTS)
STEPS = {piece: tuple(_single_steps(piece, point) for point in POINTS) for piece in "KAPkap"}
HOPS = {piece: tuple(_elephant_hops(piece, point) for point in POINTS) for piece in "Bb"}
HOPS["N"] = HOPS["n"] = tuple(_horse_hops(point) for point in POINTS)

HORSES_AT = tuple(
    tuple((origin, leg) for origin in POINTS for target, leg in HOPS["N"][origin] if target == point)
    for point in POINTS
)
"""From where horses attack a point, each with the leg, which is next to the horse."""

SOLDIERS_AT = {
    soldier: tuple(tuple(origin for origin in POINTS if point in STEPS[soldier][origin]) for point in POINTS)
    for soldier in "Pp"
}
"""From where soldiers attack a point."""


def _in_check(board: str, player: int) -> bool:
    """Whether the general of a player can be captured, or faces the other one.

    Advisors and elephants never get near the other general, and a general attacks it along its open file only.
    """
    general = board.index(GENERALS[player])
    other_general, _, _, horse, chariot, cannon, soldier = tuple(PIECES[1 - player])
    for ray in RAYS[general]:
        screens = 0
        for point in ray:
            piece = board[point]
            if piece == EMPTY:
                continue
            if screens == 0 and piece in (chariot, other_general):
                return True
            if screens == 1:
                if piece == cannon:
                    return True
                break
            screens = 1
    if any(board[origin] == horse and board[leg] == EMPTY for origin, leg in HORSES_AT[general]):
        return True
    return any(board[origin] == soldier for origin in SOLDIERS_AT[soldier][general])


def _board_after(board: str, m: Move) -> str:
    lifted = board[: m.origin] + EMPTY + board[m.origin + 1 :]
    return lifted[: m.target] + board[m.origin] + lifted[m.target + 1 :]


class Xiangqi(Rules[Position, Move]):
    """Chinese chess."""

    id = "xiangqi"
    title = "XiangQi"
    page = "xiangqi"
    options_spec: ClassVar[dict[str, Option]] = {
        "repetition": Option(3, (3, 0), "How often a position must occur to end the game; 0: repetition never does."),
        "perpetual": Option("loss", ("loss", "draw"), "What a repetition is for the only side that always gave check."),
        "quiet_limit": Option(120, (120, 0), "Plies without a capture that make a draw; 0: no limit."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Take the options."""
        super().__init__(options)
        self.repetition = int(options["repetition"])
        self.perpetual = str(options["perpetual"])
        self.quiet_limit = int(options["quiet_limit"])

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The array of the page."""
        return self.parse(SETUP)

    # Move

    def _pseudo_legal(self, s: Position) -> Iterator[Move]:
        """All moves, whether or not they leave the own general attacked. A general is never captured."""
        board = s.board
        own = PIECES[s.player]
        barred = own + GENERALS[1 - s.player]
        for origin, piece in enumerate(board):
            if piece not in own:
                continue
            if piece in STEPS:
                for target in STEPS[piece][origin]:
                    if board[target] not in barred:
                        yield Move(origin, target)
            elif piece in HOPS:
                for target, between in HOPS[piece][origin]:
                    if board[between] == EMPTY and board[target] not in barred:
                        yield Move(origin, target)
            else:
                cannon = piece in "Cc"
                for ray in RAYS[origin]:
                    for target in self._cannon_targets(board, ray) if cannon else self._chariot_targets(board, ray):
                        if board[target] not in barred:
                            yield Move(origin, target)

    @staticmethod
    def _chariot_targets(board: str, ray: Targets) -> Iterator[int]:
        """The empty points and the first piece met."""
        for point in ray:
            yield point
            if board[point] != EMPTY:
                return

    @staticmethod
    def _cannon_targets(board: str, ray: Targets) -> Iterator[int]:
        """The empty points before the first piece met, the screen, and then the second piece met."""
        screen = False
        for point in ray:
            if board[point] == EMPTY:
                if not screen:
                    yield point
            elif screen:
                yield point
                return
            else:
                screen = True

    def _legal(self, s: Position) -> Iterator[Move]:
        """The moves after which the own general is neither capturable nor facing the other."""
        for move in self._pseudo_legal(s):
            if not _in_check(_board_after(s.board, move), s.player):
                yield move

    def moves(self, s: Position) -> list[Move]:
        """All legal moves."""
        return list(self._legal(s))

    def current_player(self, s: Position) -> int:
        """The side to move, unless it has no legal move."""
        return OVER if next(self._legal(s), None) is None else s.player

    def play(self, s: Position, m: Move) -> Position:
        """The position after a legal move."""
        return Position(
            board=_board_after(s.board, m),
            player=1 - s.player,
            quiet=min(s.quiet + 1, MAX_COUNTER) if s.board[m.target] == EMPTY else 0,
            number=min(s.number + s.player, MAX_COUNTER),
        )

    # End

    def result(self, s: Position) -> Result:
        """(1) No legal move loses, in check or not."""
        return win(1 - s.player, "checkmate" if _in_check(s.board, s.player) else "stalemate")

    def adjudicated(self, s: Position) -> Result | None:
        """(2) and (4). A position that had too little material before was over then, so (3) cannot come between."""
        if ATTACKERS.isdisjoint(s.board):
            return draw("insufficient material")
        if self.quiet_limit and s.quiet >= self.quiet_limit:
            return draw("quiet limit")
        return None

    def repetition_limit(self) -> int:
        """(3) The option."""
        return self.repetition

    def key(self, s: Position) -> Hashable:
        """Placement and side to move."""
        return (s.board, s.player)

    def note(self, s: Position) -> int:
        """Whether the move to this position gave check."""
        return int(_in_check(s.board, s.player))

    def repeated(self, s: Position, entries: Sequence[tuple[Hashable, int]]) -> Result | None:
        """(3) If every move of exactly one side since the first occurrence gave check, that side loses."""
        if self.perpetual == "loss":
            # The moves, the last first: the side that is not to move made the last one.
            gave_check = [note for _, note in entries[:0:-1]]
            always = {1 - s.player: all(gave_check[::2]), s.player: all(gave_check[1::2])}
            if always[RED] != always[BLACK]:
                return win(BLACK if always[RED] else RED, "perpetual check")
        return draw("repetition")

    def ply_limit(self) -> int:
        """The recommendation of the page."""
        return 1000

    # Notation

    def text(self, s: Position) -> str:
        """The FEN."""
        return f"{write_rows(self._rows_from_top(s.board), EMPTY)} {'wb'[s.player]} - - {s.quiet} {s.number}"

    @staticmethod
    def _rows_from_top(board: str) -> list[str]:
        return [board[start : start + FILES] for start in range(len(board) - FILES, -1, -FILES)]

    def move_text(self, s: Position, m: Move) -> str:
        """File and rank of both points."""
        return POINT_NAMES[m.origin] + POINT_NAMES[m.target]

    def parse(self, text: str) -> Position:
        """A FEN. Missing trailing fields are read as `w - - 0 1`; what is merely unreachable is read."""
        names = ("board", "side to move", "first dash", "second dash", "quiet-ply counter", "move number")
        fields = text.split(" ", len(names))
        if len(fields) > len(names):
            raise TextError(f"expected up to 6 fields ({', '.join(names)}) with one space between, found more")
        fields += ["w", "-", "-", "0", "1"][len(fields) - 1 :]
        board = self._read_board(fields[0])
        if fields[1] not in ("w", "b"):
            raise TextError(f"the side to move must be w or b, not {quote(fields[1])}")
        for name, field in zip(names[2:4], fields[2:4], strict=True):
            if field != "-":
                raise TextError(f"the {name} must be -, not {quote(field)}")
        quiet = read_number(fields[4], names[4], 0, MAX_COUNTER)
        number = read_number(fields[5], names[5], 1, MAX_COUNTER)
        return Position(board, "wb".index(fields[1]), quiet, number)

    @staticmethod
    def _read_board(field: str) -> str:
        letters = "".join(PIECES)
        rows = read_rows(field, RANKS, FILES, letters + "EHeh", EMPTY)
        board = "".join(rows[::-1]).translate(OTHER_LETTERS)
        for general, side in zip(GENERALS, NAMES_OF_SIDES, strict=True):
            if board.count(general) != 1:
                raise TextError(f"{side} must have exactly one general, found {board.count(general)}")
        for point, piece in enumerate(board):
            if piece != EMPTY and not _may_stand(piece, point):
                raise TextError(f"{piece} cannot stand on {POINT_NAMES[point]}")
        red, black = (board.index(general) for general in GENERALS)
        if red % FILES == black % FILES and all(board[point] == EMPTY for point in range(red + FILES, black, FILES)):
            raise TextError("the generals face each other, and the side to move could take")
        return board

    def diagram(self, s: Position) -> str:
        """Red at the bottom."""
        return grid_diagram(
            self._rows_from_top(s.board),
            [str(rank) for rank in range(RANKS, 0, -1)],
            [column_name(file) for file in range(FILES)],
        )
