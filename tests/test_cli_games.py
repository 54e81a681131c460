"""The command line on every game there is, in pipes and at a terminal."""

from __future__ import annotations

import functools
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import plyground
from plyground import cli

GAMES = [info.id for info in plyground.games()]
COMMAND = [sys.executable, "-m", "plyground"]
PLAIN = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "TTY_COMPATIBLE")}
NODES = 200_000
"""As many nodes as a test may count."""

posix = pytest.mark.skipif(os.name != "posix", reason="signals and pseudo-terminals as on Unix")


class Run(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        assert self.out.count("\n") == 1
        return json.loads(self.out)


Command = Callable[..., Run]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Runs the command line in this process, `stdin` piped in."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)

    def invoke(*arguments: object, stdin: str = "") -> Run:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            cli.app([str(argument) for argument in arguments], prog_name="plyground")
        assert isinstance(ended.value.code, int)
        return Run(ended.value.code, *capsys.readouterr())

    return invoke


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The command line with the toy games as its games."""
    module = pytest.importorskip("plyground._toys", reason="built without PLYGROUND_TOYS")
    monkeypatch.setattr(cli, "engine", module)
    return module


def depth_for(state: plyground.State) -> int:
    """How deep perft can go within a test."""
    depth = 1
    while depth < 3 and state.count_moves() ** (depth + 1) <= NODES:
        depth += 1
    return depth


def counts(state: plyground.State, depth: int) -> bool | None:
    """Whether perft comes to an end within a third of a second; None if it overflows."""

    class LongEnough(Exception):
        pass

    def stop(done: float) -> None:
        if time.monotonic() - begin > 0.3:
            raise LongEnough

    begin = time.monotonic()
    try:
        state.perft(depth, progress=stop)
    except LongEnough:
        return False
    except OverflowError:
        return None
    return True


def failed(result: Run) -> bool:
    """Whether the command ended with one line that says why."""
    return result.code == 1 and result.out == "" and re.fullmatch(r"error: .+\n", result.err) is not None


# ---- What there is


def test_games(run: Command) -> None:
    result = run("games")
    assert (result.code, result.err) == (0, "")
    header, *lines = result.out.splitlines()
    assert header.split() == ["game", "title", "players", "options"]
    assert [line.split()[0] for line in lines] == GAMES
    for info, line in zip(plyground.games(), lines, strict=True):
        assert info.title in line
        assert all(f"{name} = {cli.value_text(option.default)}" in line for name, option in info.options.items())


def test_games_json(run: Command) -> None:
    for info, row in zip(plyground.games(), run("games", "--json").document, strict=True):
        assert (row["id"], row["title"], tuple(row["players"])) == (info.id, info.title, info.players)
        assert {name: option["default"] for name, option in row["options"].items()} == {
            name: option.default for name, option in info.options.items()
        }


def test_option_texts() -> None:
    assert cli.option_text("a", plyground.Option(True, (True, False), "")) == "a = true | false"
    assert cli.option_text("b", plyground.Option(3, (3, range(1, 10)), "")) == "b = 3 | 1..9"
    assert cli.option_text("c", plyground.Option(2, (range(2, 9, 2),), "")) == "c = 2 | 2..8 step 2"
    assert cli.option_text("d", plyground.Option(7.0, (7.0, plyground.HalfIntegers(-1, 9.5)), "")) == (
        "d = 7 | -1..9.5 step 0.5"
    )
    assert cli.option_text("e", plyground.Option("2x3", ("2x3", plyground.Sizes(2, 9)), "")) == "e = 2x3 | 2x2..9x9"
    assert cli.option_text("f", plyground.Option("x", ("x", plyground.FreeText("f:")), "")) == "f = x | f:..."


@pytest.mark.parametrize(
    ("players", "text"), [((2,), "2"), ((2, 3, 4), "2-4"), ((2, 4), "2, 4"), ((1, 2, 3, 6), "1, 2, 3, 6")]
)
def test_players_text(players: tuple[int, ...], text: str) -> None:
    assert cli.players_text(plyground.GameInfo("", "", players, {})) == text


# ---- Looking


@pytest.mark.parametrize("id", GAMES)
def test_show(run: Command, id: str) -> None:
    state = plyground.Game(id).start(3)
    shown = run("show", id, "--seed", 3)
    assert (shown.code, shown.err) == (0, "")
    assert str(state) in shown.out.splitlines()
    assert state.diagram().rstrip("\n") in shown.out
    document = run("show", id, "--seed", 3, "--json").document
    assert document["position"] == str(state)
    assert document["diagram"] == state.diagram()
    assert document["current_player"] == state.current_player
    assert document["count"] == state.count_moves()
    assert document["result"] is None


@pytest.mark.parametrize("id", GAMES)
def test_show_a_position(run: Command, id: str) -> None:
    state = plyground.Game(id).start().playout(seed=5, max_plies=8)
    document = run("show", id, "--position", str(state), "--json").document
    assert document["position"] == str(state)
    again = plyground.Game(id).parse(str(state))
    assert document["is_over"] == again.is_over
    if again.result is not None:
        assert document["result"]["reason"] == again.result.reason


@pytest.mark.parametrize("id", GAMES)
def test_show_a_finished_game(run: Command, id: str) -> None:
    game = plyground.Game(id)
    ends = (game.start(seed).playout(seed) for seed in range(50))
    state = next((s for s in ends if game.parse(str(s)).is_over), None)
    if state is None:
        pytest.skip("no random game ended by the rules")
    result = game.parse(str(state)).result
    assert result is not None
    text = run("show", id, "--position", str(state)).out
    assert f"({result.reason})" in text
    assert ("draw" if not result.winners else "win") in text.splitlines()[-1]


@pytest.mark.parametrize("id", GAMES)
def test_moves(run: Command, id: str) -> None:
    state = plyground.Game(id).start()
    listed = run("moves", id)
    document = run("moves", id, "--json").document
    assert document["moves"] == state.legal_moves()
    if state.current_player == plyground.CHANCE:
        rows = [(text, str(chances)) for text, chances in state.outcomes()]
        assert [tuple(line.split()) for line in listed.out.splitlines()[1:]] == rows
        assert [(row["move"], row["probability"]) for row in document["outcomes"]] == rows
    else:
        assert listed.out.splitlines() == state.legal_moves()
        assert "outcomes" not in document


# ---- Counting


@pytest.mark.parametrize("id", GAMES)
def test_perft(run: Command, id: str) -> None:
    state = plyground.Game(id).start(2)
    depth = depth_for(state)
    nodes = state.perft(depth)
    document = run("perft", id, depth, "--seed", 2, "--json").document
    assert (document["nodes"], document["depth"], document["position"]) == (nodes, depth, str(state))
    assert document["nodes_per_second"] > 0
    assert "divide" not in document
    text = run("perft", id, depth, "--seed", 2, "--threads", 2)
    assert re.fullmatch(rf"{nodes} nodes, [0-9.]+ s, [0-9]+ nodes/s\n", text.out)
    assert text.err == ""


@pytest.mark.parametrize("id", GAMES)
def test_divide(run: Command, id: str) -> None:
    state = plyground.Game(id).start()
    depth = depth_for(state)
    parts = state.divide(depth)
    document = run("perft", id, depth, "--divide", "--json").document
    assert document["divide"] == parts
    assert document["nodes"] == state.perft(depth)
    lines = run("perft", id, depth, "--divide").out.splitlines()
    assert lines[:-1] == [f"{text}: {nodes}" for text, nodes in parts.items()]


@pytest.mark.parametrize("id", GAMES)
def test_perft_of_the_reference(run: Command, id: str) -> None:
    document = run("perft", id, 1, "--reference", "--divide", "--json").document
    assert document["engine"] == "reference"
    assert document["nodes"] == plyground.Game(id).start().perft(1)


@pytest.mark.parametrize("id", GAMES)
def test_playouts(run: Command, id: str) -> None:
    totals = plyground.Game(id).start(7).playouts(20, seed=7)
    document = run("playouts", id, 20, "--seed", 7, "--threads", 2, "--json").document
    expected = json.loads(json.dumps(asdict(totals)))
    assert {name: document[name] for name in expected} == expected
    assert document["mean_plies"] == totals.mean_plies
    text = run("playouts", id, 20, "--seed", 7).out
    assert f"20 games, {totals.plies} plies" in text or f"{totals.cut} cut" in text
    assert [line.split()[2] for line in text.splitlines() if line.startswith("player")] == [str(w) for w in totals.wins]


@pytest.mark.parametrize("id", GAMES)
def test_playouts_are_cut(run: Command, id: str) -> None:
    document = run("playouts", id, 5, "--max-plies", 1, "--json").document
    assert document["longest"] == 1
    assert document["cut"] == document["draws"] == 5


@pytest.mark.parametrize("id", GAMES)
def test_playouts_of_the_reference(run: Command, id: str) -> None:
    document = run("playouts", id, 1, "--max-plies", 4, "--reference", "--json").document
    assert (document["engine"], document["games"], document["plies"]) == ("reference", 1, document["longest"])
    # Some games can be over sooner.
    assert document["longest"] == 4 or (0 < document["longest"] < 4 and document["cut"] == 0)


@pytest.mark.parametrize("id", GAMES)
def test_bench(run: Command, id: str) -> None:
    (row,) = run("bench", id, "--seconds", 0.002, "--json").document
    assert row["game"] == id
    assert row["nodes"] == plyground.Game(id).start().perft(row["depth"])
    for rates in (row["perft"], row["playouts"]):
        assert rates["ratio"] == pytest.approx(rates["core"] / rates["reference"])


def test_bench_prints_a_table(run: Command) -> None:
    header, line = run("bench", GAMES[0], "--seconds", 0.002).out.splitlines()
    assert header.split()[0] == "game"
    assert len(line.split()) == len(header.split()) == 8


def test_bench_tells_when_core_and_reference_disagree(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    perft = cli.reference.State.perft
    monkeypatch.setattr(cli.reference.State, "perft", lambda self, depth: perft(self, depth) + 1)
    result = run("bench", GAMES[0], "--seconds", 0.002)
    assert failed(result)
    assert "in the reference" in result.err


# ---- Playing


def played(document: dict[str, Any]) -> plyground.State:
    """The last state of a game that `play --json` tells of."""
    return plyground.Game(document["game"]).start(document["seed"]).apply(document["moves"])


@pytest.mark.parametrize("id", GAMES)
def test_random_players(run: Command, id: str) -> None:
    options = ("play", id, "--player", "random", "--seed", 4, "--max-plies", 30, "--json")
    result = run(*options)
    assert result.code == 0
    document = result.document
    assert set(document["players"]) == {"random"}
    state = played(document)
    assert str(state) == document["position"]
    assert document["ended"] == ("over" if state.is_over else "ply limit")
    assert (document["result"] is None) != state.is_over
    assert run(*options).document == document


@pytest.mark.parametrize("id", GAMES)
def test_random_players_end(run: Command, id: str) -> None:
    result = run("play", id, "--player", "random", "--seed", 1)
    assert result.code == 0
    assert re.search(r"(wins?|draw) \(|ply limit after \d+ plies", result.out.splitlines()[-1])


@pytest.mark.parametrize("id", GAMES)
def test_people_play_by_number_and_text(run: Command, id: str) -> None:
    people = [word for _ in range(plyground.Game(id).players) for word in ("--player", "human")]
    by_number = run("play", id, *people, "--seed", 2, "--json", stdin="#0\n" * 40)
    assert by_number.code == 0
    document = by_number.document
    state = played(document)
    assert document["ended"] == ("over" if state.is_over else "end of input")
    assert len(document["moves"]) >= 1

    # The texts of the same moves, typed; what chance rolled is not typed again.
    at = plyground.Game(id).start(2)
    typed = []
    for text in document["moves"]:
        if at.current_player != plyground.CHANCE:
            typed.append(text)
        at = at.play(text)
    by_text = run("play", id, *people, "--seed", 2, "--json", stdin="\n".join(typed) + "\n")
    assert by_text.document["moves"][: len(document["moves"])] == document["moves"]


def has_decisions(id: str) -> bool:
    """Whether a player ever moves; where chance alone plays, nobody is asked."""
    state = plyground.Game(id).start()
    while not state.is_over:
        if state.current_player != plyground.CHANCE:
            return True
        state = state.play(0)
    return False


@pytest.mark.parametrize("id", GAMES)
def test_words_at_the_prompt(run: Command, id: str) -> None:
    people = [word for _ in range(plyground.Game(id).players) for word in ("--player", "human")]
    result = run("play", id, *people, stdin="help\nmoves\n\nshow\nno such move\n#999999999\n#x\nquit\n")
    assert result.code == 0
    if not has_decisions(id):
        return
    assert "resign" in result.out
    assert "#0 " in result.out
    assert result.out.count("(help lists the commands)") == 3
    assert result.out.splitlines()[-1].startswith("quit after")
    assert "Traceback" not in result.out + result.err

    resigned = run("play", id, *people, "--seed", 0, "--json", stdin="resign\n" * 2).document
    if resigned["result"] is not None:
        assert resigned["result"]["reason"] == "resignation"
    else:
        assert plyground.Game(id).players > 2
    drawn = run("play", id, *people, "--json", stdin="draw\n").document
    assert (drawn["ended"], drawn["result"]["reason"], drawn["result"]["winners"]) == ("over", "agreement", [])


def test_end_of_input(run: Command) -> None:
    result = run("play", GAMES[0])
    assert result.code == 0
    assert result.out.endswith("end of input\n")


def test_piped_input_is_echoed(run: Command) -> None:
    result = run("play", GAMES[0], stdin="moves\nquit\n")
    assert re.search(r"^player 0> moves$", result.out, re.MULTILINE)


def test_the_conversation_leaves_room_for_json(run: Command) -> None:
    result = run("play", GAMES[0], "--json", stdin="moves\n")
    assert result.document["ended"] == "end of input"
    assert "player 0> moves" in result.err


def test_seats(run: Command) -> None:
    assert run("play", GAMES[0], "--player", "nobody").code == 2
    assert run("play", GAMES[0], *("--player", "random") * 20).code == 2
    players = plyground.Game(GAMES[0]).players
    document = run("play", GAMES[0], "--json").document
    assert document["players"] == ["human"] + ["random"] * (players - 1)


# ---- Games with unusual contents


def test_toys(run: Command, toys: ModuleType) -> None:
    for info in toys.games():
        if info.id.startswith("wrong"):
            continue
        state = toys.Game(info.id).start()
        assert run("show", info.id, "--json").document["position"] == str(state)
        listed = run("moves", info.id, "--json")
        if state.count_moves() > cli.LONGEST_LIST:
            assert listed.code == 1
            assert "too many to list" in listed.document["error"]
        else:
            assert listed.document["moves"] == state.legal_moves()
        seats = ["--player", "random"]
        document = run("play", info.id, *seats, "--seed", 5, "--max-plies", 12, "--json").document
        assert str(toys.Game(info.id).start(5).apply(document["moves"])) == document["position"]
        people = ["--player", "human"] * state.game.players
        assert run("play", info.id, *people, stdin="moves\nresign\nquit\n").code == 0
    assert [row["id"] for row in run("games", "--json").document] == [info.id for info in toys.games()]


def test_uneven_outcomes(run: Command, toys: ModuleType) -> None:
    """Chance rolls by the weights: the shares of each outcome of the first roll that has uneven ones."""
    for info in toys.games():
        state = toys.Game(info.id).start()
        if info.id.startswith("wrong") or state.current_player != plyground.CHANCE:
            continue
        outcomes = dict(state.outcomes())
        if len(set(outcomes.values())) == 1 or len(outcomes) > 20:
            continue
        match = cli._Match(state, [], 11, to_stderr=False)
        rolls = [match._roll() for _ in range(2000)]
        for text, chances in outcomes.items():
            spread = float(2000 * chances * (1 - chances)) ** 0.5
            assert abs(rolls.count(text) - float(2000 * chances)) <= 5 * spread
        return
    pytest.fail("no toy begins with an uneven roll")


def test_large_counts_are_exact(run: Command, toys: ModuleType) -> None:
    exact = 0
    for info in toys.games():
        state = toys.Game(info.id).start()
        if state.count_moves() > 20 or counts(state, 2) is not True or (nodes := state.perft(2)) < 2**53:
            continue
        exact += 1
        assert run("perft", info.id, 2).out.split()[0] == str(nodes)
        assert run("perft", info.id, 2, "--json").document["nodes"] == nodes
    assert exact > 0


def test_lexicon_without_word_games(run: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cli, "LEXICON", "no such resource")
    for command in ("info", "build"):
        assert failed(run("lexicon", command, tmp_path / "words.txt"))
        assert run("lexicon", command, tmp_path / "words.txt", "--json").document["kind"] == "Error"


# ---- What can be wrong


@pytest.mark.parametrize("command", ["show", "moves", "perft", "playouts", "play", "bench"])
def test_no_such_game(run: Command, command: str) -> None:
    number = [1] if command in ("perft", "playouts") else []
    for spec in ("no_game", "", "[b]", f"{GAMES[0]}:no_option=1", f"{GAMES[0]}:x", "\x1b", "\udcff", "a" * 10_000):
        result = run(command, spec, *number)
        assert failed(result), result
        document = run(command, spec, *number, "--json").document
        assert document["kind"] == "OptionError"
        assert f"error: {document['error']}\n" == result.err


@pytest.mark.parametrize("command", ["show", "moves", "perft", "playouts", "play"])
def test_no_such_position(run: Command, command: str) -> None:
    number = [1] if command in ("perft", "playouts") else []
    for text in ("", "[bold]x[/bold]", "\n", "\udcff", "9" * 100_000, "-", "é"):
        result = run(command, GAMES[0], *number, "--position", text)
        assert failed(result), result
        assert run(command, GAMES[0], *number, "--position", text, "--json").document["kind"] == "TextError"
    assert "[bold]x[/bold]" in run(command, GAMES[0], *number, "--position", "[bold]x[/bold]").err


def test_usage_errors_show_what_was_typed(run: Command) -> None:
    for arguments in (("show", GAMES[0], "[red]"), ("[red]",), ("perft", GAMES[0], "[red]")):
        result = run(*arguments)
        assert (result.code, result.out) == (2, "")
        assert "[red]" in result.err or arguments[0] == "perft"
        assert "Traceback" not in result.err


def test_wrong_numbers_for_the_reference(run: Command) -> None:
    for arguments in (("perft", 256), ("perft", 1, "--threads", 0), ("playouts", 0), ("playouts", 1, "--seed", -1)):
        command, *rest = arguments
        assert failed(run(command, GAMES[0], *rest, "--reference"))
    assert failed(run("perft", GAMES[0], 10**30))
    assert failed(run("playouts", GAMES[0], 10**30))
    assert failed(run("play", GAMES[0], "--max-plies", 0))
    assert failed(run("play", GAMES[0], "--seed", -1))


# ---- As a process


def process(*arguments: object, **options: Any) -> subprocess.Popen[str]:
    """The command line as a process of its own, with pipes."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    defaults = {"env": PLAIN, "encoding": "utf-8", **pipes}
    return subprocess.Popen([*COMMAND, *map(str, arguments)], **defaults | options)


def test_as_a_module() -> None:
    with process("--version") as running:
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (0, f"plyground {plyground.__version__}\n", "")


def test_input_that_is_no_text() -> None:
    environment = PLAIN | {"PYTHONIOENCODING": "utf-8"}
    with process("play", GAMES[0], "--json", encoding=None, env=environment) as running:
        out, err = running.communicate(b"\xff\xfe\nmoves\n", timeout=60)
    assert running.returncode == 0, err
    assert json.loads(out)["ended"] == "end of input"


def test_output_that_cannot_be_shown() -> None:
    with process("games", env=PLAIN | {"PYTHONIOENCODING": "ascii"}) as running:
        out, err = running.communicate(timeout=60)
    assert (running.returncode, err) == (0, "")
    assert out.isascii()


@posix
def test_closed_pipe() -> None:
    with process("moves", GAMES[0], stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        running.stdout.close()
        assert running.stderr is not None
        assert "Traceback" not in running.stderr.read()


def long_perft() -> tuple[str, int]:
    """A game and a depth whose perft takes longer than a test waits."""
    return next((id, 14) for id in GAMES if counts(plyground.Game(id).start(), 14) is False)


@functools.cache
def start_up() -> float:
    """How long a command takes to get going on this machine, busy as it is."""
    begin = time.monotonic()
    with process("--version", start_new_session=True) as running:
        running.communicate(timeout=60)
    return time.monotonic() - begin


def interrupted(*arguments: object) -> None:
    """Asserts that Ctrl-C ends this command promptly, quietly, with 130."""
    wait = 1 + 3 * start_up()
    with process(*arguments, start_new_session=True) as running:
        time.sleep(wait)
        assert running.poll() is None, "it ended by itself"
        begin = time.monotonic()
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert time.monotonic() - begin < 3 + wait
    assert (running.returncode, out) == (130, "")
    assert "Traceback" not in err


@posix
@pytest.mark.parametrize("options", [(), ("--threads", 2), ("--divide", "--json"), ("--reference",)])
def test_ctrl_c_stops_perft(options: tuple[object, ...]) -> None:
    interrupted("perft", *long_perft(), *options)


@posix
@pytest.mark.parametrize("options", [(), ("--threads", 2), ("--json",)])
def test_ctrl_c_stops_playouts(options: tuple[object, ...]) -> None:
    interrupted("playouts", GAMES[0], 2**40, *options)


@posix
def test_ctrl_c_at_the_prompt() -> None:
    interrupted("play", GAMES[0], "--json")


def at_a_terminal(*arguments: object, stop_after: float | None = None) -> tuple[int, str]:
    """Runs the command with a pseudo-terminal for everything; exit code and what it showed."""
    import pty

    ours, theirs = pty.openpty()
    environment = PLAIN | {"TERM": "xterm", "COLUMNS": "100", "LINES": "30"}
    with process(
        *arguments, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    ) as running:
        os.close(theirs)
        begin = time.monotonic()
        shown = b""
        while True:
            if stop_after is not None and time.monotonic() - begin > stop_after:
                os.killpg(running.pid, signal.SIGINT)
                stop_after = None
            try:
                part = os.read(ours, 4096)
            except OSError:  # how a closed pseudo-terminal reads
                break
            if not part:
                break
            shown += part
    os.close(ours)
    return running.returncode, shown.decode()


@posix
def test_tables_at_a_terminal() -> None:
    code, shown = at_a_terminal("games")
    assert code == 0
    assert "─" in shown
    code, shown = at_a_terminal("playouts", GAMES[0], 12345)
    assert code == 0
    assert "12,345 games" in shown
    code, shown = at_a_terminal("moves", GAMES[0])
    assert code == 0
    first = plyground.Game(GAMES[0]).start().legal_moves()[0]
    assert f"#0 {first}" in shown or "probability" in shown


@posix
def test_json_at_a_terminal() -> None:
    code, shown = at_a_terminal("games", "--json")
    assert code == 0
    assert [row["id"] for row in json.loads(shown)] == GAMES


@posix
def test_progress_at_a_terminal_only() -> None:
    code, shown = at_a_terminal("playouts", GAMES[0], 2**40, stop_after=2 + 3 * start_up())
    assert code == 130
    assert f"{2**40} games" in shown
    assert "━" in shown
    assert "Traceback" not in shown
