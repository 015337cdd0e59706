"""What other sessions changed while a session went on, which going back in it leaves alone."""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from architect.app.checkpoint_stores import recorded
from architect.bootstrap.sessions import journals_since
from architect.domain.checkpoints import Checkpoint, TreeDifference
from architect.domain.ids import RunId, SessionId
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.checkpoint_events import CheckpointMade
from architect.domain.journal.events import Record
from architect.domain.journal.forked import origins
from architect.frozen import frozen
from architect.l10n import english
from architect.services.sessions import runs_of_work
from architect.services.user_runs import UndoConflict

_GIT_S = timedelta(seconds=1)
"""How exactly git knows when a checkpoint was made."""


@frozen
class Span:
    """The time between two checkpoints of a session."""

    begin: datetime
    end: datetime


def span_between(target: Checkpoint, last: Checkpoint, records: Iterable[Record]) -> Span:
    """The time from `target` to `last`, by the `records` of their session as far as those know."""
    made = {
        record.event.commit: record.at
        for record in records
        if isinstance(record.event, CheckpointMade)
    }
    return Span(made.get(target.commit, target.at), made.get(last.commit, last.at + _GIT_S))


async def others_changes(
    root: Path, own: Collection[SessionId], span: Span, *, copied: Collection[SessionId]
) -> Mapping[str, SessionId]:
    """The files that sessions other than `own` changed in `span`, by path, and which did.

    Of those that are `copied` the work counts alone: going back in a copy goes back in them, too.
    Sessions whose journals cannot be read are left out.
    """
    found: dict[str, SessionId] = {}
    for session_id in await asyncio.to_thread(journals_since, root, span.begin):
        if session_id not in own:
            records = await recorded(root, session_id)
            changed = changed_in(records, span, by_work=session_id in copied)
            found |= dict.fromkeys(changed, session_id)
    return found


def changed_in(records: Sequence[Record], span: Span, *, by_work: bool = False) -> set[str]:
    """The files that a session itself changed in `span`; with `by_work` only what an agent did."""
    left_out = {*origins(records), *(_of_user(records) if by_work else ())}
    return {
        record.event.path
        for record in records
        if isinstance(record.event, FileChanged)
        and record.run_id not in left_out
        and span.begin < record.at <= span.end
    }


def _of_user(records: Sequence[Record]) -> set[RunId]:
    return {record.run_id for record in records} - {*runs_of_work(records)}


def left_alone(
    differences: Sequence[TreeDifference], others: Mapping[str, SessionId], own: Collection[str]
) -> Sequence[UndoConflict]:
    """The files of `differences` that are not gone back to; `own` are those the session changed."""
    return [
        UndoConflict(each.path, _why(others[each.path], is_shared=each.path in own))
        for each in differences
        if each.path in others
    ]


def _why(other: SessionId, *, is_shared: bool) -> str:
    if is_shared:
        return english("the session {other} changed it as well in the meantime", other=other)
    return english("the session {other} changed it in the meantime", other=other)
