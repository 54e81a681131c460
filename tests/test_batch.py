"""Batches: arrays and their errors, all checked before any move; test_contract.py compares them with states."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from plyground import OVER, Error, IllegalMove


def test_batch_arrays(example):
    batch = example.batch(3, seed=1)
    assert batch.game == example
    assert batch.current_player.dtype == np.int8
    assert batch.counts.dtype == np.int64
    assert batch.over.dtype == np.bool_
    assert batch.returns.dtype == np.float32
    assert batch.current_player.shape == batch.counts.shape == batch.over.shape == (3,)
    assert batch.returns.shape == (3, example.players)
    batch.counts[:] = 0
    assert batch.counts.tolist() == [example.start().count_moves()] * 3
    assert batch.play(np.array([0, 1, -1])) is None
    assert [str(batch.state(i)) for i in range(3)] == [
        str(example.start().play(0)),
        str(example.start().play(1)),
        str(example.start()),
    ]


@pytest.mark.parametrize(
    "dtype", ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", ">i4", "<i8"]
)
def test_batch_takes_any_integers(example, dtype):
    batch = example.batch(4)
    batch.play(np.array([0, 1, 2, 3]).astype(dtype))
    assert [batch.state(i) for i in range(4)] == [example.start().play(i) for i in range(4)]
    strided = np.zeros(8, dtype=dtype)
    batch.play(strided[::2])
    batch.play([0, 0, 0, 0])
    batch.play((0, 0, 0, 0))
    assert batch.state(2) == example.start().apply([2, 0, 0, 0])


@pytest.mark.parametrize(
    "wrong",
    [
        *[np.zeros(4, dtype) for dtype in ("f8", "f2", "?", "c16", "O", "datetime64[s]", "timedelta64[s]", "S1")],
        np.array(["a"] * 4),
        np.array([None] * 4),
        None,
        "abcd",
        [1.5] * 4,
        [True] * 4,
    ],
    ids=repr,
)
def test_batch_refuses_other_types(example, wrong):
    batch = example.batch(4)
    with pytest.raises(TypeError):
        batch.play(wrong)
    assert batch.state(0) == example.start()
    if np.asarray(wrong).dtype != np.bool_:
        with pytest.raises(TypeError):
            batch.reset(wrong)


@pytest.mark.parametrize("shape", [(), (3,), (5,), (4, 1), (1, 4), (2, 2), (0,), (4, 0)])
def test_batch_refuses_other_shapes(example, shape):
    batch = example.batch(4)
    with pytest.raises(Error, match="shape"):
        batch.play(np.zeros(shape, int))
    with pytest.raises(Error, match="shape"):
        batch.reset(np.zeros(shape, bool))


def test_batch_checks_all_before_any_move(example):
    batch = example.batch(4)
    count = example.start().count_moves()
    for bad in (count, -2, 2**62, -(2**63)):
        with pytest.raises(IllegalMove) as caught:
            batch.play(np.array([0, 0, 0, bad]))
        assert "game 3" in str(caught.value)
        assert [batch.state(i) for i in range(4)] == [example.start()] * 4
    with pytest.raises(IllegalMove):
        batch.play(np.array([0, 0, 0, 2**64 - 1], dtype=np.uint64))
    assert batch.state(0) == example.start()


def test_batch_is_reproducible(example, chance_example):
    for game in (example, chance_example):
        one, two = game.batch(20, seed=5), game.batch(20, seed=5)
        other = game.batch(20, seed=6)
        for _ in range(15):
            one.play_random()
            two.play_random()
            other.play_random()
        states = [one.state(i) for i in range(20)]
        assert states == [two.state(i) for i in range(20)]
        assert states != [other.state(i) for i in range(20)]
        assert len(set(states)) > 5


def test_batch_to_the_end(example):
    batch = example.batch(64, seed=2)
    steps = 0
    while not batch.over.all():
        batch.play_random()
        steps += 1
        assert steps < 200
    states = [batch.state(i) for i in range(64)]
    assert batch.returns.tolist() == [list(state.result.returns) for state in states]
    assert batch.current_player.tolist() == [OVER] * 64
    assert batch.counts.tolist() == [0] * 64
    batch.play_random()
    assert [batch.state(i) for i in range(64)] == states
    batch.play(np.full(64, -1))
    mask = np.arange(64) % 2 == 0
    batch.reset(mask)
    assert batch.over.tolist() == (~mask).tolist()
    assert batch.state(0) == example.start()
    assert batch.state(1) == states[1]
    batch.reset(np.zeros(64, bool))
    assert batch.state(1) == states[1]


def test_batch_moves_are_fair(toys):
    """play_random of a game with chance draws by weight."""
    batch = toys.Game("dice").batch(6000, seed=11)
    batch.play_random()
    faces = [str(batch.state(i)).split()[-1] for i in range(6000)]
    assert abs(faces.count("blank") - 3000) < 250
    assert abs(faces.count("pip") - 2000) < 250
    assert abs(faces.count("star") - 1000) < 200


def test_batch_used_by_two_threads_at_once(example):
    batch = example.batch(200, seed=1)

    def work() -> None:
        for _ in range(50):
            batch.play_random()
            batch.reset(batch.over)
            assert batch.counts.shape == (200,)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ((batch.counts > 0) | batch.over).all()
