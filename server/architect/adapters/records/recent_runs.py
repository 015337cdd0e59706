"""Runs that changed files, found in the newest journals without reading all of what they say."""

import os
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from architect.adapters.files.anchored import Slot, open_listable_folder
from architect.adapters.files.project_folder import NAME
from architect.adapters.files.regular_file import open_regular_slot
from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.records.journal_reader import record_of
from architect.domain.errors import JournalFault, NotAFileError
from architect.domain.ids import RunId, SessionId, is_session_id, session_of
from architect.domain.journal.file_traces import is_work
from architect.domain.journal.run_events import RunStarted
from architect.lazy_pattern import lazy_pattern

MOST_BYTES = 20_000_000
"""Of one journal; who wants to know of a longer one has to ask for its runs."""

_SUFFIX = ".jsonl"
_START = lazy_pattern(rb'\{"run_id":"([^"]*)","seq":\d+,"at":"[^"]*","event":\{"type":"([^"]*)"')
_STARTED = b"run.started"
_CHANGES = {b"file.intended", b"file.proposed"}


def journal_stamp(root: Path, session_id: SessionId) -> tuple[int, int] | None:
    """Length and time of the last change of a journal; None if there is none."""
    try:
        status = os.lstat(root / NAME / SESSIONS / (session_id + _SUFFIX))
    except (OSError, ValueError):
        return None
    return status.st_size, status.st_mtime_ns


def journal_written_last(root: Path, without: Collection[SessionId]) -> tuple[str, int, int] | None:
    """Name, length and time of the last change of the newest journal; None if there is none.

    Those of the sessions `without` are left out. No journal is read.
    """
    names = {session_id + _SUFFIX for session_id in without}
    with suppress(OSError), open_listable_folder(root, (NAME, SESSIONS)) as folder:
        journals = [each for each in _journals(folder, since=0.0) if each[0] not in names]
        return max(journals, key=lambda each: (each[2], each[0]), default=None)
    return None


def journals_since(root: Path, since: float) -> list[SessionId]:
    """The sessions whose journals were written `since`, in seconds since the epoch, or later."""
    with suppress(OSError), open_listable_folder(root, (NAME, SESSIONS)) as folder:
        names = (name.removesuffix(_SUFFIX) for name, _, _ in _journals(folder, since))
        return [SessionId(name) for name in sorted(names)]
    return []


def recent_runs(root: Path, *, most_sessions: int, since: float) -> list[RunId]:
    """The runs of work that changed a file or proposed to, the newest first.

    They are those of the `most_sessions` journals written last, none of them before `since`, in
    seconds since the epoch. Journals that cannot be read are left out.
    """
    found: list[RunId] = []
    with (
        suppress(OSError),
        open_listable_folder(root, (NAME, SESSIONS)) as folder,
    ):
        for name in _newest(folder, since)[:most_sessions]:
            with suppress(OSError, NotAFileError, JournalFault):
                descriptor = open_regular_slot(Slot(folder, name), shown_as=name)
                with os.fdopen(descriptor, "rb") as journal:
                    own = [run for run in _runs(journal, name) if _is_of(run, name)]
                    found += reversed(own)
    return found


def _newest(folder: int, since: float) -> list[str]:
    found = sorted(_journals(folder, since), key=lambda each: (each[2], each[0]), reverse=True)
    return [name for name, _, _ in found]


def _journals(folder: int, since: float) -> Iterator[tuple[str, int, int]]:
    """Name, length and time of the last change of each journal of a session."""
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name.removesuffix(_SUFFIX)
            if name == entry.name or not is_session_id(name):
                continue  # that of a child run is found by its parent's
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                if status.st_mtime >= since and status.st_size <= MOST_BYTES:
                    yield entry.name, status.st_size, status.st_mtime_ns


def _runs(journal: BinaryIO, name: str) -> Iterator[RunId]:
    """The runs of one journal, oldest first.

    Raises:
        OSError, JournalFault.
    """
    of_work: set[bytes] = set()
    told: set[bytes] = set()
    for number, line in enumerate(journal, start=1):
        start = _START.match(line)
        if start is None or not line.endswith(b"}\n"):
            return
        run, kind = start.groups()
        if kind == _STARTED:
            event = record_of(line, shown_as=name, number=number).event
            if isinstance(event, RunStarted) and is_work(event) and not event.forked_from:
                of_work.add(run)
        elif kind in _CHANGES and run in of_work and run not in told:
            told.add(run)
            yield RunId(run.decode())


def _is_of(run_id: RunId, name: str) -> bool:
    """A copy of a journal has the runs of another one."""
    return session_of(run_id) == name.removesuffix(_SUFFIX)
