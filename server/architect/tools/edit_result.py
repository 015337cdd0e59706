"""How the tools that change a file bring their change into the workspace."""

import asyncio
from collections.abc import Awaitable, Callable

from architect.domain.errors import BelowFileError, FileMissingError, StaleFileError
from architect.domain.paths import WorkspacePath
from architect.domain.seen_file import SeenFile
from architect.domain.text.document import FileChange, Snapshot
from architect.domain.text.undecodable_bytes import shown
from architect.domain.verdict import Preview
from architect.frozen import frozen
from architect.tools.context import ToolContext


@frozen
class PlannedChange:
    """What a call would do to its file, and what the model should know about it.

    `since` tells of what others changed in the file since the model saw it.
    """

    change: FileChange
    notes: tuple[str, ...] = ()
    since: str = ""

    @property
    def is_empty(self) -> bool:
        change = self.change
        same = change.before is not None and change.before.document == change.after
        return same and change.executable is None


_MAX_DIFF_CHARS = 4000

_RETRIES = 2
"""Somebody may be typing in the file."""

_INLINE_CHARS = 50_000
"""Up to here a place is found, or told to be missing, in less than 10 ms, mostly in 0.1 ms; that is
less than a thread costs."""

Plan = Callable[[], Awaitable[PlannedChange]]
"""Reads the file and works out the change, without making it."""


async def apply_plan(plan: Plan, context: ToolContext) -> PlannedChange:
    """Plan and apply; if the file changes in between, again from its new text.

    Raises:
        ToolFault, PortFault: there is no such change, or it cannot be made.
    """
    for _ in range(_RETRIES):
        planned = await plan()
        try:
            await _apply(planned, context)
        except StaleFileError:
            continue
        return planned
    planned = await plan()
    await _apply(planned, context)
    return planned


async def worked_out(
    work: Callable[[], PlannedChange], before: Snapshot | None, said: str
) -> PlannedChange:
    """What `work` makes of a file and of what was `said` about it; of long ones in a thread."""
    known = len(before.document.text) if before else 0
    return work() if known + len(said) <= _INLINE_CHARS else await asyncio.to_thread(work)


async def _apply(planned: PlannedChange, context: ToolContext) -> None:
    if not planned.is_empty:
        await context.workspace.apply(planned.change)


async def read_if_present(path: WorkspacePath, context: ToolContext) -> Snapshot | None:
    """The file, or None if there is none.

    Raises:
        BelowFileError, NotAFileError, NotTextError, WorkspaceFault.
    """
    try:
        return await context.workspace.read(path)
    except BelowFileError:
        raise
    except FileMissingError:
        return None


async def foreseen(plan: Plan, context: ToolContext) -> Preview | None:
    """The change as a patch; None if it is none.

    Raises:
        ToolFault, PortFault: there is no such change, or it may not be made.
    """
    planned = await plan()
    if planned.is_empty:
        return None
    await context.check_change(planned.change)
    return Preview("patch", _modes(planned.change) + shown(planned.change.diff))


def _modes(change: FileChange) -> str:
    """What git says of the execute bit above a diff."""
    if change.executable is None:
        return ""
    old, new = ("644", "755") if change.executable else ("755", "644")
    if change.before is None:
        return f"new file mode 100{new}\n"
    return f"old mode 100{old}\nnew mode 100{new}\n"


def seen_after(planned: PlannedChange, context: ToolContext) -> SeenFile | None:
    """What the model knows of the file after a change of a part of it."""
    change = planned.change
    if change.after is None:
        return None
    before = change.before.document.text if change.before else None
    return context.seen.changed(change.path, context.workspace.root, before, change.after.text)


def report(planned: PlannedChange) -> str:
    """The outcome in one line: `edited src/a.py: +3 -2 (notes)`."""
    change = planned.change
    notes = f" ({'; '.join(planned.notes)})" if planned.notes else ""
    if planned.is_empty:
        return f"{change.path} already has this content{notes}"
    verb = "created" if change.before is None else "deleted" if change.after is None else "edited"
    counts = [("+", change.lines_added), ("-", change.lines_removed)]
    unchanged = "no line changed" if change.after and change.after.text else "empty"
    shown = " ".join(f"{sign}{count}" for sign, count in counts if count) or unchanged
    return f"{verb} {change.path}: {shown}{notes}"


def lines(count: int) -> str:
    """A number of lines in words."""
    return "1 line" if count == 1 else f"{count} lines"


def line_count(text: str) -> int:
    """Lines for a summary: a last line without line end counts."""
    return text.count("\n") + (bool(text) and not text.endswith("\n"))


def shortened(diff: str) -> str:
    """As much of a diff as a result shows."""
    if len(diff) <= _MAX_DIFF_CHARS:
        return diff
    cut = diff.rfind("\n", 0, _MAX_DIFF_CHARS)
    return f"{diff[:cut]}\n(the rest of the diff is not shown)\n"
