"""The notes of a release, as CHANGELOG.md has them."""

import re
from pathlib import Path

from scripts.release.source import ROOT, NotReady
from scripts.release.version import is_released


def notes_of(changelog: Path, version: str) -> str:
    """The section of `version`, without its title; of what is not released, what is new.

    Raises:
        NotReady: there is no such section, or nothing in it.
    """
    title = version if is_released(version) else "Unreleased"
    text = changelog.read_text(encoding="utf-8")
    sections = re.split(r"(?m)^## \[?([^\]\s]+)\]?.*\n", text)
    found = dict(zip(sections[1::2], sections[2::2], strict=True))
    notes = found.get(title, "").strip()
    if not notes:
        where = changelog.relative_to(ROOT) if changelog.is_relative_to(ROOT) else changelog
        raise NotReady(f"{where} has nothing below '## {title}'; write what is new")
    return notes + "\n"
