"""Writes docs/python-api.md from the stubs and docstrings of the package.

`python python/api_reference.py` after a change; a test compares.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python" / "tilewright"
PAGE = ROOT / "docs" / "python-api.md"

#: Where that is written which `tilewright` itself offers.
PARTS = ["_tilewright.pyi", "_records.py", "_bots.py", "_search.py", "_arena.py", "_dataset.py"]

HEAD = """\
# The Python package, class by class

Made from the stubs and docstrings by `python python/api_reference.py`. [The Python guide](python.md) has the introduction.
"""

Function = ast.FunctionDef


def main() -> None:
    PAGE.write_text(page())


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, package(), *(module(path) for path in public_modules())])


def package() -> str:
    """What `tilewright` itself offers: of its parts, what it names."""
    names = ast.parse((PACKAGE / "__init__.py").read_text()).body
    assigned = next(node for node in names if isinstance(node, ast.Assign))
    offered = set(ast.literal_eval(assigned.value))
    lines = ["## `tilewright`\n"]
    for part in PARTS:
        for node in ast.parse((PACKAGE / part).read_text()).body:
            if isinstance(node, (ast.ClassDef, Function)) and node.name in offered:
                lines += described(node)
    return "\n".join(lines)


def public_modules() -> Iterator[Path]:
    """The other modules, but for those that are private."""
    for path in sorted(PACKAGE.rglob("*.py")):
        names = path.relative_to(PACKAGE).with_suffix("").parts
        if names != ("__init__",) and not any(is_private(name) for name in names):
            yield path


def is_private(name: str) -> bool:
    return name.startswith("_") and name != "__init__"


def module(path: Path) -> str:
    names = [name for name in path.relative_to(PACKAGE).with_suffix("").parts if not name.startswith("_")]
    tree = ast.parse(path.read_text())
    lines = [f"## `{'.'.join(['tilewright', *names])}`\n", ast.get_docstring(tree) or "", ""]
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, Function)) and not node.name.startswith("_"):
            lines += described(node)
    return "\n".join(lines)


def described(node: ast.ClassDef | Function) -> list[str]:
    if isinstance(node, ast.ClassDef):
        return list(described_class(node))
    return ["```python", signature(node), "```\n", ast.get_docstring(node) or "", ""]


def described_class(node: ast.ClassDef) -> Iterator[str]:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    yield f"### `{node.name}({bases})`\n" if bases else f"### `{node.name}`\n"
    yield f"{ast.get_docstring(node) or ''}\n"
    for field, after in zip(node.body, [*node.body[1:], None]):
        if isinstance(field, ast.AnnAssign) and not ast.unparse(field.target).startswith("_"):
            told = after.value if isinstance(after, ast.Expr) else None
            text = f": {' '.join(told.value.split())}" if isinstance(told, ast.Constant) else ""
            yield f"- `{ast.unparse(field)}`{text}"
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
