"""The core against the plain-Python reference: random games side by side, and node counts."""

from __future__ import annotations

import pytest
from lockstep import Pair, compare, mutated, outcome
from support import Effort, any_spec, specs_of

import plyground
from plyground import Error, reference


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "spec" in metafunc.fixturenames:
        from conftest import effort_of

        effort: Effort = effort_of(metafunc.config)
        infos = plyground.games()
        rows = []
        for info in infos:
            specs = specs_of(plyground, info, effort.combinations, metafunc.config.option.seed)
            rows += [pytest.param(spec, effort.lockstep // len(infos) // len(specs), id=spec) for spec in specs]
        metafunc.parametrize(("spec", "work"), rows)
    if "id" in metafunc.fixturenames:
        metafunc.parametrize("id", [info.id for info in plyground.games()])


def test_lockstep(spec: str, work: int, pytestconfig: pytest.Config):
    tally = compare(spec, pytestconfig.option.seed, work)
    assert tally.games > 0
    assert tally.positions > 1 or tally.ends


def test_same_games_options_and_players():
    core = {info.id: info for info in plyground.games()}
    plain = {info.id: info for info in reference.games()}
    assert core.keys() == plain.keys()
    for id, info in core.items():
        other = plain[id]
        assert info.title == other.title
        assert info.players == other.players
        assert info.page == other.page
        assert list(info.options) == list(other.options)
        for name, option in info.options.items():
            twin = other.options[name]
            assert (name, option.default, option.values) == (name, twin.default, twin.values)


def test_same_specs_are_refused_and_accepted(id: str, rng, effort: Effort):
    info = next(info for info in plyground.games() if info.id == id)
    for _ in range(3 * effort.examples):
        spec = any_spec(plyground, info, rng)
        if rng.random() < 0.7:
            spec = mutated(spec if ":" in spec or not info.options else f"{id}:{rng.choice(list(info.options))}=1", rng)
        answers = []
        for engine in (plyground, reference):
            game = outcome(lambda engine=engine, spec=spec: engine.Game(spec))
            answers.append((game.spec, dict(game.options), game.players) if not isinstance(game, type) else game)
        assert answers[0] == answers[1], spec


def test_same_options_as_keywords_are_refused_and_accepted(id: str, rng, effort: Effort):
    info = next(info for info in plyground.games() if info.id == id)
    values = [None, True, False, 0, 1, -1, 6.5, 6.0, float("nan"), float("inf"), 1e300, 10**30]
    values += ["", "1", "true", "x", "9x9", b"1"]
    for name, option in info.options.items():
        for value in [*values, *(choice for choice in option.values if isinstance(choice, (bool, int, float, str)))]:
            answers = []
            for engine in (plyground, reference):
                try:
                    game = engine.Game(id, **{name: value})
                    answers.append((game.spec, dict(game.options)))
                except (Error, TypeError) as error:
                    answers.append(type(error))
            if TypeError not in answers or isinstance(value, (bool, int, float, str)):
                assert answers[0] == answers[1], f"{id}, {name}={value!r}"


def test_node_counts(spec: str, work: int, effort: Effort, pytestconfig: pytest.Config):
    pair = Pair(spec)
    core, plain = pair.core.start(pytestconfig.option.seed), pair.reference.start(pytestconfig.option.seed)
    most = effort.perft_reference // 4
    for depth in range(5):
        nodes = core.perft(depth)
        if nodes > most:
            break
        assert plain.perft(depth) == nodes
        if depth > 0 and nodes > 0:
            assert plain.divide(depth) == core.divide(depth)
