"""What the job hands on: outputs of the step, and its summary."""

import secrets
from collections.abc import Mapping
from pathlib import Path

MOST_SUMMARY_BYTES = 1_000_000
"""GitHub takes 1 MiB."""


def write_outputs(environ: Mapping[str, str], values: Mapping[str, str]) -> None:
    """Set the outputs; nothing that the run may have written into the files of the step stays.

    Each value has a delimiter that it cannot know, so that no value sets another output.
    """
    for name in ("GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE"):
        _empty(environ.get(name, ""))
    place = environ.get("GITHUB_OUTPUT", "")
    if not place:
        return
    written = "".join(_assigned(name, value) for name, value in values.items())
    _empty(place)
    with Path(place).open("ab") as file:
        file.write(written.encode("utf-8", "replace"))


def _assigned(name: str, value: str) -> str:
    value = value.replace("\r\n", "\n").replace("\r", "\n")
    while (delimiter := f"end_{secrets.token_hex(16)}") in value:
        continue
    return f"{name}<<{delimiter}\n{value}\n{delimiter}\n"


def _empty(place: str) -> None:
    if place and Path(place).is_file():
        Path(place).write_bytes(b"")


def write_summary(environ: Mapping[str, str], text: str) -> None:
    """Make `text`, which is Markdown, the summary of the step."""
    place = environ.get("GITHUB_STEP_SUMMARY", "")
    if place:
        content = (text.rstrip("\n") + "\n").encode("utf-8", "replace")
        Path(place).write_bytes(content[:MOST_SUMMARY_BYTES].decode("utf-8", "ignore").encode())
