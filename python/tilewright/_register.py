"""The ids of Gymnasium: ``gymnasium.make("tilewright/blokus-duo-v0")``."""

from __future__ import annotations

from typing import Any

#: By id: the game and its options.
IDS: dict[str, tuple[str, dict[str, Any]]] = {
    "blokus": ("blokus", {}),
    "blokus-duo": ("blokus", {"variant": "duo"}),
    "blokus-classic-2": ("blokus", {"variant": "classic-2"}),
    "blokus-classic-3": ("blokus", {"variant": "classic-3"}),
    "triominos": ("triominos", {}),
    "triominos-round": ("triominos", {"single_round": True}),
    "coerceo": ("coerceo", {}),
    "coerceo-ocius": ("coerceo", {"variant": "ocius"}),
    "aquapipe": ("aquapipe", {}),
    "aquapipe-4x4": ("aquapipe", {"variant": "4x4"}),
}


def register() -> None:
    """Registers the ids, once."""
    import gymnasium

    for name, (game, options) in IDS.items():
        identity = f"tilewright/{name}-v0"
        if identity not in gymnasium.registry:
            gymnasium.register(
                identity,
                entry_point="tilewright._single:SingleGame",
                vector_entry_point="tilewright._vector:BatchEnv",
                kwargs={"game": game, **options},
            )
