"""WYPS: docs/rules/wyps.md."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
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
    read_fields,
    win,
)
from plyground.reference._lexicon import END, LEXICON, Lexicon, Node, load, resolve_lexicon
from plyground.reference._triangle import Triangle

BLACK, WHITE = 0, 1
COLOURS = "bw"
EMPTY = "."

SMALLEST = 5
RACK = (3, 4, 4, 5, 6, 6, 7, 8, 9, 9)
"""How many tiles a full rack has on sizes 5, 6, ..."""

TILES = {
    "en": (
        "A1223455778 B0111112223 C1111222334 D1112223344 E22345679ac F0011111122 G0111122233 H0111112223 "
        "I1123345668 K0011111222 L1112233456 M1111122233 N1112334456 O1122334566 P1111122233 R1122344567 "
        "S122345678a T1112234456 U1111223344 V0000111111 W0011111111 Y0111111222 Z0000001111"
    ),
    "de": (
        "A1122334567 B0111122233 C0011111222 D0111112223 E2345779beg F0111112222 G1111222334 H1111222334 "
        "I1112233445 K1111122233 L1112233455 M1111122233 N1123345568 O1111222333 P0111112222 R1123345567 "
        "S1123345678 T1223445679 U1111222344 V0000001111 W0000111111 Z0011111112 Ä0001111111 Ö0000011111 "
        "Ü0000011111"
    ),
    "es": (
        "A235679bdfi B0111112222 C1112223344 D1111223344 E22345679ac F0000111111 G0111111222 H0000111111 "
        "I1122344567 J0000111111 L1112233445 M1111122233 N1112233456 O1233445678 P0111112223 R1223345679 "
        "S1123345679 T1112223344 U1111222333 V0011111111 Z0000011111 Ñ0000000011"
    ),
    "fr": (
        "A22345679ab B0111112222 C1111222334 D0111112223 E2335689bdf F0011111122 G0111112222 H0011111111 "
        "I1223445678 L1111233445 M1111122223 N1112233456 O1122334456 P1111122233 Q0000000011 R1122345678 "
        "S1223456689 T1122334567 U1112233445 V0011111111 X0000000111 Y0000001111 Z0001111111"
    ),
    "it": (
        "A2234678abd B0111111222 C1112233445 D0111122223 E123345679a F0011111122 G0111112223 H0000000111 "
        "I2234678abd L1112223344 M1111122233 N1112334456 O1233456789 P1111122233 R1123345678 S1112334456 "
        "T1122334567 U1111122333 V0111112223 Z0001111111"
    ),
    "ja": (
        "あ0000111111 い1122334567 う1122345679 え0000111111 お0011111111 か1112233445 き1111223344 く1111223334 "
        "け0111111122 こ1111112233 さ1111111222 し1122334567 す0001111111 せ0111112222 そ0001111111 た1111112223 "
        "ち0111111222 つ1111122334 て0001111112 と1111112222 な0001111111 に0000011111 ね0000000011 の0000011111 "
        "は1111111222 ひ0011111112 ふ0111111122 へ0000001111 ほ0001111112 ま0011111111 み0001111111 む0000000011 "
        "め0000011111 も0000111111 や0111111122 ゆ0011111122 よ1111122334 ら0000111111 り1111111222 る0000000011 "
        "れ0000000111 ろ0000011111 わ0000011111 ん1223345679"
    ),
    "nl": (
        "A1223345678 B0111112222 C0001111111 D1111223344 E234568aceg F0111111222 G1111222334 H0001111112 "
        "I1122334556 J0011111112 K1111223334 L1112233455 M0111122233 N1122344567 O1122334567 P1111122333 "
        "R1122334567 S1112234456 T1222345678 U1111122233 V0001111122 W0011111112 Z0001111111"
    ),
    "pl": (
        "A122345679a B0111111222 C0111222334 D0111112223 E1122334456 F0000011111 G0011111122 H0001111111 "
        "I1122344567 J0011111222 K1112233345 L1111122333 M1112223344 N1112223345 O1123345678 P0111122233 "
        "R1112233445 S1111223334 T1111122233 U1111223344 W1111222334 Y1111223344 Z1111222334 Ó0000011111 "
        "Ą0011111222 Ć0000000111 Ę0011111111 Ł0111112223 Ń0000000001 Ś0000001111 Ż0001111111"
    ),
    "ru": (
        "Ё0000011111 А1223455789 Б0111111222 В1111222334 Г0011111112 Д0111112222 Е1122345567 Ж0000111111 "
        "З0011111222 И1122334567 Й0001111112 К1111223344 Л1112233445 М1111223344 Н1112233456 О1223345679 "
        "П1111122233 Р1112233445 С1111223344 Т1112233455 У1111223444 Ф0000000011 Х0011111122 Ц0000001111 "
        "Ч0011111112 Ш0011111112 Щ0000011111 Ы0111112222 Ь0001111111 Ю0111111122 Я1111112223"
    ),
    "el": (
        "Α22345689ac Β0011111111 Γ0111111222 Δ0011111222 Ε1223456789 Ζ0000111111 Η1111223334 Θ0011111111 "
        "Ι1223445679 Κ1111223344 Λ1111222334 Μ1111122334 Ν1122234456 Ξ0000111111 Ο1223345679 Π0111122233 "
        "Ρ1112233455 Σ1223345678 Τ1112233456 Υ1112233445 Φ0011111122 Χ0011111122 Ψ0000001111 Ω1111223344"
    ),
    "cs": (
        "A1122344567 B0111111122 C0011111122 D1111122233 E1123345568 F0000000111 G0000000111 H0111111222 "
        "I1112223345 J0011111122 K1111223334 L1112233455 M1111222334 N1122334558 O1122344567 P1111122333 "
        "R1111223344 S1111122334 T1112223445 U1112223445 V1111223344 Y0111112222 Z0111112222 Á0111122233 "
        "É0000111111 Í0111122233 Ý0000111111 Č0001111111 Ě0001111111 Ř0001111111 Š0011111112 Ů0000001111 "
        "Ž0000011111"
    ),
    "sk": (
        "A1123345678 B0111111222 C0111111222 D1111122233 E1122345668 F0000001111 G0000001111 H0111111222 "
        "I1112334456 J0001111122 K1112223344 L1112233445 M1112223344 N1112233456 O1122344568 P1111122233 "
        "R1112233445 S1111122233 T1111223334 U1111223334 V1111223334 Y0011111112 Z0111111222 Á0111122223 "
        "É0000001111 Í0111111222 Ú0011111122 Ý0000111111 Č0011111122 Ľ0000000111 Š0011111122 Ť0000111111 "
        "Ž0000111111"
    ),
}
"""By language: each letter and how many copies there are on sizes 5, 6, ... (in base 36)."""

STEPS_FROM = 9
"""The size from which turns are made in steps with `turns=auto`."""

SWAP, TAKE, TURN, DRAW, PATH, FLIP = "swap", "take", "turn", "draw", "path", "flip"
"""The phases."""


class Turn(NamedTuple):
    """The letters placed (cell, letter) and the cells that turn, both in the order of the cells."""

    placed: tuple[tuple[int, str], ...]
    flips: tuple[int, ...]


class Step(NamedTuple):
    """A cell of a path, and the letter put there ("" where a tile is used)."""

    cell: int
    letter: str


class Flip(NamedTuple):
    """The tile that turns, as a step of its own."""

    cell: int


Move: TypeAlias = Turn | Step | Flip | str
"""Turns and steps; or `swap`, `noswap`, `take 2`, `pass`, `end`, `+E`, as they are written."""


class Position(NamedTuple):
    """A position.

    Attributes:
        letters: the letter on each cell, "." if none.
        colours: its colour, b or w, "." if none.
        racks: the letters of each player, sorted; in phase `take` the sets.
        bag: sorted, or with `draw=fixed` in the order in which it comes.
        player: who moves, takes, or gets the next tile.
        phase: what is to be done.
        picks: the sets taken so far in phase `take`.
        steps: the path of the unfinished turn in the phases `path` and `flip`.
    """

    letters: str
    colours: str
    racks: tuple[str, ...]
    bag: str
    player: int
    phase: str
    picks: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()


class Atari:
    """What the opponent's connection asks of a turn. Without one, every turn will do.

    Attributes:
        group: the opponent's tiles that touch all three sides; empty if there are none.
    """

    def __init__(self, triangle: Triangle, s: Position, group: set[int]) -> None:
        """Of a position."""
        self.group = group
        self._triangle = triangle
        self._s = s
        self._broken: dict[tuple[int, ...], bool] = {(): not group}
        self._distances: list[int] | None = None

    def broken_by(self, flips: tuple[int, ...]) -> bool:
        """Whether the opponent is not connected once these tiles have turned."""
        if not self.group:
            return True
        if flips not in self._broken:
            theirs = self._s.colours[min(self.group)]
            left = (cell for cell, colour in enumerate(self._s.colours) if colour == theirs and cell not in flips)
            self._broken[flips] = not self._triangle.connecting_group(left)
        return self._broken[flips]

    def distance(self, cell: int) -> int:
        """How many letters a path needs at least from a cell to the connected group."""
        if self._distances is None:
            far = len(self._s.letters)
            distances = [0 if here in self.group else far for here in range(far)]
            front = list(self.group)
            for here in front:
                for there in self._triangle.neighbours[here]:
                    steps = distances[here] + (self._s.letters[here] == EMPTY)
                    if steps < distances[there]:
                        distances[there] = steps
                        front.append(there)
            self._distances = distances
        return self._distances[cell]


class Wyps(Rules[Position, Move]):
    """WYPS."""

    id = "wyps"
    title = "WYPS"
    page = "wyps"
    player_counts = (2, 4)
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(8, (8, 5, 11, 14, range(5, 15)), "Cells along a side of the board."),
        "variant": Option("words", ("words", "numeric"), "Letters and words, or digits and their sequences."),
        "language": Option("en", tuple(TILES), "The letters of the tiles, and how words are normalised."),
        "lexicon": LEXICON,
        "players": Option(2, (2, 4), "Two players, or two teams of two."),
        "draw": Option("chance", ("chance", "fixed"), "Whether refills are drawn in play or fixed by the set-up."),
        "turns": Option("auto", ("auto", "whole", "steps"), "Turns at once or cell by cell; auto: steps from size 9."),
    }

    @classmethod
    def resolve(cls, given: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """The word list must be one of the language, unless there are only digits."""
        options = super().resolve(given)
        if options["variant"] == "words":
            resolve_lexicon(options, str(options["language"]))
        return options

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the board and the tiles, load the words."""
        super().__init__(options)
        size = int(options["size"])
        self.players = int(options["players"])
        self.fixed = options["draw"] == "fixed"
        self.by_steps = options["turns"] == "steps" or (options["turns"] == "auto" and size >= STEPS_FROM)
        self.triangle = Triangle(size)
        cells = len(self.triangle.names)
        self.rack_size = RACK[size - SMALLEST]
        if options["variant"] == "numeric":
            share, rest = divmod(cells, 9)
            self.tiles = {str(digit): share + (digit <= rest) for digit in range(1, 10)}
            self.words = _sequences(cells)
        else:
            copies = TILES[str(options["language"])].split()
            self.tiles = {letter: int(numbers[size - SMALLEST], 36) for letter, *numbers in map(list, copies)}
            self.words = load(str(options["lexicon"]), str(options["language"]))
        self._last: tuple[Position, list[Move]] | None = None

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The shuffled tiles: a rack or set for each player, the rest is the bag."""
        tiles = [letter for letter, count in self.tiles.items() for _ in range(count)]
        rng.shuffle(tiles)
        k = self.rack_size
        racks = tuple("".join(sorted(tiles[player * k : (player + 1) * k])) for player in range(self.players))
        bag = tiles[self.players * k :]
        nothing = EMPTY * len(tiles)
        phase = SWAP if self.players == 2 else TAKE
        return Position(nothing, nothing, racks, "".join(bag if self.fixed else sorted(bag)), BLACK, phase)

    def current_player(self, s: Position) -> int:
        """Nobody where there is no move; chance while the mover's rack is refilled."""
        if s.phase == DRAW:
            return CHANCE
        if s.phase == TURN and not self.moves(s):
            return OVER
        return s.player

    # Move

    def moves(self, s: Position) -> list[Move]:
        """The choice of racks, a drawn tile, turns, or steps of a turn."""
        if s.phase == SWAP:
            return ["swap", "noswap"]
        if s.phase == TAKE:
            return [f"take {number}" for number in range(1, 5) if number not in s.picks]
        if s.phase == DRAW:
            return [f"+{letter}" for letter in dict.fromkeys(s.bag)]
        # The same position is asked for its moves and for its player.
        if self._last is None or self._last[0] != s:
            self._last = s, self._turns_or_steps(s)
        return list(self._last[1])

    def _turns_or_steps(self, s: Position) -> list[Move]:
        if s.phase == TURN:
            if EMPTY not in s.letters or not (s.bag or any(s.racks)):
                return []
            if not s.racks[s.player]:
                return ["pass"] if self.players == 4 else []
        if s.phase == FLIP:
            return [Flip(flips[0]) for flips in self._flips(s, self._atari(s))]
        return self._steps(s) if self.by_steps else self._turns(s)

    def weight(self, s: Position, m: Move) -> int:
        """A letter is drawn as often as it is in the bag."""
        return s.bag.count(m[1:]) if isinstance(m, str) and m[0] == "+" else 1

    def _atari(self, s: Position) -> Atari:
        """With two players the opponent's connection, if there is one, must be broken."""
        group: set[int] = set()
        if self.players == 2:
            theirs = COLOURS[1 - s.player]
            group = self.triangle.connecting_group(cell for cell, colour in enumerate(s.colours) if colour == theirs)
        return Atari(self.triangle, s, group)

    # Whole turns

    def _turns(self, s: Position) -> list[Move]:
        """Single letters, and words along paths with at least one new letter."""
        found: dict[Move, None] = {}
        atari = self._atari(s)
        letters = s.letters
        # From each cell to its neighbours with the direction; from before the first cell to all, without one.
        ways = [list(directions.items()) for directions in self.triangle.direction]
        ways.append([(cell, -1) for cell in range(len(letters))])
        opposing = [colour == COLOURS[1 - s.player % 2] for colour in s.colours]
        rack = dict(Counter(s.racks[s.player]))
        free = [True] * len(ways)
        placed: list[tuple[int, str]] = []
        used: list[int] = []

        def go_on(cell: int, node: Node, way: int) -> None:
            """After a cell of the path; `way` is the direction so far: -1 none yet, -2 bent."""
            if END in node and placed:
                new = tuple(sorted(placed))
                for flips in [(flip,) for flip in used] if way == -2 and used else [tuple(sorted(used))]:
                    if atari.broken_by(flips):
                        found[Turn(new, flips)] = None
            free[cell] = False
            for there, towards in ways[cell]:
                if not free[there]:
                    continue
                on = towards if way in (-1, towards) else -2
                letter = letters[there]
                if letter != EMPTY:
                    if letter in node:
                        if opposing[there]:
                            used.append(there)
                        go_on(there, node[letter], on)
                        if opposing[there]:
                            used.pop()
                    continue
                for letter, count in rack.items():
                    if count and letter in node:
                        rack[letter] = count - 1
                        placed.append((there, letter))
                        go_on(there, node[letter], on)
                        placed.pop()
                        rack[letter] = count
            free[cell] = True

        if atari.broken_by(()):
            for cell, letter in enumerate(letters):
                if letter == EMPTY:
                    for new in rack:
                        found[Turn(((cell, new),), ())] = None
        go_on(len(letters), self.words.trie, -1)
        return list(found)

    # Turns in steps

    def _steps(self, s: Position) -> list[Move]:
        """The steps from which a legal turn can be completed, and the end where the turn is one."""
        found: list[Move] = []
        atari = self._atari(s)
        if self._flips(s, atari):
            found.append("end")
        for step in self._next_steps(s):
            if self._is_completable(s._replace(phase=PATH, steps=(*s.steps, step)), atari):
                found.append(step)
        return found

    def _node(self, s: Position) -> Node | None:
        """Where the letters of the path lead in the tree of words; None if no word begins so."""
        node: Node | None = self.words.trie
        for step in s.steps:
            node = node.get(step.letter or s.letters[step.cell]) if node is not None else None
        return node

    def _next_steps(self, s: Position) -> list[Step]:
        """The steps that go on with a word; a first letter may also stand alone."""
        path = [step.cell for step in s.steps]
        rack = _without(s.racks[s.player], (step.letter for step in s.steps))
        node = self._node(s)
        found = []
        for cell in self.triangle.neighbours[path[-1]] if path else range(len(s.letters)):
            if cell in path:
                continue
            letter = s.letters[cell]
            if letter == EMPTY:
                new = [one for one in dict.fromkeys(rack) if not path or (node is not None and one in node)]
                found += [Step(cell, one) for one in new]
            elif node is not None and letter in node:
                found.append(Step(cell, ""))
        return found

    def _flips(self, s: Position, atari: Atari) -> list[tuple[int, ...]]:
        """What may turn if the turn ends here: all opposing tiles of a straight path, else one; [] if it may not."""
        path = [step.cell for step in s.steps]
        if not any(step.letter for step in s.steps):
            return []
        if len(path) > 1:
            node = self._node(s)
            if node is None or END not in node:
                return []
        opposing = sorted(cell for cell in path if s.colours[cell] == COLOURS[1 - s.player % 2])
        choices: list[tuple[int, ...]] = [(cell,) for cell in opposing]
        if not opposing or self.triangle.is_straight(path):
            choices = [tuple(opposing)]
        return [flips for flips in choices if atari.broken_by(flips)]

    def _is_completable(self, s: Position, atari: Atari) -> bool:
        """Whether a legal turn ends here or further on."""
        if self._flips(s, atari):
            return True
        if atari.group and not any(step.cell in atari.group for step in s.steps):
            # The path must get to a tile of the connection with the letters that are left.
            left = len(s.racks[s.player]) - sum(step.letter != "" for step in s.steps)
            if atari.distance(s.steps[-1].cell) > left:
                return False
        return any(self._is_completable(s._replace(steps=(*s.steps, step)), atari) for step in self._next_steps(s))

    # Playing

    def play(self, s: Position, m: Move) -> Position:
        """Make a turn or a step of it; choose racks; draw; pass."""
        if isinstance(m, Step):
            return s._replace(phase=PATH, steps=(*s.steps, m))
        if isinstance(m, Flip):
            return self._made(s, self._turn_of(s, (m.cell,)))
        if isinstance(m, Turn):
            return self._made(s, m)
        if m in ("swap", "noswap"):
            racks = s.racks if m == "noswap" else s.racks[::-1]
            return s._replace(racks=racks, player=WHITE, phase=TURN)
        if m == "pass":
            return self._refilled(s)
        if m == "end":
            flips = self._flips(s, self._atari(s))
            path = [step.cell for step in s.steps]
            opposing = [cell for cell in path if s.colours[cell] == COLOURS[1 - s.player % 2]]
            if len(opposing) > 1 and not self.triangle.is_straight(path):
                return s._replace(phase=FLIP)
            return self._made(s, self._turn_of(s, flips[0]))
        if m.startswith("take"):
            return self._taken(s, int(m[len("take ") :]))
        bag = s.bag.replace(m[1:], "", 1)
        rack = "".join(sorted(s.racks[s.player] + m[1:]))
        return self._refilled(s._replace(bag=bag, racks=_with(s.racks, s.player, rack)))

    @staticmethod
    def _turn_of(s: Position, flips: tuple[int, ...]) -> Turn:
        """The turn that consists of the steps."""
        return Turn(tuple(sorted((step.cell, step.letter) for step in s.steps if step.letter)), flips)

    def _made(self, s: Position, turn: Turn) -> Position:
        """After a turn: the letters are placed, the tiles turned."""
        letters, colours = list(s.letters), list(s.colours)
        for cell, letter in turn.placed:
            letters[cell], colours[cell] = letter, COLOURS[s.player % 2]
        for cell in turn.flips:
            colours[cell] = COLOURS[s.player % 2]
        rack = _without(s.racks[s.player], (letter for _, letter in turn.placed))
        racks = _with(s.racks, s.player, rack)
        return self._refilled(Position("".join(letters), "".join(colours), racks, s.bag, s.player, TURN))

    def _refilled(self, s: Position) -> Position:
        """The mover draws up to a full rack, then the next player moves. On a full board nobody draws."""
        rack, bag = s.racks[s.player], s.bag
        missing = self.rack_size - len(rack)
        if missing and bag and EMPTY in s.letters:
            if not self.fixed:
                return s._replace(phase=DRAW)
            s = s._replace(bag=bag[missing:], racks=_with(s.racks, s.player, "".join(sorted(rack + bag[:missing]))))
        return s._replace(player=(s.player + 1) % self.players, phase=TURN)

    @staticmethod
    def _taken(s: Position, number: int) -> Position:
        """Players 0, 1 and 2 take a set; player 3 gets the last one and moves first."""
        picks = (*s.picks, number)
        if len(picks) < 3:
            return s._replace(picks=picks, player=len(picks))
        (last,) = {1, 2, 3, 4} - set(picks)
        racks = tuple(s.racks[pick - 1] for pick in (*picks, last))
        return s._replace(picks=(), racks=racks, player=3, phase=TURN)

    # End

    def result(self, s: Position) -> Result:
        """A connection that cannot be broken wins; or the mover has no tile left.

        On a full board exactly one colour is connected. With four players nothing else counts.
        """
        connected = [side for side in (BLACK, WHITE) if self._is_connected(s, COLOURS[side])]
        if self.players == 4:
            return self._won(connected[0], "connection") if connected else draw("no tiles left", players=4)
        opponent = 1 - s.player
        if opponent in connected:
            return self._won(opponent, "connection")
        if s.player in connected and EMPTY not in s.letters:
            return self._won(s.player, "connection")
        return self._won(opponent, "no tiles left")

    def _is_connected(self, s: Position, colour: str) -> bool:
        return bool(self.triangle.connecting_group(cell for cell, here in enumerate(s.colours) if here == colour))

    def _won(self, side: int, reason: str) -> Result:
        """A win of Black (0) or White (1), player or team."""
        if self.players == 2:
            return win(side, reason)
        return Result(
            winners=(side, side + 2),
            winner=None,
            returns=tuple(1.0 if player % 2 == side else -1.0 for player in range(4)),
            scores=None,
            points=None,
            reason=reason,
        )

    def conceded(self, s: Position, player: int) -> Result:
        """The other player or team wins."""
        return self._won(1 - player % 2, "resignation")

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """`O@d5 D@e5 !a5`; `D@e5`, `d5`, `end`, `!a5`; `swap`, `noswap`, `take 2`, `pass`, `+E`."""
        names = self.triangle.names
        if isinstance(m, Turn):
            placed = [f"{letter}@{names[cell]}" for cell, letter in m.placed]
            return " ".join(placed + [f"!{names[cell]}" for cell in m.flips])
        if isinstance(m, Step):
            return f"{m.letter}@{names[m.cell]}" if m.letter else names[m.cell]
        return f"!{names[m.cell]}" if isinstance(m, Flip) else m

    def read_move(self, s: Position, text: str) -> Move:
        """A whole turn may also be written as a word and its path: `CHILD:a5a6b7b6c6!a6`."""
        if s.phase == TURN and not self.by_steps and ":" in text[:300]:
            return self._read_word(s, text)
        return super().read_move(s, text)

    def _read_word(self, s: Position, text: str) -> Turn:
        """The turn of a word along a path; what turns may be left out where there is no choice."""

        def refuse(why: str) -> IllegalMove:
            return IllegalMove(f"{quote(text)}: {why}")

        word, _, rest = text.partition(":")
        path_text, *flip_texts = rest.split("!", len(s.letters) + 1)
        if not re.fullmatch("([a-n][1-9][0-9]?)+", path_text):
            raise refuse("no path")
        names = re.findall("[a-n][0-9]+", path_text)
        if any(name not in self.triangle.cells for name in (*names, *flip_texts)):
            raise refuse("there is no such cell")
        path = [self.triangle.cells[name] for name in names]
        flips = sorted(self.triangle.cells[name] for name in flip_texts)
        if len(path) < 2 or len(path) != len(word) or len(set(path)) != len(path):
            raise refuse("a word has two letters or more, each on a cell of its own")
        if any(path[i + 1] not in self.triangle.neighbours[path[i]] for i in range(len(path) - 1)):
            raise refuse("two cells of the path are no neighbours")
        placed = [(cell, letter) for cell, letter in zip(path, word, strict=True) if s.letters[cell] == EMPTY]
        if any(s.letters[cell] not in (EMPTY, letter) for cell, letter in zip(path, word, strict=True)):
            raise refuse("other letters lie there")
        if not placed or Counter(letter for _, letter in placed) - Counter(s.racks[s.player]):
            raise refuse("the letters are not in the rack, or none is new")
        if word not in self.words.words:
            raise refuse("no word of the lexicon")
        opposing = sorted(cell for cell in path if s.colours[cell] == COLOURS[1 - s.player % 2])
        if self.triangle.is_straight(path):
            choices = [opposing]
        else:
            choices = [[cell] for cell in opposing] or [[]]
        if flips and flips not in choices:
            raise refuse("a straight word turns all opposing tiles in it, a bent one turns one")
        atari = self._atari(s)
        legal = [choice for choice in choices if flips in ([], choice) and atari.broken_by(tuple(choice))]
        if not legal:
            raise refuse("this does not break the opponent's connection")
        if len(legal) > 1:
            raise refuse("a bent word turns one opposing tile in it, and more than one could be meant")
        return Turn(tuple(sorted(placed)), tuple(legal[0]))

    def text(self, s: Position) -> str:
        """The rows, the racks, the bag, the player, the phase."""
        rows = [
            "".join(EMPTY if s.letters[cell] == EMPTY else s.letters[cell] + s.colours[cell] for cell in row)
            for row in self.triangle.rows()
        ]
        bag = s.bag or "-"
        if s.bag and not self.fixed and s.bag == self._missing(s.letters, s.racks):
            bag = "*"
        phase = s.phase
        if phase == TAKE:
            phase += ":" + ("".join(map(str, s.picks)) or "-")
        elif phase in (PATH, FLIP):
            phase += ":" + ",".join(self.move_text(s, step) for step in s.steps)
        return f"{'/'.join(rows)} {'|'.join(rack or '-' for rack in s.racks)} {bag} {s.player} {phase}"

    def _missing(self, letters: str, racks: tuple[str, ...]) -> str:
        """The tiles of the table that are neither on the board nor in a rack."""
        left = Counter(self.tiles) - Counter(letters) - Counter("".join(racks))
        return "".join(sorted(left.elements()))

    def parse(self, text: str) -> Position:
        """Read a position. Letters are not counted, and racks need not be full."""
        board_text, racks_text, bag_text, player_text, phase_text = read_fields(
            text, ("board", "racks", "bag", "player", "phase")
        )
        letters, colours = self._read_board(board_text)
        parts = racks_text.split("|", self.players)
        if len(parts) != self.players:
            raise TextError(f"{self.players} racks with | between are due, not {quote(racks_text)}")
        racks = tuple("".join(sorted(self._read_tiles(part, "a rack", self.rack_size))) for part in parts)
        if bag_text != "*":
            bag = self._read_tiles(bag_text, "the bag", len(letters))
        elif self.fixed:
            raise TextError("with draw=fixed the order of the bag must be written, not *")
        else:
            bag = self._missing(letters, racks)
        if player_text not in ("0", "1", "2", "3")[: self.players]:
            raise TextError(f"the player must be 0 to {self.players - 1}, not {quote(player_text)}")
        phase, colon, detail = phase_text.partition(":")
        bag = bag if self.fixed else "".join(sorted(bag))
        s = Position(letters, colours, racks, bag, int(player_text), phase)
        if bool(colon) != (phase in (TAKE, PATH, FLIP)) or phase not in (SWAP, TAKE, TURN, DRAW, PATH, FLIP):
            raise TextError(f"{quote(phase_text)} is no phase")
        if phase == TAKE:
            return self._read_picks(s, detail)
        if phase in (PATH, FLIP):
            return self._read_steps(s, detail)
        if phase == SWAP and (self.players != 2 or s.player != BLACK or letters.strip(EMPTY)):
            raise TextError("in phase swap there are two players, the board is empty, and player 0 chooses")
        if phase == DRAW and (self.fixed or not bag or len(racks[s.player]) == self.rack_size or EMPTY not in letters):
            raise TextError("phase draw is for draw=chance, tiles in the bag, a rack that is not full, an empty cell")
        return s

    def _read_board(self, text: str) -> tuple[str, str]:
        size = self.triangle.size
        rows = text.split("/", size)
        if len(rows) != size:
            raise TextError(f"the board must have {size} rows, found {len(rows) if len(rows) < size else 'more'}")
        letters, colours = "", ""
        for number, row in enumerate(rows, 1):
            tokens = re.findall(r"\.|[^.].?", row[: 3 * size], re.DOTALL)
            if len(tokens) != number or len(row) > 2 * number:
                raise TextError(f"row {number} must have {number} cells, not {quote(row)}")
            for token in tokens:
                if token != EMPTY and (token[0] not in self.tiles or token[1:] not in ("b", "w")):
                    raise TextError(f"{self.triangle.names[len(letters)]}: {quote(token)} is no tile")
                letters += token[0]
                colours += token[-1]
        return letters, colours

    def _read_tiles(self, text: str, what: str, most: int) -> str:
        if text == "-":
            return ""
        if not 1 <= len(text) <= most:
            raise TextError(f"{what} has 1 to {most} tiles, or is -, not {quote(text)}")
        for letter in text:
            if letter not in self.tiles:
                raise TextError(f"{what}: {quote(letter)} is no letter of a tile")
        return text

    def _read_picks(self, s: Position, text: str) -> Position:
        picks = "" if text == "-" else text
        if self.players != 4 or s.letters.strip(EMPTY):
            raise TextError("sets are taken by four players, before the first tile is placed")
        if not re.fullmatch("[1-4]{1,2}|-", text) or len(set(picks)) != len(picks):
            raise TextError(f"the picks must be - or one or two different sets of 1 to 4, not {quote(text)}")
        if len(picks) != s.player:
            raise TextError(f"after {len(picks)} picks player {len(picks)} takes a set")
        return s._replace(picks=tuple(map(int, picks)))

    def _read_steps(self, s: Position, text: str) -> Position:
        """Each step must be legal after those before it."""
        if not self.by_steps:
            raise TextError("turns are made at once here, not in steps")
        phase = s.phase
        s = s._replace(phase=TURN)
        texts = text.split(",", len(s.letters))
        for step_text in texts if phase == PATH else (*texts, "end"):
            moves = {self.move_text(s, m): m for m in self.moves(s)}
            move = moves.get(step_text)
            if move is None or s.phase == FLIP or (phase == PATH and not isinstance(move, Step)):
                raise TextError(f"{quote(step_text)} is no step that can be made")
            s = self.play(s, move)
        if s.phase != phase:
            raise TextError("there is no choice of what turns")
        return s

    def diagram(self, s: Position) -> str:
        """White's tiles in brackets; then the racks and the bag."""
        cells = [
            f"[{letter}]" if colour == "w" else f" {letter} "
            for letter, colour in zip(s.letters, s.colours, strict=True)
        ]
        lines = [self.triangle.diagram(cells)]
        lines.append(
            "   " + " ".join(f" {self.triangle.names[cell][0]} " for cell in self.triangle.rows()[-1]).rstrip()
        )
        title = "set" if s.phase == TAKE else "player"
        for number, rack in enumerate(s.racks, s.phase == TAKE):
            lines.append(f"{title} {number}: {rack or 'no tiles'}")
        lines.append(f"bag: {len(s.bag)}")
        return "\n".join(lines)


def _sequences(longest: int) -> Lexicon:
    """The words of the numeric variant: equal digits, or each one more than the one before."""
    words = [str(digit) * length for digit in range(1, 10) for length in range(2, longest + 1)]
    words += ["123456789"[first:last] for first in range(9) for last in range(first + 2, 10)]
    return Lexicon(words)


def _without(rack: str, letters: Iterable[str]) -> str:
    """A rack without these letters; "" among them stands for none."""
    for letter in letters:
        rack = rack.replace(letter, "", 1)
    return rack


def _with(racks: tuple[str, ...], player: int, rack: str) -> tuple[str, ...]:
    return (*racks[:player], rack, *racks[player + 1 :])
