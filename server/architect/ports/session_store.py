"""Where the sessions of a workspace are found again."""

from collections.abc import Sequence
from typing import Protocol

from architect.domain.ids import SessionId
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

    async def load(self, session_id: SessionId) -> StoredSession:
        """Everything recorded of a session; half a line at the end of a journal is left out.

        Raises:
            UnknownSessionError: there is none of that id.
            JournalFault: its journal cannot be read, or has a line that is not a record.
        """
        ...
