"""What the runs of this process write in a workspace, kept in memory."""

from collections.abc import Callable, Iterator

from architect.domain.ids import SessionId
from architect.ports.write_log import Written


class MemoryWriteLog:
    """See `WriteLog`; of each file and session only the last content is kept, made and not."""

    def __init__(self) -> None:
        self._last: dict[str, dict[tuple[SessionId, bool], Written]] = {}
        self._number = 0

    @property
    def number(self) -> int:
        return self._number

    def add(
        self,
        session_id: SessionId,
        path: str,
        sha256: str | None,
        content: Callable[[str], bytes],
        *,
        is_made: bool,
    ) -> None:
        self._number += 1
        written = Written(self._number, sha256, is_made, content)
        self._last.setdefault(path, {})[session_id, is_made] = written

    def by_others(self, session_id: SessionId, path: str, *, since: int) -> Iterator[Written]:
        for (other, _), written in self._last.get(path, {}).items():
            if other != session_id and written.number > since:
                yield written
