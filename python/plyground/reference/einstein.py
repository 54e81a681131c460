"""EinStein wuerfelt nicht!: docs/rules/einstein.md."""

from __future__ import annotations

from itertools import permutations
from typing import ClassVar, NamedTuple, TypeAlias

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
    win,
)

# Board: columns a..e, rows 5 (top) to 1; the index runs along the rows from the top, as in the text.

SIZE = 5
FILES = "abcde"
NAMES = tuple(f"{file}{row}" for row in range(SIZE, 0, -1) for file in FILES)
CELLS = {name: cell for cell, name in enumerate(NAMES)}

EMPTY = "."
HOLE = "*"
HOLE_CELL = CELLS["c3"]
CUBES = ("123456", "ABCDEF")
"""The cubes 1 to 6 of red and of blue, as the board shows them."""

RED, BLUE = 0, 1
CORNERS = (CELLS["a5"], CELLS["e1"])
AREAS = (
    tuple(CELLS[name] for name in ("a5", "b5", "c5", "a4", "b4", "a3")),
    tuple(CELLS[name] for name in ("e1", "d1", "c1", "e2", "d2", "e3")),
)


def _steps(cell: int, direction: int) -> tuple[int, ...]:
    """One square right, down and both (direction 1), or left, up and both (-1), as far as they are on the board."""
    row, column = divmod(cell, SIZE)
    targets = ((row, column + direction), (row + direction, column), (row + direction, column + direction))
    return tuple(r * SIZE + c for r, c in targets if 0 <= r < SIZE and 0 <= c < SIZE)


FORWARD = tuple(tuple(_steps(cell, direction) for cell in range(SIZE * SIZE)) for direction in (1, -1))

NO_DIE = 0
SETUP = -1


class Position(NamedTuple):
    """A position of a match.

    Attributes:
        board: a character a cell.
        to_move: the player who moves, rolls or sets up.
        die: what was rolled; NO_DIE before the roll; SETUP while the cubes are set up.
        points: games won by each player.
        starter: who starts, or started, this game.
    """

    board: str
    to_move: int
    die: int
    points: tuple[int, int]
    starter: int


class Setup(NamedTuple):
    """The cubes of the mover in the order of his area."""

    cubes: str


class Roll(NamedTuple):
    """What the die shows."""

    die: int


class Step(NamedTuple):
    """A cube goes from one cell to another."""

    start: int
    to: int


Move: TypeAlias = Setup | Roll | Step

SETUPS = tuple(Setup("".join(cubes)) for cubes in permutations(CUBES[RED]))
ROLLS = tuple(Roll(die) for die in range(1, 7))


class Einstein(Rules[Position, Move]):
    """EinStein wuerfelt nicht!"""

    id = "einstein"
    title = "EinStein wuerfelt nicht!"
    page = "einstein"
    options_spec: ClassVar[dict[str, Option]] = {
        "variant": Option("standard", ("standard", "blackhole", "backwards"), "A hole on c3, or captures backwards."),
        "points": Option(1, (1, 3, 5, 7, 11, 19, 50), "Games to win for the match."),
        "setup": Option("place", ("place", "random"), "Whether the players or chance arrange the cubes."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Prepare the empty board."""
        super().__init__(options)
        self.hole = options["variant"] == "blackhole"
        self.backwards = options["variant"] == "backwards"
        self.points = int(options["points"])
        self.random_setup = options["setup"] == "random"
        self._bare = EMPTY * SIZE**2
        if self.hole:
            self._bare = _with(self._bare, HOLE_CELL, HOLE)

    # Setup

    def initial(self, rng: Rng) -> Position:
        """Player 0 starts the first game; a random set-up is drawn for the player who starts first."""
        s = Position(self._bare, RED, SETUP, (0, 0), RED)
        if self.random_setup:
            for _ in (RED, BLUE):
                cubes = list(CUBES[RED])
                rng.shuffle(cubes)
                s = self.play(s, Setup("".join(cubes)))
        return s

    def current_player(self, s: Position) -> int:
        """The mover; chance rolls, and arranges the cubes if the set-up is random."""
        if self._finished(s):
            return OVER
        if s.die == NO_DIE or (s.die == SETUP and self.random_setup):
            return CHANCE
        return s.to_move

    # Move

    def moves(self, s: Position) -> list[Move]:
        """The 720 set-ups, the six rolls, or the steps of the cubes that the die allows."""
        if self._finished(s):
            return []
        if s.die == SETUP:
            return list(SETUPS)
        if s.die == NO_DIE:
            return list(ROLLS)
        return [Step(start, to) for start in self._movable(s) for to in self._targets(s, start)]

    def _movable(self, s: Position) -> list[int]:
        """Where the cube of the number rolled stands or, if it is missing, the nearest lower and nearest higher one."""
        own = [(number, s.board.find(cube)) for number, cube in enumerate(CUBES[s.to_move], 1)]
        present = [(number, cell) for number, cell in own if cell >= 0]
        exact = [cell for number, cell in present if number == s.die]
        if exact:
            return exact
        lower = [cell for number, cell in present if number < s.die]
        higher = [cell for number, cell in present if number > s.die]
        return lower[-1:] + higher[:1]

    def _targets(self, s: Position, start: int) -> list[int]:
        """One step forward onto any cell; with `backwards` also one step back onto a cube of the opponent."""
        found = list(FORWARD[s.to_move][start])
        if self.backwards:
            opponent = CUBES[1 - s.to_move]
            found += [to for to in FORWARD[1 - s.to_move][start] if s.board[to] in opponent]
        return found

    def play(self, s: Position, m: Move) -> Position:
        """Set up, roll, or step."""
        if isinstance(m, Setup):
            return self._set_up(s, m)
        if isinstance(m, Roll):
            return s._replace(die=m.die)
        # What stands on the target is removed, own cubes included; a cube that steps into the hole is removed itself.
        board = s.board
        if board[m.to] != HOLE:
            board = _with(board, m.to, board[m.start])
        board = _with(board, m.start, EMPTY)
        return self._judge(s, board)

    def _set_up(self, s: Position, m: Setup) -> Position:
        board = s.board
        for cell, digit in zip(AREAS[s.to_move], m.cubes, strict=True):
            board = _with(board, cell, CUBES[s.to_move][int(digit) - 1])
        die = SETUP if s.to_move == s.starter else NO_DIE
        return Position(board, 1 - s.to_move, die, s.points, s.starter)

    # End

    def _judge(self, s: Position, board: str) -> Position:
        """What follows a move: the next roll, the next game, or the end of the match."""
        mover, opponent = s.to_move, 1 - s.to_move
        if board[CORNERS[opponent]] in CUBES[mover] or not _has_cube(board, opponent):
            winner = mover
        elif not _has_cube(board, mover):
            winner = opponent
        else:
            return Position(board, opponent, NO_DIE, s.points, s.starter)
        points = (s.points[0] + (winner == RED), s.points[1] + (winner == BLUE))
        if max(points) == self.points:
            return Position(board, opponent, NO_DIE, points, s.starter)
        starter = 1 - s.starter
        return Position(self._bare, starter, SETUP, points, starter)

    def _finished(self, s: Position) -> bool:
        return max(s.points) == self.points

    def result(self, s: Position) -> Result:
        """The player who reached the points has won the match."""
        return win(s.points.index(self.points), "match won", scores=s.points)

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """`setup 125346`, `roll 4`, `b4c3`."""
        if isinstance(m, Setup):
            return f"setup {m.cubes}"
        if isinstance(m, Roll):
            return f"roll {m.die}"
        return NAMES[m.start] + NAMES[m.to]

    def text(self, s: Position) -> str:
        """Rows 5 to 1, the mover, what is to be done, the points, and who started."""
        die = {SETUP: "s", NO_DIE: "-"}.get(s.die, str(s.die))
        return f"{'/'.join(_rows(s.board))} {s.to_move} {die} {s.points[0]}-{s.points[1]} {s.starter}"

    def parse(self, text: str) -> Position:
        """Read a position."""
        board_text, mover, phase, points_text, starter = read_fields(
            text, ("board", "mover", "phase", "points", "starter")
        )
        board = self._read_board(board_text)
        to_move = read_number(mover, "the player to move", 0, 1)
        die = {"s": SETUP, "-": NO_DIE}.get(phase)
        if die is None:
            die = read_number(phase, "the phase, if neither s nor -,", 1, 6)
        parts = points_text.split("-", 2)
        if len(parts) != 2:
            raise TextError(f"the points must be two numbers with - between, not {quote(points_text)}")
        points = (
            read_number(parts[0], "the points of player 0", 0, self.points),
            read_number(parts[1], "the points of player 1", 0, self.points),
        )
        s = Position(board, to_move, die, points, read_number(starter, "the starter", 0, 1))
        if die == SETUP:
            self._check_setup(s)
        else:
            self._check_game(s)
        return s

    def _read_board(self, text: str) -> str:
        """The cells; every cube once at most, the hole on c3 where the variant has it and nowhere else."""
        rows = text.split("/", SIZE)
        if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
            raise TextError(f"the board must be {SIZE} rows of {SIZE} cells, not {quote(text)}")
        board = "".join(rows)
        for cell, char in enumerate(board):
            if char == EMPTY:
                continue
            if char not in CUBES[RED] + CUBES[BLUE] + HOLE:
                raise TextError(f"{NAMES[cell]}: {quote(char)} is no cube")
            if (char == HOLE) and not (self.hole and cell == HOLE_CELL):
                raise TextError(f"{NAMES[cell]}: there is no hole")
            if board.count(char) > 1:
                raise TextError(f"{NAMES[cell]}: the cube {char} is there twice")
        if self.hole and board[HOLE_CELL] != HOLE:
            raise TextError("c3: the hole * is missing")
        return board

    def _check_setup(self, s: Position) -> None:
        """In phase s the board is empty, or the starter's cubes fill his area and the other is to set up."""
        if self._finished(s):
            raise TextError("the match is over: no cubes are set up")
        board = self._bare
        if s.to_move != s.starter:
            for cell in AREAS[s.starter]:
                if s.board[cell] not in CUBES[s.starter]:
                    raise TextError(f"{NAMES[cell]}: the starter has set up, there must be one of his cubes")
                board = _with(board, cell, s.board[cell])
        if s.board != board:
            raise TextError("in phase s there are no cubes but those of a starter who has set up")

    def _check_game(self, s: Position) -> None:
        """A decided board is the end of a match, won by the player who has reached the points, and the reverse."""
        winners = {
            player
            for player in (RED, BLUE)
            if s.board[CORNERS[1 - player]] in CUBES[player] or not _has_cube(s.board, 1 - player)
        }
        if len(winners) == 2:
            raise TextError("both players have won on this board")
        if self._finished(s):
            if s.points[0] == s.points[1]:
                raise TextError(f"both players have {self.points} points")
            if winners != {s.points.index(self.points)}:
                raise TextError("the match is over, but its winner has not won on this board")
            if s.die != NO_DIE:
                raise TextError("the match is over: the phase must be -")
        elif winners:
            raise TextError(f"player {winners.pop()} has won on this board, but nobody has {self.points} points")

    def diagram(self, s: Position) -> str:
        """Row 5 on top, red's cubes 1 to 6, blue's A to F."""
        return grid_diagram(_rows(s.board), [str(row) for row in range(SIZE, 0, -1)], FILES)


def _with(board: str, cell: int, char: str) -> str:
    return board[:cell] + char + board[cell + 1 :]


def _rows(board: str) -> list[str]:
    return [board[first : first + SIZE] for first in range(0, SIZE * SIZE, SIZE)]


def _has_cube(board: str, player: int) -> bool:
    return any(cube in board for cube in CUBES[player])
