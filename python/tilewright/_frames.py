"""Data frames, if pandas is installed."""

from __future__ import annotations

from typing import Any


def pandas() -> Any:
    """Returns the module, or raises an error that explains how to install it."""
    try:
        import pandas as module
    except ModuleNotFoundError as error:
        sentence = "pandas is not installed: data frames need pip install '.[pandas]' in a clone"
        raise ModuleNotFoundError(sentence, name=error.name) from error
    return module
