"""The choice between the modules for every processor and for those with AVX2."""

from __future__ import annotations

import importlib
import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tilewright

FILE = Path(tilewright.__file__).with_name("_processor.py")

IS_OURS = (sys.platform, platform.machine()) == ("linux", "x86_64")

#: Loads the file by itself, where there is no module to choose.
SCRIPT = """\
import sys
names = {"__file__": "/nowhere/_processor.py", "__name__": "processor"}
exec(compile(open(sys.argv[1]).read(), sys.argv[1], "exec"), names)
print(names["is_x86_64_v3"]())
"""


@pytest.mark.skipif(not IS_OURS, reason="there is one module elsewhere")
def test_the_c_library_and_the_kernel_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    processor: Any = importlib.import_module("tilewright._processor")
    by_library = processor.is_x86_64_v3()
    monkeypatch.setattr(processor, "_leaves_of_glibc", lambda: None)
    assert processor.is_x86_64_v3() == by_library
    assert tilewright.PROCESSOR in ("baseline", "x86-64-v3")


@pytest.mark.skipif(shutil.which("qemu-x86_64") is None, reason="qemu-user is not installed")
@pytest.mark.parametrize(("model", "answer"), [("Nehalem", "False"), ("Haswell", "True")])
def test_an_old_processor_is_known(model: str, answer: str) -> None:
    command = ["qemu-x86_64", "-cpu", model, sys.executable, "-S", "-c", SCRIPT, str(FILE)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == [answer], done.stderr
