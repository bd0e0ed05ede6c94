"""Writes docs/PYTHON-API.md from the stubs and docstrings of the package.

`python python/api_reference.py` after a change; a test compares.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python" / "tilewright"
PAGE = ROOT / "docs" / "PYTHON-API.md"

HEAD = """\
# The Python package, class by class

Made from the stubs and docstrings by `python python/api_reference.py`. [PYTHON.md](PYTHON.md) is the guide.
"""

Function = ast.FunctionDef


def main() -> None:
    PAGE.write_text(page())


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(module(path) for path in public_modules())])


def public_modules() -> Iterator[Path]:
    """What is made in Rust first, then what is written in Python, but for what is private."""
    yield PACKAGE / "_tilewright.pyi"
    for path in sorted(PACKAGE.rglob("*.py")):
        names = path.relative_to(PACKAGE).with_suffix("").parts
        if names != ("__init__",) and not any(is_private(name) for name in names):
            yield path


def is_private(name: str) -> bool:
    return name.startswith("_") and name != "__init__"


def module(path: Path) -> str:
    names = [name for name in path.relative_to(PACKAGE).with_suffix("").parts if not name.startswith("_")]
    tree = ast.parse(path.read_text())
    lines = [f"## `{'.'.join(['tilewright', *names])}`\n"]
    if path.suffix == ".py":
        lines += [ast.get_docstring(tree) or "", ""]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            lines += described_class(node)
        elif isinstance(node, Function) and not node.name.startswith("_"):
            lines += ["```python", signature(node), "```\n", ast.get_docstring(node) or "", ""]
    return "\n".join(lines)


def described_class(node: ast.ClassDef) -> Iterator[str]:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    yield f"### `{node.name}({bases})`\n" if bases else f"### `{node.name}`\n"
    yield f"{ast.get_docstring(node) or ''}\n"
    for method in node.body:
        if isinstance(method, Function) and (text := ast.get_docstring(method)):
            yield f"- `{signature(method)}`: {' '.join(text.split())}"
        elif isinstance(method, Function) and method.name in ("__new__", "__init__"):
            yield f"- `{node.name}({arguments(method)})`"
    yield ""


def signature(node: Function) -> str:
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    if "property" in decorators:
        return f"{node.name}{returns}"
    return f"{node.name}({arguments(node)}){returns}"


def arguments(node: Function) -> str:
    every = ast.unparse(node.args)
    for first in ("self, ", "cls, ", "self", "cls"):
        if every.startswith(first):
            return every[len(first) :]
    return every


if __name__ == "__main__":
    main()
