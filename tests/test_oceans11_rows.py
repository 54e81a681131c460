"""The poker rows behind Oceans 11: all hands of five of every deck, a public evaluator, the game's own comparison."""

from __future__ import annotations

import random

import pytest

import plyground
from plyground import TextError

# docs/rules/oceans11.md, "Checkable facts": from five of a kind to high card.
CLASSES = {
    "": (0, 40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540),
    "jokers=1": (13, 204, 3120, 6552, 7804, 20532, 137280, 123552, 1268088, 1302540),
    "jokers=2": (78, 624, 9360, 9360, 11388, 34704, 232968, 123552, 1437936, 1302540),
    "deuces_wild=true": (672, 2552, 31552, 12672, 14472, 62232, 355080, 95040, 1225008, 799680),
    "jokers=2,deuces_wild=true": (2958, 7428, 78560, 17424, 24100, 109068, 570900, 95040, 1457352, 799680),
    "suits=5": (13, 50, 3900, 15600, 6385, 31200, 214500, 429000, 3575000, 3984240),
    "suits=5,deuces_wild=true": (3013, 5690, 116750, 46200, 23695, 196360, 1188000, 330000, 3904100, 2446080),
}
DECK = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]


@pytest.mark.parametrize("deck", CLASSES)
def test_all_hands_of_five(toys, deck: str):
    counts = [toys.Game(f"poker_rows:hand={9 - i}" + (f",{deck}" if deck else "")).start().perft(5) for i in range(10)]
    assert tuple(counts) == CLASSES[deck]


def test_natural_rows_as_a_public_evaluator_has_them(toys):
    """Five to seven natural cards: the same order, the same ties."""
    evaluator = pytest.importorskip("phevaluator")
    rng = random.Random(1)
    values: dict[int, set[float]] = {}
    for _ in range(6000):
        row = rng.sample(DECK, rng.randint(5, 7))
        value = toys.Game("poker_rows", cards=len(row)).parse("".join(row)).result.scores[0]
        values.setdefault(-evaluator.evaluate_cards(*row), set()).add(value)
    assert all(len(same) == 1 for same in values.values())
    in_order = [values[rank].pop() for rank in sorted(values)]
    assert in_order == sorted(set(in_order))


def phase(first: list[str], second: list[str]) -> str:
    """What Oceans 11 says of two rows: the only phase of the three in which it reads them."""
    game = plyground.Game("oceans11")
    rows = "|".join("".join(sorted(row, key=DECK.index)) for row in (first, second))
    decks = "|".join(next(card for card in DECK if card not in row) for row in (first, second))
    read = []
    for name in ("both", "move0", "move1"):
        try:
            game.parse(f"0-0 {rows} {decks} {name}")
        except TextError:
            continue
        read.append(name)
    assert len(read) == 1
    return read[0]


def test_the_game_compares_rows_by_their_values(toys):
    rng = random.Random(2)
    for _ in range(1000):
        rows = [rng.sample(DECK, rng.randint(1, 9)) for _ in range(2)]
        values = [toys.Game("poker_rows", cards=len(row)).parse("".join(row)).result.scores[0] for row in rows]
        expected = "both" if values[0] == values[1] else "move0" if values[0] < values[1] else "move1"
        assert phase(*rows) == expected
