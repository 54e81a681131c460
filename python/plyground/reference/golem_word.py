"""Golem word game: docs/rules/golem_word.md."""

from __future__ import annotations

import re
from itertools import product
from typing import ClassVar, NamedTuple, TypeAlias

from plyground.reference._base import (
    OVER,
    IllegalMove,
    Option,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    by_score,
    grid_diagram,
    quote,
    read_fields,
    read_number,
)
from plyground.reference._lexicon import LEXICON, Lexicon, load, resolve_lexicon

# Board: fields in reading order, a5..e5, a4..e4, to e1.

SIZE = 5
FILES = "abcde"
NAMES = [f"{file}{rank}" for rank in range(SIZE, 0, -1) for file in FILES]
FIELDS = {name: field for field, name in enumerate(NAMES)}
RED = (FIELDS["e5"], FIELDS["a1"])
BLUE = (FIELDS["a5"], FIELDS["e1"])


def _links() -> list[list[int]]:
    """Orthogonal neighbours, and diagonal ones unless both lie in the same corner block of four."""
    links: list[list[int]] = [[] for _ in NAMES]
    for one, other in product(range(SIZE * SIZE), repeat=2):
        (y, x), (v, u) = divmod(one, SIZE), divmod(other, SIZE)
        distance = max(abs(x - u), abs(y - v))
        diagonal = x != u and y != v
        if distance == 1 and not (diagonal and min(x, u) in (0, 3) and min(y, v) in (0, 3)):
            links[one].append(other)
    return links


LINKS = _links()

# Tiles

EMPTY, WILD = "_", "*"
MOST_WILDS = 8
"""In a text; each more doubles the work."""
LETTERS = "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHHIIIIIIIIIJKLLLLMMNNNNNNOOOOOOOOPPQRRRRRRSSSSTTTTTTUUUUVVWWXYYZ"
TILES = LETTERS + 2 * WILD
VALUES = {
    tile: value
    for tiles, value in ((WILD, 0), ("AEILNORSTU", 1), ("BCDGMP", 2), ("FHKVWY", 3), ("JX", 5), ("QZ", 6))
    for tile in tiles
}
BAG = len(TILES) - SIZE * SIZE

MOST_SCORE = 1_000_000
"""No game gets there; the bound keeps absurd texts out."""

AUCTION, PLAY = "auction", "play"
NO_BID = -1
MOST_KNOWN = 200_000
"""How many beginnings of words are remembered from one position to the next."""


class Beginning:
    """What the words look like that begin with some tiles; with wilds among them there are many ways to go on.

    Attributes:
        is_word: whether the tiles are a word.
    """

    def __init__(self, lexicon: Lexicon, states: frozenset[int], known: dict[frozenset[int], Beginning]) -> None:
        """From states of the merged tree of words; `known` has every beginning that was met."""
        self._lexicon = lexicon
        self._states = states
        self._known = known
        self.is_word = any(lexicon.merged[state][0] for state in states)
        self._after_letter: dict[str, Beginning] | None = None
        self._after_wild: Beginning | None = None

    def after(self, tile: str) -> Beginning | None:
        """The beginning with one more tile; None if no word goes on so."""
        if tile == WILD:
            if self._after_wild is None:
                self._after_wild = self._with(self._below())
            return self._after_wild if self._after_wild._states else None
        if self._after_letter is None:
            found: dict[str, set[int]] = {}
            for state in self._states:
                for letter, after in self._lexicon.merged[state][1].items():
                    found.setdefault(letter, set()).add(after)
            self._after_letter = {letter: self._with(states) for letter, states in found.items()}
        return self._after_letter.get(tile)

    def _below(self) -> set[int]:
        """All states that one letter or more leads to."""
        below: set[int] = set()
        front = list(self._states)
        while front:
            for after in self._lexicon.merged[front.pop()][1].values():
                if after not in below:
                    below.add(after)
                    front.append(after)
        return below

    def _with(self, states: set[int]) -> Beginning:
        key = frozenset(states)
        if key not in self._known:
            self._known[key] = Beginning(self._lexicon, key, self._known)
        return self._known[key]


class Bid(NamedTuple):
    """An offer."""

    points: int


class Take(NamedTuple):
    """The fields whose tiles are taken, in the order of their names."""

    fields: tuple[int, ...]


PASS = "pass"
Move: TypeAlias = Bid | Take | str


class Position(NamedTuple):
    """The tiles on the fields and in the bag, the scores, the phase, who bids or moves, and the current bid."""

    board: str
    bag: str
    scores: tuple[int, int]
    phase: str
    player: int
    bid: int


class GolemWord(Rules[Position, Move]):
    """Golem word game."""

    id = "golem_word"
    title = "Golem word game"
    page = "golem_word"
    options_spec: ClassVar[dict[str, Option]] = {
        "lexicon": LEXICON,
        "max_bid": Option(100, (100, range(1001)), "The highest bid for the first move."),
    }

    @classmethod
    def resolve(cls, given: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """The words are English."""
        options = super().resolve(given)
        resolve_lexicon(options, "en")
        return options

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Load the words."""
        super().__init__(options)
        self.max_bid = int(options["max_bid"])
        self.lexicon = load(str(options["lexicon"]), "en")
        self._known: dict[frozenset[int], Beginning] = {}

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The shuffled tiles: the first 25 fill the board in reading order, the rest is the bag."""
        tiles = list(TILES)
        rng.shuffle(tiles)
        return Position("".join(tiles[: SIZE * SIZE]), "".join(tiles[SIZE * SIZE :]), (0, 0), AUCTION, 0, NO_BID)

    def current_player(self, s: Position) -> int:
        """The bidder or the player who moves; nobody on an empty board."""
        return OVER if self._finished(s) else s.player

    @staticmethod
    def _finished(s: Position) -> bool:
        return s.phase == PLAY and s.board.count(EMPTY) == SIZE * SIZE

    # Move

    def moves(self, s: Position) -> list[Move]:
        """Bids above the current one, and a pass; or the sets of tiles that may be taken."""
        if s.phase == AUCTION:
            bids: list[Move] = [Bid(points) for points in range(s.bid + 1, self.max_bid + 1)]
            return bids if s.bid == NO_BID else [*bids, PASS]
        return [Take(fields) for fields in self._sets(s)]

    def _sets(self, s: Position) -> list[tuple[int, ...]]:
        """Single tiles, and sets that some order over links spells as a word."""
        board = s.board
        found = {frozenset([field]) for field in range(SIZE * SIZE) if board[field] != EMPTY}
        linked = self._linked(board)
        path: list[int] = []
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        start = frozenset([len(self.lexicon.merged) - 1])
        root = self._known.setdefault(start, Beginning(self.lexicon, start, self._known))

        def walk(field: int, before: Beginning) -> None:
            beginning = before.after(board[field])
            if beginning is None:
                return
            path.append(field)
            if beginning.is_word:
                found.add(frozenset(path))
            for there in linked[field]:
                if there not in path:
                    walk(there, beginning)
            path.pop()

        for field in range(SIZE * SIZE):
            if board[field] != EMPTY:
                walk(field, root)
        return [tuple(sorted(fields, key=NAMES.__getitem__)) for fields in found]

    @staticmethod
    def _linked(board: str) -> list[list[int]]:
        """For each tile the tiles linked with it now: by a link, or by a chain of links over empty fields."""
        linked: list[list[int]] = []
        for field, tile in enumerate(board):
            reached: list[int] = []
            if tile != EMPTY:
                seen = {field}
                front = [field]
                while front:
                    for there in LINKS[front.pop()]:
                        if there not in seen:
                            seen.add(there)
                            if board[there] == EMPTY:
                                front.append(there)
                            else:
                                reached.append(there)
            linked.append(reached)
        return linked

    def play(self, s: Position, m: Move) -> Position:
        """Bid, pass, or take tiles, which are replaced from the front of the bag in reading order."""
        one, two = s.scores
        if isinstance(m, Bid):
            if m.points < self.max_bid:
                return Position(s.board, s.bag, s.scores, AUCTION, 1 - s.player, m.points)
            return self._sold(s, s.player, m.points)
        if isinstance(m, str):
            return self._sold(s, 1 - s.player, s.bid)
        board, bag = list(s.board), s.bag
        for field in sorted(m.fields):
            board[field], bag = bag[:1] or EMPTY, bag[1:]
        score = self._score(s, m)
        scores = (one + score, two) if s.player == 0 else (one, two + score)
        return Position("".join(board), bag, _bounded(scores), PLAY, 1 - s.player, NO_BID)

    @staticmethod
    def _sold(s: Position, bidder: int, points: int) -> Position:
        """The other player receives the bid as points, the bidder makes the first move."""
        one, two = s.scores
        scores = (one, two + points) if bidder == 0 else (one + points, two)
        return Position(s.board, s.bag, _bounded(scores), PLAY, bidder, NO_BID)

    @staticmethod
    def _score(s: Position, m: Take) -> int:
        """The values; from three tiles with the colours of the fields; from seven doubled."""
        score = sum(VALUES[s.board[field]] for field in m.fields)
        if len(m.fields) >= 3:
            for field in m.fields:
                score *= 3 if field in RED else 2 if field in BLUE else 1
        return 2 * score if len(m.fields) >= 7 else score

    # End

    def result(self, s: Position) -> Result:
        """The higher score wins."""
        return by_score(s.scores, "board empty")

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """`bid 12`, `pass`, `c5`, `d4d5e4e5`."""
        if isinstance(m, Bid):
            return f"bid {m.points}"
        return m if isinstance(m, str) else "".join(NAMES[field] for field in m.fields)

    def read_move(self, s: Position, text: str) -> Move:
        """A set may also be written with the word and its path: `WAIT:d5d4e4e5`, `T(AX)I:e2d2c2`."""
        if s.phase == PLAY and ":" in text[:1000]:
            return self._read_word(s, text)
        return super().read_move(s, text)

    def _read_word(self, s: Position, text: str) -> Move:
        word, _, path_text = text.partition(":")
        if not re.fullmatch(r"([A-Z]|\([A-Z]+\))+", word) or not re.fullmatch(r"([a-e][1-5])+", path_text):
            raise IllegalMove(f"{quote(text)} is no word and a path")
        labels = re.findall(r"[A-Z]|\([A-Z]+\)", word)
        path = [FIELDS[name] for name in re.findall("..", path_text)]
        if len(path) < 2 or len(path) != len(labels) or len(set(path)) != len(path):
            raise IllegalMove(f"{quote(text)}: two or more fields, each once, and as many tiles are needed")
        tiles = [label if len(label) == 1 else WILD for label in labels]
        if any(s.board[field] != tile for field, tile in zip(path, tiles, strict=True)):
            raise IllegalMove(f"{quote(text)}: these are not the tiles of the fields")
        linked = self._linked(s.board)
        if any(path[i + 1] not in linked[path[i]] for i in range(len(path) - 1)):
            raise IllegalMove(f"{quote(text)}: two of the fields are not linked")
        if re.sub("[()]", "", word) not in self.lexicon.words:
            raise IllegalMove(f"{quote(text)} is no word of the lexicon")
        return Take(tuple(sorted(path, key=NAMES.__getitem__)))

    def text(self, s: Position) -> str:
        """The ranks from the fifth, the bag, the scores, the phase."""
        phase = f"{AUCTION}:{s.player}:{s.bid}" if s.phase == AUCTION else f"{PLAY}:{s.player}"
        return f"{'/'.join(_ranks(s.board))} {s.bag or '-'} {s.scores[0]}-{s.scores[1]} {phase}"

    def parse(self, text: str) -> Position:
        """Read a position. Letters are not counted."""
        board_text, bag_text, scores_text, phase_text = read_fields(text, ("board", "bag", "scores", "phase"))
        ranks = board_text.split("/", SIZE)
        if len(ranks) != SIZE or any(len(rank) != SIZE for rank in ranks):
            raise TextError(f"the board must be {SIZE} ranks of {SIZE} fields, not {quote(board_text)}")
        board = "".join(ranks)
        for field, tile in enumerate(board):
            if tile != EMPTY and tile not in VALUES:
                raise TextError(f"{NAMES[field]}: {quote(tile)} is no tile")
        bag = "" if bag_text == "-" else bag_text
        if len(bag) > BAG:
            raise TextError(f"the bag has {len(bag)} tiles, at most {BAG} are possible")
        for tile in bag:
            if tile not in VALUES:
                raise TextError(f"the bag: {quote(tile)} is no tile")
        wilds = (board + bag).count(WILD)
        if wilds > MOST_WILDS:
            raise TextError(f"{wilds} wilds, at most {MOST_WILDS} are read")
        if bag and EMPTY in board:
            raise TextError(f"{NAMES[board.index(EMPTY)]} is empty although the bag has tiles")
        parts = scores_text.split("-", 2)
        if len(parts) != 2:
            raise TextError(f"the scores must be two numbers with - between, not {quote(scores_text)}")
        one, two = (read_number(part, "a score", 0, MOST_SCORE) for part in parts)
        phase, *rest = phase_text.split(":", 3)
        if phase == PLAY and len(rest) == 1:
            return Position(board, bag, (one, two), PLAY, read_number(rest[0], "the player to move", 0, 1), NO_BID)
        if phase != AUCTION or len(rest) != 2:
            raise TextError(f"the phase must be auction:<player>:<bid> or play:<player>, not {quote(phase_text)}")
        player = read_number(rest[0], "the next bidder", 0, 1)
        bid = NO_BID if rest[1] == str(NO_BID) else read_number(rest[1], "the current bid", 0, 1000)
        if bid >= self.max_bid:
            raise TextError(f"a bid of {self.max_bid} has ended the auction, so the current bid cannot be {bid}")
        if bid == NO_BID and player == 1:
            raise TextError("player 0 opens the auction")
        if board.count(EMPTY) == SIZE * SIZE:
            raise TextError("there is no auction over an empty board")
        return Position(board, bag, (one, two), AUCTION, player, bid)

    def diagram(self, s: Position) -> str:
        """Rank 5 on top, then the bag and the scores."""
        board = grid_diagram(_ranks(s.board), [str(rank) for rank in range(SIZE, 0, -1)], FILES)
        return f"{board}\nbag: {s.bag or 'empty'}\nscores: {s.scores[0]}-{s.scores[1]}"


def _ranks(board: str) -> list[str]:
    return [board[first : first + SIZE] for first in range(0, SIZE * SIZE, SIZE)]


def _bounded(scores: tuple[int, int]) -> tuple[int, int]:
    return min(scores[0], MOST_SCORE), min(scores[1], MOST_SCORE)
