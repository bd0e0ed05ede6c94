import copy
import threading

import numpy as np
import pytest

from tilewright import BatchGame, GameError, IllegalMove

GAMES = [
    ("blokus", {}),
    ("blokus", {"variant": "duo"}),
    ("blokus", {"variant": "tilewe", "seats": 3}),
    ("triominos", {"single_round": True}),
    ("coerceo", {"variant": "ocius"}),
    ("aquapipe", {"variant": "4x4"}),
]


def choose(batch, rng):
    """A legal action for each game, and -1 for those that are over."""
    actions, offsets = batch.legal_actions()
    counts = np.diff(offsets)
    places = offsets[:-1] + (rng.random(len(batch)) * counts).astype(np.int64)
    return np.where(counts > 0, np.append(actions, 0)[places], -1)


def played(game, options, n=20, steps=12, **setup):
    batch = BatchGame(game, n, **setup, **options)
    rng = np.random.default_rng(1)
    for _ in range(steps):
        batch.step(choose(batch, rng))
    return batch


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_masks_are_the_lists(game, options):
    batch = played(game, options)
    actions, offsets = batch.legal_actions()
    dense = batch.legal_masks(dense=True)
    bits = np.unpackbits(batch.legal_masks().view(np.uint8), axis=1, bitorder="little")
    assert dense.shape == (20, batch.n_actions)
    assert np.array_equal(bits[:, : batch.n_actions].astype(bool), dense)
    for i in range(len(batch)):
        listed = actions[offsets[i] : offsets[i + 1]]
        assert sorted(listed) == list(np.flatnonzero(dense[i]))
        for action in listed[:20]:
            move = batch.action_to_move(i, action)
            assert batch.move_to_action(i, move) == action


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_batch_is_the_single_games_with_the_same_moves(game, options):
    batch = played(game, options)
    actions, offsets = batch.legal_actions()
    for i in range(5):
        single = batch.game(i)
        assert [str(move) for move in single.moves] == [str(move) for move in batch.moves(i)]
        assert tuple(batch.scores[i]) == single.scores
        assert batch.turns[i] == (-1 if single.turn is None else single.turn)
        listed = actions[offsets[i] : offsets[i + 1]]
        moves = [batch.action_to_move(i, action) for action in listed]
        assert sorted(moves) == list(single.legal_moves())


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_threads_change_nothing(game, options):
    one = played(game, options, n=100, threads=1, seed=7, auto_reset=True)
    three = played(game, options, n=100, threads=3, seed=7, auto_reset=True)
    assert three.threads == 3
    for mine, theirs in zip(one.observations(), three.observations()):
        assert np.array_equal(mine, theirs)
    assert np.array_equal(one.legal_masks(), three.legal_masks())
    for mine, theirs in zip(one.rollouts(3), three.rollouts(3)):
        assert np.array_equal(mine, theirs)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_observations_have_a_name_for_everything(game, options):
    batch = played(game, options)
    planes, features = batch.observations()
    assert (planes.dtype, features.dtype) == (np.uint8, np.float32)
    assert planes.shape == (20, *batch.plane_shape)
    assert len(batch.plane_names) == batch.plane_shape[0]
    assert features.shape == (20, len(batch.feature_names))
    for i, turn in enumerate(batch.turns):
        seen = batch.observe(i, max(int(turn), 0))
        assert np.array_equal(seen[0], planes[i])
        assert np.array_equal(seen[1], features[i])


def test_what_is_dealt_to_others_is_not_observed():
    batch = BatchGame("triominos", 200, seed=1)
    _, features = batch.observations()
    names = batch.feature_names
    own = [names.index(name) for name in names if name.startswith("hand ")]
    unseen = [names.index(name) for name in names if name.startswith("unseen ")]
    hands = features[:, own]
    # Nine tiles of one's own; the other 47 look the same, wherever they are.
    assert np.array_equal(hands.sum(axis=1), np.full(200, 9))
    assert np.array_equal(features[:, unseen], 1 - hands)


def test_steps_end_games_with_rewards_by_place():
    batch = BatchGame("blokus", 8, variant="tilewe")
    rng = np.random.default_rng(2)
    ended = np.zeros(8, bool)
    while not ended.all():
        rewards, dones = batch.step(choose(batch, rng))
        assert rewards.shape == (8, 4)
        assert not rewards[~dones].any()
        for i in np.flatnonzero(dones):
            order = np.argsort(batch.scores[i])
            assert (np.diff(rewards[i][order]) >= 0).all()
            assert rewards[i].sum() == pytest.approx(0, abs=1e-5)
        assert not (ended & dones).any()
        ended |= dones
    assert (batch.turns == -1).all()
    assert batch.legal_actions()[0].size == 0
    with pytest.raises(IllegalMove, match="game 0 is over"):
        batch.step(np.zeros(8, np.int32))
    batch.reset([0, 3])
    assert list(batch.turns) == [0, -1, -1, 0, -1, -1, -1, -1]
    batch.reset(batch.turns == -1)
    assert (batch.turns == 0).all()


def test_auto_reset_begins_the_next_episode_at_once():
    batch = played("aquapipe", {"move_after": "never"}, n=16, steps=60, auto_reset=True)
    assert (batch.turns >= 0).all()
    assert (batch.episodes > 0).all()


def test_an_illegal_action_is_named_and_changes_nothing():
    batch = BatchGame("blokus", 3, variant="duo")
    legal = batch.move_to_action(0, "O1n@e10")
    illegal = batch.move_to_action(0, "O1n@a1")
    with pytest.raises(IllegalMove, match="game 2: .*O1n@a1.*must cover e10"):
        batch.step([legal, legal, illegal])
    assert all(not batch.moves(i) for i in range(3))
    batch.step([legal, -1, legal])
    assert [len(batch.moves(i)) for i in range(3)] == [1, 0, 1]


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([0, 0], "takes 3 values, not 2"),
        ([0.0, 0.0, 0.0], "whole numbers, not float64"),
        ([[0], [0], [0]], "one row, not 2 dimensions"),
        ([0, 0, -2], "game 0"),
        ([-1, -1, -2], "game 2: actions are numbered from 0 to 13728"),
        ([-1, -1, 13729], "game 2: actions are numbered from 0 to 13728"),
        (np.array([-1, -1, 2**62]), "game 2: actions are numbered"),
        (np.full(3, 2**64 - 1, np.uint64), "beyond all"),
        ("abc", "whole numbers"),
    ],
)
def test_what_are_no_actions_is_refused(actions, sentence):
    batch = BatchGame("blokus", 3, variant="duo")
    with pytest.raises(GameError, match=sentence):
        batch.step(actions)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_actions_may_have_any_integer_type(dtype):
    batch = BatchGame("aquapipe", 4)
    batch.step(np.arange(4, dtype=dtype))
    assert [str(batch.moves(i)[0]) for i in range(4)] == ["S@a1", "S@b1", "S@c1", "S@a2"]
    batch = BatchGame("aquapipe", 2)
    batch.step(np.arange(4, dtype=dtype)[::2])
    assert [str(batch.moves(i)[0]) for i in range(2)] == ["S@a1", "S@c1"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"n": 0}, "1 to 1048576 games of Blokus, not 0"),
        ({"n": 2**21}, "1 to 1048576 games of Blokus, not 2097152"),
        ({"n": 10**30}, "1 to 1048576 games of Blokus"),
        ({"n": -1}, "not negative"),
        ({"n": 1, "threads": 0}, "1 to 256 threads, not 0"),
        ({"n": 1, "threads": 10**9}, "1 to 256 threads"),
        ({"n": 1, "seed": -1}, "a seed is a number from 0"),
        ({"n": 1, "variant": "trio"}, "trio"),
        ({"n": 1, "color": "red"}, "there is no option 'color'"),
    ],
)
def test_impossible_batches_are_refused(arguments, sentence):
    with pytest.raises(GameError, match=sentence):
        BatchGame("blokus", **arguments)
    with pytest.raises(GameError, match="there is no game 'chess'"):
        BatchGame("chess", 1)


def test_games_that_do_not_exist_are_refused():
    batch = BatchGame("coerceo", 2)
    for ask in [batch.moves, batch.draw, batch.game]:
        for game in (-1, 2):
            with pytest.raises(GameError, match=f"there is no game {game}"):
                ask(game)
    with pytest.raises(GameError, match="there is no game 2"):
        batch.reset([0, 2])
    assert list(batch.episodes) == [0, 0]
    with pytest.raises(GameError, match="there is no seat 2"):
        batch.observe(0, 2)
    with pytest.raises(GameError, match="do not choose some"):
        batch.reset([0], seed=1)
    with pytest.raises(GameError, match="takes 2 values, not 3"):
        batch.reset(np.ones(3, bool))
    with pytest.raises(GameError):
        batch.move_to_action(0, "hello")
    for action in (-1, 798, 2**40):
        with pytest.raises(GameError, match="is no move"):
            batch.action_to_move(0, action)


def test_arrays_of_the_caller_are_written():
    batch = played("blokus", {"variant": "duo"})
    for dense in (False, True):
        expected = batch.legal_masks(dense=dense)
        out = np.ones_like(expected)
        assert batch.legal_masks(dense=dense, out=out) is out
        assert np.array_equal(out, expected)
    expected = batch.observations()
    out = tuple(np.ones_like(array) for array in expected)
    written = batch.observations(out=out)
    assert all(mine is theirs for mine, theirs in zip(written, out))
    assert all(np.array_equal(mine, theirs) for mine, theirs in zip(out, expected))


def test_arrays_that_do_not_fit_are_refused():
    batch = BatchGame("coerceo", 4)
    masks = batch.legal_masks()
    with pytest.raises(GameError, match=r"shape \[4, 13\], not \[3, 13\]"):
        batch.legal_masks(out=masks[:3])
    with pytest.raises(GameError, match="contiguous"):
        batch.legal_masks(out=np.asfortranarray(masks))
    with pytest.raises(TypeError):
        batch.legal_masks(out=masks.astype(np.int64))
    with pytest.raises(TypeError):
        batch.legal_masks(dense=True, out=masks)
    masks.flags.writeable = False
    with pytest.raises(TypeError, match="a writable array"):
        batch.legal_masks(out=masks)


def test_rollouts_are_reproducible_and_leave_the_batch_alone():
    batch = BatchGame("blokus", 50)
    before = batch.legal_masks()
    rollouts = batch.rollouts(seed=5)
    for mine, again in zip(rollouts, batch.rollouts(seed=5)):
        assert np.array_equal(mine, again)
    assert not np.array_equal(rollouts.scores, batch.rollouts(seed=6).scores)
    assert np.array_equal(batch.legal_masks(), before)
    assert rollouts.places.min(axis=1).max() == 1
    assert ((rollouts.places == 1) == (rollouts.scores == rollouts.scores.max(axis=1, keepdims=True))).all()
    assert (batch.rollouts(quick=True).n_moves > 30).all()
    stopped = batch.rollouts(max_moves=3)
    assert (stopped.n_moves == 3).all()
    assert not stopped.places.any() and not stopped.rewards.any()


def test_chance_follows_the_seed():
    deals = [BatchGame("triominos", 3, seed=seed).legal_masks() for seed in (1, 1, 2)]
    assert np.array_equal(deals[0], deals[1])
    assert not np.array_equal(deals[0], deals[2])
    batch = BatchGame("triominos", 3, seed=2)
    batch.reset()
    assert not np.array_equal(batch.legal_masks(), deals[2])
    batch.reset(seed=1)
    assert batch.seed == 1
    assert np.array_equal(batch.legal_masks(), deals[0])


def test_a_copy_goes_its_own_way():
    batch = BatchGame("coerceo", 2)
    for other in (batch.copy(), copy.copy(batch), copy.deepcopy(batch)):
        other.step(choose(other, np.random.default_rng(1)))
        assert (len(batch.moves(0)), len(other.moves(0))) == (0, 1)


def test_several_threads_of_python_may_step_one_batch():
    batch = BatchGame("blokus", 64, threads=2, auto_reset=True)
    nothing = np.full(64, -1)

    def work():
        for _ in range(50):
            batch.step(nothing)
            batch.legal_masks()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(batch) == 64


def test_a_batch_says_what_it_is():
    batch = BatchGame("triominos", 5, seats=4)
    assert (len(batch), batch.name, batch.seats) == (5, "triominos", 4)
    assert repr(batch) == "<tilewright.BatchGame of 5 games of Triominos>"
    assert batch.n_actions == 107522
    # Each seat sees its own hand below the board.
    assert len({batch.draw(0, seat) for seat in (None, 0, 1, 2, 3)}) == 5


def test_games_are_begun_anew_by_any_list():
    batch = BatchGame("aquapipe", 3)
    batch.step([0, 0, 0])
    batch.reset([])
    assert [len(batch.moves(i)) for i in range(3)] == [1, 1, 1]
    batch.reset([True, False, True])
    assert [len(batch.moves(i)) for i in range(3)] == [0, 1, 0]


def test_rollouts_without_a_seed_differ():
    batch = BatchGame("aquapipe", 50)
    assert (batch.rollouts(3).n_moves == batch.rollouts(3).n_moves).all()
    assert (batch.rollouts().n_moves != batch.rollouts().n_moves).any()


def test_other_libraries_share_the_arrays_without_a_copy() -> None:
    batch = BatchGame("blokus", 3, variant="duo")
    dense = batch.legal_masks(dense=True)
    for array in (dense, batch.legal_masks(), *batch.observations(), *batch.legal_actions()):
        shared = np.from_dlpack(array)
        assert np.shares_memory(shared, array) and array.flags.c_contiguous
    assert batch.legal_masks(dense=True, out=dense) is dense
