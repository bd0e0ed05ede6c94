"""Blokus, Triominos, Coerceo and Aqua Pipe: fast games, bots, arenas and environments.

    >>> import random, tilewright
    >>> game = tilewright.Game("blokus", variant="duo")
    >>> while not game.is_over:
    ...     move = game.play(random.choice(game.legal_moves()))
    >>> print(game)

The guide is docs/python.md.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tilewright import _processor as _processor  # Chooses the module in Rust, before all others.
from tilewright._arena import (
    ArenaResult,
    GameResult,
    Plan,
    Progress,
    Sprt,
    Standings,
    arena,
)
from tilewright._bots import (
    Analysis,
    Bot,
    BotKind,
    HouseBot,
    JudgedMove,
    Level,
    RatedMove,
    Review,
    Setting,
    analyze,
    ask,
    bot,
    bots,
    levels,
    review,
)
from tilewright._records import Node, Record, Visitor, read_records
from tilewright._search import Engine, Ponder, Search
from tilewright._self_play import Played, SelfPlay, self_play
from tilewright._tilewright import (
    GAMES,
    PROCESSOR,
    ArgumentError,
    BatchGame,
    Game,
    GameError,
    IllegalMove,
    LegalMoves,
    Move,
    Outcome,
    Perspective,
    __version__,
    game_info,
    read_games,
)

if TYPE_CHECKING:
    from tilewright._dataset import Examples, training_batches

__all__ = [
    "__version__",
    "Analysis",
    "ArenaResult",
    "ArgumentError",
    "Bot",
    "BotKind",
    "GAMES",
    "PROCESSOR",
    "BatchGame",
    "Engine",
    "Examples",
    "Game",
    "GameError",
    "GameResult",
    "HouseBot",
    "IllegalMove",
    "JudgedMove",
    "LegalMoves",
    "Level",
    "Move",
    "Node",
    "Outcome",
    "Plan",
    "Played",
    "Ponder",
    "Progress",
    "RatedMove",
    "Record",
    "Review",
    "Perspective",
    "Search",
    "SelfPlay",
    "Setting",
    "Sprt",
    "Standings",
    "Visitor",
    "analyze",
    "arena",
    "ask",
    "bot",
    "bots",
    "game_info",
    "levels",
    "read_games",
    "read_records",
    "review",
    "self_play",
    "training_batches",
]

Sequence.register(LegalMoves)


def __getattr__(name: str) -> Any:
    """Imports on first use what needs NumPy."""
    if name in ("Examples", "training_batches"):
        from tilewright import _dataset

        return getattr(_dataset, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
