"""The command line on the toy games, whose numbers are known; test_cli_games.py runs it on the others."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from conftest import CHANCE_EXAMPLE, EXAMPLE
from typer.testing import CliRunner

import plyground
from plyground import cli


@pytest.fixture
def run(toys, monkeypatch):
    """Runs a command on the toy games; what it printed, after checking how it ended."""
    monkeypatch.setattr(cli, "engine", toys)
    return runner()


@pytest.fixture
def run_core():
    return runner()


def runner():
    def run(*arguments: str, exit_code: int = 0, text: str | None = None):
        result = CliRunner().invoke(cli.app, list(arguments), input=text)
        assert result.exit_code == exit_code, result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    return run


def document(result):
    return json.loads(result.stdout)


def process(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "plyground", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


COMMANDS = {
    "games": (),
    "show": ("nim",),
    "moves": ("nim",),
    "perft": ("nim", "3"),
    "playouts": ("nim", "10"),
    "play": ("nim", "--player", "random"),
}


@pytest.mark.parametrize("command", [*COMMANDS, "bench", "lexicon"])
def test_help(run, command):
    out = run(command, "--help").stdout
    assert "Usage" in out
    assert command in out


def test_help_of_all_and_version(run):
    out = run("--help").stdout
    assert all(command in out for command in COMMANDS)
    assert run("--version").stdout.strip() == f"plyground {plyground.__version__}"
    assert "Usage" in run(exit_code=2).output


@pytest.mark.parametrize("command", COMMANDS)
def test_json_is_one_document(run, command):
    document(run(command, *COMMANDS[command], "--json"))


def test_games(run, toys):
    out = run("games").stdout
    rows = document(run("games", "--json"))
    assert [row["id"] for row in rows] == [info.id for info in toys.games()]
    for info in toys.games():
        assert info.id in out
        assert info.title in out
    choices = next(row for row in rows if row["id"] == "choices")
    assert choices["options"]["flag"]["default"] is True
    assert choices["options"]["even"]["values"] == [4, {"from": 2, "to": 20, "step": 2}]
    assert choices["players"] == [2]


def test_show(run):
    out = run("show", "nim", "--position", "3 1").stdout
    assert "3 1" in out
    assert "player 1 to move, 3 legal moves" in out
    told = document(run("show", "nim:pile=7", "--json"))
    assert told["game"] == "nim:pile=7"
    assert told["options"] == {"pile": 7}
    assert (told["position"], told["current_player"], told["is_over"], told["count"]) == ("7 0", 0, False, 3)
    assert told["result"] is None
    over = document(run("show", "nim", "--position", "0 1", "--json"))
    assert over["is_over"] is True
    assert over["result"]["winner"] == 0
    assert over["current_player"] == -2
    assert "player 0 wins (last stone taken)" in run("show", "nim", "--position", "0 1").stdout
    assert "chance to move" in run("show", "dice").stdout


def test_seed_fixes_the_set_up(run, toys):
    for seed in ("0", "5", str(2**64 - 1)):
        told = document(run("show", "deal", "--seed", seed, "--json"))
        assert told["position"] == str(toys.Game("deal").start(int(seed)))
    assert document(run("show", "deal", "--json"))["position"] == str(toys.Game("deal").start(0))
    run("show", "deal", "--seed", "3", "--position", "2,3 0 0 0 -", exit_code=2)


def test_moves(run):
    assert run("moves", "nim", "--position", "2 0").stdout.split() == ["1", "2"]
    assert document(run("moves", "nim", "--json"))["moves"] == ["1", "2", "3"]
    assert document(run("moves", "dice", "--json"))["outcomes"][0] == {"move": "blank", "probability": "1/2"}
    assert "1/3" in run("moves", "dice").stdout
    assert run("moves", "done").stdout == ""
    assert "too many" in run("moves", "huge", exit_code=1).output


def test_perft(run):
    assert run("perft", "nim:pile=4", "2").stdout.startswith("6 nodes")
    told = document(run("perft", "nim:pile=4", "2", "--divide", "--threads", "2", "--json"))
    assert told["nodes"] == 6
    assert told["divide"] == {"1": 3, "2": 2, "3": 1}
    assert told["threads"] == 2
    assert told["engine"] == "core"
    out = run("perft", "nim:pile=4", "2", "--divide").stdout.splitlines()
    assert out[:3] == ["1: 3", "2: 2", "3: 1"]
    assert document(run("perft", "nim", "0", "--json"))["nodes"] == 1


def test_playouts(run, toys):
    told = document(run("playouts", "dice", "50", "--seed", "3", "--threads", "2", "--json"))
    totals = toys.Game("dice").start(3).playouts(50, seed=3)
    assert (told["wins"], told["draws"], told["plies"]) == (list(totals.wins), totals.draws, totals.plies)
    assert told["games"] == 50
    out = run("playouts", "forever", "5", "--max-plies", "9").stdout
    assert "5 cut" in out
    assert "45 plies" in out


def test_reference_answers_the_same(run_core):
    for spec in (EXAMPLE, CHANCE_EXAMPLE):
        core = document(run_core("perft", spec, "2", "--divide", "--json"))
        plain = document(run_core("perft", spec, "2", "--divide", "--reference", "--json"))
        assert core["divide"] == plain["divide"]
        assert core["position"] == plain["position"]
        assert (core["engine"], plain["engine"]) == ("core", "reference")
        assert document(run_core("playouts", spec, "3", "--reference", "--json"))["games"] == 3


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (("show", "nothing"), "OptionError"),
        (("show", "nim:pile=0"), "OptionError"),
        (("show", "nim:"), "OptionError"),
        (("show", ""), "OptionError"),
        (("show", "nim", "--position", "x"), "TextError"),
        (("show", "nim", "--position", ""), "TextError"),
        (("show", "deal", "--seed", "-1"), "Error"),
        (("show", "deal", "--seed", str(2**64)), "Error"),
        (("moves", "huge"), "Error"),
        (("perft", "nim", "256"), "Error"),
        (("perft", "nim", "--", "-1"), "Error"),
        (("perft", "nim", "1", "--threads", "0"), "Error"),
        (("perft", "nim", "1", "--threads", "257"), "Error"),
        (("perft", "nim", "0", "--divide"), "Error"),
        (("perft", "ternary", "41"), "OverflowError"),
        (("playouts", "nim", "0"), "Error"),
        (("playouts", "nim", "1", "--max-plies", "0"), "Error"),
        (("play", "nothing"), "OptionError"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_1(run, arguments, kind):
    result = run(arguments[0], "--json", *arguments[1:], exit_code=1)
    assert document(result)["kind"] == kind
    assert result.stderr.startswith("error: ")
    assert len(result.stderr.splitlines()) == 1
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("nothing",),
        ("show",),
        ("show", "nim", "--nothing"),
        ("show", "nim", "extra"),
        ("perft", "nim"),
        ("perft", "nim", "x"),
        ("perft", "nim", "1.5"),
        ("playouts", "nim"),
        ("play", "nim", "--player", "robot"),
        ("play", "nim", *["--player", "random"] * 3),
        ("lexicon",),
        ("lexicon", "nothing"),
    ],
)
def test_wrong_usage_is_exit_code_2(run, arguments):
    assert "Traceback" not in run(*arguments, exit_code=2).output


def test_play_people(run):
    text = "moves\nshow\n9\n3\nnonsense\n#0\nresign\n"
    result = run("play", "nim:pile=9", "--player", "human", "--player", "human", text=text)
    assert "player 0 wins (resignation)" not in result.output
    told = document(run("play", "nim:pile=9", "--player", "human", "--player", "human", "--json", text=text))
    assert told["moves"] == ["3", "1"]
    assert told["result"]["reason"] == "resignation"
    assert told["result"]["winner"] == 1
    assert told["position"] == "5 0"
    drawn = document(run("play", "nim", "--player", "human", "--player", "human", "--json", text="2\ndraw\n"))
    assert drawn["result"]["reason"] == "agreement"
    left = document(run("play", "nim", "--player", "human", "--player", "human", "--json", text="2\nquit\n"))
    assert left["ended"] == "quit"
    assert left["result"] is None
    ended = document(run("play", "nim", "--player", "human", "--player", "human", "--json", text="2\n"))
    assert ended["ended"] == "end of input"


def test_play_random(run):
    one = document(run("play", "dice", "--player", "random", "--seed", "4", "--json"))
    assert one == document(run("play", "dice", "--player", "random", "--seed", "4", "--json"))
    assert one["ended"] == "over"
    assert one["result"]["reason"] == "all rolled"
    assert len(one["moves"]) == 8
    cut = document(run("play", "forever", "--player", "random", "--seed", "4", "--json"))
    assert cut["ended"] == "ply limit"
    assert len(cut["moves"]) == 40
    assert len(document(run("play", "endless", "--player", "random", "--max-plies", "7", "--json"))["moves"]) == 7
    # Four seats, and one without a move to make.
    assert document(run("play", "teams", "--player", "random", "--json"))["players"] == ["random"] * 4
    assert document(run("play", "done", "--json"))["ended"] == "over"


def test_play_against_random_replays(run, toys):
    """What is reported leads to the position that is reported."""
    told = document(run("play", "fill", "--seed", "2", "--json", text="a\nb\nc\nd\ne\n" * 3))
    state = toys.Game("fill").start().apply(told["moves"])
    assert str(state) == told["position"]
    assert told["result"]["winner"] == state.result.winner


def test_bench(run_core):
    rows = document(run_core("bench", EXAMPLE, "--seconds", "0.01", "--json"))
    assert rows[0]["game"] == EXAMPLE
    assert rows[0]["perft"]["core"] > 0
    assert rows[0]["playouts"]["reference"] > 0
    assert EXAMPLE in run_core("bench", EXAMPLE, "--seconds", "0.01").stdout
    run_core("bench", "nothing", exit_code=1)


def test_lexicon(run, monkeypatch, tmp_path):
    monkeypatch.setattr(cli, "LEXICON", "toy_words")
    path = tmp_path / "words.txt"
    path.write_text("CAT\nOX\n")
    told = document(run("lexicon", "info", str(path), "--json"))
    assert told["words"] == 2
    assert "letters" in run("lexicon", "info", str(path)).stdout
    built = tmp_path / "built.lexicon"
    assert document(run("lexicon", "build", str(path), "-o", str(built), "--json"))["file"] == str(built)
    assert built.read_text() == "CAT\nOX\n"
    run("lexicon", "build", str(path), "-o", str(path), exit_code=1)
    run("lexicon", "info", str(tmp_path / "nothing"), exit_code=1)
    assert path.read_text() == "CAT\nOX\n"


# ----------------------------------------------------------------------------------------------------
# In a process of its own


def test_process():
    done = process("perft", EXAMPLE, "1")
    assert done.returncode == 0
    nodes = plyground.Game(EXAMPLE).start().perft(1)
    assert done.stdout.startswith(f"{nodes} nodes")
    assert done.stderr == ""
    wrong = process("show", EXAMPLE, "--position", "nonsense")
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert len(wrong.stderr.splitlines()) == 1
    assert process("show").returncode == 2


def test_process_plays_from_a_pipe():
    move = plyground.Game(EXAMPLE).start().legal_moves()[0]
    done = process("play", EXAMPLE, "--seed", "1", "--json", text=f"{move}\nquit\n")
    assert done.returncode == 0
    told = json.loads(done.stdout)
    assert told["moves"][0] == move
    assert len(told["moves"]) == 2
