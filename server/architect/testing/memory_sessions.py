"""The sessions of a workspace, in memory."""

from collections.abc import Iterator, Mapping, Sequence

from architect.domain.errors import UnknownSessionError
from architect.domain.ids import SessionId
from architect.domain.journal.event_json import record_line
from architect.domain.journal.events import Record
from architect.domain.journal.session import SessionSummary, StoredSession, newest_first
from architect.domain.journal.session_fold import summary_of


class MemorySessions:
    """Records by session; those in `live` are still being written."""

    def __init__(
        self, sessions: Mapping[SessionId, Sequence[Record]], *, live: Sequence[SessionId] = ()
    ) -> None:
        self.sessions = dict(sessions)
        self.live = set(live)

    async def ids(self) -> Sequence[SessionId]:
        return sorted(self.sessions, reverse=True)

    async def summaries(self) -> Sequence[SessionSummary]:
        found = [await self.summary(session_id) for session_id in await self.ids()]
        return newest_first(summary for summary in found if summary is not None)

    async def summary(self, session_id: SessionId) -> SessionSummary | None:
        if session_id not in self.sessions:
            raise UnknownSessionError(f"there is no session {session_id!r}")
        records = self.sessions[session_id]
        if not records:
            return None
        is_live = session_id in self.live
        return summary_of(session_id, records, is_live=is_live, updated_at=records[-1].at)

    def records(self, session_id: SessionId) -> Iterator[Record]:
        if session_id not in self.sessions:
            raise UnknownSessionError(f"there is no session {session_id!r}")
        return iter(self.sessions[session_id])

    async def size(self, session_id: SessionId) -> int:
        return sum(len(record_line(each)) for each in self.sessions.get(session_id, ()))

    async def load(self, session_id: SessionId) -> StoredSession:
        if session_id not in self.sessions:
            raise UnknownSessionError(f"there is no session {session_id!r}")
        records = tuple(self.sessions[session_id])
        return StoredSession(session_id, records, session_id in self.live)
