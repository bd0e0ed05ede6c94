"""Hooks of MkDocs: pages from outside `docs/`, and links that leave it.

The pages of the guide are plain Markdown, whose links lead to files of the repository. On the site
such a link leads to a page if the file is one of `PAGES`, to the public repository if its address
is set, and else it is only text.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[1]

GAMES = ("blokus", "triominos", "coerceo", "aquapipe")

#: Files outside `docs/` that are pages of the site too, by their place in the repository.
PAGES = {
    **{f"crates/games/{game}/RULES.md": f"repository/rules-{game}.md" for game in GAMES},
    "apps/server/ASVS.md": "asvs.md",
    "crates/bots/LEVELS.md": "levels.md",
    "crates/table/RECORD.md": "repository/record.md",
    "examples/README.md": "repository/examples.md",
    "CHANGELOG.md": "repository/changelog.md",
    "CONTRIBUTING.md": "repository/contributing.md",
    "SECURITY.md": "repository/security.md",
    "STYLE.md": "repository/style.md",
    **{
        f"lab/{file.name}": f"repository/lab/{file.name}"
        for file in (ROOT / "lab").iterdir()
        if file.suffix in (".md", ".svg", ".json")
    },
}

SOURCES = {page: source for source, page in PAGES.items()}

FENCES = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def on_files(files, config):
    for source, page in PAGES.items():
        path = ROOT / source
        if path.exists():
            files.append(File.generated(config, page, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown, page, config, files):
    uri = page.file.src_uri
    here = SOURCES.get(uri, f"docs/{uri}")
    parts = FENCES.split(markdown)
    # Every second part is code.
    parts[::2] = [LINK.sub(lambda link: resolved(link, here, uri, config), part) for part in parts[::2]]
    # A word behind the language of a block is for the tests.
    return re.sub(r"^```(\w+) .*$", r"```\1", "".join(parts), flags=re.MULTILINE)


def resolved(link: re.Match[str], here: str, uri: str, config) -> str:
    """A link of the file `here`, as the page `uri` of the site needs it."""
    mark, text, target = link.groups()
    if re.match(r"[a-z]+:|#|/", target):
        return link[0]
    path, _, anchor = target.partition("#")
    file = posixpath.normpath(posixpath.join(posixpath.dirname(here), path))
    page = PAGES.get(file) or (file[len("docs/") :] if file.startswith("docs/") else None)
    if page is not None:
        place = posixpath.relpath(page, posixpath.dirname(uri) or ".")
        return f"{mark}[{text}]({place}{'#' + anchor if anchor else ''})"
    if not (ROOT / file).exists():
        return link[0]  # MkDocs reports it.
    if config.repo_url:
        return f"{mark}[{text}]({config.repo_url.rstrip('/')}/blob/main/{file})"
    return text
