"""Slither, classic and advanced, from docs/rules/slither.md."""

from __future__ import annotations

import re
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
    column_name,
    draw,
    grid_diagram,
    quote,
    read_fields,
    read_rows,
    win,
    write_rows,
)

EMPTY = "."
STONES = "BW"
"""A black and a white stone."""

SIDES = "bw"
BLACK, WHITE = 0, 1
NOBODY = -1

_TURN = re.compile(r"([a-s][1-9][0-9]?)(?:-([a-s][1-9][0-9]?)/([a-s][1-9][0-9]?))?")

Move = tuple[int, ...]
"""A plain turn is (p,); a compound one (a, b, c), where b is a neighbour of a, and less than c if c is one too.

Points are numbered up each column, from the left, as their names are ordered. PASS and SWAP are no points.
"""

PASS: Move = (-1,)
SWAP: Move = (-2,)


class Position(NamedTuple):
    """A position.

    Attributes:
        cells: the points, column by column.
        colour: the colour to move.
        black: which player is Black.
        plies: the plies made, 2 for two or more.
        passes: the passes just made.
        winner: the colour that is connected; it follows from the stones.
    """

    cells: str
    colour: int
    black: int
    plies: int
    passes: int
    winner: int


class Slither(Rules[Position, Move]):
    """Slither. A move is a whole turn."""

    id = "slither"
    title = "Slither"
    page = "slither"
    options_spec: ClassVar[dict[str, Option]] = {
        "variant": Option("classic", ("classic", "advanced"), "In advanced only stones in touch with others move."),
        "size": Option(9, (9, 13, 15, range(3, 20)), "Points along a side of the board."),
        "swap": Option(False, (False, True), "Whether player 1 may change colours on ply 2; advanced: by default."),
    }

    @classmethod
    def resolve(cls, given: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """The swap belongs to the advanced game unless it is said otherwise."""
        options = super().resolve(given)
        if "swap" not in given:
            options["swap"] = options["variant"] == "advanced"
        return options

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the points with their neighbours."""
        super().__init__(options)
        n = self.size = int(options["size"])
        self.advanced = options["variant"] == "advanced"
        self.swap = bool(options["swap"])
        self.names = [f"{column_name(x)}{y + 1}" for x in range(n) for y in range(n)]
        self.points = {name: point for point, name in enumerate(self.names)}
        straight = ((0, 1), (1, 0), (0, -1), (-1, 0))
        slanting = ((1, 1), (1, -1), (-1, -1), (-1, 1))
        self.orthogonal = [self._around(x, y, straight) for x in range(n) for y in range(n)]
        self.near = [frozenset(self._around(x, y, straight + slanting)) for x in range(n) for y in range(n)]
        # The same with None off the board, eight for each point.
        self.king = [
            [(x + dx) * n + y + dy if 0 <= x + dx < n and 0 <= y + dy < n else None for dx, dy in straight + slanting]
            for x in range(n)
            for y in range(n)
        ]
        # For each point its diagonal neighbours, each with the two points orthogonally adjacent to both.
        self.diagonal = [
            [
                ((x + dx) * n + y + dy, (x + dx) * n + y, x * n + y + dy)
                for dx, dy in slanting
                if 0 <= x + dx < n and 0 <= y + dy < n
            ]
            for x in range(n)
            for y in range(n)
        ]
        # For each point the pairs of its orthogonal neighbours that are diagonal to each other, with the fourth point.
        self.joined_by = [
            [(there_x, there_y, opposite) for opposite, there_x, there_y in diagonal] for diagonal in self.diagonal
        ]

    def _around(self, x: int, y: int, steps: tuple[tuple[int, int], ...]) -> list[int]:
        n = self.size
        return [(x + dx) * n + y + dy for dx, dy in steps if 0 <= x + dx < n and 0 <= y + dy < n]

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The empty board; Black, player 0, starts."""
        return Position(EMPTY * self.size**2, BLACK, 0, 0, 0, NOBODY)

    # Move

    def moves(self, s: Position) -> list[Move]:
        """Plain turns, compound turns, the swap; the pass if there is nothing else."""
        if s.winner != NOBODY or s.passes == 2:
            return []
        cells = list(s.cells)
        stone = STONES[s.colour]
        plain = [point for point, there in enumerate(cells) if there == EMPTY and self._fits(cells, point, stone)]
        found: list[Move] = [(point,) for point in plain]
        for a in self._movable(s):
            cells[a] = EMPTY
            self._add_compound(cells, stone, a, plain, found)
            cells[a] = stone
        if self._may_swap(s):
            found.append(SWAP)
        return found or [PASS]

    def _fits(self, cells: list[str], point: int, stone: str) -> bool:
        """Whether a stone on this point would stand on no naked diagonal."""
        for opposite, one, other in self.diagonal[point]:
            if cells[opposite] == stone and cells[one] != stone and cells[other] != stone:
                return False
        return True

    def _add_compound(self, cells: list[str], stone: str, a: int, plain: list[int], found: list[Move]) -> None:
        """The turns in which the stone that stood on a, and is taken off here, goes to a neighbour."""
        # Diagonals that a held together: the new stones must take the fourth point of each.
        open_without_a = []
        for one, other, fourth in self.joined_by[a]:
            if cells[one] == stone and cells[other] == stone and cells[fourth] != stone:
                open_without_a.append(fourth)
        if any(cells[fourth] != EMPTY for fourth in open_without_a):
            return
        near_a = self.near[a]
        for b in near_a:
            if cells[b] != EMPTY:
                continue
            cells[b] = stone
            needed = [{fourth} for fourth in open_without_a if fourth != b]
            for opposite, one, other in self.diagonal[b]:
                if cells[opposite] == stone and cells[one] != stone and cells[other] != stone:
                    needed.append({point for point in (one, other) if cells[point] == EMPTY})
            if needed:
                candidates = set.intersection(*needed)
            else:
                # Elsewhere c fits exactly where a plain stone does; near a and b that has to be looked at again.
                changed = near_a | self.near[b] | {b}
                found.extend((a, b, c) for c in plain if c not in changed)
                candidates = {c for c in changed if cells[c] == EMPTY}
            for c in candidates:
                if c != a and (c not in near_a or b < c) and self._fits(cells, c, stone):
                    found.append((a, b, c))
            cells[b] = EMPTY

    def random_move(self, s: Position, rng: Rng) -> Move | None:
        """Turns are proposed, each as often, until one is legal, as there can be thousands; in vain: from a list."""
        if s.winner != NOBODY or s.passes == 2 or self._may_swap(s):
            return super().random_move(s, rng)
        cells = list(s.cells)
        stone = STONES[s.colour]
        free = [point for point, there in enumerate(cells) if there == EMPTY]
        movable = self._movable(s)
        size = len(free)
        for _ in range(500):
            if not free:
                break
            which, number = divmod(rng.below(size * (1 + 8 * len(movable))), size)
            c = free[number]
            if which == 0:
                if self._fits(cells, c, stone):
                    return (c,)
                continue
            a = movable[(which - 1) // 8]
            b = self.king[a][(which - 1) % 8]
            if b is None or cells[b] != EMPTY or b == c or (c in self.near[a] and c < b):
                continue
            if self._shifts(cells, stone, a, b, c):
                return (a, b, c)
        return super().random_move(s, rng)

    def _shifts(self, cells: list[str], stone: str, a: int, b: int, c: int) -> bool:
        """Whether a stone may go from a to b with another added on c, or the other way round."""
        cells[a] = EMPTY
        cells[b] = cells[c] = stone
        legal = (
            self._fits(cells, b, stone)
            and self._fits(cells, c, stone)
            and not any(
                cells[one] == stone and cells[other] == stone and cells[fourth] != stone
                for one, other, fourth in self.joined_by[a]
            )
        )
        cells[b] = cells[c] = EMPTY
        cells[a] = stone
        return legal

    def _movable(self, s: Position) -> list[int]:
        """The own stones that may move: in the advanced game those connected to a stone of the other colour."""
        stone = STONES[s.colour]
        own = [point for point, there in enumerate(s.cells) if there == stone]
        if not self.advanced:
            return own
        # From the other colour's stones through everything that is connected to them.
        reached = [point for point, there in enumerate(s.cells) if there == STONES[1 - s.colour]]
        seen = set(reached)
        for point in reached:
            for there in self.orthogonal[point]:
                if s.cells[there] != EMPTY and there not in seen:
                    seen.add(there)
                    reached.append(there)
        return [point for point in own if point in seen]

    def _may_swap(self, s: Position) -> bool:
        return self.swap and s.plies == 1

    def play(self, s: Position, m: Move) -> Position:
        """Add a stone, perhaps move another; or pass; or change colours."""
        plies = min(s.plies + 1, 2)
        if m == SWAP:
            return s._replace(black=1, plies=plies)
        if m == PASS:
            return s._replace(colour=1 - s.colour, plies=plies, passes=s.passes + 1)
        cells = list(s.cells)
        added = m
        if len(m) > 1:
            cells[m[0]] = EMPTY
            added = m[1:]
        for point in added:
            cells[point] = STONES[s.colour]
        winner = s.colour if any(self._joined(cells, point, s.colour) for point in added) else NOBODY
        return Position("".join(cells), 1 - s.colour, s.black, plies, 0, winner)

    # End

    def _joined(self, cells: str | list[str], point: int, colour: int) -> bool:
        """Whether the chain of a stone touches both edges: bottom and top for Black, left and right for White."""
        n, stone = self.size, STONES[colour]
        first = last = False
        chain = [point]
        seen = {point}
        for here in chain:
            line = here % n if colour == BLACK else here // n
            first = first or line == 0
            last = last or line == n - 1
            if first and last:
                return True
            for there in self.orthogonal[here]:
                if cells[there] == stone and there not in seen:
                    seen.add(there)
                    chain.append(there)
        return False

    def _owner(self, s: Position, colour: int) -> int:
        return s.black if colour == BLACK else 1 - s.black

    def current_player(self, s: Position) -> int:
        """The owner of the colour to move, until a colour is connected or two passes were made."""
        return OVER if s.winner != NOBODY or s.passes == 2 else self._owner(s, s.colour)

    def result(self, s: Position) -> Result:
        """The owner of the connected colour wins; after two passes nobody."""
        return draw("two passes") if s.winner == NOBODY else win(self._owner(s, s.winner), "connection")

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """A point; `a-b/c`; `pass`; `swap`."""
        if m in (PASS, SWAP):
            return "pass" if m == PASS else "swap"
        names = [self.names[point] for point in m]
        return names[0] if len(names) == 1 else f"{names[0]}-{names[1]}/{names[2]}"

    def read_move(self, s: Position, text: str) -> Move:
        """A turn; of two neighbours of the moved stone either may stand first."""
        move: Move | None = {"pass": PASS, "swap": SWAP}.get(text)
        if move is None:
            match = _TURN.fullmatch(text)
            if match is None:
                raise IllegalMove(f"{quote(text)} is not of the form e5 or e5-f6/c3")
            names = [name for name in match.groups() if name is not None]
            for name in names:
                if name not in self.points:
                    raise IllegalMove(f"{quote(text)} is illegal: {name} is not on the board")
            move = tuple(self.points[name] for name in names)
            if len(move) == 3 and self.near[move[0]] >= {move[1], move[2]} and move[2] < move[1]:
                move = (move[0], move[2], move[1])
        if move not in self.moves(s):
            raise IllegalMove(f"{quote(text)} is illegal")
        return move

    def text(self, s: Position) -> str:
        """Rows from the top, the colour to move, who is Black, plies and passes."""
        return f"{write_rows(self._rows(s))} {SIDES[s.colour]} {s.black} {s.plies} {s.passes}"

    def _rows(self, s: Position) -> list[str]:
        return [s.cells[y :: self.size] for y in range(self.size - 1, -1, -1)]

    def parse(self, text: str) -> Position:
        """No naked diagonals, and what the first plies make certain."""
        names = ("board", "colour to move", "player who is Black", "plies", "passes")
        board, side, black, plies, passes = read_fields(text, names)
        n = self.size
        rows = read_rows(board, n, n, STONES, EMPTY)[::-1]
        cells = [rows[y][x] for x in range(n) for y in range(n)]
        if side not in ("b", "w"):
            raise TextError(f"the colour to move must be b or w, not {quote(side)}")
        colour = SIDES.index(side)
        if black not in (("0", "1") if self.swap else ("0",)):
            raise TextError(f"the player who is Black cannot be {quote(black)}")
        if plies not in ("0", "1", "2"):
            raise TextError(f"the plies must be 0, 1 or 2, not {quote(plies)}")
        if passes not in ("0", "1", "2"):
            raise TextError(f"the passes must be 0, 1 or 2, not {quote(passes)}")
        self._check_plies(int(plies), cells, f"{side} {black} {passes}")
        for point, stone in enumerate(cells):
            if stone != EMPTY and not self._fits(cells, point, stone):
                raise TextError(f"{stone} on {self.names[point]} is on a diagonal without a common neighbour")
        connected = {
            c
            for c in (BLACK, WHITE)
            for p, stone in enumerate(cells)
            if stone == STONES[c] and self._joined(cells, p, c)
        }
        if colour in connected:
            raise TextError(f"{STONES[colour]} is connected, but it is the turn of {side}")
        winner = 1 - colour if connected else NOBODY
        return Position("".join(cells), colour, int(black), int(plies), int(passes), winner)

    @staticmethod
    def _check_plies(plies: int, cells: list[str], rest: str) -> None:
        """Before the first and the second ply there is one board of stones, one side, and no swap or pass yet."""
        stones = [stone for stone in cells if stone != EMPTY]
        if plies == 2:
            if not stones:
                raise TextError("after two plies the board is not empty")
            return
        if stones != [STONES[BLACK]] * plies:
            raise TextError(f"after {plies} plies there are {plies} black stones and no white ones")
        if rest != ("b 0 0", "w 0 0")[plies]:
            raise TextError(f"after {plies} plies {SIDES[plies]} is to move, player 0 is Black, and nobody has passed")

    def diagram(self, s: Position) -> str:
        """Rows from the top, columns below."""
        n = self.size
        return grid_diagram(self._rows(s), [str(y) for y in range(n, 0, -1)], [column_name(x) for x in range(n)])
