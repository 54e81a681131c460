"""Gliti, from docs/rules/gliti.md."""

from __future__ import annotations

from typing import NamedTuple

from plyground.reference._base import (
    OVER,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    column_name,
    grid_diagram,
    quote,
    read_fields,
    read_number,
    read_rows,
    win,
    write_rows,
)

SIZE = 8
PIECES = 12
"""What each player has."""

EMPTY = "."
COLOURS = "xo"
NOBODY = -1
PASS = -1
AXES = ((1, 0), (0, 1), (1, 1), (-1, 1))
DIRECTIONS = AXES + tuple((-right, -up) for right, up in AXES)
"""The eight directions (columns, rows)."""

Shift = tuple[int, int, int]
"""The foremost piece of a segment, the number of the direction, the length."""

Move = int | Shift
"""A placement is a square, a movement a shift, and there is PASS."""


class Position(NamedTuple):
    """A position.

    Attributes:
        board: the squares from a1, row by row.
        player: who is to move.
        hands: the pieces each player has in hand.
        introduced: whether player 1 has introduced movement.
        before: the board before the last turn, empty if there is none.
        winner: who has five in a row; it follows from the board.
    """

    board: str
    player: int
    hands: tuple[int, int]
    introduced: bool
    before: str
    winner: int


class Gliti(Rules[Position, Move]):
    """Gliti: place pieces, shift rows of up to three, make five in a row."""

    id = "gliti"
    title = "Gliti"
    page = "gliti"

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the squares, what lies before and behind them, and the lines of five."""
        super().__init__(options)
        self.names = [f"{column_name(column)}{row + 1}" for row in range(SIZE) for column in range(SIZE)]
        # For each square and direction: the square in front and up to two squares behind.
        self._lines: list[list[tuple[int, int, list[int]]]] = []
        for square in range(SIZE * SIZE):
            lines = []
            for number, (right, up) in enumerate(DIRECTIONS):
                front = self._ray(square, right, up, 1)
                if front:
                    lines.append((number, front[0], self._ray(square, -right, -up, 2)))
            self._lines.append(lines)
        self._fives: list[list[slice]] = [[] for _ in range(SIZE * SIZE)]
        for square in range(SIZE * SIZE):
            for right, up in AXES:
                line = [square, *self._ray(square, right, up, 4)]
                if len(line) == 5:
                    for there in line:
                        self._fives[there].append(slice(square, line[-1] + 1, line[1] - square))

    @staticmethod
    def _ray(square: int, right: int, up: int, most: int) -> list[int]:
        """The squares from one square, not included, at most so many."""
        row, column = divmod(square, SIZE)
        ray = []
        for distance in range(1, most + 1):
            r, c = row + distance * up, column + distance * right
            if not (0 <= r < SIZE and 0 <= c < SIZE):
                break
            ray.append(r * SIZE + c)
        return ray

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The empty board, all pieces in hand, movement not introduced."""
        return Position(EMPTY * SIZE**2, 0, (PIECES, PIECES), False, "", NOBODY)

    # Move

    def moves(self, s: Position) -> list[Move]:
        """Placements, movements, or the forced pass."""
        if s.winner != NOBODY:
            return []
        found: list[Move] = []
        if s.hands[s.player]:
            found.extend(square for square, piece in enumerate(s.board) if piece == EMPTY)
        if s.player == 1 or s.introduced:
            self._add_movements(s, found)
        return found or [PASS]

    def _add_movements(self, s: Position, found: list[Move]) -> None:
        """Shifts of one own piece, or of two or three with an own piece among them, that do not undo the last turn."""
        board, before = s.board, s.before
        own = COLOURS[s.player]
        for foremost, piece in enumerate(board):
            if piece == EMPTY:
                continue
            for number, front, behind in self._lines[foremost]:
                if board[front] != EMPTY:
                    continue
                has_own = piece == own
                rear = foremost
                for length in (1, 2, 3):
                    if length > 1:
                        if len(behind) < length - 1 or board[behind[length - 2]] == EMPTY:
                            break
                        rear = behind[length - 2]
                        has_own = has_own or board[rear] == own
                    # What the shift leaves and enters must fit first, then the whole board is compared.
                    if has_own and not (
                        before
                        and before[front] != EMPTY
                        and before[rear] == EMPTY
                        and self._shifted(board, (foremost, number, length)) == before
                    ):
                        found.append((foremost, number, length))

    def _segment(self, shift: Shift) -> tuple[int, list[int]]:
        """The square in front of a segment, and its squares from the foremost back."""
        foremost, number, length = shift
        for direction, front, behind in self._lines[foremost]:
            if direction == number:
                return front, [foremost, *behind[: length - 1]]
        raise AssertionError("no square in front")

    def _shifted(self, board: str, shift: Shift) -> str:
        """The board after a shift."""
        target, segment = self._segment(shift)
        squares = list(board)
        for square in segment:
            squares[target] = squares[square]
            target = square
        squares[target] = EMPTY
        return "".join(squares)

    def play(self, s: Position, m: Move) -> Position:
        """Place, shift or pass; then the other player moves, with one exception."""
        other = 1 - s.player
        if not isinstance(m, int):
            board = self._shifted(s.board, m)
            front, segment = self._segment(m)
            # The mover first, then the opponent, whose five the shift may have made.
            winner = next((p for p in (s.player, other) if self._has_five(board, p, [front, *segment])), NOBODY)
            return Position(board, other, s.hands, True, s.board, winner)
        if m == PASS:
            return s._replace(player=other, before=s.board)
        board = s.board[:m] + COLOURS[s.player] + s.board[m + 1 :]
        hands = (s.hands[0] - 1, s.hands[1]) if s.player == 0 else (s.hands[0], s.hands[1] - 1)
        if s.player == 1 and hands == (0, 0) and not s.introduced:
            other = 1  # The turn that must introduce movement.
        winner = s.player if self._has_five(board, s.player, [m]) else NOBODY
        return Position(board, other, hands, s.introduced, s.board, winner)

    # End

    def _has_five(self, board: str, player: int, squares: list[int]) -> bool:
        """Whether a player has five or more in a row through one of some squares."""
        five = COLOURS[player] * 5
        return any(
            board[square] == COLOURS[player] and board[line] == five
            for square in squares
            for line in self._fives[square]
        )

    def current_player(self, s: Position) -> int:
        """The player to move, until there is a five."""
        return OVER if s.winner != NOBODY else s.player

    def result(self, s: Position) -> Result:
        """Five in a row wins."""
        return win(s.winner, "five in a row")

    def ply_limit(self) -> int | None:
        """The recommended limit of playouts; games can go on for ever."""
        return 500

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """A square; rear, front and target of a segment; `pass`."""
        if isinstance(m, int):
            return "pass" if m == PASS else self.names[m]
        target, segment = self._segment(m)
        rear = self.names[segment[-1]] if len(segment) > 1 else ""
        return f"{rear}{self.names[segment[0]]}>{self.names[target]}"

    def text(self, s: Position) -> str:
        """Board, side to move, hands, whether movement is introduced, and the board before the last turn."""
        before = write_rows(self._rows(s.before)) if s.before else "-"
        board = write_rows(self._rows(s.board))
        flag = "m" if s.introduced else "p"
        return f"{board} {COLOURS[s.player]} {s.hands[0]},{s.hands[1]} {flag} {before}"

    @staticmethod
    def _rows(board: str) -> list[str]:
        return [board[row * SIZE : (row + 1) * SIZE] for row in range(SIZE - 1, -1, -1)]

    def parse(self, text: str) -> Position:
        """Nobody has more than his twelve pieces; a five is a finished game."""
        board_text, side, hands_text, flag, before = read_fields(
            text, ("board", "side to move", "hands", "movement", "board before")
        )
        board = self._read_board(board_text)
        if side not in ("x", "o"):
            raise TextError(f"the side to move must be x or o, not {quote(side)}")
        player = COLOURS.index(side)
        hands = hands_text.split(",", 2)
        if len(hands) != 2:
            raise TextError(f"the hands must be two numbers with a comma between, not {quote(hands_text)}")
        in_hand = tuple(
            read_number(hand, f"the hand of {c}", 0, PIECES) for c, hand in zip(COLOURS, hands, strict=True)
        )
        for colour, hand in zip(COLOURS, in_hand, strict=True):
            if board.count(colour) + hand > PIECES:
                raise TextError(f"{colour} has {board.count(colour)} pieces on the board and {hand} in hand")
        if flag not in ("p", "m"):
            raise TextError(f"the movement must be p or m, not {quote(flag)}")
        everywhere = list(range(SIZE**2))
        winner = next((p for p in (1 - player, player) if self._has_five(board, p, everywhere)), NOBODY)
        return Position(
            board,
            player,
            (in_hand[0], in_hand[1]),
            flag == "m",
            "" if before == "-" else self._read_board(before),
            winner,
        )

    @staticmethod
    def _read_board(text: str) -> str:
        return "".join(read_rows(text, SIZE, SIZE, COLOURS, EMPTY)[::-1])

    def diagram(self, s: Position) -> str:
        """The board and the hands."""
        board = grid_diagram(
            self._rows(s.board), [str(row) for row in range(SIZE, 0, -1)], [column_name(c) for c in range(SIZE)]
        )
        return f"{board}\nin hand: x {s.hands[0]}, o {s.hands[1]}"
