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
    are hints: models get them wrong. `heading` is what git writes behind them, a line above the
    hunk. `anchors` stand in a header without numbers: lines of the file, each below the one before,
    and the hunk below them all. `at_end` says that its last line is the last one of the file.
    `ends_patch` says that nothing follows it, not even prose, and `ends_in_line` that the patch
    then stops without a line end.
    """

    number: int
    old_start: int | None
    old_length: int | None
    new_start: int | None
    new_length: int | None
    lines: tuple[PatchLine, ...]
    heading: str = ""
    anchors: tuple[str, ...] = ()
    at_end: bool = False
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
class FilePatch:
    """The hunks of one file in the order of the patch; `names` are what it calls the file, first
    `name`.

    `creates` and `deletes` say that a header names /dev/null, or says it in words. `executable` is
    the execute bit that it wants, None if it says nothing of it. `whole_lines` says that it is in
    the form of codex, which knows no last line without a line end. `notes` name the tolerances.
    """

    hunks: tuple[Hunk, ...]
    name: str | None = None
    names: tuple[str, ...] = ()
    creates: bool = False
    deletes: bool = False
    executable: bool | None = None
    whole_lines: bool = False
    notes: tuple[str, ...] = ()
