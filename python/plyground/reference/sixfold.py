"""Sixfold: docs/rules/sixfold.md."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from plyground.reference._base import (
    CHANCE,
    OVER,
    IllegalMove,
    Option,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    by_score,
    quote,
    read_fields,
)

# Boards

BOARDS = ("square", "hex", "cross", "triangle")
INACTIVE, EMPTY = "##", "--"
ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
CENTRE = "d4"
TRIADS = ("a1", "a2", "b1", "g1", "g2", "f1", "a7", "a6", "b7", "g7", "g6", "f7")


class Board:
    """A board: the rows of its text (names, "" for an inactive cell), and for each active cell the ways out of it.

    Cells are numbered in the order of the text.
    """

    def __init__(self, rows: list[list[tuple[str, int, int]]], directions: tuple[tuple[int, int], ...]) -> None:
        """From rows of (name or "", x, y) and the steps in x and y to the neighbours."""
        self.rows = [[name for name, _, _ in row] for row in rows]
        places = {(x, y): name for row in rows for name, x, y in row if name}
        self.names = list(places.values())
        self.cells = {name: cell for cell, name in enumerate(self.names)}
        self.lines: list[list[list[int]]] = []
        """For each cell, for each direction that has a neighbour, the cells that way, nearest first."""
        for x, y in places:
            lines = []
            for dx, dy in directions:
                line = []
                a, b = x + dx, y + dy
                while (a, b) in places:
                    line.append(self.cells[places[a, b]])
                    a, b = a + dx, b + dy
                if line:
                    lines.append(line)
            self.lines.append(lines)


def _rectangle(size: int, inactive: tuple[str, ...]) -> Board:
    """Ranks from the top, files from a."""
    rows = [[(f"{chr(ord('a') + x)}{y + 1}", x, y) for x in range(size)] for y in reversed(range(size))]
    rows = [[("" if name in inactive else name, x, y) for name, x, y in row] for row in rows]
    return Board(rows, ORTHOGONAL)


def _hexagon() -> Board:
    """Columns q of a hexagon of side 4, r downwards, each column from the top."""
    radius = 3
    rows = []
    for q in range(-radius, radius + 1):
        column = []
        for r in range(max(-radius, -radius - q), min(radius, radius - q) + 1):
            name = f"{chr(ord('a') + q + radius)}{min(radius, radius - q) - r + 1}"
            column.append(("" if name == CENTRE else name, q, r))
        rows.append(column)
    return Board(rows, (*ORTHOGONAL, (1, -1), (-1, 1)))


def _triangle() -> Board:
    """Rows from the apex."""
    rows = [[(f"{chr(ord('a') + column)}{row}", column, row) for column in range(row)] for row in range(1, 9)]
    return Board(rows, (*ORTHOGONAL, (1, 1), (-1, -1)))


BOARD = {
    "square": _rectangle(6, ()),
    "hex": _hexagon(),
    "cross": _rectangle(7, (*TRIADS, CENTRE)),
    "triangle": _triangle(),
}
CELLS = 36

# Stones

STONES = tuple(colour + shape for colour in "ABCDEF" for shape in "123456")
OFFER = 6
SHAPES, COLOURS = 0, 1
"""The players, and with 1 - player the character of a stone that counts for them."""

NO_SLIDE = (-1, -1)


class Move(NamedTuple):
    """A slide (from, to) or NO_SLIDE, a stone of the offer, and its cell. A chance outcome has the stone only."""

    slide: tuple[int, int]
    stone: str
    cell: int


class Position(NamedTuple):
    """The board, the stone on each cell (or ""), the offer sorted, the undrawn stones, and the player to move.

    The undrawn stones are in the order in which they will come with `draw=fixed`, and sorted with `draw=chance`.
    """

    board: str
    cells: tuple[str, ...]
    offer: tuple[str, ...]
    undrawn: tuple[str, ...]
    player: int


class Sixfold(Rules[Position, Move]):
    """Sixfold."""

    id = "sixfold"
    title = "Sixfold"
    page = "sixfold"
    options_spec: ClassVar[dict[str, Option]] = {
        "board": Option("random", ("random", *BOARDS), "The board; random takes each of the four equally often."),
        "draw": Option("chance", ("chance", "fixed"), "Whether refills are drawn in play or fixed by the set-up."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Read the options."""
        super().__init__(options)
        self.board = str(options["board"])
        self.fixed = options["draw"] == "fixed"

    # Setup

    def initial(self, rng: Rng) -> Position:
        """An empty board, and the stones in a random order: the first six are the offer."""
        board = BOARDS[rng.below(len(BOARDS))] if self.board == "random" else self.board
        stones = list(STONES)
        rng.shuffle(stones)
        undrawn = stones[OFFER:] if self.fixed else sorted(stones[OFFER:])
        return Position(board, ("",) * CELLS, tuple(sorted(stones[:OFFER])), tuple(undrawn), SHAPES)

    # Move

    def _is_chance(self, s: Position) -> bool:
        """Whether the refill of the offer is due."""
        return not self.fixed and len(s.offer) < OFFER and bool(s.undrawn)

    @staticmethod
    def _slides(s: Position) -> list[tuple[int, int]]:
        """Every stone in every direction as far as possible."""
        cells = s.cells
        found = []
        for source, lines in enumerate(BOARD[s.board].lines):
            if cells[source]:
                for line in lines:
                    if not cells[line[0]]:
                        goal = line[0]
                        for cell in line:
                            if cells[cell]:
                                break
                            goal = cell
                        found.append((source, goal))
        return found

    @staticmethod
    def _empty_after(s: Position, slide: tuple[int, int]) -> list[int]:
        """The empty cells after a slide."""
        source, goal = slide
        return [cell for cell, stone in enumerate(s.cells) if cell == source or (not stone and cell != goal)]

    def moves(self, s: Position) -> list[Move]:
        """A slide or none, then a stone of the offer onto an empty cell; or each stone that may be drawn."""
        if self._is_chance(s):
            return [Move(NO_SLIDE, stone, -1) for stone in s.undrawn]
        return [
            Move(slide, stone, cell)
            for slide in (NO_SLIDE, *self._slides(s))
            for cell in self._empty_after(s, slide)
            for stone in s.offer
        ]

    def count(self, s: Position) -> int:
        """The turns without listing them."""
        if self._is_chance(s):
            return len(s.undrawn)
        return (1 + len(self._slides(s))) * len(s.offer) * s.cells.count("")

    def random_move(self, s: Position, rng: Rng) -> Move | None:
        """A turn without listing all: there are equally many after each slide."""
        if self._is_chance(s):
            return Move(NO_SLIDE, s.undrawn[rng.below(len(s.undrawn))], -1)
        if not s.offer:
            return None
        slides = [NO_SLIDE, *self._slides(s)]
        slide = slides[rng.below(len(slides))]
        empty = self._empty_after(s, slide)
        return Move(slide, s.offer[rng.below(len(s.offer))], empty[rng.below(len(empty))])

    def play(self, s: Position, m: Move) -> Position:
        """Make a turn, or refill the offer with one stone."""
        if self._is_chance(s):
            offer = tuple(sorted((*s.offer, m.stone)))
            return Position(s.board, s.cells, offer, tuple(stone for stone in s.undrawn if stone != m.stone), s.player)
        cells = list(s.cells)
        if m.slide != NO_SLIDE:
            source, goal = m.slide
            cells[source], cells[goal] = "", cells[source]
        cells[m.cell] = m.stone
        offer = tuple(stone for stone in s.offer if stone != m.stone)
        undrawn = s.undrawn
        if self.fixed and undrawn:
            offer = tuple(sorted((*offer, undrawn[0])))
            undrawn = undrawn[1:]
        return Position(s.board, tuple(cells), offer, undrawn, 1 - s.player)

    # End

    def current_player(self, s: Position) -> int:
        """The game is over after the 36th stone."""
        if "" not in s.cells:
            return OVER
        return CHANCE if self._is_chance(s) else s.player

    def result(self, s: Position) -> Result:
        """Groups of equal shape for Shapes, of equal colour for Colors."""
        return by_score([self._score(s, 1 - player) for player in (SHAPES, COLOURS)], "board full")

    @staticmethod
    def _score(s: Position, feature: int) -> int:
        """The sum of N (N - 1) / 2 over the groups of stones that agree in one of their two characters."""
        lines = BOARD[s.board].lines
        seen: set[int] = set()
        score = 0
        for cell, stone in enumerate(s.cells):
            if cell in seen:
                continue
            seen.add(cell)
            group = [cell]
            for here in group:
                for line in lines[here]:
                    there = line[0]
                    if there not in seen and s.cells[there][feature] == stone[feature]:
                        seen.add(there)
                        group.append(there)
            score += len(group) * (len(group) - 1) // 2
        return score

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """`B5@d4`, `c2-f2 B5@c2`, `+C1`."""
        if m.cell < 0:
            return f"+{m.stone}"
        names = BOARD[s.board].names
        slide = "" if m.slide == NO_SLIDE else f"{names[m.slide[0]]}-{names[m.slide[1]]} "
        return f"{slide}{m.stone}@{names[m.cell]}"

    def read_move(self, s: Position, text: str) -> Move:
        """A turn, read without a list."""
        if self._is_chance(s):
            return super().read_move(s, text)
        cells = BOARD[s.board].cells
        slide_text, space, placement = text.rpartition(" ")
        stone, _, name = placement.partition("@")
        slide = NO_SLIDE
        if space:
            source, _, goal = slide_text.partition("-")
            slide = cells.get(source, -1), cells.get(goal, -1)
            if slide not in self._slides(s):
                raise IllegalMove(f"{quote(text)}: {quote(slide_text)} is no slide that can be made")
        if stone not in s.offer:
            raise IllegalMove(f"{quote(text)}: {quote(stone)} is not in the offer")
        if cells.get(name) not in self._empty_after(s, slide):
            raise IllegalMove(f"{quote(text)}: {quote(name)} is no empty cell")
        return Move(slide, stone, cells[name])

    def text(self, s: Position) -> str:
        """The board, its cells, the offer, the undrawn stones, the player to move."""
        rows = self._rows(s)
        undrawn = (",".join(s.undrawn) if self.fixed else "*") if s.undrawn else "-"
        return f"{s.board} {'/'.join(map(''.join, rows))} {','.join(s.offer) or '-'} {undrawn} {s.player}"

    @staticmethod
    def _rows(s: Position) -> list[list[str]]:
        stones = iter(s.cells)
        return [[(next(stones) or EMPTY) if name else INACTIVE for name in row] for row in BOARD[s.board].rows]

    def parse(self, text: str) -> Position:
        """Each of the 36 stones is in one place."""
        board, cells_text, offer_text, undrawn_text, player = read_fields(
            text, ("board", "cells", "offer", "undrawn stones", "player to move")
        )
        if board not in BOARDS or self.board not in ("random", board):
            raise TextError(f"the board cannot be {quote(board)}")
        cells = self._read_cells(board, cells_text)
        offer = self._read_stones(offer_text, "the offer", OFFER)
        used = [*(stone for stone in cells if stone), *offer]
        if len(set(used)) != len(used):
            twice = next(stone for stone in used if used.count(stone) > 1)
            raise TextError(f"the stone {twice} is there twice")
        missing = [stone for stone in STONES if stone not in used]
        if self.fixed:
            undrawn = self._read_stones(undrawn_text, "the draw order", CELLS)
            if sorted(undrawn) != missing:
                raise TextError(
                    "the draw order must have each stone that is neither on the board nor in the offer once"
                )
            if undrawn and len(offer) < OFFER:
                raise TextError(f"with draw=fixed the offer has {OFFER} stones while any are undrawn")
        else:
            undrawn = missing
            if undrawn_text != ("*" if missing else "-"):
                raise TextError(f"{len(missing)} stones are undrawn, which is not {quote(undrawn_text)}")
        if player not in ("0", "1"):
            raise TextError(f"the player to move must be 0 or 1, not {quote(player)}")
        return Position(board, tuple(cells), tuple(sorted(offer)), tuple(undrawn), int(player))

    @staticmethod
    def _read_cells(board: str, text: str) -> list[str]:
        due = BOARD[board].rows
        rows = text.split("/", len(due))
        if len(rows) != len(due):
            found = len(rows) if len(rows) < len(due) else "more"
            raise TextError(f"the board must have {len(due)} rows, found {found}")
        cells = []
        for number, (row, names) in enumerate(zip(rows, due, strict=True), 1):
            if len(row) != 2 * len(names):
                raise TextError(
                    f"row {number} of the text must have {len(names)} cells of two characters: {quote(row)}"
                )
            for place, name in enumerate(names):
                token = row[2 * place : 2 * place + 2]
                where = name or f"cell {place + 1} of row {number}"
                if token not in ((EMPTY, *STONES) if name else (INACTIVE,)):
                    raise TextError(f"unexpected {quote(token)} on {where}")
                if name:
                    cells.append("" if token == EMPTY else token)
        return cells

    @staticmethod
    def _read_stones(text: str, what: str, most: int) -> list[str]:
        if text == "-":
            return []
        stones = text.split(",", most)
        if len(stones) > most:
            raise TextError(f"{what} has at most {most} stones")
        for stone in stones:
            if stone not in STONES:
                raise TextError(f"{what}: {quote(stone)} is no stone")
        return stones

    def diagram(self, s: Position) -> str:
        """The rows of the text; the columns of the hexagon as rows; then the offer."""
        lines = []
        widest = max(len(row) for row in BOARD[s.board].rows)
        for row, names in zip(self._rows(s), BOARD[s.board].rows, strict=True):
            # Inactive corners of the cross are left out; rows of the hexagon and the triangle are centred.
            cells = [cell if name else "  " for cell, name in zip(row, names, strict=True)]
            first = next(name for name in names if name)
            lines.append(f"{first:>3}:  " + "  " * (widest - len(row)) + "  ".join(cells).rstrip())
        lines.append("offer: " + (", ".join(s.offer) or "empty"))
        return "\n".join(lines)
