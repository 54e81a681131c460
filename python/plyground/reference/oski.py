"""Oski: docs/rules/oski.md."""

from __future__ import annotations

import re
from typing import ClassVar, NamedTuple

from plyground._types import HalfIntegers, OptionError
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
    quote,
    read_fields,
    read_number,
)
from plyground.reference._lexicon import ALPHABETS, END, LEXICON, LONGEST, SHORTEST, Node, load, resolve_lexicon

EMPTY = "."
INITIAL = 3
"""The letters of the initial word."""

MOST_SCORE = 2_000_000
MOST_WORDS = 40
"""Bounds of texts; no game gets there, they keep absurd texts out."""


class Move(NamedTuple):
    """A letter put on a cell, and the word it makes; the cell is -1 for the initial word."""

    cell: int
    letter: str
    word: str


class Position(NamedTuple):
    """A character a cell in the order of the text, the words used, the points (player 0's doubled), who moves."""

    board: str
    used: tuple[str, ...]
    scores: tuple[int, int]
    player: int


class Oski(Rules[Position, Move]):
    """Oski."""

    id = "oski"
    title = "Oski"
    page = "oski"
    options_spec: ClassVar[dict[str, Option]] = {
        "size": Option(4, (4, 3), "Cells along a side of the hexagon."),
        "language": Option(
            "en",
            ("en", "de", "es", "fr", "it", "ja", "nl", "pl", "ru", "el", "cs", "sk"),
            "How the words of a list are normalised.",
        ),
        "lexicon": LEXICON,
        "setup": Option("random", ("random", "word"), "Whether chance or player 1 chooses the initial word."),
        "komi": Option(2.5, (2.5, HalfIntegers(0.0, 1_000_000.0)), "Points that player 0 has at the start."),
    }

    @classmethod
    def resolve(cls, given: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """The word list must be one of the language."""
        options = super().resolve(given)
        resolve_lexicon(options, str(options["language"]))
        return options

    # Board

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Lay out the columns, each from the top; load the words."""
        super().__init__(options)
        radius = int(options["size"]) - 1
        places: list[tuple[int, int]] = []
        self.names: list[str] = []
        self.columns: list[int] = []
        for q in range(-radius, radius + 1):
            bottom = min(radius, radius - q)
            rows = range(max(-radius, -radius - q), bottom + 1)
            self.columns.append(len(rows))
            for r in rows:
                places.append((q, r))
                self.names.append(f"{chr(ord('a') + q + radius)}{bottom - r + 1}")
        number = {place: cell for cell, place in enumerate(places)}
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        self.neighbours = [[number[q + a, r + b] for a, b in steps if (q + a, r + b) in number] for q, r in places]
        self.marked = [number[q, 0] for q in (-1, 0, 1)]
        self.alphabet = ALPHABETS[str(options["language"])]
        self.komi = float(options["komi"])
        self.by_word = options["setup"] == "word"
        self.lexicon = load(str(options["lexicon"]), str(options["language"]))
        self.initial_words = self.lexicon.of_length(INITIAL)
        if not self.initial_words:
            raise OptionError(f"the lexicon {quote(options['lexicon'], 300)} has no three-letter word to start with")
        self._last: tuple[Position, list[Move]] | None = None

    # Setup

    def initial(self, rng: Rng) -> Position:
        """Player 1 chooses the initial word, or it is drawn among the words of three letters."""
        s = Position(EMPTY * len(self.names), (), (int(2 * self.komi), 0), 1)
        if self.by_word:
            return s
        return self.play(s, Move(-1, "", self.initial_words[rng.below(len(self.initial_words))]))

    def current_player(self, s: Position) -> int:
        """The moves do not depend on who is to move: without any the game is over."""
        return s.player if self.moves(s) else OVER

    # Move

    def moves(self, s: Position) -> list[Move]:
        """A letter on an empty cell and a word through it; or the initial word."""
        if not s.used:
            return [Move(-1, "", word) for word in self.initial_words]
        # The same position is asked for its moves and for its player.
        if self._last is None or self._last[0] != s:
            self._last = s, self._words(s)
        return list(self._last[1])

    def _words(self, s: Position) -> list[Move]:
        board, neighbours = s.board, self.neighbours
        allowed: dict[str, bool] = {}
        found: dict[Move, None] = {}
        on_path = [False] * len(board)

        def walk(cell: int, node: Node, new: int, letter: str) -> None:
            """Go on from a cell whose letter was read; `new` is the new cell on the path, -1 if there is none yet."""
            if new >= 0 and END in node:
                word = node[END]
                if word not in allowed:
                    allowed[word] = not any(used in word for used in s.used)
                if allowed[word]:
                    found[Move(new, letter, word)] = None
            on_path[cell] = True
            for there in neighbours[cell]:
                if not on_path[there]:
                    step(there, node, new, letter)
            on_path[cell] = False

        def step(cell: int, node: Node, new: int, letter: str) -> None:
            here = board[cell]
            if here != EMPTY:
                if here in node:
                    walk(cell, node[here], new, letter)
            elif new < 0:
                for here, after in node.items():
                    if here != END:
                        walk(cell, after, cell, here)

        for cell in range(len(board)):
            step(cell, self.lexicon.trie, -1, "")
        return list(found)

    def play(self, s: Position, m: Move) -> Position:
        """Put the letters; a word counts its letters, the initial word nothing."""
        board = list(s.board)
        if m.cell < 0:
            for cell, letter in zip(self.marked, m.word, strict=True):
                board[cell] = letter
            return Position("".join(board), (m.word,), s.scores, 0)
        board[m.cell] = m.letter
        one, two = s.scores
        if s.player == 0:
            one = min(one + 2 * len(m.word), 2 * MOST_SCORE)
        else:
            two = min(two + len(m.word), MOST_SCORE)
        return Position("".join(board), (*s.used, m.word), (one, two), 1 - s.player)

    # End

    def result(self, s: Position) -> Result:
        """The higher score wins."""
        return by_score([s.scores[0] / 2, s.scores[1]], "no move left" if EMPTY in s.board else "board full")

    # Notation

    def move_text(self, s: Position, m: Move) -> str:
        """`b2=E BEEN`, `start NEB`."""
        return f"start {m.word}" if m.cell < 0 else f"{self.names[m.cell]}={m.letter} {m.word}"

    def read_move(self, s: Position, text: str) -> Move:
        """The path may follow after @ and is ignored."""
        move, at, path = text.partition(" @")
        if at and s.used:
            if not re.fullmatch("([a-g][1-7])+", path) or not set(re.findall("..", path)) <= set(self.names):
                raise IllegalMove(f"{quote(text)}: after @ there must be cells of the board")
            text = move
        return super().read_move(s, text)

    def text(self, s: Position) -> str:
        """The columns, the words used, the scores, the player to move."""
        one, two = s.scores
        points = f"{one // 2}.5" if one % 2 else f"{one // 2}"
        return f"{'/'.join(self._columns(s))} {','.join(s.used) or '-'} {points}-{two} {s.player}"

    def _columns(self, s: Position) -> list[str]:
        columns, first = [], 0
        for length in self.columns:
            columns.append(s.board[first : first + length])
            first += length
        return columns

    def parse(self, text: str) -> Position:
        """Read a position. Scores, turns and the number of words used are not compared with the board."""
        board_text, used_text, scores, player = read_fields(text, ("board", "used words", "scores", "player to move"))
        board = self._read_board(board_text)
        used: tuple[str, ...] = ()
        if used_text != "-":
            used = tuple(used_text.split(",", MOST_WORDS + 1))
        for word in used:
            if not SHORTEST <= len(word) <= LONGEST or not all(letter in self.alphabet for letter in word):
                raise TextError(f"{quote(word)} is no word of {SHORTEST} to {LONGEST} letters")
        if used and len(used[0]) != INITIAL:
            raise TextError(f"the initial word has {INITIAL} letters, not {quote(used[0])}")
        if len(used) + board.count(EMPTY) > MOST_WORDS:
            raise TextError(f"there are more than {MOST_WORDS} used words and empty cells")
        filled = len(board) - board.count(EMPTY)
        if bool(filled) != bool(used):
            raise TextError("an empty board has no used words, any other has")
        if filled and any(board[cell] == EMPTY for cell in self.marked):
            raise TextError("after the start the marked cells are not empty")
        one, dash, two = scores.partition("-")
        whole, half = (one[:-2], 1) if one.endswith(".5") else (one, 0)
        if not dash:
            raise TextError(f"the scores must be two numbers with - between, not {quote(scores)}")
        points = (
            min(2 * read_number(whole, "the score of player 0", 0, MOST_SCORE) + half, 2 * MOST_SCORE),
            read_number(two, "the score of player 1", 0, MOST_SCORE),
        )
        mover = read_number(player, "the player to move", 0, 1)
        if not filled and mover == 0:
            raise TextError("player 1 plays the initial word")
        return Position(board, used, points, mover)

    def _read_board(self, text: str) -> str:
        columns = text.split("/", len(self.columns))
        if len(columns) != len(self.columns):
            found = len(columns) if len(columns) < len(self.columns) else "more"
            raise TextError(f"the board must have {len(self.columns)} columns, found {found}")
        for column, length in zip(columns, self.columns, strict=True):
            if len(column) != length:
                raise TextError(f"a column of {length} cells is due, not {quote(column)}")
        board = "".join(columns)
        for name, letter in zip(self.names, board, strict=True):
            if letter != EMPTY and letter not in self.alphabet:
                raise TextError(f"{name}: {quote(letter)} is no letter of the alphabet")
        return board

    def diagram(self, s: Position) -> str:
        """Columns of hexagons, then the words and the scores."""
        lines = [[" "] * (4 * len(self.columns)) for _ in range(2 * max(self.columns) + 1)]
        for number, column in enumerate(self._columns(s)):
            top = max(self.columns) - len(column)
            for place, letter in enumerate(column):
                lines[top + 2 * place][4 * number + 1] = letter
            lines[-1][4 * number + 1] = chr(ord("a") + number)
        text = "\n".join("".join(line).rstrip() for line in lines)
        return f"{text}\nwords: {', '.join(s.used) or 'none'}\nscores: {self.text(s).split(' ')[2]}"
