#!/usr/bin/env python3
"""Writes the public addresses into the manifests of packages, before they are built.

    TILEWRIGHT_REPOSITORY=https://… TILEWRIGHT_SITE=https://… TILEWRIGHT_CONTACT=mail@… packaging/addresses.py [FOLDER]

The three variables are the one place of these addresses: an address that is not set is left out everywhere. The site
(`mkdocs.yml`) and the program (the foot of the served pages) read the same variables when they are built. FOLDER is a
checkout of the sources, by default the one of this script.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

#: The last line of what published crates have in common.
SHARED = "categories.workspace = true\n"


def write_addresses(root: Path, environment: Mapping[str, str]) -> None:
    """Writes the addresses into all manifests below `root`. A second run replaces those of the first."""
    repository = environment.get("TILEWRIGHT_REPOSITORY", "").rstrip("/")
    site = environment.get("TILEWRIGHT_SITE", "")
    contact = environment.get("TILEWRIGHT_CONTACT", "")
    _write_crates(root, {"repository": repository, "homepage": site})
    _write_python(root / "pyproject.toml", {"Repository": repository, "Documentation": site})
    _write_citation(root / "CITATION.cff", {"repository-code": repository, "url": site})
    _write_security(root / "SECURITY.md", contact)


def _write_crates(root: Path, addresses: dict[str, str]) -> None:
    known = {name: address for name, address in addresses.items() if address}
    manifest = root / "Cargo.toml"
    text = re.sub(r"^(repository|homepage) = .*\n", "", manifest.read_text(), flags=re.MULTILINE)
    lines = "".join(f"{name} = {json.dumps(address)}\n" for name, address in known.items())
    manifest.write_text(text.replace("[workspace.package]\n", f"[workspace.package]\n{lines}", 1))
    inherited = "".join(f"{name}.workspace = true\n" for name in known)
    for folder in ("apps", "crates", "tools"):
        for crate in sorted((root / folder).glob("**/Cargo.toml")):
            text = re.sub(r"^(repository|homepage)\.workspace = true\n", "", crate.read_text(), flags=re.MULTILINE)
            crate.write_text(text.replace(SHARED, SHARED + inherited, 1))


def _write_python(manifest: Path, addresses: dict[str, str]) -> None:
    text = re.sub(r"^\[project\.urls\]\n(.+\n)*\n", "", manifest.read_text(), flags=re.MULTILINE)
    lines = [f"{name} = {json.dumps(address)}\n" for name, address in addresses.items() if address]
    table = "".join(["[project.urls]\n", *lines, "\n"]) if lines else ""
    manifest.write_text(text.replace("[tool.maturin]\n", f"{table}[tool.maturin]\n", 1))


def _write_citation(file: Path, addresses: dict[str, str]) -> None:
    text = re.sub(r"^(repository-code|url): .*\n", "", file.read_text(), flags=re.MULTILINE)
    lines = [f"{name}: {json.dumps(address)}\n" for name, address in addresses.items() if address]
    file.write_text(text.replace("type: software\n", "".join(["type: software\n", *lines]), 1))


def _write_security(file: Path, contact: str) -> None:
    text = re.sub(r"\nOr write to <[^>]*>\.\n", "", file.read_text())
    way = f"\nOr write to <{contact}>.\n" if contact else ""
    file.write_text(text.replace("\n\n## Supported versions", f"\n{way}\n## Supported versions", 1))


if __name__ == "__main__":
    write_addresses(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parents[1], os.environ)
