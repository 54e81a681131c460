"""DVONN: docs/rules/dvonn.md."""

from __future__ import annotations

import re
from typing import ClassVar, NamedTuple, TypeAlias

from plyground.reference._base import (
    OVER,
    Option,
    Result,
    Rng,
    Rules,
    TextError,
    by_score,
    quote,
    read_fields,
    read_number,
)

# Board: column letter a..k and row digit 1..5; the index follows the reading order.

ROWS = ("abcdefghi", "abcdefghij", "abcdefghijk", "bcdefghijk", "cdefghijk")
NAMES = tuple(f"{column}{row}" for row, columns in enumerate(ROWS, 1) for column in columns)
SPACES = {name: space for space, name in enumerate(NAMES)}
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))


def _lines(space: int) -> tuple[tuple[int, ...], ...]:
    """For each direction the spaces of the board that lie that way, nearest first."""
    lines = []
    for right, down in DIRECTIONS:
        line = []
        x, row = ord(NAMES[space][0]) + right, int(NAMES[space][1]) + down
        while (name := f"{chr(x)}{row}") in SPACES:
            line.append(SPACES[name])
            x, row = x + right, row + down
        lines.append(tuple(line))
    return tuple(lines)


LINES = tuple(_lines(space) for space in range(len(NAMES)))
NEIGHBOURS = tuple(tuple(line[0] for line in lines if line) for lines in LINES)
# AT_DISTANCE[space][h]: where a stack of height h may land. No line is longer than ten steps.
LONGEST = 10
AT_DISTANCE = tuple(
    tuple(tuple(line[h - 1] for line in lines if 0 < h <= len(line)) for h in range(LONGEST + 1)) for lines in LINES
)

# Pieces

REDS = 3
PIECES_EACH = 23
PLACEMENTS = 48
"""The plies of the placement phase; the 49th piece comes by itself."""

COLOURS = "WB"
SIDES = "wb"
WHITE, BLACK, NOBODY = 0, 1, -1


class Stack(NamedTuple):
    """A stack: owner (the colour on top), height, and whether it contains red. A lone red piece has no owner."""

    owner: int
    height: int
    red: bool


LONE_RED = Stack(NOBODY, 1, True)

Board: TypeAlias = tuple["Stack | None", ...]

MOVEMENT = PLACEMENTS
"""The number of placements made, from the movement phase on."""


class Position(NamedTuple):
    """The stack on each space, the player to move, and the placements made (MOVEMENT in the movement phase)."""

    board: Board
    to_move: int
    placed: int


class Move(NamedTuple):
    """A movement from one space to another; a placement has no `start`; a pass has neither."""

    start: int
    to: int


PASS = Move(-1, -1)

_STACK = re.compile(r"([WB])([1-9][0-9]?)?(\*)?")


class Dvonn(Rules[Position, Move]):
    """DVONN."""

    id = "dvonn"
    title = "DVONN"
    page = "dvonn"
    options_spec: ClassVar[dict[str, Option]] = {
        "setup": Option("place", ("place", "random"), "Both phases, or the movement phase only on a shuffled board."),
    }

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The empty board, or all 49 pieces shuffled; White to move."""
        if self.options["setup"] == "place":
            return Position((None,) * len(NAMES), WHITE, 0)
        white, black = Stack(WHITE, 1, False), Stack(BLACK, 1, False)
        pieces = [LONE_RED] * REDS + [white] * PIECES_EACH + [black] * PIECES_EACH
        rng.shuffle(pieces)
        return Position(tuple(pieces), WHITE, MOVEMENT)

    # Move

    def moves(self, s: Position) -> list[Move]:
        """The placements, or the movements, or a pass if the opponent alone can move."""
        if s.placed < MOVEMENT:
            return [Move(-1, space) for space, stack in enumerate(s.board) if stack is None]
        found = self._movements(s.board, s.to_move)
        if not found and self._movements(s.board, 1 - s.to_move):
            found.append(PASS)
        return found

    def _movements(self, board: Board, player: int) -> list[Move]:
        """What a player can move in the movement phase."""
        found = []
        for start, stack in enumerate(board):
            if stack is None or stack.owner != player or stack.height > LONGEST:
                continue
            if self._surrounded(board, start):
                continue
            for to in AT_DISTANCE[start][stack.height]:
                if board[to] is not None:
                    found.append(Move(start, to))
        return found

    def _surrounded(self, board: Board, space: int) -> bool:
        """Whether a space has six occupied neighbours."""
        neighbours = NEIGHBOURS[space]
        return len(neighbours) == 6 and all(board[there] is not None for there in neighbours)

    def play(self, s: Position, m: Move) -> Position:
        """Place a piece, move a stack, or pass."""
        if m == PASS:
            return s._replace(to_move=1 - s.to_move)
        board = list(s.board)
        if s.placed < MOVEMENT:
            return self._place(board, s, m.to)
        moved, under = board[m.start], board[m.to]
        assert moved is not None and under is not None
        board[m.start] = None
        board[m.to] = Stack(s.to_move, moved.height + under.height, moved.red or under.red)
        self._remove_disconnected(board)
        return Position(tuple(board), 1 - s.to_move, MOVEMENT)

    def _place(self, board: list[Stack | None], s: Position, space: int) -> Position:
        """The first three pieces are red, then each player places his own; White's last piece comes with Black's."""
        board[space] = LONE_RED if s.placed < REDS else Stack(s.to_move, 1, False)
        if s.placed + 1 == PLACEMENTS:
            board[board.index(None)] = Stack(WHITE, 1, False)
            return Position(tuple(board), WHITE, MOVEMENT)
        return Position(tuple(board), 1 - s.to_move, s.placed + 1)

    def _remove_disconnected(self, board: list[Stack | None]) -> None:
        """Remove every stack that no chain of occupied spaces connects to a stack with red."""
        connected = [space for space, stack in enumerate(board) if stack is not None and stack.red]
        seen = set(connected)
        for here in connected:
            for there in NEIGHBOURS[here]:
                if board[there] is not None and there not in seen:
                    seen.add(there)
                    connected.append(there)
        for space in range(len(board)):
            if space not in seen:
                board[space] = None

    # End

    def current_player(self, s: Position) -> int:
        """The player to move, until neither side can."""
        if s.placed < MOVEMENT or self._movements(s.board, s.to_move) or self._movements(s.board, 1 - s.to_move):
            return s.to_move
        return OVER

    def result(self, s: Position) -> Result:
        """The higher sum of the heights of owned stacks wins."""
        scores = [0, 0]
        for stack in s.board:
            if stack is not None and stack.owner != NOBODY:
                scores[stack.owner] += stack.height
        return by_score(scores, "no moves")

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """`c3` places, `c3d3` moves, `pass` passes."""
        if m == PASS:
            return "pass"
        return NAMES[m.to] if m.start < 0 else NAMES[m.start] + NAMES[m.to]

    def text(self, s: Position) -> str:
        """The rows, the side to move, and the phase."""
        board = "/".join(",".join(_stack_text(stack) for stack in row) for row in _by_rows(s.board))
        return f"{board} {SIDES[s.to_move]} {'m' if s.placed == MOVEMENT else f'p{s.placed}'}"

    def parse(self, text: str) -> Position:
        """Read a position; a full board of single pieces may also be 49 letters."""
        board_text, side, phase = read_fields(text, ("board", "side", "phase"))
        board = _read_board(board_text)
        if side not in ("w", "b"):
            raise TextError(f"the side to move must be w or b, not {quote(side)}")
        to_move = SIDES.index(side)
        if phase == "m":
            placed = MOVEMENT
            _check_pieces(board)
        elif phase.startswith("p"):
            placed = read_number(phase[1:], "the number of placements", 0, PLACEMENTS - 1)
            _check_placement(board, to_move, placed)
        else:
            raise TextError(f"the phase must be p and a number, or m, not {quote(phase)}")
        return Position(board, to_move, placed)

    def diagram(self, s: Position) -> str:
        """The rows as on the page, each between the names of its first and last space."""
        width = max(len(_stack_text(stack)) for stack in s.board)
        step = width + 1 + (width + 1) % 2  # Even, because each row is shifted by half a step.
        lines = []
        for number, (row, columns) in enumerate(zip(_by_rows(s.board), ROWS, strict=True), 1):
            shift = " " * ((len(ROWS[2]) - len(columns)) * step // 2)
            stacks = "".join(f"{_stack_text(stack):<{step}}" for stack in row)
            lines.append(f"{shift}{columns[0]}{number}  {stacks} {columns[-1]}{number}")
        return "\n".join(lines)


def _by_rows(board: Board) -> list[Board]:
    rows, first = [], 0
    for columns in ROWS:
        rows.append(board[first : first + len(columns)])
        first += len(columns)
    return rows


def _stack_text(stack: Stack | None) -> str:
    """`.`, `R`, or the owner, the height unless it is 1, and `*` if the stack contains red."""
    if stack is None:
        return "."
    if stack == LONE_RED:
        return "R"
    return COLOURS[stack.owner] + (str(stack.height) if stack.height > 1 else "") + ("*" if stack.red else "")


def _read_board(text: str) -> Board:
    if re.fullmatch(f"[RWB]{{{len(NAMES)}}}", text):
        return tuple(_read_stack(letter, NAMES[space]) for space, letter in enumerate(text))
    rows = text.split("/", len(ROWS))
    if len(rows) != len(ROWS):
        raise TextError(f"the board must have {len(ROWS)} rows separated by /, or be {len(NAMES)} letters")
    board: list[Stack | None] = []
    for number, (row, columns) in enumerate(zip(rows, ROWS, strict=True), 1):
        cells = row.split(",", len(columns))
        if len(cells) != len(columns):
            raise TextError(f"row {number} must have {len(columns)} spaces separated by commas: {quote(row)}")
        for cell in cells:
            board.append(_read_stack(cell, NAMES[len(board)]))
    return tuple(board)


def _read_stack(text: str, where: str) -> Stack | None:
    if text == ".":
        return None
    if text == "R":
        return LONE_RED
    match = _STACK.fullmatch(text)
    if not match:
        raise TextError(f"{where}: {quote(text)} is no stack")
    colour, height_text, star = match.groups()
    height = int(height_text) if height_text else 1
    if height_text == "1":
        raise TextError(f"{where}: the height 1 is not written: {quote(text)}")
    if star and height == 1:
        raise TextError(f"{where}: a stack of height 1 with {colour} on top contains no red: {quote(text)}")
    return Stack(COLOURS.index(colour), height, star is not None)


def _check_pieces(board: Board) -> None:
    """No more pieces than there are: 3 red, 23 of each colour on top, 49 in all."""
    stacks = [stack for stack in board if stack is not None]
    if sum(stack.red for stack in stacks) > REDS:
        raise TextError(f"more than {REDS} stacks contain red")
    for player in (WHITE, BLACK):
        if sum(stack.owner == player for stack in stacks) > PIECES_EACH:
            raise TextError(f"more than {PIECES_EACH} pieces {COLOURS[player]}")
    if sum(stack.height for stack in stacks) > len(NAMES):
        raise TextError(f"the heights add up to more than {len(NAMES)}")


def _check_placement(board: Board, to_move: int, placed: int) -> None:
    """In the placement phase the pieces are the first `placed` ones: three red, then Black's and White's in turn."""
    if to_move != placed % 2:
        raise TextError(f"after {placed} placements it is the turn of {SIDES[placed % 2]}, not of {SIDES[to_move]}")
    stacks = [stack for stack in board if stack is not None]
    if any(stack.height > 1 for stack in stacks):
        raise TextError("there are no stacks in the placement phase")
    found = [sum(stack.owner == owner for stack in stacks) for owner in (NOBODY, WHITE, BLACK)]
    others = max(0, placed - REDS)
    expected = [min(placed, REDS), others // 2, (others + 1) // 2]
    if found != expected:
        raise TextError(
            f"after {placed} placements the board has {expected[0]} R, {expected[1]} W and {expected[2]} B,"
            f" found {found[0]} R, {found[1]} W and {found[2]} B"
        )
