"""One version for all that is released, from the tag."""

import re
import tomllib
from pathlib import Path

import pytest
from scripts.release.version import as_semver, is_released

import architect

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("version", "semver"),
    [
        ("1.2.3", "1.2.3"),
        ("1.2", "1.2.0"),
        ("0.2.0rc1", "0.2.0-rc.1"),
        ("0.2.0a10", "0.2.0-alpha.10"),
        ("0.2.1.dev3+g1a2b3c4.d20260102", "0.2.1-dev.3"),
        ("0.2.0rc2.dev5+g1a2b3c4", "0.2.0-rc.2.dev.5"),
        ("0.0.0", "0.0.0"),
    ],
)
def test_npm_has_the_same_version_in_its_own_spelling(version: str, semver: str) -> None:
    assert as_semver(version) == semver


def test_what_npm_has_no_words_for_is_refused() -> None:
    with pytest.raises(ValueError, match=r"1\.2\.3\.post1"):
        as_semver("1.2.3.post1")


def test_only_what_has_a_tag_and_no_changes_is_released() -> None:
    assert is_released("1.2.3")
    assert is_released("1.2.3rc1")
    assert not is_released("1.2.4.dev1+g1a2b3c4")
    assert not is_released("1.2.3+d20260102")


def test_the_version_is_nowhere_but_in_tags() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" in project["dynamic"] and "version" not in project
    for name in ("package.json", "package-lock.json"):
        text = (ROOT / "client-vscode" / name).read_text(encoding="utf-8")
        assert re.search(r'(?m)^  "version": "0\.0\.0",$', text), name


def test_what_is_installed_knows_its_version() -> None:
    assert re.fullmatch(r"\d+(\.\d+)+((a|b|rc)\d+)?(\.dev\d+)?(\+.+)?", architect.__version__)
