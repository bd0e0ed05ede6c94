"""The build of the Python package: maturin, and on x86-64 a second module for processors with AVX2.

The wheel has `_tilewright` for every processor of its platform, and `_tilewright_v3` for those of
x86-64-v3; `tilewright` picks one when it is imported. With ``-Cbuild-args=--profile=dev``, the build of the
tests, or ``TILEWRIGHT_MODULES=1`` there is one module, with the flags of .cargo/config.toml.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
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

#: The target that both modules are built for: with it, the compiler's own helpers are built once.
TARGET = "x86_64-unknown-linux-gnu"


#: The build of each module. The one for old processors is not worth minutes of linking.
FAST_BUILD = {
    "RUSTFLAGS": "-C target-cpu=x86-64-v3",
    "CARGO_PROFILE_RELEASE_LTO": "thin",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    "CARGO_PROFILE_RELEASE_DEBUG": "0",
}
BASELINE_BUILD = {
    **FAST_BUILD,
    "RUSTFLAGS": "-C target-cpu=x86-64",
    "CARGO_PROFILE_RELEASE_LTO": "off",
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "2",
    "CARGO_BUILD_TARGET": TARGET,
}


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
        _build_fast_module()
        os.environ.update(BASELINE_BUILD)
        return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    finally:
        FAST.unlink(missing_ok=True)
        os.environ.clear()
        os.environ.update(before)


def _has_two_modules(config_settings: dict[str, Any] | None) -> bool:
    is_ours = (sys.platform, platform.machine()) == ("linux", "x86_64")
    is_for_tests = "--profile" in str((config_settings or {}).get("build-args", ""))
    return is_ours and not is_for_tests and os.environ.get("TILEWRIGHT_MODULES") != "1"


def _build_fast_module() -> None:
    """Builds the module for x86-64-v3, and puts it beside the package's own files."""
    environment = {**os.environ, **FAST_BUILD}
    environment.setdefault("PYO3_PYTHON", sys.executable)
    command = ["cargo", "rustc", "--release", "--locked", "--target", TARGET, "--lib"]
    command += ["--manifest-path", str(ROOT / "apps/python/Cargo.toml"), "--", "-C", "strip=symbols"]
    subprocess.run(command, check=True, env=environment, cwd=ROOT)
    folder = Path(environment.get("CARGO_TARGET_DIR", ROOT / "target"))
    shutil.copy(folder / TARGET / "release/lib_tilewright.so", FAST)
