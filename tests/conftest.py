"""Options of the test run, and the only place that names games which the tests take as examples."""

from __future__ import annotations

import random
from datetime import date

import pytest
import support

EXAMPLE = "four_in_a_row"
"""A game whose moves are few and short, for tests of the API's manners that any game would do for."""

CHANCE_EXAMPLE = "einstein:setup=random"
"""A game whose first move is made by chance."""

WIDE_EXAMPLE = "amazons"
"""A game with so many moves that a deep count takes hours."""

WORDS_EXAMPLE = "wyps"
"""A game that takes any word list, in every language."""

START_WORDS_EXAMPLE = "oski:setup=word"
"""A game whose first moves are the words of three letters in its list."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("plyground")
    group.addoption("--seed", type=int, default=None, help="seed of everything random (default: today's date)")
    group.addoption("--quick", action="store_true", help="less of everything: for a first look, or for wheels")
    group.addoption("--deep", action="store_true", help="more of everything, and every row of tests/perft")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    # Not the option's default: the workers of xdist must get the seed of the run, not the date of their own midnight.
    if config.option.seed is None:
        config.option.seed = int(date.today().strftime("%Y%m%d"))
    if getattr(config.option, "hypothesis_seed", None) is None:
        config.option.hypothesis_seed = str(config.option.seed)
    from hypothesis import HealthCheck, settings

    settings.register_profile(
        "plyground",
        max_examples=effort_of(config).examples,
        deadline=None,  # other people's work on the same machine is no failure; hanging is what pytest's caller sees
        database=None,
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )
    settings.load_profile("plyground")


def pytest_report_header(config: pytest.Config) -> list[str]:
    lines = [f"plyground: --seed={config.option.seed}, effort {effort_of(config).name}"]
    if support.toys is None:
        lines.append("plyground: the toy games (plyground._toys) are not installed; `make test` installs them")
    return lines


def effort_of(config: pytest.Config) -> support.Effort:
    return support.DEEP if config.option.deep else support.QUICK if config.option.quick else support.NORMAL


@pytest.fixture(scope="session")
def effort(pytestconfig: pytest.Config) -> support.Effort:
    return effort_of(pytestconfig)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """A generator that depends on the seed of the run and on the test, not on the order of the tests."""
    return random.Random(f"{request.config.option.seed} {request.node.nodeid}")


@pytest.fixture
def case(request: pytest.FixtureRequest, effort: support.Effort) -> support.Case:
    """A game with options and some of its positions; parametrized below."""
    toy, spec = request.param
    return support.case_of(toy, spec, request.config.option.seed, effort.positions)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    config = metafunc.config
    if "case" in metafunc.fixturenames:
        cases = contract_cases(config)
        names = [("toy " if toy else "") + spec for toy, spec in cases]
        metafunc.parametrize("case", cases, indirect=True, ids=names)


def contract_cases(config: pytest.Config) -> list[tuple[bool, str]]:
    """Every spec that the contract is tested on: whether it is a toy, and the spec."""
    import plyground

    combinations, seed = effort_of(config).combinations, config.option.seed
    cases = [
        (False, spec) for info in plyground.games() for spec in support.specs_of(plyground, info, combinations, seed)
    ]
    if support.toys is not None:
        for info in support.toys.games():
            if info.page != "wrong":
                cases += [(True, spec) for spec in support.specs_of(support.toys, info, combinations, seed)]
    return cases


@pytest.fixture(scope="session")
def toys():
    """The module with the toy games."""
    if support.toys is None:
        pytest.skip("the toy games (plyground._toys) are not installed: `make test` installs them")
    return support.toys


@pytest.fixture
def example():
    import plyground

    return plyground.Game(EXAMPLE)


@pytest.fixture
def chance_example():
    import plyground

    return plyground.Game(CHANCE_EXAMPLE)


@pytest.fixture
def wide_example():
    import plyground

    return plyground.Game(WIDE_EXAMPLE)
