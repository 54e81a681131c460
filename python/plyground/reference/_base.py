"""What the games of the reference share: the `Rules` base class, results, random numbers, and helpers for texts.

A game is a subclass of `Rules` with immutable, hashable positions and moves. Everything that a caller sees (`Game`,
`State`) is derived from it once, in `plyground.reference`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from plyground._types import CHANCE, OVER, Error, IllegalMove, Option, OptionValue, Result, TextError

__all__ = [
    "CHANCE",
    "OVER",
    "Error",
    "IllegalMove",
    "M",
    "Option",
    "OptionValue",
    "Result",
    "Rng",
    "Rules",
    "S",
    "TextError",
    "by_score",
    "column_name",
    "draw",
    "grid_diagram",
    "is_number",
    "quote",
    "read_cells",
    "read_fields",
    "read_number",
    "read_rows",
    "win",
    "write_rows",
]

S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)


# ----------------------------------------------------------------------------------------------------
# Random numbers: docs/random.md, written a second time

_WORD = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)


class Rng:
    """Stream `stream` of seed `seed`: SplitMix64, as docs/random.md describes it."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, stream: int = 0) -> None:
        self._state = _mix(_mix((seed + _GAMMA) & _WORD) ^ _mix((stream + 2 * _GAMMA) & _WORD))

    def next(self) -> int:
        """The next 64 random bits."""
        self._state = z = (self._state + _GAMMA) & _WORD
        # _mix once more, as the random games spend much of their time here
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each with the same probability; 1 <= n <= 2^64 - 1."""
        if n <= 1 << 32:
            m = (self.next() >> 32) * n
            low = m & 0xFFFFFFFF
            if low < n:
                threshold = ((1 << 32) - n) % n
                while low < threshold:
                    m = (self.next() >> 32) * n
                    low = m & 0xFFFFFFFF
            return m >> 32
        mask = (1 << (n - 1).bit_length()) - 1
        while True:
            value = self.next() & mask
            if value < n:
                return value

    def shuffle(self, items: list[Any]) -> None:
        """Put the items of a list in a random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


# ----------------------------------------------------------------------------------------------------
# Results


def win(
    player: int,
    reason: str,
    *,
    players: int = 2,
    scores: Sequence[float] | None = None,
    points: Sequence[float] | None = None,
) -> Result:
    """The result of a game that one player won."""
    return Result(
        winners=(player,),
        winner=player,
        returns=tuple(1.0 if p == player else -1.0 for p in range(players)),
        scores=None if scores is None else tuple(float(score) for score in scores),
        points=None if points is None else tuple(float(point) for point in points),
        reason=reason,
    )


def draw(
    reason: str,
    *,
    players: int = 2,
    scores: Sequence[float] | None = None,
    points: Sequence[float] | None = None,
) -> Result:
    """The result of a game that nobody won and nobody lost."""
    return Result(
        winners=(),
        winner=None,
        returns=(0.0,) * players,
        scores=None if scores is None else tuple(float(score) for score in scores),
        points=None if points is None else tuple(float(point) for point in points),
        reason=reason,
    )


def by_score(scores: Sequence[float], reason: str, *, points: Sequence[float] | None = None) -> Result:
    """The result of a game that the highest score wins; those who tie for first return 0, all equal is a draw."""
    players = len(scores)
    best = max(scores)
    first = tuple(p for p in range(players) if scores[p] == best)
    if len(first) == players:
        return draw(reason, players=players, scores=scores, points=points)
    if len(first) == 1:
        return win(first[0], reason, players=players, scores=scores, points=points)
    return Result(
        winners=first,
        winner=None,
        returns=tuple(0.0 if p in first else -1.0 for p in range(players)),
        scores=tuple(float(score) for score in scores),
        points=None if points is None else tuple(float(point) for point in points),
        reason=reason,
    )


# ----------------------------------------------------------------------------------------------------
# Texts


def quote(value: object, limit: int = 80) -> str:
    """What a caller passed, for a message: in ASCII, and cut if it is long."""
    if isinstance(value, str):
        if len(value) <= limit:
            return ascii(value)
        return f"{value[: limit - 3]!a}... ({len(value)} characters)"
    if isinstance(value, int) and abs(value) >= 10**limit:
        return "a very large number"  # Python refuses to print it.
    return ascii(value) if isinstance(value, (int, float)) else f"a value of type {type(value).__name__}"


def is_number(text: str) -> bool:
    """Whether a text is a decimal number as it is written: ASCII digits, no sign, no leading zero."""
    return text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")


def read_number(text: str, what: str, low: int, high: int) -> int:
    """A number from `low` to `high` in a position text."""
    if not is_number(text):
        raise TextError(f"{what} must be a number, not {quote(text)}")
    # int() of a text of any length is slow, or refuses.
    if len(text) > 30 or not low <= int(text) <= high:
        raise TextError(f"{what} must be {low} to {high}, not {quote(text)}")
    return int(text)


def read_fields(text: str, names: Sequence[str]) -> list[str]:
    """The fields of a position text, each separated from the next by exactly one space, none of them empty."""
    fields = text.split(" ", len(names))
    if len(fields) != len(names):
        found = f"{len(fields)}" if len(fields) < len(names) else "more"
        raise TextError(f"expected {len(names)} fields ({', '.join(names)}) with one space between, found {found}")
    for name, field in zip(names, fields, strict=True):
        if not field:
            raise TextError(f"the field {name} is empty (one space separates two fields)")
    return fields


def column_name(column: int) -> str:
    """The letter of a column: a, b, ... z, then A, B, ..."""
    return chr(ord("a") + column) if column < 26 else chr(ord("A") + column - 26)


def read_rows(text: str, rows: int, columns: int | Sequence[int], letters: str, empty: str = ".") -> list[str]:
    """The rows of a board text in the order of the text, each `columns` characters long (or its own number of them).

    Rows are separated by `/`; a character of `letters` is a cell, a decimal number without leading zero is that many
    empty cells, and digits are read greedily.
    """
    return ["".join(cells) for cells in read_cells(text, rows, columns, letters, empty)]


def read_cells(
    text: str, rows: int, columns: int | Sequence[int], pieces: Collection[str], empty: str = "."
) -> list[list[str]]:
    """The cells of a board text, row by row: as `read_rows`, but a piece may be written with several characters."""
    parts = text.split("/", rows)
    if len(parts) != rows:
        found = f"{len(parts)}" if len(parts) < rows else "more"
        raise TextError(f"the board must have {rows} rows, found {found}")
    lengths = [columns] * rows if isinstance(columns, int) else columns
    return [_read_row(part, f"row {i + 1} of the text", lengths[i], pieces, empty) for i, part in enumerate(parts)]


def _read_row(part: str, where: str, columns: int, pieces: Collection[str], empty: str) -> list[str]:
    longest = max(len(piece) for piece in pieces)
    cells: list[str] = []
    at = 0
    # No row has more than its cells, no run more than three digits; a long text must fail quickly.
    while at < len(part) and len(cells) <= columns:
        end = at
        while end < len(part) and "0" <= part[end] <= "9" and end - at < 4:
            end += 1
        if end > at:
            if part[at] == "0":
                raise TextError(f"{where}: a run of empty cells cannot start with 0 in {quote(part)}")
            cells += [empty] * min(int(part[at:end]), columns + 1)
            at = end
            continue
        for length in range(longest, 0, -1):
            piece = part[at : at + length]
            if len(piece) == length and piece in pieces:
                cells.append(piece)
                at += length
                break
        else:
            raise TextError(f"{where}: unexpected {quote(part[at])} in {quote(part)}")
    if len(cells) != columns:
        raise TextError(f"{where}: {quote(part)} does not describe {columns} cells")
    return cells


def write_rows(rows: Iterable[Iterable[str]], empty: str = ".") -> str:
    """The board text of rows of cells: the inverse of `read_rows` and `read_cells`."""
    texts = []
    for row in rows:
        text = ""
        run = 0
        for cell in row:
            if cell == empty:
                run += 1
                continue
            if run:
                text += str(run)
                run = 0
            text += cell
        texts.append(text + str(run) if run else text)
    return "/".join(texts)


def grid_diagram(rows: Sequence[Sequence[str]], row_names: Sequence[str], column_names: Sequence[str]) -> str:
    """A board of rows and columns for people; `rows` in the order in which they are printed."""
    margin = max(len(name) for name in row_names)
    width = max(len(text) for texts in (column_names, *rows) for text in texts)
    lines = [
        f"{name:>{margin}} " + " ".join(f"{cell:>{width}}" for cell in row)
        for name, row in zip(row_names, rows, strict=True)
    ]
    lines.append(" " * (margin + 1) + " ".join(f"{name:>{width}}" for name in column_names))
    return "\n".join(line.rstrip() for line in lines)


# ----------------------------------------------------------------------------------------------------
# Rules


class Rules(ABC, Generic[S, M]):
    """The rules of one game with its options fixed.

    S is a position, M a move or chance outcome: immutable values, equal and hashed by value.

    Attributes:
        id: the name used in specs.
        title: the name for people.
        page: the rules page, `docs/rules/<page>.md`.
        options_spec: the options, in the order of the page.
        player_counts: the numbers of players the game can be played by, ascending.
        options: the value of every option, in the order of the page.
        players: how many play.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    page: ClassVar[str]
    options_spec: ClassVar[dict[str, Option]] = {}
    player_counts: ClassVar[tuple[int, ...]] = (2,)

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Take options that `resolve` has completed and checked."""
        self.options = options
        self.players = 2

    @classmethod
    def resolve(cls, given: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """All options, in the order of the page, from those given, each of which has a value that its option takes.

        Where a default depends on another option, or values exclude each other (OptionError), a game overrides this.
        """
        return {name: given.get(name, option.default) for name, option in cls.options_spec.items()}

    # What every game defines

    @abstractmethod
    def initial(self, rng: Rng) -> S:
        """The position at the start; a random set-up is drawn from `rng`."""

    @abstractmethod
    def current_player(self, s: S) -> int:
        """Who moves: 0, 1, ..., CHANCE or OVER. It is OVER exactly where `moves` is empty."""

    @abstractmethod
    def moves(self, s: S) -> Sequence[M]:
        """Each legal move, or each chance outcome, exactly once. Empty exactly when the game is over by its rules.

        A list, or where there can be millions a sequence that makes each move when it is asked for.
        """

    @abstractmethod
    def play(self, s: S, m: M) -> S:
        """The position after a legal move."""

    @abstractmethod
    def result(self, s: S) -> Result:
        """How the game ended; asked only where `moves` is empty."""

    @abstractmethod
    def text(self, s: S) -> str:
        """The position text."""

    @abstractmethod
    def move_text(self, s: S, m: M) -> str:
        """The text of a legal move, different from that of every other legal move."""

    @abstractmethod
    def parse(self, text: str) -> S:
        """The position that a text describes; TextError names the part that cannot be read or describes no position."""

    # What a game may define

    def read_move(self, s: S, text: str) -> M:
        """The legal move that a text names, IllegalMove if none; overridden where a page reads other spellings."""
        for m in self.moves(s):
            if self.move_text(s, m) == text:
                return m
        raise IllegalMove(f"no legal move {quote(text)}")

    def count(self, s: S) -> int:
        """How many legal moves there are."""
        return len(self.moves(s))

    def random_move(self, s: S, rng: Rng) -> M | None:
        """A legal move, each with the same probability, or a chance outcome by weight; None after a rule end.

        A game with very many moves may override this by something that does not list them.
        """
        moves = self.moves(s)
        if not moves:
            return None
        if self.current_player(s) == CHANCE:
            weights = [self.weight(s, m) for m in moves]
            left = rng.below(sum(weights))
            for m, weight in zip(moves, weights, strict=True):
                if left < weight:
                    return m
                left -= weight
        return moves[rng.below(len(moves))]

    def weight(self, s: S, m: M) -> int:
        """The weight of a chance outcome: its probability is this divided by the sum over all outcomes."""
        return 1

    def adjudicated(self, s: S) -> Result | None:
        """The result where a game with legal moves is declared over (counters, insufficient material), else None."""
        return None

    def repetition_limit(self) -> int:
        """How often a position must have been seen for `repeated` to be asked; 0 if repetition means nothing."""
        return 0

    def key(self, s: S) -> Hashable:
        """What makes two positions the same for repetition. Counters are not part of it."""
        return s

    def note(self, s: S) -> int:
        """A number kept with each key for `repeated`, e.g. whether the move to this position gave check."""
        return 0

    def repeated(self, s: S, entries: Sequence[tuple[Hashable, int]]) -> Result | None:
        """The result of a position seen `repetition_limit()` times or more, or None if the game goes on.

        `entries` are the keys and notes of all positions from its first occurrence to this one, both included.
        """
        return draw("repetition", players=self.players)

    def identity(self, s: S) -> Hashable:
        """What makes two states of a game equal: what the text holds, counters included."""
        return s

    def conceded(self, s: S, player: int) -> Result:
        """The result if a player resigns."""
        if self.players != 2:
            raise Error(f"resignation is not defined for {self.players} players")
        return win(1 - player, "resignation")

    def agreed(self, s: S) -> Result:
        """The result if the players agree to a draw."""
        return draw("agreement", players=self.players)

    def diagram(self, s: S) -> str:
        """The board for people."""
        return self.text(s)

    def ply_limit(self) -> int | None:
        """The recommended ply limit of playouts, None if every game is finite and short."""
        return None
