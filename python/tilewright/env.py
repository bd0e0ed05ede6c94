"""Environments for learning: PettingZoo for all seats, Gymnasium for one seat against bots.

They need `pip install '.[env]'` in a clone. docs/python.md documents actions and observations; see
also `BatchGame.action_to_move`, `plane_names` and `feature_names`.

Environments take three settings of their observations: ``mask`` puts the action mask into the
``"observation"``, the ``"info"`` or ``"both"``, ``layout="grid"`` lays the planes out for convolutions, and
``scaled=True`` divides features so that they are about 1 at most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union

from tilewright._tilewright import BatchGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pettingzoo import AECEnv  # type: ignore[import-untyped]

    from tilewright._aec import Observation, TileGame
    from tilewright._layout import ActionTable, Grid
    from tilewright._single import Opponent, SingleGame
    from tilewright._vector import BatchEnv

__all__ = ["action_table", "aec", "env", "grid", "raw_env", "single", "vector"]

Option = Optional[Union[str, int, bool]]


def raw_env(
    game: str,
    *,
    render_mode: str | None = None,
    max_moves: int | None = None,
    mask: str = "both",
    layout: str = "planes",
    scaled: bool = False,
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
    form: Any = {"mask": mask, "layout": layout, "scaled": scaled, **options}
    return TileGame(game, render_mode=render_mode, max_moves=max_moves, **form)


def env(
    game: str,
    *,
    render_mode: str | None = None,
    max_moves: int | None = None,
    mask: str = "both",
    layout: str = "planes",
    scaled: bool = False,
    **options: Option,
) -> AECEnv[str, Observation, int]:
    """A PettingZoo environment with the usual wrappers: a player who plays an illegal action loses with
    -1, the others get 0, and calls in the wrong order raise an error.
    """
    form: Any = {"mask": mask, "layout": layout, "scaled": scaled, **options}
    raw = raw_env(game, render_mode=render_mode, max_moves=max_moves, **form)
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
    mask: str = "both",
    layout: str = "planes",
    scaled: bool = False,
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
        mask=mask,
        layout=layout,
        scaled=scaled,
        **options,
    )


def vector(game: str, num_envs: int, **settings: Any) -> BatchEnv:
    """A vector environment of Gymnasium on one batch of games, for one seat of each.

    Settings are ``opponent``, ``seat``, ``threads``, ``mask``, ``layout``, ``scaled``, ``autoreset_mode``
    and the options of the game.
    """
    try:
        from tilewright._vector import BatchEnv
    except ModuleNotFoundError as error:
        raise _missing(error) from error
    return BatchEnv(game, num_envs, **settings)


def action_table(game: str, **options: Option) -> ActionTable:
    """The actions of a game by kind, row and column, and back."""
    from tilewright._layout import ActionTable

    settings: Any = options
    return ActionTable(BatchGame(game, 1, **settings), dict(options))


def grid(game: str, **options: Option) -> Grid:
    """The places of the planes of a game on a grid for convolutions."""
    from tilewright._layout import Grid

    settings: Any = options
    return Grid(BatchGame(game, 1, **settings), dict(options))


def _missing(error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The error with an explanation of how to install the module."""
    sentence = f"{error.name} is not installed: environments need pip install '.[env]' in a clone"
    return ModuleNotFoundError(sentence, name=error.name)


def _register() -> None:
    """Registers the ids of Gymnasium, such as ``tilewright/blokus-duo-v0``, where it is installed."""
    try:
        from tilewright._register import register

        register()
    except ModuleNotFoundError:
        pass


_register()
