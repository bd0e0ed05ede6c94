import os
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import tilewright.env
from tilewright import Bot, IllegalMove

GAMES = [
    ("blokus", {}),
    ("blokus", {"variant": "classic-2"}),
    ("blokus", {"variant": "classic-3"}),
    ("blokus", {"variant": "duo"}),
    ("blokus", {"variant": "tilewe", "seats": 1}),
    ("triominos", {"single_round": True}),
    ("triominos", {"single_round": True, "seats": 6}),
    ("triominos", {"hands": "shared"}),
    ("coerceo", {}),
    ("coerceo", {"variant": "ocius"}),
    ("aquapipe", {}),
    ("aquapipe", {"variant": "4x4"}),
]


def play(env, rng):
    """Plays at random to the end, and returns what each agent got in all."""
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return totals


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_own_tests_pass(game, options):
    api_test(tilewright.env.env(game, **options), num_cycles=40)
    seed_test(lambda: tilewright.env.env(game, **options), num_cycles=20)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_game_is_played_to_its_end(game, options):
    env = tilewright.env.raw_env(game, max_moves=300, **options)
    env.reset(seed=1)
    totals = play(env, np.random.default_rng(1))
    assert not env.agents
    if len(totals) > 1:
        assert sum(totals.values()) == pytest.approx(0, abs=1e-5)
    else:
        assert list(totals.values()) == [1]


def test_the_winner_gets_one_and_the_last_minus_one():
    env = tilewright.env.aec("blokus", variant="duo")
    results = set()
    for seed in range(10):
        env.reset(seed=seed)
        results.add(tuple(play(env, np.random.default_rng(seed)).values()))
    assert {(1.0, -1.0), (-1.0, 1.0)} <= results <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}


def test_a_long_game_is_truncated():
    env = tilewright.env.raw_env("coerceo", max_moves=5)
    env.reset(seed=1)
    for _ in range(5):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not env.last()[0]["action_mask"].any()


def test_only_who_is_to_move_has_actions():
    env = tilewright.env.raw_env("triominos", seats=3)
    env.reset(seed=3)
    for agent in env.agents:
        has_actions = env.observe(agent)["action_mask"].any()
        assert has_actions == (agent == env.agent_selection)
        assert env.observation_space(agent).contains(env.observe(agent))


def test_an_agent_sees_its_own_hand_only():
    env = tilewright.env.raw_env("triominos", seats=3)
    env.reset(seed=3)
    hands = [env.observe(agent)["features"][:56] for agent in env.agents]
    assert [hand.sum() for hand in hands] == [7, 7, 7]
    assert (sum(hands) <= 1).all()
    for agent, hand in zip(env.agents, hands):
        assert np.array_equal(env.observe(agent)["features"][56:112], 1 - hand)


def test_an_illegal_action_raises_or_loses():
    raw = tilewright.env.raw_env("blokus", variant="duo")
    raw.reset(seed=1)
    with pytest.raises(IllegalMove, match="must cover e10"):
        raw.step(0)
    env = tilewright.env.env("blokus", variant="duo")
    env.reset(seed=1)
    env.last()
    env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_0"] == -1


def test_without_a_seed_games_differ():
    env = tilewright.env.raw_env("triominos")
    hands = []
    for _ in range(3):
        env.reset()
        hands.append(env.observe("player_0")["features"].tobytes())
    assert len(set(hands)) == 3


def test_the_board_is_rendered_as_text():
    env = tilewright.env.env("aquapipe", render_mode="ansi")
    env.reset(seed=1)
    board = env.render()
    env.step(0)
    assert len(board.splitlines()) > 3
    assert env.render() != board
    assert tilewright.env.raw_env("aquapipe").render() is None
    with pytest.raises(ValueError, match="no render mode 'hologram'"):
        tilewright.env.env("aquapipe", render_mode="hologram")


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasiums_own_checks_pass(game, options):
    check_env(tilewright.env.single(game, render_mode="rgb_array", **options))


def play_single(env, rng, seed=None):
    """Plays at random to the end, and returns everything that was seen."""
    observation, info = env.reset(seed=seed)
    seen, terminated, truncated = [observation["features"].tolist()], False, False
    while not (terminated or truncated):
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append((observation["features"].tolist(), reward))
        assert env.observation_space.contains(observation)
    return seen, terminated


@pytest.mark.parametrize(
    ("game", "options", "opponent", "seat"),
    [
        ("coerceo", {"variant": "ocius"}, "level:3", 1),
        ("blokus", {}, ["random", "greedy", "level:1"], 2),
        ("triominos", {"single_round": True, "seats": 3}, "level:2", None),
        ("aquapipe", {}, "minimax:depth=1", 0),
    ],
)
def test_a_game_against_bots_is_the_same_with_the_same_seed(game, options, opponent, seat):
    env = tilewright.env.single(game, opponent=opponent, seat=seat, max_moves=40, **options)
    games = [play_single(env, np.random.default_rng(seed), seed) for seed in (5, 5, 6)]
    assert games[0] == games[1]
    assert games[0] != games[2]
    for seen, terminated in games:
        assert not any(reward for _, reward in seen[1:-1])
        assert -1 <= seen[-1][1] <= 1
        assert terminated or len(seen) == 41


class First(Bot):
    """Plays the first move, and remembers what it was shown."""

    def __init__(self):
        self.shown = []

    def choose(self, game):
        self.shown.append(game)
        return game.legal_moves()[0]


def test_ones_own_bot_is_an_opponent_who_sees_its_seat_only():
    bot = First()
    env = tilewright.env.single("triominos", opponent=bot, single_round=True)
    play_single(env, np.random.default_rng(1), seed=1)
    assert bot.shown
    assert not any(isinstance(game, tilewright.Game) for game in bot.shown)


def test_bots_may_begin_and_the_seat_may_change():
    env = tilewright.env.single("coerceo", seat=1)
    env.reset(seed=1)
    assert env.seat == 1
    env = tilewright.env.single("coerceo", seat=None)
    seats = set()
    for seed in range(10):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1}


def test_an_illegal_action_ends_a_game_against_bots():
    env = tilewright.env.single("blokus", variant="duo", render_mode="ansi")
    env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert "must cover e10" in info["illegal"]
    with pytest.raises(ValueError, match="reset it"):
        env.step(0)
    env.reset()
    assert len(env.render().splitlines()) > 14


def test_what_is_no_game_against_bots_is_refused():
    with pytest.raises(ValueError, match="there is no seat 2"):
        tilewright.env.single("coerceo", seat=2)
    with pytest.raises(ValueError, match="there are 3 other seats, not 2"):
        tilewright.env.single("blokus", opponent=["random", "random"])
    with pytest.raises(ValueError):
        tilewright.env.single("coerceo", opponent="grandmaster")
    with pytest.raises(ValueError, match="max_moves is at least 1"):
        tilewright.env.single("coerceo", max_moves=0)


def test_what_is_no_environment_is_refused():
    with pytest.raises(ValueError, match="there is no game 'chess'"):
        tilewright.env.env("chess")
    with pytest.raises(ValueError, match="max_moves is at least 1"):
        tilewright.env.env("coerceo", max_moves=0)


def test_what_is_missing_is_told():
    program = """
import sys
sys.modules["pettingzoo"] = sys.modules["gymnasium"] = None
import tilewright.env
for make in (tilewright.env.raw_env, tilewright.env.single):
    try:
        make("blokus")
    except ModuleNotFoundError as error:
        assert "pip install '.[env]'" in str(error), error
    else:
        raise AssertionError
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_nothing_heavy_is_imported_before_it_is_used():
    program = """
import sys, tilewright
heavy = {"numpy", "gymnasium", "pettingzoo"} & set(sys.modules)
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("action", [-1, 10**9])
def test_a_number_that_is_no_action_is_not_played(action):
    env = tilewright.env.raw_env("aquapipe")
    env.reset(seed=1)
    with pytest.raises(tilewright.IllegalMove, match="there is no action"):
        env.step(action)
    assert env.agent_selection == "player_0"
    single = tilewright.env.single("aquapipe", opponent="random")
    single.reset(seed=1)
    _, reward, terminated, _, info = single.step(action)
    assert (reward, terminated) == (-1.0, True) and "there is no action" in info["illegal"]


@pytest.mark.parametrize("action", [1.9, "7", None])
def test_what_is_no_number_is_not_played(action):
    single = tilewright.env.single("aquapipe", opponent="random")
    single.reset(seed=1)
    with pytest.raises(TypeError):
        single.step(action)


def test_a_bot_that_the_game_has_not_is_refused_at_once():
    with pytest.raises(ValueError, match="Coerceo has no bot 'mobility'"):
        tilewright.env.single("coerceo", opponent="mobility")
    with pytest.raises(ValueError, match="no game has a bot 'nope'"):
        tilewright.bot("nope")


class Rightwards(Bot):
    """Builds a row as long as can be."""

    def choose(self, game):
        return rightmost(list(game.legal_moves()))


def rightmost(moves):
    placements = [move for move in moves if move.kind == "place"]
    return max(placements, key=lambda move: move.x) if placements else moves[0]


def test_bots_play_on_where_moves_have_no_numbers():
    env = tilewright.env.single("triominos", opponent=Rightwards(), hands="shared")
    widths = []
    for seed in range(4):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            batch = env.unwrapped._play.batch
            actions = {batch.action_to_move(0, action): action for action in np.flatnonzero(info["action_mask"])}
            _, _, terminated, truncated, info = env.step(actions[rightmost(list(actions))])
            over = terminated or truncated
        columns = [move.x for move in batch.moves(0) if move.kind == "place"]
        widths.append(max(columns) - min(columns) + 1)
    assert max(widths) > 32, widths


# Windows are opened where nobody looks.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")


@pytest.mark.parametrize("game", ["blokus", "triominos", "coerceo", "aquapipe"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_tests_of_pictures_and_speed_pass(game, capsys):
    render_test(lambda render_mode=None: tilewright.env.raw_env(game, render_mode=render_mode))
    env = tilewright.env.raw_env(game, render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 3
    env.close()


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_benchmark_runs(monkeypatch, capsys):
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    times = iter([0.0, *[6.0] * 100])
    monkeypatch.setattr(module.time, "time", lambda: next(times))
    performance_benchmark(tilewright.env.env("aquapipe"))
    assert "turns per second" in capsys.readouterr().out.lower()


@pytest.mark.parametrize("name", ["blokus-duo", "coerceo-ocius", "aquapipe", "triominos-round"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_makes_them_by_their_ids(name):
    env = gymnasium.make(f"tilewright/{name}-v0", disable_env_checker=True)
    observation, info = env.reset(seed=3)
    assert env.unwrapped.action_masks().dtype == bool
    assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"] == 1)
    many = gymnasium.make_vec(f"tilewright/{name}-v0", num_envs=3)
    observations, _ = many.reset(seed=3)
    assert observations["observation"].shape[0] == 3


@pytest.mark.parametrize("mask", ["observation", "info", "both"])
def test_masks_are_where_they_are_asked_for(mask):
    env = tilewright.env.single("aquapipe", mask=mask)
    observation, info = env.reset(seed=1)
    assert ("action_mask" in observation) == (mask != "info")
    assert ("action_mask" in info) == (mask != "observation")
    assert env.observation_space.contains(observation)
    with pytest.raises(ValueError):
        tilewright.env.single("aquapipe", mask="nowhere")


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(("game", "options"), [("aquapipe", {}), ("blokus", {"variant": "duo"})])
def test_a_vector_environment_is_many_single_games(game, options, mode):
    env = tilewright.env.vector(game, 7, autoreset_mode=mode, seat=1, **options)
    lots = np.random.default_rng(2)
    observations, info = env.reset(seed=5)
    n_ends, was_over = 0, np.zeros(7, bool)
    for _ in range(120):
        masks = env.action_masks()
        if mode == AutoresetMode.SAME_STEP:
            assert masks.any(axis=1).all()
        actions = [lots.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks]
        observations, rewards, terminated, truncated, info = env.step(np.array(actions))
        assert env.observation_space.contains(observations)
        assert not truncated.any() and (np.abs(rewards) <= 1).all()
        if mode == AutoresetMode.NEXT_STEP:
            assert not (was_over & terminated).any() and not rewards[was_over].any()
        else:
            assert terminated.any() == ("final_obs" in info)
            for number in np.flatnonzero(terminated):
                assert env.single_observation_space.contains(info["final_obs"][number])
        n_ends += int(terminated.sum())
        was_over = terminated
    assert n_ends > 7
    env.reset(seed=5)
    illegal = [int(np.flatnonzero(~m)[0]) for m in env.action_masks()]
    _, rewards, terminated, _, _ = env.step(np.array(illegal))
    assert (rewards == -1).all() and terminated.all()


def test_the_same_seed_gives_the_same_vector():
    def play(seed):
        env = tilewright.env.vector("coerceo", 4, variant="ocius", opponent="greedy")
        _, info = env.reset(seed=seed)
        lots = np.random.default_rng(1)
        for _ in range(5):
            actions = [lots.choice(np.flatnonzero(m)) for m in env.action_masks()]
            observations = env.step(np.array(actions))[0]
        return observations["observation"]

    assert np.array_equal(play(3), play(3)) and not np.array_equal(play(3), play(4))


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_actions_have_places_and_places_actions(game, options):
    table = tilewright.env.action_table(game, **options)
    n_actions = tilewright.BatchGame(game, 1, **options).n_actions
    assert len(table.places) == n_actions
    there = np.flatnonzero(table.places[:, 0] >= 0)
    assert len(there) >= n_actions - 2
    assert np.array_equal(table.numbers[tuple(table.places[there].T)], there)
    assert (table.numbers >= 0).sum() == len(there)


def test_places_of_blokus_are_those_of_its_planes():
    batch = tilewright.BatchGame("blokus", 1, variant="duo")
    table = tilewright.env.action_table("blokus", variant="duo")
    action = batch.move_to_action(0, "O1n@e10")
    assert table.places[action].tolist() == [0, 9, 4]
    batch.step([action])
    planes, _ = batch.observe(0, 0)
    assert np.argwhere(planes[0]).tolist() == [[9, 4]]


def test_steps_of_coerceo_go_the_same_way_everywhere_on_the_grid():
    batch = tilewright.BatchGame("coerceo", 1)
    table = tilewright.env.action_table("coerceo")
    ways = {}
    for action in range(6 * 114):
        try:
            move = batch.action_to_move(0, action)
        except ValueError:
            continue
        start = table.places[action]
        end = table.places[684 + _triangle_number(batch, move.to)]
        ways.setdefault(int(start[0]), set()).add(tuple((end - start)[1:].tolist()))
    assert {way: len(shifts) for way, shifts in ways.items()} == dict.fromkeys(range(6), 1)


def _triangle_number(batch, name):
    tiles = tilewright.Game("coerceo").view()["tiles"]
    names = [triangle for tile in tiles for triangle in tile["names"]]
    return names.index(name)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_grids_and_scales_suit_networks(game, options):
    env = tilewright.env.single(game, layout="grid", scaled=True, **options)
    observation, _ = env.reset(seed=2)
    assert env.observation_space.contains(observation)
    assert np.abs(observation["features"]).max() <= 2.5
    plain = tilewright.env.single(game, **options)
    planes = plain.reset(seed=2)[0]["observation"]
    n_planes = len(planes)
    laid = observation["observation"]
    # Nothing is lost on the grid.
    assert laid[:n_planes].sum() == planes.sum()
