"""Street soccer: docs/rules/street_soccer.md."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import NamedTuple, TypeAlias

from plyground.reference._base import (
    CHANCE,
    OVER,
    IllegalMove,
    Result,
    Rng,
    Rules,
    TextError,
    draw,
    grid_diagram,
    quote,
    read_number,
    win,
)

# Board: 60 fields, numbered along the columns, so that their order is that of their names.

COLUMNS = "abcdef"
ROWS = 10
NAMES = tuple(f"{column}{row}" for column in COLUMNS for row in range(ROWS))
FIELDS = {name: field for field, name in enumerate(NAMES)}

YELLOW, RED = 0, 1
LETTERS = "yr"
KEEPER_FIELDS = ((FIELDS["c0"], FIELDS["d0"]), (FIELDS["c9"], FIELDS["d9"]))
CENTRE_CIRCLE = tuple(FIELDS[name] for name in ("c4", "d4", "c5", "d5"))
FORWARD = (1, -1)
"""The direction of play of each player along the rows."""

DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""Columns and rows to the next field, in steps of 45 degrees."""
OFF = -1


def _next(field: int, direction: tuple[int, int]) -> int:
    column, row = divmod(field, ROWS)
    column, row = column + direction[0], row + direction[1]
    return column * ROWS + row if 0 <= column < len(COLUMNS) and 0 <= row < ROWS else OFF


NEXT = [[_next(field, direction) for direction in DIRECTIONS] for field in range(len(NAMES))]
ORTHOGONAL = [[there for there in near[::2] if there != OFF] for near in NEXT]

# Who may enter a field that does not hold the ball: the owner's keeper only, where it is a keeper field.
OPEN_TO_ALL = [field not in KEEPER_FIELDS[YELLOW] + KEEPER_FIELDS[RED] for field in range(len(NAMES))]
OPEN_TO_KEEPER = [
    [is_open or field in KEEPER_FIELDS[player] for field, is_open in enumerate(OPEN_TO_ALL)] for player in (YELLOW, RED)
]

CANDIDATES = tuple(field for field in range(len(NAMES)) if OPEN_TO_ALL[field] and field not in CENTRE_CIRCLE)


def _half(field: int) -> int:
    """Whose half a field is in."""
    return YELLOW if field % ROWS < ROWS // 2 else RED


# Phases

SETUP, KICK_ROLL, KICK, ROLL, MOVE, RESTART_ROLL, RESTART, END = range(8)
PHASES = ("setup", "kickroll", "kick", "roll", "move", "restartroll", "restart", "end")
AFTER_ROLL = {KICK_ROLL: KICK, ROLL: MOVE, RESTART_ROLL: RESTART}
DICE = {KICK: range(1, 6), MOVE: range(1, 7), RESTART: range(2, 7)}
NO_DIE = 0
KICK_OFF_WEIGHTS = {1: 10, 2: 8, 3: 6, 4: 4, 5: 2}

NORMAL_TIME, ALL_TIME = 52, 72
MOST_GOALS = 70
NOBODY = -1
WITH_KEEPER = -1
"""The field of the ball before a restart."""
NO_KICK, GOAL = -1, -2
"""Where the ball goes in a move without a kick, and with a goal."""


class Position(NamedTuple):
    """A position.

    Attributes:
        figures: of each player: the field of the keeper, then those of the others, ascending.
        ball: its field, or WITH_KEEPER.
        goals: of each player.
        last: who scored last, or NOBODY.
        n: moves completed.
        phase: what is due.
        die: what was rolled, or NO_DIE.
    """

    figures: tuple[tuple[int, ...], tuple[int, ...]]
    ball: int
    goals: tuple[int, int]
    last: int
    n: int
    phase: int
    die: int

    @property
    def player(self) -> int:
        """Who moves next."""
        return self.n % 2


class Die(NamedTuple):
    """What was rolled."""

    number: int


class Setup(NamedTuple):
    """Three fields, ascending."""

    fields: tuple[int, ...]


class KickOff(NamedTuple):
    """Where the ball goes."""

    ball: int


class Turn(NamedTuple):
    """A figure goes from a field to a field; then the ball, if it is kicked."""

    start: int
    to: int
    ball: int


class Restart(NamedTuple):
    """Where the keeper is put, and where the ball goes."""

    keeper: int
    ball: int


class Pass(NamedTuple):
    """No other move is legal."""


Move: TypeAlias = Die | Setup | KickOff | Turn | Restart | Pass

START = Position(
    ((FIELDS["c0"], FIELDS["c4"]), (FIELDS["d9"], FIELDS["d5"])), FIELDS["c4"], (0, 0), NOBODY, 0, SETUP, NO_DIE
)


class StreetSoccer(Rules[Position, Move]):
    """Street soccer."""

    id = "street_soccer"
    title = "Street soccer"
    page = "street_soccer"

    # Setup

    def initial(self, rng: Rng) -> Position:
        """A keeper and a centre figure each."""
        return START

    @staticmethod
    def _candidates(s: Position) -> list[int]:
        occupied = s.figures[YELLOW] + s.figures[RED]
        return [field for field in CANDIDATES if field not in occupied]

    def current_player(self, s: Position) -> int:
        """Chance before every move but the setups."""
        if s.phase == END:
            return OVER
        return CHANCE if s.phase in AFTER_ROLL else s.player

    # Move

    def moves(self, s: Position) -> list[Move]:
        """The rolls, or the moves of the phase; `pass` if there are none."""
        if s.phase == END:
            return []
        if s.phase in AFTER_ROLL:
            return [Die(number) for number in DICE[AFTER_ROLL[s.phase]]]
        if s.phase == SETUP:
            opposite = 1 - s.player
            return [
                Setup(fields)
                for fields in combinations(self._candidates(s), 3)
                if any(_half(field) == opposite for field in fields)
            ]
        found: list[Move] = []
        if s.phase == KICK:
            found += self._kick_offs(s)
        elif s.phase == RESTART:
            found += self._restarts(s)
        else:
            found += self._turns(s)
        return found or [Pass()]

    def count(self, s: Position) -> int:
        """The setups without listing them: all but those in the own half."""
        if s.phase == SETUP:
            candidates = self._candidates(s)
            own = sum(_half(field) == s.player for field in candidates)
            return comb(len(candidates), 3) - comb(own, 3)
        return len(self.moves(s))

    def random_move(self, s: Position, rng: Rng) -> Move | None:
        """A setup without listing all: three fields are drawn until one is in the other half."""
        if s.phase != SETUP:
            return super().random_move(s, rng)
        candidates = self._candidates(s)
        while True:
            fields = {candidates[rng.below(len(candidates))] for _ in range(3)}
            if len(fields) == 3 and any(_half(field) != s.player for field in fields):
                return Setup(tuple(sorted(fields)))

    def weight(self, s: Position, m: Move) -> int:
        """The kick-off die is the difference of two dice, without zero."""
        if s.phase == KICK_ROLL and isinstance(m, Die):
            return KICK_OFF_WEIGHTS[m.number]
        return 1

    def _kick_offs(self, s: Position) -> list[Move]:
        """The figure on the ball kicks; no goal."""
        own, opposing = s.figures
        destinations = _kick(s.ball, s.die + 1, own, opposing, YELLOW)
        reached = _Reached(s.figures[RED], RED, own + opposing)
        return [KickOff(ball) for ball in destinations if ball != GOAL and reached.can_enter(ball)]

    def _restarts(self, s: Position) -> list[Move]:
        """The keeper goes back and kicks."""
        player = s.player
        opposing = s.figures[1 - player]
        keeper, *others = s.figures[player]
        places = [field for field in KEEPER_FIELDS[player] if field not in (*others, *opposing)] or [keeper]
        found: list[Move] = []
        for place in places:
            own = (place, *others)
            destinations = _kick(place, s.die + 1, own, opposing, player)
            reached = _Reached(opposing, 1 - player, own + opposing)
            found += [Restart(place, ball) for ball in destinations if ball == GOAL or reached.can_enter(ball)]
        return found

    def _turns(self, s: Position) -> list[Move]:
        """Every figure walks, and kicks if it gets to the ball."""
        player, ball = s.player, s.ball
        own, opposing = s.figures[player], s.figures[1 - player]
        # A way for the opponents that stays open unless the figure that moves ends on it.
        way = _way_to(ball, opposing, 1 - player, own + opposing)
        found: list[Move] = []
        for figure, start in enumerate(own):
            others = own[:figure] + own[figure + 1 :]
            blocked = others + opposing
            is_open = OPEN_TO_KEEPER[player] if figure == 0 else OPEN_TO_ALL
            targets, steps_to_ball = _walk(start, s.die, blocked, ball, is_open)
            for to in sorted(targets):
                open_way = way is not None and to not in way
                if open_way or _way_to(ball, opposing, 1 - player, (*blocked, to)) is not None:
                    found.append(Turn(start, to, NO_KICK))
            if steps_to_ball:
                after = (*others, ball)
                destinations: set[int] = set()
                for steps in steps_to_ball:
                    destinations |= _kick(ball, s.die - steps + 1, after, opposing, player)
                reached = _Reached(opposing, 1 - player, after + opposing)
                found += [Turn(start, ball, goal) for goal in destinations if goal == GOAL or reached.can_enter(goal)]
        return found

    def play(self, s: Position, m: Move) -> Position:
        """Roll, set up, kick off, take a turn, restart or pass."""
        if isinstance(m, Die):
            return s._replace(phase=AFTER_ROLL[s.phase], die=m.number)
        player = s.player
        if isinstance(m, Setup):
            own = _placed(s.figures[player][0], (*s.figures[player][1:], *m.fields))
            phase = SETUP if s.n == 0 else KICK_ROLL
            return s._replace(figures=_with(s.figures, player, own), n=s.n + 1, phase=phase)
        keeper, *others = s.figures[player]
        ball = s.ball
        if isinstance(m, KickOff):
            ball = m.ball
        elif isinstance(m, Restart):
            keeper, ball = m.keeper, m.ball
        elif isinstance(m, Turn):
            if keeper == m.start:
                keeper = m.to
            else:
                others = [m.to if field == m.start else field for field in others]
            if m.ball != NO_KICK:
                ball = m.ball
        elif s.phase == RESTART:
            ball = keeper
        goals, last = s.goals, s.last
        phase = ROLL
        if ball == GOAL:
            goals = (goals[0] + 1, goals[1]) if player == YELLOW else (goals[0], goals[1] + 1)
            last = player
            ball = WITH_KEEPER
            phase = RESTART_ROLL
        n = s.n + 1
        if _is_end(n, goals):
            phase = END
        return Position(_with(s.figures, player, _placed(keeper, tuple(others))), ball, goals, last, n, phase, NO_DIE)

    # End

    def result(self, s: Position) -> Result:
        """Higher score in normal time or after a goal in sudden death, then the last scorer."""
        if s.goals[0] != s.goals[1]:
            winner = YELLOW if s.goals[0] > s.goals[1] else RED
            in_time = s.n == NORMAL_TIME
            reason = "normal time" if in_time else "sudden death"
            return win(winner, reason, scores=s.goals, points=_points(winner, (5, 0) if in_time else (4, 1)))
        if s.last == NOBODY:
            return draw("no goals", scores=s.goals, points=(2, 2))
        return win(s.last, "last goal", scores=s.goals, points=_points(s.last, (3, 2)))

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """`Pb2d7e3`, `Bd6`, `Mb2d2`, `Mb8c8|Be9`, `Mb8c8|B**`, `Pd9|B**`, a digit, `pass`."""
        if isinstance(m, Die):
            return str(m.number)
        if isinstance(m, Setup):
            return "P" + "".join(NAMES[field] for field in m.fields)
        if isinstance(m, KickOff):
            return _ball_text(m.ball)
        if isinstance(m, Turn):
            walk = f"M{NAMES[m.start]}{NAMES[m.to]}"
            return walk if m.ball == NO_KICK else f"{walk}|{_ball_text(m.ball)}"
        return f"P{NAMES[m.keeper]}|{_ball_text(m.ball)}" if isinstance(m, Restart) else "pass"

    def read_move(self, s: Position, text: str) -> Move:
        """A setup without listing all."""
        if s.phase != SETUP:
            return super().read_move(s, text)
        fields = [FIELDS.get(text[at : at + 2], OFF) for at in range(1, min(len(text), 9), 2)]
        if len(text) != 7 or text[0] != "P" or OFF in fields:
            raise IllegalMove(f"{quote(text)} is not P and three fields")
        if not fields[0] < fields[1] < fields[2]:
            raise IllegalMove(f"{quote(text)}: the fields are not in ascending order")
        candidates = self._candidates(s)
        for field in fields:
            if field not in candidates:
                raise IllegalMove(f"{quote(text)}: no figure may be placed on {NAMES[field]}")
        if all(_half(field) == s.player for field in fields):
            raise IllegalMove(f"{quote(text)}: no figure is in the opponent's half")
        return Setup(tuple(fields))

    def text(self, s: Position) -> str:
        """Yellow, Red, the ball, the goals, the last scorer, the moves completed, the phase."""
        yellow, red = (",".join(NAMES[field] for field in own) for own in s.figures)
        ball = "k" if s.ball == WITH_KEEPER else NAMES[s.ball]
        last = "-" if s.last == NOBODY else LETTERS[s.last]
        phase = PHASES[s.phase] + (str(s.die) if s.die != NO_DIE else "")
        return f"{yellow}/{red}/{ball}/{s.goals[0]}-{s.goals[1]}/{last}/{s.n}/{phase}"

    def parse(self, text: str) -> Position:
        """The parts separated by /, and what they say of each other."""
        parts = text.split("/", 7)
        if len(parts) != 7:
            raise TextError(f"there must be 7 parts with / between, found {len(parts) if len(parts) < 7 else 'more'}")
        yellow_text, red_text, ball_text, goals_text, last_text, n_text, phase_text = parts
        n = read_number(n_text, "the number of moves", 0, ALL_TIME)
        figures = (_read_figures(yellow_text, YELLOW, n), _read_figures(red_text, RED, n))
        both = [field for field in figures[YELLOW] if field in figures[RED]]
        if both:
            raise TextError(f"two figures on {NAMES[both[0]]}")
        phase, die = _read_phase(phase_text)
        if ball_text == "k":
            ball = WITH_KEEPER
        elif ball_text in FIELDS:
            ball = FIELDS[ball_text]
        else:
            raise TextError(f"the ball: {quote(ball_text)} is no field")
        goal_texts = goals_text.split("-", 2)
        if len(goal_texts) != 2:
            raise TextError(f"the goals must be two numbers with - between, not {quote(goals_text)}")
        goals = (
            read_number(goal_texts[0], "the goals of Yellow", 0, MOST_GOALS),
            read_number(goal_texts[1], "the goals of Red", 0, MOST_GOALS),
        )
        if last_text not in ("y", "r", "-"):
            raise TextError(f"the last scorer must be y, r or -, not {quote(last_text)}")
        last = NOBODY if last_text == "-" else LETTERS.index(last_text)
        s = Position(figures, ball, goals, last, n, phase, die)
        _check(s)
        return s

    def diagram(self, s: Position) -> str:
        """Row 9 on top: the keepers YK and RK, figures Y and R, the ball *; then the score and what is due."""
        cells = ["."] * len(NAMES)
        for letter, own in zip("YR", s.figures, strict=True):
            for figure, field in enumerate(own):
                cells[field] = letter + ("K" if figure == 0 else "")
        if s.ball != WITH_KEEPER:
            cells[s.ball] = ("" if cells[s.ball] == "." else cells[s.ball]) + "*"
        order = range(ROWS - 1, -1, -1)
        rows = [[cells[column * ROWS + row] for column in range(len(COLUMNS))] for row in order]
        due = PHASES[s.phase] + (f" {s.die}" if s.die != NO_DIE else "")
        board = grid_diagram(rows, [str(row) for row in order], COLUMNS)
        return f"{board}\n{s.goals[0]}-{s.goals[1]} after {s.n} moves, {due}"


# ----------------------------------------------------------------------------------------------------
# Walks, kicks, and whether the ball can be reached


def _walk(start: int, die: int, blocked: tuple[int, ...], ball: int, is_open: list[bool]) -> tuple[set[int], list[int]]:
    """The fields after exactly so many steps, and the numbers of steps after which the ball can be reached."""
    here = {start}
    steps_to_ball = []
    for steps in range(1, die + 1):
        there: set[int] = set()
        for field in here:
            there.update(ORTHOGONAL[field])
        there.difference_update(blocked)
        if ball in there:
            steps_to_ball.append(steps)
            there.remove(ball)
        here = {field for field in there if is_open[field]}
    return here, steps_to_ball


def _kick(start: int, length: int, own: tuple[int, ...], opposing: tuple[int, ...], player: int) -> set[int]:
    """Where a kick can end, GOAL among it. `own` are the kicker's figures, the kicker on `start` included."""
    found: set[int] = set()
    goal_fields = KEEPER_FIELDS[1 - player]
    forward = FORWARD[player]
    # Segments: a figure kicks, with so many steps left. A pass gives back the step that it took.
    segments = [(start, length)]
    seen = {(start, length)}

    def line(field: int, left: int, direction: int, may_turn: bool) -> None:
        """Steps in one direction, and after each but the last perhaps a turn."""
        while True:
            there = NEXT[field][direction]
            if there == OFF:
                if field in goal_fields and DIRECTIONS[direction][1] == forward:
                    found.add(GOAL)
                return
            if there in opposing:
                return
            if there in own:
                if (there, left) not in seen:
                    seen.add((there, left))
                    segments.append((there, left))
                return
            field = there
            left -= 1
            if left == 0:
                found.add(field)
                return
            if may_turn:
                line(field, left, (direction + 1) % 8, False)
                line(field, left, (direction - 1) % 8, False)

    for field, left in segments:
        for direction in range(8):
            line(field, left, direction, True)
    return found


class _Reached:
    """The fields that the figures of a player can walk to, in any number of steps through empty fields."""

    def __init__(self, figures: tuple[int, ...], player: int, occupied: tuple[int, ...]) -> None:
        """`figures` are those of the player, `occupied` the fields of all."""
        self._figures, self._player, self._occupied = figures, player, occupied
        self._all = _flood(figures, OPEN_TO_ALL, occupied)
        self._keeper: set[int] | None = None

    def can_enter(self, ball: int) -> bool:
        """Whether one of them reaches the ball; any may step onto a keeper field that holds it."""
        if ball in self._all or any(near in self._all for near in ORTHOGONAL[ball]):
            return True
        if self._keeper is None:
            # Few balls lie where only the keeper gets, over its own fields.
            self._keeper = _flood(self._figures[:1], OPEN_TO_KEEPER[self._player], self._occupied)
        return any(near in self._keeper for near in ORTHOGONAL[ball])


def _flood(figures: tuple[int, ...], is_open: list[bool], occupied: tuple[int, ...]) -> set[int]:
    """The fields of some figures and all that can be walked to from them."""
    seen = set(figures)
    waiting = list(figures)
    for field in waiting:
        for there in ORTHOGONAL[field]:
            if there not in seen and is_open[there] and there not in occupied:
                seen.add(there)
                waiting.append(there)
    return seen


def _way_to(ball: int, figures: tuple[int, ...], player: int, occupied: tuple[int, ...]) -> set[int] | None:
    """The fields between the ball and some figure of the player that can walk to it; None if there is none.

    Searched from the ball: first ways that all figures can take, then those of the keeper over its own fields.
    """
    if ball in figures:
        return set()
    for walkers, is_open in ((figures, OPEN_TO_ALL), (figures[:1], OPEN_TO_KEEPER[player])):
        before = {ball: ball}
        waiting = [ball]
        for field in waiting:
            for there in ORTHOGONAL[field]:
                if there in before:
                    continue
                if there in walkers:
                    way = {ball}
                    while field != ball:
                        way.add(field)
                        field = before[field]
                    return way
                if is_open[there] and there not in occupied:
                    before[there] = field
                    waiting.append(there)
    return None


# ----------------------------------------------------------------------------------------------------
# Small things


def _is_end(n: int, goals: tuple[int, int]) -> bool:
    return n == ALL_TIME or (n >= NORMAL_TIME and goals[0] != goals[1])


def _points(winner: int, points: tuple[int, int]) -> tuple[int, int]:
    return points if winner == YELLOW else (points[1], points[0])


def _placed(keeper: int, others: tuple[int, ...]) -> tuple[int, ...]:
    return (keeper, *sorted(others))


def _with(
    figures: tuple[tuple[int, ...], tuple[int, ...]], player: int, own: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return (own, figures[RED]) if player == YELLOW else (figures[YELLOW], own)


def _ball_text(ball: int) -> str:
    return "B**" if ball == GOAL else f"B{NAMES[ball]}"


def _read_figures(text: str, player: int, n: int) -> tuple[int, ...]:
    """The keeper, then the others ascending: two before the player's setup, then five."""
    who = ("Yellow", "Red")[player]
    due = 5 if n > player else 2
    names = text.split(",", due)
    if len(names) != due:
        raise TextError(f"{who} must have {due} figures after {n} moves, not {quote(text)}")
    for name in names:
        if name not in FIELDS:
            raise TextError(f"{who}: {quote(name)} is no field")
        if names.count(name) > 1:
            raise TextError(f"{who}: two figures on {name}")
    keeper, *others = (FIELDS[name] for name in names)
    if others != sorted(others):
        raise TextError(f"{who}: after the keeper the figures must be in ascending order, not {quote(text)}")
    return (keeper, *others)


def _read_phase(text: str) -> tuple[int, int]:
    """The phase and the die."""
    for phase, name in enumerate(PHASES):
        dice = DICE.get(phase)
        if dice is None:
            if text == name:
                return phase, NO_DIE
        elif len(text) == len(name) + 1 and text.startswith(name) and text[-1] in [str(die) for die in dice]:
            return phase, int(text[-1])
    raise TextError(f"{quote(text)} is no phase")


def _check(s: Position) -> None:
    """Whether the parts of a position agree."""
    phase = PHASES[s.phase]
    if (s.n <= 1) != (s.phase == SETUP) or (s.n == 2) != (s.phase in (KICK_ROLL, KICK)):
        raise TextError(f"after {s.n} moves the phase cannot be {phase}")
    if _is_end(s.n, s.goals) != (s.phase == END):
        raise TextError(f"with {s.goals[0]}-{s.goals[1]} after {s.n} moves the phase cannot be {phase}")
    if (s.last == NOBODY) != (s.goals == (0, 0)):
        raise TextError("there is a last scorer exactly if there are goals")
    if s.last != NOBODY and s.goals[s.last] == 0:
        raise TextError("the last scorer has no goal")
    if s.n <= 2:
        if s.goals != (0, 0):
            raise TextError("there are no goals before the kick-off")
        if s.ball not in s.figures[YELLOW]:
            raise TextError("the ball must be with a yellow figure until the kick-off")
    if s.phase in (RESTART_ROLL, RESTART):
        if s.ball != WITH_KEEPER:
            raise TextError("the ball must be k before a restart")
        if s.n < 4 or s.last != 1 - s.player:
            raise TextError("a restart follows a goal of the other player")
    elif s.ball == WITH_KEEPER and s.phase != END:
        raise TextError(f"the ball cannot be k in the phase {phase}")
