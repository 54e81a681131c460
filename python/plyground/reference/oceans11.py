"""Oceans 11: docs/rules/oceans11.md."""

from __future__ import annotations

from typing import ClassVar, NamedTuple, TypeAlias

from plyground._types import OptionError
from plyground.reference._base import (
    CHANCE,
    OVER,
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

# Cards: numbers in the order of the texts, by rank from the ace, then by suit; the jokers last.

RANKS = "AKQJT98765432"
SUITS = "shdcx"
NAMES = [rank + suit for rank in RANKS for suit in SUITS] + ["Jk"]
CARDS = {name: card for card, name in enumerate(NAMES)}
JOKER = CARDS["Jk"]

ACE, DEUCE, MISSING = 14, 2, 0
"""Ranks in hand values; a missing card loses to every real one."""

RANK_OF = [ACE - card // len(SUITS) for card in range(JOKER)] + [MISSING]
SUIT_OF = [card % len(SUITS) for card in range(JOKER)] + [MISSING]


def _natural_cards(suits: str) -> list[int]:
    return [CARDS[rank + suit] for rank in RANKS for suit in suits]


# Decks

DECKS = {54: ("shdc", 2), 52: ("shdc", 0), 65: ("shdcx", 0), 27: ("shdc", 1), 26: ("shdc", 0)}
"""Suits and jokers of each."""
TARGETS = {54: 6, 52: 6, 65: 7, 27: 3, 26: 3}
HALF = 26
HALVES = ("sc", "hd")

BOTH, FLIP0, FLIP1, MOVE0, MOVE1, DONE = "both", "flip0", "flip1", "move0", "move1", "over"
FLIPS, MOVES = (FLIP0, FLIP1), (MOVE0, MOVE1)
DEAL, CONCEDE = -1, -2
"""Moves of the players; those of chance are cards."""

Cards: TypeAlias = tuple[int, ...]
Value: TypeAlias = tuple[int, ...]


# Hand value

FIVE, STRAIGHT_FLUSH, FOUR, FULL, FLUSH, STRAIGHT, THREE, TWO_PAIR, PAIR, HIGH = range(9, -1, -1)
CLASS_NAMES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "five of a kind",
)


WINDOWS = [(top, {ACE if rank == 1 else rank for rank in range(top - 4, top + 1)}) for top in range(ACE, 4, -1)]
"""Top rank and ranks of each straight, the best first; the ace is also the lowest rank of the last."""


def _straight(present: set[int], wild: int) -> int:
    """The top rank of the best straight, 0 if none: wild cards make up for the ranks that are missing."""
    for top, window in WINDOWS:
        if len(window - present) <= wild:
            return top
    return 0


def hand_value(row: Cards, deuces_wild: bool) -> Value:
    """The value of the best hand of at most five cards: its class, then its ranks in the order in which they count.

    Values compare as the hands do.
    """
    wild = 0
    count = [0] * (ACE + 1)
    by_suit: list[set[int]] = [set() for _ in SUITS]
    for card in row:
        rank = RANK_OF[card]
        if rank == MISSING or (deuces_wild and rank == DEUCE):
            wild += 1
        else:
            count[rank] += 1
            by_suit[SUIT_OF[card]].add(rank)
    ranks = [rank for rank in range(ACE, 1, -1) if count[rank]]

    def alike(number: int) -> int:
        """The best rank of which there are so many with the help of all wild cards, 0 if none."""
        if wild >= number:
            return ACE
        return next((rank for rank in ranks if count[rank] + wild >= number), 0)

    def with_kickers(hand_class: int, made: tuple[int, ...], kickers: int) -> Value:
        """A hand that has used all wild cards, filled up with the best other ranks."""
        others = [rank for rank in ranks if rank not in made][:kickers]
        return (hand_class, *made, *others, *[MISSING] * (kickers - len(others)))

    if len(row) >= 5:
        rank = alike(5)
        if rank:
            return (FIVE, rank)
        suits = [suited for suited in by_suit if len(suited) + wild >= 5]
        top = max((_straight(suited, wild) for suited in suits), default=0)
        if top:
            return (STRAIGHT_FLUSH, top)
    rank = alike(4)
    if rank:
        return with_kickers(FOUR, (rank,), 1)
    if len(row) >= 5:
        # The wild cards that the trips need are not there for the pair.
        for trips in ranks:
            left = wild - max(0, 3 - count[trips])
            if left >= 0:
                for pair in ranks:
                    if pair != trips and count[pair] + left >= 2:
                        return (FULL, trips, pair)
        if suits:
            return (FLUSH, *max(_flush(suited, wild) for suited in suits))
        top = _straight(set(ranks), wild)
        if top:
            return (STRAIGHT, top)
    rank = alike(3)
    if rank:
        return with_kickers(THREE, (rank,), 2)
    pairs = [rank for rank in ranks if count[rank] >= 2]
    if len(pairs) >= 2:
        # With a wild card this would be a full house.
        return with_kickers(TWO_PAIR, (pairs[0], pairs[1]), 1)
    rank = alike(2)
    if rank:
        return with_kickers(PAIR, (rank,), 3)
    # A wild card with any other makes a pair, so this one is alone.
    return with_kickers(HIGH, (ACE,), 4) if wild else with_kickers(HIGH, (), 5)


def _flush(suited: set[int], wild: int) -> list[int]:
    """The five best ranks of a suit: wild cards are the highest that it lacks, for no card is there twice."""
    lacking = [rank for rank in range(ACE, 1, -1) if rank not in suited]
    return sorted(suited.union(lacking[:wild]), reverse=True)[:5]


# Positions


class Position(NamedTuple):
    """A position.

    Attributes:
        wins: the hands won by each player.
        rows: the face-up cards of each, sorted.
        decks: the face-down cards of each, in order (`draw=fixed`, top card first) or sorted. Where two half decks are
            drawn by chance from one pack it is not known who has which natural card: then only the jokers.
        unseen: in that case the natural cards that nobody has flipped, otherwise empty.
        natural: in that case how many of them each player has, otherwise 0.
        phase: whose flip or decision is due.
        values: the values of the rows.
    """

    wins: tuple[int, int]
    rows: tuple[Cards, Cards]
    decks: tuple[Cards, Cards]
    unseen: Cards
    natural: tuple[int, int]
    phase: str
    values: tuple[Value, Value]


class Oceans11(Rules[Position, int]):
    """Oceans 11."""

    id = "oceans11"
    title = "Oceans 11"
    page = "oceans11"
    options_spec: ClassVar[dict[str, Option]] = {
        "deck": Option(54, (54, 52, 65, 27, 26), "The cards of each player."),
        "deuces_wild": Option(False, (False, True), "Whether twos are wild, as jokers are."),
        "half": Option("split", ("split", "suits"), "Half decks: one shuffled pack divided, or two suits each."),
        "draw": Option("chance", ("chance", "fixed"), "Whether cards are drawn in play or in an order of the set-up."),
    }

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Read the options."""
        super().__init__(options)
        deck = int(options["deck"])
        self.target = TARGETS[deck]
        self.deuces_wild = bool(options["deuces_wild"])
        self.fixed = options["draw"] == "fixed"
        suits, jokers = DECKS[deck]
        self.one_pack = deck in (27, 26) and options["half"] == "split"
        self.pool = self.one_pack and not self.fixed
        self.jokers = jokers
        halves = deck in (27, 26) and options["half"] == "suits"
        self.suits = HALVES if halves else (suits, suits)
        self.natural_cards = tuple(_natural_cards(suits) for suits in self.suits)

    @classmethod
    def resolve(cls, given: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """Only half decks are halves."""
        options = super().resolve(given)
        if options["half"] != "split" and options["deck"] not in (27, 26):
            raise OptionError(f"oceans11: half={options['half']} needs deck=27 or deck=26, not deck={options['deck']}")
        return options

    def _value(self, row: Cards) -> Value:
        return hand_value(row, self.deuces_wild)

    # Setup

    def initial(self, rng: Rng) -> Position:
        """Unordered decks, or shuffled ones; the first hand starts at once."""
        jokers = [JOKER] * self.jokers
        nothing = self._value(())
        if self.pool:
            jokers_only = tuple(jokers)
            unseen = tuple(self.natural_cards[0])
            decks = (jokers_only, jokers_only)
            return Position((0, 0), ((), ()), decks, unseen, (HALF, HALF), BOTH, (nothing, nothing))
        lists = [[*self.natural_cards[player], *jokers] for player in (0, 1)]
        if self.fixed:
            if self.one_pack:
                pack = list(self.natural_cards[0])
                rng.shuffle(pack)
                lists = [[*pack[:HALF], *jokers], [*pack[HALF:], *jokers]]
            if not self.one_pack or self.jokers:
                for cards in lists:
                    rng.shuffle(cards)
        s = Position((0, 0), ((), ()), (tuple(lists[0]), tuple(lists[1])), (), (0, 0), BOTH, (nothing, nothing))
        return self._settle(s)

    @staticmethod
    def _left(s: Position, player: int) -> int:
        """The cards in a player's deck."""
        return s.natural[player] + len(s.decks[player])

    # Move

    def current_player(self, s: Position) -> int:
        """Chance where a flip is due, otherwise the player with the weaker row."""
        if s.phase == DONE:
            return OVER
        return MOVES.index(s.phase) if s.phase in MOVES else CHANCE

    @staticmethod
    def _flipper(s: Position) -> int:
        return 1 if s.phase == FLIP1 else 0

    def moves(self, s: Position) -> list[int]:
        """`deal`, and `concede` unless that would lose the game; or each different card that may be flipped."""
        if s.phase == DONE:
            return []
        if s.phase in MOVES:
            opponent = 1 - MOVES.index(s.phase)
            return [DEAL] if s.wins[opponent] == self.target - 1 else [DEAL, CONCEDE]
        player = self._flipper(s)
        if self.pool:
            return [*(s.unseen if s.natural[player] else ()), *s.decks[player]]
        return sorted(set(s.decks[player]))

    def weight(self, s: Position, m: int) -> int:
        """The copies of a card; from one pack the joker is one card of the player's, the others share the rest."""
        player = self._flipper(s)
        if not self.pool:
            return s.decks[player].count(m)
        if not s.decks[player] or not s.natural[player]:
            return 1
        return len(s.unseen) if m == JOKER else s.natural[player]

    def random_move(self, s: Position, rng: Rng) -> int | None:
        """A decision, or any card of the deck."""
        if s.phase in MOVES:
            moves = self.moves(s)
            return moves[rng.below(len(moves))]
        if s.phase == DONE:
            return None
        player = self._flipper(s)
        deck = s.decks[player]
        number = rng.below(self._left(s, player))
        if number < len(deck):
            return deck[number]
        return s.unseen[rng.below(len(s.unseen))]

    def play(self, s: Position, m: int) -> Position:
        """Flip a card, deal or concede."""
        if m == CONCEDE:
            return self._settle(self._won(s, 1 - MOVES.index(s.phase)))
        if m == DEAL:
            player = MOVES.index(s.phase)
            flip = s._replace(phase=FLIPS[player])
            return self._settle(self._flip(flip, s.decks[player][0])) if self.fixed else flip
        flipped = self._flip(s, m)
        return flipped if flipped.phase == FLIP1 else self._settle(flipped)

    def _flip(self, s: Position, card: int) -> Position:
        """Put a card onto the row of the player whose flip is due; after `both`, the flip of player 1 is due."""
        player = self._flipper(s)
        decks, unseen, natural = list(s.decks), s.unseen, list(s.natural)
        if self.pool and card != JOKER:
            unseen = tuple(other for other in unseen if other != card)
            natural[player] -= 1
        else:
            at = decks[player].index(card)
            decks[player] = decks[player][:at] + decks[player][at + 1 :]
        rows, values = list(s.rows), list(s.values)
        rows[player] = tuple(sorted((*rows[player], card)))
        values[player] = self._value(rows[player])
        return Position(
            s.wins,
            (rows[0], rows[1]),
            (decks[0], decks[1]),
            unseen,
            (natural[0], natural[1]),
            FLIP1 if s.phase == BOTH else DONE,
            (values[0], values[1]),
        )

    def _won(self, s: Position, player: int, hands: int = 1) -> Position:
        """A player has won hands, not more than the target; the rows are discarded."""
        wins = list(s.wins)
        wins[player] = min(self.target, wins[player] + hands)
        nothing = self._value(())
        return s._replace(wins=(wins[0], wins[1]), rows=((), ()), values=(nothing, nothing))

    def _settle(self, s: Position) -> Position:
        """Compare the rows when no flip is due: a decision, two more flips, or somebody is out of cards."""
        while True:
            if s.values[0] != s.values[1]:
                weaker = 0 if s.values[0] < s.values[1] else 1
                if self._left(s, weaker):
                    return s._replace(phase=MOVES[weaker])
                return self._out_of_cards(s, weaker)
            for player in (0, 1):
                if not self._left(s, player):
                    return self._out_of_cards(s, player)
            s = s._replace(phase=BOTH)
            if not self.fixed:
                return s
            for player in (0, 1):
                s = self._flip(s, s.decks[player][0])

    # End

    def _out_of_cards(self, s: Position, player: int) -> Position:
        """A player must flip and cannot: the other wins the hand, a new one too, and then one for every card.

        If both must flip and cannot, the hand is void.
        """
        opponent = 1 - player
        stock = self._left(s, opponent)
        both_must = s.values[0] == s.values[1]
        hands = 0 if both_must and stock == 0 else 1 + stock
        return self._won(s, opponent, hands)._replace(phase=DONE)

    def result(self, s: Position) -> Result:
        """More wins; equal wins are a draw."""
        return by_score(s.wins, "target reached" if self.target in s.wins else "out of cards")

    # Notation

    def move_text(self, s: Position, m: int) -> str:
        """`deal`, `concede`, `0:Ah`."""
        if m == DEAL:
            return "deal"
        return "concede" if m == CONCEDE else f"{self._flipper(s)}:{NAMES[m]}"

    def text(self, s: Position) -> str:
        """The wins, the rows, the decks, the phase."""
        rows = "|".join(map(_cards_text, s.rows))
        if self.pool:
            jokers = ["+Jk" if deck else "" for deck in s.decks]
            unseen = "full" if len(s.unseen) == len(self.natural_cards[0]) else _cards_text(s.unseen)
            decks = f"{unseen}|{s.natural[0]}{jokers[0]}|{s.natural[1]}{jokers[1]}"
        else:
            decks = "|".join(map(self._deck_text, (0, 1), s.decks))
        return f"{s.wins[0]}-{s.wins[1]} {rows} {decks} {s.phase}"

    def _deck_text(self, player: int, deck: Cards) -> str:
        complete = len(deck) == len(self.natural_cards[player]) + self.jokers
        return "full" if complete and not self.fixed else _cards_text(deck)

    def parse(self, text: str) -> Position:
        """No card in two places; the phase agrees with the comparison of the rows."""
        wins_text, rows_text, decks_text, phase = read_fields(text, ("wins", "rows", "decks", "phase"))
        win_texts = _split(wins_text, "-", 2, "the wins")
        wins = [read_number(part, f"the wins of player {p}", 0, self.target) for p, part in enumerate(win_texts)]
        rows = [
            self._read_cards(part, p, f"the row of player {p}", ordered=True)
            for p, part in enumerate(_split(rows_text, "|", 2, "the rows"))
        ]
        unseen: Cards = ()
        natural = [0, 0]
        if self.pool:
            parts = _split(decks_text, "|", 3, "the decks")
            unseen = self._read_unseen(parts[0])
            decks: list[Cards] = []
            for player, part in enumerate(parts[1:]):
                number, plus, joker = part.partition("+")
                natural[player] = read_number(number, f"the natural cards of player {player}", 0, HALF)
                if plus and (joker != "Jk" or not self.jokers):
                    raise TextError(f"the cards of player {player}: unexpected {quote(plus + joker)}")
                decks.append((JOKER,) if plus else ())
            if sum(natural) != len(unseen):
                raise TextError(f"the players have {sum(natural)} natural cards left, but {len(unseen)} are unseen")
        else:
            decks = [
                self._read_deck(part, p, rows[p]) for p, part in enumerate(_split(decks_text, "|", 2, "the decks"))
            ]
        self._check_cards(rows, decks, unseen, natural)
        values = (self._value(rows[0]), self._value(rows[1]))
        s = Position(
            (wins[0], wins[1]),
            (rows[0], rows[1]),
            (decks[0], decks[1]),
            unseen,
            (natural[0], natural[1]),
            phase,
            values,
        )
        self._check_phase(s)
        return s

    def _read_cards(self, text: str, player: int, what: str, *, ordered: bool) -> Cards:
        """Cards without separators, `-` for none."""
        if text == "-":
            return ()
        most = len(self.natural_cards[player]) + self.jokers
        if not text or len(text) % 2 or len(text) > 2 * most:
            raise TextError(f"{what}: {quote(text)} is not 1 to {most} cards of two characters")
        cards = []
        for at in range(0, len(text), 2):
            name = text[at : at + 2]
            card = CARDS.get(name)
            if card is None or (card != JOKER and name[1] not in self.suits[player]):
                raise TextError(f"{what}: {quote(name)} is no card of player {player}")
            cards.append(card)
        if ordered and cards != sorted(cards):
            raise TextError(f"{what} must be sorted by rank, then suit s h d c x, jokers last")
        return tuple(cards)

    def _read_unseen(self, text: str) -> Cards:
        if text == "full":
            return tuple(self.natural_cards[0])
        unseen = self._read_cards(text, 0, "the unseen cards", ordered=True)
        if JOKER in unseen:
            raise TextError("the unseen cards: jokers are not among them")
        return unseen

    def _read_deck(self, text: str, player: int, row: Cards) -> Cards:
        what = f"the deck of player {player}"
        if text != "full":
            return self._read_cards(text, player, what, ordered=not self.fixed)
        if self.fixed:
            raise TextError(f"{what}: with draw=fixed its order is written")
        return (*self.natural_cards[player], *[JOKER] * self.jokers)

    def _check_cards(self, rows: list[Cards], decks: list[Cards], unseen: Cards, natural: list[int]) -> None:
        """Each card is in one place; nobody has had more cards than a deck has."""
        held = [[*rows[player], *decks[player]] for player in (0, 1)]
        for player in (0, 1):
            if held[player].count(JOKER) > self.jokers:
                raise TextError(f"player {player} has more than {self.jokers} jokers")
        naturals = [[card for card in cards if card != JOKER] for cards in held]
        # Two players have the same cards, unless they share one pack.
        packs = [[*naturals[0], *naturals[1], *unseen]] if self.one_pack else naturals
        for pack in packs:
            for card in pack:
                if pack.count(card) > 1:
                    raise TextError(f"the card {NAMES[card]} is there twice")
        if self.one_pack:
            for player in (0, 1):
                if len(naturals[player]) + natural[player] > HALF:
                    raise TextError(f"player {player} has more than {HALF} natural cards")

    def _check_phase(self, s: Position) -> None:
        phase = s.phase
        if phase not in (BOTH, *FLIPS, *MOVES, DONE):
            raise TextError(f"the phase must be both, flip0, flip1, move0, move1 or over, not {quote(phase)}")
        if s.wins == (self.target, self.target):
            raise TextError(f"both players have {self.target} wins")
        empty = [self._left(s, player) == 0 for player in (0, 1)]
        if phase == DONE:
            if s.rows != ((), ()):
                raise TextError("the game is over: the rows are discarded, both must be -")
            if self.target not in s.wins and True not in empty:
                raise TextError(f"the game is not over: nobody has {self.target} wins and both have cards")
            return
        if self.target in s.wins:
            raise TextError(f"a player has {self.target} wins: the phase must be over")
        if self.fixed and phase not in MOVES:
            raise TextError(f"with draw=fixed no flip is due: the phase cannot be {phase}")
        agrees = {
            BOTH: s.values[0] == s.values[1],
            FLIP0: s.values[0] < s.values[1],
            MOVE0: s.values[0] < s.values[1],
            FLIP1: s.values[1] <= s.values[0],
            MOVE1: s.values[1] < s.values[0],
        }
        if not agrees[phase]:
            raise TextError(f"the phase cannot be {phase}: it does not agree with the comparison of the rows")
        first_flip_only = phase == FLIP1 and len(s.rows[0]) == 1 and not s.rows[1]
        if not first_flip_only and not all(s.rows) and not (phase == BOTH and s.rows == ((), ())):
            raise TextError(f"the phase cannot be {phase}: a row without cards")
        due = (0, 1) if phase == BOTH else (int(phase[-1]),)
        for player in due:
            if empty[player]:
                raise TextError(f"the phase cannot be {phase}: player {player} has no card to flip")

    def diagram(self, s: Position) -> str:
        """A line a player: wins, cards left, the row and what it is worth."""
        lines = []
        for player in (0, 1):
            row = " ".join(NAMES[card] for card in s.rows[player])
            worth = f"  ({CLASS_NAMES[s.values[player][0]]})" if row else ""
            lines.append(f"player {player}: {s.wins[player]} won, {self._left(s, player)} cards left  {row}{worth}")
        lines.append(f"phase: {s.phase}")
        return "\n".join(line.rstrip() for line in lines)


def _cards_text(cards: Cards) -> str:
    return "".join(NAMES[card] for card in cards) or "-"


def _split(text: str, separator: str, number: int, what: str) -> list[str]:
    parts = text.split(separator, number)
    if len(parts) != number:
        raise TextError(f"{what} must be {number} parts with {separator} between, not {quote(text)}")
    return parts
