"""The examples and notebooks run."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from test_client import server  # noqa: F401

EXAMPLES = Path(__file__).parents[2] / "examples"
SCRIPTS = sorted((EXAMPLES / "python").glob("*.py"))
NOTEBOOKS = sorted((EXAMPLES / "notebooks").glob("*.ipynb"))

#: Scripts that need more than Python, each with the test that runs it.
ELSEWHERE = {"talk_to_a_server.py", "train.py"}


def run(script, *arguments):
    done = subprocess.run(
        [sys.executable, str(script), *arguments], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_runs(script):
    if script.name in ELSEWHERE:
        return
    assert run(script).strip()


def test_the_engine_of_an_example_speaks_ugi():
    script = EXAMPLES / "python" / "write_a_bot.py"
    lines = "ugi\nposition startpos\ngo\nquery turn\n"
    done = subprocess.run(
        [sys.executable, str(script), "engine"], input=lines, capture_output=True, text=True, timeout=60
    )
    assert "ugiok" in done.stdout and "bestmove " in done.stdout, done.stderr


def test_an_example_talks_to_a_server(server):  # noqa: F811
    said = run(EXAMPLES / "python" / "talk_to_a_server.py", server)
    assert "watch it at http://" in said and "places (1, 2)" in said


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.name)
def test_a_notebook_runs(notebook):
    read = nbformat.read(notebook, as_version=4)
    assert sum(cell.cell_type == "code" for cell in read.cells) > 1
    NotebookClient(read, timeout=300, kernel_name="python3").execute()


def test_there_are_examples():
    assert len(SCRIPTS) >= 5 and len(NOTEBOOKS) == 3
