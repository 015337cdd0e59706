"""The strings that identify things: their types, and how each is made of others."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NewType

from architect.lazy_pattern import lazy_pattern

SessionId = NewType("SessionId", str)
"""What persists across runs: `YYYYMMDD-HHMMSS-hex6`, also the stem of the journal file."""

RunId = NewType("RunId", str)
"""One request within a session: the session id, a dot and a number counted from 1.

A run that another one opened has the id of that one, a dot and a number counted from 1.
"""

CallId = NewType("CallId", str)
"""One tool call; unique within a session."""

FindingId = NewType("FindingId", str)
"""One finding of a review; made of what it says and where, so that it outlives its run."""

HunkId = NewType("HunkId", str)
"""One hunk of a run; made of the run, the file and what changed, so that it outlives typing."""

WorkflowId = NewType("WorkflowId", str)
"""Many runs as one: its kind, a dash, and what the id of a session is made of."""

UnitId = NewType("UnitId", str)
"""One run of a workflow, by a name that is unique in it."""

_DOT = "."
_SESSION_ID = lazy_pattern(r"\w[\w-]*", re.ASCII)

RUN_ID_PATTERN = r"^[^.]+([.][0-9]{1,9})+$"
"""What every id of a run looks like: that of a session, and one number or more."""


def session_id_at(now: datetime, chance: int) -> SessionId:
    """An id that sorts by time, to the millisecond; `now` is in UTC, `chance` any number from 0.

    The six digits are the millisecond and, within it, chance: sessions of one second are no more
    likely to meet than if all of the digits were chance.
    """
    chances = 16**6 // 1000
    tail = now.microsecond // 1000 * chances + chance % chances
    return SessionId(f"{now:%Y%m%d-%H%M%S}-{tail:06x}")


def workflow_id_at(kind: str, now: datetime, chance: int) -> WorkflowId:
    """An id that says what `kind` of workflow it is of; the rest is as in `session_id_at`."""
    return WorkflowId(f"{kind}-{session_id_at(now, chance)}")


def begun_at(workflow_id: WorkflowId) -> datetime | None:
    """When a workflow was begun, to the second in UTC; None if its id does not tell."""
    try:
        return datetime.strptime(workflow_id[-22:-7], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def run_id_of(session_id: SessionId, number: int = 1) -> RunId:
    """The id of a run of the session, counted from 1; without `number` that of the first one."""
    return RunId(f"{session_id}{_DOT}{number}")


def next_run_id(session_id: SessionId, known: Iterable[RunId]) -> RunId:
    """The id of another run in the session, behind those in `known`."""
    return run_id_of(session_id, max(map(_number, known), default=0) + 1)


def child_run_id(parent: RunId, number: int) -> RunId:
    """The id of a run that a call of `parent` opens, counted from 1."""
    return RunId(f"{parent}{_DOT}{number}")


def parent_of(run_id: RunId) -> RunId | None:
    """The run whose call opened this one; None if a front end did."""
    above = run_id.rpartition(_DOT)[0]
    return RunId(above) if names_run(above) else None


def names_run(session_or_run: str) -> bool:
    """Whether that is the id of a run; else it is that of a session, which has no dot."""
    return _DOT in session_or_run


def is_session_id(name: str) -> bool:
    """Whether a session can be called that: a word that a shell takes as it is."""
    return _SESSION_ID.fullmatch(name) is not None


def session_of(run_id: RunId) -> SessionId:
    """The session of a run, or of one below it: `SESSION.1` and `SESSION.1.2` are of `SESSION`."""
    return SessionId(run_id.partition(_DOT)[0])


def _number(run_id: RunId) -> int:
    """The number within its session of a run, or of the one above it that no other run opened."""
    return int(run_id.split(_DOT)[1])
