"""Blokus, Triominos, Coerceo and Aqua Pipe: fast games, bots, arenas and environments.

    >>> import random, tilewright
    >>> game = tilewright.Game("blokus", variant="duo")
    >>> while not game.is_over:
    ...     move = game.play(random.choice(game.legal_moves()))
    >>> print(game)

The guide is docs/python.md.
"""

from collections.abc import Sequence

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
    Setting,
    analyze,
    ask,
    bot,
    bots,
    levels,
    review,
)
from tilewright._self_play import Played, SelfPlay, self_play
from tilewright._tilewright import (
    GAMES,
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

__all__ = [
    "__version__",
    "Analysis",
    "ArenaResult",
    "ArgumentError",
    "Bot",
    "BotKind",
    "GAMES",
    "BatchGame",
    "Game",
    "GameError",
    "GameResult",
    "HouseBot",
    "IllegalMove",
    "JudgedMove",
    "LegalMoves",
    "Level",
    "Move",
    "Outcome",
    "Plan",
    "Played",
    "Progress",
    "RatedMove",
    "Perspective",
    "SelfPlay",
    "Setting",
    "Sprt",
    "Standings",
    "analyze",
    "arena",
    "ask",
    "bot",
    "bots",
    "game_info",
    "levels",
    "read_games",
    "review",
    "self_play",
]

Sequence.register(LegalMoves)
