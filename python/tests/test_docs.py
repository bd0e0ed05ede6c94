"""Every example of the documents runs."""

import contextlib
import io
import re
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


def test_every_document_has_examples():
    found = {parameters.values[0] for parameters in examples()}
    assert found == set(DOCUMENTS)


def test_the_reference_is_that_of_the_docstrings():
    reference = runpy.run_path(str(ROOT / "python" / "api_reference.py"))
    page = (ROOT / "docs" / "python-api.md").read_text()
    assert page == reference["page"](), "run python python/api_reference.py"
