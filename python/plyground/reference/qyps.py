"""QYPS: docs/rules/qyps.md."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar, NamedTuple, TypeAlias

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
    draw,
    quote,
    win,
)
from plyground.reference._triangle import Triangle

BLACK, WHITE = 0, 1
EMPTY = "--"

RACK = {3: 2, 4: 3, 5: 3, 6: 4, 7: 4, 8: 5, 9: 6, 10: 6, 11: 7, 12: 8, 13: 9, 14: 9}
"""How many stones a full rack has, by size."""

SWAP, TURN, DRAW = "swap", "turn", "draw"
"""The phases: Black chooses the racks; a turn; the player named gets the next stone."""


class Turn(NamedTuple):
    """The stones placed (cell, stone) and the cells that turn, both in the order of the cells."""

    placed: tuple[tuple[int, str], ...]
    flips: tuple[int, ...]


Move: TypeAlias = Turn | str
"""A turn; or swap, noswap, pass, or + and the stone that is drawn, as they are written."""


class Position(NamedTuple):
    """The stone on each cell ("" if none, lower case for Black), the racks, the bag, the player and the phase.

    Racks are sorted; so is the bag with `draw=chance`, with `draw=fixed` it is in the order in which it comes.
    """

    board: tuple[str, ...]
    racks: tuple[tuple[str, ...], tuple[str, ...]]
    bag: tuple[str, ...]
    player: int
    phase: str


class Qyps(Rules[Position, Move]):
    """QYPS."""

    id = "qyps"
    title = "QYPS"
    page = "qyps"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(5, (5, 8, range(3, 15)), "Cells along a side of the board."),
        "draw": Option("chance", ("chance", "fixed"), "Whether refills are drawn in play or fixed by the set-up."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the board and the stones."""
        super().__init__(options)
        size = int(options["size"])
        self.fixed = options["draw"] == "fixed"
        self.triangle = Triangle(size)
        self.colours = [chr(ord("A") + i) for i in range(size + 1)]
        self.stones = [one + other for one, other in combinations(self.colours, 2)]
        self.board_stones = {*self.stones, *(stone.lower() for stone in self.stones)}
        self.rack_size = RACK[size]

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The shuffled stones: Black's rack, White's rack, the bag."""
        stones = list(self.stones)
        rng.shuffle(stones)
        k = self.rack_size
        bag = stones[2 * k :] if self.fixed else sorted(stones[2 * k :])
        racks = (tuple(sorted(stones[:k])), tuple(sorted(stones[k : 2 * k])))
        return Position(("",) * len(stones), racks, tuple(bag), BLACK, SWAP)

    def current_player(self, s: Position) -> int:
        """Nobody once all stones are placed; chance while the mover's rack is refilled."""
        if self._finished(s):
            return OVER
        return CHANCE if s.phase == DRAW else s.player

    @staticmethod
    def _finished(s: Position) -> bool:
        """On a full board no stone is left. (A text may leave stones out, then it is so before.)"""
        return not s.bag and not any(s.racks)

    # Move

    def moves(self, s: Position) -> list[Move]:
        """The choice of racks, a drawn stone, a pass without stones, or the turns: what is placed and what turns."""
        if self._finished(s):
            return []
        if s.phase == SWAP:
            return ["swap", "noswap"]
        if s.phase == DRAW:
            return [f"+{stone}" for stone in s.bag]
        if not s.racks[s.player]:
            return ["pass"]
        # Single stones go anywhere; the order of a dict is that in which turns are found.
        found: dict[Move, None] = {}
        for cell, stone in enumerate(s.board):
            if not stone:
                for new in s.racks[s.player]:
                    found[Turn(((cell, new),), ())] = None
        for colour in self.colours:
            if any(colour in stone for stone in s.racks[s.player]):
                self._paths(s, colour, found)
        return list(found)

    def _paths(self, s: Position, colour: str, found: dict[Move, None]) -> None:
        """Add the turns along paths of two and more cells whose stones all have a colour."""
        neighbours, direction = self.triangle.neighbours, self.triangle.direction
        board = s.board
        opposing = [bool(stone) and stone.isupper() == (s.player == BLACK) for stone in board]
        usable = [not stone or colour in stone.upper() for stone in board]
        rack = [stone for stone in s.racks[s.player] if colour in stone]
        placed: list[tuple[int, str]] = []
        flippable: list[int] = []

        def use(cell: int, way: int, length: int, first: int) -> None:
            """Extend the path by a cell; `way` is its direction: -1 none yet, -2 bent."""
            usable[cell] = False
            if board[cell]:
                if opposing[cell]:
                    flippable.append(cell)
                go_on(cell, way, length, first)
                if opposing[cell]:
                    flippable.pop()
            else:
                for i in range(len(rack)):
                    stone = rack.pop(i)
                    placed.append((cell, stone))
                    go_on(cell, way, length, first)
                    placed.pop()
                    rack.insert(i, stone)
            usable[cell] = True

        def go_on(cell: int, way: int, length: int, first: int) -> None:
            # Each path is walked from both ends; one of them is enough.
            if length > 1 and placed and first < cell:
                stones = tuple(sorted(placed))
                if way >= 0:
                    found[Turn(stones, tuple(sorted(flippable)))] = None
                else:
                    found[Turn(stones, ())] = None
                    for flip in flippable:
                        found[Turn(stones, (flip,))] = None
            for there, step in direction[cell].items():
                if usable[there]:
                    use(there, step if way in (-1, step) else -2, length + 1, first)

        for cell in range(len(neighbours)):
            if usable[cell]:
                use(cell, -1, 1, cell)

    def play(self, s: Position, m: Move) -> Position:
        """Choose the racks, draw a stone, pass, or make a turn; then the refill is due, or the other player moves."""
        racks = list(s.racks)
        if m in ("swap", "noswap"):
            exchanged = s.racks if m == "noswap" else (s.racks[WHITE], s.racks[BLACK])
            return Position(s.board, exchanged, s.bag, WHITE, TURN)
        board, bag = list(s.board), list(s.bag)
        rack = list(racks[s.player])
        if isinstance(m, Turn):
            for cell, stone in m.placed:
                board[cell] = stone.lower() if s.player == BLACK else stone
                rack.remove(stone)
            for cell in m.flips:
                board[cell] = board[cell].swapcase()
        elif m != "pass":
            bag.remove(m[1:])
            rack.append(m[1:])
        if self.fixed:
            missing = self.rack_size - len(rack)
            rack, bag = rack + bag[:missing], bag[missing:]
        racks[s.player] = tuple(sorted(rack))
        if bag and len(rack) < self.rack_size:
            return Position(tuple(board), (racks[0], racks[1]), tuple(bag), s.player, DRAW)
        return Position(tuple(board), (racks[0], racks[1]), tuple(bag), 1 - s.player, TURN)

    # End

    def result(self, s: Position) -> Result:
        """On a full board exactly one colour has a group touching all three sides."""
        for player in (BLACK, WHITE):
            own = [cell for cell, stone in enumerate(s.board) if stone and stone.isupper() == (player == WHITE)]
            if self.triangle.connecting_group(own):
                return win(player, "connection")
        return draw("no stone left")

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """`AC@b3 AF@b4 !a2`, `swap`, `noswap`, `pass`, `+AC`."""
        if isinstance(m, str):
            return m
        names = self.triangle.names
        placed = [f"{stone}@{names[cell]}" for cell, stone in m.placed]
        return " ".join(placed + [f"!{names[cell]}" for cell in m.flips])

    def read_move(self, s: Position, text: str) -> Move:
        """A turn may also be written as its path: `AF@b4-AC@b3-a2!a2`."""
        if s.phase == TURN and "-" in text[:200]:
            return self._read_path(s, text)
        return super().read_move(s, text)

    def _read_path(self, s: Position, text: str) -> Turn:
        """The turn of a path, which must be one; the flips of a straight path may be left out."""
        cells = self.triangle.cells

        def refuse(why: str) -> IllegalMove:
            return IllegalMove(f"{quote(text)}: {why}")

        path_text, *flip_texts = text.split("!", len(cells) + 1)
        path: list[int] = []
        placed: list[tuple[int, str]] = []
        used: list[str] = []
        for part in path_text.split("-", len(cells)):
            stone, at, name = part.rpartition("@")
            cell = cells.get(name)
            if cell is None or cell in path:
                raise refuse(f"{quote(part)} is no further cell")
            if path and cell not in self.triangle.neighbours[path[-1]]:
                raise refuse(f"{name} is no neighbour of the cell before it")
            if bool(at) == bool(s.board[cell]):
                raise refuse(f"{name} is {'occupied' if at else 'empty'}")
            if at:
                if stone not in s.racks[s.player] or stone in used:
                    raise refuse(f"the stone {quote(stone)} is not in the rack")
                placed.append((cell, stone))
            path.append(cell)
            used.append(stone if at else s.board[cell].upper())
        if not placed:
            raise refuse("no stone is placed")
        if not any(all(colour in stone for stone in used) for colour in self.colours):
            raise refuse("the stones have no colour in common")
        opposing = [cell for cell in path if s.board[cell] and s.board[cell].isupper() == (s.player == BLACK)]
        flips = [cells.get(name, -1) for name in flip_texts]
        if self.triangle.is_straight(path):
            if flips and sorted(flips) != sorted(opposing):
                raise refuse("a straight path turns all opposing stones in it")
            flips = opposing
        elif len(flips) > 1 or not set(flips) <= set(opposing):
            raise refuse("a bent path turns one opposing stone in it, or none")
        return Turn(tuple(sorted(placed)), tuple(sorted(flips)))

    def text(self, s: Position) -> str:
        """The rows, the racks and the bag, the player, the phase."""
        rows = [" ".join(s.board[cell] or EMPTY for cell in row) for row in self.triangle.rows()]
        bag = ",".join(s.bag) or "-"
        if s.bag and not self.fixed and list(s.bag) == self._missing(s.board, s.racks):
            bag = "*"
        racks = "|".join(",".join(rack) or "-" for rack in s.racks)
        return f"{'/'.join(rows)} {racks}|{bag} {s.player} {s.phase}"

    def _missing(self, board: tuple[str, ...], racks: tuple[tuple[str, ...], ...]) -> list[str]:
        """The stones that are neither on the board nor in a rack."""
        seen = {stone.upper() for stone in board}.union(*racks)
        return [stone for stone in self.stones if stone not in seen]

    def parse(self, text: str) -> Position:
        """Read a position. No stone is in two places; stones may be missing."""
        fields = text.rsplit(" ", 3)
        if len(fields) != 4:
            raise TextError("expected the board, the racks and the bag, the player and the phase")
        board = self._read_board(fields[0])
        parts = fields[1].split("|", 3)
        if len(parts) != 3:
            raise TextError(f"expected black rack|white rack|bag, not {quote(fields[1])}")
        racks = (
            tuple(sorted(self._read_stones(parts[0], "Black's rack"))),
            tuple(sorted(self._read_stones(parts[1], "White's rack"))),
        )
        for name, rack in zip(("Black's", "White's"), racks, strict=True):
            if len(rack) > self.rack_size:
                raise TextError(f"{name} rack has {len(rack)} stones, a full one has {self.rack_size}")
        if parts[2] == "*":
            if self.fixed:
                raise TextError("with draw=fixed the order of the bag must be written, not *")
            bag = self._missing(board, racks)
        else:
            bag = self._read_stones(parts[2], "the bag")
        every = [*(stone.upper() for stone in board if stone), *racks[0], *racks[1], *bag]
        for stone in self.stones:
            if every.count(stone) > 1:
                raise TextError(f"the stone {stone} is there twice")
        if fields[2] not in ("0", "1"):
            raise TextError(f"the player must be 0 or 1, not {quote(fields[2])}")
        s = Position(board, racks, tuple(bag if self.fixed else sorted(bag)), int(fields[2]), fields[3])
        self._check_phase(s)
        return s

    def _read_board(self, text: str) -> tuple[str, ...]:
        size = self.triangle.size
        rows = text.split("/", size)
        if len(rows) != size:
            raise TextError(f"the board must have {size} rows, found {len(rows) if len(rows) < size else 'more'}")
        board: list[str] = []
        for number, row in enumerate(rows, 1):
            cells = row.split(" ", number)
            if len(cells) != number:
                raise TextError(f"row {number} must have {number} cells with one space between, not {quote(row)}")
            for cell in cells:
                if cell != EMPTY and cell not in self.board_stones:
                    raise TextError(f"{self.triangle.names[len(board)]}: {quote(cell)} is no stone")
                board.append("" if cell == EMPTY else cell)
        return tuple(board)

    def _read_stones(self, text: str, what: str) -> list[str]:
        if text == "-":
            return []
        stones = text.split(",", len(self.stones))
        for stone in stones:
            if stone not in self.stones:
                raise TextError(f"{what}: {quote(stone)} is no stone")
        return stones

    def _check_phase(self, s: Position) -> None:
        if s.phase == SWAP:
            if any(s.board) or s.player != BLACK or any(len(rack) != self.rack_size for rack in s.racks):
                raise TextError("in phase swap the board is empty, both racks are full, and player 0 chooses")
        elif s.phase == DRAW:
            if self.fixed:
                raise TextError("with draw=fixed there is no phase draw")
            if not s.bag or len(s.racks[s.player]) == self.rack_size:
                raise TextError("in phase draw the bag has stones, and the player's rack is not full")
        elif s.phase != TURN:
            raise TextError(f"the phase must be swap, turn or draw, not {quote(s.phase)}")

    def diagram(self, s: Position) -> str:
        """Black's stones in lower case; then the racks."""
        lines = [self.triangle.diagram([stone or EMPTY for stone in s.board])]
        lines.append("   " + "  ".join(self.triangle.names[cell][0] for cell in self.triangle.rows()[-1]))
        for name, rack in zip(("Black", "White"), s.racks, strict=True):
            lines.append(f"{name}: {', '.join(rack) or 'no stones'}")
        lines.append(f"bag: {len(s.bag)}")
        return "\n".join(lines)
