"""The choice between the modules in Rust: one for every processor, one for those with AVX2."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

#: The module for every processor of the platform, and the name under which either is imported.
NAME = "tilewright._tilewright"


def load() -> None:
    """Imports the module that suits the processor.

    ``TILEWRIGHT_PROCESSOR=baseline`` takes the one for every processor. A module that does not suit says so
    with an `ImportError` before it does anything else.
    """
    fast = Path(__file__).with_name("_tilewright_v3.abi3.so")
    is_wanted = os.environ.get("TILEWRIGHT_PROCESSOR") != "baseline"
    if NAME in sys.modules or not is_wanted or not fast.exists():
        return
    try:
        _load_from(fast)
    except ImportError:
        # The next import of the name finds the module for every processor.
        return


def _load_from(path: Path) -> None:
    loader = importlib.machinery.ExtensionFileLoader(NAME, str(path))
    spec = importlib.util.spec_from_file_location(NAME, path, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module
    try:
        loader.exec_module(module)
    except ImportError:
        del sys.modules[NAME]
        raise
    vars(sys.modules["tilewright"])["_tilewright"] = module


load()
