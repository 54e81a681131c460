"""The hand values of Oceans 11: exact counts of five-card classes, wild cards tried out, core against reference."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import Any

import pytest

import plyground
from plyground import TextError, reference
from plyground.reference.oceans11 import CARDS, JOKER, NAMES, RANKS, SUITS, hand_value

FIGURES = {
    (4, 0, False): (0, 40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540),
    (4, 2, False): (78, 624, 9360, 9360, 11388, 34704, 232968, 123552, 1437936, 1302540),
    (4, 1, False): (13, 204, 3120, 6552, 7804, 20532, 137280, 123552, 1268088, 1302540),
    (4, 0, True): (672, 2552, 31552, 12672, 14472, 62232, 355080, 95040, 1225008, 799680),
    (4, 2, True): (2958, 7428, 78560, 17424, 24100, 109068, 570900, 95040, 1457352, 799680),
    (5, 0, False): (13, 50, 3900, 15600, 6385, 31200, 214500, 429000, 3575000, 3984240),
    (5, 0, True): (3013, 5690, 116750, 46200, 23695, 196360, 1188000, 330000, 3904100, 2446080),
}
"""From docs/rules/oceans11.md: suits, jokers, deuces wild -> how many hands, from five of a kind to high card."""


@pytest.mark.parametrize(("suits", "jokers", "deuces_wild"), FIGURES)
def test_five_card_classes(suits: int, jokers: int, deuces_wild: bool):
    """All five-card hands of a deck: one stands for all with the same ranks, of one suit or of several."""
    found: Counter[int] = Counter()
    for held in range(jokers + 1):
        for ranks in combinations_with_replacement(RANKS, 5 - held):
            copies = Counter(ranks)
            hands = prod(comb(suits, number) for number in copies.values()) * comb(jokers, held)
            # Wild deuces may be of any suit.
            natural = [rank for rank in ranks if not (deuces_wild and rank == "2")]
            one_suit = suits if len(set(natural)) == len(natural) and natural else 0
            if one_suit:
                one_suit *= comb(suits, copies["2"] if deuces_wild else 0) * comb(jokers, held)
                found[hand_value(row_of([rank + "s" for rank in ranks], held), deuces_wild)[0]] += one_suit
            if hands > one_suit:
                # Two suits at least: the suit of each card is its number among its equals, the first differs.
                cards = [rank + SUITS[ranks[:at].count(rank)] for at, rank in enumerate(ranks)]
                if len(natural) > 1 and len(set(natural)) == len(natural):
                    at = ranks.index(natural[0])
                    cards[at] = natural[0] + "h"
                found[hand_value(row_of(cards, held), deuces_wild)[0]] += hands - one_suit
    assert tuple(found[hand_class] for hand_class in range(9, -1, -1)) == FIGURES[suits, jokers, deuces_wild]


def row_of(names: list[str], jokers: int = 0) -> tuple[int, ...]:
    return (*sorted(CARDS[name] for name in names), *[JOKER] * jokers)


# ----------------------------------------------------------------------------------------------------
# Wild cards tried out


def value_of_five(cards: list[tuple[int, str]]) -> tuple[Any, ...]:
    """The value of at most five natural cards, as a textbook has it."""
    ranks = sorted((rank for rank, _ in cards), key=lambda rank: (-[r for r, _ in cards].count(rank), -rank))
    numbers = sorted(Counter(ranks).values(), reverse=True)
    five = len(cards) == 5
    distinct = five and len(set(ranks)) == 5
    # No card is twice in a flush.
    flush = distinct and len({suit for _, suit in cards}) == 1
    top = 0
    if distinct and ranks[0] - ranks[4] == 4:
        top = ranks[0]
    elif ranks == [14, 5, 4, 3, 2]:
        top = 5
    order = [*dict.fromkeys(ranks), 0, 0, 0, 0, 0]
    if numbers == [5]:
        return (9, ranks[0])
    if flush and top:
        return (8, top)
    if numbers[0] == 4:
        return (7, *order[:2])
    if numbers[:2] == [3, 2]:
        return (6, *order[:2])
    if flush:
        return (5, *ranks)
    if top:
        return (4, top)
    if numbers[0] == 3:
        return (3, *order[:3])
    if numbers[:2] == [2, 2]:
        return (2, *order[:3])
    if numbers[0] == 2:
        return (1, *order[:4])
    return (0, *order[:5])


def value_tried_out(names: list[str], suits: str, deuces_wild: bool) -> tuple[Any, ...]:
    """The best of all hands of five cards that any cards in the place of the wild ones give."""
    wild = [name for name in names if name == "Jk" or (deuces_wild and name[0] == "2")]
    natural = [(14 - RANKS.index(name[0]), name[1]) for name in names if name not in wild]
    every = [(rank, suit) for rank in range(2, 15) for suit in suits]
    best: tuple[Any, ...] = ()
    for copies in combinations_with_replacement(every, len(wild)):
        cards = [*natural, *copies]
        for leave in product((True, False), repeat=len(cards)):
            if sum(leave) == min(5, len(cards)):
                best = max(best, value_of_five([card for card, taken in zip(cards, leave, strict=True) if taken]))
    return best


@pytest.mark.parametrize("deuces_wild", [False, True])
def test_wild_cards_are_worth_their_best_substitute(deuces_wild: bool):
    rng = random.Random(11)
    for _ in range(60):
        # Few ranks and suits, so that something comes together.
        low = rng.randrange(9)
        deck = [rank + suit for rank in RANKS[low : low + 5] for suit in "sh"] + ["Ah", "2s", "5h"]
        names = rng.sample(sorted(set(deck)), rng.randint(1, 5))
        names += ["Jk"] * rng.choice((0, 1, 1))
        if sum(name == "Jk" or (deuces_wild and name[0] == "2") for name in names) > 1:
            continue
        found = hand_value(row_of([n for n in names if n != "Jk"], names.count("Jk")), deuces_wild)
        assert found == value_tried_out(names, "shdc", deuces_wild), names


def test_two_wild_cards():
    rng = random.Random(12)
    for _ in range(12):
        low = rng.randrange(9)
        names = [*rng.sample([rank + suit for rank in RANKS[low : low + 5] for suit in "sh"], rng.randint(0, 3))]
        found = hand_value(row_of(names, 2), False)
        assert found == value_tried_out([*names, "Jk", "Jk"], "sh", False), names


def test_natural_rows():
    rng = random.Random(13)
    for _ in range(300):
        low = rng.randrange(9)
        deck = [rank + suit for rank in RANKS[low : low + 5] for suit in "shd"] + ["Ah", "2s", "5h"]
        names = rng.sample(sorted(set(deck)), rng.randint(1, 8))
        assert hand_value(row_of(names), False) == value_tried_out(names, "shdc", False), names


# ----------------------------------------------------------------------------------------------------
# Core against reference


@pytest.mark.parametrize(
    "spec", ["oceans11", "oceans11:deuces_wild=true", "oceans11:deck=65", "oceans11:deck=65,deuces_wild=true"]
)
def test_core_compares_rows_as_the_reference_does(spec: str):
    """A position text names the row that is weaker: exactly one of three phases can be read, the same by both."""
    rng = random.Random(spec)
    core, plain = plyground.Game(spec), reference.Game(spec)
    fifth = "deck=65" in spec
    deck = [name for name in NAMES[:-1] if fifth or name[1] != "x"] + ([] if fifth else ["Jk", "Jk"])
    phases = Counter[str]()
    for _ in range(600):
        # Rows from a few ranks and suits, or from all.
        some = deck
        if rng.random() < 0.8:
            ranks = rng.sample(RANKS, rng.randint(2, 7))
            suits = rng.sample("shdcx" if fifth else "shdc", rng.randint(1, 3))
            some = [name for name in deck if name == "Jk" or (name[0] in ranks and name[1] in suits)]
        size = min(rng.randint(1, 8), len(some))
        rows = [sorted(rng.sample(some, size), key=NAMES.index), sorted(rng.sample(some, size), key=NAMES.index)]
        if rng.random() < 0.5:
            # Nearly the same hand twice.
            rows[1] = list(rows[0])
            rows[1][rng.randrange(size)] = next(name for name in rng.sample(deck, 20) if name not in rows[0])
            rows[1].sort(key=NAMES.index)
        left = [next(name for name in deck if name not in row) for row in rows]
        text = f"0-0 {''.join(rows[0])}|{''.join(rows[1])} {left[0]}|{left[1]}"
        readable = []
        for phase in ("both", "move0", "move1"):
            read = []
            for game in (core, plain):
                try:
                    read.append(str(game.parse(f"{text} {phase}")))
                except TextError:
                    read.append("")
            assert read[0] == read[1], (text, phase)
            if read[0]:
                readable.append(phase)
        assert len(readable) == 1, text
        phases[readable[0]] += 1
    assert min(phases[phase] for phase in ("both", "move0", "move1")) >= 20
