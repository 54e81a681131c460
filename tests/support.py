"""What several test files share: which specs to try, random positions, reading the data files."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import plyground
from plyground import FreeText, GameInfo, HalfIntegers, Option, OptionError, Sizes

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
WORD = (1 << 64) - 1

LISTED = 5000
"""Longer move lists are not written out by the tests."""

toys: ModuleType | None = import_module("plyground._toys") if find_spec("plyground._toys") else None


# ----------------------------------------------------------------------------------------------------
# How much is done


@dataclass(frozen=True)
class Effort:
    """How much the tests do: --quick, the default, --deep."""

    name: str
    positions: int  # a spec, in the contract tests
    combinations: int  # random combinations of options, a game
    lockstep: int  # work of the comparison with the reference, all games together (see lockstep.py)
    perft_core: int  # nodes of a row
    perft_reference: int
    examples: int  # of a hypothesis test


QUICK = Effort("quick", 3, 1, 600_000, 300_000, 2_000, 15)
NORMAL = Effort("normal", 14, 4, 12_000_000, 5_000_000, 20_000, 120)
DEEP = Effort("deep", 40, 20, 300_000_000, 10**18, 2_000_000, 2000)


# ----------------------------------------------------------------------------------------------------
# Options

FREE_TEXTS = {"words:": ("words:NEB+BEN+BEE+EEL+NE", "words:ΩΡΑ+ΦΩΣ+ΡΩ", "words:ЁЖИ+ЕЖИ+ЖИ", "words:ねこた+こた")}
"""What to try where an option takes any text with a prefix; which of them an option takes may depend on another."""


def values_to_try(option: Option) -> list[Any]:
    """Every single value, and of a range its ends and a few between."""
    values: list[Any] = []
    for choice in option.values:
        if isinstance(choice, range):
            values += [choice[0], choice[len(choice) // 3], choice[-1]]
        elif isinstance(choice, HalfIntegers):
            values += [choice.low, choice.high, (choice.low + choice.high) // 2 + 0.5]
        elif isinstance(choice, Sizes):
            low, high = choice.low, choice.high
            values += [f"{low}x{low}", f"{high}x{high}", f"{low}x{min(high, low + 3)}", f"{min(high, low + 2)}x{low}"]
        elif not isinstance(choice, FreeText):
            values.append(choice)
    distinct = {(type(value), value): value for value in values}
    return list(distinct.values())


def any_value(option: Option, rng: random.Random) -> Any:
    """A random value of an option; the default half of the time."""
    choices = [choice for choice in option.values if not isinstance(choice, FreeText) or choice.prefix in FREE_TEXTS]
    if rng.random() < 0.5 or not choices:
        return None
    choice = rng.choice(choices)
    if isinstance(choice, FreeText):
        return rng.choice(FREE_TEXTS[choice.prefix])
    if isinstance(choice, range):
        return rng.choice(choice)
    if isinstance(choice, HalfIntegers):
        return rng.randrange(int(2 * choice.low), int(2 * choice.high) + 1) / 2
    if isinstance(choice, Sizes):
        return f"{rng.randint(choice.low, choice.high)}x{rng.randint(choice.low, choice.high)}"
    return choice


def any_spec(engine: Any, info: GameInfo, rng: random.Random) -> str:
    """The spec of a random combination of options that go together."""
    for _ in range(200):
        given = {name: any_value(option, rng) for name, option in info.options.items()}
        try:
            return str(engine.Game(info.id, **{k: v for k, v in given.items() if v is not None}).spec)
        except OptionError:
            continue
    return info.id


def option_specs(engine: Any, info: GameInfo) -> list[str]:
    """The default, and each value of each option with the others at their defaults, or with others that go with it."""
    specs = [engine.Game(info.id).spec]
    for name, option in info.options.items():
        for value in values_to_try(option):
            specs.append(spec_with(engine, info, name, value))
    return list(dict.fromkeys(specs))


def spec_with(engine: Any, info: GameInfo, name: str, value: Any) -> str:
    """A spec with this value. OptionError if none is found: a value that an option names must be good for something."""
    rng = random.Random(f"{info.id} {name} {value}")
    given: dict[str, Any] = {}
    for _ in range(300):
        try:
            return str(engine.Game(info.id, **{**given, name: value}).spec)
        except OptionError as error:
            refusal = error
            drawn = {other: any_value(option, rng) for other, option in info.options.items()}
            given = {other: v for other, v in drawn.items() if v is not None}
    raise refusal


def specs_of(engine: Any, info: GameInfo, combinations: int, seed: int) -> list[str]:
    """The specs to test of a game: every value of every option, and random combinations."""
    specs = option_specs(engine, info)
    if len(info.options) > 1:
        rng = random.Random(f"{seed} {info.id}")
        specs += [any_spec(engine, info, rng) for _ in range(combinations)]
    return list(dict.fromkeys(specs))


# ----------------------------------------------------------------------------------------------------
# Positions


def random_game(state: Any, rng: random.Random, most: int = 600) -> Iterator[Any]:
    """The states of a random game, `state` first."""
    yield state
    for _ in range(most):
        count = state.count_moves()
        if count == 0:
            return
        state = state.play(rng.randrange(count))
        yield state


@dataclass(frozen=True)
class Case:
    """A game with its options, and positions of random games: the start first, an end last where one was reached."""

    engine: Any
    game: Any
    positions: tuple[Any, ...]
    seed: int

    @property
    def running(self) -> list[Any]:
        """The positions in which something is legal."""
        return [state for state in self.positions if not state.is_over]

    @property
    def spec(self) -> str:
        return str(self.game.spec)


@cache
def case_of(toy: bool, spec: str, seed: int, count: int) -> Case:
    engine: Any = toys if toy else plyground
    game = engine.Game(spec)
    rng = random.Random(f"{seed} {spec}")
    start = game.start(rng.getrandbits(64))
    states = list(random_game(start, rng))
    another = list(random_game(game.start(rng.getrandbits(64)), rng))
    middle = states[1:-1] + another[1:]
    chosen = [states[0], *rng.sample(middle, min(len(middle), count - 2)), states[-1]]
    return Case(engine, game, tuple(chosen), rng.getrandbits(64))


def is_adjudicated(state: Any) -> bool:
    """Over although the rules themselves would let the game go on: perft counts on."""
    return bool(state.is_over and state.perft(1) > 0)


# ----------------------------------------------------------------------------------------------------
# Data


@dataclass(frozen=True)
class PerftRow:
    """A row of tests/perft/<id>.csv."""

    file: str
    line: int
    game: str
    position: str
    depth: int
    nodes: int
    source: str

    def start(self, engine: Any) -> Any:
        game = engine.Game(self.game)
        return game.parse(self.position) if self.position else game.start()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}-{self.game}-{self.depth}"


def perft_rows() -> list[PerftRow]:
    rows = []
    for path in sorted((TESTS / "perft").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            for row in reader:
                rows.append(
                    PerftRow(
                        path.name,
                        reader.line_num,
                        row["game"],
                        row["position"],
                        int(row["depth"]),
                        int(row["nodes"]),
                        row["source"],
                    )
                )
    return rows


def position_lines() -> list[tuple[str, int, dict[str, Any]]]:
    """File, line and content of every line of tests/positions/*.jsonl."""
    lines = []
    for path in sorted((TESTS / "positions").glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            lines.append((path.stem, number, json.loads(line)))
    return lines


# ----------------------------------------------------------------------------------------------------
# Statistics


def too_unlikely(observed: list[float], expected: list[float]) -> bool:
    """Chi-squared at one in 10^9, that is one in 10^6 over a thousand tests (Wilson and Hilferty: six deviations)."""
    freedom = len(expected) - 1
    if freedom == 0:
        return observed != expected
    statistic = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    k = 2 / (9 * freedom)
    return statistic > freedom * (1 - k + 6 * k**0.5) ** 3
