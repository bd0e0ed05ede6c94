"""Results of batches of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Rollouts(NamedTuple):
    """The results of random rollouts, one row for each game of the batch."""

    scores: NDArray[np.int32]
    """The score of every seat."""
    places: NDArray[np.uint8]
    """The place of every seat, from 1; 0 where the rollout was stopped before the end."""
    rewards: NDArray[np.float32]
    """The reward of every seat, from -1 to 1; 0 where the rollout was stopped before the end."""
    n_moves: NDArray[np.uint32]
    """The number of moves played, including those of chance."""
