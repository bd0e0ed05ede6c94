"""The choice between the modules in Rust: one for every processor, one for those with AVX2."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path

#: The module for every processor of the platform, and the name under which either is imported.
NAME = "tilewright._tilewright"

#: The features of x86-64-v3 beyond those of AVX: their names in /proc/cpuinfo, and their places in what
#: glibc tells: leaf, register (1 is ebx, 2 ecx) and bit.
FEATURES = {
    "fma": (0, 2, 12),
    "movbe": (0, 2, 22),
    "f16c": (0, 2, 29),
    "bmi1": (1, 1, 3),
    "avx2": (1, 1, 5),
    "bmi2": (1, 1, 8),
    "abm": (2, 2, 5),
}


def load() -> None:
    """Imports the module that suits the processor.

    ``TILEWRIGHT_PROCESSOR=baseline`` takes the one for every processor. The processor is asked first: a
    module that does not suit would end the process while it is imported.
    """
    fast = Path(__file__).with_name("_tilewright_v3.abi3.so")
    is_wanted = os.environ.get("TILEWRIGHT_PROCESSOR") != "baseline"
    if NAME in sys.modules or not is_wanted or not fast.exists() or not is_x86_64_v3():
        return
    loader = importlib.machinery.ExtensionFileLoader(NAME, str(fast))
    spec = importlib.util.spec_from_file_location(NAME, fast, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[NAME]
        raise
    vars(sys.modules["tilewright"])["_tilewright"] = module


def is_x86_64_v3() -> bool:
    """True if the processor and the system have all of x86-64-v3, by glibc 2.33 or newer, else by the
    kernel."""
    leaves = _leaves_of_glibc()
    if leaves is not None:
        return all(leaves[leaf][register] >> bit & 1 for leaf, register, bit in FEATURES.values())
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            flags = next((line for line in file if line.startswith("flags")), "")
    except OSError:
        return False
    return set(FEATURES) <= set(flags.split())


def _leaves_of_glibc() -> Sequence[Sequence[int]] | None:
    """The features that can be used, by leaf and register; None if the C library does not tell."""
    import ctypes

    class Leaf(ctypes.Structure):
        _fields_ = [("cpuid", ctypes.c_uint * 4), ("active", ctypes.c_uint * 4)]

    try:
        leaf_of = ctypes.CDLL(None)["__x86_get_cpuid_feature_leaf"]
    except (AttributeError, OSError):
        return None
    leaf_of.restype = ctypes.POINTER(Leaf)
    return [list(leaf_of(ctypes.c_uint(leaf)).contents.active) for leaf in range(3)]


load()
