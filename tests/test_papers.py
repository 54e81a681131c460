"""README and CONTRIBUTING say what is so: examples run, tables are current, the example of a game is right."""

from __future__ import annotations

import csv
import doctest
import importlib.util
import json
import re
import shlex
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from plyground import IllegalMove, TextError, cli, reference

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def script(path: str) -> ModuleType:
    """A script of the repository as a module."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SHOWN = script("docs/newcomer.py").files(CONTRIBUTING)
"""The files of the game that CONTRIBUTING adds."""


def shown(prefix: str) -> str:
    """The one file below a folder."""
    (content,) = (content for path, content in SHOWN.items() if path.startswith(prefix))
    return str(content)


def test_the_ten_lines_of_the_readme() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted >= 8
    assert results.failed == 0


def test_the_table_of_games_is_current() -> None:
    tables = script("docs/tables.py")
    assert tables.filled(README, "games", tables.games()) == README


def test_the_commands_of_the_readme(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lines = re.findall(r"^plyground (.*?)(?: {2,}#.*)?$", README, re.MULTILINE)
    assert len(lines) >= 6
    monkeypatch.setattr(sys.stdin, "readline", lambda: "", raising=False)
    for line in lines:
        arguments = ["--seconds", "0.01"] if line.startswith("bench") else []
        with pytest.raises(SystemExit) as ended:
            cli.app([*shlex.split(line), *arguments], prog_name="plyground")
        assert ended.value.code == 0, (line, capsys.readouterr())


def test_contributing_shows_every_file_of_a_game() -> None:
    (id,) = (Path(path).stem for path in SHOWN if path.startswith("cpp/games/"))
    folders = {"docs/rules": "md", "tests/perft": "csv", "tests/positions": "jsonl", "cpp/games": "cpp"}
    paths = {f"{folder}/{id}.{ending}" for folder, ending in folders.items()}
    assert set(SHOWN) == paths | {f"python/plyground/reference/{id}.py"}
    # The id is free, unless this is the copy of somebody who followed the text.
    assert all((ROOT / path).read_text(encoding="utf-8") == SHOWN[path] for path in paths if (ROOT / path).exists())


@pytest.fixture
def game_shown(monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of the game whose reference CONTRIBUTING shows, which is among the games of the reference for one test."""
    module = ModuleType("plyground.reference.shown")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(shown("python/"), "CONTRIBUTING.md", "exec"), vars(module))
    (rules,) = (
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, reference.Rules) and value.__module__ == module.__name__
    )
    monkeypatch.setattr(reference, "_registry", lambda: {rules.id: rules})
    return str(rules.id)


def test_the_counts_that_contributing_shows(game_shown: str) -> None:
    rows = list(csv.DictReader(shown("tests/perft/").splitlines()))
    assert len(rows) >= 10
    for row in rows:
        game = reference.Game(row["game"])
        assert game.id == game_shown
        if int(row["nodes"]) <= 20_000:
            state = game.parse(row["position"]) if row["position"] else game.start()
            assert state.perft(int(row["depth"])) == int(row["nodes"]), row


def test_the_positions_that_contributing_shows(game_shown: str) -> None:
    lines = [json.loads(line) for line in shown("tests/positions/").splitlines()]
    assert len(lines) >= 10
    for line in lines:
        check_position(line)


def check_position(line: dict[str, Any]) -> None:
    game = reference.Game(line["game"])
    if line.get("reject"):
        with pytest.raises(TextError):
            game.parse(line["position"])
        return
    state = game.parse(line["position"]) if line["position"] else game.start()
    state = state.apply(line["moves"])
    for move in line.get("legal", ()):
        state.play(move)
    for move in line.get("illegal", ()):
        with pytest.raises(IllegalMove):
            state.play(move)
    asserted = {
        "all": state.legal_moves(),
        "count": state.count_moves(),
        "current_player": state.current_player,
        "final": str(state),
        "end": {"over": state.is_over} | ({"winner": state.result.winner} if state.result else {}),
        "returns": list(state.result.returns) if state.result else None,
    }
    for name, value in asserted.items():
        if name in line:
            assert value == line[name], (line["id"], name)
