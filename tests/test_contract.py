"""What must hold in every position of every game, with every value of every option, and of the toy games too."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from support import LISTED, Case, is_adjudicated, random_game, too_unlikely

from plyground import CHANCE, OVER, IllegalMove, TextError


def test_refinements_agree_with_what_is_derived_without_them(case: Case):
    for i, state in enumerate(case.positions):
        assert state._check(case.seed ^ i) == []


def test_spec_and_options_name_the_game(case: Case):
    game = case.game
    again = case.engine.Game(game.spec)
    assert again == game
    assert hash(again) == hash(game)
    assert again.spec == game.spec
    assert case.engine.Game(game.id, **game.options) == game
    assert game.spec.partition(":")[0] == game.id
    assert list(game.options) == list(game.info.options)
    assert game.players in game.info.players
    for given in game.spec.partition(":")[2].split(",") if ":" in game.spec else []:
        assert given.partition("=")[0] in game.options


def test_start_depends_on_the_seed_alone(case: Case):
    seed = case.seed
    assert case.game.start(seed) == case.game.start(seed)
    assert case.game.start(0) == case.game.start()
    assert str(case.engine.Game(case.spec).start(seed)) == str(case.game.start(seed))


def is_plain(text: str) -> bool:
    """Printable ASCII, and letters of other scripts where a game has words of theirs."""
    return text.isprintable() and all(letter.isascii() or letter.isalpha() for letter in text)


def test_text_reads_back_as_the_same_position(case: Case):
    for state in case.positions:
        text = str(state)
        assert is_plain(text)
        assert text == text.strip()
        back = case.game.parse(text)
        assert back == state
        assert hash(back) == hash(state)
        assert str(back) == text
        if not is_adjudicated(state):
            assert back.current_player == state.current_player
            assert back.count_moves() == state.count_moves()
            assert back.result == state.result
            if state.count_moves() <= LISTED:
                assert back.legal_moves() == state.legal_moves()


def test_moves_are_listed_once_and_playing_leaves_the_parent_alone(case: Case):
    for state in case.running:
        count = state.count_moves()
        assert count > 0
        before = str(state)
        if count <= LISTED:
            moves = state.legal_moves()
            assert len(moves) == count
            assert len(set(moves)) == count
            assert all(is_plain(move) and move == move.strip() for move in moves)
        step = 1 + count // 40
        for i in [*range(0, count, step), count - 1]:
            move = state.move_text(i)
            child = state.play(i)
            assert child == state.play(move)
            assert str(child) == str(state.play(move))
            assert child != state
            if count <= LISTED:
                assert move == moves[i]
        assert str(state) == before
        assert state.count_moves() == count
        if count <= LISTED:
            assert state.legal_moves() == moves


def test_nothing_is_played_that_is_not_legal(case: Case):
    for state in case.positions:
        count = state.count_moves()
        before = str(state), state.current_player, state.is_over
        for index in (count, count + 1, -1, 10**30):
            with pytest.raises(IllegalMove):
                state.play(index)
            with pytest.raises(IllegalMove):
                state.apply([index])
        with pytest.raises(IllegalMove):
            state.move_text(count)
        for text in ("", " ", "no such move", "\x00", "ä", "9" * 50, "-" * 100_000):
            with pytest.raises(IllegalMove):
                state.play(text)
        if 0 < count <= LISTED:
            move = state.legal_moves()[0]
            for text in (f" {move}", f"{move} ", f"{move}\n", f"{move}\x00"):
                with pytest.raises(IllegalMove):
                    state.play(text)
        assert (str(state), state.current_player, state.is_over) == before


def test_when_it_is_over_nothing_is_legal_and_there_is_a_result(case: Case):
    players = case.game.players
    for state in case.positions:
        assert state.is_over == (state.count_moves() == 0)
        assert state.is_over == (state.current_player == OVER)
        assert state.is_over == (state.result is not None)
        if state.result is None:
            assert state.current_player == CHANCE or 0 <= state.current_player < players
            continue
        assert state.legal_moves() == []
        result = state.result
        assert result.reason.strip() == result.reason != ""
        assert result.winners == tuple(sorted(set(result.winners)))
        assert all(0 <= player < players for player in result.winners)
        assert len(result.winners) < players
        assert result.winner == (result.winners[0] if len(result.winners) == 1 else None)
        assert len(result.returns) == players
        assert all(-1 <= value <= 1 for value in result.returns)
        if result.winners:
            best = max(result.returns)
            assert all(result.returns[player] == best for player in result.winners)
        else:
            # All the same, but where nobody ever decides anything a page may give returns of its own.
            decided = any(position.current_player >= 0 for position in case.positions)
            assert len(set(result.returns)) == 1 or not decided
        for numbers in (result.scores, result.points):
            assert numbers is None or len(numbers) == players
        with pytest.raises(IllegalMove):
            state.resign(0)
        with pytest.raises(IllegalMove):
            state.agree_draw()
        assert state.playout(3) is state


def shallow(state, most: int = 20_000) -> int:
    """A depth, at most 4, to which counting costs about `most` nodes."""
    depth, before, nodes = 1, 1, state.perft(1)
    while depth < 4 and nodes > 0 and nodes * max(2, nodes // before) <= most:
        try:
            before, nodes = nodes, state.perft(depth + 1)
        except OverflowError:
            break
        depth += 1
    return depth


def test_perft_and_divide(case: Case):
    for state in case.positions:
        assert state.perft(0) == 1
        if state.is_over and not is_adjudicated(state):
            assert state.perft(1) == state.perft(2) == state.perft(255) == 0
            assert state.divide(1) == state.divide(2) == {}
            continue
        if state.perft(1) > LISTED:
            continue
        if not state.is_over:
            assert state.perft(1) == state.count_moves()
            assert state.divide(1) == dict.fromkeys(state.legal_moves(), 1)
        depth = shallow(state)
        nodes = state.perft(depth)
        rows = state.divide(depth)
        assert sum(rows.values()) == nodes
        assert [state.perft(depth, threads=threads) for threads in (1, 2, 3)] == [nodes] * 3
        assert state.divide(depth, threads=2) == rows
        if not state.is_over:
            assert list(rows) == state.legal_moves()
            for i in range(0, len(rows), 1 + len(rows) // 5):
                assert state.play(i).perft(depth - 1) == list(rows.values())[i]


def test_chance_outcomes_are_the_moves_and_their_probabilities_sum_to_one(case: Case):
    for state in case.positions:
        if state.current_player == CHANCE:
            rows = state.outcomes()
            assert [text for text, _ in rows] == state.legal_moves()
            assert all(isinstance(share, Fraction) and share > 0 for _, share in rows)
            assert sum(share for _, share in rows) == 1
        else:
            with pytest.raises(ValueError, match="chance"):
                state.outcomes()


def test_random_choice_is_fair(case: Case):
    fit = [state for state in case.running if state.count_moves() <= 100]
    for state in fit[:2]:
        shares = dict(state.outcomes()) if state.current_player == CHANCE else None
        expected: Counter[str] = Counter()
        for move in state.legal_moves():
            expected[str(state.play(move))] += shares[move] if shares else Fraction(1, state.count_moves())
        draws = 50 * state.count_moves()
        seen = Counter(str(state.playout(seed, max_plies=1)) for seed in range(draws))
        assert set(seen) <= set(expected)
        assert not too_unlikely(
            [seen[text] for text in expected], [float(share * draws) for share in expected.values()]
        ), str(state)


def test_same_seed_same_random_games(case: Case):
    limit = case.game.ply_limit or 1000
    for state in case.positions[:3]:
        one = state.playouts(20, seed=case.seed, max_plies=limit)
        assert one == state.playouts(20, seed=case.seed, threads=3, max_plies=limit)
        assert one.games == 20
        assert one.shortest * 20 <= one.plies <= one.longest * 20
        assert one.shortest <= one.longest <= limit
        assert one.chance_plies <= one.plies
        assert one.cut <= one.draws <= 20
        assert one.mean_plies == one.plies / 20
        assert all(0 <= wins <= 20 - one.draws for wins in one.wins)
        assert sum(one.wins) >= 20 - one.draws
        assert all(-1 <= value <= 1 for value in one.mean_returns)
        # playout(seed) is game 0 of playouts(1, seed).
        for seed in range(4):
            totals = state.playouts(1, seed=seed, max_plies=limit)
            end = state.playout(seed, max_plies=limit)
            assert end == state.playout(seed, max_plies=limit)
            assert end.is_over
            assert totals.wins == tuple(int(player in end.result.winners) for player in range(case.game.players))
            assert totals.draws == int(not end.result.winners)
            assert totals.cut == int(end.result.reason == "ply limit")
            assert totals.mean_returns == pytest.approx(end.result.returns, abs=1e-6)


def test_games_are_no_longer_than_the_page_says(case: Case):
    game = case.game
    start = game.start(case.seed)
    if game.longest_game is not None:
        totals = start.playouts(100, seed=case.seed)
        assert totals.longest <= game.longest_game
        assert totals.cut == 0 or game.ply_limit is not None
    if game.ply_limit is not None:
        assert game.ply_limit >= 1
        assert start.playouts(20, seed=case.seed).longest <= game.ply_limit
    cut = start.playouts(10, seed=case.seed, max_plies=1)
    assert cut.longest <= 1
    if not start.is_over:
        assert cut.plies == 10


def test_resignation_and_agreed_draw(case: Case):
    for state in case.running[:3]:
        if case.game.players == 2:
            for player in (0, 1):
                end = state.resign(player)
                assert end.is_over
                assert end.result.winner == 1 - player
                assert end.result.returns[1 - player] > end.result.returns[player]
                assert end.result.reason == "resignation"
                assert end.count_moves() == end.perft(1) == 0
                assert end.perft(0) == 1
                assert str(end) == str(state)
                assert end != state
                assert end != state.resign(1 - player)
                assert pickle.loads(pickle.dumps(end)) == end
            if state.current_player >= 0:
                assert state.resign() == state.resign(state.current_player)
        drawn = state.agree_draw()
        assert drawn.result.winners == ()
        assert drawn.result.reason == "agreement"
        assert set(drawn.result.returns) == {0.0}
        assert drawn.current_player == OVER
        assert state.current_player != OVER


def test_copies_and_pickles_are_the_same_position(case: Case):
    assert pickle.loads(pickle.dumps(case.game)) == case.game
    assert copy.deepcopy(case.game) == copy.copy(case.game) == case.game
    for state in case.positions:
        for twin in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert twin == state
            assert hash(twin) == hash(state)
            assert str(twin) == str(state)
            assert twin.is_over == state.is_over
            assert twin.result == state.result
            assert twin.count_moves() == state.count_moves()
            assert twin.current_player == state.current_player


def test_pictures(case: Case):
    for state in case.positions:
        picture = state.diagram()
        assert picture.strip()
        assert all(is_plain(line) for line in picture.splitlines())
        assert case.spec in repr(state)
        assert case.spec in repr(case.game)


def test_action_numbers(case: Case):
    if case.game.actions is None:
        with pytest.raises(ValueError, match="action"):
            case.positions[0].actions()
        return
    for state in case.positions:
        if state.count_moves() <= LISTED:
            numbers = state.actions()
            assert len(numbers) == len(set(numbers)) == state.count_moves()
            assert all(0 <= number < case.game.actions for number in numbers)


def test_garbage_is_no_position(case: Case):
    text = str(case.positions[-1])
    garbage = ["", " ", f" {text}", f"{text} ", f"{text}\n", f"{text}\x00", f"{text} {text}", "é" + text, "/" * 300]
    for wrong in [*garbage, text * 2000, "\U0001f600", "9" * 70_000]:
        with pytest.raises(TextError) as caught:
            case.game.parse(wrong)
        assert len(str(caught.value)) < 1000


def test_batch_in_lockstep_with_states(case: Case, rng):
    n, steps = 5, 60
    limit = 40
    batch = case.game.batch(n, seed=case.seed, max_plies=limit)
    assert len(batch) == n
    assert batch.state(0) == case.game.start(case.seed)
    states = [batch.state(i) for i in range(n)]
    plies = [0] * n
    for step in range(steps):
        counts = [state.count_moves() for state in states]
        assert batch.counts.tolist() == counts
        assert batch.current_player.tolist() == [state.current_player for state in states]
        assert batch.over.tolist() == [state.is_over for state in states]
        returns = [state.result.returns if state.is_over else (0.0,) * case.game.players for state in states]
        assert batch.returns.tolist() == pytest.approx(np.array(returns, dtype=np.float32))
        if step % 3 == 2:
            batch.play_random()
            after = [batch.state(i) for i in range(n)]
            for i in range(n):
                if counts[i] == 0:
                    assert after[i] == states[i]
                elif counts[i] <= 300:
                    assert str(after[i]) in {str(states[i].play(k)) for k in range(counts[i])}
                plies[i] += counts[i] > 0
            states = after
        else:
            chosen = [rng.randrange(count) if count and rng.random() < 0.9 else -1 for count in counts]
            batch.play(np.array(chosen))
            for i, index in enumerate(chosen):
                if index >= 0:
                    states[i] = states[i].play(index)
                    plies[i] += 1
                assert str(batch.state(i)) == str(states[i])
                if plies[i] == limit and not states[i].is_over:
                    states[i] = batch.state(i)
                    assert states[i].result.reason == "ply limit"
                assert batch.state(i) == states[i]
        if step % 20 == 19:
            mask = np.array([rng.random() < 0.5 for _ in range(n)])
            batch.reset(mask)
            for i in range(n):
                if mask[i]:
                    states[i], plies[i] = batch.state(i), 0
                    assert not states[i].is_over or case.game.start().is_over


def test_history_counts_like_the_moves_that_made_it(case: Case, rng):
    """A game played on from a pickle, or from a batch, ends where the original ends."""
    original = list(random_game(case.game.start(case.seed), rng, 300))
    cut = rng.randrange(len(original))
    twin = pickle.loads(pickle.dumps(original[cut]))
    for before, after in zip(original[cut:], original[cut + 1 :], strict=False):
        if before.count_moves() > 60:
            break
        twin = twin.play(next(i for i in range(before.count_moves()) if before.play(i) == after))
        assert twin == after
        assert twin.is_over == after.is_over
        assert twin.result == after.result
