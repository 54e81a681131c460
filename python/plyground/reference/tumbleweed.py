"""Tumbleweed: docs/rules/tumbleweed.md."""

from __future__ import annotations

import re
from typing import ClassVar, NamedTuple, TypeAlias

from plyground.reference._base import (
    OVER,
    IllegalMove,
    Option,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    by_score,
    column_name,
    quote,
    read_fields,
)

BLACK, WHITE, NEUTRAL = 0, 1, 2
LETTERS = "BWN"
SIDES = "bw"
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
HIGHEST = 6

SETUP, CHOICE, PLAY = "setup", "choice", "play"

# The moves that are neither a cell nor the two cells of the set-up move.
PASS, ACCEPT, SWAP = -1, -2, -3
WORDS = {PASS: "pass", ACCEPT: "accept", SWAP: "swap"}

Move: TypeAlias = "int | tuple[int, int]"

_PLACEMENT = re.compile(r"([a-z][1-9][0-9]?)([x+]?)")


class Stack(NamedTuple):
    """A stack: BLACK, WHITE or NEUTRAL, and its height."""

    owner: int
    height: int


Board: TypeAlias = tuple["Stack | None", ...]


class Position(NamedTuple):
    """The stack on each cell, the player to move, the phase, and the passes just made (2: the game is over)."""

    board: Board
    player: int
    phase: str
    passes: int


class Tumbleweed(Rules[Position, Move]):
    """Tumbleweed. A move is a cell, the two cells of the set-up move, or PASS, ACCEPT, SWAP."""

    id = "tumbleweed"
    title = "Tumbleweed"
    page = "tumbleweed"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(8, (8, 4, 6, 11, range(2, 12)), "Cells along a side of the hexagon."),
    }

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the hexagon; cells row by row from y = 1 (the bottom)."""
        super().__init__(options)
        n = self.size = int(options["size"])
        width = 2 * n - 1
        self._columns = [[x for x in range(width) if abs(x - y) <= n - 1] for y in range(width)]
        cells = [(x, y) for y in range(width) for x in self._columns[y]]
        index = {cell: number for number, cell in enumerate(cells)}
        self.names = [f"{column_name(x)}{y + 1}" for x, y in cells]
        self._cells = {name: cell for cell, name in enumerate(self.names)}
        self._centre = index[n - 1, n - 1]
        # For each cell and direction the cells to the edge, nearest first.
        self._rays = [tuple(self._ray(index, x, y, dx, dy) for dx, dy in DIRECTIONS) for x, y in cells]

    @staticmethod
    def _ray(index: dict[tuple[int, int], int], x: int, y: int, dx: int, dy: int) -> tuple[int, ...]:
        ray = []
        while (x + dx, y + dy) in index:
            x, y = x + dx, y + dy
            ray.append(index[x, y])
        return tuple(ray)

    # Setup

    def initial(self, rng: Rng) -> Position:
        """One Neutral stack of height 2 in the centre."""
        board: list[Stack | None] = [None] * len(self.names)
        board[self._centre] = Stack(NEUTRAL, 2)
        return Position(tuple(board), BLACK, SETUP, 0)

    # Move

    def _see(self, board: Board, player: int) -> list[int]:
        """For each cell, in how many of the six directions the first stack met belongs to a player."""
        seen = [0] * len(board)
        for cell, stack in enumerate(board):
            if stack is not None and stack.owner == player:
                for ray in self._rays[cell]:
                    for there in ray:
                        seen[there] += 1
                        if board[there] is not None:
                            break
        return seen

    @staticmethod
    def _is_lower(stack: Stack | None, seen: int) -> bool:
        """Whether a stack of the height `seen` may be placed here: on an empty cell, or instead of a lower stack."""
        return seen > (0 if stack is None else stack.height)

    def moves(self, s: Position) -> list[Move]:
        """The set-up move, the choice, and from then on placements and the pass."""
        if s.passes == 2:
            return []
        if s.phase == SETUP:
            empty = [cell for cell, stack in enumerate(s.board) if stack is None]
            return [(black, white) for black in empty for white in empty if black != white]
        if s.phase == CHOICE:
            return [ACCEPT, SWAP]
        seen = self._see(s.board, s.player)
        placements: list[Move] = [
            cell for cell, stack in enumerate(s.board) if seen[cell] and self._is_lower(stack, seen[cell])
        ]
        return [*placements, PASS]

    def count(self, s: Position) -> int:
        """The set-up moves without listing them."""
        if s.phase == SETUP:
            empty = s.board.count(None)
            return empty * (empty - 1)
        return len(self.moves(s))

    def random_move(self, s: Position, rng: Rng) -> Move | None:
        """A set-up move without listing all of them."""
        if s.phase == SETUP:
            empty = [cell for cell, stack in enumerate(s.board) if stack is None]
            black = empty.pop(rng.below(len(empty)))
            return black, empty[rng.below(len(empty))]
        return super().random_move(s, rng)

    def play(self, s: Position, m: Move) -> Position:
        """Make a move; Black (player 0) moves after the choice."""
        board = list(s.board)
        if isinstance(m, tuple):
            board[m[0]], board[m[1]] = Stack(BLACK, 1), Stack(WHITE, 1)
            return Position(tuple(board), WHITE, CHOICE, 0)
        if m == ACCEPT:
            return Position(s.board, BLACK, PLAY, 0)
        if m == SWAP:
            # The two stacks of height 1 change their colours; the players stay what they are.
            for cell, stack in enumerate(s.board):
                if stack is not None and stack.owner != NEUTRAL:
                    board[cell] = Stack(1 - stack.owner, stack.height)
            return Position(tuple(board), BLACK, PLAY, 0)
        if m == PASS:
            return Position(s.board, 1 - s.player, PLAY, s.passes + 1)
        height = 0
        for ray in self._rays[m]:
            first = next((s.board[there] for there in ray if s.board[there] is not None), None)
            height += first is not None and first.owner == s.player
        board[m] = Stack(s.player, height)
        return Position(tuple(board), 1 - s.player, PLAY, 0)

    # End

    def current_player(self, s: Position) -> int:
        """The game is over after two passes in a row."""
        return OVER if s.passes == 2 else s.player

    def result(self, s: Position) -> Result:
        """Stacks, and empty cells of which a player sees more than the other."""
        black, white = self._see(s.board, BLACK), self._see(s.board, WHITE)
        scores = [0, 0]
        for cell, stack in enumerate(s.board):
            if stack is not None:
                if stack.owner != NEUTRAL:
                    scores[stack.owner] += 1
            elif black[cell] != white[cell]:
                scores[BLACK if black[cell] > white[cell] else WHITE] += 1
        return by_score(scores, "two passes")

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """Cells and words."""
        if isinstance(m, tuple):
            return f"{self.names[m[0]]},{self.names[m[1]]}"
        return WORDS.get(m) or self.names[m]

    def read_move(self, s: Position, text: str) -> Move:
        """Looked up without a list. After a placement an `x` (capture) or `+` (reinforcement) is read if it is true."""
        if s.phase == SETUP:
            black, _, white = text.partition(",")
            if black not in self._cells or white not in self._cells:
                raise IllegalMove(f"{quote(text)} does not name two cells, separated by a comma")
            pair = self._cells[black], self._cells[white]
            if pair[0] == pair[1] or any(s.board[cell] is not None for cell in pair):
                raise IllegalMove(f"{quote(text)} does not name two different empty cells")
            return pair
        for word, name in WORDS.items():
            if text == name:
                if word not in self.moves(s):
                    raise IllegalMove(f"{quote(text)} is not possible now")
                return word
        match = _PLACEMENT.fullmatch(text)
        if s.phase == CHOICE or not match or match[1] not in self._cells:
            raise IllegalMove(f"{quote(text)} is " + ("neither accept nor swap" if s.phase == CHOICE else "no move"))
        cell = self._cells[match[1]]
        stack = s.board[cell]
        seen = self._see(s.board, s.player)[cell]
        if not self._is_lower(stack, seen):
            raise IllegalMove(f"{match[1]} is seen {seen} times, and this must be more than the height there")
        effect = "" if stack is None else "+" if stack.owner == s.player else "x"
        if match[2] not in ("", effect):
            raise IllegalMove(f"{quote(text)}: {match[2]} is not what the placement does")
        return cell

    def text(self, s: Position) -> str:
        """Rows from the top; the side to move; the phase; the passes just made."""
        cells = ["." if stack is None else f"{LETTERS[stack.owner]}{stack.height}" for stack in s.board]
        rows = []
        start = 0
        for columns in self._columns:
            rows.append("".join(cells[start : start + len(columns)]))
            start += len(columns)
        return f"{'/'.join(reversed(rows))} {SIDES[s.player]} {s.phase} {s.passes}"

    def parse(self, text: str) -> Position:
        """In `play` any board is a position; before that it is what the set-up and the first move make."""
        rows_text, side, phase, passes = read_fields(text, ("board", "side", "phase", "passes"))
        rows = rows_text.split("/", len(self._columns))
        if len(rows) != len(self._columns):
            found = len(rows) if len(rows) < len(self._columns) else "more"
            raise TextError(f"the board must have {len(self._columns)} rows, found {found}")
        board: list[Stack | None] = []
        for y, row in enumerate(reversed(rows)):
            board += self._read_row(row, y)
        if side not in ("b", "w"):
            raise TextError(f"the side to move must be b or w, not {quote(side)}")
        if phase not in (SETUP, CHOICE, PLAY):
            raise TextError(f"the phase must be setup, choice or play, not {quote(phase)}")
        if passes not in ("0", "1", "2"):
            raise TextError(f"the passes must be 0, 1 or 2, not {quote(passes)}")
        if phase != PLAY:
            self._check_opening(board, side, phase, passes)
        return Position(tuple(board), SIDES.index(side), phase, int(passes))

    def _read_row(self, row: str, y: int) -> list[Stack | None]:
        cells: list[Stack | None] = []
        due = len(self._columns[y])
        place = 0
        while place < len(row) and len(cells) <= due:
            if row[place] == ".":
                cells.append(None)
                place += 1
                continue
            token = row[place : place + 2]
            if len(token) < 2 or token[0] not in LETTERS or token[1] not in "123456":
                raise TextError(f"row {y + 1}: unexpected {quote(token)} in {quote(row)}")
            stack = Stack(LETTERS.index(token[0]), int(token[1]))
            if stack.owner == NEUTRAL and stack.height != 2:
                raise TextError(f"row {y + 1}: a Neutral stack has height 2, not {stack.height}")
            cells.append(stack)
            place += 2
        if len(cells) != due:
            raise TextError(f"row {y + 1}: {quote(row)} does not describe {due} cells")
        return cells

    def _check_opening(self, board: list[Stack | None], side: str, phase: str, passes: str) -> None:
        if side != ("b" if phase == SETUP else "w"):
            raise TextError(f"in {phase} the side to move cannot be {side}")
        if passes != "0":
            raise TextError(f"in {phase} there are no passes")
        if board[self._centre] != Stack(NEUTRAL, 2):
            raise TextError(f"in {phase} a Neutral stack of height 2 is in the centre, {self.names[self._centre]}")
        others = sorted(stack for cell, stack in enumerate(board) if stack is not None and cell != self._centre)
        if others != ([] if phase == SETUP else [Stack(BLACK, 1), Stack(WHITE, 1)]):
            due = "no other stack" if phase == SETUP else "one Black and one White stack of height 1 besides"
            raise TextError(f"in {phase} there is {due} on the board")

    def diagram(self, s: Position) -> str:
        """Rows from the top, each half a cell further to the left than the one below it starts."""
        cells = ["." if stack is None else f"{LETTERS[stack.owner]}{stack.height}" for stack in s.board]
        lines = []
        start = 0
        for y, columns in enumerate(self._columns):
            row = cells[start : start + len(columns)]
            start += len(columns)
            # x to the right, and every row up shifts by half a cell to the left.
            indent = 3 * columns[0] * 2 - 3 * y + 3 * (self.size - 1)
            lines.append(f"{y + 1:>2} " + " " * (indent // 2) + "".join(f"{cell:<3}" for cell in row).rstrip())
        return "\n".join(reversed(lines))
