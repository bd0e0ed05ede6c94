"""Trains a network for Coerceo ocius by playing against itself, with NumPy alone.

    python examples/python/train.py [--seconds 300] [--output coerceo.npz]
    python examples/python/train.py --play coerceo.npz        # a match against greedy in the arena

A policy and a value share two hidden layers. All games of a batch are played at once; at their ends the
moves of winners become more likely and those of losers less (REINFORCE with the value as its baseline).
Illegal actions are masked before the softmax. `Learned` plays with the network as a bot, wherever bots play.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tilewright
from tilewright import BatchGame, Bot, Game, Move

GAME = "coerceo"
OPTIONS = {"variant": "ocius"}

Array = NDArray[np.float32]


class Network:
    """A policy and a value for a game, after two layers of rectified units."""

    def __init__(self, weights: list[Array]) -> None:
        self.weights = weights
        self._means = [np.zeros_like(it) for it in weights]
        self._squares = [np.zeros_like(it) for it in weights]
        self._n_steps = 0

    @staticmethod
    def new(n_inputs: int, n_actions: int, n_hidden: int, seed: int) -> Network:
        """A network with random weights."""
        lots = np.random.default_rng(seed)

        def layer(n_in: int, n_out: int, scale: float) -> list[Array]:
            spread = scale * np.sqrt(2.0 / n_in)
            made = spread * lots.standard_normal((n_in, n_out))
            return [made.astype(np.float32), np.zeros(n_out, np.float32)]

        weights = layer(n_inputs, n_hidden, 1.0) + layer(n_hidden, n_hidden, 1.0)
        return Network(weights + layer(n_hidden, n_actions, 0.1) + layer(n_hidden, 1, 0.1))

    def forward(self, inputs: Array, masks: NDArray[np.bool_]) -> tuple[Array, Array, Array, Array]:
        """Both hidden layers, the probability of each action, and the value."""
        w1, b1, w2, b2, wp, bp, wv, bv = self.weights
        first = np.maximum(inputs @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        logits = np.where(masks, second @ wp + bp, np.float32(-1e9))
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        return first, second, chances, np.tanh(second @ wv + bv)[:, 0]

    def learn(
        self,
        inputs: Array,
        masks: NDArray[np.bool_],
        actions: NDArray[np.int64],
        rewards: Array,
        rate: float,
        entropy: float = 0.01,
    ) -> None:
        """Takes a step that makes good actions more likely, and the value truer."""
        _, _, w2, _, wp, _, wv, _ = self.weights
        first, second, chances, values = self.forward(inputs, masks)
        rows = np.arange(len(inputs))
        advantages = rewards - values
        advantages /= advantages.std() + np.float32(1e-6)
        # The slope of the loss by each logit: of the policy, and of its entropy.
        d_policy = chances * advantages[:, None]
        d_policy[rows, actions] -= advantages
        logs = np.log(np.maximum(chances, 1e-9))
        means = (chances * logs).sum(axis=1, keepdims=True)
        d_policy += np.float32(entropy) * chances * (logs - means)
        d_policy = np.where(masks, d_policy, 0) / len(inputs)
        d_value = ((values - rewards) * (1 - values * values))[:, None] / len(inputs)
        d_second = (d_policy @ wp.T + d_value @ wv.T) * (second > 0)
        d_first = (d_second @ w2.T) * (first > 0)
        self._step(
            [
                inputs.T @ d_first,
                d_first.sum(axis=0),
                first.T @ d_second,
                d_second.sum(axis=0),
                second.T @ d_policy,
                d_policy.sum(axis=0),
                second.T @ d_value,
                d_value.sum(axis=0),
            ],
            rate,
        )

    def _step(self, slopes: list[Array], rate: float) -> None:
        """A step of Adam."""
        self._n_steps += 1
        fix_mean, fix_square = 1 - 0.9**self._n_steps, 1 - 0.999**self._n_steps
        parts = zip(self.weights, slopes, self._means, self._squares)
        for weight, slope, mean, square in parts:
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= rate * (mean / fix_mean) / (np.sqrt(square / fix_square) + 1e-8)

    def save(self, path: Path) -> None:
        """Exports the weights."""
        np.savez(path, *self.weights)

    @staticmethod
    def load(path: Path) -> Network:
        """Reads what `save` wrote."""
        with np.load(path) as stored:
            return Network([stored[name] for name in stored.files])


def inputs_of(batch: BatchGame) -> Array:
    """The planes and features of all games, a row for each."""
    planes, features = batch.observations()
    return np.concatenate([planes.reshape(len(planes), -1), features / 3], axis=1).astype(np.float32)


class Learned(Bot):
    """Plays the most likely move of a network."""

    game = GAME

    def __init__(self, path: str) -> None:
        self._network = Network.load(Path(path))
        self._batch = BatchGame(GAME, 1, **OPTIONS)

    def choose(self, game: Game) -> Move:
        """The network is shown the game as the batch shows it."""
        self._batch.reset()
        for move in game.moves:
            self._batch.play(0, move)
        masks = self._batch.legal_masks(dense=True)
        chances = self._network.forward(inputs_of(self._batch), masks)[2]
        return self._batch.action_to_move(0, int(chances[0].argmax()))


class SelfPlay:
    """Games of a network against itself, all at once."""

    #: A game that takes longer is not learned from before its last moves.
    MAX_MOVES = 80

    def __init__(self, n_games: int, seed: int) -> None:
        self._batch = BatchGame(GAME, n_games, seed=seed, auto_reset=True, **OPTIONS)
        self._lots = np.random.default_rng(seed)
        self._played: list[list[Any]] = [[] for _ in range(n_games)]
        self.n_games = 0

    def network(self, n_hidden: int, seed: int) -> Network:
        """A new network for this game."""
        n_inputs = inputs_of(self._batch).shape[1]
        return Network.new(n_inputs, self._batch.n_actions, n_hidden, seed)

    def examples(self, network: Network, n_wanted: int) -> tuple[Any, ...]:
        """Plays until there are so many moves of games that ended."""
        found: list[Any] = []
        while len(found) < n_wanted:
            turns, inputs = self._batch.turns, inputs_of(self._batch)
            masks = self._batch.legal_masks(dense=True)
            actions = self._draw(network.forward(inputs, masks)[2], masks)
            rewards, are_over = self._batch.step(actions)
            for i, played in enumerate(self._played):
                played.append((inputs[i], masks[i], actions[i], turns[i]))
                if are_over[i]:
                    found += self._rewarded(played, rewards[i])
                    self.n_games += 1
                if are_over[i] or len(played) > self.MAX_MOVES:
                    del played[: len(played) if are_over[i] else self.MAX_MOVES // 2]
        return tuple(np.array(column) for column in zip(*found))

    def _draw(self, chances: Array, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """An action for each game, by its chance."""
        sums = chances.cumsum(axis=1)
        lots = self._lots.random((len(chances), 1)) * sums[:, -1:]
        actions = np.minimum((sums < lots).sum(axis=1), chances.shape[1] - 1)
        # Rounding may lead to an action without any chance.
        is_legal = masks[np.arange(len(masks)), actions]
        return np.where(is_legal, actions, masks.argmax(axis=1))

    @staticmethod
    def _rewarded(played: list[Any], rewards: Array) -> list[Any]:
        """The moves of a game with what they brought: the sooner it came, the more."""
        last = len(played) - 1
        return [
            (inputs, mask, action, np.float32(rewards[seat] * 0.98 ** (last - ply)))
            for ply, (inputs, mask, action, seat) in enumerate(played)
        ]


def train(seconds: float, *, n_games: int = 256, n_hidden: int = 128, seed: int = 1) -> Network:
    """Trains for this many seconds of the processor."""
    games = SelfPlay(n_games, seed)
    network = games.network(n_hidden, seed)
    start = told = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        rate = 2e-3 * max(0.1, 1 - spent / seconds)
        network.learn(*games.examples(network, 2048), rate)
        if time.process_time() - told > 20:
            told = time.process_time()
            print(f"{spent:5.0f} s: {games.n_games} games", flush=True)
    return network


def score_against_greedy(path: Path, n_games: int, *, workers: int = 2) -> float:
    """The score of an exported network in the arena: 1 is every game."""
    result = tilewright.arena(
        GAME,
        [LearnedFrom(str(path)), "greedy"],
        games=n_games,
        seed=1,
        opening_plies=4,
        max_plies=300,
        workers=workers,
        progress=False,
        **{"options": OPTIONS},
    )
    print(result)
    return float(next(row["score"] for row in result.table if row["name"] == "Learned"))


class LearnedFrom(Learned):
    """The same in the arena, which sends it to other processes: it is made there from its file."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self._path = path

    @property
    def name(self) -> str:
        return "Learned"

    def __reduce__(self) -> Any:
        return LearnedFrom, (self._path,)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300.0, help="of the processor")
    parser.add_argument("--output", type=Path, default=Path("coerceo.npz"))
    parser.add_argument("--play", type=Path, help="plays with a network instead of training one")
    parser.add_argument("--games", type=int, default=200, help="of the match against greedy")
    given = parser.parse_args()
    path = given.play
    if path is None:
        path = given.output
        train(given.seconds).save(path)
    print(f"score against greedy: {score_against_greedy(path, given.games):.0%}")


if __name__ == "__main__":
    main()
