"""Go: docs/rules/go.md."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from plyground._types import HalfIntegers, OptionError
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
    draw,
    grid_diagram,
    quote,
    read_fields,
    read_number,
    read_rows,
    win,
    write_rows,
)

EMPTY = "."
STONES = "XO"
SIDES = "xo"
BLACK, WHITE = 0, 1

NO_POINT = -1
LETTERS = "".join(column_name(i) for i in range(37))
"""The letters of SGF points: a to z, then A to K."""
GTP_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The columns of GTP names: no I, so 25 at most."""

PLAY, MARKING, ANSWER, ACCEPTED = "p", "s", "a", "e"

RANDOM_STONES = 50
"""Stones of each colour in the set-up random100."""

MOST_PRISONERS = 10**9

_GTP_POINT = re.compile(r"([A-HJ-Za-hj-z])([1-9][0-9]?)")


class Position(NamedTuple):
    """A position of the play phase or of the agreement about dead stones.

    Attributes:
        board: a character a point, row by row from the top.
        to_move: the player to move.
        ko: the point barred for this ply, or NO_POINT.
        passes: consecutive passes just made.
        prisoners: stones taken by Black and by White.
        phase: PLAY, MARKING, ANSWER or ACCEPTED.
        marked: the first points of the chains marked as dead, ascending.
    """

    board: str
    to_move: int
    ko: int
    passes: int
    prisoners: tuple[int, int]
    phase: str
    marked: tuple[int, ...]


class Move(NamedTuple):
    """What is done: `stone` and `dead` name a point; `pass`, `score` and `accept` none."""

    word: str
    point: int


PASS = Move("pass", NO_POINT)
SCORE = Move("score", NO_POINT)
ACCEPT = Move("accept", NO_POINT)
WORDS = {move.word: move for move in (PASS, SCORE, ACCEPT)}


class Go(Rules[Position, Move]):
    """Go."""

    id = "go"
    title = "Go"
    page = "go"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(19, (19, 9, 13, 27, 37, 11, range(1, 38)), "Lines of the board each way."),
        "topology": Option("plane", ("plane", "torus"), "Whether the opposite edges touch."),
        "komi": Option(
            6.5, (6.5, 4.5, HalfIntegers(-1_000_000.0, 1_000_000.0)), "White's extra points; on the torus 4.5."
        ),
        "setup": Option("empty", ("empty", "random100"), "An empty board, or 50 stones of each colour on 19x19."),
        "end": Option("auto", ("auto", "agree"), "After two passes: count, or agree about dead stones first."),
        "hahn": Option(False, (False, True), "Whether the result holds Hahn points."),
    }

    @classmethod
    def resolve(cls, given: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """The default of komi depends on the topology; the random board is 19x19 and flat."""
        options = super().resolve(given)
        if "komi" not in given and options["topology"] == "torus":
            options["komi"] = 4.5
        if options["setup"] == "random100" and (options["size"] != 19 or options["topology"] != "plane"):
            raise OptionError("go: setup=random100 exists for size=19 and topology=plane only")
        return options

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the points."""
        super().__init__(options)
        n = self.size = int(options["size"])
        self.torus = options["topology"] == "torus"
        self.komi = float(options["komi"])
        self.agree = options["end"] == "agree"
        self.hahn = bool(options["hahn"])
        self._neighbours = tuple(self._around(point) for point in range(n * n))
        self._stones = tuple(Move("stone", point) for point in range(n * n))

    def _around(self, point: int) -> tuple[int, ...]:
        """The orthogonal neighbours as a set: on a small torus they coincide with each other or the point itself."""
        n = self.size
        row, column = divmod(point, n)
        around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        if self.torus:
            around = [(r % n, c % n) for r, c in around]
        return tuple(sorted({r * n + c for r, c in around if 0 <= r < n and 0 <= c < n} - {point}))

    def _chain(self, board: Sequence[str], point: int) -> list[int]:
        """The stones connected with the one on a point, or the empty points with an empty one."""
        colour = board[point]
        chain = [point]
        seen = {point}
        for here in chain:
            for there in self._neighbours[here]:
                if board[there] == colour and there not in seen:
                    seen.add(there)
                    chain.append(there)
        return chain

    def _is_alive(self, board: Sequence[str], chain: list[int]) -> bool:
        """Whether a chain has a liberty."""
        return any(board[there] == EMPTY for here in chain for there in self._neighbours[here])

    def _chains(self, board: Sequence[str]) -> dict[int, list[int]]:
        """All chains of stones by their first points, ascending."""
        chains: dict[int, list[int]] = {}
        seen: set[int] = set()
        for point, colour in enumerate(board):
            if colour != EMPTY and point not in seen:
                chains[point] = self._chain(board, point)
                seen.update(chains[point])
        return chains

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The empty board, or 100 random stones all of which have liberties; Black to move."""
        board = EMPTY * self.size**2
        if self.options["setup"] == "random100":
            board = self._random_board(rng)
        return Position(board, BLACK, NO_POINT, 0, (0, 0), PLAY, ())

    def _random_board(self, rng: Rng) -> str:
        while True:
            points = list(range(self.size**2))
            rng.shuffle(points)
            board = [EMPTY] * len(points)
            for colour, stone in enumerate(STONES):
                for point in points[colour * RANDOM_STONES : (colour + 1) * RANDOM_STONES]:
                    board[point] = stone
            if all(self._is_alive(board, chain) for chain in self._chains(board).values()):
                return "".join(board)

    # Move

    def current_player(self, s: Position) -> int:
        """The player to move, until two passes (`auto`) or an accepted proposal (`agree`)."""
        over = s.phase == ACCEPTED if self.agree else s.passes == 2
        return OVER if over else s.to_move

    def moves(self, s: Position) -> list[Move]:
        """Stones and a pass; after two passes the steps of the agreement, among them stones that resume play."""
        if self.current_player(s) == OVER:
            return []
        if s.phase == PLAY:
            return [*self._legal_stones(s), PASS]
        if s.phase == ANSWER:
            return [ACCEPT, *self._legal_stones(s)]
        last = s.marked[-1] if s.marked else NO_POINT
        marks = [Move("dead", first) for first in self._chains(s.board) if first > last]
        return [SCORE, *marks] if s.marked else [SCORE, *marks, *self._legal_stones(s)]

    def _legal_stones(self, s: Position) -> list[Move]:
        """Every empty point where a stone captures or has a liberty, but the ko point."""
        board, own = s.board, STONES[s.to_move]
        in_atari: dict[int, bool] = {}  # For the points of each chain looked at: whether its only liberty is left.

        def has_one_liberty(point: int) -> bool:
            if point not in in_atari:
                chain = self._chain(board, point)
                liberties = {there for here in chain for there in self._neighbours[here] if board[there] == EMPTY}
                in_atari.update(dict.fromkeys(chain, len(liberties) == 1))
            return in_atari[point]

        found = []
        for point, colour in enumerate(board):
            if colour != EMPTY or point == s.ko:
                continue
            for there in self._neighbours[point]:
                # An empty neighbour is a liberty; an own chain brings one if it has another than this point; an
                # opposing chain leaves one if this point was its last.
                neighbour = board[there]
                if neighbour == EMPTY or has_one_liberty(there) != (neighbour == own):
                    found.append(self._stones[point])
                    break
        return found

    def play(self, s: Position, m: Move) -> Position:
        """Place a stone, pass, or take a step of the agreement."""
        other = 1 - s.to_move
        if m.word == "stone":
            return self._play_stone(s, m.point)
        if m.word == "pass":
            passes = s.passes + 1
            phase = MARKING if self.agree and passes == 2 else PLAY
            return Position(s.board, other, NO_POINT, passes, s.prisoners, phase, ())
        if m.word == "dead":
            return s._replace(marked=(*s.marked, m.point))
        if m.word == "score":
            return s._replace(to_move=other, phase=ANSWER)
        return s._replace(phase=ACCEPTED)

    def _play_stone(self, s: Position, point: int) -> Position:
        """Place a stone and remove the opposing chains without liberty. This ends an agreement, too."""
        own, opponent = STONES[s.to_move], STONES[1 - s.to_move]
        board = list(s.board)
        board[point] = own
        captured: list[int] = []
        for there in self._neighbours[point]:
            if board[there] == opponent:
                chain = self._chain(board, there)
                if not self._is_alive(board, chain):
                    captured += chain
                    for taken in chain:
                        board[taken] = EMPTY
        # Ko: one stone captured by a single stone, whose only liberty is the captured point.
        around = [board[there] for there in self._neighbours[point]]
        is_ko = len(captured) == 1 and own not in around and around.count(EMPTY) == 1
        prisoners = list(s.prisoners)
        prisoners[s.to_move] += len(captured)
        ko = captured[0] if is_ko else NO_POINT
        return Position("".join(board), 1 - s.to_move, ko, 0, (prisoners[0], prisoners[1]), PLAY, ())

    # End and score

    def result(self, s: Position) -> Result:
        """Territory and prisoners, with komi for White, after the chains marked as dead are removed."""
        board = list(s.board)
        scores = [float(s.prisoners[BLACK]), s.prisoners[WHITE] + self.komi]
        for first in s.marked:
            chain = self._chain(board, first)
            scores[1 - STONES.index(board[first])] += len(chain)
            for point in chain:
                board[point] = EMPTY
        for player, points in enumerate(self._territory(board)):
            scores[player] += points
        points_of = _hahn_points(scores) if self.hahn else None
        return by_score(scores, "score accepted" if self.agree else "two passes", points=points_of)

    def _territory(self, board: list[str]) -> tuple[int, int]:
        """The empty points in regions that stones of one colour only touch."""
        territory = [0, 0]
        seen: set[int] = set()
        for point, colour in enumerate(board):
            if colour == EMPTY and point not in seen:
                region = self._chain(board, point)
                seen.update(region)
                border = {board[there] for here in region for there in self._neighbours[here]} - {EMPTY}
                if len(border) == 1:
                    territory[STONES.index(border.pop())] += len(region)
        return territory[BLACK], territory[WHITE]

    def conceded(self, s: Position, player: int) -> Result:
        """The opponent wins, in Hahn's system by 100 to 0."""
        points = (100.0 * player, 100.0 * (1 - player)) if self.hahn else None
        return win(1 - player, "resignation", points=points)

    def agreed(self, s: Position) -> Result:
        """A draw, in Hahn's system 50 to 50 as with equal scores."""
        return draw("agreement", points=(50.0, 50.0) if self.hahn else None)

    def ply_limit(self) -> int:
        """Three times the number of points: long cycles are legal."""
        return 3 * self.size**2

    # Notation

    def _name(self, point: int) -> str:
        row, column = divmod(point, self.size)
        return LETTERS[column] + LETTERS[row]

    def _find(self, name: str) -> int:
        """The point of an SGF name (column and row from the top left) or, up to 25x25, of a GTP name; or NO_POINT."""
        if len(name) == 2 and name[0] in LETTERS and name[1] in LETTERS:
            column, row = LETTERS.index(name[0]), LETTERS.index(name[1])
        elif self.size <= len(GTP_LETTERS) and (match := _GTP_POINT.fullmatch(name)):
            column, row = GTP_LETTERS.index(match[1].upper()), self.size - int(match[2])
        else:
            return NO_POINT
        if 0 <= row < self.size and column < self.size:
            return row * self.size + column
        return NO_POINT

    def move_text(self, s: Position, m: Move) -> str:
        """`pd`, `pass`, `dead kc`, `score`, `accept`."""
        if m.word == "stone":
            return self._name(m.point)
        return f"dead {self._name(m.point)}" if m.word == "dead" else m.word

    def read_move(self, s: Position, text: str) -> Move:
        """A move with its point in SGF or GTP notation."""
        if text in WORDS:
            move = WORDS[text]
        else:
            dead = text.startswith("dead ")
            move = Move("dead" if dead else "stone", self._find(text[5:] if dead else text))
            if move.point == NO_POINT:
                raise IllegalMove(f"{quote(text)} is no move: a point, pass, dead and a point, score or accept")
        if move not in self.moves(s):
            raise IllegalMove(f"no legal move {quote(text)}")
        return move

    def text(self, s: Position) -> str:
        """Rows from the top, side, ko point, passes, prisoners, and the phase with the marked chains."""
        ko = "-" if s.ko == NO_POINT else self._name(s.ko)
        phase = s.phase
        if phase != PLAY:
            phase += ":" + (",".join(self._name(point) for point in s.marked) or "-")
        prisoners = f"{s.prisoners[BLACK]},{s.prisoners[WHITE]}"
        return f"{write_rows(self._rows(s.board))} {SIDES[s.to_move]} {ko} {s.passes} {prisoners} {phase}"

    def _rows(self, board: str) -> list[str]:
        return [board[first : first + self.size] for first in range(0, self.size**2, self.size)]

    def parse(self, text: str) -> Position:
        """Read a position, in which every chain has a liberty."""
        names = ("board", "side", "ko point", "passes", "prisoners", "phase")
        board_text, side, ko_text, passes_text, prisoners_text, phase_text = read_fields(text, names)
        board = "".join(read_rows(board_text, self.size, self.size, STONES, EMPTY))
        chains = self._chains(board)
        for first, chain in chains.items():
            if not self._is_alive(board, chain):
                raise TextError(f"the chain on {self._name(first)} has no liberty")
        if side not in ("x", "o"):
            raise TextError(f"the side to move must be x or o, not {quote(side)}")
        passes = read_number(passes_text, "the number of passes", 0, 2)
        ko = self._read_ko(ko_text, board, SIDES.index(side), passes)
        parts = prisoners_text.split(",", 2)
        if len(parts) != 2:
            raise TextError(f"the prisoners must be two numbers with a comma between, not {quote(prisoners_text)}")
        prisoners = (
            read_number(parts[0], "the stones taken by Black", 0, MOST_PRISONERS),
            read_number(parts[1], "the stones taken by White", 0, MOST_PRISONERS),
        )
        phase, marked = self._read_phase(phase_text, chains, passes)
        return Position(board, SIDES.index(side), ko, passes, prisoners, phase, marked)

    def _read_ko(self, text: str, board: str, mover: int, passes: int) -> int:
        if text == "-":
            return NO_POINT
        ko = self._find(text)
        if ko == NO_POINT:
            raise TextError(f"the ko point must be - or a point of the board, not {quote(text)}")
        if board[ko] != EMPTY:
            raise TextError(f"the ko point {text} is not empty")
        if passes:
            raise TextError(f"there is a ko point {text}, but a pass lifts the ko")
        # The opponent has just taken one stone there, with one stone that has no other liberty.
        around = self._neighbours[ko]
        chains = {tuple(sorted(self._chain(list(board), there))) for there in around if board[there] != EMPTY}
        takers = [
            chain
            for chain in chains
            if {there for here in chain for there in self._neighbours[here] if board[there] == EMPTY} == {ko}
        ]
        if any(board[there] != STONES[1 - mover] for there in around) or len(takers) != 1 or len(takers[0]) != 1:
            raise TextError(f"no single stone can just have taken a stone on the ko point {text}")
        return ko

    def _read_phase(self, text: str, chains: dict[int, list[int]], passes: int) -> tuple[str, tuple[int, ...]]:
        """The phase and the chains marked as dead."""
        if text == PLAY:
            if self.agree and passes == 2:
                raise TextError("after two passes the phase is s, a or e with end=agree, not p")
            return PLAY, ()
        phase, colon, names = text.partition(":")
        if phase not in (MARKING, ANSWER, ACCEPTED) or not colon:
            raise TextError(f"the phase must be p, or s:, a: or e: and the marked chains or -, not {quote(text)}")
        if not self.agree:
            raise TextError(f"the phase is always p with end=auto, not {quote(text)}")
        if passes != 2:
            raise TextError(f"the phase {phase} follows two passes, not {passes}")
        if names == "-":
            return phase, ()
        marked: list[int] = []
        for name in names.split(",", len(chains)):
            point = self._find(name)
            if point not in chains:
                raise TextError(f"marked as dead: {quote(name)} is not the first point of a chain")
            if marked and point <= marked[-1]:
                raise TextError(f"marked as dead: {quote(name)} must come before the chain marked before it")
            marked.append(point)
        return phase, tuple(marked)

    def diagram(self, s: Position) -> str:
        """The board with the letters of the points, the first row on top; a chain marked as dead in small letters."""
        board = list(s.board)
        for first in s.marked:
            for point in self._chain(s.board, first):
                board[point] = board[point].lower()
        if s.ko != NO_POINT:
            board[s.ko] = "*"
        return grid_diagram(self._rows("".join(board)), LETTERS[: self.size], LETTERS[: self.size])


def _hahn_points(scores: Sequence[float]) -> tuple[float, float]:
    """Hahn's points: of 100, the winner gets 60 up to a margin of 10, and 10 more for each further 10."""
    margin = abs(scores[BLACK] - scores[WHITE])
    if margin == 0:
        return 50.0, 50.0
    winner = next(
        (points for most, points in ((10, 60.0), (20, 70.0), (30, 80.0), (40, 90.0)) if margin <= most), 100.0
    )
    return (winner, 100.0 - winner) if scores[BLACK] > scores[WHITE] else (100.0 - winner, winner)
