"""Records as training data: positions with the moves that were played and the rewards that followed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Union

import numpy as np
from numpy.typing import NDArray

from tilewright._tilewright import BatchGame, Game, GameError, read_games

#: A folder, a file, or several.
Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]


class Examples(NamedTuple):
    """Positions of recorded games, one in each row."""

    planes: NDArray[np.uint8]
    features: NDArray[np.float32]
    masks: NDArray[np.bool_]
    """The legal actions."""
    actions: NDArray[np.int64]
    """The action that was played."""
    rewards: NDArray[np.float32]
    """The reward at the end of the game, of the seat that played."""
    seats: NDArray[np.int8]


def training_batches(
    paths: Paths,
    *,
    batch_size: int = 1024,
    suffixes: tuple[str, ...] = (".tw", ".record", ".records", ".blksgf"),
    seed: int | None = None,
) -> Iterator[Examples]:
    """Reads games from files and from folders with all that is in them, and yields their positions.

    Records are those of games that ended, of one game with one set of options; others raise a
    `GameError` that names the file. With a `seed` the positions of every 64 batches are shuffled. Moves
    without a number are left out. Games with chance of their own, as Triominos, cannot be read.
    """
    if batch_size < 1:
        raise GameError(f"a batch has at least one position, not {batch_size}")
    lots = None if seed is None else np.random.default_rng(seed)
    n_wanted = batch_size if lots is None else 64 * batch_size
    waiting: list[_Position] = []
    reader = _Reader()
    for path in _files(paths, suffixes):
        for game in _games(path):
            waiting += reader.positions(game, path)
            while len(waiting) >= n_wanted:
                part, waiting = waiting[:n_wanted], waiting[n_wanted:]
                yield from _batches(part, batch_size, lots)
    yield from _batches(waiting, batch_size, lots)


class _Position(NamedTuple):
    """A position with its move, and the reward once it is known."""

    planes: NDArray[np.uint8]
    features: NDArray[np.float32]
    mask: NDArray[np.bool_]
    action: int
    reward: float
    seat: int


class _Reader:
    """Replays games in one batch of one game."""

    def __init__(self) -> None:
        self._kind: tuple[str, str] | None = None
        self._batch: BatchGame | None = None

    def positions(self, game: Game, path: Path) -> list[_Position]:
        """The positions of a game."""
        if not game.is_over:
            raise GameError(f"{path}: a game has no end")
        kind = (game.game, repr(sorted(game.options.items(), key=str)))
        if self._kind is None:
            if game.game == "triominos":
                raise GameError(f"{path}: the chance of recorded games cannot be repeated in a batch")
            self._kind = kind
            options: Any = game.options
            self._batch = BatchGame(game.game, 1, **options)
        if self._kind != kind or self._batch is None:
            raise GameError(f"{path}: all games must be of one kind, with the same options")
        outcome = game.outcome
        n_seats = game.seats
        places = () if outcome is None else outcome.places
        rewards = [_reward(place, places) for place in places] or [0.0] * n_seats
        return list(self._replay(self._batch, game, rewards, path))

    @staticmethod
    def _replay(
        batch: BatchGame, game: Game, rewards: list[float], path: Path
    ) -> Iterator[_Position]:
        batch.reset()
        for move in game.moves:
            seat = int(batch.turns[0])
            try:
                action = batch.move_to_action(0, move)
            except ValueError:
                action = -1
            if action >= 0:
                planes, features = batch.observe(0, seat)
                mask = batch.legal_masks(dense=True)[0]
                yield _Position(planes, features, mask, action, rewards[seat], seat)
            try:
                batch.play(0, move)
            except ValueError as error:
                raise GameError(f"{path}: games must begin at the start: {error}") from error


def _reward(place: int, places: tuple[int, ...]) -> float:
    """1 for who is ahead of all others, -1 for who is behind all, evenly spaced between."""
    others = len(places) - 1
    if others == 0:
        return 1.0
    behind = sum(other > place for other in places)
    ahead = sum(other < place for other in places)
    return (behind - ahead) / others


def _files(paths: Paths, suffixes: tuple[str, ...]) -> Iterator[Path]:
    """The files, in order of their names."""
    several = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    for one in map(Path, several):
        if one.is_dir():
            found = sorted(it for it in one.rglob("*") if it.suffix in suffixes and it.is_file())
            yield from found
        elif one.exists():
            yield one
        else:
            raise GameError(f"there is no file or folder {one}")


def _games(path: Path) -> Iterator[Game]:
    if path.suffix == ".blksgf":
        yield Game.load(path)
        return
    try:
        yield from read_games(path)
    except GameError as error:
        raise GameError(f"{path}: {error}") from error


def _batches(
    positions: list[_Position], size: int, lots: np.random.Generator | None
) -> Iterator[Examples]:
    order = np.arange(len(positions))
    if lots is not None:
        lots.shuffle(order)
    for start in range(0, len(order), size):
        part = [positions[i] for i in order[start : start + size]]
        yield Examples(
            np.stack([it.planes for it in part]),
            np.stack([it.features for it in part]),
            np.stack([it.mask for it in part]),
            np.array([it.action for it in part], np.int64),
            np.array([it.reward for it in part], np.float32),
            np.array([it.seat for it in part], np.int8),
        )
