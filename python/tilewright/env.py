"""Environments for learning: PettingZoo for all seats, Gymnasium for one seat against bots.

They need `pip install '.[env]'` in a clone. docs/python.md documents actions and observations; see
also `BatchGame.action_to_move`, `plane_names` and `feature_names`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional, Union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pettingzoo import AECEnv  # type: ignore[import-untyped]

    from tilewright._aec import Observation, TileGame
    from tilewright._single import Opponent, SingleGame

__all__ = ["aec", "env", "raw_env", "single"]

Option = Optional[Union[str, int, bool]]


def raw_env(
    game: str,
    *,
    render_mode: str | None = None,
    max_moves: int | None = None,
    **options: Option,
) -> TileGame:
    """A PettingZoo environment without wrappers: an illegal action raises `IllegalMove`.

    Options of the game are keywords, as for `Game`. A game is truncated once the players have made
    `max_moves` actions.
    """
    try:
        from tilewright._aec import TileGame
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    return TileGame(game, render_mode=render_mode, max_moves=max_moves, **options)


def env(
    game: str,
    *,
    render_mode: str | None = None,
    max_moves: int | None = None,
    **options: Option,
) -> AECEnv[str, Observation, int]:
    """A PettingZoo environment with the usual wrappers: a player who plays an illegal action loses with
    -1, the others get 0, and calls in the wrong order raise an error.
    """
    raw = raw_env(game, render_mode=render_mode, max_moves=max_moves, **options)
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

    terminating = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(terminating))


aec = env


def single(
    game: str,
    *,
    opponent: Opponent | Sequence[Opponent] = "random",
    seat: int | None = 0,
    render_mode: str | None = None,
    max_moves: int | None = None,
    **options: Option,
) -> SingleGame:
    """A Gymnasium environment for one seat; bots play the others.

    `opponent` is a bot by its spec, such as `"level:3"` or `"mcts:nodes=200"`, or a `Bot` of your own,
    or a sequence of these, one for each other seat. With `seat=None` the seat is random in each game.
    An illegal action ends the game with -1. A game is truncated once the seat has made `max_moves`
    actions.
    """
    try:
        from tilewright._single import SingleGame
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    return SingleGame(
        game,
        opponent=opponent,
        seat=seat,
        render_mode=render_mode,
        max_moves=max_moves,
        **options,
    )


def _missing(error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The error with an explanation of how to install the module."""
    sentence = f"{error.name} is not installed: environments need pip install '.[env]' in a clone"
    return ModuleNotFoundError(sentence, name=error.name)
