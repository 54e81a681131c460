"""Core against reference, for every game there is: perft, playouts, batches, and what one call from Python costs.

`make bench` runs it and prints a table. Times are CPU time. Each benchmark asserts what it counted, in every round.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import plyground
from plyground import reference

TABLES = Path(__file__).parents[1] / "tests" / "perft"
GAMES = [info.id for info in plyground.games()]
ENGINES = {"core": plyground, "reference": reference}
PLIES = 40
"""Positions of one random game whose methods are called."""

pytestmark = pytest.mark.benchmark(timer=time.process_time, min_rounds=3, max_time=0.25, warmup=False)
each_game = pytest.mark.parametrize("id", GAMES)
each_engine = pytest.mark.parametrize("engine", ENGINES)


def describe(benchmark: Any, game: str, measure: str, engine: str, unit: str, units: int) -> None:
    """For bench/table.py: what a round did."""
    benchmark.group = f"{game} {measure}"
    benchmark.extra_info.update(game=game, measure=measure, engine=engine, unit=unit, units=units)


def largest_row(id: str, budget: int) -> tuple[str, str, int, int]:
    """Spec, position, depth and nodes of the largest row of the game's table of node counts within the budget."""
    with (TABLES / f"{id}.csv").open(encoding="utf-8", newline="") as file:
        rows = [
            (row["game"], row["position"], int(row["depth"]), int(row["nodes"]))
            for row in csv.DictReader(file)
            if int(row["nodes"]) <= budget
        ]
    return max(rows, key=lambda row: row[3])


@each_engine
@each_game
def test_perft(benchmark: Any, id: str, engine: str) -> None:
    spec, position, depth, nodes = largest_row(id, 20_000_000 if engine == "core" else 20_000)
    game = ENGINES[engine].Game(spec)
    state = game.parse(position) if position else game.start()
    counted = set()
    benchmark(lambda: counted.add(state.perft(depth)))
    assert counted == {nodes}
    describe(benchmark, id, "perft", engine, "nodes", nodes)


@each_engine
@each_game
def test_playouts(benchmark: Any, id: str, engine: str) -> None:
    state = ENGINES[engine].Game(id).start()
    plies = state.playouts(1).plies
    games = max(1, (20_000 if engine == "core" else 200) // max(1, plies))
    expected = state.playouts(games, seed=1)
    totals = set()
    benchmark(lambda: totals.add(state.playouts(games, seed=1)))
    assert totals == {expected}
    assert sum(expected.wins) + expected.draws >= games
    describe(benchmark, id, "playouts", engine, "plies", expected.plies)


@each_game
def test_batch(benchmark: Any, id: str) -> None:
    size, steps = 256, 16
    game = plyground.Game(id)
    left = set()

    def work() -> None:
        batch = game.batch(size, seed=1)
        for _ in range(steps):
            batch.play_random()
        left.add(int(batch.counts.sum()))

    benchmark(work)
    assert len(left) == 1
    describe(benchmark, id, "batch of 256", "core", "plies", size * steps)


def texts_of_a_game(id: str) -> list[str]:
    """The first positions of a random game, as texts: states read from them have nothing cached."""
    state = plyground.Game(id).start()
    texts = []
    for ply in range(PLIES):
        if state.is_over:
            break
        texts.append(str(state))
        state = state.play(7 * ply % state.count_moves())
    return texts


CALLS: dict[str, Callable[[Any], Any]] = {
    "count_moves()": lambda state: state.count_moves(),
    "legal_moves()": lambda state: state.legal_moves(),
    "play(index)": lambda state: state.play(0),
    "str()": str,
}


@each_engine
@pytest.mark.parametrize("call", CALLS)
@each_game
def test_call(benchmark: Any, id: str, call: str, engine: str) -> None:
    texts = texts_of_a_game(id)
    game = ENGINES[engine].Game(id)
    method = CALLS[call]
    rounds: list[list[Any]] = []

    def fresh() -> tuple[tuple[list[Any]], dict[str, Any]]:
        return ([game.parse(text) for text in texts],), {}

    def work(states: list[Any]) -> None:
        rounds.append([method(state) for state in states])

    benchmark.pedantic(work, setup=fresh, rounds=20 if engine == "core" else 3)

    states = [plyground.Game(id).parse(text) for text in texts]
    if call == "play(index)":
        slow = [game.parse(text) for text in texts]
        expected: list[Any] = [state.play(state.legal_moves()[0]) for state in slow]
    elif call == "legal_moves()":
        expected = [sorted(state.legal_moves()) for state in states]
        rounds = [[sorted(moves) for moves in values] for values in rounds]
    else:
        expected = [method(state) for state in states]
    assert all(values == expected for values in rounds)
    describe(benchmark, id, call, engine, "calls", len(texts))
