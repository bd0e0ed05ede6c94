"""The examples of docs/tilewe.md and of the modules of the drop-in."""

from __future__ import annotations

import doctest
import importlib
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs/tilewe.md"


@pytest.fixture(autouse=True)
def own_random_numbers() -> Iterator[None]:
    """Examples may seed the generator."""
    state = random.getstate()
    yield
    random.setstate(state)


def test_the_examples_of_the_document() -> None:
    # A fence is no output of the example before it.
    text = re.sub(r"(?m)^```.*$", "", DOCUMENT.read_text())
    examples = doctest.DocTestParser().get_doctest(text, {}, "tilewe.md", str(DOCUMENT), 0)
    assert len(examples.examples) > 40
    result = doctest.DocTestRunner().run(examples)
    assert result.failed == 0


@pytest.mark.parametrize("name", ["tilewe", "tilewe.engine", "tilewe.tournament", "tilewe.elo"])
def test_the_examples_of_the_modules(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"tilewright.{name}"))
    assert result.attempted > 0 and result.failed == 0
