"""Random and mutated texts, specs, options, arrays, arguments: only documented exceptions, nothing changed or slow."""

from __future__ import annotations

import random
import time
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lockstep import mutated
from support import LISTED, is_adjudicated, option_specs, toys

import plyground
from plyground import Error, IllegalMove, OptionError, TextError, reference

ENGINES = [plyground, *([toys] if toys is not None else [])]
GAMES = [engine.Game(info.id) for engine in ENGINES for info in engine.games() if info.page != "wrong"]
IDS = [game.id for game in GAMES]

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=20)
    | st.just(object())
    | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)

characters = st.characters(codec="utf-8") | st.sampled_from("0123456789abcdefghXOWBxow./- ,:=*")
texts = st.text(characters, max_size=80)


def some_game(seed: int) -> Any:
    """A game with random options, from the list of all."""
    rng = random.Random(seed)
    game = rng.choice(GAMES)
    engine = ENGINES[0] if game in GAMES[: len(plyground.games())] else ENGINES[-1]
    return engine.Game(rng.choice(SPECS[game.id]))


SPECS = {info.id: option_specs(engine, info) for engine in ENGINES for info in engine.games() if info.page != "wrong"}


def some_state(game: Any, rng: random.Random) -> Any:
    state = game.start(rng.getrandbits(64))
    for _ in range(rng.choice((0, 1, 2, 5, 30))):
        if state.is_over:
            break
        state = state.play(rng.randrange(state.count_moves()))
    return state


def check_message(error: Exception) -> None:
    """However long the nonsense, a message can be read."""
    assert 0 < len(str(error)) < 2000


def check_read(game: Any, text: str, rng: random.Random) -> bool:
    """Reads a text that may be nonsense. If it is accepted, it must be a position like any other."""
    started = time.monotonic()
    try:
        state = game.parse(text)
    except TextError as error:
        check_message(error)
        return False
    again = game.parse(str(state))
    assert again == state
    assert hash(again) == hash(state)
    assert str(again) == str(state)
    count = state.count_moves()
    assert state.is_over == (count == 0) == (state.result is not None)
    assert state._check(rng.getrandbits(32)) == []
    assert state.diagram()
    if not is_adjudicated(state):
        assert state.perft(1) == count
    if count <= LISTED:
        moves = state.legal_moves()
        assert len(set(moves)) == len(moves) == count
    for _ in range(3):
        if count:
            child = state.play(rng.randrange(count))
            assert game.parse(str(child)) == child
            end = child.playout(rng.getrandbits(32), max_plies=200)
            assert end.is_over
            assert game.parse(str(end)) is not None
    assert time.monotonic() - started < 20
    return True


@given(st.integers(0, 2**32), texts)
def test_random_position_texts(seed: int, text: str):
    rng = random.Random(seed)
    check_read(some_game(seed), text, rng)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_mutated_position_texts(game: Any, rng: random.Random, effort):
    engine = ENGINES[0] if IDS.index(game.id) < len(plyground.games()) else ENGINES[-1]
    refused = 0
    for _ in range(2 * effort.examples):
        variant = engine.Game(rng.choice(SPECS[game.id]))
        text = str(some_state(variant, rng))
        refused += not check_read(variant, mutated(text, rng, rng.choice((1, 1, 1, 2, 4))), rng)
    assert refused > 0


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_mutated_move_texts(game: Any, rng: random.Random, effort):
    engine = ENGINES[0] if IDS.index(game.id) < len(plyground.games()) else ENGINES[-1]
    for _ in range(effort.examples):
        variant = engine.Game(rng.choice(SPECS[game.id]))
        state = some_state(variant, rng)
        before = str(state)
        count = state.count_moves()
        move = state.move_text(rng.randrange(count)) if count else "a1"
        text = mutated(move, rng, 3)
        try:
            child = state.play(text)
        except IllegalMove as error:
            check_message(error)
        else:
            # Another spelling of a legal move, or another legal move.
            assert count
            if count <= 200:
                assert child in [state.play(i) for i in range(count)]
        assert str(state) == before
        assert state.count_moves() == count


@given(st.integers(0, 2**32), texts | st.text(max_size=5))
def test_random_move_texts(seed: int, text: str):
    rng = random.Random(seed)
    state = some_state(some_game(seed), rng)
    before = str(state)
    with suppress(IllegalMove):
        state.play(text)
    assert str(state) == before


@given(st.sampled_from(IDS), texts)
def test_random_specs(id: str, text: str):
    for engine in [*ENGINES, reference]:
        for spec in (text, f"{id}:{text}", f"{id}{text}"):
            try:
                game = engine.Game(spec)
            except OptionError as error:
                check_message(error)
            else:
                assert engine.Game(game.spec) == game


option_names = st.sampled_from(sorted({name for game in GAMES for name in game.options})) | st.text(max_size=4)


@given(st.sampled_from(GAMES), st.dictionaries(option_names, anything, max_size=3))
def test_random_options(game: Any, options: dict[str, Any]):
    for engine in [*ENGINES, reference]:
        try:
            made = engine.Game(game.id, **options)
        except (OptionError, TypeError):
            continue
        assert engine.Game(made.spec) == made


METHODS = [
    "count_moves",
    "legal_moves",
    "diagram",
    "agree_draw",
    "outcomes",
    "actions",
    "play",
    "apply",
    "move_text",
    "resign",
    "__reduce__",
    "__copy__",
    "__eq__",
    "__ne__",
    "__lt__",
    "__hash__",
]


@given(st.integers(0, 2**32), st.sampled_from(METHODS), st.lists(anything, max_size=3))
def test_random_arguments(seed: int, method: str, arguments: list[Any]):
    state = some_state(plyground.Game(GAMES[0].id), random.Random(seed))
    before = str(state)
    try:
        getattr(state, method)(*arguments)
    except (TypeError, Error) as error:
        check_message(error)
    assert str(state) == before


bad_numbers = anything.filter(
    lambda value: not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**64
)


@given(
    st.sampled_from(["perft", "divide", "playouts", "playout", "start", "batch"]),
    st.sampled_from(["depth", "threads", "n", "seed", "max_plies"]),
    bad_numbers,
)
def test_bad_numbers(method: str, name: str, value: Any):
    game = GAMES[0]
    state = game.start()
    call, good = {
        "perft": (state.perft, {"depth": 1}),
        "divide": (state.divide, {"depth": 1}),
        "playouts": (state.playouts, {"n": 1}),
        "playout": (state.playout, {}),
        "start": (game.start, {}),
        "batch": (game.batch, {"n": 1}),
    }[method]
    if name == "max_plies" and value is None:
        return
    with pytest.raises((Error, TypeError)) as caught:
        call(**{**good, name: value})
    assert len(str(caught.value)) < 2000


dtypes = st.sampled_from(
    [
        "i1",
        "i2",
        "i4",
        "i8",
        "u1",
        "u2",
        "u4",
        "u8",
        "f4",
        "f8",
        "?",
        "c8",
        "O",
        "U2",
        "S2",
        "M8[s]",
        "m8[s]",
        ">i8",
        "f2",
    ]
)
shapes = st.lists(st.integers(0, 5), max_size=3).map(tuple)


@given(st.integers(0, 2**32), dtypes, shapes | st.just((4,)), st.booleans())
def test_random_arrays(seed: int, dtype: str, shape: tuple[int, ...], reset: bool):
    rng = np.random.default_rng(seed)
    array = rng.integers(-3, 12, size=shape)
    try:
        array = array.astype(dtype)
    except (TypeError, ValueError):
        return
    batch = some_game(seed).batch(4, seed=seed, max_plies=50)
    before = [str(batch.state(i)) for i in range(4)]
    counts = batch.counts
    try:
        if reset:
            batch.reset(array)
        else:
            batch.play(array)
    except (Error, TypeError):
        assert [str(batch.state(i)) for i in range(4)] == before
    else:
        assert array.shape == (4,)
        assert array.dtype.kind in ("b" if reset else "iu")
        if not reset:
            assert all(-1 <= int(index) < int(count) for index, count in zip(array, counts, strict=True))
            changed = [str(batch.state(i)) != before[i] for i in range(4)]
            assert not any(c for c, index in zip(changed, array, strict=True) if index == -1)


@given(st.integers(0, 2**32), anything, st.booleans())
def test_random_objects_instead_of_arrays(seed: int, value: Any, reset: bool):
    batch = some_game(seed).batch(2, seed=seed, max_plies=50)
    before = [str(batch.state(i)) for i in range(2)]
    try:
        (batch.reset if reset else batch.play)(value)
    except (Error, TypeError, ValueError, OverflowError):
        assert [str(batch.state(i)) for i in range(2)] == before
    else:
        assert len(value) == 2


def test_pathological_texts_are_refused_at_once():
    for game in GAMES:
        text = str(game.start())
        half = len(text) // 2
        wrong = [text[:half] + middle * 30_000 + text[half:] for middle in ("1", "9", "/", " ", ",", "x", "-", ".")]
        for nonsense in [*wrong, "1" * 65_000, "/" * 65_000, " " * 65_000, text * 3000, "\x00" * 65_000, "é" * 30_000]:
            started = time.monotonic()
            with pytest.raises(TextError):
                game.parse(nonsense)
            with pytest.raises(IllegalMove):
                game.start().play(nonsense)
            assert time.monotonic() - started < 2, game.id
