"""The command line: `plyground --help` lists the commands, `plyground COMMAND --help` what each takes.

Standard output carries the answer: tables for people at a terminal, plain text in a pipe, exactly one JSON document
with `--json`. Progress and messages go to standard error. Exit codes: 0; 1 for a game, position, move or number that
is wrong (with `--json` the document is then `{"error": message, "kind": exception}`); 2 for wrong usage; 130 after
Ctrl-C.
"""

from __future__ import annotations

import functools
import json
import math
import random
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import Enum
from fractions import Fraction
from itertools import accumulate, count
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Annotated, Any, ParamSpec, TypeAlias

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from plyground import __version__, _core, reference
from plyground._types import (
    CHANCE,
    Error,
    FreeText,
    GameInfo,
    HalfIntegers,
    IllegalMove,
    Option,
    OptionChoice,
    OptionValue,
    Playouts,
    Result,
    Sizes,
)

engine: ModuleType = _core
"""The module that knows the games."""

LONGEST_LIST = 1_000_000
"""More legal moves than this are not listed."""

P = ParamSpec("P")

app = typer.Typer(
    name="plyground",
    help="Rules of abstract games: positions, legal moves, perft, random playouts.",
    epilog="GAME is a game's id, or a spec with options: ID:option=value,option=value. Exit codes: 0, 1 (a wrong game, "
    "position, move or number), 2 (wrong usage), 130 (Ctrl-C).",
    context_settings={"help_option_names": ["-h", "--help"]},
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
lexicon = typer.Typer(name="lexicon", help="Word lists of the word games.", no_args_is_help=True)
app.add_typer(lexicon)


# ----------------------------------------------------------------------------------------------------
# What commands share


GameSpec: TypeAlias = Annotated[str, typer.Argument(metavar="GAME", help="A game's id or spec.", show_default=False)]
Position: TypeAlias = Annotated[
    str | None, typer.Option("--position", metavar="TEXT", help="A position text; without it, the start.")
]
SetupSeed: TypeAlias = Annotated[
    int | None, typer.Option("--seed", metavar="N", help="Fixes a random set-up. [default: 0]", show_default=False)
]
Threads: TypeAlias = Annotated[int, typer.Option("--threads", metavar="N", help="Threads, 1 to 256.")]
UseReference: TypeAlias = Annotated[
    bool, typer.Option("--reference", help="Use the slow pure-Python reference instead of the core.")
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def _command(function: Callable[P, None]) -> Callable[P, None]:
    """A command that says in one line what was wrong with its input, and ends at Ctrl-C without a traceback."""

    @functools.wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            function(*args, **kwargs)
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        except (Error, OverflowError, MemoryError) as error:
            message = " ".join(str(error).split()) or "out of memory"
            typer.echo(f"error: {message}", err=True)
            if kwargs.get("as_json"):
                _document({"error": message, "kind": type(error).__name__})
            raise typer.Exit(1) from None

    return run


def _document(value: object) -> None:
    """The JSON document; on one line unless people look at it."""
    typer.echo(json.dumps(value, indent=2 if sys.stdout.isatty() else None))


def _console() -> Console:
    """Standard output for people. Position texts contain brackets, so nothing is markup."""
    return Console(markup=False, highlight=False, emoji=False, soft_wrap=True)


def _number(value: float) -> str:
    """A number for people: thousands separators at a terminal, plain digits in a pipe."""
    whole = round(value)  # an int stays exact: counts do not fit a float
    return f"{whole:,}" if _console().is_terminal else str(whole)


def _rounded(value: float) -> str:
    """A rate for a crowded table: three digits and a unit at a terminal, plain digits in a pipe."""
    if not _console().is_terminal:
        return f"{value:.0f}"
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.{2 if value < 10 * size else 1 if value < 100 * size else 0}f} {unit}"
    return f"{value:.0f}"


def _table(headers: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()) -> None:
    """A table at a terminal, aligned columns in a pipe. `numbers` are the columns that align right."""
    console = _console()
    if console.is_terminal:
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
        for i, header in enumerate(headers):
            table.add_column(header, justify="right" if i in numbers else "left", overflow="fold")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        console.print(table, soft_wrap=False)
        return
    lines = [list(headers), *(list(row) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    sides = [">" if i in numbers else "<" for i in range(len(headers))]
    for line in lines:
        typer.echo(
            "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(line, sides, widths, strict=True)).rstrip()
        )


def _columns(cells: Sequence[str], write: Callable[[str], None]) -> None:
    """Many short texts side by side, read line by line."""
    width = max((len(cell) for cell in cells), default=0) + 2
    across = max(1, shutil.get_terminal_size().columns // width)
    for i in range(0, len(cells), across):
        write("".join(f"{cell:<{width}}" for cell in cells[i : i + across]).rstrip())


class _Bar:
    """A progress bar on standard error while the body runs, if that is a terminal.

    `progress` is what the core's long calls take. For work that does not report, the bar only shows that it goes on.
    """

    def __init__(self, title: str, *, report: bool = True) -> None:
        self.progress: Callable[[float], None] | None = None
        self._title = title
        self._report = report
        self._bar: Progress | None = None

    def __enter__(self) -> _Bar:
        if sys.stderr.isatty():
            self.progress = self._show
            if not self._report:
                self._start(None)
        return self

    def _start(self, total: float | None) -> Progress:
        bar = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        bar.start()
        bar.add_task(self._title, total=total)
        self._bar = bar
        return bar

    def _show(self, done: float) -> None:
        bar = self._bar or self._start(1.0)
        bar.update(bar.task_ids[0], completed=min(done, 1.0))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


def _position(game: Any, position: str | None, seed: int | None) -> Any:
    """The state that a command is about."""
    if position is None:
        return game.start(0 if seed is None else seed)
    return game.parse(position)


def _set_up(game: Any, position: str | None, seed: int | None) -> Any:
    """The same where `--seed` can mean nothing but the set-up."""
    if position is not None and seed is not None:
        raise typer.BadParameter("--seed fixes the set-up at the start and means nothing with --position")
    return _position(game, position, seed)


def _verdict(result: Result) -> str:
    """How a game ended, in words."""
    if result.winner is not None:
        text = f"player {result.winner} wins"
    elif result.winners:
        text = f"players {', '.join(map(str, result.winners))} win"
    else:
        text = "draw"
    text += f" ({result.reason})"
    if result.scores is not None:
        text += f", scores {', '.join(f'{score:g}' for score in result.scores)}"
    if result.points is not None:
        text += f", points {', '.join(f'{points:g}' for points in result.points)}"
    return text


def _turn(state: Any) -> str:
    """Who is to move, or how it ended."""
    if state.result is not None:
        return _verdict(state.result)
    who = "chance" if state.current_player == CHANCE else f"player {state.current_player}"
    return f"{who} to move, {_number(state.count_moves())} legal moves"


# ----------------------------------------------------------------------------------------------------
# Options of games


def _plain(value: float) -> str:
    """A number as a spec has it: no exponent, no needless decimal."""
    return str(int(value)) if float(value).is_integer() else str(value)


def value_text(value: OptionValue) -> str:
    """A value of an option as it stands in a spec."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return _plain(value) if isinstance(value, float) else str(value)


def choice_text(choice: OptionChoice) -> str:
    """What an option takes, in a few characters."""
    if isinstance(choice, range):
        return f"{choice[0]}..{choice[-1]}" + (f" step {choice.step}" if choice.step != 1 else "")
    if isinstance(choice, HalfIntegers):
        return f"{_plain(choice.low)}..{_plain(choice.high)} step 0.5"
    if isinstance(choice, Sizes):
        return f"{choice.low}x{choice.low}..{choice.high}x{choice.high}"
    if isinstance(choice, FreeText):
        return f"{choice.prefix}..."
    return value_text(choice)


def option_text(name: str, option: Option) -> str:
    """An option with all it takes, its default first: `swap = true | false`."""
    texts = [value_text(option.default)]
    texts += [text for text in map(choice_text, option.values) if text not in texts]
    return f"{name} = {' | '.join(texts)}"


def _choice_document(choice: OptionChoice) -> object:
    if isinstance(choice, range):
        return {"from": choice[0], "to": choice[-1], "step": choice.step}
    if isinstance(choice, HalfIntegers):
        return {"from": choice.low, "to": choice.high, "step": 0.5}
    if isinstance(choice, Sizes):
        return {"rows_and_columns_from": choice.low, "to": choice.high}
    if isinstance(choice, FreeText):
        return {"prefix": choice.prefix}
    return choice


def _info_document(info: GameInfo) -> dict[str, object]:
    return {
        "id": info.id,
        "title": info.title,
        "players": info.players,
        "options": {
            name: {
                "default": option.default,
                "values": [_choice_document(choice) for choice in option.values],
                "doc": option.doc,
            }
            for name, option in info.options.items()
        },
        "page": info.page,
    }


def players_text(info: GameInfo) -> str:
    """How many can play: `2`, `2-4`."""
    low, high = info.players[0], info.players[-1]
    if info.players == tuple(range(low, high + 1)):
        return str(low) if low == high else f"{low}-{high}"
    return ", ".join(map(str, info.players))


# ----------------------------------------------------------------------------------------------------
# Looking


@app.command()
@_command
def games(as_json: AsJson = False) -> None:
    """List the games with their options, the default of each option first."""
    infos: list[GameInfo] = engine.games()
    if as_json:
        _document([_info_document(info) for info in infos])
        return
    rows = [
        (info.id, info.title, players_text(info), "; ".join(option_text(*item) for item in info.options.items()))
        for info in infos
    ]
    _table(("game", "title", "players", "options"), rows)


@app.command()
@_command
def show(game: GameSpec, position: Position = None, seed: SetupSeed = None, as_json: AsJson = False) -> None:
    """Show a position: board, position text, who is to move."""
    chosen = engine.Game(game)
    state = _set_up(chosen, position, seed)
    if as_json:
        _document(
            {
                "game": chosen.spec,
                "options": chosen.options,
                "players": chosen.players,
                "position": str(state),
                "diagram": state.diagram(),
                "current_player": state.current_player,
                "is_over": state.is_over,
                "result": state.result and asdict(state.result),
                "count": state.count_moves(),
            }
        )
        return
    options = ", ".join(f"{name}={value_text(value)}" for name, value in chosen.options.items())
    typer.echo(f"{chosen.title}, {options}" if options else chosen.title)
    typer.echo(state.diagram().rstrip("\n"))
    typer.echo(str(state))
    typer.echo(_turn(state))


@app.command()
@_command
def moves(game: GameSpec, position: Position = None, seed: SetupSeed = None, as_json: AsJson = False) -> None:
    """List the legal moves (at a chance node the outcomes), numbered as in `play`; in a pipe one a line."""
    chosen = engine.Game(game)
    state = _set_up(chosen, position, seed)
    if state.count_moves() > LONGEST_LIST:
        raise Error(f"{state.count_moves()} legal moves are too many to list, at most {LONGEST_LIST} are")
    by_chance = state.current_player == CHANCE
    outcomes = state.outcomes() if by_chance else []
    if as_json:
        document = {"game": chosen.spec, "position": str(state), "current_player": state.current_player}
        if by_chance:
            document["outcomes"] = [{"move": text, "probability": str(chances)} for text, chances in outcomes]
        _document(document | {"moves": state.legal_moves()})
    elif by_chance:
        _table(("outcome", "probability"), [(text, str(chances)) for text, chances in outcomes], numbers=(1,))
    elif _console().is_terminal:
        _columns([f"#{i} {text}" for i, text in enumerate(state.legal_moves())], typer.echo)
    else:
        for text in state.legal_moves():
            typer.echo(text)


# ----------------------------------------------------------------------------------------------------
# Counting


@app.command()
@_command
def perft(
    game: GameSpec,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="How many moves deep, 0 to 255.", show_default=False)],
    position: Position = None,
    seed: SetupSeed = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also the count below each first move.")] = False,
    threads: Threads = 1,
    use_reference: UseReference = False,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of DEPTH legal moves."""
    chosen = reference.Game(game) if use_reference else engine.Game(game)
    state = _set_up(chosen, position, seed)
    parts: dict[str, int] = {}
    with _Bar(f"perft {depth}", report=not use_reference) as bar:
        watch = {} if use_reference else {"progress": bar.progress}
        begin = time.perf_counter()
        if divide:
            parts = state.divide(depth, threads, **watch)
            nodes = sum(parts.values())
        else:
            nodes = state.perft(depth, threads, **watch)
        seconds = time.perf_counter() - begin
    rate = nodes / max(seconds, 1e-9)
    if as_json:
        document = {
            "game": chosen.spec,
            "position": str(state),
            "depth": depth,
            "engine": "reference" if use_reference else "core",
            "threads": threads,
            "nodes": nodes,
            "seconds": seconds,
            "nodes_per_second": rate,
        }
        _document(document | ({"divide": parts} if divide else {}))
        return
    if divide and _console().is_terminal:
        _table(("move", "nodes"), [(text, _number(count)) for text, count in parts.items()], numbers=(1,))
    else:
        for text, count in parts.items():
            typer.echo(f"{text}: {count}")
    typer.echo(f"{_number(nodes)} nodes, {seconds:.3f} s, {_number(rate)} nodes/s")


@app.command()
@_command
def playouts(
    game: GameSpec,
    n: Annotated[int, typer.Argument(metavar="N", help="How many games.", show_default=False)],
    position: Position = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Fixes the random moves and a random set-up.")] = 0,
    threads: Threads = 1,
    max_plies: Annotated[
        int | None,
        typer.Option("--max-plies", metavar="N", help="Longer games are cut and count as draws. [default: the page's]"),
    ] = None,
    use_reference: UseReference = False,
    as_json: AsJson = False,
) -> None:
    """Play N random games and add them up."""
    chosen = reference.Game(game) if use_reference else engine.Game(game)
    state = _position(chosen, position, seed)
    with _Bar(f"{n} games", report=not use_reference) as bar:
        watch = {} if use_reference else {"progress": bar.progress}
        begin = time.perf_counter()
        totals: Playouts = state.playouts(n, seed=seed, threads=threads, max_plies=max_plies, **watch)
        seconds = max(time.perf_counter() - begin, 1e-9)
    if as_json:
        document = {
            "game": chosen.spec,
            "position": str(state),
            "engine": "reference" if use_reference else "core",
            "seed": seed,
            "threads": threads,
            **asdict(totals),
            "mean_plies": totals.mean_plies,
            "mean_decisions": totals.mean_decisions,
            "seconds": seconds,
            "games_per_second": n / seconds,
            "plies_per_second": totals.plies / seconds,
        }
        _document(document)
        return
    rows = [
        (f"player {player}", _number(wins), f"{wins / n:.2%}", f"{totals.mean_returns[player]:+.4f}")
        for player, wins in enumerate(totals.wins)
    ]
    rows.append(("draws", _number(totals.draws), f"{totals.draws / n:.2%}", ""))
    _table(("", "wins", "share", "mean return"), rows, numbers=(1, 2, 3))
    cut = f", {_number(totals.cut)} cut" if totals.cut else ""
    typer.echo(
        f"{_number(n)} games{cut}, {_number(totals.plies)} plies: {totals.mean_plies:.2f} a game, "
        f"{totals.shortest} to {totals.longest}"
    )
    typer.echo(f"{seconds:.3f} s, {_number(n / seconds)} games/s, {_number(totals.plies / seconds)} plies/s")


# ----------------------------------------------------------------------------------------------------
# Playing


class Seat(str, Enum):
    """Who moves for a player."""

    human = "human"
    random = "random"


HELP = """a move's text plays it; so does its number: #N, or N where that is no move's text
moves   the legal moves with their numbers
show    the board again
resign  the player to move gives up
draw    the game ends as an agreed draw
quit    leave the game unfinished"""


class _Match:
    """One game at the terminal: whose seat is whose, what was played, and where the conversation goes."""

    def __init__(self, state: Any, seats: Sequence[Seat], seed: int, *, to_stderr: bool) -> None:
        self.state = state
        self.moves: list[str] = []
        self._seats = seats
        self._chooser = random.Random(seed)
        self._to_stderr = to_stderr

    def say(self, text: str, *, newline: bool = True) -> None:
        typer.echo(text, err=self._to_stderr, nl=newline)

    def board(self) -> None:
        self.say(self.state.diagram().rstrip("\n"))

    def run(self, max_plies: int | None) -> str:
        """Play until the game is over or left; why it stopped."""
        self.board()
        while not self.state.is_over:
            mover = self.state.current_player
            if mover != CHANCE and self._seats[mover] is Seat.human:
                left = self._ask(mover)
                if left is not None:
                    return left
                continue
            if max_plies is not None and len(self.moves) >= max_plies:
                return "ply limit"
            text = self._roll() if mover == CHANCE else self.state.move_text(self._chooser.randrange(self._count()))
            self._play(text)
            self.say(f"{'chance' if mover == CHANCE else f'player {mover}'}: {text}")
            self.board()
        return "over"

    def _count(self) -> int:
        count: int = self.state.count_moves()
        return count

    def _play(self, move: str) -> None:
        self.state = self.state.play(move)
        self.moves.append(move)

    def _roll(self) -> str:
        """An outcome by its probability."""
        outcomes: list[tuple[str, Fraction]] = self.state.outcomes()
        tickets = math.lcm(*(chances.denominator for _, chances in outcomes))
        weights = [int(chances * tickets) for _, chances in outcomes]
        drawn = self._chooser.randrange(tickets)
        return next(text for (text, _), end in zip(outcomes, accumulate(weights), strict=True) if drawn < end)

    def _ask(self, mover: int) -> str | None:
        """One line from a person; why the game is left, or None if it goes on."""
        self.say(f"player {mover}> ", newline=False)
        line = sys.stdin.readline()
        if not line:
            self.say("\nend of input")
            return "end of input"
        if not sys.stdin.isatty():
            self.say(line.rstrip("\r\n"))  # the transcript of piped input reads like a conversation
        word = line.strip()
        if word == "quit":
            return "quit"
        try:
            if word in ("help", "?"):
                self.say(HELP)
            elif word == "moves":
                self._list()
            elif word == "show":
                self.board()
            elif word == "resign":
                self.state = self.state.resign()
            elif word == "draw":
                self.state = self.state.agree_draw()
            elif word:
                self._play(self._move(word))
                self.board()
        except Error as error:
            self.say(f"{error} (help lists the commands)")
        return None

    def _list(self) -> None:
        count = min(self._count(), 10_000)
        _columns([f"#{i} {self.state.move_text(i)}" for i in range(count)], self.say)
        if count < self._count():
            self.say(f"... and {self._count() - count} more")

    def _move(self, word: str) -> str:
        """The text of the move that a person means."""
        marked, digits = word.startswith("#"), word.removeprefix("#")
        is_number = digits.isascii() and digits.isdigit() and len(digits) < 20
        if not marked:
            try:
                self.state.play(word)
            except IllegalMove:
                if not is_number or int(digits) >= self._count():
                    raise
            else:
                return word
        elif not is_number or int(digits) >= self._count():
            raise IllegalMove(f"{word} is none of the moves #0 to #{self._count() - 1}")
        return str(self.state.move_text(int(digits)))


@app.command()
@_command
def play(
    game: GameSpec,
    player: Annotated[
        list[Seat] | None,
        typer.Option(
            "--player",
            help="Who moves for player 0, then for player 1, and so on. [default: a human, the others random]",
            show_default=False,
        ),
    ] = None,
    position: Position = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="Fixes random moves, dice and set-up. [default: another each time]"),
    ] = None,
    max_plies: Annotated[
        int | None,
        typer.Option(
            "--max-plies",
            metavar="N",
            help="Random players stop after so many plies. [default, if all are random: the page's]",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play at the terminal, people against each other or against random players.

    Type a move, or one of: moves, show, resign, draw, quit, help. Chance rolls by itself. With --json the conversation
    goes to standard error.
    """
    chosen = engine.Game(game)
    seats = list(player or [Seat.human])
    if len(seats) > chosen.players:
        raise typer.BadParameter(f"--player is given {len(seats)} times, {chosen.spec} has {chosen.players} players")
    seats += [Seat.random] * (chosen.players - len(seats))
    if max_plies is not None and max_plies < 1:
        raise Error(f"max_plies must be at least 1, not {max_plies}")
    if max_plies is None and Seat.human not in seats:
        max_plies = chosen.ply_limit
    if seed is None:
        seed = random.SystemRandom().randrange(1 << 32)
    match = _Match(_position(chosen, position, seed), seats, seed, to_stderr=as_json)
    ended = match.run(max_plies)
    state = match.state
    if state.result is not None:
        match.say(_verdict(state.result))
    elif ended != "end of input":
        match.say(f"{ended} after {len(match.moves)} plies")
    if as_json:
        _document(
            {
                "game": chosen.spec,
                "seed": seed,
                "players": [seat.value for seat in seats],
                "moves": match.moves,
                "position": str(state),
                "ended": ended,
                "result": state.result and asdict(state.result),
            }
        )


# ----------------------------------------------------------------------------------------------------
# Measuring


@dataclass(frozen=True)
class Rates:
    """Units a second of CPU time: core, reference, and how many times faster the core is."""

    core: float
    reference: float
    ratio: float


@dataclass(frozen=True)
class Measured:
    """What `bench` found out about a game."""

    game: str
    depth: int
    nodes: int
    perft: Rates
    playouts: Rates


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Units a second of work that returns how many units it did, repeated for so many seconds of CPU time."""
    units = 0
    begin = time.process_time()
    while True:
        units += work()
        spent = time.process_time() - begin
        if spent >= seconds:
            return units / spent


def _rates(core: Callable[[], int], slow: Callable[[], int], seconds: float) -> Rates:
    fast, slow_rate = _rate(core, seconds), _rate(slow, seconds)
    return Rates(fast, slow_rate, fast / slow_rate if slow_rate else 0.0)


def _deepest(state: Any, seconds: float) -> tuple[int, int]:
    """The largest depth whose perft is expected to take no longer, 1 at least, and its node count."""
    depth, nodes = 1, state.perft(1)
    before = 1
    while nodes > 0 and depth < 255:
        begin = time.process_time()
        state.perft(depth)
        if (time.process_time() - begin) * nodes / before > seconds:
            break
        deeper = state.perft(depth + 1)
        if deeper == 0:
            break
        depth, nodes, before = depth + 1, deeper, nodes
    return depth, nodes


def _measure(spec: str, seconds: float) -> Measured:
    """Core and reference on the same perft and on random games; Error if they disagree about the perft."""
    game, slow_game = engine.Game(spec), reference.Game(spec)
    state, slow = game.start(), slow_game.start()
    depth, expected = _deepest(slow, seconds / 2)
    nodes = state.perft(depth)
    if nodes != expected:
        raise Error(f"{game.spec}: perft({depth}) is {nodes} in the core and {expected} in the reference")
    perfts = _rates(lambda: int(state.perft(depth)), lambda: slow.perft(depth), seconds)
    seeds, slow_seeds = count(), count()
    plies = _rates(
        lambda: int(state.playouts(100, next(seeds)).plies), lambda: slow.playouts(1, next(slow_seeds)).plies, seconds
    )
    return Measured(game.spec, depth, nodes, perfts, plies)


@app.command()
@_command
def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Games or specs. [default: all]", show_default=False),
    ] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.001, help="CPU time of each of the measurements.")] = 0.5,
    as_json: AsJson = False,
) -> None:
    """Measure core against reference: perft and random playouts from the start, on one thread.

    Both must agree on the node count. Rates are per second of CPU time; playouts count plies.
    """
    specs = games or [info.id for info in engine.games()]
    measured = []
    with _Bar(f"{len(specs)} games") as bar:
        for i, spec in enumerate(specs):
            if bar.progress is not None:
                bar.progress(i / len(specs))
            measured.append(_measure(spec, seconds))
    if as_json:
        _document([asdict(row) for row in measured])
        return
    rows = [
        (
            row.game,
            str(row.depth),
            *(
                _rounded(rate)
                for rates in (row.perft, row.playouts)
                for rate in (rates.core, rates.reference, rates.ratio)
            ),
        )
        for row in measured
    ]
    headers = ("game", "perft", "nodes/s", "reference", "ratio", "plies/s", "reference", "ratio")
    _table(headers, rows, numbers=range(1, len(headers)))


# ----------------------------------------------------------------------------------------------------
# Word lists

LEXICON = "lexicon"
"""The name under which the core keeps word lists."""


def _word_lists() -> Any:
    if LEXICON not in engine.resources():
        raise Error("there are no word lists: none of the games uses one")
    return engine


Language = Annotated[
    str | None,
    typer.Option(
        "--language", metavar="LANGUAGE", help="[default: en; a compact list knows its own]", show_default=False
    ),
]


def _file_of(given: str) -> Path | None:
    """The file that is meant, if it is one: not the list that ships, nor words one behind the other."""
    if given == "en" or given.startswith("words:"):
        return None
    return Path(given.removeprefix("file:"))


def _word_list(given: str, language: str | None) -> str:
    file = _file_of(given)
    spec = given if file is None else f"file:{file}"
    return spec if language is None else f"{language}:{spec}"


@lexicon.command("info")
@_command
def lexicon_info(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A word list, plain or compact; or en (the list that ships), words:W1+W2+.., file:PATH.",
            show_default=False,
        ),
    ],
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """Tell what is in a word list."""
    report: dict[str, str | int] = _word_lists().resource_report(LEXICON, _word_list(source, language))
    if as_json:
        _document(report)
    else:
        _table(("", source), ((name, str(value)) for name, value in report.items()))


@lexicon.command("build")
@_command
def lexicon_build(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A word list, a word a line; or en, words:W1+W2+.., file:PATH.", show_default=False
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="[default: the file's name, ending in .lexicon]"),
    ] = None,
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """Write a word list in its compact form, which loads at once."""
    known = _word_lists()
    file = _file_of(source)
    target = output or (file and file.with_suffix(".lexicon"))
    if target is None:
        raise Error(f"{source} is no file: say with --output where to write it")
    with suppress(OSError):
        if file is not None and target.samefile(file):
            raise Error(f"the output {target} is the word list itself")
    spec = _word_list(source, language)
    known.resource_save(LEXICON, spec, str(target))
    known.resource_report(LEXICON, f"file:{target}")  # that it can be read
    report: dict[str, str | int] = known.resource_report(LEXICON, spec)
    if as_json:
        _document({"file": str(target), **report})
    else:
        _table(("", str(target)), ((name, str(value)) for name, value in report.items()))


# ----------------------------------------------------------------------------------------------------
# Start


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"plyground {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line of this process."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # What a terminal cannot show must not end a command with a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
    try:
        app()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:
        raise SystemExit(1) from None
    except OSError as error:  # a full disk, say
        print(f"error: {error}", file=sys.stderr)
        raise SystemExit(1) from None
