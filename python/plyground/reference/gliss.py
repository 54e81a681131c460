"""Gliss: docs/rules/gliss.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, NamedTuple, TypeAlias

from plyground.reference._base import (
    OVER,
    Option,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    column_name,
    grid_diagram,
    quote,
    read_fields,
    read_rows,
    win,
    write_rows,
)

EMPTY = "."
STONES = "RB"
SIDES = "rb"
TOWER, GLIDER, BASE = 1, 3, 4
"""The sizes of the legal groups."""

TOWERS_TO_WIN = 12
PLY_LIMIT = 2000

DIRECTIONS = "NESW"
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Rows and columns of a step in each direction."""

NO = -1
OFF = -1
"""The point beside an edge."""


class Move(NamedTuple):
    """A build (goal is the lower-left point, core is NO), a landing, or an edge move (edge is a direction).

    `hit` is the core chosen in a Base of which two stones are hit, else NO.
    """

    core: int
    goal: int
    hit: int = NO
    convert: bool = False
    edge: int = NO


Groups: TypeAlias = dict[int, tuple[int, ...]]
"""The group of each stone of one colour."""


class Flyer(NamedTuple):
    """A glider choice: its core, the two directions of its arms, and the three stones."""

    core: int
    arms: tuple[int, int]
    stones: tuple[int, int, int]


class Position(NamedTuple):
    """The points row by row from a1, the player to move, and the plies played (2 for two or more)."""

    points: str
    player: int
    plies: int


class Gliss(Rules[Position, Move]):
    """Gliss."""

    id = "gliss"
    title = "Gliss"
    page = "gliss"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(12, (12, range(13, 20), range(5, 12)), "Points along a side of the board."),
    }

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the points."""
        super().__init__(options)
        n = self.size = int(options["size"])
        self.names = [f"{column_name(c)}{r + 1}" for r in range(n) for c in range(n)]
        self._steps = [tuple(self._step(r, c, dr, dc) for dr, dc in STEPS) for r in range(n) for c in range(n)]
        self._neighbours = [tuple(point for point in steps if point != OFF) for steps in self._steps]
        self._blocks = [(p, p + 1, p + n, p + n + 1) for p in range(n * n - n) if p % n < n - 1]

    def _step(self, r: int, c: int, dr: int, dc: int) -> int:
        on_board = 0 <= r + dr < self.size and 0 <= c + dc < self.size
        return (r + dr) * self.size + c + dc if on_board else OFF

    def _groups(self, points: str, player: int) -> Groups:
        """The groups of a colour: the maximal sets that are connected orthogonally."""
        stone = STONES[player]
        groups: Groups = {}
        point = points.find(stone)
        while point >= 0:
            if point not in groups:
                group = [point]
                for here in group:
                    for there in self._neighbours[here]:
                        if points[there] == stone and there not in group:
                            group.append(there)
                groups.update(dict.fromkeys(group, tuple(group)))
            point = points.find(stone, point + 1)
        return groups

    def _is_legal_shape(self, group: tuple[int, ...]) -> bool:
        """A Tower, a Glider or a Base: within a 2x2 block, and not two stones."""
        rows, columns = {point // self.size for point in group}, {point % self.size for point in group}
        return len(group) == TOWER or (len(group) in (GLIDER, BASE) and len(rows) == len(columns) == 2)

    @staticmethod
    def _number(groups: Groups, size: int) -> int:
        """How many groups have this size."""
        return sum(len(group) == size for group in groups.values()) // size

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The empty board."""
        return Position(EMPTY * self.size**2, 0, 0)

    # Move

    def moves(self, s: Position) -> list[Move]:
        """Builds and flights."""
        groups = self._groups(s.points, 0), self._groups(s.points, 1)
        if self._winner(s, groups) is not None:
            return []
        return [*self._builds(s, groups[s.player]), *self._flights(s, groups)]

    def _builds(self, s: Position, own: Groups) -> Iterator[Move]:
        """2x2 blocks of empty points that touch no own stone."""
        touched = {there for stone in own for there in self._neighbours[stone]}
        free = [stone == EMPTY and point not in touched for point, stone in enumerate(s.points)]
        for a, b, c, d in self._blocks:
            if free[a] and free[b] and free[c] and free[d]:
                yield Move(NO, a)

    def _flyers(self, own: Groups) -> Iterator[Flyer]:
        """The Gliders, and the four gliders embedded in each Base."""
        for point, group in own.items():
            if len(group) == TOWER:
                continue
            # A stone with a neighbour in a vertical and in a horizontal direction is the core of a glider: one stone
            # of a Glider, all four of a Base.
            arms = [direction for direction in range(4) if self._steps[point][direction] in group]
            if len(arms) == 2:
                stones = (point, self._steps[point][arms[0]], self._steps[point][arms[1]])
                yield Flyer(point, (arms[0], arms[1]), stones)

    def _cells(self, point: int, arms: tuple[int, int]) -> tuple[int, int, int]:
        return point, self._steps[point][arms[0]], self._steps[point][arms[1]]

    def _dock(self, point: int, arms: tuple[int, int]) -> int:
        return self._steps[self._steps[point][arms[0]]][arms[1]]

    def _flights(self, s: Position, groups: tuple[Groups, Groups]) -> Iterator[Move]:
        """Every flight of every glider choice."""
        own, enemy = groups[s.player], groups[1 - s.player]
        for flyer in self._flyers(own):
            rest = own.keys() - flyer.stones
            expandable = [flyer.core]
            visited = {flyer.core}
            edges = set()
            for here in expandable:
                for arm in flyer.arms:
                    there = self._steps[here][arm]
                    if there in visited:
                        continue
                    cells = self._cells(there, flyer.arms) if there != OFF else (OFF,)
                    if OFF in cells:
                        edges.add(arm)
                        continue
                    visited.add(there)
                    if not self._can_stop(rest, cells, self._dock(there, flyer.arms)):
                        expandable.append(there)
                    elif not any(len(enemy.get(cell, ())) == TOWER for cell in cells):
                        yield from self._landings(s, flyer, there, rest, enemy)
            for arm in sorted(edges):
                yield Move(flyer.core, NO, edge=arm)

    def _can_stop(self, rest: set[int], cells: tuple[int, ...], dock: int) -> bool:
        """Whether a glider here and the other own stones are clean: it touches none, or docks with a Tower."""
        if not rest.isdisjoint(cells):
            return False
        touched = {there for cell in cells for there in self._neighbours[cell] if there in rest}
        return not touched or (touched == {dock} and rest.isdisjoint(self._neighbours[dock]))

    def _landings(self, s: Position, flyer: Flyer, goal: int, rest: set[int], enemy: Groups) -> Iterator[Move]:
        """The moves that end on one landing point: a choice of the core in a Base, and whether a Tower is converted."""
        cells = self._cells(goal, flyer.arms)
        choices = [NO]
        for base in {enemy[cell] for cell in cells if len(enemy.get(cell, ())) == BASE}:
            hit = [cell for cell in cells if cell in base]
            if len(hit) == 2:
                choices = hit
        dock = self._dock(goal, flyer.arms)
        for choice in choices:
            yield Move(flyer.core, goal, choice)
            left = enemy.keys() - self._taken(cells, enemy, choice)
            is_tower = dock in left and left.isdisjoint(self._neighbours[dock])
            if is_tower and rest.isdisjoint(self._neighbours[dock]):
                yield Move(flyer.core, goal, choice, convert=True)

    def _taken(self, cells: tuple[int, ...], enemy: Groups, choice: int) -> set[int]:
        """The enemy stones that a landing removes: whole Gliders, and of each Base a core with its two neighbours."""
        taken: set[int] = set()
        for group in {enemy[cell] for cell in cells if cell in enemy}:
            if len(group) == GLIDER:
                taken.update(group)
            elif len(group) == BASE:
                hit = [cell for cell in cells if cell in group]
                # Three stones hit: the core of the one glider is the core of the other. One: it is the core.
                core = choice if len(hit) == 2 else hit[0]
                taken.add(core)
                taken.update(there for there in self._neighbours[core] if there in group)
        return taken

    def play(self, s: Position, m: Move) -> Position:
        """Make a move."""
        points = list(s.points)
        own_stone, plies = STONES[s.player], min(2, s.plies + 1)
        if m.core == NO:
            for point in (m.goal, m.goal + 1, m.goal + self.size, m.goal + self.size + 1):
                points[point] = own_stone
            return Position("".join(points), 1 - s.player, plies)
        flyer = next(flyer for flyer in self._flyers(self._groups(s.points, s.player)) if flyer.core == m.core)
        for point in flyer.stones:
            points[point] = EMPTY
        if m.edge == NO:
            cells = self._cells(m.goal, flyer.arms)
            for point in self._taken(cells, self._groups(s.points, 1 - s.player), m.hit):
                points[point] = EMPTY
            for point in cells:
                points[point] = own_stone
            if m.convert:
                points[self._dock(m.goal, flyer.arms)] = own_stone
        return Position("".join(points), 1 - s.player, plies)

    # End

    def _winner(self, s: Position, groups: tuple[Groups, Groups]) -> tuple[int, str] | None:
        """Who has won and why, as far as the stones tell."""
        if s.plies < 2:
            return None
        mover = 1 - s.player
        if not self._number(groups[mover], BASE):
            return s.player, "no base"
        if not self._number(groups[s.player], BASE):
            return mover, "no base"
        if self._number(groups[s.player], TOWER) >= TOWERS_TO_WIN:
            return s.player, "twelve towers"
        return None

    def current_player(self, s: Position) -> int:
        """The player to move, unless somebody has won or there is no move."""
        groups = self._groups(s.points, 0), self._groups(s.points, 1)
        if self._winner(s, groups) is not None:
            return OVER
        if next(self._builds(s, groups[s.player]), None) or next(self._flights(s, groups), None):
            return s.player
        return OVER

    def result(self, s: Position) -> Result:
        """Bases, then Towers; without a legal move the player to move loses."""
        won = self._winner(s, (self._groups(s.points, 0), self._groups(s.points, 1)))
        return win(*won) if won else win(1 - s.player, "no legal move")

    def ply_limit(self) -> int:
        """Positions may repeat."""
        return PLY_LIMIT

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """`B:c3`, `d8-g7`, `d6-g6xh6`, `d8-g7=`, `k6-E`."""
        if m.core == NO:
            return f"B:{self.names[m.goal]}"
        if m.edge != NO:
            return f"{self.names[m.core]}-{DIRECTIONS[m.edge]}"
        hit = "" if m.hit == NO else f"x{self.names[m.hit]}"
        return f"{self.names[m.core]}-{self.names[m.goal]}{hit}{'=' if m.convert else ''}"

    def _rows(self, s: Position) -> list[str]:
        """From the top."""
        return [s.points[r * self.size : (r + 1) * self.size] for r in reversed(range(self.size))]

    def text(self, s: Position) -> str:
        """Rows from the top, the side to move, the plies played up to 2."""
        return f"{write_rows(self._rows(s))} {SIDES[s.player]} {s.plies}"

    def parse(self, text: str) -> Position:
        """From two plies on any clean stones are a position; before that what the moves so far have made."""
        board, side, plies = read_fields(text, ("board", "side to move", "plies"))
        points = "".join(reversed(read_rows(board, self.size, self.size, STONES)))
        if side not in ("r", "b"):
            raise TextError(f"the side to move must be r or b, not {quote(side)}")
        if plies not in ("0", "1", "2"):
            raise TextError(f"the plies must be 0, 1 or 2, not {quote(plies)}")
        groups = self._groups(points, 0), self._groups(points, 1)
        for player in (0, 1):
            for point, group in groups[player].items():
                if not self._is_legal_shape(group):
                    raise TextError(
                        f"the {STONES[player]} stones connected with {self.names[point]} are no legal shape"
                    )
        if plies == "0" and (side != "r" or points.strip(EMPTY)):
            raise TextError("before the first ply the board is empty and it is the turn of r")
        if plies == "1" and (side != "b" or groups[1] or [len(group) for group in groups[0].values()] != [BASE] * BASE):
            raise TextError("after the first ply there is one base of R and it is the turn of b")
        return Position(points, SIDES.index(side), int(plies))

    def diagram(self, s: Position) -> str:
        """Rows from the top, columns below."""
        names = [str(r + 1) for r in reversed(range(self.size))]
        return grid_diagram(self._rows(s), names, [column_name(c) for c in range(self.size)])
