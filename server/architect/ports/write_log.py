"""What the runs of one process write in a workspace, for each other to know."""

from collections.abc import Callable, Iterator
from typing import Protocol

from architect.domain.ids import SessionId
from architect.frozen import frozen


@frozen
class Written:
    """A content that a file was given; None is no file any more.

    `number` counts what was written in the workspace. It `is_made` once it is known to be there;
    before that it may be refused. `content` gives what a hash stands for, or raises
    `OriginalMissingError`.
    """

    number: int
    sha256: str | None
    is_made: bool
    content: Callable[[str], bytes]


class WriteLog(Protocol):
    """What each session wrote last into each file, by the paths in the workspace."""

    @property
    def number(self) -> int:
        """How many there are so far."""
        ...

    def add(
        self,
        session_id: SessionId,
        path: str,
        sha256: str | None,
        content: Callable[[str], bytes],
        *,
        is_made: bool,
    ) -> None:
        """A session is about to give a file that content, or has just given it."""
        ...

    def by_others(self, session_id: SessionId, path: str, *, since: int) -> Iterator[Written]:
        """What other sessions wrote into a file behind number `since`."""
        ...
