"""The notes of a release are its section of CHANGELOG.md."""

from pathlib import Path

import pytest
from scripts.release.notes import notes_of
from scripts.release.source import ROOT, NotReady

CHANGELOG = """\
# Changelog

## Unreleased

### Added

- What comes.

## 0.2.0 - 2026-03-04

### Fixed

- What was wrong.

## [0.1.0]

- The first.

## 0.0.9
"""


@pytest.fixture
def changelog(tmp_path: Path) -> Path:
    file = tmp_path / "CHANGELOG.md"
    file.write_text(CHANGELOG)
    return file


@pytest.mark.parametrize(
    ("version", "notes"),
    [
        ("0.2.0", "### Fixed\n\n- What was wrong.\n"),
        ("0.1.0", "- The first.\n"),
        ("0.2.1.dev3+g1a2b3c4", "### Added\n\n- What comes.\n"),
    ],
)
def test_they_are_the_section_of_the_version(changelog: Path, version: str, notes: str) -> None:
    assert notes_of(changelog, version) == notes


@pytest.mark.parametrize("version", ["0.0.9", "0.3.0"])
def test_nothing_is_released_without_any(changelog: Path, version: str) -> None:
    with pytest.raises(NotReady, match=rf"nothing below '## {version}'"):
        notes_of(changelog, version)


@pytest.mark.parametrize("changelog", ["CHANGELOG.md", "client-vscode/CHANGELOG.md"])
def test_what_is_new_is_told_of_all_and_of_the_extension(changelog: str) -> None:
    """A release is built only if both have a section of its version."""
    assert notes_of(ROOT / changelog, "0.1.0.dev1+g0")
    with pytest.raises(NotReady, match=f"{changelog} has nothing below '## 99.0.0'"):
        notes_of(ROOT / changelog, "99.0.0")
