"""Data frames, for those who have pandas."""

from __future__ import annotations

from typing import Any


def pandas() -> Any:
    """The module, or an error that says what to do about it."""
    try:
        import pandas as module
    except ModuleNotFoundError as error:
        sentence = "pandas is not installed: data frames need pip install '.[pandas]' in a clone"
        raise ModuleNotFoundError(sentence, name=error.name) from error
    return module
