"""Where the sessions of a workspace are found again."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from architect.domain.ids import SessionId
from architect.domain.journal.events import Record
from architect.domain.journal.session import SessionSummary, StoredSession


class SessionStore(Protocol):
    """The journals of a workspace, read only; who writes one may go on meanwhile."""

    async def ids(self) -> Sequence[SessionId]:
        """Every session there is."""
        ...

    async def summaries(self) -> Sequence[SessionSummary]:
        """The same as lists show them, newest first.

        A journal that cannot be read is a session that is corrupt. Journals without any event are
        left out.
        """
        ...

    async def summary(self, session_id: SessionId) -> SessionSummary | None:
        """One of those; None if nothing has happened in it.

        Raises:
            UnknownSessionError: there is none of that id.
        """
        ...

    def records(self, session_id: SessionId) -> Iterator[Record]:
        """The same, one after the other, of a journal that may be too long to have it in memory.

        It reads while it is asked for the next one, so a loop on it belongs in a thread.

        Raises:
            UnknownSessionError: there is none of that id.
            JournalFault: its journal cannot be read, or has a line that is not a record.
        """
        ...

    async def size(self, session_id: SessionId) -> int:
        """How many bytes its journal has; 0 if there is none."""
        ...

    async def load(self, session_id: SessionId) -> StoredSession:
        """Everything recorded of a session; half a line at the end of a journal is left out.

        Raises:
            UnknownSessionError: there is none of that id.
            JournalFault: its journal cannot be read, or has a line that is not a record.
        """
        ...
