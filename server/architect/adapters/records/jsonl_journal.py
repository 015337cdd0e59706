"""A journal as a file of JSON lines: of a session, of a run that another opened, of a workflow."""

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from architect.adapters.records.journal_lock import own
from architect.domain.errors import JournalFault, SessionBusyError
from architect.domain.ids import RunId, SessionId, WorkflowId
from architect.domain.journal.event_json import record_line
from architect.domain.journal.events import Record
from architect.l10n import english
from architect.ports.originals import Originals

if TYPE_CHECKING:  # no run should wait for what only workflows need
    from architect.domain.workflows.events import WorkflowRecord

_TAIL_BYTES = 1 << 16


class JsonlJournal:
    """Appends to `FOLDER/SESSION.jsonl`, or `FOLDER/RUN.jsonl`.

    A line is with the operating system when `append` returns, so that only a power cut can lose
    it, and no more than the step in flight: `sync` is called after each. The `originals` it speaks
    of are put on the disk before it. While the file is open, nobody else can write it.
    """

    def __init__(
        self,
        folder: Path,
        owner: SessionId | RunId | WorkflowId,
        *,
        originals: Originals | None = None,
    ) -> None:
        self.path = folder / f"{owner}.jsonl"
        self._owner = owner
        self._originals = originals
        self._fd = -1
        self._is_torn = False

    def append(self, record: "Record | WorkflowRecord") -> None:
        if self._is_torn:
            # One more line would join the half of one, and nobody could read either.
            raise JournalFault(
                english("the journal {path!r} ended with a line that failed", path=str(self.path))
            )
        line = record_line(record)
        self._is_torn = True
        try:
            self._open()
            while line:
                line = line[os.write(self._fd, line) :]
            self._is_torn = False
        except OSError as error:
            raise self._not_written(error) from error

    def open(self) -> None:
        """Be the one who writes the file, which is made if need be; `append` does it as well.

        Raises:
            SessionBusyError: somebody else is.
            JournalFault: it cannot be opened.
        """
        try:
            self._open()
        except OSError as error:
            raise self._not_written(error) from error

    def _open(self) -> None:
        if self._fd >= 0:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        descriptor = os.open(self.path, flags, 0o600)
        try:
            if not own(descriptor):
                raise SessionBusyError(
                    english(
                        "the session {owner!r} is being worked on; wait for the end of its run, or "
                        "stop it",
                        owner=self._owner,
                    )
                )
            _cut_torn_line(descriptor)
        except (OSError, SessionBusyError):
            os.close(descriptor)
            raise
        self._fd = descriptor

    def _not_written(self, error: OSError) -> JournalFault:
        return JournalFault(
            english("cannot write the journal {path!r}: {error}", path=str(self.path), error=error)
        )

    async def sync(self) -> None:
        await asyncio.to_thread(self._sync)

    def _sync(self) -> None:
        if self._originals is not None:
            self._originals.sync()
        if self._fd < 0:
            return
        try:
            links = _synced(self._fd)
        except OSError as error:
            raise JournalFault(
                english(
                    "cannot put the journal {path!r} on the disk: {error}",
                    path=str(self.path),
                    error=error,
                )
            ) from error
        if not links:
            raise JournalFault(
                english(
                    "the journal {path!r} was deleted during the run, by a command perhaps; what "
                    "happened is no longer recorded",
                    path=str(self.path),
                )
            )

    async def aclose(self) -> None:
        if self._fd >= 0:
            try:
                await self.sync()
            finally:
                os.close(self._fd)
                self._fd = -1

    def abandon(self) -> None:
        """Close it without having written; an empty one, made by opening, is removed."""
        if self._fd >= 0:
            is_empty = os.fstat(self._fd).st_size == 0
            os.close(self._fd)
            self._fd = -1
            if is_empty:
                with suppress(OSError):
                    self.path.unlink()


def _synced(descriptor: int) -> int:
    """Force the file onto the disk; how many names it still has."""
    os.fsync(descriptor)
    return os.fstat(descriptor).st_nlink


def _cut_torn_line(descriptor: int) -> None:
    """Remove what a crash left of a last line; the next one would join it, and both be lost."""
    end = size = os.fstat(descriptor).st_size
    while end:
        start = max(0, end - _TAIL_BYTES)
        found = os.pread(descriptor, end - start, start).rfind(b"\n")
        if found >= 0:
            end = start + found + 1
            break
        end = start
    if end < size:
        os.ftruncate(descriptor, end)
