"""Token checkers: docs/rules/token_checkers.md."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from plyground.reference._base import (
    CHANCE,
    OVER,
    Option,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    grid_diagram,
    quote,
    read_fields,
    read_number,
    read_rows,
    win,
    write_rows,
)

# Board: squares along the rows from rank 8, as in the text.

SIZE = 8
FILES = "abcdefgh"
NAMES = tuple(f"{file}{rank}" for rank in range(SIZE, 0, -1) for file in FILES)
SQUARES = {name: square for square, name in enumerate(NAMES)}
CORNERS = (SQUARES["a1"], SQUARES["h8"])
DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0))

EMPTY = "."
TOKENS = "xo"
SUPPLY = 32
DICE = range(1, 7)

ROLL, FIRST, SECOND = 0, 1, 2
STAGES = "r12"
NO_DIE = 0

BLOCKED = -1
"""The move of a player who has no target. Other moves are squares; chance outcomes are numbers of the die."""


class Route(NamedTuple):
    """A way to a target, and the squares strictly between."""

    target: int
    passed: tuple[int, ...]


def _square(row: int, column: int) -> int | None:
    return row * SIZE + column if 0 <= row < SIZE and 0 <= column < SIZE else None


def _walk(start: int, direction: tuple[int, int], steps: int) -> list[int]:
    """The squares entered by so many steps in a straight line, fewer if the edge comes first."""
    row, column = divmod(start, SIZE)
    entered = []
    for _ in range(steps):
        row, column = row + direction[0], column + direction[1]
        square = _square(row, column)
        if square is None:
            break
        entered.append(square)
    return entered


def _straight(start: int, die: int) -> list[Route]:
    """Exactly so many squares in a line."""
    walks = [_walk(start, direction, die) for direction in DIRECTIONS]
    return [Route(walk[-1], tuple(walk[:-1])) for walk in walks if len(walk) == die]


def _bounced(start: int, die: int) -> list[Route]:
    """A straight move that meets the edge too early goes the rest back; not onto the start."""
    routes = []
    for dy, dx in DIRECTIONS:
        walk = _walk(start, (dy, dx), die)
        if len(walk) == die:
            continue
        edge = walk[-1] if walk else start
        walk += _walk(edge, (-dy, -dx), die - len(walk))
        if walk[-1] != start:
            routes.append(Route(walk[-1], tuple(walk[:-1])))
    return routes


def _split(start: int, die: int) -> list[Route]:
    """Two straight legs at a right angle."""
    routes = []
    for length in range(1, die):
        for first in DIRECTIONS:
            leg = _walk(start, first, length)
            if len(leg) < length:
                continue
            for second in DIRECTIONS:
                if (first[0] == 0) == (second[0] == 0):
                    continue
                other = _walk(leg[-1], second, die - length)
                if len(other) == die - length:
                    routes.append(Route(other[-1], (*leg, *other[:-1])))
    return routes


class Position(NamedTuple):
    """A position.

    Attributes:
        board: the token on each square.
        checkers: where the checker of each player stands.
        supply: the tokens that each player has left.
        marks: how often each player was blocked.
        roller: who rolls, or has rolled, in this round.
        stage: ROLL, FIRST (the roller moves), SECOND (the other moves).
        die: what was rolled, NO_DIE before the roll.
    """

    board: str
    checkers: tuple[int, int]
    supply: tuple[int, int]
    marks: tuple[int, int]
    roller: int
    stage: int
    die: int


class TokenCheckers(Rules[Position, int]):
    """Token checkers."""

    id = "token_checkers"
    title = "Token checkers"
    page = "token_checkers"
    options_spec: ClassVar[dict[str, Option]] = {
        "blocks": Option(6, (6, 13), "The marks that lose the game."),
        "cross": Option(True, (True, False), "Whether opposing tokens may be passed."),
        "own_landing": Option(True, (True, False), "Whether a checker may land on a token of its own."),
        "split": Option(False, (False, True), "Whether a move may be two legs at a right angle."),
        "bounce": Option(False, (False, True), "Whether a straight move bounces off the edge."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """List the routes from every square for every number of the die."""
        super().__init__(options)
        self.blocks = int(options["blocks"])
        self.cross = bool(options["cross"])
        self.own_landing = bool(options["own_landing"])
        self._routes = {
            die: [
                _straight(square, die)
                + (_bounced(square, die) if options["bounce"] else [])
                + (_split(square, die) if options["split"] else [])
                for square in range(SIZE * SIZE)
            ]
            for die in DICE
        }

    # Setup

    def initial(self, rng: Rng) -> Position:
        """A checker in its owner's corner, no tokens, no marks."""
        return Position(EMPTY * SIZE * SIZE, CORNERS, (SUPPLY, SUPPLY), (0, 0), 0, ROLL, NO_DIE)

    def _mover(self, s: Position) -> int:
        return s.roller if s.stage == FIRST else 1 - s.roller

    def current_player(self, s: Position) -> int:
        """Chance rolls; then the roller moves; then the other."""
        if self.blocks in s.marks:
            return OVER
        return CHANCE if s.stage == ROLL else self._mover(s)

    # Move

    def moves(self, s: Position) -> list[int]:
        """The numbers of the die, or the targets; `blocked` if there are none."""
        if self.blocks in s.marks:
            return []
        if s.stage == ROLL:
            return list(DICE)
        return self._targets(s) or [BLOCKED]

    def _targets(self, s: Position) -> list[int]:
        """Every square to which a legal route leads, once."""
        mover = self._mover(s)
        opponent_token = TOKENS[1 - mover]
        barred = opponent_token if self.own_landing else TOKENS
        other = s.checkers[1 - mover]
        board = s.board
        found: list[int] = []
        for target, passed in self._routes[s.die][s.checkers[mover]]:
            if target == other or board[target] in barred or target in found:
                continue
            if not self.cross and any(board[square] == opponent_token for square in passed):
                continue
            found.append(target)
        return found

    def play(self, s: Position, m: int) -> Position:
        """Roll; or move and place a token; or take a mark."""
        if s.stage == ROLL:
            return s._replace(stage=FIRST, die=m)
        mover = self._mover(s)
        board, checkers, supply, marks = s.board, s.checkers, s.supply, s.marks
        if m == BLOCKED:
            marks = _with(marks, mover, marks[mover] + 1)
        else:
            checkers = _with(checkers, mover, m)
            if board[m] == EMPTY and supply[mover] > 0:
                board = board[:m] + TOKENS[mover] + board[m + 1 :]
                supply = _with(supply, mover, supply[mover] - 1)
        if s.stage == FIRST:
            return Position(board, checkers, supply, marks, s.roller, SECOND, s.die)
        return Position(board, checkers, supply, marks, 1 - s.roller, ROLL, NO_DIE)

    # End

    def result(self, s: Position) -> Result:
        """The player with the last mark has lost."""
        return win(1 - s.marks.index(self.blocks), "blocked")

    def ply_limit(self) -> int | None:
        """The limit of the page."""
        return 4000

    # Notation

    def move_text(self, s: Position, m: int) -> str:
        """`3` (the die), `a4`, `blocked`."""
        if s.stage == ROLL:
            return str(m)
        return "blocked" if m == BLOCKED else NAMES[m]

    def text(self, s: Position) -> str:
        """The board, checkers, supplies, marks, roller, stage, die."""
        board = write_rows(_rows(s.board))
        checkers = ",".join(NAMES[square] for square in s.checkers)
        die = "-" if s.die == NO_DIE else str(s.die)
        return (
            f"{board} {checkers} {s.supply[0]},{s.supply[1]} {s.marks[0]},{s.marks[1]} "
            f"{s.roller} {STAGES[s.stage]} {die}"
        )

    def parse(self, text: str) -> Position:
        """No more than 32 tokens of a colour, checkers on different squares, none on an opposing token."""
        board_text, checkers_text, supply_text, marks_text, roller_text, stage_text, die_text = read_fields(
            text, ("board", "checkers", "supplies", "marks", "roller", "stage", "die")
        )
        board = "".join(read_rows(board_text, SIZE, SIZE, TOKENS))
        supply = _read_pair(supply_text, "supply", SUPPLY)
        marks = _read_pair(marks_text, "number of marks", self.blocks)
        checkers = self._read_checkers(checkers_text, board)
        for player, token in enumerate(TOKENS):
            if board.count(token) + supply[player] > SUPPLY:
                raise TextError(f"player {player} has more than {SUPPLY} tokens on the board and in supply")
        roller = read_number(roller_text, "the roller", 0, 1)
        if stage_text not in ("r", "1", "2"):
            raise TextError(f"the stage must be r, 1 or 2, not {quote(stage_text)}")
        stage = STAGES.index(stage_text)
        if stage != ROLL:
            die = read_number(die_text, "the die", DICE[0], DICE[-1])
        elif die_text == "-":
            die = NO_DIE
        else:
            raise TextError(f"nothing is rolled yet: the die must be -, not {quote(die_text)}")
        if self.blocks in marks:
            # The last mark was made by the player who has just moved: the roller, or the second, who rolls next.
            if marks[0] == marks[1]:
                raise TextError("both players have lost")
            if stage == FIRST or marks[roller] != self.blocks:
                raise TextError("the game ended before this turn: the last mark was not made by who has just moved")
        return Position(board, checkers, supply, marks, roller, stage, die)

    @staticmethod
    def _read_checkers(text: str, board: str) -> tuple[int, int]:
        names = text.split(",", 2)
        if len(names) != 2:
            raise TextError(f"the checkers must be two squares with a comma between, not {quote(text)}")
        for player, name in enumerate(names):
            if name not in SQUARES:
                raise TextError(f"the checker of player {player}: {quote(name)} is no square")
            if board[SQUARES[name]] == TOKENS[1 - player]:
                raise TextError(f"the checker of player {player} is on an opposing token on {name}")
        if names[0] == names[1]:
            raise TextError(f"both checkers are on {names[0]}")
        return SQUARES[names[0]], SQUARES[names[1]]

    def diagram(self, s: Position) -> str:
        """Rank 8 on top; tokens x and o, the checkers X and O."""
        board = s.board
        for checker, square in zip(TOKENS.upper(), s.checkers, strict=True):
            board = board[:square] + checker + board[square + 1 :]
        return grid_diagram(_rows(board), [str(rank) for rank in range(SIZE, 0, -1)], FILES)


def _rows(board: str) -> list[str]:
    return [board[first : first + SIZE] for first in range(0, SIZE * SIZE, SIZE)]


def _with(pair: tuple[int, int], player: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if player == 0 else (pair[0], value)


def _read_pair(text: str, what: str, most: int) -> tuple[int, int]:
    parts = text.split(",", 2)
    if len(parts) != 2:
        raise TextError(f"there must be two numbers with a comma between, a {what} a player, not {quote(text)}")
    first, second = (read_number(part, f"the {what} of player {player}", 0, most) for player, part in enumerate(parts))
    return first, second
