"""The journal of a session as a file of JSON lines."""

import asyncio
import os
from pathlib import Path

from architect.domain.errors import JournalFault
from architect.domain.event_json import record_line
from architect.domain.events import Record
from architect.domain.ids import SessionId


class JsonlJournal:
    """Appends to `FOLDER/SESSION.jsonl`.

    A line is with the operating system when `append` returns, so that only a power cut can lose
    it, and no more than the step in flight: `sync` is called after each.
    """

    def __init__(self, folder: Path, session_id: SessionId) -> None:
        self.session_id = session_id
        self.path = folder / f"{session_id}.jsonl"
        self._fd = -1
        self._is_torn = False

    def append(self, record: Record) -> None:
        if self._is_torn:
            # One more line would join the half of one, and nobody could read either.
            raise JournalFault(f"the journal {str(self.path)!r} ended with a line that failed")
        line = record_line(record)
        self._is_torn = True
        try:
            if self._fd < 0:
                self._open()
            while line:
                line = line[os.write(self._fd, line) :]
            self._is_torn = False
        except OSError as error:
            raise JournalFault(f"cannot write the journal {str(self.path)!r}: {error}") from error

    def _open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        self._fd = os.open(self.path, flags, 0o600)

    async def sync(self) -> None:
        if self._fd >= 0:
            try:
                links = await asyncio.to_thread(_synced, self._fd)
            except OSError as error:
                raise JournalFault(
                    f"cannot put the journal {str(self.path)!r} on the disk: {error}"
                ) from error
            if not links:
                raise JournalFault(
                    f"the journal {str(self.path)!r} was deleted during the run, by a command "
                    "perhaps; what happened is no longer recorded"
                )

    async def aclose(self) -> None:
        if self._fd >= 0:
            try:
                await self.sync()
            finally:
                os.close(self._fd)
                self._fd = -1


def _synced(descriptor: int) -> int:
    """Force the file onto the disk; how many names it still has."""
    os.fsync(descriptor)
    return os.fstat(descriptor).st_nlink
