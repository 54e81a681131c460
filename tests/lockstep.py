"""Random games on the core and on the plain-Python reference side by side: they must agree on everything, at every ply.

    python tests/lockstep.py GAME[:options] [--games N] [--minutes M] [--least L] [--seed S] [--log FILE]

With a bare id, every value of every option and twenty random combinations are played, N games each (or as many as go
into M minutes of processor time, but L at least); with options (or `GAME:` for the defaults) only those. Exit status 1
if the two disagree. A line a spec is appended to the log.
"""

from __future__ import annotations

import argparse
import pickle
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from support import LISTED, ROOT, random_game, specs_of

import plyground
from plyground import CHANCE, IllegalMove, Result, TextError, reference


class Disagreement(AssertionError):
    """The core and the reference differ. The message tells the game, how to get there, and both answers."""


@dataclass
class Tally:
    """What was compared."""

    games: int = 0
    positions: int = 0
    moves: int = 0
    nodes: int = 0
    ends: Counter[str] | None = None

    def __str__(self) -> str:
        ends = ", ".join(f"{reason} {count}" for reason, count in (self.ends or Counter()).most_common(8))
        counts = f"{self.games} games, {self.positions} positions, {self.moves} moves, {self.nodes} perft nodes"
        return f"{counts}; ends: {ends}"


class Pair:
    """One game on both sides. `aside`: in which part of the positions more than the moves is compared."""

    def __init__(self, spec: str, aside: float = 0.05) -> None:
        self.often = aside
        self.core = plyground.Game(spec)
        self.reference = reference.Game(spec)
        self.same("spec", self.core.spec, self.reference.spec, spec)
        self.same("options", dict(self.core.options), dict(self.reference.options), spec)
        self.same("players", self.core.players, self.reference.players, spec)
        self.tally = Tally(ends=Counter())
        self.later: dict[str, str] = {}
        self.work = 0

    def same(self, what: str, core: Any, plain: Any, where: str) -> None:
        if core != plain:
            raise Disagreement(f"{what}: core {core!r}, reference {plain!r}\n  in {where}")

    def position(self, core: Any, plain: Any, where: str) -> tuple[int, list[str]]:
        """Compares two states; the number of legal moves, and these in order if they are few enough to be listed."""
        text = str(core)
        self.same("text", text, str(plain), where)
        where = f"{where}\n  position {text!r}"
        count = core.count_moves()
        self.same("count of moves", count, plain.count_moves(), where)
        self.same("player", core.current_player, plain.current_player, where)
        self.same("over", core.is_over, plain.is_over, where)
        self.result(core.result, plain.result, where)
        moves: list[str] = []
        if count <= LISTED:
            moves, others = sorted(core.legal_moves()), sorted(plain.legal_moves())
            if moves != others:
                only = [
                    sorted((Counter(one) - Counter(other)).elements())[:20]
                    for one, other in ((moves, others), (others, moves))
                ]
                raise Disagreement(
                    f"legal moves: only in the core {only[0]}, only in the reference {only[1]}\n  in {where}"
                )
            self.tally.moves += count
        if core.current_player == CHANCE:
            self.same("outcomes", dict(core.outcomes()), dict(plain.outcomes()), where)
        self.tally.positions += 1
        self.work += 8 + count
        return int(count), moves

    def words(self, kind: str, core: str, plain: str, where: str) -> None:
        """Compares what is only words or reading: kept for the end of the run, so that it hides nothing worse."""
        if core != plain:
            self.later.setdefault(kind.partition(" ")[0], f"{kind}: core {core!r}, reference {plain!r}\n  in {where}")

    def result(self, core: Result | None, plain: Result | None, where: str) -> None:
        if core is not None and plain is not None:
            self.words("reason", core.reason, plain.reason, where)
            plain = replace(plain, reason=core.reason)
        self.same("result", core, plain, where)

    def close(self) -> Tally:
        """The end of the run."""
        if self.later:
            raise Disagreement("\n".join(["only in words or reading", *self.later.values()]))
        return self.tally

    def game(self, seed: int, most: int, limit: int) -> None:
        """One random game. Longer than `most` plies, every other begins late, from its text: ends are met too."""
        spec = self.core.spec
        rng = random.Random(f"{spec} {seed}")
        core, plain = self.core.start(seed), self.reference.start(seed)
        self.same("start", str(core), str(plain), f"game {spec!r}, start({seed})")
        begin = f"start({seed})"
        if most < limit and rng.random() < 0.5:
            alone = list(random_game(core, rng, limit))
            if len(alone) > most:
                begin = f"parse({str(alone[-rng.randint(1, most)])!r})"
                core, plain = (game.parse(begin[7:-2]) for game in (self.core, self.reference))
        played: list[str] = []
        for _ in range(min(most, limit)):
            where = f"game {spec!r}, {begin}, ply {len(played)}, after {played[-6:]!r}"
            count, moves = self.position(core, plain, where)
            if rng.random() < self.often:
                self.aside(core, plain, rng, where)
            if count == 0:
                break
            move = rng.choice(moves) if count <= LISTED else core.move_text(rng.randrange(count))
            played.append(move)
            try:
                core, plain = core.play(move), plain.play(move)
            except plyground.Error as error:
                raise Disagreement(f"{move!r} is refused: {error}\n  in {where}") from error
        self.tally.games += 1
        if core.is_over:
            assert self.tally.ends is not None
            self.tally.ends[core.result.reason] += 1

    def aside(self, core: Any, plain: Any, rng: random.Random, where: str) -> None:
        """What is compared only now and then: reading texts, perft, resignation, spellings that are not legal."""
        text = str(core)
        self.same("position read back", *(str(game.parse(text)) for game in (self.core, self.reference)), where)
        if not core.is_over:
            drawn = core.agree_draw(), plain.agree_draw()
            self.result(drawn[0].result, drawn[1].result, where + ", draw agreed")
            for player in range(self.core.players):
                resigned = [
                    outcome(lambda state=state, who=player: state.resign(who).result) for state in (core, plain)
                ]
                if isinstance(resigned[0], Result) and isinstance(resigned[1], Result):
                    self.result(*resigned, where + f", player {player} resigned")
                else:
                    self.same(f"resignation of player {player}", *resigned, where)
        nodes = plain.perft(1)
        self.same("perft(1)", core.perft(1), nodes, where)
        if 0 < nodes * nodes < 3_000:
            rows = plain.divide(2)
            self.same("divide(2)", dict(core.divide(2)), dict(rows), where)
            self.same("perft(2)", core.perft(2), sum(rows.values()), where)
            self.tally.nodes += sum(rows.values())
            self.work += nodes * (8 + nodes)
        if rng.random() < 0.2:
            twins = pickle.loads(pickle.dumps(core)), pickle.loads(pickle.dumps(plain))
            self.position(*twins, where + " (from a pickle)")
        if 0 < core.count_moves() <= LISTED:
            move = rng.choice(core.legal_moves())
            for spelling in {mutated(move, rng), mutated(move, rng), move.upper(), move.lower()}:
                self.spelling(core, plain, spelling, where)

    def spelling(self, core: Any, plain: Any, move: str, where: str) -> None:
        """A move text that may be readable, legal, or neither: the same on both sides."""
        after = []
        for state in (core, plain):
            try:
                after.append(str(state.play(move)))
            except IllegalMove:
                after.append("refused")
        if "refused" not in after:
            self.same(f"playing {move!r}", *after, where)
        self.words(f"playing {move!r}", *after, where)

    def text(self, text: str) -> None:
        """A position text that may be readable or not: the same on both sides, and the same position."""
        states = []
        for game in (self.core, self.reference):
            try:
                states.append(game.parse(text))
            except TextError:
                states.append(None)
        core, plain = states
        where = f"game {self.core.spec!r}, text {text!r}"
        self.words("position text", *("refused" if state is None else "read" for state in states), where)
        if core is not None and plain is not None:
            self.position(core, plain, where)


def outcome(call: Any) -> Any:
    """What a call returns, or that it is refused."""
    try:
        return call()
    except plyground.Error as error:
        return type(error)


def mutated(text: str, rng: random.Random, most: int = 2) -> str:
    """The text with a small change or two."""
    alphabet = sorted(set(text)) + list("0123456789abxwoWBR./,-* #é")
    for _ in range(rng.randint(1, most)):
        i = rng.randrange(len(text) + 1)
        j = min(len(text), i + rng.randint(0, 2))
        match rng.randrange(5):
            case 0:
                text = text[:i] + rng.choice(alphabet) + text[i:]
            case 1:
                text = text[:i] + text[j:]
            case 2:
                text = text[:i] + rng.choice(alphabet) + text[i + 1 :]
            case 3:
                text = text[:i] + text[i:j] * 2 + text[j:]
            case 4:
                fields = text.split(" ")
                rng.shuffle(fields)
                text = " ".join(fields)
    return text


def compare(
    spec: str,
    seed: int,
    work: int,
    games: int = 10**9,
    seconds: float = float("inf"),
    least: int = 1,
    aside: float = 0.05,
) -> Tally:
    """Random games on both sides until `work` (about: moves listed) is done or `seconds` of processor time are spent.

    Then texts with small changes.
    """
    begin = time.process_time()
    pair = Pair(spec, aside)
    # No game of a big board shall take the time of all others: about a tenth of it.
    most = max(30, work // 10 // (8 + pair.core.start(seed).count_moves()))
    for i in range(games):
        pair.game(seed + i, most, pair.core.ply_limit or 2000)
        if i + 1 >= least and (pair.work >= work or time.process_time() - begin > seconds):
            break
    rng = random.Random(f"{spec} {seed} texts")
    for i in range(min(100, 5 * pair.tally.games)):
        state = pair.core.start(seed + i)
        for _ in range(rng.randrange(40)):
            if state.is_over or state.count_moves() > LISTED:
                break
            state = state.play(rng.randrange(state.count_moves()))
        pair.text(mutated(str(state), rng))
    return pair.close()


def campaign(name: str, games: int, minutes: float, least: int, seed: int, log: Path) -> int:
    """Runs a spec, or all specs of an id; how many of them disagree."""
    info = next((info for info in plyground.games() if info.id == name), None)
    specs = specs_of(plyground, info, 20, seed) if info is not None else [name.removesuffix(":")]
    wrong = 0
    for spec in specs:
        try:
            line = f"agree  {spec} seed={seed}: {compare(spec, seed, 10**15, games, 60 * minutes, least, 0.02)}"
        except Disagreement as disagreement:
            wrong += 1
            line = f"DIFFER {spec} seed={seed}: {disagreement}"
        print(line, flush=True)
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M')} {line}\n")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", help="an id (all its options), or a spec; `id:` for the defaults only")
    parser.add_argument("--games", type=int, default=1000, help="random games of each spec (default 1000)")
    parser.add_argument(
        "--minutes", type=float, default=15.0, help="or as many as go into this processor time (default 15)"
    )
    parser.add_argument("--least", type=int, default=30, help="but so many at least (default 30)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path, default=ROOT / "tests" / "logs" / "lockstep.log")
    arguments = parser.parse_args()
    return (
        1
        if campaign(arguments.game, arguments.games, arguments.minutes, arguments.least, arguments.seed, arguments.log)
        else 0
    )


if __name__ == "__main__":
    sys.exit(main())
