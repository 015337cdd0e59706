"""The prompts, which are files beside this package's modules."""

from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent / "prompts"


@cache
def prompt(name: str) -> str:
    """The text of `prompts/NAME.md`."""
    return (_FOLDER / f"{name}.md").read_bytes().decode("utf-8").strip()
