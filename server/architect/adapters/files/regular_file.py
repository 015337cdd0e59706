"""Reading a file that may turn out to be anything."""

import errno
import os
import stat
from pathlib import Path

from architect.domain.errors import FileMissingError, NotAFileError, WorkspaceFault


def read_regular(path: Path, *, shown_as: str, max_bytes: int) -> bytes:
    """The bytes of a regular file; opening never waits for the other end of a FIFO.

    Raises:
        FileMissingError, NotAFileError, WorkspaceFault: the last if it is larger than `max_bytes`.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError as error:
        raise _why_not_opened(shown_as, error) from error
    try:
        _require_regular(os.fstat(descriptor).st_mode, shown_as)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            content = file.read(max_bytes + 1)
    except OSError as error:
        raise WorkspaceFault(f"{shown_as!r} cannot be read: {error.strerror}") from error
    finally:
        os.close(descriptor)
    if len(content) > max_bytes:
        raise WorkspaceFault(
            f"{shown_as!r} is larger than {max_bytes:,} bytes and is not read; "
            "look at a part of it with a command"
        )
    return content


def _require_regular(mode: int, shown_as: str) -> None:
    if stat.S_ISDIR(mode):
        raise NotAFileError(f"{shown_as!r} is a folder; list it instead")
    if not stat.S_ISREG(mode):
        raise NotAFileError(f"{shown_as!r} is a device, FIFO or socket, not a file")


def _why_not_opened(shown_as: str, error: OSError) -> WorkspaceFault:
    match error:
        case FileNotFoundError():
            return FileMissingError(f"there is no file {shown_as!r}")
        case NotADirectoryError():
            return FileMissingError(f"there is no file {shown_as!r}: a part of the path is a file")
        case OSError(errno=errno.ENXIO | errno.ENODEV):
            return NotAFileError(f"{shown_as!r} is a device, FIFO or socket, not a file")
        case OSError(errno=errno.ELOOP):
            return NotAFileError(f"{shown_as!r} has become a link")
        case _:
            return WorkspaceFault(f"{shown_as!r} cannot be read: {error.strerror}")
