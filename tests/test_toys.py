"""The toy games: each part of the contract with numbers worked out by hand; each wrong toy reported as what it is."""

from __future__ import annotations

import pickle
import random
import re
from fractions import Fraction

import numpy as np
import pytest
from support import random_game

import plyground
from plyground import CHANCE, OVER, Error, FreeText, HalfIntegers, IllegalMove, OptionError, Sizes, TextError
from plyground.reference._base import Rng

# ----------------------------------------------------------------------------------------------------
# The smallest game


def test_nim(toys):
    game = toys.Game("nim", pile=4)
    start = game.start()
    assert game.spec == "nim:pile=4"
    assert str(start) == "4 0"
    assert start.legal_moves() == ["1", "2", "3"]
    # 4 = 1+1+1+1 = 1+1+2 (3 orders) = 1+3 (2 orders) = 2+2; and 3+1 is counted among the orders.
    assert [start.perft(depth) for depth in range(6)] == [1, 3, 6, 4, 1, 0]
    end = start.apply(["1", "3"])
    assert end.result.winner == 1
    assert end.result.reason == "last stone taken"
    assert end.result.returns == (-1.0, 1.0)


# ----------------------------------------------------------------------------------------------------
# Options


def chosen(game) -> dict[str, str]:
    """What reached the rules."""
    return dict(move.split("=", 1) for move in game.start().legal_moves())


def test_option_defaults_and_types(toys):
    game = toys.Game("choices")
    assert game.options == {
        "flag": True,
        "name": "red",
        "even": 4,
        "offset": 0,
        "komi": 6.5,
        "board": "3x4",
        "setup": "random",
        "best": 1,
        "words": "none",
        "extra": True,
    }
    types = [bool, str, int, int, float, str, str, int, str, bool]
    assert [type(value) for value in game.options.values()] == types
    info = game.info
    assert info.options["even"].values == (4, range(2, 21, 2))
    assert info.options["offset"].values == (0, range(-5, 6))
    assert info.options["komi"].values == (6.5, HalfIntegers(-10, 10))
    assert info.options["board"].values == ("3x4", Sizes(1, 12))
    assert info.options["setup"].values == ("random", range(960))
    assert info.options["best"].values == (1, 3, 5)
    assert info.options["words"].values == ("none", FreeText("words:"), FreeText("file:"))
    assert info.options["flag"].values == (True, False)
    assert all(option.default == game.options[name] for name, option in info.options.items())


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("flag", False, "false"),
        ("name", "green", "green"),
        ("even", 20, "20"),
        ("even", 2, "2"),
        ("offset", -5, "-5"),
        ("komi", -0.5, "-0.5"),
        ("komi", 7, "7"),
        ("komi", 0.0, "0"),
        ("komi", -10.0, "-10"),
        ("board", "12x1", "12x1"),
        ("setup", 0, "0"),
        ("setup", 959, "959"),
        ("best", 5, "5"),
        ("words", "words:A+B", "words:A+B"),
        ("words", "file:/a=b:c", "file:/a=b:c"),
        ("extra", False, "false"),
    ],
)
def test_option_values_by_keyword_and_in_a_spec(toys, name, value, text):
    game = toys.Game("choices", **{name: value})
    assert game.spec == f"choices:{name}={text}"
    assert chosen(game)[name] == text
    again = toys.Game(game.spec)
    assert again == game
    assert again.options == game.options
    assert again.options[name] == value
    assert type(again.options[name]) is type(game.info.options[name].default if name != "setup" else value)


REFUSED = {
    "flag": [1, "true", "None"],
    "name": ["Red", ""],
    "even": [3, 22, 0, True, 4.0, "4"],
    "offset": [-6, 10**30],
    "komi": [6.25, 10.5, float("nan"), float("inf"), True, "6.5"],
    "board": ["0x3", "3x13", "03x3", "3", "3x", "3x3x3", "3X3", 3],
    "setup": [960, -1, "0"],
    "best": [2],
    "words": ["word:A", "", "words:A,B"],
    "extra": [0],
    "nothing": [1],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in REFUSED.items() for value in values])
def test_option_values_that_are_refused(toys, name, value):
    with pytest.raises(OptionError) as caught:
        toys.Game("choices", **{name: value})
    assert name in str(caught.value)


REFUSED_OPTIONS = [
    "",
    ",",
    "flag",
    "=true",
    "flag=",
    "flag=True",
    "flag=1",
    "flag=true,",
    "flag=true,flag=true",
    "even=04",
    "even=+4",
    "even= 4",
    "even=4.0",
    "offset=-0",
    "komi=6.50",
    "komi=-0",
    "komi=-0.0",
    "komi=06",
    "komi=+6",
    "komi=-",
    "komi=.5",
    "komi=5.",
    "komi=1e1",
    "komi=-10.5",
    "board=3x 4",
    "setup=00",
    "setup=Random",
    "best=2",
    "words=none ",
    "none=1",
    "name=blue",
    "name=blue,even=8",
]


@pytest.mark.parametrize(
    "spec",
    [*[f"choices:{options}" for options in REFUSED_OPTIONS], "choices :flag=true", "Choices", "", ":", "nothing"],
)
def test_specs_that_are_refused(toys, spec):
    with pytest.raises(OptionError):
        toys.Game(spec)


def test_an_option_is_given_once(toys):
    with pytest.raises(OptionError, match="twice"):
        toys.Game("choices:flag=false", flag=False)
    assert toys.Game("choices:flag=false", even=6).spec == "choices:flag=false,even=6"


def test_spec_leaves_out_what_equals_the_resolved_default(toys):
    # The default of komi depends on the name, that of extra on flag.
    assert toys.Game("choices", name="green").options["komi"] == 0.5
    assert toys.Game("choices", name="green", komi=0.5).spec == "choices:name=green"
    assert toys.Game("choices", name="green", komi=6.5).spec == "choices:name=green,komi=6.5"
    assert toys.Game("choices", name="red", komi=6.5).spec == "choices"
    assert toys.Game("choices", flag=False).options["extra"] is False
    assert toys.Game("choices", flag=False, extra=True).spec == "choices:flag=false,extra=true"
    assert toys.Game("choices:even=4,flag=true,setup=random").spec == "choices"
    # In the order of the page, whatever the order given.
    assert toys.Game("choices:best=3,even=6,flag=false").spec == "choices:flag=false,even=6,best=3"
    assert toys.Game("choices:komi=6.0").spec == "choices:komi=6"
    assert toys.Game("choices", komi=-0.0).spec == "choices:komi=0"


def test_options_that_do_not_go_together(toys):
    with pytest.raises(OptionError, match=r"blue.*10"):
        toys.Game("choices", name="blue")
    assert toys.Game("choices", name="blue", even=10).spec == "choices:name=blue,even=10"


# ----------------------------------------------------------------------------------------------------
# A resource


def test_word_lists_are_loaded_once_and_shared(toys, tmp_path):
    assert "toy_words" in toys.resources()
    spec = "words:AB+CDE"
    one = toys.Game("word_pick", lexicon=spec)
    two = toys.Game("word_pick:lexicon=words:AB+CDE")
    first = toys.resource_report("toy_words", spec)
    assert first["words"] == 2
    assert first["letters"] == 5
    assert toys.resource_report("toy_words", spec) == first, "held by the games, so not loaded again"
    other = toys.resource_report("toy_words", "words:AB+CD")
    assert other["load"] != first["load"]
    assert one.start().legal_moves() == two.start().legal_moves() == ["AB", "CDE"]
    end = one.start().apply(["AB", "CDE"])
    assert end.result.scores == (2.0, 3.0)
    assert end.result.winner == 1
    path = tmp_path / "words.txt"
    toys.resource_save("toy_words", spec, str(path))
    assert path.read_text() == "AB\nCDE\n"
    third = toys.Game("word_pick", lexicon=f"file:{path}")
    assert third.start().legal_moves() == ["AB", "CDE"]
    path.unlink()
    # The rules hold the list: the file is not needed any more, and a pickle made while the game lives finds it loaded.
    assert toys.Game(third.spec) == third
    assert pickle.loads(pickle.dumps(third.start().play("AB"))) == third.start().play("AB")


@pytest.mark.parametrize(
    "spec",
    [
        "words:",
        "words:A++B",
        "words:a",
        "words:A+A",
        "words:" + "+".join(["A" * n for n in range(1, 34)]),
        "file:",
        "file:/nowhere/at/all",
    ],
)
def test_word_lists_that_are_refused(toys, spec):
    with pytest.raises(Error, match="word list"):
        toys.Game("word_pick", lexicon=spec)


def test_zero_bytes_in_a_path(toys):
    """For the system the path ends there, and would be that of another file."""
    with pytest.raises(OptionError, match=r"option lexicon .*x00"):
        toys.Game("word_pick", lexicon="file:\x00")


def test_unknown_resources(toys):
    with pytest.raises(Error, match="no resource"):
        toys.resource_report("no such list", "words:A")
    with pytest.raises(Error, match="neither"):
        toys.resource_report("toy_words", "A")
    with pytest.raises(Error, match="cannot"):
        toys.resource_save("toy_words", "words:A", "/nowhere/at/all")


# ----------------------------------------------------------------------------------------------------
# Turns of several steps, action numbers


def test_steps(toys):
    game = toys.Game("steps")
    states = list(random_game(game.start(), random.Random(1)))
    assert [state.current_player for state in states] == [0, 1, 1, 0, 0, 1, OVER]
    # 6 * 5 * 4 * ...
    assert [game.start().perft(depth) for depth in range(8)] == [1, 6, 30, 120, 360, 720, 720, 0]
    state = game.start().apply(["c", "a", "e"])
    assert str(state) == "1.0.1."
    assert state.legal_moves() == ["b", "d", "f"]
    assert state.actions() == [1, 3, 5]
    assert game.actions == 6
    assert game.longest_game == 6
    assert state.apply(["b", "d", "f"]).result.winner == 1
    # A resignation in the second step of a turn is that of the player who makes it.
    assert game.start().apply(["c", "a"]).resign().result.winner == 0
    assert toys.Game("steps:cells=1").start().play("a").result.winner == 0


# ----------------------------------------------------------------------------------------------------
# Repetition, notes, counters, quiet moves


SHUTTLES = ["shuttle", "shuttle_unbounded"]  # with and without a bound on how far back a position can recur


@pytest.mark.parametrize("shuttle", SHUTTLES)
def test_plain_repetition_is_a_draw(toys, shuttle):
    start = toys.Game(shuttle, quiet=0).start()
    assert str(start) == "0 3 3 3 0"
    cycle = ["+", "+", "-", "-"]
    second = start.apply(cycle)
    assert second == start
    assert not second.is_over
    third = second.apply(cycle)
    assert third == start
    assert third.is_over
    assert third.result.winners == ()
    assert third.result.reason == "repetition"
    assert third.legal_moves() == []
    assert third.count_moves() == 0
    assert third.current_player == OVER
    # Perft looks at the rules alone.
    assert third.perft(1) == start.perft(1) == 3
    assert list(third.divide(1)) == ["+", "-", "push"]
    with pytest.raises(IllegalMove, match="repetition"):
        third.play("push")
    # The text carries no history.
    assert not start.game.parse(str(third)).is_over
    # One earlier, nothing is over, and another move is free.
    assert not second.apply(cycle[:3]).is_over
    assert not second.apply(cycle[:3]).play("push").is_over


@pytest.mark.parametrize("shuttle", SHUTTLES)
@pytest.mark.parametrize(("repeat", "occurrences"), [(2, 2), (3, 3), (4, 4)])
def test_repetition_limit_is_an_option(toys, shuttle, repeat, occurrences):
    state = toys.Game(shuttle, quiet=0, repeat=repeat).start()
    for seen in range(2, occurrences + 1):
        assert not state.is_over
        state = state.apply(["+", "+", "-", "-"])
        assert state.is_over == (seen == occurrences)
    state = toys.Game(shuttle, quiet=0, repeat=0).start().apply(["+", "+", "-", "-"] * 30)
    assert not state.is_over


def test_a_push_forgets_the_history(toys):
    start = toys.Game("shuttle", quiet=0).start().apply(["+", "+", "-", "-"])
    pushed = start.apply(["push", "push"])
    assert not pushed.apply(["+", "+", "-", "-"]).is_over
    assert pushed.apply(["+", "+", "-", "-"] * 2).is_over


def test_perpetual_check_loses(toys):
    game = toys.Game("shuttle", ring=4, quiet=0)
    # Player 0 gives check with every step, there and back: on a ring of four 1 and 2 are neighbours, and 0 and 3.
    start = game.start()
    assert str(start) == "0 2 3 3 0"
    cycle = ["+", "+", "-", "-"]
    assert [str(start.apply(cycle[:n])) for n in range(1, 5)] == ["1 2 3 3 1", "1 3 3 3 0", "0 3 3 3 1", "0 2 3 3 0"]
    assert not start.apply(cycle).is_over
    end = start.apply(cycle * 2)
    assert end.is_over
    assert end.result.reason == "perpetual check"
    assert end.result.winner == 1
    assert end.result.returns == (-1.0, 1.0)
    assert end.perft(1) == 3
    # On a ring of five only one of the two turns gives check: a draw.
    game = toys.Game("shuttle", ring=5, quiet=0)
    start = game.start()
    assert str(start) == "0 2 3 3 0"
    end = start.apply(["-", "-", "+", "+"] * 2)
    assert end == start
    assert end.result.reason == "repetition"


def test_quiet_limit_and_counters(toys):
    game = toys.Game("shuttle:repeat=0,quiet=6")
    state = game.start().apply(["+", "+", "+", "+", "+"])
    assert not state.is_over
    # The counter is not in the text, but a pickle keeps it.
    assert not game.parse(str(state)).play("+").is_over
    end = pickle.loads(pickle.dumps(state)).play("+")
    assert end == state.play("+")
    assert end.is_over
    assert end.result.reason == "quiet moves"
    assert end.result.winners == ()
    assert end.perft(1) > 0
    # A push starts the count anew.
    assert not state.play("push").is_over
    assert not state.play("push").apply(["+"] * 5).is_over
    assert state.play("push").apply(["+"] * 6).is_over
    # States that differ in the counter alone are equal.
    assert game.parse(str(state)) == state


def test_pickles_and_copies_keep_the_history(toys):
    start = toys.Game("shuttle", quiet=0).start()
    state = start.apply(["+", "+", "-", "-", "+", "+", "-"])
    assert state.play("-").is_over
    assert pickle.loads(pickle.dumps(state)).play("-").result.reason == "repetition"
    assert not start.game.parse(str(state)).play("-").is_over
    assert pickle.loads(pickle.dumps(state.play("-"))).result.reason == "repetition"


def test_history_of_states_that_share_a_beginning(toys):
    """The chain of past positions is shared: branches must not see each other's positions."""
    start = toys.Game("shuttle", quiet=0).start()
    middle = start.apply(["+", "+", "-", "-"])
    one = middle.apply(["+", "+", "-", "-"])
    two = middle.apply(["-", "-", "+", "+"])
    assert one.is_over
    assert two.is_over
    assert not middle.is_over
    del one, two
    assert middle.apply(["+", "+", "-"]).play("-").is_over


def test_playouts_see_the_history_and_the_quiet_limit(toys):
    # At most three plies between two of the at most five pushes that do not end the game, and after the last.
    state = toys.Game("shuttle", repeat=0, quiet=3).start()
    totals = state.playouts(500, seed=1)
    assert totals.longest <= 3 * 6
    assert totals.cut == 0
    # One ply from the third occurrence.
    near = toys.Game("shuttle", quiet=0).start().apply(["+", "+", "-", "-", "+", "+", "-"])
    assert near.playouts(300, seed=1).shortest == 1
    ends = {near.playout(seed).result.reason for seed in range(60)}
    assert "repetition" in ends
    assert "all pushed" in ends


def test_batch_declares_repetition_like_states(toys):
    game = toys.Game("shuttle", quiet=0)
    batch = game.batch(3, max_plies=100)
    assert game.start().legal_moves() == ["+", "-", "push"]
    for step in range(8):
        move = ["+", "+", "-", "-"][step % 4]
        legal = [batch.state(i).legal_moves() for i in range(3)]
        assert batch.over.tolist() == [False] * 3
        batch.play(np.array([legal[0].index(move), legal[1].index("push") if step == 0 else -1, -1]))
    assert batch.over.tolist() == [True, False, False]
    assert batch.counts.tolist() == [0, 3, 3]
    assert batch.current_player.tolist() == [OVER, 1, 0]
    assert batch.state(0).result.reason == "repetition"
    assert batch.returns.tolist() == [[0, 0]] * 3
    with pytest.raises(IllegalMove):
        batch.play(np.array([0, -1, -1]))


# ----------------------------------------------------------------------------------------------------
# More than two sides


def test_teams(toys):
    game = toys.Game("teams")
    assert game.players == 4
    assert game.info.players == (4,)
    state = game.start()
    assert [state.apply(["1"] * n).current_player for n in range(6)] == [0, 1, 2, 3, 0, 1]
    end = state.apply(["3", "3", "3", "3"])
    assert end.result.winners == (1, 3)
    assert end.result.winner is None
    assert end.result.returns == (-1.0, 1.0, -1.0, 1.0)
    for player, winners in ((0, (1, 3)), (1, (0, 2)), (2, (1, 3)), (3, (0, 2))):
        resigned = state.resign(player)
        assert resigned.result.winners == winners
        assert resigned.result.reason == "resignation"
    assert state.play("1").resign().result.winners == (0, 2)
    assert state.agree_draw().result.returns == (0.0,) * 4
    totals = state.playouts(200, seed=3)
    assert totals.draws == 0
    assert totals.wins[0] == totals.wins[2]
    assert totals.wins[1] == totals.wins[3]
    assert totals.wins[0] + totals.wins[1] == 200
    assert game.batch(2).returns.shape == (2, 4)
    for player in (4, -1):
        with pytest.raises(Error):
            state.resign(player)


def test_thirteen_players_and_ties(toys):
    game = toys.Game("crowd")
    assert game.players == 13
    assert game.info.players == tuple(range(2, 14))
    end = game.start().apply(list("1231231231231"))
    assert end.result.winners == (2, 5, 8, 11)
    assert end.result.winner is None
    assert end.result.scores == (1, 2, 3) * 4 + (1,)
    assert end.result.returns == (-1.0, -1.0, 0.0) * 4 + (-1.0,)
    assert end.result.reason == "all have named a number"
    alone = game.start().apply(["1"] * 12 + ["2"])
    assert alone.result.winner == 12
    assert alone.result.winners == (12,)
    assert alone.result.returns == (-1.0,) * 12 + (1.0,)
    drawn = game.start().apply(["2"] * 13)
    assert drawn.result.winners == ()
    assert drawn.result.returns == (0.0,) * 13
    assert drawn.result.scores == (2.0,) * 13
    assert game.start().perft(13, threads=2) == 3**13
    assert game.start().perft(14) == 0
    assert len(game.start().playouts(10).wins) == 13
    assert game.batch(3).returns.shape == (3, 13)
    with pytest.raises(Error, match="two sides"):
        game.start().resign()
    with pytest.raises(Error, match="two sides"):
        game.start().resign(3)
    pair = toys.Game("crowd", players=2)
    assert pair.spec == "crowd:players=2"
    assert pair.start().resign().result.winner == 1


def test_wins_are_counted_for_all_who_tie_for_first(toys):
    # Three players, 27 sequences, three of them all alike. A player is among the first (but not all are) in 11: with a
    # 3 in 9 - 1, with a 2 in 4 - 1; alone in 5: with a 3 in 4, with a 2 in 1. In 13 he is behind.
    start = toys.Game("crowd:players=3").start()
    totals = start.playouts(27_000, seed=5)
    assert all(abs(count - 11_000) < 600 for count in totals.wins)
    assert abs(totals.draws - 3_000) < 350
    assert totals.mean_returns[0] == pytest.approx((5 - 13) / 27, abs=0.03)
    ends = [start.apply([a, b, c]).result for a in "123" for b in "123" for c in "123"]
    assert [sum(player in end.winners for end in ends) for player in range(3)] == [11, 11, 11]
    assert sum(end.winner == 0 for end in ends) == 5
    assert sum(end.returns[0] for end in ends) == 5 - 13


# ----------------------------------------------------------------------------------------------------
# Chance


def test_weighted_chance(toys):
    game = toys.Game("dice", rounds=1)
    start = game.start()
    assert start.current_player == CHANCE
    assert start.outcomes() == [("blank", Fraction(1, 2)), ("pip", Fraction(1, 3)), ("star", Fraction(1, 6))]
    assert [start.perft(depth) for depth in range(6)] == [1, 3, 6, 18, 36, 0]
    state = start.play("star")
    assert state.current_player == 0
    assert state.legal_moves() == ["keep", "give"]
    with pytest.raises(Error, match="chance"):
        state.outcomes()
    end = state.apply(["give", "pip", "keep"])
    assert str(end) == "0 4 2 -"
    assert end.result.winner == 1
    assert end.result.scores == (0.0, 4.0)
    with pytest.raises(Error, match="named"):
        start.resign()
    assert start.resign(0).result.winner == 1
    totals = start.playouts(14_400, seed=9)
    assert (totals.shortest, totals.longest, totals.plies, totals.chance_plies) == (4, 4, 57_600, 28_800)
    assert totals.mean_decisions == 2
    # Two rolls. A draw if both are blank (1/4), or if they are equal and both go the same way round the table (half of
    # 1/9 + 1/36): 23/72. The rest is symmetric.
    assert abs(totals.draws - 4_600) < 350
    assert abs(totals.wins[0] - 4_900) < 350
    assert abs(totals.wins[1] - 4_900) < 350


def test_shuffled_set_up_follows_the_documented_draws(toys):
    for seed in (0, 1, 7, 2**64 - 1):
        cards = list(range(1, 9))
        rng = Rng(seed, 0)
        for i in range(7, 0, -1):
            j = rng.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        fixed = toys.Game("deal:draw=fixed").start(seed)
        assert str(fixed) == ",".join(map(str, cards[1:])) + " 0 0 0 -"
        drawn = toys.Game("deal").start(seed)
        assert str(drawn) == ",".join(map(str, sorted(cards[1:]))) + " 0 0 0 -"
        # Slot i of a batch draws from stream i, after a reset of four slots from stream i + 4.
        batch = toys.Game("deal:draw=fixed").batch(4, seed=seed)
        assert batch.state(0) == fixed
        for stream in (3, 7):
            cards = list(range(1, 9))
            rng = Rng(seed, stream)
            for i in range(7, 0, -1):
                j = rng.below(i + 1)
                cards[i], cards[j] = cards[j], cards[i]
            assert str(batch.state(3)).startswith(",".join(map(str, cards[1:])) + " ")
            batch.reset(np.array([False, False, False, True]))
        assert batch.state(0) == fixed


def test_uniform_chance(toys):
    state = toys.Game("deal", cards=4).parse("1,2,4 0 0 0 -")
    assert state.outcomes() == [("card 1", Fraction(1, 3)), ("card 2", Fraction(1, 3)), ("card 4", Fraction(1, 3))]
    assert [state.perft(depth) for depth in range(8)] == [1, 3, 6, 12, 24, 24, 48, 0]
    end = state.apply(["card 4", "keep", "card 1", "give", "card 2", "give"])
    assert str(end) == "- 5 2 1 -"
    assert end.result.winner == 0
    # No chance nodes where the shuffle has settled the order.
    fixed = toys.Game("deal:cards=4,draw=fixed").parse("2,4,1 0 0 0 -")
    assert fixed.current_player == 0
    assert [fixed.perft(depth) for depth in range(5)] == [1, 2, 4, 8, 0]
    assert fixed.apply(["keep", "give", "give"]).result.scores == (6.0, 1.0)


# ----------------------------------------------------------------------------------------------------
# Sizes


def test_moves_that_nobody_can_list(toys):
    game = toys.Game("huge")
    start = game.start()
    assert start.count_moves() == 10**9
    assert start.move_text(7) == "000000007"
    assert start.move_text(10**9 - 1) == "999999999"
    assert start.play("000000007") == start.play(7) == start.play("7")
    assert str(start.play(10**9 - 1)) == "999999999 0 1"
    assert start.perft(1) == 10**9
    assert start.perft(2) == 10**18
    assert start.perft(3) == 0
    with pytest.raises(OverflowError):
        toys.Game("huge:plies=3").start().perft(3)
    for move in ("1000000000", "-1", "+1", "1.0", "", "x"):
        with pytest.raises(IllegalMove):
            start.play(move)
    for index in (10**9, -1, 2**63, 2**64):
        with pytest.raises(IllegalMove):
            start.play(index)
    with pytest.raises(IllegalMove):
        start.move_text(10**9)
    totals = start.playouts(2000, seed=2)
    assert totals.plies == 4000
    assert 850 < totals.wins[0] < 1150
    batch = game.batch(3)
    assert batch.counts.tolist() == [10**9] * 3
    batch.play(np.array([0, 10**9 - 1, -1], dtype=np.int64))
    assert [str(batch.state(i)) for i in range(3)] == ["0 0 1", "999999999 0 1", "0 0 0"]
    with pytest.raises(IllegalMove):
        batch.play(np.array([0, 0, 10**9]))
    assert pickle.loads(pickle.dumps(start.play(5))) == start.play(5)
    assert game.actions == 10**9
    assert start._check(1) == []


def test_perft_in_closed_form_up_to_the_last_number_that_fits(toys):
    start = toys.Game("ternary").start()
    assert [start.perft(depth) for depth in (0, 1, 2, 5)] == [1, 3, 9, 243]
    assert start.perft(40) == 12157665459056928801
    assert start.perft(40, threads=3) == 12157665459056928801
    with pytest.raises(OverflowError):
        start.perft(41)
    with pytest.raises(OverflowError):
        start.divide(42)
    assert set(start.divide(41).values()) == {12157665459056928801}
    assert start.perft(51) == 0
    assert start.perft(255) == 0
    assert start.playout(3).game.parse("50 0").result.winner == 0


def test_node_counts_at_the_edge_without_a_closed_form(toys):
    start = toys.Game("brink").start()
    for threads in (1, 2, 5):
        assert start.perft(2, threads=threads) == 2**64 - 1
    assert start.divide(2) == {"a": 2**62, "b": 2**62, "c": 2**62, "d": 2**62 - 1}
    over = toys.Game("brink:extra=true").start()
    for threads in (1, 2, 5):
        with pytest.raises(OverflowError):
            over.perft(2, threads=threads)
    assert over.divide(2)["e"] == 1
    second = start.play("d")
    assert second.count_moves() == 2**62 - 1
    assert second.move_text(2**62 - 2) == str(2**62 - 2)
    assert str(second.play(2**62 - 2)) == "d0"
    assert str(second.play(str(2**62 - 3))) == "d1"
    with pytest.raises(IllegalMove):
        second.play(2**62 - 1)
    with pytest.raises(IllegalMove):
        second.play(str(2**62 - 1))
    batch = toys.Game("brink").batch(1)
    batch.play(np.array([0]))
    assert batch.counts.tolist() == [2**62]


def test_a_state_of_nearly_four_kilobytes(toys):
    game = toys.Game("wide:plies=2")
    start = game.start()
    assert start.count_moves() == 63 * 63
    assert start.perft(2) == 63 * 63 * (63 * 63 - 1)
    state = start.play("r1c1")
    assert str(state) == "/".join(["x62", *["63"] * 62])
    assert state.play("r63c63").result.scores == (1.0, 1.0)
    assert state.play("r1c2").result.winner == 0
    assert state.play("r32c1").result.scores == (1.0, 0.0)
    assert len({start.play(i) for i in range(0, 3969, 40)}) == 100
    assert pickle.loads(pickle.dumps(state)) == state
    assert len(start.diagram().splitlines()) == 64
    batch = game.batch(50, seed=1)
    batch.play_random()
    batch.play_random()
    assert batch.over.all()


# ----------------------------------------------------------------------------------------------------
# Ends


def test_a_game_that_never_ends_is_cut(toys):
    game = toys.Game("forever")
    assert game.ply_limit == 40
    state = game.start()
    totals = state.playouts(10, seed=1)
    assert (totals.cut, totals.draws, totals.shortest, totals.longest, totals.plies) == (10, 10, 40, 40, 400)
    assert totals.mean_returns == (0.0, 0.0)
    end = state.playout(1)
    assert end.is_over
    assert end.result.reason == "ply limit"
    assert end.result.winners == ()
    assert end.perft(1) == 0
    assert not game.parse(str(end)).is_over
    assert end != game.parse(str(end))
    assert pickle.loads(pickle.dumps(end)) == end
    assert state.playouts(3, max_plies=7).plies == 21
    # The limit is counted from where the run starts, and is no part of a game that is played.
    assert not state.apply(["+"] * 100).is_over
    assert state.apply(["+"] * 100).playouts(1).plies == 40
    batch = game.batch(2)
    for _ in range(40):
        assert not batch.over.any()
        batch.play_random()
    assert batch.over.all()
    assert batch.returns.tolist() == [[0, 0], [0, 0]]
    assert batch.state(1).result.reason == "ply limit"
    batch.reset(np.array([True, False]))
    assert batch.over.tolist() == [False, True]


def test_a_game_without_an_end_or_a_limit(toys):
    game = toys.Game("endless")
    assert game.ply_limit is None
    assert game.start().playouts(5, max_plies=1000).plies == 5000
    assert game.start().perft(20) == 2**20


def test_a_game_that_is_over_at_once(toys):
    game = toys.Game("done")
    state = game.start()
    assert state.is_over
    assert state.current_player == OVER
    assert state.legal_moves() == []
    assert state.result.reason == "nothing to play"
    assert [state.perft(depth) for depth in (0, 1, 2, 255)] == [1, 0, 0, 0]
    assert state.divide(1) == {}
    totals = state.playouts(3)
    assert (totals.games, totals.draws, totals.plies, totals.shortest, totals.longest, totals.cut) == (3, 3, 0, 0, 0, 0)
    assert state.playout() == state
    batch = game.batch(2)
    assert batch.over.all()
    assert batch.counts.tolist() == [0, 0]
    batch.play_random()
    batch.play(np.array([-1, -1]))
    with pytest.raises(IllegalMove):
        batch.play(np.array([0, -1]))
    with pytest.raises(IllegalMove):
        state.play("none")
    with pytest.raises(IllegalMove):
        state.resign()


def test_tournament_points(toys):
    game = toys.Game("margin")
    end = game.start().apply(["40", "15"])
    assert end.result.scores == (40.0, 15.0)
    assert end.result.points == (75.0, 25.0)
    assert end.result.winner == 0
    assert game.start().apply(["7", "7"]).result.points == (50.0, 50.0)
    assert game.start().apply(["7", "7"]).result.winners == ()
    assert game.start().resign().result.points == (0.0, 100.0)
    assert game.start().play("3").resign().result.points == (100.0, 0.0)
    assert game.start().resign().result.scores is None
    assert game.start().agree_draw().result.points == (50.0, 50.0)
    assert game.start().agree_draw().result.reason == "agreement"
    assert pickle.loads(pickle.dumps(game.start().agree_draw())).result.points == (50.0, 50.0)
    assert pickle.loads(pickle.dumps(game.start().resign())).result.points == (0.0, 100.0)


def test_whole_random_games(toys):
    start = toys.Game("fill").start()
    # Worked out by hand: 18 of 60 sequences are over after three plies, 36 of 84 after four.
    assert [start.perft(depth) for depth in range(7)] == [1, 5, 20, 60, 84, 48, 0]
    totals = start.playouts(10_000, seed=4)
    # Over after three plies with 3/10 (player 0), after four with 3/10 (player 1), else after five (player 0).
    assert abs(totals.wins[0] - 7000) < 300
    assert abs(totals.wins[1] - 3000) < 300
    assert abs(totals.mean_plies - 4.1) < 0.06
    assert (totals.shortest, totals.longest) == (3, 5)
    assert start.playouts(100, max_plies=3).longest == 3
    assert 0 < start.playouts(100, max_plies=3).cut < 100


def test_other_spellings_of_moves(toys):
    state = toys.Game("fill").start()
    assert state.play("D") == state.play("d")
    with pytest.raises(IllegalMove, match="ambiguous"):
        state.play("last")
    with pytest.raises(IllegalMove, match="cannot be read"):
        state.play("f")
    with pytest.raises(IllegalMove, match="not legal"):
        state.play("a").play("A")
    state = state.apply(["a", "b", "d", "e"])
    assert str(state) == "01.01"
    assert state.play("last") == state.play("c") == state.play("C")
    assert state.play("last").result.winner == 0


# ----------------------------------------------------------------------------------------------------
# Wrong games

FAULTS = {
    "current_player_over": "current_player and moves disagree",
    "current_player_late": "current_player and moves disagree",
    "current_player_range": "current_player is 2",
    "current_player_chance": "chance moves, but weight is not offered",
    "moves_unstable": "moves is not the same twice",
    "moves_deaf": "moves does not stop when told to",
    "moves_twice": "moves lists one twice",
    "play_nothing": "changes nothing",
    "result_players": "result is for another number of players",
    "result_reason": "result has no reason",
    "text_loses": "does not read back as the same state",
    "text_refused": "the text is refused",
    "text_varies": "the text read back writes another text",
    "text_hides": "the state read back has other moves",
    "move_text_twice": "two moves share a text",
    "count": "count is",
    "nth": "is not that move",
    "random_move": "the random choice is not uniform",
    "random_move_illegal": "the random choice is not uniform",
    "random_game": "random_game: other",
    "random_game_first": "random_game: the first move is not uniform",
    "random_game_limit": "a random game is longer than its limit",
    "perft": "in closed form is",
    "weight_zero": "an outcome has weight 0",
    "uniform_chance": "weights differ, but uniform_chance is promised",
    "random_outcome": "the random choice is not uniform",
    "random_chance_game": "random_game: other",
    "chance_plies": "random_game: other lengths",
    "parse_move": "is another move",
    "parse_move_refuses": "parse_move refuses",
    "key": "is not that of its text",
    "key_constant": "different positions share a key",
    "action_range": "action out of range",
    "action_twice": "two moves share an action",
    "counters_refused": "set_counters refuses counters",
    "counters_lost": "set_counters does not restore counters",
}

CONSEQUENCES = {
    "moves_unstable": ["is not that move", "has other moves"],
    "moves_deaf": ["parse_move refuses"],
    "moves_twice": ["two moves share an action", "random choice is not uniform"],
    "text_loses": ["is not that of its text", "has another key", "has another mover"],
    "text_refused": ["is refused"],
    "count": ["is not the plain count"],
    "perft": ["is not the plain count"],
    "random_game": ["random_game: the first move"],
    "random_game_limit": ["random_game: the first move"],
    "random_chance_game": ["random_game: the first move"],
    "random_move": ["random_game: other"],
    "random_move_illegal": ["random_game: other"],
    "weight_zero": ["random choice is not uniform", "random_game: the first move"],
    "uniform_chance": ["random choice is not uniform"],
    "random_outcome": ["random_game: other"],
    "parse_move": ["parse_move refuses"],
    "key": ["has another key"],
}


def faults_of(game, games: int) -> list[str]:
    found = []
    for seed in range(games):
        for state in random_game(game.start(seed), random.Random(seed)):
            found += state._check(seed)
    return found


@pytest.mark.parametrize("fault", FAULTS)
def test_contract_check_reports_the_fault(toys, fault):
    found = faults_of(toys.Game(f"wrong_{fault}"), 12)
    told = [line for line in found if re.search(FAULTS[fault], line)]
    assert told, f"not among {found}"
    expected = CONSEQUENCES.get(fault, ())
    assert [line for line in found if line not in told and not any(known in line for known in expected)] == []


@pytest.mark.parametrize("right", ["none", "none_chance"])
def test_contract_check_reports_nothing_else(toys, right):
    assert faults_of(toys.Game(f"wrong_{right}"), 60) == []


def test_every_wrong_toy_is_tested(toys):
    wrong = {info.id.removeprefix("wrong_") for info in toys.games() if info.page == "wrong"}
    assert wrong == {*FAULTS, "none", "none_chance"}


def test_toys_do_not_mix_with_the_games(toys):
    assert not {info.id for info in toys.games()} & {info.id for info in plyground.games()}
    with pytest.raises(OptionError, match="no game"):
        pickle.loads(pickle.dumps(toys.Game("nim")).replace(b"_toys", b"_core"))
    with pytest.raises(TextError, match="nim"):
        toys.Game("nim").parse("11 0")
