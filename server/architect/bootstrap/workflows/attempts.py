"""What is known of attempts at units in the user's files, and of what they left behind."""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path

from architect.adapters.records.attempt_file import AttemptFile
from architect.adapters.records.workflow_files import WorkflowFiles
from architect.domain.checkpoints import TreeDifference
from architect.domain.journal.acting import ActingSpan
from architect.ports.unit_executor import UnitOrder

_TICK = timedelta(milliseconds=20)
"""The times of files follow a clock of the kernel that ticks every 4 to 10 ms."""

_STRAGGLERS = timedelta(seconds=2)
"""What a process had started is killed with it, but not in the same instant."""


def attempt_file(root: Path, order: UnitOrder) -> AttemptFile:
    """The record of an attempt in the workspace at `root`."""
    return AttemptFile(WorkflowFiles(root).attempt(order.workflow_id, order.session_id))


def alive(file: AttemptFile) -> AbstractContextManager[None]:
    """Have the record say that the attempt is alive, and what it starts."""
    from architect.adapters.process.process_mark import our_word

    return file.alive(our_word())


async def end_what_it_started(mark: str) -> None:
    """Kill what carries the mark of a process that is gone; nothing without a mark."""
    from architect.adapters.process.orphan_guard import end_marked

    if mark:
        await asyncio.to_thread(end_marked, mark.encode("ascii"))


async def written_in(
    spans: Sequence[ActingSpan],
    differences: Iterable[TreeDifference],
    root: Path,
    *,
    last_sign: datetime,
    has_ended: bool,
) -> set[str]:
    """The paths of those `differences` that came about while a run was acting.

    `last_sign` is when its process was alive; `has_ended` says that it ended by itself then.
    """
    from architect.adapters.changes.written_within import written_within

    latest = last_sign + (_TICK if has_ended else _STRAGGLERS)
    ends = [latest if each.end is None else each.end + _TICK for each in spans]
    times = [(_ns(each.start - _TICK), _ns(end)) for each, end in zip(spans, ends, strict=True)]
    open_since = times[-1][0] if spans and spans[-1].end is None else None
    return await asyncio.to_thread(written_within, root, differences, times, open_since=open_since)


def _ns(moment: datetime) -> int:
    return round(moment.timestamp() * 1_000_000) * 1_000
