"""What a patch says, before anybody looks at the file."""

from dataclasses import dataclass
from typing import Literal

Mark = Literal[" ", "-", "+"]


@dataclass(frozen=True, slots=True)
class PatchLine:
    """One line of a hunk; `text` has no line end if the patch says that the file has none there."""

    mark: Mark
    text: str


@dataclass(frozen=True, slots=True)
class Hunk:
    """One `@@` block, `number` counted from 1.

    `old_start` and `old_length` are what its header says, None if it does not. They are hints:
    models get them wrong.
    """

    number: int
    old_start: int | None
    old_length: int | None
    lines: tuple[PatchLine, ...]

    @property
    def old(self) -> list[str]:
        """The lines that the hunk wants to find."""
        return [line.text for line in self.lines if line.mark != "+"]

    @property
    def new(self) -> list[str]:
        """The lines that it wants to leave."""
        return [line.text for line in self.lines if line.mark != "-"]


@dataclass(frozen=True, slots=True)
class ParsedPatch:
    """The hunks of one file in the order of the patch.

    `creates` and `deletes` say that a header names /dev/null; `notes` name the tolerances used.
    """

    hunks: tuple[Hunk, ...]
    creates: bool
    deletes: bool
    notes: tuple[str, ...]
