"""TZAAR: docs/rules/tzaar.md."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from plyground.reference._base import (
    OVER,
    IllegalMove,
    Result,
    Rng,
    Rules,
    TextError,
    quote,
    read_number,
    win,
)

# Board: axial (x, y) without the centre, x ascending, for each x y ascending. A name is the letter of x, then of y.

LETTERS = "klmnopqrs"
RADIUS = 4
POINTS = tuple(
    (x, y)
    for x in range(-RADIUS, RADIUS + 1)
    for y in range(-RADIUS, RADIUS + 1)
    if abs(x + y) <= RADIUS and (x, y) != (0, 0)
)
INDEX = {point: number for number, point in enumerate(POINTS)}
NAMES = tuple(LETTERS[x + RADIUS] + LETTERS[y + RADIUS] for x, y in POINTS)
BY_NAME = {name: point for point, name in enumerate(NAMES)}
DIRECTIONS = ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1))


def _line(x: int, y: int, dx: int, dy: int) -> tuple[int, ...]:
    """The points in one direction, nearest first. The hole in the centre ends a line."""
    line = []
    while (x + dx, y + dy) in INDEX:
        x, y = x + dx, y + dy
        line.append(INDEX[x, y])
    return tuple(line)


LINES = tuple(tuple(_line(x, y, dx, dy) for dx, dy in DIRECTIONS) for x, y in POINTS)

# Pieces

WHITE, BLACK = 0, 1
SIDES = "wb"
TYPES = "abc"
"""Tzaar, Tzarra, Tott."""

PIECES = "a" * 6 + "b" * 9 + "c" * 15
HIGHEST = len(PIECES)


class Stack(NamedTuple):
    """A stack: owner, type on top, height. What is below the top never matters."""

    owner: int
    type: int
    height: int


Board: TypeAlias = tuple["Stack | None", ...]
Step: TypeAlias = tuple[int, int]

PASS: Step = (-1, -1)
"""The second step of a turn that passes it."""


class Turn(NamedTuple):
    """A capture, then a capture, a strengthening or PASS, or nothing (the first turn, and a first step that wins)."""

    first: Step
    second: Step | None


class Position(NamedTuple):
    """The stack on each point, the player to move, and whether this is the single capture of the first turn."""

    board: Board
    player: int
    opening: bool


class Tzaar(Rules[Position, Turn]):
    """TZAAR with a random set-up."""

    id = "tzaar"
    title = "TZAAR"
    page = "tzaar"

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The 60 pieces shuffled over the 60 points."""
        pieces = [Stack(owner, TYPES.index(letter), 1) for owner in (WHITE, BLACK) for letter in PIECES]
        rng.shuffle(pieces)
        return Position(tuple(pieces), WHITE, True)

    # Move

    @staticmethod
    def _steps(board: Sequence[Stack | None], player: int) -> tuple[list[Step], list[Step]]:
        """The captures and the strengthenings that a player's stacks can make."""
        visible = [0, 0, 0]
        for stack in board:
            if stack is not None and stack.owner == player:
                visible[stack.type] += 1
        captures: list[Step] = []
        strengthenings: list[Step] = []
        for point, stack in enumerate(board):
            if stack is None or stack.owner != player:
                continue
            for line in LINES[point]:
                for there in line:
                    target = board[there]
                    if target is None:
                        continue
                    if target.owner != player:
                        if stack.height >= target.height:
                            captures.append((point, there))
                    elif visible[target.type] > 1:
                        # The last visible piece of a type must not be covered.
                        strengthenings.append((point, there))
                    break
        return captures, strengthenings

    @staticmethod
    def _after(board: Sequence[Stack | None], step: Step) -> Board:
        """The board after a step: a capture keeps the height, a strengthening adds the heights."""
        if step == PASS:
            return tuple(board)
        source, goal = step
        changed = list(board)
        stack, target = board[source], board[goal]
        assert stack is not None and target is not None
        if target.owner == stack.owner:
            stack = Stack(stack.owner, stack.type, stack.height + target.height)
        changed[source], changed[goal] = None, stack
        return tuple(changed)

    @staticmethod
    def _lacks_a_type(board: Board, player: int) -> bool:
        return len({stack.type for stack in board if stack is not None and stack.owner == player}) < len(TYPES)

    def moves(self, s: Position) -> list[Turn]:
        """Whole turns, each once: two captures that can be made in either order are one turn, smaller points first."""
        if self._lacks_a_type(s.board, s.player):
            return []
        captures, _ = self._steps(s.board, s.player)
        if s.opening:
            return [Turn(first, None) for first in captures]
        winning = {first for first in captures if self._wins(s.board, first)}
        before = set(captures)
        turns = []
        for first in captures:
            if first in winning:
                turns.append(Turn(first, None))
                continue
            turns.append(Turn(first, PASS))
            more_captures, strengthenings = self._steps(self._after(s.board, first), s.player)
            for second in more_captures:
                if second < first and second in before and second not in winning and self._apart(first, second):
                    continue  # Listed the other way round.
                turns.append(Turn(first, second))
            turns += [Turn(first, second) for second in strengthenings]
        return turns

    def _wins(self, board: Board, capture: Step) -> bool:
        """Whether a capture takes the last visible piece of a type."""
        taken = board[capture[1]]
        return sum(s is not None and taken is not None and s[:2] == taken[:2] for s in board) == 1

    @staticmethod
    def _apart(first: Step, second: Step) -> bool:
        return first[0] not in second and first[1] not in second

    def play(self, s: Position, m: Turn) -> Position:
        """Make both steps."""
        board = self._after(s.board, m.first)
        if m.second is not None:
            board = self._after(board, m.second)
        return Position(board, 1 - s.player, False)

    # End

    def current_player(self, s: Position) -> int:
        """A player who lacks a type, or has no capture at the start of the turn, has lost."""
        if self._lacks_a_type(s.board, s.player) or not self._steps(s.board, s.player)[0]:
            return OVER
        return s.player

    def result(self, s: Position) -> Result:
        """The player to move has lost."""
        return win(1 - s.player, "missing type" if self._lacks_a_type(s.board, s.player) else "no capture")

    # Notation

    def move_text(self, s: Position, m: Turn) -> str:
        """As Little Golem writes it: `npmq`, `prqq-kplp`, `osoq-pass`."""
        first = NAMES[m.first[0]] + NAMES[m.first[1]]
        if m.second is None:
            return first
        return f"{first}-pass" if m.second == PASS else f"{first}-{NAMES[m.second[0]]}{NAMES[m.second[1]]}"

    def read_move(self, s: Position, text: str) -> Turn:
        """A turn, its two captures in either order."""
        match = re.fullmatch(r"([k-s]{4})(?:-([k-s]{4}|pass))?", text)
        if not match:
            raise IllegalMove(f"{quote(text)} is no turn")
        captures, _ = self._steps(s.board, s.player)
        first = self._read_step(match[1])
        if first not in captures:
            raise IllegalMove(f"{quote(text)}: {match[1]} is no capture that can be made")
        if s.opening or self._wins(s.board, first):
            if match[2]:
                raise IllegalMove(f"{quote(text)}: there is no second step after {match[1]}")
            return Turn(first, None)
        if not match[2]:
            raise IllegalMove(f"{quote(text)}: the second step (or pass) is missing")
        if match[2] == "pass":
            return Turn(first, PASS)
        second = self._read_step(match[2])
        more_captures, strengthenings = self._steps(self._after(s.board, first), s.player)
        if second not in more_captures and second not in strengthenings:
            raise IllegalMove(f"{quote(text)}: {match[2]} cannot be the second step")
        commute = second in captures and self._apart(first, second) and not self._wins(s.board, second)
        return Turn(second, first) if commute and second < first else Turn(first, second)

    @staticmethod
    def _read_step(text: str) -> Step:
        source, goal = BY_NAME.get(text[:2]), BY_NAME.get(text[2:])
        if source is None or goal is None:
            raise IllegalMove(f"{quote(text)} does not name two points")
        return source, goal

    @staticmethod
    def _token(stack: Stack | None) -> str:
        if stack is None:
            return "."
        letter = TYPES[stack.type] if stack.owner == WHITE else TYPES[stack.type].upper()
        return letter if stack.height == 1 else f"{letter}{stack.height}"

    def text(self, s: Position) -> str:
        """60 tokens, the side to move, and 1 on the first turn."""
        return "".join(map(self._token, s.board)) + f" {SIDES[s.player]}" + (" 1" if s.opening else "")

    def parse(self, text: str) -> Position:
        """Piece totals are not checked. The side that has just moved has all three types."""
        fields = text.split(" ", 3)
        if len(fields) not in (2, 3):
            raise TextError("expected the board, the side to move and 1 if this is the first turn, one space between")
        board = self._read_board(fields[0])
        if fields[1] not in ("w", "b"):
            raise TextError(f"the side to move must be w or b, not {quote(fields[1])}")
        player = SIDES.index(fields[1])
        opening = len(fields) == 3
        if opening and (fields[2] != "1" or player != WHITE):
            raise TextError(f"the third field can only be 1, and the first turn is White's, not {quote(text[-8:])}")
        if self._lacks_a_type(board, 1 - player):
            raise TextError("the side that has just moved has no visible piece of some type")
        return Position(board, player, opening)

    @staticmethod
    def _read_board(text: str) -> Board:
        board: list[Stack | None] = []
        place = 0
        while place < len(text) and len(board) <= len(POINTS):
            letter = text[place]
            end = place + 1
            while end < len(text) and "0" <= text[end] <= "9":
                end += 1
            if letter == "." and end == place + 1:
                board.append(None)
            elif letter.lower() in TYPES and letter.isascii():
                owner = WHITE if letter.islower() else BLACK
                digits = text[place + 1 : end]
                height = read_number(digits, "the height of a stack, where it is written,", 2, HIGHEST) if digits else 1
                board.append(Stack(owner, TYPES.index(letter.lower()), height))
            else:
                raise TextError(f"unexpected {quote(text[place:end])} in the board")
            place = end
        if len(board) != len(POINTS):
            found = len(board) if len(board) < len(POINTS) else "more"
            raise TextError(f"the board must have {len(POINTS)} points, found {found}")
        return tuple(board)

    def diagram(self, s: Position) -> str:
        """Rows of equal y from the top, each between the names of its first and its last point."""
        lines = []
        for y in range(RADIUS, -RADIUS - 1, -1):
            row = [(x, y) for x in range(-RADIUS, RADIUS + 1) if abs(x + y) <= RADIUS]
            cells = ["" if point == (0, 0) else self._token(s.board[INDEX[point]]) for point in row]
            line = "".join(f"{cell:<4}" for cell in cells)
            lines.append("  " * abs(y) + f"{NAMES[INDEX[row[0]]]}  {line}{NAMES[INDEX[row[-1]]]}")
        return "\n".join(lines)
