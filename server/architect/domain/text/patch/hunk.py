"""What a patch says, before anybody looks at the file."""

from typing import Literal

from architect.frozen import frozen

Mark = Literal[" ", "-", "+"]


@frozen
class PatchLine:
    """One line of a hunk; `text` ends at LF unless the patch says that the file has none there."""

    mark: Mark
    text: str


@frozen
class Hunk:
    """One `@@` block, `number` counted from 1.

    `old_start` to `new_length` are what its header says, None if it does not. They
    are hints: models get them wrong. `ends_patch` says that nothing follows it, not even prose, and
    `ends_in_line` that the patch then stops without a line end.
    """

    number: int
    old_start: int | None
    old_length: int | None
    new_start: int | None
    new_length: int | None
    lines: tuple[PatchLine, ...]
    ends_patch: bool = False
    ends_in_line: bool = False

    @property
    def old(self) -> list[str]:
        """The lines that the hunk wants to find."""
        return [line.text for line in self.lines if line.mark != "+"]

    @property
    def new(self) -> list[str]:
        """The lines that it wants to leave."""
        return [line.text for line in self.lines if line.mark != "-"]

    @property
    def leading_context(self) -> int:
        """How many lines of context stand before the first change."""
        changes = (i for i, line in enumerate(self.lines) if line.mark != " ")
        return next(changes, len(self.lines))

    @property
    def trailing_context(self) -> int:
        """How many lines of context stand behind the last change."""
        changes = (i for i, line in enumerate(reversed(self.lines)) if line.mark != " ")
        return next(changes, len(self.lines))


@frozen
class ParsedPatch:
    """The hunks of one file in the order of the patch.

    `creates` and `deletes` say that a header names /dev/null; `notes` name the tolerances used.
    """

    hunks: tuple[Hunk, ...]
    creates: bool
    deletes: bool
    notes: tuple[str, ...]
