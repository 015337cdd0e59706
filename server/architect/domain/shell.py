"""A command line to run and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class Stream(StrEnum):
    STDOUT = "stdout"
    STDERR = "stderr"


@dataclass(frozen=True, slots=True)
class ShellCommand:
    """A line for the shell. `cwd` passed the path gate; `env` is added to the clean environment."""

    line: str
    cwd: Path
    timeout_s: float
    max_output_lines: int = 200
    env: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """What the command printed and how it ended.

    `exit_code` is None if it was ended by us because it took longer than its time-out; a negative
    one is the signal that ended it. Long output keeps its head and tail, with a note in between.
    """

    exit_code: int | None
    stdout: str
    stderr: str
    duration_s: float
