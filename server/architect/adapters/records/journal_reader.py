"""Reading a journal back."""

import json
import math
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError

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
        read = _Line.model_validate(_as_written_now(_decoded(line)))
    except (ValueError, RecursionError) as error:
        raise JournalFault(
            english(
                "{name!r}, line {number} is not a record: {error}",
                name=shown_as,
                number=number,
                error=_in_one_line(error),
            )
        ) from error
    return Record(read.run_id, read.seq, read.at, read.event)


def _decoded(line: bytes) -> Any:
    return json.loads(line, parse_float=_finite, parse_constant=_finite)


def _finite(number: str) -> float:
    """The number, which whoever reads the record can count with.

    Raises:
        ValueError: it is infinite, or none.
    """
    if not math.isfinite(found := float(number)):
        raise ValueError(english("{number} is not a finite number", number=number))
    return found


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


def _in_one_line(error: ValueError | RecursionError) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "union_tag_invalid":
        return english(
            "there is no event of the type {name!r}", name=first.get("ctx", {}).get("tag")
        )
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
