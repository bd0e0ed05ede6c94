"""Every example of the documents runs."""

import contextlib
import io
import os
import re
import shutil
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = ["README.md", "docs/python.md"]


def examples():
    for document in DOCUMENTS:
        text = (ROOT / document).read_text()
        for match in re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            line = text[: match.start(1)].count("\n")
            # Errors then name the line of the document.
            yield pytest.param(document, "\n" * line + match[1], id=f"{document}:{line + 1}")


@pytest.mark.parametrize(("document", "code"), list(examples()))
def test_an_example_runs(document, code, tmp_path):
    if "__main__" in code:
        script = tmp_path / "example.py"
        script.write_text(code)
        subprocess.run([sys.executable, str(script)], check=True, stdout=subprocess.DEVNULL)
        return
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(code, document, "exec"), {"__name__": "__example__"})


def test_the_bot_of_the_guide_plays(tmp_path):
    text = (ROOT / "docs" / "write-a-bot.md").read_text()
    (bot,) = re.findall(r"^```python bot\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "my_bot.py").write_text(bot)
    (block,) = re.findall(
        r"^<!-- run: python.*?-->\n```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL
    )
    target = os.environ.get("CARGO_TARGET_DIR", str(ROOT / "target"))
    program = os.environ.get("TILEWRIGHT", os.path.join(target, "debug", "tilewright"))
    folders = [str(Path(sys.executable).parent), str(Path(program).parent), os.environ["PATH"]]
    environment = {
        **os.environ,
        "PATH": os.pathsep.join(folders),
        "XDG_DATA_HOME": str(tmp_path),
    }
    assert shutil.which("tilewright", path=environment["PATH"]), "build the program first"
    commands = block.splitlines()
    assert len(commands) == 4
    for command in commands:
        subprocess.run(
            ["sh", "-c", command],
            check=True,
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.DEVNULL,
            timeout=300,
        )


def test_every_document_has_examples():
    found = {parameters.values[0] for parameters in examples()}
    assert found == set(DOCUMENTS)


def test_the_reference_is_that_of_the_docstrings():
    reference = runpy.run_path(str(ROOT / "python" / "api_reference.py"))
    page = (ROOT / "docs" / "python-api.md").read_text()
    assert page == reference["page"](), "run python python/api_reference.py"
