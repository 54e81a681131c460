"""Gretrix: docs/rules/gretrix.md."""

from __future__ import annotations

from typing import ClassVar, NamedTuple, TypeAlias

from plyground.reference._base import (
    OVER,
    Option,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    by_score,
    quote,
    read_fields,
    read_number,
)

# Board: holes are numbered along the columns, so that their order is that of their names; pits along the rows.

SIZE = 6
COLUMNS = "abcdef"
HOLES = tuple(f"{column}{row}" for column in COLUMNS for row in range(1, SIZE + 1))
HOLE = {name: hole for hole, name in enumerate(HOLES)}
PITS = tuple(f"{column}{row}" for row in range(SIZE + 1) for column in "ABCDEFG")


def _hole(x: int, y: int) -> int:
    return x * SIZE + y


def _pit(i: int, j: int) -> int:
    return j * (SIZE + 1) + i


PLACES = [(x, y) for x in range(SIZE) for y in range(SIZE)]
ADJACENT = [
    [_hole(a, b) for a, b in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)) if (a, b) in PLACES] for x, y in PLACES
]
CORNERS = [[_pit(x, y), _pit(x + 1, y), _pit(x, y + 1), _pit(x + 1, y + 1)] for x, y in PLACES]
ROUND_PIT = [[hole for hole in range(len(HOLES)) if pit in CORNERS[hole]] for pit in range(len(PITS))]
SHADE = [(x + y) % 2 for x, y in PLACES]
"""Neighbouring holes are of different shades."""

# Marbles are written as the seat of their owner.

COLOURS = "0123"
CLOSED = "#"
NO_MARBLE = "-"
EACH = len(HOLES)
"""The marbles of a player."""
FULL_HOLE = 4

NO_HOLE = -1


class Position(NamedTuple):
    """A position.

    Attributes:
        holes: the marbles in each hole, sorted; CLOSED for a closed one.
        pits: the marble in each pit, or NO_MARBLE.
        last: the holes of the last sowing, sorted.
        scores: the marbles captured by each player.
        player: who is to move.
        origin: the hole emptied in the unfinished turn, or NO_HOLE.
        path: the holes sown so far in it.
        hand: the marbles still in hand, sorted.
    """

    holes: tuple[str, ...]
    pits: tuple[str, ...]
    last: tuple[int, ...]
    scores: tuple[int, ...]
    player: int
    origin: int
    path: tuple[int, ...]
    hand: str


class Origin(NamedTuple):
    """All marbles of a hole are taken in hand."""

    hole: int


class Drop(NamedTuple):
    """A marble in hand is dropped into a hole."""

    hole: int
    colour: str


class ToPit(NamedTuple):
    """A marble of the last hole is put into a pit."""

    pit: int
    colour: str


class Pass(NamedTuple):
    """The player cannot move, another one can."""


Move: TypeAlias = Origin | Drop | ToPit | Pass


class Gretrix(Rules[Position, Move]):
    """Gretrix."""

    id = "gretrix"
    title = "Gretrix"
    page = "gretrix"
    options_spec: ClassVar[dict[str, Option]] = {
        "players": Option(2, (2, 3, 4), "How many play."),
        "hole_limit": Option("auto", ("auto", 4, 0), "The marbles at which a hole is full, 0 for no limit."),
    }
    player_counts = (2, 3, 4)

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Read the options."""
        super().__init__(options)
        self.players = int(options["players"])
        limit = options["hole_limit"]
        self.limited = self.players == 2 if limit == "auto" else limit == FULL_HOLE
        self.colours = COLOURS[: self.players]

    # Setup

    def initial(self, rng: Rng) -> Position:
        """A marble of every player in each hole."""
        return Position(
            (self.colours,) * len(HOLES),
            (NO_MARBLE,) * len(PITS),
            (),
            (0,) * self.players,
            0,
            NO_HOLE,
            (),
            "",
        )

    # Move

    def _targets(self, s: Position) -> set[int]:
        """The holes into which a marble may be dropped, wherever the sowing is."""
        return {
            hole
            for hole, marbles in enumerate(s.holes)
            if marbles != CLOSED
            and hole not in s.last
            and hole != s.origin
            and hole not in s.path
            and not (self.limited and len(marbles) >= FULL_HOLE)
        }

    def _origins(self, s: Position) -> list[int]:
        """The open holes with marbles from which a complete sowing path exists, whosever they are."""
        targets = self._targets(s)
        found = []
        for hole, marbles in enumerate(s.holes):
            if marbles and marbles != CLOSED:
                free = targets - {hole}
                if _can_sow(hole, len(marbles), free):
                    found.append(hole)
        return found

    def moves(self, s: Position) -> list[Move]:
        """The next step of a turn; `pass`; none if nobody can begin a turn."""
        if s.origin == NO_HOLE:
            origins = self._origins(s)
            own = str(s.player)
            found: list[Move] = [Origin(hole) for hole in origins if own in s.holes[hole]]
            # A hole with marbles has an owner among the players.
            return found or ([Pass()] if origins else [])
        if s.hand:
            targets = self._targets(s)
            colours = sorted(set(s.hand))
            here = s.path[-1] if s.path else s.origin
            return [
                Drop(hole, colour)
                for hole in ADJACENT[here]
                if hole in targets and _can_sow(hole, len(s.hand) - 1, targets - {hole})
                for colour in colours
            ]
        hole = s.path[-1]
        return [
            ToPit(pit, colour)
            for colour in sorted(set(s.holes[hole]))
            for pit in CORNERS[hole]
            if s.pits[pit] == NO_MARBLE
        ]

    def play(self, s: Position, m: Move) -> Position:
        """Make a step."""
        holes = list(s.holes)
        if isinstance(m, Origin):
            hand = holes[m.hole]
            holes[m.hole] = ""
            return s._replace(holes=tuple(holes), origin=m.hole, hand=hand)
        if isinstance(m, Drop):
            holes[m.hole] = "".join(sorted(holes[m.hole] + m.colour))
            return s._replace(holes=tuple(holes), path=(*s.path, m.hole), hand=s.hand.replace(m.colour, "", 1))
        following = (s.player + 1) % self.players
        if isinstance(m, Pass):
            return s._replace(player=following)
        holes[s.path[-1]] = holes[s.path[-1]].replace(m.colour, "", 1)
        pits = list(s.pits)
        pits[m.pit] = m.colour
        scores = list(s.scores)
        for hole in ROUND_PIT[m.pit]:
            if all(pits[pit] != NO_MARBLE for pit in CORNERS[hole]):
                scores[s.player] += len(holes[hole])
                holes[hole] = CLOSED
        return Position(tuple(holes), tuple(pits), tuple(sorted(s.path)), tuple(scores), following, NO_HOLE, (), "")

    # End

    def current_player(self, s: Position) -> int:
        """The game is over when no player can begin a turn."""
        return OVER if s.origin == NO_HOLE and not self._origins(s) else s.player

    def result(self, s: Position) -> Result:
        """Most marbles captured."""
        return by_score(s.scores, "no sowing left")

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """`c3`, `d3:0`, `P1:D2`, `pass`."""
        if isinstance(m, Origin):
            return HOLES[m.hole]
        if isinstance(m, Drop):
            return f"{HOLES[m.hole]}:{m.colour}"
        return f"P{m.colour}:{PITS[m.pit]}" if isinstance(m, ToPit) else "pass"

    def text(self, s: Position) -> str:
        """Holes, pits, last sowing, scores, player, unfinished turn."""
        holes = "/".join(",".join(marbles or "." for marbles in row) for row in _hole_rows(s.holes))
        pits = "".join(pit for row in _pit_rows(s.pits) for pit in row)
        turn = "-"
        if s.origin != NO_HOLE:
            turn = f"{HOLES[s.origin]}/{_names(s.path)}/{s.hand or '-'}"
        return f"{holes} {pits} {_names(s.last)} {','.join(map(str, s.scores))} {s.player} {turn}"

    def parse(self, text: str) -> Position:
        """Every marble is in one place; a hole is closed if its pits are filled; a turn can be completed."""
        holes_text, pits_text, last_text, scores_text, player_text, turn_text = read_fields(
            text, ("holes", "pits", "last sowing", "scores", "player to move", "turn")
        )
        holes = self._read_holes(holes_text)
        pits = self._read_pits(pits_text)
        for hole, marbles in enumerate(holes):
            if (marbles == CLOSED) != all(pits[pit] != NO_MARBLE for pit in CORNERS[hole]):
                raise TextError(f"{HOLES[hole]} must be closed exactly if its four pits are filled")
        last = _read_holes_list(last_text, "the last sowing")
        if list(last) != sorted(last):
            raise TextError(f"the last sowing must be sorted by name, not {quote(last_text)}")
        score_texts = scores_text.split(",", self.players)
        if len(score_texts) != self.players:
            raise TextError(f"there must be {self.players} scores with commas between, not {quote(scores_text)}")
        scores = tuple(
            read_number(part, f"the score of player {player}", 0, self.players * EACH)
            for player, part in enumerate(score_texts)
        )
        player = read_number(player_text, "the player to move", 0, self.players - 1)
        origin, path, hand = self._read_turn(turn_text)
        s = Position(holes, pits, last, scores, player, origin, path, hand)
        self._check_marbles(s)
        if origin != NO_HOLE:
            self._check_turn(s)
        return s

    def _read_holes(self, text: str) -> tuple[str, ...]:
        rows = text.split("/", SIZE)
        if len(rows) != SIZE:
            raise TextError(f"the holes must be {SIZE} rows, found {len(rows) if len(rows) < SIZE else 'more'}")
        holes = [""] * len(HOLES)
        for y, row in zip(range(SIZE - 1, -1, -1), rows, strict=True):
            items = row.split(",", SIZE)
            if len(items) != SIZE:
                raise TextError(f"row {y + 1} must have {SIZE} holes with commas between: {quote(row)}")
            for x, item in enumerate(items):
                hole = _hole(x, y)
                if item == CLOSED:
                    holes[hole] = CLOSED
                elif item != ".":
                    holes[hole] = self._read_marbles(item, HOLES[hole])
                    if self.limited and len(item) > FULL_HOLE:
                        raise TextError(f"{HOLES[hole]} has more than {FULL_HOLE} marbles")
        return tuple(holes)

    def _read_marbles(self, text: str, where: str) -> str:
        """At least one marble, sorted."""
        if not text or len(text) > self.players * EACH or any(colour not in self.colours for colour in text):
            raise TextError(f"{where}: {quote(text)} is not marbles of {', '.join(self.colours)}")
        if list(text) != sorted(text):
            raise TextError(f"{where}: the marbles {quote(text)} must be sorted")
        return text

    def _read_pits(self, text: str) -> tuple[str, ...]:
        if len(text) != len(PITS):
            raise TextError(f"the pits must be {len(PITS)} characters, found {len(text)}")
        pits = [NO_MARBLE] * len(PITS)
        for at, char in enumerate(text):
            row, i = divmod(at, SIZE + 1)
            pit = _pit(i, SIZE - row)
            if char != NO_MARBLE and char not in self.colours:
                raise TextError(f"the pit {PITS[pit]}: unexpected {quote(char)}")
            pits[pit] = char
        return tuple(pits)

    def _read_turn(self, text: str) -> tuple[int, tuple[int, ...], str]:
        if text == "-":
            return NO_HOLE, (), ""
        parts = text.split("/", 3)
        if len(parts) != 3 or parts[0] not in HOLE:
            raise TextError(f"the turn must be - or origin/path/hand, not {quote(text)}")
        hand = "" if parts[2] == "-" else self._read_marbles(parts[2], "the hand")
        return HOLE[parts[0]], _read_holes_list(parts[1], "the path"), hand

    def _check_marbles(self, s: Position) -> None:
        """Marbles are in holes, in the hand, in pits and captured, and nowhere else."""
        held = "".join(marbles for marbles in s.holes if marbles != CLOSED) + s.hand
        for colour in self.colours:
            if held.count(colour) > EACH:
                raise TextError(f"player {colour} has more than {EACH} marbles in holes and hand")
        in_pits = sum(pit != NO_MARBLE for pit in s.pits)
        total = len(held) + in_pits + sum(s.scores)
        if total != self.players * EACH:
            raise TextError(
                f"there are {total} marbles in holes, hand, pits and scores, there must be {self.players * EACH}"
            )

    def _check_turn(self, s: Position) -> None:
        """The steps made so far were legal, and the rest can be made."""
        if s.holes[s.origin]:
            raise TextError(f"the origin {HOLES[s.origin]} must be open and empty")
        if not s.path and not s.hand:
            raise TextError("the turn has neither a path nor marbles in hand")
        here = s.origin
        for hole in s.path:
            if hole not in ADJACENT[here] or hole == s.origin:
                raise TextError(f"the path cannot go from {HOLES[here]} to {HOLES[hole]}")
            if hole in s.last:
                raise TextError(f"the path has {HOLES[hole]}, which is in the last sowing")
            if s.holes[hole] in ("", CLOSED):
                raise TextError(f"the path has {HOLES[hole]}, but no marble is there")
            here = hole
        if self.limited and len(s.path) + len(s.hand) > FULL_HOLE:
            raise TextError(f"more than {FULL_HOLE} marbles were taken from {HOLES[s.origin]}")
        if str(s.player) not in s.hand + "".join(s.holes[hole] for hole in s.path):
            raise TextError(f"no marble of player {s.player} can have been in {HOLES[s.origin]}")
        if not _can_sow(here, len(s.hand), self._targets(s)):
            raise TextError("the marbles in hand cannot all be sown")

    def diagram(self, s: Position) -> str:
        """Pits and holes as they lie; row 6 of the holes on top."""
        width = max(2, *(len(marbles) for marbles in s.holes))
        lines = []
        hole_rows, pit_rows = _hole_rows(s.holes), _pit_rows(s.pits)
        for at, pits in enumerate(pit_rows):
            lines.append(f"{SIZE - at}   " + (" " * (width + 2)).join("." if pit == NO_MARBLE else pit for pit in pits))
            if at < SIZE:
                row = " ".join(f" {marbles or '.':^{width}} " for marbles in hole_rows[at])
                lines.append(f"  {SIZE - at}  {row}".rstrip())
        gap = " " * (width + 2)
        lines.append("    " + gap.join("ABCDEFG"))
        lines.append("     " + " ".join(f" {column:^{width}} " for column in COLUMNS).rstrip())
        lines.append("scores: " + ", ".join(map(str, s.scores)))
        if s.hand:
            lines.append(f"in hand: {s.hand}")
        return "\n".join(lines)


# ----------------------------------------------------------------------------------------------------
# Paths


def _can_sow(here: int, steps: int, free: set[int]) -> bool:
    """Whether a path of so many different free holes begins beside a hole. `free` is as before afterwards."""
    if steps == 0:
        return True
    if steps > FULL_HOLE and not _room(here, steps, free):
        return False
    for hole in ADJACENT[here]:
        if hole in free:
            free.remove(hole)
            found = _can_sow(hole, steps - 1, free)
            free.add(hole)
            if found:
                return True
    return False


def _room(here: int, steps: int, free: set[int]) -> bool:
    """Whether enough free holes are connected with a hole, of both shades, since a path alternates between them."""
    seen = {here}
    waiting = [here]
    for hole in waiting:
        for there in ADJACENT[hole]:
            if there in free and there not in seen:
                seen.add(there)
                waiting.append(there)
    same = sum(SHADE[hole] == SHADE[here] for hole in seen) - 1
    return len(seen) - 1 - same >= (steps + 1) // 2 and same >= steps // 2


# ----------------------------------------------------------------------------------------------------
# Texts


def _hole_rows(holes: tuple[str, ...]) -> list[list[str]]:
    """The holes row by row from row 6."""
    return [[holes[_hole(x, y)] for x in range(SIZE)] for y in range(SIZE - 1, -1, -1)]


def _pit_rows(pits: tuple[str, ...]) -> list[list[str]]:
    """The pits row by row from row 6."""
    return [[pits[_pit(i, j)] for i in range(SIZE + 1)] for j in range(SIZE, -1, -1)]


def _names(holes: tuple[int, ...]) -> str:
    return ",".join(HOLES[hole] for hole in holes) or "-"


def _read_holes_list(text: str, what: str) -> tuple[int, ...]:
    """Different holes, joined by commas, `-` for none."""
    if text == "-":
        return ()
    names = text.split(",", len(HOLES))
    for at, name in enumerate(names):
        if name not in HOLE:
            raise TextError(f"{what}: {quote(name)} is no hole")
        if name in names[:at]:
            raise TextError(f"{what}: {name} is there twice")
    return tuple(HOLE[name] for name in names)
