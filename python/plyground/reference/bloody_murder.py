"""Bloody Murder: docs/rules/bloody_murder.md."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from plyground.reference._base import (
    CHANCE,
    OVER,
    Option,
    OptionValue,
    Result,
    Rng,
    Rules,
    TextError,
    quote,
)

RANKS = "A23456789TJQK"
"""The ranks in the order of their numbers 1 to 13."""
SUITS = "SHDC"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
ASPECTS = {"S": "the crime", "H": "the victim", "D": "the killer", "C": "the investigation"}
FACES = "JQK"

MIDNIGHT = 12

Position: TypeAlias = tuple[str, ...]
"""The cards drawn so far, in order."""


class BloodyMurder(Rules[Position, str]):
    """Bloody Murder: every ply is a card drawn by chance."""

    id = "bloody_murder"
    title = "Bloody Murder"
    page = "bloody_murder"
    options_spec: ClassVar[dict[str, Option]] = {
        "players": Option(4, (4, range(2, 14)), "How many sit at the table."),
        "count_from": Option("left", ("left", "self"), "Who is one when the victim is counted out."),
    }
    player_counts = tuple(range(2, 14))

    def __init__(self, options: dict[str, OptionValue]) -> None:
        """Read the options."""
        super().__init__(options)
        self.players = int(options["players"])
        self.first = 1 if options["count_from"] == "left" else 0

    # Setup

    def initial(self, rng: Rng) -> Position:
        """No card is drawn: each draw is a chance node."""
        return ()

    def current_player(self, s: Position) -> int:
        """Chance, until midnight."""
        return OVER if len(s) == MIDNIGHT else CHANCE

    # Move

    def moves(self, s: Position) -> list[str]:
        """Each card that is left."""
        if len(s) == MIDNIGHT:
            return []
        return [card for card in CARDS if card not in s]

    def count(self, s: Position) -> int:
        """How many cards are left."""
        return 0 if len(s) == MIDNIGHT else len(CARDS) - len(s)

    def random_move(self, s: Position, rng: Rng) -> str | None:
        """A card that is left, without listing them: drawn ones are put back."""
        if len(s) == MIDNIGHT:
            return None
        while True:
            card = CARDS[rng.below(len(CARDS))]
            if card not in s:
                return card

    def play(self, s: Position, m: str) -> Position:
        """Draw a card."""
        return (*s, m)

    def _speaker(self, hour: int) -> int:
        return (hour - 1) % self.players

    def _victim(self, s: Position) -> int:
        """Count the number of the last card from the neighbour of the speaker, or from the speaker himself."""
        number = RANKS.index(s[-1][0]) + 1
        return (self._speaker(MIDNIGHT) + self.first + number - 1) % self.players

    # End

    def result(self, s: Position) -> Result:
        """The victim returns 0, everybody else 1; nobody wins."""
        victim = self._victim(s)
        returns = tuple(0.0 if seat == victim else 1.0 for seat in range(self.players))
        return Result((), None, returns, None, None, f"victim {victim}")

    # Notation

    def move_text(self, s: Position, m: str) -> str:
        """`QD`."""
        return m

    def text(self, s: Position) -> str:
        """The cards in the order in which they were drawn."""
        return ",".join(s) or "-"

    def parse(self, text: str) -> Position:
        """At most twelve different cards."""
        if text == "-":
            return ()
        cards = text.split(",", MIDNIGHT)
        if len(cards) > MIDNIGHT:
            raise TextError(f"at most {MIDNIGHT} cards are drawn")
        for number, card in enumerate(cards, 1):
            if card not in CARDS:
                raise TextError(f"card {number}: {quote(card)} is no card")
            if card in cards[: number - 1]:
                raise TextError(f"card {number}: {card} has been drawn before")
        return tuple(cards)

    def diagram(self, s: Position) -> str:
        """A line an hour: who speaks, the card, and what it means."""
        lines = []
        for hour, card in enumerate(s, 1):
            if hour == MIDNIGHT:
                meaning = f"seat {self._victim(s)} is snatched"
            else:
                meaning = ASPECTS[card[1]] + (", supernatural" if card[0] in FACES else "")
            lines.append(f"{hour:>2} o'clock  seat {self._speaker(hour)}  {card}  {meaning}")
        if len(s) < MIDNIGHT:
            lines.append(f"{len(s) + 1:>2} o'clock  seat {self._speaker(len(s) + 1)}  draws")
        return "\n".join(lines)
