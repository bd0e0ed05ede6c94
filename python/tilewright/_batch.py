"""What batches of games return."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Rollouts(NamedTuple):
    """How random games ended, one row for each game of the batch."""

    scores: NDArray[np.int32]
    """The points of every seat."""
    places: NDArray[np.uint8]
    """The place of every seat, from 1; 0 where the rollout was stopped before the game was over."""
    rewards: NDArray[np.float32]
    """What every seat got, from -1 to 1; 0 where the rollout was stopped before the game was over."""
    n_moves: NDArray[np.uint32]
    """How many moves were played, those of chance included."""
