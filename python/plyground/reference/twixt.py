"""Twixt (Twixt PP), from docs/rules/twixt.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    draw,
    grid_diagram,
    quote,
    read_fields,
    read_rows,
    win,
    write_rows,
)

EMPTY = "."
PEGS = "WB"
"""A peg of player 0 (White) and of player 1 (Black)."""

SIDES = "wb"
CORNER = "x"
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
"""The eight links (columns, rows) of a peg."""

Link = tuple[int, int]
"""Two holes. Holes are numbered down each column, from the left, so that links sort by their keys."""

Move = int | Link
"""A peg step is a hole, a removal step a link, SWAP the swap."""

SWAP = -1
NOBODY = -1

_LINK = re.compile(r"([a-z]{1,2}[1-9][0-9]?)([a-z]{1,2}[1-9][0-9]?)")


def _letters(column: int) -> str:
    """The name of a column: a to z, then aa, ab, ..."""
    return chr(ord("a") + column) if column < 26 else _letters(column // 26 - 1) + _letters(column % 26)


def _turn(origin: tuple[int, int], a: tuple[int, int], b: tuple[int, int]) -> int:
    """Whether b lies to one side (1) or the other (-1) of the line from origin to a, or on it (0)."""
    cross = (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])
    return (cross > 0) - (cross < 0)


def _cross(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int], d: tuple[int, int]) -> bool:
    """Whether the segments a-b and c-d intersect in an inner point of both."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


class Position(NamedTuple):
    """A position, perhaps within a turn.

    Attributes:
        cells: the holes, column by column.
        player: who is to move.
        links: the links of White and of Black.
        removed: the last link removed in this turn, if any.
        turns: the completed turns, 2 for two or more.
        winner: who has joined his border rows; it follows from the links.
    """

    cells: str
    player: int
    links: tuple[frozenset[Link], frozenset[Link]]
    removed: Link | None
    turns: int
    winner: int


class Twixt(Rules[Position, Move]):
    """Twixt with automatic links."""

    id = "twixt"
    title = "Twixt"
    page = "twixt"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(24, (24, 30, 48, range(4, 49)), "Holes along a side of the board."),
        "removal": Option(True, (True, False), "Whether own links may be removed before a peg is placed."),
        "own_cross": Option(True, (True, False), "Whether links of one colour may cross."),
        "swap": Option(True, (True, False), "Whether player 1 may take over the first peg, mirrored, on ply 2."),
    }

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the holes, the links of each hole, and what crosses each link."""
        super().__init__(options)
        n = self.size = int(options["size"])
        self.removal = bool(options["removal"])
        self.own_cross = bool(options["own_cross"])
        self.swap = bool(options["swap"])
        self.names = [f"{_letters(x)}{y + 1}" for x in range(n) for y in range(n)]
        self.hole_of = {name: hole for hole, name in enumerate(self.names)}
        self.corners = {0, n - 1, n * (n - 1), n * n - 1}
        # White keeps off the left and right columns, Black off the top and bottom rows.
        self.holes = (
            [x * n + y for x in range(1, n - 1) for y in range(n)],
            [x * n + y for x in range(n) for y in range(1, n - 1)],
        )
        self._allowed = (frozenset(self.holes[0]), frozenset(self.holes[1]))
        blockers = {step: self._blockers(step) for step in KNIGHT}
        # For each hole the holes a knight's move away, each with the link to it and the links that cross this one.
        self._reach: list[list[tuple[int, Link, list[Link]]]] = []
        for x in range(n):
            for y in range(n):
                reach = []
                for dx, dy in KNIGHT:
                    there = self._hole(x + dx, y + dy)
                    if there is not None:
                        link = self._link(x * n + y, there)
                        reach.append((there, link, self._shifted(blockers[dx, dy], x, y)))
                self._reach.append(reach)

    def _hole(self, x: int, y: int) -> int | None:
        """The number of a hole, None beyond the board."""
        return x * self.size + y if 0 <= x < self.size and 0 <= y < self.size else None

    @staticmethod
    def _link(a: int, b: int) -> Link:
        return (a, b) if a < b else (b, a)

    @staticmethod
    def _blockers(step: tuple[int, int]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """The links that cross the one from (0, 0) to `step`, each once."""
        found = [
            ((x, y), (x + dx, y + dy))
            for x in range(-4, 5)
            for y in range(-4, 5)
            for dx, dy in KNIGHT
            if dx > 0 and _cross((0, 0), step, (x, y), (x + dx, y + dy))
        ]
        assert len(found) == 9
        return found

    def _shifted(self, links: list[tuple[tuple[int, int], tuple[int, int]]], x: int, y: int) -> list[Link]:
        """The links moved to another place, those of them that lie on the board."""
        shifted = []
        for (ax, ay), (bx, by) in links:
            a, b = self._hole(x + ax, y + ay), self._hole(x + bx, y + by)
            if a is not None and b is not None:
                shifted.append(self._link(a, b))
        return shifted

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The empty board; White starts."""
        return Position(EMPTY * self.size**2, 0, (frozenset(), frozenset()), None, 0, NOBODY)

    # Move

    def moves(self, s: Position) -> list[Move]:
        """Peg steps; removal steps, within a turn in ascending order; on Black's first turn the swap.

        Without a hole for a peg there is no move at all: a removal cannot be the end of a turn.
        """
        if s.winner != NOBODY:
            return []
        found: list[Move] = [hole for hole in self.holes[s.player] if s.cells[hole] == EMPTY]
        if found:
            found.extend(sorted(self._removable(s)))
            if self._may_swap(s):
                found.append(SWAP)
        return found

    def _removable(self, s: Position) -> Iterator[Link]:
        if self.removal:
            for link in s.links[s.player]:
                if s.removed is None or link > s.removed:
                    yield link

    def _may_swap(self, s: Position) -> bool:
        return self.swap and s.turns == 1

    def play(self, s: Position, m: Move) -> Position:
        """A peg with its links, the removal of a link, or the swap."""
        own = s.links[s.player]
        if not isinstance(m, int):
            return s._replace(links=self._with_links(s, own - {m}), removed=m)
        if m == SWAP:
            x, y = divmod(s.cells.index(PEGS[0]), self.size)
            cells = self._with_peg(EMPTY * len(s.cells), y * self.size + x, 1)
            return Position(cells, 0, s.links, None, 2, NOBODY)
        cells = self._with_peg(s.cells, m, s.player)
        new = [
            link
            for there, link, blockers in self._reach[m]
            if cells[there] == PEGS[s.player] and not self._blocked(s, blockers)
        ]
        links = self._with_links(s, own.union(new)) if new else s.links
        winner = s.player if new and self._joined(links[s.player], m, s.player) else NOBODY
        return Position(cells, 1 - s.player, links, None, min(s.turns + 1, 2), winner)

    @staticmethod
    def _with_peg(cells: str, hole: int, player: int) -> str:
        return cells[:hole] + PEGS[player] + cells[hole + 1 :]

    @staticmethod
    def _with_links(s: Position, own: frozenset[Link]) -> tuple[frozenset[Link], frozenset[Link]]:
        return (own, s.links[1]) if s.player == 0 else (s.links[0], own)

    def _blocked(self, s: Position, blockers: list[Link]) -> bool:
        """Whether a link that the mover would make crosses an opposing one, or with own_cross=false any other."""
        if not s.links[1 - s.player].isdisjoint(blockers):
            return True
        return not self.own_cross and not s.links[s.player].isdisjoint(blockers)

    # End

    def _joined(self, links: frozenset[Link], hole: int, player: int) -> bool:
        """Whether the chain of a peg touches both border rows: top and bottom for White, left and right for Black."""
        n = self.size
        first = last = False
        chain = [hole]
        seen = {hole}
        for here in chain:
            line = here % n if player == 0 else here // n
            first = first or line == 0
            last = last or line == n - 1
            for there, link, _ in self._reach[here]:
                if there not in seen and link in links:
                    seen.add(there)
                    chain.append(there)
        return first and last

    def _can_place(self, s: Position) -> bool:
        return any(s.cells[hole] == EMPTY for hole in self.holes[s.player])

    def current_player(self, s: Position) -> int:
        """The player to move, until somebody has won or the player to move has no hole left."""
        return s.player if s.winner == NOBODY and self._can_place(s) else OVER

    def result(self, s: Position) -> Result:
        """The player who has joined his border rows wins; else nobody."""
        return draw("no hole left") if s.winner == NOBODY else win(s.winner, "connection")

    # Notation

    def _link_name(self, link: Link) -> str:
        return self.names[link[0]] + self.names[link[1]]

    def move_text(self, s: Position, m: Move) -> str:
        """A hole; a link with a minus sign; `swap`."""
        if not isinstance(m, int):
            return "-" + self._link_name(m)
        return "swap" if m == SWAP else self.names[m]

    def read_move(self, s: Position, text: str) -> Move:
        """One step of a turn, looked up without a list."""
        if text == "swap":
            if not self._may_swap(s):
                raise IllegalMove("swap is possible on Black's first turn only, and with the option swap")
            return SWAP
        if text.startswith("-"):
            link = self._read_link(text[1:])
            if link is None:
                raise IllegalMove(f"{quote(text)} is no link with its ends in order")
            if link not in s.links[s.player]:
                raise IllegalMove(f"{quote(text)} is illegal: the side to move has no such link")
            if link not in self._removable(s):
                raise IllegalMove(f"{quote(text)} is illegal: removals are off, or a later link is gone already")
            return link
        hole = self.hole_of.get(text)
        if hole is None or hole in self.corners:
            raise IllegalMove(f"{quote(text)} is no hole, no removal and not swap")
        if hole not in self._allowed[s.player]:
            raise IllegalMove(f"{text} is illegal: it is on the opponent's border row")
        if s.cells[hole] != EMPTY:
            raise IllegalMove(f"{text} is occupied")
        return hole

    def _read_link(self, text: str) -> Link | None:
        """A link as it is written, None if the text is none."""
        match = _LINK.fullmatch(text)
        if match is None or match[1] not in self.hole_of or match[2] not in self.hole_of:
            return None
        link = (self.hole_of[match[1]], self.hole_of[match[2]])
        return link if any(link == known for _, known, _ in self._reach[link[0]]) and link[0] < link[1] else None

    def text(self, s: Position) -> str:
        """Rows from the top, the side to move, the links of each colour, the last link removed, the turns."""
        lists = [",".join(self._link_name(link) for link in sorted(links)) or "-" for links in s.links]
        removed = "-" if s.removed is None else self._link_name(s.removed)
        return f"{write_rows(self._rows(s))} {SIDES[s.player]} {lists[0]} {lists[1]} {removed} {s.turns}"

    def _rows(self, s: Position) -> list[str]:
        cells = list(s.cells)
        for corner in self.corners:
            cells[corner] = CORNER
        return ["".join(cells[y :: self.size]) for y in range(self.size)]

    def parse(self, text: str) -> Position:
        """Read a position; links do not follow from the pegs, so they are written, and checked."""
        names = ("board", "side to move", "white links", "black links", "removed link", "turns")
        board, side, white, black, last, turns = read_fields(text, names)
        cells = self._read_board(board)
        if side not in ("w", "b"):
            raise TextError(f"the side to move must be w or b, not {quote(side)}")
        player = SIDES.index(side)
        links = (self._read_links(white, cells, 0), self._read_links(black, cells, 1))
        for colour in (0, 1):
            for link in links[colour]:
                self._check_crossing(link, links[1 - colour] if self.own_cross else links[0] | links[1])
        removed = None if last == "-" else self._read_removed(last, cells, links[player], player)
        self._check_turns(turns, cells, player)
        winner = NOBODY
        for colour in (0, 1):
            if any(self._joined(links[colour], hole, colour) for hole in range(self.size**2) if cells[hole] != EMPTY):
                winner = colour
        if winner == player:
            raise TextError(f"{PEGS[winner]} has joined its border rows, but it is the turn of {side}")
        if winner != NOBODY and removed is not None:
            raise TextError(f"{PEGS[winner]} has joined its border rows, so no turn of {side} can have begun")
        return Position(cells, player, links, removed, int(turns), winner)

    def _read_board(self, board: str) -> str:
        n = self.size
        rows = read_rows(board, n, n, PEGS + CORNER, EMPTY)
        cells = ""
        for hole in range(n * n):
            char = rows[hole % n][hole // n]
            if (char == CORNER) != (hole in self.corners):
                raise TextError(
                    f"x stands on the four corners and nowhere else, found {quote(char)} on {self.names[hole]}"
                )
            if char in PEGS and hole not in self._allowed[PEGS.index(char)]:
                raise TextError(f"{char} on {self.names[hole]} is on the opponent's border row")
            cells += EMPTY if char == CORNER else char
        return cells

    def _read_links(self, text: str, cells: str, colour: int) -> frozenset[Link]:
        if text == "-":
            return frozenset()
        links: list[Link] = []
        for part in text.split(","):
            link = self._read_peg_link(part, cells, colour)
            if links and link <= links[-1]:
                raise TextError(f"the link {part} is not in order after {self._link_name(links[-1])}")
            links.append(link)
        return frozenset(links)

    def _read_peg_link(self, text: str, cells: str, colour: int) -> Link:
        link = self._read_link(text)
        if link is None:
            raise TextError(f"{quote(text)} is no link with its ends in order")
        for hole in link:
            if cells[hole] != PEGS[colour]:
                raise TextError(f"the link {text} has no {PEGS[colour]} on {self.names[hole]}")
        return link

    def _check_crossing(self, link: Link, others: frozenset[Link]) -> None:
        blockers = next(blockers for there, _, blockers in self._reach[link[0]] if there == link[1])
        for other in blockers:
            if other in others:
                raise TextError(f"the links {self._link_name(link)} and {self._link_name(other)} cross")

    def _read_removed(self, text: str, cells: str, own: frozenset[Link], player: int) -> Link:
        if not self.removal:
            raise TextError(f"no link can have been removed with removal=false, found {quote(text)}")
        link = self._read_peg_link(text, cells, player)
        if link in own:
            raise TextError(f"the removed link {text} is still there")
        return link

    @staticmethod
    def _check_turns(turns: str, cells: str, player: int) -> None:
        pegs = len(cells) - cells.count(EMPTY)
        if turns == "0":
            if pegs or player != 0:
                raise TextError("before the first turn the board is empty and w to move")
        elif turns == "1":
            if pegs != 1 or PEGS[0] not in cells or player != 1:
                raise TextError("after one turn there is one W on the board and b to move")
        elif turns == "2":
            if not pegs:
                raise TextError("after two turns the board is not empty")
        else:
            raise TextError(f"the turns must be 0, 1 or 2, not {quote(turns)}")

    def diagram(self, s: Position) -> str:
        """The board, and below it the links."""
        n = self.size
        rows = [row.replace(CORNER, " ") for row in self._rows(s)]
        board = grid_diagram(rows, [str(y + 1) for y in range(n)], [_letters(x) for x in range(n)])
        lists = [
            f"{name}: " + " ".join(self._link_name(link) for link in sorted(links))
            for name, links in zip(("White", "Black"), s.links, strict=True)
            if links
        ]
        return "\n".join([board, *lists])
