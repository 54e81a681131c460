"""The worked positions of tests/positions/*.jsonl (see the README there) on the core and on the reference."""

from __future__ import annotations

from typing import Any

import pytest
from support import position_lines

import plyground
from plyground import IllegalMove, TextError, reference

WHAT = {"id", "game", "position", "moves", "disputed", "why", "source", "constructed"}
ASSERTED = {
    "legal",
    "illegal",
    "all",
    "count",
    "end",
    "current_player",
    "final",
    "perft",
    "scores",
    "points",
    "returns",
    "same_move",
    "same_position",
    "reject",
}

LINES = position_lines()


@pytest.fixture(params=["core", "reference"])
def engine(request: pytest.FixtureRequest) -> Any:
    return plyground if request.param == "core" else reference


@pytest.mark.parametrize("line", [pytest.param(line, id=f"{file}:{n}-{line['id']}") for file, n, line in LINES])
def test_position(engine: Any, line: dict[str, Any]):
    told = {
        field: value
        for field, value in line.items()
        if field not in line.get("disputed", ()) and value is not None and (value != [] or field == "all")
    }
    game = engine.Game(line["game"])
    if told.get("reject"):
        with pytest.raises(TextError):
            game.parse(line["position"])
        return
    state = game.start() if line["position"] is None else game.parse(line["position"])
    for text in told.get("same_position", ()):
        assert game.parse(text) == state
        assert hash(game.parse(text)) == hash(state)
    state = state.apply(line.get("moves") or [])
    if "final" in told:
        assert str(state) == told["final"]
    if "current_player" in told:
        assert state.current_player == told["current_player"]
    if "count" in told:
        assert state.count_moves() == told["count"]
    if "all" in told:
        assert sorted(state.legal_moves()) == sorted(told["all"])
        assert state.count_moves() == len(told["all"])
    for move in told.get("legal", ()):
        state.play(move)
    for move in told.get("illegal", ()):
        with pytest.raises(IllegalMove):
            state.play(move)
    for spelling, canonical in told.get("same_move", ()):
        assert canonical in state.legal_moves()
        assert state.play(spelling) == state.play(canonical)
    if "end" in told:
        assert state.is_over == told["end"]["over"]
        if state.is_over and "winner" in told["end"]:
            assert state.result.winner == told["end"]["winner"]
        if "reason" in told["end"]:
            assert state.result.reason == told["end"]["reason"]
    for field in ("scores", "points", "returns"):
        if field in told:
            assert list(getattr(state.result, field)) == told[field]
    most = 5_000_000 if engine is plyground else 20_000
    for depth, nodes in enumerate(told.get("perft", ()), 1):
        if nodes <= most:
            assert state.perft(depth) == nodes


def test_lines_are_well_formed():
    seen = set()
    for file, number, line in LINES:
        where = f"{file}.jsonl:{number}"
        assert line.keys() <= WHAT | ASSERTED, where
        assert line["game"].partition(":")[0] == file, where
        assert (file, line["id"]) not in seen, where
        seen.add((file, line["id"]))
        assert line["why"], where
        assert line["source"], where
        # A line that asserts nothing would be a test that cannot fail.
        asserted = [
            field for field in ASSERTED if line.get(field) not in (None, []) or (field == "all" and field in line)
        ]
        assert asserted or line.get("moves"), where
