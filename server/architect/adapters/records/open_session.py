"""Which session a conversation has open, told to other processes as long as this one lives.

The system lets go of the lock with the process, however that ends; see `journal_lock`.
"""

import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path

from architect.domain.ids import SessionId

_TAKEN = {errno.EWOULDBLOCK, errno.EACCES}


class OpenSession:
    """At most one session at a time, in a file of its name in `folder`.

    A folder in which nothing can be written leaves it untold.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path: Path | None = None
        self._descriptor: int | None = None

    def turn_to(self, session_id: SessionId | None) -> None:
        """Have this one open, and no other."""
        path = None if session_id is None else self._folder / session_id
        if path == self._path:
            return
        self.close()
        if path is not None:
            with suppress(OSError):
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
                self._path = path
                fcntl.flock(self._descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)

    def close(self) -> None:
        """Have none open."""
        path, descriptor = self._path, self._descriptor
        self._path = self._descriptor = None
        if descriptor is not None and path is not None:
            with suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.unlink()  # nobody else has it open
            os.close(descriptor)


def is_open_in(folder: Path, session_id: SessionId) -> bool:
    """Whether a conversation has it open; one that was killed has not, and leaves no file."""
    path = folder / session_id
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()
    except OSError as error:
        return error.errno in _TAKEN
    else:
        return False
    finally:
        os.close(descriptor)
