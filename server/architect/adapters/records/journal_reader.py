"""Reading a journal back."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, Field

from architect.adapters.records.record_lines import decoded, problem_in
from architect.domain.errors import JournalFault
from architect.domain.ids import RUN_ID_PATTERN, RunId
from architect.domain.journal.event_json import RENAMED_EVENTS
from architect.domain.journal.events import Event, Record
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

_UNDO_TASK = lazy_pattern(r"undo (\S+)")
"""The task of an undo, which was all that named the run before there was a field for it."""


class _Line(BaseModel):
    run_id: Annotated[RunId, Field(pattern=RUN_ID_PATTERN)]
    seq: int
    at: datetime
    event: Annotated[Event, Field(discriminator="type")]


def records_of(lines: Iterable[bytes], *, shown_as: str) -> Iterator[Record]:
    """The records of a journal, from its lines without their line feeds.

    Raises:
        JournalFault: a line is not a record.
    """
    for number, line in enumerate(lines, start=1):
        yield record_of(line, shown_as=shown_as, number=number)


def record_of(line: bytes, *, shown_as: str, number: int) -> Record:
    """The record of one line.

    Raises:
        JournalFault: it is none.
    """
    try:
        read = _Line.model_validate(_as_written_now(decoded(line)))
    except (ValueError, RecursionError) as error:
        raise JournalFault(
            english(
                "{name!r}, line {number} is not a record: {error}",
                name=shown_as,
                number=number,
                error=problem_in(error),
            )
        ) from error
    return Record(read.run_id, read.seq, read.at, read.event)


def _as_written_now(line: Any) -> Any:
    """A decoded line of an earlier version as it would be written now."""
    match line:
        case {"event": {"type": str(old)} as event} if old in RENAMED_EVENTS:
            return {**line, "event": {**event, "type": RENAMED_EVENTS[old]}}
        case {"event": {"type": "run.started", "agent": "undo", "task": str(task)} as event}:
            undone = _UNDO_TASK.fullmatch(task) if "undoes" not in event else None
            return {**line, "event": {**event, "undoes": undone[1]}} if undone else line
        case _:
            return line
