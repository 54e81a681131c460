"""Fendo: docs/rules/fendo.md."""

from __future__ import annotations

import re
from typing import NamedTuple

from plyground.reference._base import (
    OVER,
    IllegalMove,
    Result,
    Rng,
    Rules,
    TextError,
    by_score,
    column_name,
    quote,
    read_fields,
    read_number,
    read_rows,
    write_rows,
)

# Board: squares row by row from a1. A fence stands on the north or the east side of a square.

SIZE = 7
NAMES = tuple(f"{column_name(c)}{r + 1}" for r in range(SIZE) for c in range(SIZE))
SQUARES = {name: square for square, name in enumerate(NAMES)}
SIDES = "nesw"
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Rows and columns of a step over each side."""

FENCES = tuple(
    name + side
    for name in NAMES
    for side in "ne"
    if (side == "n" and name[1] < str(SIZE)) or (side == "e" and name[0] < column_name(SIZE - 1))
)
FENCE_INDEX = {name: fence for fence, name in enumerate(FENCES)}


def _over(square: int, side: int) -> tuple[int, int] | None:
    """The place of a fence on a side of a square and the square behind it; None at the border."""
    r, c = square // SIZE + STEPS[side][0], square % SIZE + STEPS[side][1]
    if not (0 <= r < SIZE and 0 <= c < SIZE):
        return None
    there = r * SIZE + c
    owner = square if SIDES[side] in "ne" else there
    return FENCE_INDEX[NAMES[owner] + ("n" if SIDES[side] in "ns" else "e")], there


OVER_SIDE = tuple(tuple(_over(square, side) for side in range(4)) for square in range(SIZE * SIZE))
NEIGHBOURS = tuple(tuple(over for over in sides if over) for sides in OVER_SIDE)

# Pieces

EMPTY = "."
PIECES = "RB"
IN_HAND = 6


class Move(NamedTuple):
    """A move with a fence on a side of its goal; an addition (source and side are NO); PASS."""

    source: int
    goal: int
    side: int


NO = -1
PASS = Move(NO, NO, NO)


class Position(NamedTuple):
    """The pieces, a 1 for each fence that stands, the pieces in hand, the player to move, the passes just made."""

    squares: str
    fences: str
    hands: tuple[int, int]
    player: int
    passes: int


def region(fences: str, square: int) -> list[int]:
    """The squares that can be reached from a square without crossing a fence."""
    found = [square]
    seen = {square}
    for here in found:
        for fence, there in NEIGHBOURS[here]:
            if fences[fence] == "0" and there not in seen:
                seen.add(there)
                found.append(there)
    return found


def regions(fences: str) -> list[list[int]]:
    """All regions."""
    found = []
    left = set(range(SIZE * SIZE))
    while left:
        found.append(region(fences, min(left)))
        left -= set(found[-1])
    return found


class Fendo(Rules[Position, Move]):
    """Fendo."""

    id = "fendo"
    title = "Fendo"
    page = "fendo"

    # Setup

    def initial(self, rng: Rng) -> Position:
        """Red on a4, blue on g4, six more pieces each."""
        squares = [EMPTY] * len(NAMES)
        squares[SQUARES["a4"]], squares[SQUARES["g4"]] = PIECES[0], PIECES[1]
        return Position("".join(squares), "0" * len(FENCES), (IN_HAND, IN_HAND), 0, 0)

    # Board

    @staticmethod
    def _pieces_in(squares: str, area: list[int]) -> int:
        return sum(squares[square] != EMPTY for square in area)

    def _open_area(self, s: Position) -> list[int]:
        """The region with two or more pieces; [] if there is none."""
        left = {square for square, piece in enumerate(s.squares) if piece != EMPTY}
        while left:
            area = region(s.fences, min(left))
            if self._pieces_in(s.squares, area) > 1:
                return area
            left.difference_update(area)
        return []

    # Move

    @staticmethod
    def _line(s: Position, square: int, side: int) -> list[int]:
        """The squares on a straight way until a piece, a fence or the border."""
        line = []
        while over := OVER_SIDE[square][side]:
            fence, square = over
            if s.fences[fence] == "1" or s.squares[square] != EMPTY:
                break
            line.append(square)
        return line

    def _travel(self, s: Position, square: int) -> list[int]:
        """The squares that the piece on a square can travel to: a straight way, or two with a right angle between."""
        goals = {}
        for side in range(4):
            for corner in self._line(s, square, side):
                goals[corner] = True
                for turned in ((side + 1) % 4, (side + 3) % 4):
                    for goal in self._line(s, corner, turned):
                        goals[goal] = True
        return list(goals)

    def moves(self, s: Position) -> list[Move]:
        """Moves with a fence, additions, and a pass if there is nothing else."""
        area = [] if s.passes == 2 else self._open_area(s)
        if not area:
            return []
        own = [square for square in area if s.squares[square] == PIECES[s.player]]
        found = []
        additions = {}
        # The part of the open area on the near side of a new fence, for each side of a square asked for so far.
        parts: dict[tuple[int, int], set[int] | None] = {}
        pieces = {square for square in area if s.squares[square] != EMPTY}
        for source in own:
            goals = self._travel(s, source)
            additions.update(dict.fromkeys(goals))
            others = pieces - {source}
            for goal in [source, *goals]:
                for side in range(4):
                    over = OVER_SIDE[goal][side]
                    if not over or s.fences[over[0]] == "1":
                        continue
                    if (goal, side) not in parts:
                        parts[goal, side] = self._cut_off(s.fences, area, goal, side)
                    part = parts[goal, side]
                    # Parts are those after the travel: the piece that moves is in the part of its goal.
                    if part is None or self._may_close(len(others & part) + 1, len(pieces)):
                        found.append(Move(source, goal, side))
        if s.hands[s.player]:
            found += [Move(NO, goal, NO) for goal in additions]
        return found or [PASS]

    @staticmethod
    def _cut_off(fences: str, area: list[int], square: int, side: int) -> set[int] | None:
        """What a new fence on a side of a square leaves connected with the square; None if that is the whole area."""
        over = OVER_SIDE[square][side]
        assert over
        fence, there = over
        for turned in ((side + 1) % 4, (side + 3) % 4):
            beside, ahead = OVER_SIDE[square][turned], OVER_SIDE[there][turned]
            if beside and ahead and fences[beside[0]] == fences[ahead[0]] == "0":
                between = OVER_SIDE[beside[1]][side]
                if between and fences[between[0]] == "0":
                    return None  # There is a way around the end of the fence, as nearly always.
        part = region(fences[:fence] + "1" + fences[fence + 1 :], square)
        return None if len(part) == len(area) else set(part)

    @staticmethod
    def _may_close(here: int, pieces: int) -> bool:
        """Whether an area with so many pieces may be divided so that `here` are on one side."""
        there = pieces - here
        return min(here, there) == 1

    def play(self, s: Position, m: Move) -> Position:
        """Make a move."""
        squares, fences, hands = list(s.squares), s.fences, list(s.hands)
        if m == PASS:
            return Position(s.squares, fences, s.hands, 1 - s.player, s.passes + 1)
        squares[m.goal] = PIECES[s.player]
        if m.source == NO:
            hands[s.player] -= 1
        else:
            if m.source != m.goal:
                squares[m.source] = EMPTY
            over = OVER_SIDE[m.goal][m.side]
            assert over
            fences = fences[: over[0]] + "1" + fences[over[0] + 1 :]
        return Position("".join(squares), fences, (hands[0], hands[1]), 1 - s.player, 0)

    # End

    def current_player(self, s: Position) -> int:
        """The game is over when no open area remains, or after two passes."""
        return OVER if s.passes == 2 or not self._open_area(s) else s.player

    def result(self, s: Position) -> Result:
        """The squares of the areas with a single piece."""
        scores = [0, 0]
        for area in regions(s.fences):
            pieces = [s.squares[square] for square in area if s.squares[square] != EMPTY]
            if len(pieces) == 1:
                scores[PIECES.index(pieces[0])] += len(area)
        return by_score(scores, "all areas closed" if not self._open_area(s) else "two passes")

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """`a4-b1/e`, `c3`, `pass`."""
        if m == PASS:
            return "pass"
        return NAMES[m.goal] if m.source == NO else f"{NAMES[m.source]}-{NAMES[m.goal]}/{SIDES[m.side]}"

    def read_move(self, s: Position, text: str) -> Move:
        """A move, in letters of any case."""
        lower = text.lower() if text.isascii() else ""
        match = re.fullmatch(r"(?:([a-g][1-7])-)?([a-g][1-7])(?:/([nesw]))?|pass", lower)
        if not match or (match[1] is None) != (match[3] is None):
            raise IllegalMove(f"{quote(text)} is no move")
        move = PASS
        if match[2]:
            source, side = (SQUARES[match[1]], SIDES.index(match[3])) if match[1] else (NO, NO)
            move = Move(source, SQUARES[match[2]], side)
        if move not in self.moves(s):
            raise IllegalMove(f"{quote(text)} is illegal")
        return move

    def text(self, s: Position) -> str:
        """Rows from the top, fences, hands, the player to move, the passes just made."""
        rows = [s.squares[r * SIZE : (r + 1) * SIZE] for r in reversed(range(SIZE))]
        fences = ",".join(sorted(name for name, stands in zip(FENCES, s.fences, strict=True) if stands == "1"))
        return f"{write_rows(rows)} {fences or '-'} {s.hands[0]},{s.hands[1]} {s.player} {s.passes}"

    def parse(self, text: str) -> Position:
        """In a position no region is without a piece and at most one is open. Pieces are not counted."""
        board, fences_text, hands_text, player, passes = read_fields(
            text, ("board", "fences", "hands", "player to move", "passes")
        )
        squares = "".join(reversed(read_rows(board, SIZE, SIZE, PIECES)))
        fences = ["0"] * len(FENCES)
        for name in [] if fences_text == "-" else fences_text.split(",", len(FENCES)):
            if name not in FENCE_INDEX:
                raise TextError(f"{quote(name)} is no place for a fence")
            if fences[FENCE_INDEX[name]] == "1":
                raise TextError(f"the fence {name} is named twice")
            fences[FENCE_INDEX[name]] = "1"
        hands = hands_text.split(",", 2)
        if len(hands) != 2:
            raise TextError(f"the hands must be two numbers with a comma between, not {quote(hands_text)}")
        red, blue = (read_number(hand, "the pieces in a hand", 0, IN_HAND) for hand in hands)
        if player not in ("0", "1"):
            raise TextError(f"the player to move must be 0 or 1, not {quote(player)}")
        if passes not in ("0", "1", "2"):
            raise TextError(f"the passes must be 0, 1 or 2, not {quote(passes)}")
        open_areas = 0
        for area in regions("".join(fences)):
            pieces = self._pieces_in(squares, area)
            if not pieces:
                raise TextError(f"there is no piece in the region of {NAMES[min(area)]}")
            open_areas += pieces > 1
        if open_areas > 1:
            raise TextError("there is more than one open area")
        return Position(squares, "".join(fences), (red, blue), int(player), int(passes))

    def diagram(self, s: Position) -> str:
        """Rows from the top, with the fences between the squares."""
        lines = []
        for r in reversed(range(SIZE)):
            row = above = ""
            for c in range(SIZE):
                square = r * SIZE + c
                east, north = OVER_SIDE[square][1], OVER_SIDE[square][0]
                row += s.squares[square] + (" | " if east and s.fences[east[0]] == "1" else "   ")
                above += ("---" if north and s.fences[north[0]] == "1" else "   ") + " "
            if r < SIZE - 1:
                lines.append(f" {above}".rstrip())
            lines.append(f"{r + 1} {row}".rstrip())
        lines.append("  " + "   ".join(column_name(c) for c in range(SIZE)))
        lines.append(f"in hand: red {s.hands[0]}, blue {s.hands[1]}")
        return "\n".join(lines)
