"""The rules a second time, in plain Python, with the words of the package: `reference.Game("hex", size=11)`.

Written from the rules pages and independently of the core, to be compared with it. There is no `batch`, `threads` is
checked and otherwise ignored, and the order of moves is the reference's own.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from operator import index as as_integer
from typing import Any, NamedTuple

from plyground._types import (
    CHANCE,
    OVER,
    Error,
    FreeText,
    GameInfo,
    HalfIntegers,
    IllegalMove,
    Option,
    OptionChoice,
    OptionError,
    OptionValue,
    Playouts,
    Result,
    Sizes,
    TextError,
)
from plyground.reference._base import Rng, Rules, draw, quote

__all__ = [
    "CHANCE",
    "OVER",
    "Error",
    "Game",
    "GameInfo",
    "IllegalMove",
    "Option",
    "OptionError",
    "Playouts",
    "Result",
    "State",
    "TextError",
    "games",
]

_MAX_WORD = (1 << 64) - 1


# ----------------------------------------------------------------------------------------------------
# The games there are


@cache
def _registry() -> dict[str, type[Rules[Any, Any]]]:
    """Every game by id: the `Rules` classes with an id in this package, so that a new game is a new file."""
    found: dict[str, type[Rules[Any, Any]]] = {}
    for module_info in pkgutil.iter_modules(__path__):
        if module_info.name.startswith("_"):
            continue
        module = importlib.import_module(f"{__name__}.{module_info.name}")
        for value in vars(module).values():
            if not inspect.isclass(value) or not issubclass(value, Rules) or value.__module__ != module.__name__:
                continue
            if not inspect.isabstract(value) and hasattr(value, "id"):
                found[value.id] = value
    return dict(sorted(found.items()))


def games() -> list[GameInfo]:
    """All games of the reference, sorted by id."""
    return [
        GameInfo(
            id=rules.id,
            title=rules.title,
            players=rules.player_counts,
            options=dict(rules.options_spec),
            page=rules.page,
        )
        for rules in _registry().values()
    ]


# ----------------------------------------------------------------------------------------------------
# Options


def _value_of(value: object, choices: tuple[OptionChoice, ...]) -> OptionValue | None:
    """The value of an option in its own type, None if the option does not take it. True is not 1 here."""
    if not isinstance(value, (bool, int, float, str)):
        try:
            value = as_integer(value)  # type: ignore[arg-type]
        except TypeError:
            return None
    for choice in choices:
        if isinstance(choice, bool) or isinstance(value, bool):
            if value is choice:
                return choice
        elif isinstance(choice, range):
            if isinstance(value, int) and value in choice:
                return value
        elif isinstance(choice, HalfIntegers):
            if isinstance(value, (int, float)) and value in choice:
                return float(value) + 0.0  # -0.0 becomes 0.0
        elif isinstance(choice, (Sizes, FreeText)):
            if isinstance(value, str) and value in choice:
                return value
        elif isinstance(choice, float):
            if isinstance(value, (int, float)) and value == choice:
                return choice
        elif type(value) is type(choice) and value == choice:
            return choice
    return None


def _value_in_spec(text: str, choices: tuple[OptionChoice, ...]) -> OptionValue | None:
    """The value of an option as it is written in a spec, None if the option does not take it."""
    if text in ("true", "false"):
        value = _value_of(text == "true", choices)
        if value is not None:
            return value
    if len(text) <= 30 and re.fullmatch(r"(0|-?[1-9][0-9]*)(\.[05])?|-0\.5", text):
        number = float(text) if "." in text else int(text)
        value = _value_of(number, choices)
        if value is not None:
            return value
    return _value_of(text, choices)


def _spec_of(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _choices(option: Option) -> str:
    """The values of an option, for a message."""
    parts = []
    for choice in option.values:
        if isinstance(choice, range):
            parts.append(f"{choice[0]} to {choice[-1]}")
        elif isinstance(choice, HalfIntegers):
            parts.append(f"a multiple of 0.5 from {_spec_of(choice.low)} to {_spec_of(choice.high)}")
        elif isinstance(choice, Sizes):
            parts.append(f"RxC with both from {choice.low} to {choice.high}")
        elif isinstance(choice, FreeText):
            parts.append(f"{choice.prefix}...")
        else:
            parts.append(_spec_of(choice))
    return ", ".join(parts)


def _resolve(spec: str, options: dict[str, Any]) -> tuple[type[Rules[Any, Any]], dict[str, OptionValue]]:
    """The game and all its options, from a spec and the options given beside it."""
    if not isinstance(spec, str):
        raise TypeError(f"a game is named by a str, not {type(spec).__name__}")
    id, colon, rest = spec.partition(":")
    rules = _registry().get(id)
    if rules is None:
        raise OptionError(f"no game {quote(id)}")
    known = rules.options_spec
    given: dict[str, OptionValue] = {}

    def take(name: str, value: Any, read: Callable[[Any, tuple[OptionChoice, ...]], OptionValue | None]) -> None:
        if name not in known:
            raise OptionError(f"{id} has no option {quote(name)}" + (f" (it has: {', '.join(known)})" if known else ""))
        if name in given:
            raise OptionError(f"{id}: option {name} is given twice")
        taken = read(value, known[name].values)
        if taken is None:
            raise OptionError(f"{id}: {name} cannot be {quote(value)} (it takes: {_choices(known[name])})")
        given[name] = taken

    for part in rest.split(",") if colon else ():
        name, equals, text = part.partition("=")
        if not equals:
            raise OptionError(f"{id}: {quote(part)} in the spec {quote(spec)} is not option=value")
        take(name, text, _value_in_spec)
    for name, value in options.items():
        take(name, value, _value_of)
    return rules, rules.resolve(given)


def _spec(rules: type[Rules[Any, Any]], options: dict[str, OptionValue]) -> str:
    """The spec with as few options as determine all of them."""
    needed = dict(options)
    for name in options:
        rest = {other: value for other, value in needed.items() if other != name}
        try:
            if rules.resolve(rest) == options:
                needed = rest
        except OptionError:
            pass  # Without it the others exclude each other.
    return rules.id + (":" if needed else "") + ",".join(f"{name}={_spec_of(value)}" for name, value in needed.items())


# ----------------------------------------------------------------------------------------------------
# Arguments


def _integer(name: str, value: object, low: int, high: int) -> int:
    """An integer argument in its bounds: TypeError for what is no integer (bool among it), Error outside."""
    if isinstance(value, bool):
        raise TypeError(f"{name} must be an int, not bool")
    try:
        number = as_integer(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be an int, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise Error(f"{name} must be {low} to {high}, not {quote(number)}")
    return number


# ----------------------------------------------------------------------------------------------------
# Repetition


class _Seen(NamedTuple):
    """A position of the history, linked to the one before it, so that a new state shares the history of its parent."""

    hash: int
    key: Hashable
    note: int
    before: _Seen | None


def _see(rules: Rules[Any, Any], position: Any, before: _Seen | None) -> _Seen | None:
    """The history with one more position; None in games in which repetition means nothing."""
    if rules.repetition_limit() == 0:
        return None
    key = rules.key(position)
    return _Seen(hash(key), key, rules.note(position), before)


def _declared(rules: Rules[Any, Any], position: Any, seen: _Seen | None) -> Result | None:
    """The result of a position with legal moves that is declared over, by repetition or otherwise."""
    limit = rules.repetition_limit()
    if limit and seen is not None:
        times = 1
        first = seen
        node = seen.before
        while node is not None:
            if node.hash == seen.hash and node.key == seen.key:
                times += 1
                first = node
            node = node.before
        if times >= limit:
            entries = [(seen.key, seen.note)]
            node = seen
            while node is not first and node.before is not None:
                node = node.before
                entries.append((node.key, node.note))
            result = rules.repeated(position, entries[::-1])
            if result is not None:
                return result
    return rules.adjudicated(position)


# ----------------------------------------------------------------------------------------------------
# Game and State


class Game:
    """A game with its options fixed: `Game("hex", size=11)` or `Game("hex:size=11")`. Equal and hashed by its spec."""

    __slots__ = ("_rules", "_spec")

    def __init__(self, spec: str, /, **options: OptionValue) -> None:
        """Name a game by its id or spec; OptionError for an unknown game, option or value, or an option given twice."""
        rules, resolved = _resolve(spec, options)
        self._rules: Rules[Any, Any] = rules(resolved)
        self._spec = _spec(rules, resolved)

    @property
    def id(self) -> str:
        """The name of the game without options."""
        return self._rules.id

    @property
    def title(self) -> str:
        """The name for people."""
        return self._rules.title

    @property
    def spec(self) -> str:
        """Id and options as one text; what equals its default is left out."""
        return self._spec

    @property
    def options(self) -> dict[str, OptionValue]:
        """The value of every option."""
        return dict(self._rules.options)

    @property
    def players(self) -> int:
        """How many play."""
        return self._rules.players

    def start(self, seed: int = 0) -> State:
        """The state at the start; the seed fixes a random set-up."""
        position = self._rules.initial(Rng(_integer("seed", seed, 0, _MAX_WORD)))
        return State(self, position, _see(self._rules, position, None))

    def parse(self, text: str) -> State:
        """The state that a position text describes; TextError names the part that is wrong."""
        if not isinstance(text, str):
            raise TypeError(f"a position text must be a str, not {type(text).__name__}")
        try:
            position = self._rules.parse(text)
        except TextError as error:
            raise TextError(f"{self._spec}: {error}, in the position text {quote(text)}") from None
        return State(self, position, _see(self._rules, position, None))

    def __eq__(self, other: object) -> bool:
        return self._spec == other._spec if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash((Game, self._spec))

    def __repr__(self) -> str:
        return f"Game({self._spec!r})"

    def __reduce__(self) -> tuple[type[Game], tuple[str]]:
        return Game, (self._spec,)


class State:
    """A position in a game, with the history that repetition needs. States never change.

    Equal and hashed by game, what the position text holds, and the verdict (a resignation, an agreed draw).
    """

    __slots__ = ("_end", "_game", "_moves", "_position", "_rules", "_seen", "_verdict")

    def __init__(self, game: Game, position: Any, seen: _Seen | None, verdict: Result | None = None) -> None:
        """For this module only: states come from `Game.start`, `Game.parse` and from other states."""
        self._game = game
        self._rules = game._rules
        self._position = position
        self._seen = seen
        self._verdict = verdict
        self._moves: Sequence[Any] | None = None
        self._end = verdict

    def _live(self) -> Sequence[Any]:
        """The legal moves; [] if the game is over, for whatever reason. Afterwards `_end` is the result."""
        if self._moves is None:
            moves: Sequence[Any] = []
            if self._verdict is None:
                moves = self._rules.moves(self._position)
                if moves:
                    self._end = _declared(self._rules, self._position, self._seen)
                    if self._end is not None:
                        moves = []
                else:
                    self._end = self._rules.result(self._position)
            self._moves = moves
        return self._moves

    @property
    def game(self) -> Game:
        """The game this is a state of."""
        return self._game

    def __str__(self) -> str:
        return self._rules.text(self._position)

    def __repr__(self) -> str:
        return f"<State of {self._game.spec}: {self}>"

    def diagram(self) -> str:
        """The board for people."""
        return self._rules.diagram(self._position)

    @property
    def current_player(self) -> int:
        """Who moves: 0, 1, ..., CHANCE or OVER."""
        return self._rules.current_player(self._position) if self._live() else OVER

    def legal_moves(self) -> list[str]:
        """The texts of all legal moves; [] when over."""
        return [self._rules.move_text(self._position, move) for move in self._live()]

    def count_moves(self) -> int:
        """How many legal moves there are."""
        return len(self._live())

    def play(self, move: str | int) -> State:
        """The state after a move, named by its text or its index in `legal_moves()`; IllegalMove if there is none."""
        moves = self._live()
        if isinstance(move, str):
            if not moves:
                raise IllegalMove(f"the game is over, {quote(move)} cannot be played in {self._where()}")
            try:
                chosen = self._rules.read_move(self._position, move)
            except IllegalMove as error:
                raise IllegalMove(f"{error}, in {self._where()}") from None
        else:
            if isinstance(move, bool):
                raise TypeError("a move is a text or an index, not bool")
            try:
                number = as_integer(move)
            except TypeError:
                raise TypeError(f"a move is a text or an index, not {type(move).__name__}") from None
            if not 0 <= number < len(moves):
                over = "the game is over, " if not moves else ""
                raise IllegalMove(f"{over}there is no move number {quote(number)} of {len(moves)} in {self._where()}")
            chosen = moves[number]
        position = self._rules.play(self._position, chosen)
        return State(self._game, position, _see(self._rules, position, self._seen))

    def _where(self) -> str:
        """This position, for a message."""
        return f"{self._game.spec} {quote(str(self), 300)}"

    def apply(self, moves: Iterable[str | int]) -> State:
        """The state after several moves."""
        if isinstance(moves, str):
            raise TypeError("apply takes a sequence of moves, not one str")
        state = self
        for move in moves:
            state = state.play(move)
        return state

    def outcomes(self) -> list[tuple[str, Fraction]]:
        """The outcomes of a chance move with their probabilities; Error where chance is not to move."""
        if self.current_player != CHANCE:
            raise Error(f"chance is not to move in {self._where()}")
        weights = [self._rules.weight(self._position, move) for move in self._live()]
        total = sum(weights)
        return [(text, Fraction(weight, total)) for text, weight in zip(self.legal_moves(), weights, strict=True)]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return not self._live()

    @property
    def result(self) -> Result | None:
        """How the game ended, None while it goes on."""
        return self._end if self.is_over else None

    def resign(self, player: int | None = None) -> State:
        """The state after a resignation, by the player to move if no other is named."""
        if player is not None:
            player = _integer("player", player, 0, self._game.players - 1)
        if self.is_over:
            raise IllegalMove(f"the game is over, nobody can resign in {self._where()}")
        if player is None:
            player = self.current_player
            if player == CHANCE:
                raise Error(f"chance is to move, the player who resigns must be named in {self._where()}")
        return State(self._game, self._position, self._seen, self._rules.conceded(self._position, player))

    def agree_draw(self) -> State:
        """The state after the players agreed to a draw."""
        if self.is_over:
            raise IllegalMove(f"the game is over, no draw can be agreed in {self._where()}")
        return State(self._game, self._position, self._seen, self._rules.agreed(self._position))

    # Counting

    def perft(self, depth: int, threads: int = 1) -> int:
        """The number of move sequences of this length. Repetition, counters and insufficient material are ignored."""
        depth = _integer("depth", depth, 0, 255)
        _integer("threads", threads, 1, 256)
        return self._counted(self._perft(self._position, depth) if depth == 0 or self._verdict is None else 0)

    def divide(self, depth: int, threads: int = 1) -> dict[str, int]:
        """`perft` for each first move."""
        depth = _integer("depth", depth, 1, 255)
        _integer("threads", threads, 1, 256)
        if self._verdict is not None:
            return {}
        rules = self._rules
        return {
            rules.move_text(self._position, move): self._counted(
                self._perft(rules.play(self._position, move), depth - 1)
            )
            for move in rules.moves(self._position)
        }

    def _perft(self, position: Any, depth: int) -> int:
        rules = self._rules
        if depth == 0:
            return 1
        if depth == 1:
            return rules.count(position)
        return sum(self._perft(rules.play(position, move), depth - 1) for move in rules.moves(position))

    @staticmethod
    def _counted(nodes: int) -> int:
        if nodes > _MAX_WORD:
            raise OverflowError("the number of move sequences does not fit into 64 bits")
        return nodes

    # Random games

    def playouts(self, n: int, seed: int = 0, threads: int = 1, max_plies: int | None = None) -> Playouts:
        """Totals of `n` random games from here. `max_plies`: None is the limit that the rules page recommends."""
        n = _integer("n", n, 1, _MAX_WORD)
        seed = _integer("seed", seed, 0, _MAX_WORD)
        _integer("threads", threads, 1, 256)
        limit = self._limit(max_plies)
        players = self._game.players
        wins = [0] * players
        returns = [0.0] * players
        draws = cut = all_plies = chance_plies = longest = 0
        shortest: int | None = None
        for i in range(n):
            _, result, plies, by_chance, was_cut = self._random_game(Rng(seed, i), limit)
            for player in result.winners:
                wins[player] += 1
            for player in range(players):
                returns[player] += result.returns[player]
            draws += not result.winners
            cut += was_cut
            all_plies += plies
            chance_plies += by_chance
            shortest = plies if shortest is None else min(shortest, plies)
            longest = max(longest, plies)
        return Playouts(
            games=n,
            wins=tuple(wins),
            draws=draws,
            cut=cut,
            plies=all_plies,
            chance_plies=chance_plies,
            shortest=shortest or 0,
            longest=longest,
            mean_returns=tuple(total / n for total in returns),
        )

    def playout(self, seed: int = 0, max_plies: int | None = None) -> State:
        """The final state of game 0 of `playouts(1, seed)`; if it was cut, with the verdict `ply limit`."""
        end, result, _, _, was_cut = self._random_game(
            Rng(_integer("seed", seed, 0, _MAX_WORD)), self._limit(max_plies)
        )
        return State(end._game, end._position, end._seen, result) if was_cut else end

    def _limit(self, max_plies: int | None) -> int | None:
        return self._rules.ply_limit() if max_plies is None else _integer("max_plies", max_plies, 1, _MAX_WORD)

    def _random_game(self, rng: Rng, limit: int | None) -> tuple[State, Result, int, int, bool]:
        """Final state, result, plies, chance plies, and whether the game was cut at the limit."""
        rules = self._rules
        position = self._position
        seen = self._seen
        plies = by_chance = 0
        was_cut = False
        repeats = rules.repetition_limit() != 0
        result = self._verdict
        while result is None:
            move = rules.random_move(position, rng)
            if move is None:
                result = rules.result(position)
                break
            result = _declared(rules, position, seen) if repeats else rules.adjudicated(position)
            if result is not None:
                break
            if plies == limit:
                result = draw("ply limit", players=rules.players)
                was_cut = True
                break
            by_chance += rules.current_player(position) == CHANCE
            position = rules.play(position, move)
            if repeats:
                seen = _see(rules, position, seen)
            plies += 1
        return State(self._game, position, seen, self._verdict), result, plies, by_chance, was_cut

    # A value

    def _value(self) -> Hashable:
        return (self._rules.identity(self._position), self._verdict)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._game == other._game and self._value() == other._value()

    def __hash__(self) -> int:
        return hash((self._game, self._value()))

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        # A flat list: a pickle of the chain itself would recurse once a ply.
        history = []
        node = self._seen
        while node is not None:
            history.append((node.key, node.note))
            node = node.before
        return _restore, (self._game, self._position, tuple(history[::-1]), self._verdict)


def _restore(game: Game, position: Any, history: tuple[tuple[Hashable, int], ...], verdict: Result | None) -> State:
    """A state from its pickle. Hashes are computed anew: those of texts differ from process to process."""
    seen: _Seen | None = None
    for key, note in history:
        seen = _Seen(hash(key), key, note, seen)
    return State(game, position, seen, verdict)
