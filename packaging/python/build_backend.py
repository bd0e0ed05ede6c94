"""The build of the Python package: maturin, and on x86-64 a second module for processors with AVX2.

The wheel has `_tilewright` for every processor of its platform, and `_tilewright_v3` for those of
x86-64-v3; `tilewright` picks one when it is imported. With ``-Cbuild-args=--profile=dev``, the build of the
tests, or ``TILEWRIGHT_MODULES=1`` there is one module, with the flags of .cargo/config.toml.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import maturin
from maturin import (
    build_sdist,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

build_editable = maturin.build_editable
get_requires_for_build_editable = maturin.get_requires_for_build_editable
prepare_metadata_for_build_editable = maturin.prepare_metadata_for_build_editable

ROOT = Path(__file__).parents[2]
FAST = ROOT / "python/tilewright/_tilewright_v3.abi3.so"

#: Optimization at link time would double the time of the build for a few percent of speed.
BUILD = {
    "RUSTFLAGS": "-C target-cpu=x86-64",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    "CARGO_PROFILE_RELEASE_DEBUG": "0",
    "CARGO_PROFILE_RELEASE_LTO": "false",
}

#: A compiler of the crates of this repository, so that all others are built once for both modules.
COMPILER = """\
#!/bin/sh
exec "$@" -C target-cpu=x86-64-v3
"""


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    """Builds the wheel."""
    if not _has_two_modules(config_settings):
        return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    before = dict(os.environ)
    try:
        os.environ.update(BUILD)
        _build_fast_module(config_settings)
        return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    finally:
        FAST.unlink(missing_ok=True)
        os.environ.clear()
        os.environ.update(before)


def _has_two_modules(config_settings: dict[str, Any] | None) -> bool:
    is_ours = (sys.platform, platform.machine()) == ("linux", "x86_64")
    is_for_tests = "--profile" in str((config_settings or {}).get("build-args", ""))
    return is_ours and not is_for_tests and os.environ.get("TILEWRIGHT_MODULES") != "1"


def _build_fast_module(config_settings: dict[str, Any] | None) -> None:
    """Builds the module for x86-64-v3 as a wheel, and puts it beside the package's own files."""
    builds = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    builds.mkdir(parents=True, exist_ok=True)
    compiler = builds / "compiler-x86-64-v3"
    compiler.write_text(COMPILER)
    compiler.chmod(0o755)
    os.environ["RUSTC_WORKSPACE_WRAPPER"] = str(compiler)
    with tempfile.TemporaryDirectory() as folder:
        wheel = maturin.build_wheel(folder, config_settings)
        with zipfile.ZipFile(Path(folder) / wheel) as content:
            FAST.write_bytes(content.read("tilewright/_tilewright.abi3.so"))
    del os.environ["RUSTC_WORKSPACE_WRAPPER"]
