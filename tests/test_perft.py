"""Every row of tests/perft/*.csv up to a node budget (--deep: all rows on the core)."""

from __future__ import annotations

import pytest
from support import TESTS, PerftRow, perft_rows

import plyground
from plyground import reference

ROWS = perft_rows()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "row" in metafunc.fixturenames:
        from conftest import effort_of

        effort = effort_of(metafunc.config)
        most = effort.perft_core if "core" in metafunc.function.__name__ else effort.perft_reference
        metafunc.parametrize("row", [pytest.param(row, id=str(row)) for row in ROWS if row.nodes <= most])


def test_core(row: PerftRow):
    assert row.start(plyground).perft(row.depth) == row.nodes


def test_reference(row: PerftRow):
    assert row.start(reference).perft(row.depth) == row.nodes


def test_core_threads(pytestconfig: pytest.Config):
    """The largest row of each file within the budget, by two threads."""
    from conftest import effort_of

    most = effort_of(pytestconfig).perft_core
    largest: dict[str, PerftRow] = {}
    for row in ROWS:
        if row.nodes <= most and row.nodes > largest.get(row.file, row).nodes - 1:
            largest[row.file] = row
    for row in largest.values():
        assert row.start(plyground).perft(row.depth, threads=2) == row.nodes


@pytest.mark.parametrize("file", sorted(path.name for path in (TESTS / "perft").glob("*.csv")))
def test_table_is_well_formed(file: str):
    rows = [row for row in ROWS if row.file == file]
    assert rows
    assert any(row.nodes <= 20_000 for row in rows), "no row is small enough for the reference"
    keys = [(row.game, row.position, row.depth) for row in rows]
    assert len(set(keys)) == len(keys), "a row is there twice"
    for row in rows:
        assert row.game.partition(":")[0] == file.removesuffix(".csv")
        assert row.source.strip(), f"{row} has no source"
        assert row.depth >= 1
        assert row.nodes >= 0
