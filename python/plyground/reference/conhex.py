"""ConHex, from docs/rules/conhex.md."""

from __future__ import annotations

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
    grid_diagram,
    quote,
    win,
)

SIZE = 11
MIDDLE = 6
COLUMNS = "ABCDEFGHIJK"
EMPTY, GAP = ".", "-"
STONES = "br"
"""A stone of player 0 (Blue) and of player 1 (Red); also the side to move and the owner of a space."""

UNCLAIMED = "."
SWAP = -1
NOBODY = -1

Point = tuple[int, int]
"""Column and row, from 1."""


def _is_vertex(x: int, y: int) -> bool:
    """Whether a point of the grid can be played."""
    dx, dy = abs(x - MIDDLE), abs(y - MIDDLE)
    return (dx, dy) in ((5, 5), (0, 0)) or (1 <= max(dx, dy) <= 4 and dx != dy)


def _turned(points: list[Point], times: int) -> list[Point]:
    """Points rotated about the centre, each time by 90 degrees: what was below is then on the right."""
    for _ in range(times):
        points = [(SIZE + 1 - y, x) for x, y in points]
    return points


def _spaces() -> dict[str, list[Point]]:
    """The vertices of each space, by its id."""
    templates = {}
    for i in range(1, 5):
        box = [(x, y) for x in range(i, i + 3) for y in range(i, i + 3)]
        templates[f"D{i}"] = [point for point in box if point not in ((i + 1, i + 1), (MIDDLE, MIDDLE))]
    for y in range(1, 4):
        for j in range(4 - y):
            left = y + 2 + 2 * j
            templates[f"S{y}{j}"] = [(x, row) for x in range(left, left + 3) for row in (y, y + 1)]
    spaces = {
        f"{name}{times}": _turned([point for point in points if _is_vertex(*point)], times)
        for name, points in templates.items()
        for times in range(4)
    }
    spaces["C"] = [(6, 6), (5, 6), (7, 6), (6, 5), (6, 7)]
    return dict(sorted(spaces.items()))


class Position(NamedTuple):
    """The vertices from A1, row by row; who is to move; the owner of each space; who has joined his sides.

    The last follows from the owners.
    """

    cells: str
    player: int
    owners: str
    winner: int


class ConHex(Rules[Position, int]):
    """ConHex. A move is a vertex, or SWAP."""

    id = "conhex"
    title = "ConHex"
    page = "conhex"
    options_spec: ClassVar[dict[str, Option]] = {
        "swap": Option(True, (True, False), "Whether player 1 may take over the first stone, mirrored, on ply 2."),
    }

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Number vertices and spaces; note which belong together, and which spaces lie on which side."""
        super().__init__(options)
        self.swap = bool(options["swap"])
        self.points = [(x, y) for y in range(1, SIZE + 1) for x in range(1, SIZE + 1) if _is_vertex(x, y)]
        self.number = {point: vertex for vertex, point in enumerate(self.points)}
        self.names = [f"{COLUMNS[x - 1]}{y}" for x, y in self.points]
        self.vertices = {name: vertex for vertex, name in enumerate(self.names)}
        spaces = _spaces()
        self.ids = list(spaces)
        self.space_vertices = [[self.number[point] for point in points] for points in spaces.values()]
        self.need = [(len(vertices) + 1) // 2 for vertices in self.space_vertices]
        self.spaces_of: list[list[int]] = [[] for _ in self.points]
        for space, vertices in enumerate(self.space_vertices):
            for vertex in vertices:
                self.spaces_of[vertex].append(space)
        self.adjacent = [
            sorted({there for vertex in vertices for there in self.spaces_of[vertex]} - {space})
            for space, vertices in enumerate(self.space_vertices)
        ]
        # The bottom, and what it becomes by rotation: right, top, left. A corner belongs to two sides.
        bottom, right, top, left = (
            {
                self.ids.index(id)
                for id in (f"D1{times}", f"S10{times}", f"S11{times}", f"S12{times}", f"D1{(times + 1) % 4}")
            }
            for times in range(4)
        )
        self.goals = ((bottom, top), (left, right))

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The empty board; Blue starts."""
        return Position(EMPTY * len(self.points), 0, UNCLAIMED * len(self.ids), NOBODY)

    # Move

    def moves(self, s: Position) -> list[int]:
        """Any empty vertex; on ply 2 also the swap."""
        if s.winner != NOBODY:
            return []
        found = [vertex for vertex, stone in enumerate(s.cells) if stone == EMPTY]
        if self._may_swap(s):
            found.append(SWAP)
        return found

    def _may_swap(self, s: Position) -> bool:
        """Exactly one stone on the board, a blue one, and Red to move."""
        return self.swap and s.player == 1 and s.cells.count(EMPTY) == len(s.cells) - 1 and STONES[0] in s.cells

    def play(self, s: Position, m: int) -> Position:
        """Put a stone and claim spaces, or replace the only stone by a red one on the reflected vertex."""
        if m == SWAP:
            x, y = self.points[s.cells.index(STONES[0])]
            return Position(self._with_stone(EMPTY * len(s.cells), self.number[y, x], 1), 0, s.owners, NOBODY)
        player = s.player
        cells = self._with_stone(s.cells, m, player)
        claimed = [
            space
            for space in self.spaces_of[m]
            if s.owners[space] == UNCLAIMED and self._owned(cells, space, player) >= self.need[space]
        ]
        if not claimed:
            return Position(cells, 1 - player, s.owners, NOBODY)
        owners = list(s.owners)
        for space in claimed:
            owners[space] = STONES[player]
        winner = player if self._joined(owners, player) else NOBODY
        return Position(cells, 1 - player, "".join(owners), winner)

    @staticmethod
    def _with_stone(cells: str, vertex: int, player: int) -> str:
        return cells[:vertex] + STONES[player] + cells[vertex + 1 :]

    def _owned(self, cells: str, space: int, player: int) -> int:
        """How many vertices of a space a player has."""
        stone = STONES[player]
        return [cells[vertex] for vertex in self.space_vertices[space]].count(stone)

    # End

    def _joined(self, owners: str | list[str], player: int) -> bool:
        """Whether a chain of a player's spaces leads from one of his sides to the other."""
        colour = STONES[player]
        start, goal = self.goals[player]
        chain = [space for space in start if owners[space] == colour]
        seen = set(chain)
        for space in chain:
            if space in goal:
                return True
            for there in self.adjacent[space]:
                if owners[there] == colour and there not in seen:
                    seen.add(there)
                    chain.append(there)
        return False

    def current_player(self, s: Position) -> int:
        """The player to move, until somebody has won. A full board has a winner."""
        return OVER if s.winner != NOBODY else s.player

    def result(self, s: Position) -> Result:
        """The player who has joined his sides wins."""
        return win(s.winner, "connection")

    # Notation

    def move_text(self, s: Position, m: int) -> str:
        """Column letter and row number, or `swap`."""
        return "swap" if m == SWAP else self.names[m]

    def read_move(self, s: Position, text: str) -> int:
        """A vertex, also in lower case, or `swap`."""
        if text == "swap":
            if not self._may_swap(s):
                raise IllegalMove("swap is possible on ply 2 only, and with the option swap")
            return SWAP
        # Other letters than ASCII ones have capitals too.
        vertex = self.vertices.get(text.upper()) if text.isascii() else None
        if vertex is None:
            raise IllegalMove(f"{quote(text)} is neither a vertex nor swap")
        if s.cells[vertex] != EMPTY:
            raise IllegalMove(f"{quote(text)} is occupied")
        return vertex

    def text(self, s: Position) -> str:
        """Rows from the top, the side to move, the owners of contested spaces."""
        text = f"{'/'.join(self._rows(s))} {STONES[s.player]}"
        contested = self._contested(s.cells)
        for colour in STONES:
            ids = [self.ids[space] for space in contested if s.owners[space] == colour]
            if ids:
                text += f" {colour.upper()}:{','.join(ids)}"
        return text

    def _rows(self, s: Position) -> list[str]:
        return [
            "".join(s.cells[self.number[x, y]] if (x, y) in self.number else GAP for x in range(1, SIZE + 1))
            for y in range(SIZE, 0, -1)
        ]

    def _contested(self, cells: str) -> list[int]:
        """The spaces in which both sides have enough vertices, ids ascending."""
        return [
            space
            for space, need in enumerate(self.need)
            if self._owned(cells, space, 0) >= need and self._owned(cells, space, 1) >= need
        ]

    def parse(self, text: str) -> Position:
        """The owners of spaces follow from the stones, or are listed."""
        fields = text.split(" ", 4)
        if not 2 <= len(fields) <= 4:
            raise TextError("expected the board, the side to move and up to two lists of spaces, one space between")
        cells = self._read_cells(fields[0])
        if fields[1] not in ("b", "r"):
            raise TextError(f"the side to move must be b or r, not {quote(fields[1])}")
        player = STONES.index(fields[1])
        owners = [UNCLAIMED] * len(self.ids)
        for space, need in enumerate(self.need):
            for colour in (0, 1):
                if self._owned(cells, space, colour) >= need:
                    owners[space] = STONES[colour]
        contested = self._contested(cells)
        for space in contested:
            owners[space] = UNCLAIMED
        self._read_owners(fields[2:], contested, owners)
        for space in contested:
            if owners[space] == UNCLAIMED:
                raise TextError(f"the contested space {self.ids[space]} is in no list")
        if self._joined(owners, player):
            raise TextError(f"the side to move, {fields[1]}, has joined its sides already")
        return Position(cells, player, "".join(owners), 1 - player if self._joined(owners, 1 - player) else NOBODY)

    def _read_cells(self, board: str) -> str:
        rows = board.split("/", SIZE)
        if len(rows) != SIZE:
            raise TextError(f"the board must have {SIZE} rows, found {len(rows) if len(rows) < SIZE else 'more'}")
        cells = ""
        for y in range(1, SIZE + 1):
            row = rows[SIZE - y]
            if len(row) != SIZE:
                raise TextError(f"row {y} must have {SIZE} characters, found {len(row)}")
            for x, char in enumerate(row, 1):
                name = f"{COLUMNS[x - 1]}{y}"
                if (x, y) not in self.number:
                    if char != GAP:
                        raise TextError(f"{name} is a gap, written -, not {quote(char)}")
                elif char != EMPTY and char not in STONES:
                    raise TextError(f"unexpected {quote(char)} on {name}")
                else:
                    cells += char
        return cells

    def _read_owners(self, lists: list[str], contested: list[int], owners: list[str]) -> None:
        """Enter the owners of contested spaces from the lists `B:id,id` and `R:id,id`."""
        next_colour = 0
        for one in lists:
            name, colon, ids = one.partition(":")
            if not colon or name not in ("B", "R")[next_colour:]:
                raise TextError(f"expected a list B:... or R:..., in this order, found {quote(one)}")
            colour = "BR".index(name)
            next_colour = colour + 1
            last = ""
            for id in ids.split(","):
                if id not in self.ids:
                    raise TextError(f"{quote(id)} in {quote(one)} is no space")
                space = self.ids.index(id)
                if space not in contested:
                    raise TextError(f"the space {id} in {quote(one)} is not contested")
                if id <= last or owners[space] != UNCLAIMED:
                    raise TextError(f"the space {id} is listed twice or out of order in {quote(one)}")
                owners[space] = STONES[colour]
                last = id

    def diagram(self, s: Position) -> str:
        """The vertices, rows from the top; gaps are left out."""
        rows = [row.replace(GAP, " ") for row in self._rows(s)]
        return grid_diagram(rows, [str(y) for y in range(SIZE, 0, -1)], list(COLUMNS))
