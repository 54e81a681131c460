"""plyground beside public programs: `make peers`, or python bench/peers/run.py [--only WORD] [--pairs N] [--json FILE]

Each row runs ours and theirs in turn, A B A B, at least five times, on one thread; the ratio is the median over the
pairs. Times are CPU time: of this process, and for an engine in a process of its own that of the child (user and
system) less a run of depth 1, its start. Counts are checked in every run. What is not installed is named and skipped;
rows of games that this build does not have wait for them.

"Floor" is what plyground must reach, "reach" what it means to reach: times the peer's speed, but where a row says
"at most", times the cost of the unit it is compared with.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import platform
import random
import re
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

import plyground as ply

Work = Callable[[], tuple[float, float]]
"""Does something once; how many units, in how many seconds."""

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SET_UP = "125../34.../6...D/...CA/..BFE 0 - 0-0 0"
"""An einstein board with both players' cubes placed."""


class Missing(Exception):
    """A peer is not installed."""


@dataclass(frozen=True)
class Row:
    """One line of the table: what is compared, and how to do it once."""

    game: str
    measure: str
    unit: str
    floor: float
    reach: float
    ours: Callable[[], Work]
    peer: str
    theirs: Callable[[], Work]
    at_most: bool = False


@dataclass(frozen=True)
class Measured:
    """A row with what was found: medians of units a second, and of the ratio of the pairs."""

    game: str
    measure: str
    unit: str
    peer: str
    ours: float
    theirs: float
    ratio: float
    ratios: list[float]
    floor: float
    reach: float
    at_most: bool

    @property
    def verdict(self) -> str:
        """Whether floor and reach are met."""
        met = (lambda bound: self.ratio <= bound) if self.at_most else (lambda bound: self.ratio >= bound)
        return "reach" if met(self.reach) else "floor" if met(self.floor) else "MISSED"


def timed(count: Callable[[], float], expected: float | None = None, repeat: int = 1) -> Work:
    """Work in this process, long enough to time; its count must be the expected one, or else the same every time."""
    known = [expected] if expected is not None else []

    def work() -> tuple[float, float]:
        begin = time.process_time()
        counted = [count() for _ in range(repeat)]
        seconds = time.process_time() - begin
        known.extend(counted)
        if known.count(known[0]) != len(known):
            raise SystemExit(f"counted {counted}, not {known[0]}")
        return sum(counted), seconds

    return work


def for_a_while(count: Callable[[], float], seconds: float = 0.4) -> Work:
    """Random work that counts differently each time, repeated for some CPU time."""

    def work() -> tuple[float, float]:
        units = 0.0
        begin = time.process_time()
        while (spent := time.process_time() - begin) < seconds:
            units += count()
        return units, spent

    return work


# ---- Ours

REGISTERED = {info.id for info in ply.games()}


def is_registered(spec: str) -> bool:
    """Whether this build has the game."""
    return spec.partition(":")[0] in REGISTERED


def our_perft(spec: str, depth: int, nodes: int, position: str | None = None, repeat: int = 1) -> Work:
    if not is_registered(spec):
        raise Missing(f"plyground's {spec}")
    game = ply.Game(spec)
    state = game.start() if position is None else game.parse(position)
    return timed(lambda: state.perft(depth), nodes, repeat)


def our_playouts(spec: str, games: int, position: str | None = None, *, plies: bool = False) -> Work:
    game = ply.Game(spec)
    state = game.start() if position is None else game.parse(position)
    return timed(lambda: state.playouts(games, seed=1).plies if plies else state.playouts(games, seed=1).games)


def our_decisions(spec: str, games: int) -> Work:
    """Moves of players in random games; what chance does is in the time, not in the count."""
    state = ply.Game(spec).start()

    def count() -> int:
        played = state.playouts(games, seed=1)
        return played.plies - played.chance_plies

    return timed(count)


def our_loop(spec: str, position: str | None = None) -> Work:
    """The loop that everybody writes: count, choose an index, play."""
    game = ply.Game(spec)
    first = game.start() if position is None else game.parse(position)
    choose = random.Random(1).random

    def one_game() -> int:
        state, turns = first, 0
        while count := state.count_moves():
            state = state.play(int(choose() * count))
            turns += 1
        return turns

    return for_a_while(one_game)


def our_python_perft(spec: str, depth: int, nodes: int, repeat: int) -> Work:
    def perft(state: ply.State, depth: int) -> int:
        if depth == 1:
            return state.count_moves()
        return sum(perft(state.play(i), depth - 1) for i in range(state.count_moves()))

    start = ply.Game(spec).start()
    return timed(lambda: perft(start, depth), nodes, repeat)


# ---- Theirs


def program(name: str) -> str | None:
    """Where an engine is; Debian puts its games where few paths lead."""
    return shutil.which(name, path=os.environ.get("PATH", "") + os.pathsep + "/usr/games")


def uci(name: str, position: str, depth: int, nodes: int, variant: str | None = None) -> Work:
    """`go perft` of an engine. One that does not know the variant silently plays chess: the count tells."""
    path = program(name)
    if path is None or not hasattr(os, "wait4"):
        raise Missing(name)
    set_up = f"setoption name UCI_Variant value {variant}\n" if variant is not None else ""

    def run(depth: int) -> tuple[int, float]:
        engine = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert engine.stdin is not None
        assert engine.stdout is not None
        engine.stdin.write(f"{set_up}position {position}\ngo perft {depth}\nquit\n")
        engine.stdin.close()
        output = engine.stdout.read()
        engine.stdout.close()
        _, status, usage = os.wait4(engine.pid, 0)
        engine.returncode = os.waitstatus_to_exitcode(status)
        found = re.search(r"Nodes searched\s*:\s*(\d+)", output)
        assert found is not None, output
        return int(found[1]), usage.ru_utime + usage.ru_stime

    start_up = min(run(1)[1] for _ in range(3))

    def work() -> tuple[float, float]:
        counted, seconds = run(depth)
        if counted != nodes:
            raise SystemExit(f"{name} {variant or ''} counted {counted}, not {nodes}")
        return counted, max(seconds - start_up, 1e-3)

    return work


def rust_reversi(depth: int, nodes: int) -> Work:
    try:
        from rust_reversi import Board
    except ImportError:
        raise Missing("rust-reversi") from None

    def perft(board: Any, depth: int) -> int:
        if board.is_game_over():
            return 0
        if board.is_pass():
            if depth == 1:
                return 1
            child = board.clone()
            child.do_pass()
            return perft(child, depth - 1)
        moves = board.get_legal_moves_vec()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            child = board.clone()
            child.do_move(move)
            total += perft(child, depth - 1)
        return total

    return timed(lambda: perft(Board(), depth), nodes)


def bitbully(depth: int, nodes: int) -> Work:
    try:
        from bitbully import Board
    except ImportError:
        raise Missing("bitbully") from None

    def perft(board: Any, depth: int) -> int:
        moves = board.legal_moves()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            child = board.copy()
            child.play(move)
            if not child.has_win():
                total += perft(child, depth - 1)
        return total

    return timed(lambda: perft(Board(), depth), nodes, repeat=4)


def python_chess(depth: int, nodes: int) -> Work:
    try:
        import chess
    except ImportError:
        raise Missing("chess") from None

    def perft(board: Any, depth: int) -> int:
        if depth == 1:
            return int(board.legal_moves.count())
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += perft(board, depth - 1)
            board.pop()
        return total

    return timed(lambda: perft(chess.Board(), depth), nodes)


def cozy_chess(depth: int, nodes: int) -> Work:
    try:
        import cozy_chess
    except ImportError:
        raise Missing("cozy-chess-py") from None

    def perft(board: Any, depth: int) -> int:
        moves = list(board.generate_moves())
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            child = copy.copy(board)
            child.play_unchecked(move)
            total += perft(child, depth - 1)
        return total

    return timed(lambda: perft(cozy_chess.Board.startpos(), depth), nodes, repeat=10)


def cshogi(depth: int, nodes: int) -> Work:
    try:
        from cshogi import Board, LegalMoveList
    except ImportError:
        raise Missing("cshogi") from None

    def perft(board: Any, depth: int) -> int:
        if depth == 1:
            return len(LegalMoveList(board))
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += perft(board, depth - 1)
            board.pop()
        return total

    return timed(lambda: perft(Board(), depth), nodes, repeat=4)


def dame_rs(depth: int, nodes: int) -> Work:
    try:
        import dame
    except ImportError:
        raise Missing("dame-rs") from None
    return timed(lambda: dame.perft(dame.Board(), depth), nodes)


class OpenSpiel:
    """A game of open_spiel from its start, or after the first chance outcomes (`set_up` of them)."""

    def __init__(self, name: str, set_up: int = 0) -> None:
        try:
            import pyspiel
        except ImportError:
            raise Missing("open_spiel") from None
        self.module = pyspiel
        self.game = pyspiel.load_game(name)
        self.first = self.game.new_initial_state()
        for _ in range(set_up):
            self.first.apply_action(self.first.chance_outcomes()[0][0])
        self._choose = random.Random(1).random

    def one_game(self) -> int:
        """A random game through Python; its actions, chance outcomes included."""
        state, actions, choose = self.first.clone(), 0, self._choose
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(choose() * len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(choose() * len(legal))])
            actions += 1
        return actions


def naive_loop(name: str, *, set_up: int = 0, actions_a_turn: int = 1) -> Work:
    """The same loop as ours; an action may be part of a turn."""
    spiel = OpenSpiel(name, set_up)
    return for_a_while(lambda: spiel.one_game() / actions_a_turn)


def rollouts(name: str, *, set_up: int = 0, plies: bool = False) -> Work:
    """Random games inside its C++: one search of one simulation whose evaluation is a number of rollouts.

    The rollouts do not tell how long they were; for plies the mean length of games through Python stands in.
    """
    spiel = OpenSpiel(name, set_up)
    length = 1.0
    if plies:
        begin, lengths = time.process_time(), []
        while time.process_time() - begin < 3:
            lengths.append(spiel.one_game())
        length = statistics.mean(lengths)

    def run(games: int, seed: int) -> float:
        evaluator = spiel.module.RandomRolloutEvaluator(games, seed)
        bot = spiel.module.MCTSBot(spiel.game, evaluator, 1.0, 1, 10, False, seed, False)
        begin = time.process_time()
        bot.mcts_search(spiel.first)
        return max(time.process_time() - begin, 1e-6)

    games = max(1, int(0.4 / (run(20, 1) / 20)))
    seeds = iter(range(2, 1_000_000))
    return lambda: (games * length, run(games, next(seeds)))


# ---- The table

CHESS5 = partial(our_perft, "chess", 5, 4865609, repeat=20)
OWN = "own chess perft 5, nodes"
MINI_SHOGI6 = partial(our_perft, "mini_shogi", 6, 8276188, repeat=10)
INTERNATIONAL9 = partial(our_perft, "international_draughts", 9, 41022423, repeat=4)
FAIRY = "fairy-stockfish"

# fmt: off
ROWS = [
    Row("chess", "perft 6, start", "nodes", 1.5, 3,
        partial(our_perft, "chess", 6, 119060324), "stockfish",
        partial(uci, "stockfish", f"fen {START}", 6, 119060324)),
    Row("chess", "perft 5, kiwipete", "nodes", 2, 6,
        partial(our_perft, "chess", 5, 193690690, KIWIPETE), "stockfish",
        partial(uci, "stockfish", f"fen {KIWIPETE}", 5, 193690690)),
    Row("reversi", "perft 10", "nodes", 35, 50,
        partial(our_perft, "reversi", 10, 24571056, repeat=3), "rust-reversi, Python loop, perft 9",
        partial(rust_reversi, 9, 3005288)),
    Row("four_in_a_row", "perft 10", "nodes", 200, 300,
        partial(our_perft, "four_in_a_row", 10, 268031646), "bitbully, Python loop, perft 6",
        partial(bitbully, 6, 117649)),
    Row("four_in_a_row", "playouts", "games", 40, 60,
        partial(our_playouts, "four_in_a_row", 1_000_000), "open_spiel", partial(rollouts, "connect_four")),
    Row("hex", "playouts", "games", 20, 60,
        partial(our_playouts, "hex", 200_000), "open_spiel", partial(rollouts, "hex(board_size=11)")),
    Row("go:size=9", "random play", "plies", 8, 12,
        partial(our_playouts, "go:size=9", 20_000, plies=True), "open_spiel",
        partial(rollouts, "go(board_size=9)", plies=True)),
    Row("go:size=19", "random play", "plies", 25, 40,
        partial(our_playouts, "go:size=19", 2_000, plies=True), "open_spiel",
        partial(rollouts, "go(board_size=19)", plies=True)),
    Row("amazons", "playouts", "games", 2, 5,
        partial(our_playouts, "amazons", 20_000), "open_spiel, three actions a turn", partial(rollouts, "amazons")),
    Row("amazons", "perft 2", "leaves", 3, 6,
        partial(our_perft, "amazons", 2, 4307152, repeat=40), OWN, CHESS5),
    Row("einstein", "playouts, set up", "games", 10, 25,
        partial(our_playouts, "einstein", 300_000, SET_UP), "open_spiel",
        partial(rollouts, "einstein_wurfelt_nicht", set_up=3)),  # its search starts where a player moves: die rolled
    Row("dvonn", "playouts, time of a move", "moves", 60, 25,
        partial(our_playouts, "dvonn", 20_000, plies=True), OWN, CHESS5, at_most=True),
    Row("international_draughts", "perft 9", "nodes", 3, 8,
        INTERNATIONAL9, "dame-rs", partial(dame_rs, 9, 41022423)),
    Row("english_draughts", "playouts", "games", 60, 100,
        partial(our_playouts, "english_draughts", 200_000), "open_spiel", partial(rollouts, "checkers")),
    Row("dameo", "perft 5", "nodes", 0.4, 0.8,
        partial(our_perft, "dameo", 5, 276032554, repeat=4), "own international_draughts perft 9", INTERNATIONAL9),
    Row("chess960", "perft 5, array 0", "nodes", 0.8, 0.95,
        partial(our_perft, "chess960:setup=0", 5, 4975808, repeat=20), OWN, CHESS5),
    Row("seirawan", "perft 5", "nodes", 0.8, 0.95,
        partial(our_perft, "seirawan", 5, 27639803, repeat=4), OWN, CHESS5),
    Row("grand_chess", "perft 4", "nodes", 0.5, 0.8,
        partial(our_perft, "grand_chess", 4, 15921643, repeat=8), OWN, CHESS5),
    Row("crazyhouse", "perft 5", "nodes", 10, 20,
        partial(our_perft, "crazyhouse", 5, 4888832, repeat=20), FAIRY,
        partial(uci, FAIRY, "startpos", 5, 4888832, "crazyhouse")),
    Row("shogi", "perft 5", "nodes", 10, 15,
        partial(our_perft, "shogi", 5, 19861490, repeat=4), f"{FAIRY}, perft 4",
        partial(uci, FAIRY, "startpos", 4, 719731, "shogi")),
    Row("mini_shogi", "perft 6", "nodes", 15, 25,
        MINI_SHOGI6, FAIRY, partial(uci, FAIRY, "startpos", 6, 8276188, "minishogi")),
    *(
        Row(id, f"perft {depth}", "nodes", 0.5, 0.8,
            partial(our_perft, id, depth, nodes, repeat=repeat), "own mini_shogi perft 6", MINI_SHOGI6)
        for id, depth, nodes, repeat in (
            ("tori_shogi", 6, 47792939, 2),
            ("shogi_5x6", 6, 20552765, 4),
            ("shogi_3x4", 10, 13695020, 6),
        )
    ),
    Row("xiangqi", "perft 5", "nodes", 8, 15,
        partial(our_perft, "xiangqi", 5, 133312995), f"{FAIRY}, perft 4",
        partial(uci, FAIRY, "startpos", 4, 3290240, "xiangqi")),
    Row("breakthrough", "perft 5", "nodes", 10, 25,
        partial(our_perft, "breakthrough", 5, 6182818, repeat=200), FAIRY,
        partial(uci, FAIRY, "startpos", 5, 6182818, "breakthrough")),
    *(
        Row(spec, "playouts", "games", floor, reach, partial(our_playouts, spec, games), "open_spiel",
            partial(rollouts, name))
        for spec, games, name, floor, reach in (
            ("breakthrough", 200_000, "breakthrough", 15, 40),
            ("gomoku_pro", 100_000, "gomoku", 25, 60),
            ("havannah:size=8", 50_000, "havannah", 4, 10),
            ("loa", 10_000, "lines_of_action", 30, 80),
            ("twixt:size=24,removal=false", 20_000, "twixt(board_size=24)", 20, 60),
            ("dots_and_boxes:size=5", 500_000, "dots_and_boxes(num_rows=5,num_cols=5)", 15, 40),
        )
    ),
    Row("connect6:size=19", "playouts, turns", "turns", 0.5, 1,
        partial(our_playouts, "connect6:size=19", 20_000, plies=True), "own gomoku, stones",
        partial(our_playouts, "gomoku", 50_000, plies=True)),
    *(
        Row(spec, "playouts, time of a move", "moves", floor, reach,
            partial(our_playouts, spec, games, plies=True), OWN, CHESS5, at_most=True)
        for spec, games, floor, reach in (
            ("gomoku", 100_000, 250, 80),
            ("gliti", 10_000, 80, 25),
            ("conhex", 100_000, 250, 80),
            ("slither", 10_000, 250, 80),
            ("tumbleweed", 5_000, 250, 80),
            ("catchup", 20_000, 80, 25),
            ("fendo", 20_000, 80, 25),
            ("polyomino", 2_000, 80, 25),
            ("sixfold", 50_000, 80, 25),
            ("gliss", 2_000, 250, 80),
            ("morelli", 5_000, 250, 80),
            ("tzaar", 10_000, 80, 25),
            ("lyngk", 20_000, 80, 25),
        )
    ),
    *(
        Row(spec, "playouts, time of a decision", "decisions", 150, 50,
            partial(our_decisions, spec, games), OWN, CHESS5, at_most=True)
        for spec, games in (
            ("street_soccer", 20_000),
            ("gretrix", 20_000),
            ("gretrix:players=3", 10_000),
            ("gretrix:players=4", 10_000),
            ("oceans11", 100_000),
            ("token_checkers", 50_000),
            ("qyps:size=5", 20_000),
        )
    ),
    *(
        Row(spec, "naive Python loop", "turns", 2, 5,
            partial(our_loop, spec, position), "open_spiel, Python loop",
            partial(naive_loop, name, set_up=set_up, actions_a_turn=actions))
        for spec, position, name, set_up, actions in (
            ("amazons", None, "amazons", 0, 3),
            ("chess", None, "chess", 0, 1),
            ("einstein", SET_UP, "einstein_wurfelt_nicht", 2, 1),
            ("four_in_a_row", None, "connect_four", 0, 1),
            ("go:size=9", None, "go(board_size=9)", 0, 1),
            ("go:size=19", None, "go(board_size=19)", 0, 1),
            ("hex", None, "hex(board_size=11)", 0, 1),
            ("reversi", None, "othello", 0, 1),
        )
    ),
    Row("chess", "Python loop, perft 4", "nodes", 20, 60,
        partial(our_python_perft, "chess", 4, 197281, 50), "chess (python-chess)", partial(python_chess, 4, 197281)),
    Row("chess", "Python loop, perft 4", "nodes", 0.5, 1.5,
        partial(our_python_perft, "chess", 4, 197281, 50), "cozy-chess-py", partial(cozy_chess, 4, 197281)),
    Row("shogi", "Python loop, perft 4", "nodes", 0.5, 1,
        partial(our_python_perft, "shogi", 4, 719731, 10), "cshogi", partial(cshogi, 4, 719731)),
]
# fmt: on


def measure(row: Row, pairs: int) -> Measured:
    """Runs a row, ours and theirs in turn; the first pair only warms up."""
    ours, theirs = row.ours(), row.theirs()
    ours(), theirs()
    speeds = []
    for _ in range(pairs):
        (units, seconds), (their_units, their_seconds) = ours(), theirs()
        speeds.append((units / seconds, their_units / max(their_seconds, 1e-9)))
    ratios = [theirs / ours if row.at_most else ours / theirs for ours, theirs in speeds]
    return Measured(
        game=row.game,
        measure=row.measure,
        unit=row.unit,
        peer=row.peer,
        ours=statistics.median(speed for speed, _ in speeds),
        theirs=statistics.median(speed for _, speed in speeds),
        ratio=statistics.median(ratios),
        ratios=ratios,
        floor=row.floor,
        reach=row.reach,
        at_most=row.at_most,
    )


def machine() -> str:
    """The processor, for people."""
    try:
        found = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    except OSError:
        found = None
    return f"{found[1] if found else platform.processor() or platform.machine()}, {platform.system()}"


def versions() -> dict[str, str]:
    """What was compared."""
    found = {"plyground": ply.__version__, "Python": platform.python_version()}
    for name in ("open_spiel", "rust-reversi", "bitbully", "chess", "cozy-chess-py", "cshogi", "dame-rs"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    for name in ("stockfish", FAIRY):
        path = program(name)
        if path is None:
            continue
        said = subprocess.run([path], input="uci\nquit\n", capture_output=True, text=True, check=False).stdout
        named = re.search(r"^id name (?:(?:Fairy-)?Stockfish )?(.+?)\s*$", said, re.MULTILINE)
        found[name] = named[1] if named else "?"
    return found


def number(value: float) -> str:
    """Three digits and a unit."""
    for unit, size in ((" G", 1e9), (" M", 1e6), (" k", 1e3)):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"


HEADERS = ("game", "measure", "ours", "peer", "theirs", "ratio", "floor/reach", "meets")


def line(row: Measured) -> list[str]:
    """The cells of a row for people."""
    bounds = f"<= {row.floor:g} / {row.reach:g}" if row.at_most else f"{row.floor:g} / {row.reach:g}"
    return [
        row.game,
        f"{row.measure} ({row.unit}/s)",
        number(row.ours),
        row.peer,
        number(row.theirs),
        f"{row.ratio:.3g}" if row.ratio < 100 else f"{row.ratio:.0f}",
        bounds,
        row.verdict,
    ]


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only rows in which this occurs")
    parser.add_argument("--pairs", type=int, default=5, help="pairs a row, at least 5")
    parser.add_argument("--json", type=Path, help="where to write the results")
    arguments = parser.parse_args()
    if arguments.pairs < 5:
        parser.error("a median of fewer than five pairs is noise")
    found, skipped = [], set()
    widths = (22, 33, 7, 33, 7, 6, 11, 6)
    print("  ".join(f"{cell:<{width}}" for cell, width in zip(HEADERS, widths, strict=True)))
    for row in ROWS:
        if arguments.only not in f"{row.game} {row.measure} {row.peer}" or not is_registered(row.game):
            continue
        try:
            measured = measure(row, arguments.pairs)
        except Missing as missing:
            skipped.add(str(missing))
            continue
        found.append(measured)
        print("  ".join(f"{cell:<{w}}" for cell, w in zip(line(measured), widths, strict=True)), flush=True)
    for name in sorted(skipped):
        print(f"skipped: {name} is not installed")
    print(f"{machine()}; {', '.join(f'{name} {version}' for name, version in versions().items())}")
    if arguments.json is not None:
        document = {
            "machine": machine(),
            "versions": versions(),
            "pairs": arguments.pairs,
            "skipped": sorted(skipped),
            "rows": [asdict(row) | {"verdict": row.verdict, "cells": line(row)} for row in found],
        }
        arguments.json.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
