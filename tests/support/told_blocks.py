"""The command blocks of the documentation: what can be run here, and why the rest cannot.

`python -m tests.support.told_blocks` lists both.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", "docs/**/*.md", "client-*/README.md", "action/**/*.md")
_BLOCK = re.compile(r"^( *)```sh\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
_CONTINUED = re.compile(r"\\\n\s*")

NOT_HERE: Mapping[str, str] = {
    r"(?!(.* \| )?architect\b)": "is no command of architect; tests/release/test_pages.py plays it",
    r"architect( chat.*)?$": "needs a terminal; tests/cli/chat plays it",
    r"architect (login|logout) ": "needs the keyring of the user; tests/cli/test_login.py has one",
    r"architect mcp ": "needs the network; tests/cli/test_mcp.py has servers",
    r"architect review --pr$": "is about a job of a CI service; tests/cli/test_review_command.py",
    r"architect pipeline run ": "needs a model that follows a schema; tests/cli/workflows has one",
    r"architect (loop|parallel|eval) ": "starts many runs; tests/cli/workflows plays them",
}
"""Beginnings of command lines that are not run from the sources, and why."""


@dataclass(frozen=True)
class Block:
    """A block of commands, one a line, without comments."""

    page: str
    text: str

    @property
    def commands(self) -> list[str]:
        lines = _CONTINUED.sub("", self.text).splitlines()
        return [bare for line in lines if (bare := _without_comment(line))]


def blocks() -> Iterator[Block]:
    """All command blocks of the pages for users and contributors."""
    for pattern in PAGES:
        for page in sorted(ROOT.glob(pattern)):
            for found in _BLOCK.finditer(page.read_text(encoding="utf-8")):
                yield Block(page.relative_to(ROOT).as_posix(), found[2])


def why_not(command: str) -> str:
    """Why a command line is not run here, empty if it is."""
    return next((why for begin, why in NOT_HERE.items() if re.match(begin, command)), "")


def _without_comment(line: str) -> str:
    return re.split(r"(?:^|\s)#", line)[0].strip()


if __name__ == "__main__":
    for block in blocks():
        for each in block.commands:
            print(f"{block.page}: {each}\n    {why_not(each) or 'is run'}")
