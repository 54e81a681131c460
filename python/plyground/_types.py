"""The plain values that the engine and the reference hand to their callers, and the exceptions they raise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

OptionValue: TypeAlias = bool | int | float | str

CHANCE = -1
"""`current_player` of a state in which chance moves."""

OVER = -2
"""`current_player` of a finished state."""


class Error(ValueError):
    """Something a caller passed is wrong. The message says what, where, and in which position."""


class TextError(Error):
    """A position text cannot be read, or describes no position of the game."""


class IllegalMove(Error):
    """A move is not legal in this position, cannot be read, or the game is over."""


class OptionError(Error):
    """No such game, no such option, or a value that the option does not take."""


@dataclass(frozen=True)
class HalfIntegers:
    """The multiples of 0.5 from `low` to `high`, both included, as values of an option."""

    low: float
    high: float

    def __contains__(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        return self.low <= value <= self.high and float(2 * value).is_integer()


@dataclass(frozen=True)
class Sizes:
    """The texts `RxC` (rows x columns) with both numbers from `low` to `high`, as values of an option."""

    low: int
    high: int

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, str):
            return False
        rows, cross, columns = value.partition("x")
        if not cross or not all(part.isascii() and part.isdigit() for part in (rows, columns)):
            return False
        return all(part == str(int(part)) and self.low <= int(part) <= self.high for part in (rows, columns))


@dataclass(frozen=True)
class FreeText:
    """Texts that begin with `prefix` and have no comma (a spec splits there), as values of an option."""

    prefix: str

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and value.startswith(self.prefix) and "," not in value


OptionChoice: TypeAlias = OptionValue | range | HalfIntegers | Sizes | FreeText


@dataclass(frozen=True)
class Option:
    """One option of a game.

    Attributes:
        default: the value if the option is not given (and every other option has its default).
        values: what it takes, in the order of the rules page: single values, a `range` of integers, `HalfIntegers`,
            `Sizes`, `FreeText`.
        doc: one sentence.
    """

    default: OptionValue
    values: tuple[OptionChoice, ...]
    doc: str


@dataclass(frozen=True)
class GameInfo:
    """A game that plyground knows.

    Attributes:
        id: the name used in specs.
        title: the name for people.
        players: the numbers of players it can be played by, ascending.
        options: by name, in the order of the rules page.
        page: the rules page, `docs/rules/<page>.md`.
        source: where its rules are implemented: a path below `cpp/games`.
    """

    id: str
    title: str
    players: tuple[int, ...]
    options: dict[str, Option]
    page: str = ""
    source: str = ""


@dataclass(frozen=True)
class Result:
    """How a game ended.

    Attributes:
        winners: the players who won: one; or the winning team; or those who tied for first ahead of others. Empty in
            a draw of all.
        winner: the only winner, else None.
        returns: for each player +1 (sole winner or winning team), 0 (tied for first) or -1, unless the rules page says
            otherwise.
        scores: the game's own score of each player, or None where it keeps none.
        points: tournament points of each player (Hahn, street soccer), or None.
        reason: what ended the game, in a few words.
    """

    winners: tuple[int, ...]
    winner: int | None
    returns: tuple[float, ...]
    scores: tuple[float, ...] | None
    points: tuple[float, ...] | None
    reason: str


@dataclass(frozen=True)
class Playouts:
    """Totals of a run of random games.

    Attributes:
        games: how many were played.
        wins: for each player, the games in which this player is among the winners and not all tie.
        draws: games without a winner, those cut at the ply limit included.
        cut: games stopped at the ply limit.
        plies: moves played in all games, chance outcomes included.
        chance_plies: how many of them were chance outcomes.
        shortest: plies of the shortest game.
        longest: plies of the longest game.
        mean_plies: plies / games.
        mean_returns: for each player, the mean of `Result.returns`.
    """

    games: int
    wins: tuple[int, ...]
    draws: int
    cut: int
    plies: int
    chance_plies: int
    shortest: int
    longest: int
    mean_returns: tuple[float, ...] = field(default=())

    @property
    def mean_plies(self) -> float:
        """Plies a game, chance outcomes included."""
        return self.plies / self.games if self.games else 0.0

    @property
    def mean_decisions(self) -> float:
        """Plies a game without chance outcomes."""
        return (self.plies - self.chance_plies) / self.games if self.games else 0.0
