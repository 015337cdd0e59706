"""Who writes a journal: the process that holds the lock on its file.

The system lets go of the lock with the process, however that ends, so a journal without a last
event and without a lock is one of a run that was interrupted. Locks on whole files (flock) belong
to the open file, so that another part of the same process is told the same as another process. On a
file system without locks every journal looks as if nobody wrote it.
"""

import errno
import fcntl
import os
import time

_TAKEN = {errno.EWOULDBLOCK, errno.EACCES}
_ATTEMPTS = 50
_PAUSE_S = 0.01
"""Whoever only looks holds the lock for some microseconds, so that this is more than enough."""


def own(descriptor: int) -> bool:
    """Take the lock until the file is closed; False if another writer has it."""
    for attempt in range(_ATTEMPTS):
        if attempt:
            time.sleep(_PAUSE_S)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _TAKEN:
                return True
        else:
            return True
    return False


def size_and_writer(descriptor: int) -> tuple[int, bool]:
    """How long the journal is, and whether somebody writes it; both at the same moment.

    Up to that size the file will not change, but for half a line that a crash left at its end.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return os.fstat(descriptor).st_size, error.errno in _TAKEN
    try:
        return os.fstat(descriptor).st_size, False
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
