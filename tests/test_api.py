"""What a user types: arguments and their errors, values, interruption. Examples are toys or named in conftest.py."""

from __future__ import annotations

import copy
import inspect
import pickle
import signal
import subprocess
import sys
import threading
import time
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from conftest import CHANCE_EXAMPLE, EXAMPLE, WIDE_EXAMPLE

import plyground
from plyground import CHANCE, OVER, Error, GameInfo, IllegalMove, OptionError, Playouts, Result, TextError, reference

# ----------------------------------------------------------------------------------------------------
# Names, types, errors


def test_exceptions_are_value_errors():
    for kind in (TextError, IllegalMove, OptionError):
        assert issubclass(kind, Error)
    assert issubclass(Error, ValueError)
    assert (CHANCE, OVER) == (-1, -2)


def test_everything_public_is_there_and_documented():
    for name in plyground.__all__:
        thing = getattr(plyground, name)
        if inspect.isclass(thing) or callable(thing):
            assert inspect.getdoc(thing), name
    for kind in (plyground.Game, plyground.State, plyground.Batch):
        for name, member in vars(kind).items():
            if not name.startswith("_"):
                assert inspect.getdoc(member), f"{kind.__name__}.{name}"


def test_reference_has_the_same_words():
    for kind in (plyground.Game, plyground.State):
        twin = getattr(reference, kind.__name__)
        public = {name for name in dir(kind) if not name.startswith("_")}
        # Conveniences of the core that the design does not ask of the reference.
        only_core = {"batch", "move_text", "actions", "info", "title", "ply_limit", "longest_game"}
        assert public - only_core <= set(dir(twin))


def test_games_are_listed_by_id():
    infos = plyground.games()
    assert all(isinstance(info, GameInfo) for info in infos)
    ids = [info.id for info in infos]
    assert ids == sorted(ids)
    assert len(set(ids)) == len(ids)
    for info in infos:
        game = plyground.Game(info.id)
        assert game.info == info
        assert game.title == info.title
        assert game.spec == game.id == info.id
        assert game.options == {name: option.default for name, option in info.options.items()}
        assert all(option.doc.strip() for option in info.options.values())
        assert info.players == tuple(sorted(set(info.players)))


def test_unknown_game_names_the_known_ones():
    with pytest.raises(OptionError, match=EXAMPLE):
        plyground.Game("no_such_game")
    for wrong in (None, 1, b"x", ["x"]):
        with pytest.raises(TypeError):
            plyground.Game(wrong)
    with pytest.raises(TypeError):
        plyground.Game()
    with pytest.raises(TypeError):
        plyground.Game(EXAMPLE, "x")
    with pytest.raises(OptionError):
        plyground.Game("\ud800")
    with pytest.raises(OptionError, match="no option"):
        plyground.Game(EXAMPLE, nothing=1)


def test_classes_are_not_made_by_hand():
    for kind in (plyground.State, plyground.Batch):
        with pytest.raises(TypeError):
            kind()


def test_states_are_immutable(example):
    state = example.start()
    for name in ("current_player", "is_over", "result", "game", "nothing"):
        with pytest.raises(AttributeError):
            setattr(state, name, 1)
    with pytest.raises(AttributeError):
        example.spec = "x"
    with pytest.raises(TypeError):
        plyground.State.play = None
    options = example.options
    options.clear()
    assert example.options


NO_INTEGERS = [
    None,
    1.0,
    "1",
    b"1",
    [1],
    (),
    1j,
    Decimal(1),
    Fraction(1),
    object(),
    True,
    False,
    np.bool_(True),
    np.float64(1),
    np.array([1, 2]),
]


@pytest.mark.parametrize("wrong", NO_INTEGERS, ids=lambda wrong: type(wrong).__name__)
def test_wrong_types(example, wrong):
    state = example.start()
    calls = [
        lambda: state.perft(wrong),
        lambda: state.divide(wrong),
        lambda: state.playouts(wrong),
        lambda: example.batch(wrong),
        lambda: state.move_text(wrong),
        lambda: example.batch(1).state(wrong),
    ]
    if wrong is not None:
        calls += [
            lambda: state.perft(1, threads=wrong),
            lambda: state.perft(1, wrong),
            lambda: state.divide(1, threads=wrong),
            lambda: state.playouts(1, seed=wrong),
            lambda: state.playouts(1, threads=wrong),
            lambda: state.playouts(1, max_plies=wrong),
            lambda: state.playout(wrong),
            lambda: state.playout(max_plies=wrong),
            lambda: state.resign(wrong),
            lambda: example.start(wrong),
            lambda: example.batch(1, seed=wrong),
            lambda: example.batch(1, max_plies=wrong),
        ]
    if not isinstance(wrong, str):
        calls += [lambda: state.play(wrong), lambda: state.apply([wrong]), lambda: example.parse(wrong)]
    for call in calls:
        with pytest.raises(TypeError):
            call()


WORD = 2**64


@pytest.mark.parametrize(
    ("argument", "wrong"),
    [
        *[("depth", value) for value in (-1, 256, 10**6, 2**31, 2**63, WORD, -WORD, 10**100)],
        *[("threads", value) for value in (-1, 0, 257, 2**32, WORD, 10**100)],
        *[("n", value) for value in (-1, 0, WORD, 2**63, 10**100)],
        *[("seed", value) for value in (-1, WORD, -WORD, 10**100)],
        *[("max_plies", value) for value in (-1, 0, WORD, 10**100)],
        *[("player", value) for value in (-1, -2, 2, 13, 256, 2**32, WORD)],
        *[("batch", value) for value in (-1, 0, 2**62, WORD)],
        *[("index", value) for value in (-1, 3, WORD)],
    ],
)
def test_wrong_values(example, argument, wrong):
    state = example.start()
    calls = {
        "depth": [lambda: state.perft(wrong), lambda: state.perft(depth=wrong), lambda: state.divide(wrong)],
        "threads": [
            lambda: state.perft(1, threads=wrong),
            lambda: state.perft(0, threads=wrong),
            lambda: state.divide(1, threads=wrong),
            lambda: state.playouts(1, threads=wrong),
        ],
        "n": [lambda: state.playouts(wrong)],
        "seed": [
            lambda: example.start(wrong),
            lambda: example.start(seed=wrong),
            lambda: state.playouts(1, seed=wrong),
            lambda: state.playout(wrong),
            lambda: example.batch(1, seed=wrong),
        ],
        "max_plies": [
            lambda: state.playouts(1, max_plies=wrong),
            lambda: state.playout(max_plies=wrong),
            lambda: example.batch(1, max_plies=wrong),
        ],
        "player": [lambda: state.resign(wrong), lambda: state.resign(player=wrong)],
        "batch": [lambda: example.batch(wrong)],
        "index": [lambda: example.batch(3).state(wrong)],
    }[argument]
    for call in calls:
        with pytest.raises(Error) as caught:
            call()
        assert not isinstance(caught.value, (IllegalMove, TextError, OptionError))
        assert len(str(caught.value)) < 300


def test_the_ends_of_the_ranges(example):
    state = example.start()
    assert state.perft(0) == state.perft(0, threads=256) == 1
    assert state.perft(2, threads=256) == state.perft(2)
    assert state.playouts(1, seed=WORD - 1, threads=256).games == 1
    assert example.start(WORD - 1) == example.start(0)
    assert state.playout(WORD - 1).is_over
    assert len(example.batch(1, seed=WORD - 1, max_plies=1)) == 1
    assert state.playouts(2, max_plies=2**60).games == 2
    with pytest.raises(Error):
        state.divide(0)


def test_numpy_integers_are_integers(example):
    state = example.start()
    assert state.play(np.int64(3)) == state.play(np.uint8(3)) == state.play(3)
    assert state.perft(np.int16(2)) == state.perft(2)
    assert example.start(np.uint64(5)) == example.start(5)
    assert state.playouts(np.int32(3)).games == 3
    assert len(example.batch(np.int64(2))) == 2


def test_keywords_and_positions(example):
    state = example.start()
    assert state.perft(2, 1) == state.perft(depth=2, threads=1)
    assert state.playouts(5, 7, 2, 9) == state.playouts(n=5, seed=7, threads=2, max_plies=9)
    assert state.playout(3, 9) == state.playout(seed=3, max_plies=9)
    assert state.resign(1) == state.resign(player=1)
    assert state.resign(None) == state.resign()
    assert example.start(7) == example.start(seed=7)
    for call in (
        lambda: state.perft(),
        lambda: state.perft(1, 1, None, 4),
        lambda: state.perft(1, depth=1),
        lambda: state.perft(1, deep=1),
        lambda: state.playouts(),
        lambda: state.playouts(1, games=1),
        lambda: state.play(),
        lambda: state.play("d", "d"),
        lambda: state.count_moves(1),
        lambda: state.legal_moves(1),
        lambda: state.diagram(1),
        lambda: state.resign(0, 1),
        lambda: state.resign(who=0),
        lambda: example.start(1, 2),
        lambda: example.parse(),
    ):
        with pytest.raises(TypeError):
            call()


# ----------------------------------------------------------------------------------------------------
# Playing


def test_play_by_text_and_by_index(example):
    state = example.start()
    moves = state.legal_moves()
    for i, move in enumerate(moves):
        assert state.play(move) == state.play(i)
    with pytest.raises(IllegalMove) as caught:
        state.play("no such move")
    assert "no such move" in str(caught.value)
    assert str(state) in str(caught.value)
    for index in (len(moves), -1, -len(moves), 2**63, -(2**63), 2**64, 10**40):
        with pytest.raises(IllegalMove) as caught:
            state.play(index)
        assert len(str(caught.value)) < 500
    for text in ("\ud800", "\x00", moves[0] + "\x00", "x" * 10**6, "é", "\n"):
        with pytest.raises(IllegalMove):
            state.play(text)


def test_apply(example):
    state = example.start()
    moves = state.legal_moves()
    assert state.apply([]) == state
    assert state.apply(iter([moves[0], 1])) == state.play(0).play(1)
    assert state.apply((moves[2],)) == state.play(2)
    assert state.apply(move for move in moves[:1]) == state.play(0)
    for wrong in (moves[0], "", 1, None, 1.5, True):
        with pytest.raises(TypeError):
            state.apply(wrong)
    with pytest.raises(IllegalMove):
        state.apply([moves[0], "nonsense"])
    with pytest.raises(TypeError):
        state.apply([moves[0], None])

    def broken():
        yield moves[0]
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        state.apply(broken())


def test_messages_of_finished_games(example):
    end = example.start().playout(1)
    assert end.is_over
    for call in (
        lambda: end.play(0),
        lambda: end.play("d"),
        lambda: end.play(-1),
        lambda: end.resign(),
        end.agree_draw,
    ):
        with pytest.raises(IllegalMove, match="over"):
            call()
    resigned = example.start().resign()
    with pytest.raises(IllegalMove, match="resignation"):
        resigned.play(0)
    with pytest.raises(IllegalMove, match="agreement"):
        example.start().agree_draw().play(example.start().legal_moves()[0])
    with pytest.raises(IllegalMove):
        end.move_text(0)


def test_resignation(example):
    start = example.start()
    first, second = start.resign(), start.play(0).resign()
    assert first.result == Result((1,), 1, (-1.0, 1.0), None, None, "resignation")
    assert second.result.winner == 0
    assert start.resign(1).result.winner == 0
    assert first.legal_moves() == []
    assert first.playout(9) == first
    assert first.playouts(4, seed=1) == Playouts(4, (0, 4), 0, 0, 0, 0, 0, 0, (-1.0, 1.0))
    assert start.agree_draw().playouts(4).draws == 4
    assert not start.is_over


def test_resignation_at_chance(chance_example):
    start = chance_example.start()
    assert start.current_player == CHANCE
    with pytest.raises(Error, match="named") as caught:
        start.resign()
    assert not isinstance(caught.value, IllegalMove)
    assert start.resign(0).result.winner == 1
    assert start.resign(1).result.winner == 0
    assert start.agree_draw().is_over


def test_index_and_text_at_chance(chance_example):
    start = chance_example.start()
    rows = start.outcomes()
    assert [text for text, _ in rows] == start.legal_moves()
    assert start.play(rows[0][0]) == start.play(0)
    assert sum(share for _, share in rows) == 1


# ----------------------------------------------------------------------------------------------------
# Values


def test_equality_and_hash(example):
    state = example.start()
    by_text = example.parse(str(state.play(3)))
    assert state.play(3) == by_text
    assert hash(state.play(3)) == hash(by_text)
    assert len({state, example.start(), state.play(1), state.play(1)}) == 2
    assert state != "x"
    assert state != str(state)
    assert state != example
    assert (state == None) is False  # noqa: E711
    with pytest.raises(TypeError):
        state < state  # noqa: B015
    other = plyground.Game(example.id, **{name: option.values[1] for name, option in example.info.options.items()})
    assert other != example
    assert other.start() != state
    assert state.resign(0) != state.resign(1) != state.agree_draw() != state
    assert len({state, state.resign(0), state.resign(1), state.agree_draw(), other.start()}) == 5
    assert plyground.Game(example.spec).start() == state
    assert example != example.spec


def test_verdicts_are_kept(example):
    state = example.start().play(0)
    for end in (state.resign(), state.resign(0), state.agree_draw(), state.playout(1, max_plies=2)):
        for twin in (copy.copy(end), copy.deepcopy(end), pickle.loads(pickle.dumps(end))):
            assert twin == end
            assert hash(twin) == hash(end)
            assert twin.result == end.result
            assert twin.is_over
        assert not example.parse(str(end)).is_over


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle_protocols(example, protocol):
    state = example.start().play(2)
    assert pickle.loads(pickle.dumps(state, protocol)) == state
    assert pickle.loads(pickle.dumps(example, protocol)) == example
    states = pickle.loads(pickle.dumps([state, state.play(1)], protocol))
    assert states == [state, state.play(1)]


def test_pickles_that_were_tampered_with(example):
    restore, arguments = example.start().__reduce__()
    assert restore(*arguments) == example.start()
    game, text, counters, history, _ = arguments
    for wrong in (
        (game, "nonsense", counters, history, 0),
        (game, text, (1, 2, 3), history, 0),
        (game, text, counters, history, 200),
        (game, text, counters, history, -1),
    ):
        with pytest.raises(Error):
            restore(*wrong)
    for wrong in (
        (text, text, counters, history, 0),
        (),
        (game,),
        (game, 1, counters, history, 0),
        (game, text, counters, history, "x"),
    ):
        with pytest.raises(TypeError):
            restore(*wrong)
    for wrong in ((game, text, None, history, 0), (game, text, counters, [1], 0), (game, text, counters, [(-1, 0)], 0)):
        with pytest.raises((TypeError, Error, RuntimeError)):
            restore(*wrong)


def test_pickles_travel_between_processes(example):
    state = example.start().play(1).resign()
    code = "import pickle, sys; s = pickle.load(sys.stdin.buffer); print(s.game.spec, s.result.winner, s)"
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(state), capture_output=True, timeout=60, check=True
    )
    assert done.stdout.decode().strip() == f"{example.spec} {state.result.winner} {state}"


def test_texts(example):
    assert str(example.start()) in repr(example.start())
    assert example.spec in repr(example)
    assert "\n" in example.start().diagram()
    for wrong in ("", "nonsense", "\ud800", "\x00", "ä", "x" * 10**6, str(example.start()) + " "):
        with pytest.raises(TextError) as caught:
            example.parse(wrong)
        assert wrong == "\ud800" or example.spec in str(caught.value)
        assert len(str(caught.value)) < 500


def test_states_live_without_their_game():
    state = plyground.Game(EXAMPLE).start()
    for _ in range(50):
        state = state.play(0) if not state.is_over else state.game.start()
    assert state.game.spec == EXAMPLE


def test_a_long_game_is_dropped_without_recursion(toys):
    state = toys.Game("shuttle", repeat=0, quiet=0).start()
    cyclic = toys.Game("shuttle", ring=12, quiet=0, repeat=4).start()
    for _ in range(100_000):
        state = state.play("+")
    del state
    for i in range(30):
        cyclic = cyclic.play("+")
        assert not cyclic.is_over, i
    del cyclic


# ----------------------------------------------------------------------------------------------------
# Counting and playouts


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
def test_totals_do_not_depend_on_threads(example, chance_example, threads):
    for game, depth in ((example, 5), (chance_example, 4)):
        state = game.start(3)
        assert state.perft(depth, threads=threads) == state.perft(depth)
        assert state.divide(3, threads=threads) == state.divide(3)
        assert state.playouts(333, seed=8, threads=threads) == state.playouts(333, seed=8)


def test_playouts_types(example):
    totals = example.start().playouts(50, seed=2)
    assert isinstance(totals, Playouts)
    assert totals.games == 50
    assert sum(totals.wins) + totals.draws == 50
    assert totals.mean_plies == totals.plies / 50
    assert totals.mean_returns[0] == -totals.mean_returns[1] == (totals.wins[0] - totals.wins[1]) / 50
    assert totals != example.start().playouts(50, seed=3)


def test_progress(toys):
    seen: list[float] = []
    toys.Game("endless").start().perft(25, progress=seen.append)
    assert all(0 <= part <= 1 for part in seen)
    assert seen == sorted(seen)
    toys.Game("endless").start().playouts(30_000, max_plies=1000, progress=seen.append)
    assert seen

    def broken(part: float) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        toys.Game("endless").start().playouts(10**9, max_plies=1000, progress=broken)
    with pytest.raises(KeyError, match="mine"):
        toys.Game("endless").start().perft(60, threads=2, progress=broken)


def test_the_interpreter_runs_on_while_the_core_counts(toys):
    """Perft, playouts and batches release the lock: another thread gets on with its work."""
    state = toys.Game("endless").start()
    done = threading.Event()

    def count() -> None:
        state.perft(26)
        done.set()

    thread = threading.Thread(target=count)
    thread.start()
    turns = 0
    while not done.is_set() and turns < 3:
        time.sleep(0.001)
        turns += 1
    thread.join()
    assert turns >= 1


INTERRUPTED = {
    "perft": "plyground.Game({wide!r}).start().perft(5)",
    "perft by threads": "plyground.Game({wide!r}).start().perft(6, threads=2)",
    "divide": "plyground.Game({wide!r}).start().divide(5)",
    "playouts": "plyground.Game({example!r}).start().playouts(2**40)",
    "playouts by threads": "plyground.Game({wide!r}).start().playouts(2**40, threads=2)",
}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send to another process")
@pytest.mark.parametrize("work", INTERRUPTED)
def test_ctrl_c(work):
    call = INTERRUPTED[work].format(wide=WIDE_EXAMPLE, example=EXAMPLE, chance=CHANCE_EXAMPLE)
    assert stops_in_time(call, "import plyground")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send to another process")
@pytest.mark.parametrize("work", ["playout()", "playouts(2)", "playouts(3, threads=3)", "perft(60)"])
def test_ctrl_c_in_one_endless_game(toys, work):
    assert stops_in_time(f"plyground.Game('endless').start().{work}", "from plyground import _toys as plyground")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send to another process")
@pytest.mark.parametrize("work", ["legal_moves()", "actions()"])
def test_ctrl_c_in_a_list_without_end(toys, work):
    assert stops_in_time(f"plyground.Game('huge').start().{work}", "from plyground import _toys as plyground")


def stops_in_time(call: str, prelude: str) -> bool:
    """Sends Ctrl-C to a process that is in this call: does it give up in a second or two, on a machine at leisure?"""
    code = f"""
{prelude}
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    begin = time.monotonic()
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", code], **pipes) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            start_up = time.monotonic() - begin
            time.sleep(0.4 + start_up)
            assert process.poll() is None, "it ended by itself"
            process.send_signal(signal.SIGINT)
            sent = time.monotonic()
            out, err = process.communicate(timeout=60)
            assert out == "interrupted\n", err
            return time.monotonic() - sent < 1.5 + 5 * start_up
        finally:
            process.kill()


def test_module_is_where_it_should_be():
    assert Path(plyground._core.__file__).parent == Path(plyground.__file__).parent
    assert isinstance(plyground.__version__, str)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the size of the process is read from /proc")
def test_nothing_leaks(example, toys):
    """States, their shared histories, lists, batches: a hundred thousand of them must not stay."""
    shuttle = toys.Game("shuttle", quiet=0, repeat=4)
    wide = toys.Game("wide")

    def pages() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1])

    def work() -> None:
        for game in (example, shuttle):
            for seed in range(300):
                state = game.start()
                for step in range(30):
                    if state.is_over:
                        break
                    children = [state.play(i) for i in range(state.count_moves())]
                    pickle.loads(pickle.dumps(children[-1]))
                    state = children[(seed + step) % len(children)]
                    state.legal_moves()
                    with pytest.raises(IllegalMove):
                        state.play("nonsense")
                game.start().playout(seed)
        for _ in range(300):
            [wide.start().play(i) for i in range(10)]
            wide.start().legal_moves()
            wide.batch(10).play_random()
            game = toys.Game("word_pick")
            game.start().resign().result  # noqa: B018

    work()
    before = pages()
    work()
    work()
    assert pages() - before < 1000, "four megabytes stayed"
