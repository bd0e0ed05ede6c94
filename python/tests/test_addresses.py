"""The public addresses of a release: one setting, left out of every manifest where it is not set."""

import re
import runpy
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = ["Cargo.toml", "pyproject.toml", "CITATION.cff", "SECURITY.md", "apps/cli/Cargo.toml", "crates/core/Cargo.toml"]
ADDRESSES = {
    "TILEWRIGHT_REPOSITORY": "https://example.org/tilewright/",
    "TILEWRIGHT_SITE": "https://example.org/guide",
    "TILEWRIGHT_CONTACT": "security@example.org",
}


@pytest.fixture
def checkout(tmp_path):
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def texts(folder):
    return {name: (folder / name).read_text() for name in FILES}


write_addresses = runpy.run_path(str(ROOT / "packaging/addresses.py"))["write_addresses"]


def test_addresses_reach_every_manifest(checkout):
    write_addresses(checkout, ADDRESSES)
    written = texts(checkout)
    assert 'repository = "https://example.org/tilewright"' in written["Cargo.toml"]
    assert 'homepage = "https://example.org/guide"' in written["Cargo.toml"]
    for crate in ("apps/cli/Cargo.toml", "crates/core/Cargo.toml"):
        assert "\nrepository.workspace = true\nhomepage.workspace = true\n" in written[crate]
    assert re.search(r'\[project\.urls\]\nRepository = "https://example\.org/tilewright"', written["pyproject.toml"])
    assert 'repository-code: "https://example.org/tilewright"' in written["CITATION.cff"]
    assert "<security@example.org>" in written["SECURITY.md"]


def test_what_is_not_set_is_left_out_also_after_another_run(checkout):
    before = texts(checkout)
    write_addresses(checkout, {})
    assert texts(checkout) == before
    write_addresses(checkout, ADDRESSES)
    assert all(texts(checkout)[name] != before[name] for name in FILES)
    write_addresses(checkout, {})
    assert texts(checkout) == before
