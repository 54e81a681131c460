"""Polyomino: docs/rules/polyomino.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import ClassVar, NamedTuple

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
    grid_diagram,
    quote,
    read_fields,
    read_rows,
    write_rows,
)

Shape = tuple[tuple[int, int], ...]
"""Squares (x, y), sorted, the smallest x and the smallest y being 0."""

# The catalogue of free polyominoes

DRAWINGS = {
    "1": ("x",),
    "2": ("xx",),
    "I3": ("xxx",),
    "V3": ("x.", "xx"),
    "I4": ("xxxx",),
    "L4": ("x..", "xxx"),
    "O4": ("xx", "xx"),
    "S4": (".xx", "xx."),
    "T4": (".x.", "xxx"),
    "F": (".xx", "xx.", ".x."),
    "I": ("xxxxx",),
    "L": ("x...", "xxxx"),
    "N": (".xxx", "xx.."),
    "P": ("xx", "xx", "x."),
    "T": ("xxx", ".x.", ".x."),
    "U": ("x.x", "xxx"),
    "V": ("x..", "x..", "xxx"),
    "W": ("x..", "xx.", ".xx"),
    "X": (".x.", "xxx", ".x."),
    "Y": (".x..", "xxxx"),
    "Z": ("xx.", ".x.", ".xx"),
}


def _moved(squares: Iterable[tuple[int, int]]) -> Shape:
    """The shape of squares anywhere."""
    squares = list(squares)
    left, bottom = min(x for x, _ in squares), min(y for _, y in squares)
    return tuple(sorted((x - left, y - bottom) for x, y in squares))


def orientations(shape: Shape) -> list[Shape]:
    """The different rotations and reflections of a shape, the canonical form first."""
    found = set()
    for _ in range(4):
        shape = _moved((y, -x) for x, y in shape)
        found.add(shape)
        found.add(_moved((-x, y) for x, y in shape))
    return sorted(found)


def canonical(shape: Shape) -> Shape:
    """The smallest of the orientations."""
    return orientations(shape)[0]


@cache
def catalogue(order: int) -> dict[Shape, str]:
    """The canonical forms of the pieces of up to `order` squares, in the order of the catalogue, and their names."""
    named = {}
    for name, rows in DRAWINGS.items():
        shape = _moved((x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char == "x")
        if len(shape) <= order:
            named[canonical(shape)] = name
    if order == 6:
        # Hexominoes have a pentomino and one more square, and are numbered in the order of their canonical forms.
        hexominoes = set()
        for shape in [shape for shape in named if len(shape) == 5]:
            for x, y in shape:
                for square in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if square not in shape:
                        hexominoes.add(canonical(_moved([*shape, square])))
        named.update((shape, f"h{number:02}") for number, shape in enumerate(sorted(hexominoes), 1))
    return named


# Variants and their boards


class Variant(NamedTuple):
    """The size of the board, the largest order, the copies of each piece, and whether there is one common set."""

    size: int
    order: int
    copies: int
    common: bool


VARIANTS = {
    "mini": Variant(8, 4, 1, False),
    "small": Variant(12, 4, 2, False),
    "penta": Variant(14, 5, 1, False),
    "hexa": Variant(20, 6, 1, True),
}


class Table:
    """All placements on the empty board of a variant.

    Squares are numbered file by file from a1, so that ascending numbers are the order in which moves are written.
    """

    def __init__(self, variant: Variant) -> None:
        """Lay every orientation everywhere."""
        n = variant.size
        shapes = catalogue(variant.order)
        self.names = list(shapes.values())
        self.piece_of_shape = {shape: piece for piece, shape in enumerate(shapes)}
        self.squares = [f"{column_name(x)}{y + 1}" for x in range(n) for y in range(n)]
        self.cells: list[tuple[int, ...]] = []
        self.pieces: list[int] = []
        for piece, shape in enumerate(shapes):
            for turned in orientations(shape):
                width, height = max(x for x, _ in turned), max(y for _, y in turned)
                for left in range(n - width):
                    for bottom in range(n - height):
                        self.cells.append(tuple((x + left) * n + y + bottom for x, y in turned))
                        self.pieces.append(piece)
        self.by_cells = {cells: number for number, cells in enumerate(self.cells)}
        self.by_text = {self.text(number): number for number in range(len(self.cells))}
        # covering[square][piece]: the placements of a piece that cover a square.
        self.covering: list[list[list[int]]] = [[[] for _ in shapes] for _ in self.squares]
        for number, cells in enumerate(self.cells):
            for cell in cells:
                self.covering[cell][self.pieces[number]].append(number)
        self.edges = [self._around(n, square, ((1, 0), (-1, 0), (0, 1), (0, -1))) for square in range(n * n)]
        self.corners = [self._around(n, square, ((1, 1), (1, -1), (-1, 1), (-1, -1))) for square in range(n * n)]

    def text(self, number: int) -> str:
        """The squares of a placement."""
        return "".join(self.squares[cell] for cell in self.cells[number])

    @staticmethod
    def _around(n: int, square: int, steps: Iterable[tuple[int, int]]) -> list[int]:
        x, y = divmod(square, n)
        return [(x + dx) * n + y + dy for dx, dy in steps if 0 <= x + dx < n and 0 <= y + dy < n]


@cache
def table_of(variant: str) -> Table:
    """The table of a variant, made once."""
    return Table(VARIANTS[variant])


# Positions

EMPTY = "."
COLOURS = "bo"
BLUE, ORANGE = 0, 1
NOBODY = -1
OPEN1, OPEN2, CHOICE, PLAY = "open1", "open2", "choice", "play"

# The moves that are no placement.
SWAP, PASS = -1, -2
WORDS = {SWAP: "swap", PASS: "pass"}


class Position(NamedTuple):
    """The board, the copies of each piece that blue and orange have left, who is Blue, the colour to move, the phase.

    With one common set both have the same remaining pieces.
    """

    board: str
    left: tuple[tuple[int, ...], tuple[int, ...]]
    owner: int
    colour: int
    phase: str


class Polyomino(Rules[Position, int]):
    """Polyomino. A move is the number of a placement in the table, or SWAP, or PASS."""

    id = "polyomino"
    title = "Polyomino"
    page = "polyomino"
    options_spec: ClassVar[dict[str, Option]] = {
        "variant": Option("mini", tuple(VARIANTS), "Board and set of pieces."),
        "score": Option("tiles", ("tiles", "squares"), "What counts: pieces on the board, or the squares they cover."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Take the table of the variant."""
        super().__init__(options)
        self.variant = VARIANTS[str(options["variant"])]
        self.table = table_of(str(options["variant"]))
        self.full = (self.variant.copies,) * len(self.table.names)

    # Setup

    def initial(self, rng: Rng) -> Position:
        """An empty board and full sets."""
        return Position(EMPTY * self.variant.size**2, (self.full, self.full), NOBODY, BLUE, OPEN1)

    # Move

    def _placements(self, s: Position, colour: int) -> Iterator[int]:
        """The placements of a colour: free squares, no own square beside them, an own square at a corner."""
        table = self.table
        own = [square for square, char in enumerate(s.board) if char == COLOURS[colour]]
        beside = {there for square in own for there in table.edges[square]}
        free = {square for square, char in enumerate(s.board) if char == EMPTY} - beside
        anchors = sorted({there for square in own for there in table.corners[square]} & free)
        left = [piece for piece, copies in enumerate(s.left[colour]) if copies]
        fits = free.issuperset
        cells = table.cells
        for anchor in anchors:
            for piece in left:
                for number in table.covering[anchor][piece]:
                    if fits(cells[number]):
                        yield number
            # What covers this anchor and another one is found once.
            free.discard(anchor)

    def _can_place(self, s: Position, colour: int) -> bool:
        return next(self._placements(s, colour), None) is not None

    def moves(self, s: Position) -> list[int]:
        """The opening, the choice, and then placements; a pass if only the opponent has one."""
        table = self.table
        if s.phase == OPEN1:
            return list(range(len(table.cells)))
        if s.phase == OPEN2:
            taken = {square for square, char in enumerate(s.board) if char != EMPTY}
            blue = self._piece(sorted(taken))
            free = taken.isdisjoint
            return [n for n, cells in enumerate(table.cells) if table.pieces[n] != blue and free(cells)]
        found = list(self._placements(s, s.colour))
        if not found:
            if not self._can_place(s, 1 - s.colour):
                return []
            found.append(PASS)
        if s.phase == CHOICE:
            found.append(SWAP)
        return found

    def count(self, s: Position) -> int:
        """The opening without listing it."""
        return len(self.table.cells) if s.phase == OPEN1 else len(self.moves(s))

    def random_move(self, s: Position, rng: Rng) -> int | None:
        """An opening without listing it."""
        if s.phase == OPEN1:
            return rng.below(len(self.table.cells))
        return super().random_move(s, rng)

    def play(self, s: Position, m: int) -> Position:
        """Make a move."""
        if m == SWAP:
            return Position(s.board, s.left, 0, BLUE, PLAY)
        board, left = s.board, s.left
        if m != PASS:
            squares = list(board)
            for cell in self.table.cells[m]:
                squares[cell] = COLOURS[s.colour]
            board = "".join(squares)
            piece = self.table.pieces[m]
            fewer = tuple(copies - (other == piece) for other, copies in enumerate(left[s.colour]))
            if self.variant.common:
                left = fewer, fewer
            else:
                left = (fewer, left[ORANGE]) if s.colour == BLUE else (left[BLUE], fewer)
        if s.phase == OPEN1:
            return Position(board, left, NOBODY, ORANGE, OPEN2)
        if s.phase == OPEN2:
            return Position(board, left, NOBODY, BLUE, CHOICE)
        # Who does not swap is Blue.
        owner = 1 if s.phase == CHOICE else s.owner
        return Position(board, left, owner, 1 - s.colour, PLAY)

    # End

    def current_player(self, s: Position) -> int:
        """The game is over when neither colour can be placed."""
        if s.phase in (OPEN1, OPEN2):
            return 0
        if not self._can_place(s, s.colour) and not self._can_place(s, 1 - s.colour):
            return OVER
        if s.phase == CHOICE:
            return 1
        return s.owner if s.colour == BLUE else 1 - s.owner

    def result(self, s: Position) -> Result:
        """More pieces on the board, or more squares."""
        if self.options["score"] == "tiles":
            scores = [len(self._groups(s.board, colour)) for colour in (BLUE, ORANGE)]
        else:
            scores = [s.board.count(char) for char in COLOURS]
        # Without a choice made (no board gets there by play) player 1 would be Blue.
        return by_score(scores if s.owner == 0 else scores[::-1], "no placement left")

    # Pieces on the board

    def _groups(self, board: str, colour: int) -> list[list[int]]:
        """The connected squares of a colour: they are its pieces."""
        groups = []
        seen: set[int] = set()
        for square, char in enumerate(board):
            if char == COLOURS[colour] and square not in seen:
                seen.add(square)
                group = [square]
                for here in group:
                    for there in self.table.edges[here]:
                        if board[there] == char and there not in seen:
                            seen.add(there)
                            group.append(there)
                groups.append(sorted(group))
        return groups

    def _piece(self, squares: list[int]) -> int | None:
        """Which piece covers these squares."""
        if len(squares) > self.variant.order:
            return None
        number = self.table.by_cells.get(tuple(squares))
        return None if number is None else self.table.pieces[number]

    # Notation

    def move_text(self, s: Position, m: int) -> str:
        """The squares of a placement, `swap` or `pass`."""
        return WORDS.get(m) or self.table.text(m)

    def read_move(self, s: Position, text: str) -> int:
        """A placement, looked up in the table."""
        move = self.table.by_text.get(text, next((word for word, name in WORDS.items() if name == text), None))
        if move is None:
            raise IllegalMove(f"{quote(text)} is neither the squares of a piece, by file and rank, nor swap or pass")
        if move not in self.moves(s):
            raise IllegalMove(f"{quote(text)} is illegal")
        return move

    def _rows(self, board: str) -> list[str]:
        """From the top."""
        n = self.variant.size
        return [board[y::n] for y in reversed(range(n))]

    def _left_text(self, left: tuple[tuple[int, ...], tuple[int, ...]]) -> str:
        lists = []
        for copies in left[:1] if self.variant.common else left:
            names = [name for name, n in zip(self.table.names, copies, strict=True) for _ in range(n)]
            lists.append("all" if copies == self.full else ",".join(names) or "-")
        return "/".join(lists)

    def text(self, s: Position) -> str:
        """Rows from the top, the remaining pieces, the owner of Blue, the colour to move, the phase."""
        owner = "-" if s.owner == NOBODY else str(s.owner)
        return f"{write_rows(self._rows(s.board))} {self._left_text(s.left)} {owner} {COLOURS[s.colour]} {s.phase}"

    def parse(self, text: str) -> Position:
        """The connected squares of a colour are its pieces; the remaining ones follow from the board."""
        board_text, left_text, owner, colour, phase = read_fields(
            text, ("board", "remaining pieces", "owner of Blue", "colour to move", "phase")
        )
        n = self.variant.size
        rows = read_rows(board_text, n, n, COLOURS)
        board = "".join(rows[n - 1 - y][x] for x in range(n) for y in range(n))
        used = self._used(board)
        left = self._left(used)
        if left_text != self._left_text(left):
            raise TextError(f"the remaining pieces must be {quote(self._left_text(left))}, not {quote(left_text)}")
        if phase not in (OPEN1, OPEN2, CHOICE, PLAY):
            raise TextError(f"the phase must be open1, open2, choice or play, not {quote(phase)}")
        if owner not in (("0", "1") if phase == PLAY else ("-",)):
            raise TextError(f"in {phase} the owner of Blue cannot be {quote(owner)}")
        if colour not in (("b", "o") if phase == PLAY else ("o",) if phase == OPEN2 else ("b",)):
            raise TextError(f"in {phase} the colour to move cannot be {quote(colour)}")
        due = {OPEN1: (0, 0), OPEN2: (1, 0), CHOICE: (1, 1)}
        if phase != PLAY and (len(used[BLUE]), len(used[ORANGE])) != due[phase]:
            raise TextError(f"in {phase} the board must have {due[phase][0]} blue and {due[phase][1]} orange pieces")
        if phase == CHOICE and used[BLUE] == used[ORANGE]:
            raise TextError("the first two pieces have different shapes")
        return Position(board, left, NOBODY if owner == "-" else int(owner), COLOURS.index(colour), phase)

    def _used(self, board: str) -> list[list[int]]:
        """The pieces of each colour on a board."""
        used: list[list[int]] = [[], []]
        for colour in (BLUE, ORANGE):
            for group in self._groups(board, colour):
                piece = self._piece(group)
                if piece is None:
                    square = self.table.squares[group[0]]
                    raise TextError(f"the {COLOURS[colour]} squares connected with {square} are no piece of this set")
                used[colour].append(piece)
        return used

    def _left(self, used: list[list[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The copies that remain."""
        sets = [used[BLUE] + used[ORANGE]] * 2 if self.variant.common else used
        blue, orange = (
            tuple(copies - pieces.count(piece) for piece, copies in enumerate(self.full)) for pieces in sets
        )
        for copies in (blue, orange):
            if min(copies) < 0:
                raise TextError(f"the piece {self.table.names[copies.index(min(copies))]} is on the board too often")
        return blue, orange

    def diagram(self, s: Position) -> str:
        """Rows from the top, files below, then the remaining pieces."""
        n = self.variant.size
        board = grid_diagram(
            self._rows(s.board), [str(y + 1) for y in reversed(range(n))], [column_name(x) for x in range(n)]
        )
        return f"{board}\nremaining: {self._left_text(s.left)}"
