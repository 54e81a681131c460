"""LYNGK, Stack6: docs/rules/lyngk.md."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from plyground.reference._base import (
    OVER,
    IllegalMove,
    Result,
    Rng,
    Rules,
    TextError,
    by_score,
    quote,
    win,
)

# Board: the points of each column are numbered from the bottom; point r of a column of n stands at height 2r - n.

COLUMNS = {"a": 1, "b": 4, "c": 7, "d": 6, "e": 7, "f": 6, "g": 7, "h": 4, "i": 1}
NAMES = tuple(f"{column}{r}" for column, n in COLUMNS.items() for r in range(1, n + 1))
POINTS = {name: point for point, name in enumerate(NAMES)}
PLACES = tuple((x, 2 * r - n) for x, n in enumerate(COLUMNS.values()) for r in range(1, n + 1))
DIRECTIONS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))


def _line(x: int, y: int, dx: int, dy: int) -> tuple[int, ...]:
    """The points in one direction, nearest first."""
    line = []
    while (x + dx, y + dy) in PLACES:
        x, y = x + dx, y + dy
        line.append(PLACES.index((x, y)))
    return tuple(line)


LINES = tuple(tuple(_line(x, y, dx, dy) for dx, dy in DIRECTIONS) for x, y in PLACES)

# Stones

COLOURS = "WKRBG"
GRAY = "J"
STONES = COLOURS + GRAY
STONES_OF_A_COLOUR, GRAY_STONES = 8, 3
HIGHEST = 6
CLAIMS = 2
"""The colours a player may claim."""

WHITE, BLACK = 0, 1
SIDES = "wb"
PASS = -1


class Turn(NamedTuple):
    """A claim, or "" for none, and a move of a stack; `source` is PASS for a pass."""

    claim: str
    source: int
    goal: int


Claims: TypeAlias = tuple[str, str]


class Position(NamedTuple):
    """The stack on each point, the player to move, the colours claimed, and whether the last move won.

    A stack is the letter of its top, then the others in the order W K R B G J (their order does not matter); "" is an
    empty point.
    """

    board: tuple[str, ...]
    player: int
    claims: Claims
    won: bool


def _sorted(stones: str) -> str:
    return "".join(sorted(stones, key=STONES.index))


class Lyngk(Rules[Position, Turn]):
    """LYNGK in the variant Stack6."""

    id = "lyngk"
    title = "LYNGK"
    page = "lyngk"

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The 43 stones shuffled over the points."""
        stones = [colour for colour in COLOURS for _ in range(STONES_OF_A_COLOUR)] + [GRAY] * GRAY_STONES
        rng.shuffle(stones)
        return Position(tuple(stones), WHITE, ("", ""), False)

    # Move

    @staticmethod
    def _claimable(s: Position, player: int) -> str:
        """The colours that a player may claim."""
        if len(s.claims[player]) == CLAIMS:
            return ""
        return "".join(colour for colour in COLOURS if colour not in s.claims[WHITE] + s.claims[BLACK])

    @staticmethod
    def _meetings(board: tuple[str, ...]) -> list[tuple[int, int]]:
        """From where to where stacks can go if only their colours and heights matter."""
        found = []
        for source, stack in enumerate(board):
            if not stack or stack[0] == GRAY:
                continue
            for line in LINES[source]:
                for goal in line:
                    target = board[goal]
                    if not target:
                        continue
                    if len(stack) + len(target) <= HIGHEST and not any(
                        stone in target for stone in stack if stone != GRAY
                    ):
                        found.append((source, goal))
                    break
        return found

    @staticmethod
    def _may_move(stack: str, target: str, own: str, opposing: str) -> bool:
        """Whether a player with these colours may make a move: an own stack may climb, a neutral one may not."""
        return stack[0] in own or (stack[0] not in opposing and len(target) <= len(stack))

    def _stack_moves(self, s: Position, player: int) -> list[Turn]:
        """The turns in which a stack moves: without a claim, and with each claim that the player may make."""
        own, opposing = s.claims[player], s.claims[1 - player]
        meetings = self._meetings(s.board)
        board = s.board
        return [
            Turn(claim, source, goal)
            for claim in ("", *self._claimable(s, player))
            for source, goal in meetings
            if self._may_move(board[source], board[goal], own + claim, opposing)
        ]

    def moves(self, s: Position) -> list[Turn]:
        """Moves of stacks; if there are none a pass, which must bring a claim unless the player has two colours."""
        if s.won:
            return []
        found = self._stack_moves(s, s.player)
        if found or self._finished(s):
            return found
        if len(s.claims[s.player]) == CLAIMS:
            return [Turn("", PASS, PASS)]
        return [Turn(claim, PASS, PASS) for claim in self._claimable(s, s.player)]

    def play(self, s: Position, m: Turn) -> Position:
        """Claim, then move. A stack of six on a colour of the mover wins."""
        own = _sorted(s.claims[s.player] + m.claim)
        claims = (own, s.claims[BLACK]) if s.player == WHITE else (s.claims[WHITE], own)
        if m.source == PASS:
            return Position(s.board, 1 - s.player, claims, False)
        board = list(s.board)
        stack, target = board[m.source], board[m.goal]
        board[m.goal] = stack[0] + _sorted(stack[1:] + target)
        board[m.source] = ""
        won = len(board[m.goal]) == HIGHEST and stack[0] in own
        return Position(tuple(board), 1 - s.player, claims, won)

    # End

    def _finished(self, s: Position) -> bool:
        """Whether both players have two colours and neither can move a stack."""
        return all(len(claims) == CLAIMS for claims in s.claims) and not any(
            self._stack_moves(s, player) for player in (WHITE, BLACK)
        )

    def current_player(self, s: Position) -> int:
        """The player to move, until somebody has won or nobody can move any more."""
        return OVER if s.won or self._finished(s) else s.player

    def result(self, s: Position) -> Result:
        """A stack of six; otherwise a stack of height h counts 10^(h-1) for the owner of its top."""
        if s.won:
            return win(1 - s.player, "stack of six")
        scores = [
            sum(10 ** (len(stack) - 1) for stack in s.board if stack and stack[0] in claims) for claims in s.claims
        ]
        return by_score(scores, "no moves left")

    # Notation

    def move_text(self, s: Position, m: Turn) -> str:
        """`c1-c2`, `R+c1-c2`, `pass`, `R+pass`."""
        text = "pass" if m.source == PASS else f"{NAMES[m.source]}-{NAMES[m.goal]}"
        return f"{m.claim}+{text}" if m.claim else text

    def read_move(self, s: Position, text: str) -> Turn:
        """A turn; a comma after the claim is read too."""
        match = re.fullmatch(r"(?:([WKRBG])[+,])?(?:(pass)|([a-i][1-7])-([a-i][1-7]))", text)
        if not match:
            raise IllegalMove(f"{quote(text)} is no turn")
        claim = match[1] or ""
        turn = Turn(claim, POINTS.get(match[3], PASS), POINTS.get(match[4], PASS))
        if not match[2] and PASS in turn:
            raise IllegalMove(f"{quote(text)} names a point that is not on the board")
        if turn not in self.moves(s):
            if claim and claim not in self._claimable(s, s.player):
                raise IllegalMove(f"{quote(text)}: {claim} cannot be claimed")
            raise IllegalMove(f"{quote(text)} is illegal")
        return turn

    def text(self, s: Position) -> str:
        """The stacks, the side to move, the claims of White and of Black, and `won` if the last move won."""
        board = ",".join(stack or "." for stack in s.board)
        white, black = (claims or "-" for claims in s.claims)
        return f"{board} {SIDES[s.player]} W:{white} B:{black}" + (" won" if s.won else "")

    def parse(self, text: str) -> Position:
        """Stone totals are not checked."""
        fields = text.split(" ", 5)
        if len(fields) not in (4, 5):
            raise TextError("expected board, side to move, W:claims, B:claims and perhaps won, one space between")
        board = self._read_board(fields[0])
        if fields[1] not in ("w", "b"):
            raise TextError(f"the side to move must be w or b, not {quote(fields[1])}")
        player = SIDES.index(fields[1])
        claims = self._read_claims(fields[2], "W:"), self._read_claims(fields[3], "B:")
        for colour in claims[WHITE]:
            if colour in claims[BLACK]:
                raise TextError(f"{colour} is claimed twice")
        won = len(fields) == 5
        if won:
            if fields[4] != "won":
                raise TextError(f"the last field can only be won, not {quote(fields[4])}")
            if not any(len(stack) == HIGHEST and stack[0] in claims[1 - player] for stack in board):
                raise TextError("won: the side that has just moved has no stack of six")
        return Position(board, player, claims, won)

    @staticmethod
    def _read_board(text: str) -> tuple[str, ...]:
        if "," not in text:
            if len(text) != len(NAMES) or any(stone not in STONES for stone in text):
                raise TextError(f"a board without commas has {len(NAMES)} single stones of {', '.join(STONES)}")
            return tuple(text)
        stacks = text.split(",", len(NAMES))
        if len(stacks) != len(NAMES):
            found = len(stacks) if len(stacks) < len(NAMES) else "more"
            raise TextError(f"the board must have {len(NAMES)} points, found {found}")
        board = []
        for name, stack in zip(NAMES, stacks, strict=True):
            if stack == ".":
                board.append("")
                continue
            where = f"{quote(stack)} on {name}"
            if not stack or any(stone not in STONES for stone in stack[: HIGHEST + 1]):
                raise TextError(f"{where} is neither a stack of {', '.join(STONES)} nor empty (.)")
            if len(stack) > HIGHEST:
                raise TextError(f"{where}: more than {HIGHEST} stones")
            if any(stack.count(colour) > 1 for colour in COLOURS):
                raise TextError(f"{where}: a colour occurs twice")
            if stack[0] == GRAY and len(stack) > 1:
                raise TextError(f"{where}: gray cannot be on top of other stones")
            board.append(stack[0] + _sorted(stack[1:]))
        return tuple(board)

    @staticmethod
    def _read_claims(text: str, side: str) -> str:
        claims = text[len(side) :]
        if not text.startswith(side) or not claims:
            raise TextError(f"expected {side} and colours or -, not {quote(text)}")
        if claims == "-":
            return ""
        if len(claims) > CLAIMS or any(colour not in COLOURS for colour in claims):
            raise TextError(f"{quote(text)}: a side claims at most {CLAIMS} of {', '.join(COLOURS)}")
        if len(set(claims)) != len(claims):
            raise TextError(f"{quote(text)}: a colour is claimed twice")
        return _sorted(claims)

    def diagram(self, s: Position) -> str:
        """Columns as on the board, each half a point higher or lower than its neighbours; tops in front."""
        lines = []
        for y in range(7, -8, -1):
            cells = {x: s.board[point] or "." for point, (x, height) in enumerate(PLACES) if height == y}
            if cells:
                lines.append("".join(f"{cells.get(x, ''):<8}" for x in range(len(COLUMNS))).rstrip())
        lines.append("".join(f"{column:<8}" for column in COLUMNS).rstrip())
        claims = [", ".join(claims) or "nothing" for claims in s.claims]
        lines.append(f"White has claimed {claims[WHITE]}; Black {claims[BLACK]}")
        return "\n".join(lines)
