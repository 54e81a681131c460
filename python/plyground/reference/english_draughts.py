"""English draughts, from docs/rules/draughts.md."""

from __future__ import annotations

from typing import ClassVar

from plyground._types import OptionError
from plyground.reference._base import Option, OptionValue, Rng
from plyground.reference._draughts import DIAGONALS, FORWARD_DIAGONALS, NumberedDraughts, Position, draughts_options

Ballot = tuple[str, str, str]
"""The first move of Black, the reply of White, and Black's second move, each as from and to with a dash."""

DECK = """
9-13 21-17: 5-9 6-9; 22-17: 13-22; 22-18: 6-9 10-14 10-15 11-15 11-16 12-16
9-13 23-18: 5-9 6-9 10-15 11-15 11-16 12-16; 23-19: 5-9 6-9 10-14 10-15 11-16
9-13 24-19: 5-9 6-9 10-14 11-15 11-16; 24-20: 5-9 6-9 10-14 10-15 11-15 11-16
9-14 22-17: 5-9 6-9 11-15 11-16; 22-18: 5-9 10-15 11-15 11-16; 23-18: 14-23; 23-19: 5-9 11-16 14-18
9-14 24-19: 5-9 11-15 11-16; 24-20: 5-9 10-15 11-15 11-16
10-14 22-17: 7-10 9-13 11-15 11-16 14-18; 22-18: 6-10 7-10 11-15 11-16 12-16; 23-18: 14-23
10-14 23-19: 6-10 7-10 11-15 11-16 14-18; 24-19: 6-10 7-10 11-16 14-18; 24-20: 6-10 7-10 11-15 11-16 14-18
10-15 21-17: 6-10 7-10 9-13 11-16 15-18; 22-17: 6-10 7-10 9-13 11-16 15-19; 22-18: 15-22
10-15 23-18: 6-10 7-10 9-14 11-16 12-16; 23-19: 6-10 7-10 11-16; 24-19: 15-24; 24-20: 6-10 7-10 15-19
11-15 21-17: 8-11 9-13 9-14 15-19; 22-17: 8-11 9-13 15-18 15-19; 22-18: 15-22
11-15 23-18: 8-11 9-14 10-14 12-16 15-19; 23-19: 8-11 9-13 9-14; 24-19: 15-24; 24-20: 8-11 12-16 15-18
11-16 21-17: 7-11 8-11 9-13 9-14 16-20; 22-17: 7-11 8-11 9-13 16-20; 22-18: 7-11 8-11 16-19 16-20
11-16 23-18: 7-11 8-11 9-14 10-14 16-20; 23-19: 16-23; 24-19: 7-11 8-11 16-20; 24-20: 7-11 16-19
12-16 21-17: 9-13 9-14 16-19 16-20; 22-17: 16-19 16-20; 22-18: 16-19 16-20; 23-18: 16-19 16-20
12-16 24-19: 16-20; 24-20: 8-12 10-15
"""
"""The three-move deck: first move, then reply: third moves."""

BARRED = {
    3: ("9-13", "21-17", "10-14"),
    13: ("9-13", "23-18", "10-14"),
    26: ("9-13", "24-19", "10-15"),
    35: ("9-13", "24-20", "12-16"),
    44: ("9-14", "22-18", "12-16"),
    45: ("9-14", "22-18", "14-17"),
    48: ("9-14", "23-19", "10-15"),
    52: ("9-14", "24-19", "10-15"),
    77: ("10-14", "24-19", "11-15"),
    88: ("10-15", "21-17", "9-14"),
    94: ("10-15", "22-17", "9-14"),
    109: ("10-15", "24-20", "11-16"),
    114: ("11-15", "21-17", "10-14"),
    137: ("11-16", "21-17", "10-14"),
    145: ("11-16", "22-18", "10-15"),
    156: ("11-16", "24-19", "10-15"),
    168: ("12-16", "23-18", "9-14"),
    171: ("12-16", "23-19", "16-23"),
}
"""The lines that are never drawn, by ACF number."""

ACF_NUMBERS = range(1, 175)


def _squares(text: str) -> tuple[int, int]:
    """From and to."""
    origin, _, target = text.partition("-")
    return int(origin), int(target)


def _numbered_ballots() -> dict[int, Ballot]:
    """The lines of the deck by ACF number: the rank in the list of all lines, those barred included."""
    deck = []
    for line in DECK.split("\n")[1:-1]:
        first, _, rest = line.partition(" ")
        for part in rest.split("; "):
            reply, _, thirds = part.partition(": ")
            deck += [(first, reply, third) for third in thirds.split(" ")]
    lines = sorted([*deck, *BARRED.values()], key=lambda line: [_squares(text) for text in line])
    numbered = dict(zip(ACF_NUMBERS, lines, strict=True))
    return {number: line for number, line in numbered.items() if number not in BARRED}


BALLOTS = _numbered_ballots()


class EnglishDraughts(NumberedDraughts):
    """Checkers: men jump forward only, kings make single steps, any capture may be chosen."""

    id = "english_draughts"
    title = "English draughts"
    options_spec: ClassVar[dict[str, Option]] = {
        **draughts_options(80),
        "setup": Option(
            "gayp",
            ("gayp", "three_move", ACF_NUMBERS),
            "gayp: go as you please; three_move: a ballot is drawn from the deck; a number: that ballot of the ACF.",
        ),
    }

    size = 8
    colours = "bw"
    pieces_each = 12
    man_steps = FORWARD_DIAGONALS
    man_jumps = FORWARD_DIAGONALS
    king_steps = DIAGONALS
    king_jumps = DIAGONALS
    flying = False
    start_text = "B:W21-32:B1-12"

    @classmethod
    def resolve(cls, given: dict[str, OptionValue]) -> dict[str, OptionValue]:
        """A barred line is no ballot."""
        options = super().resolve(given)
        setup = options["setup"]
        if isinstance(setup, int) and setup in BARRED:
            raise OptionError(f"{cls.id}: setup cannot be {setup} ({' '.join(BARRED[setup])}), which is barred")
        return options

    # Setup

    def initial(self, rng: Rng) -> Position:
        """The array, or the position after a ballot, where White is to move and the history begins."""
        s = super().initial(rng)
        setup = self.options["setup"]
        if setup == "gayp":
            return s
        number = list(BALLOTS)[rng.below(len(BALLOTS))] if setup == "three_move" else int(setup)
        for text in BALLOTS[number]:
            origin, target = text.split("-")
            (move,) = (m for m in self.moves(s) if (self.names[m.origin], self.names[m.target]) == (origin, target))
            s = self.play(s, move)
        return s._replace(quiet=0)
