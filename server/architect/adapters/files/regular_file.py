"""Reading a file that may turn out to be anything."""

import errno
import os
import stat
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

from architect.adapters.files.anchored import Slot, open_slot, parts_below
from architect.domain.errors import BelowFileError, FileMissingError, NotAFileError, WorkspaceFault
from architect.domain.paths import WorkspacePath

_PIECE_BYTES = 1 << 18
_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_NOCTTY | os.O_CLOEXEC


@contextmanager
def open_regular(root: Path, path: WorkspacePath) -> Generator[int]:
    """A descriptor of a regular file below `root`; opening never waits for the end of a FIFO.

    Raises:
        FileMissingError, NotAFileError, PathRefusedError, WorkspaceFault.
    """
    parts = parts_below(root, path)
    shown_as = path.relative
    if not parts:
        raise NotAFileError(f"{shown_as!r} is a folder; list it instead")
    try:
        with open_slot(root, parts) as slot:
            descriptor = open_regular_slot(slot, shown_as=shown_as)
    except OSError as error:
        raise _why_not_opened(shown_as, error) from error
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def open_regular_slot(slot: Slot, *, shown_as: str) -> int:
    """A descriptor of a regular file in an open folder.

    It is looked at before it is opened, because opening some devices does something already.

    Raises:
        NotAFileError: it is none.
        OSError: it cannot be opened.
    """
    _require_regular(slot.status().st_mode, shown_as)
    descriptor = os.open(slot.name, _FLAGS, dir_fd=slot.folder)
    try:
        _require_regular(os.fstat(descriptor).st_mode, shown_as)
    except NotAFileError:
        os.close(descriptor)
        raise
    return descriptor


def read_whole(descriptor: int, *, shown_as: str, max_bytes: int) -> bytes:
    """The bytes of an open file.

    Raises:
        WorkspaceFault: it is larger than `max_bytes` or cannot be read.
    """
    too_large = WorkspaceFault(
        f"{shown_as!r} is larger than {max_bytes:,} bytes, too large to be edited here; "
        "read it page by page, or change it with a command"
    )
    size = os.fstat(descriptor).st_size
    if size > max_bytes:
        raise too_large
    content: list[bytes] = []
    for piece in pieces(descriptor, shown_as=shown_as, piece_bytes=max(size + 1, _PIECE_BYTES)):
        content.append(piece)
        max_bytes -= len(piece)
        if max_bytes < 0:
            raise too_large
    return b"".join(content)


def pieces(descriptor: int, *, shown_as: str, piece_bytes: int = _PIECE_BYTES) -> Iterator[bytes]:
    """The bytes of an open file, a part at a time.

    Raises:
        WorkspaceFault: it cannot be read.
    """
    try:
        while piece := os.read(descriptor, piece_bytes):
            yield piece
    except OSError as error:
        raise WorkspaceFault(f"{shown_as!r} cannot be read: {error.strerror}") from error


def _require_regular(mode: int, shown_as: str) -> None:
    if stat.S_ISLNK(mode):
        raise NotAFileError(f"{shown_as!r} has become a link; ask for it again")
    if stat.S_ISDIR(mode):
        raise NotAFileError(f"{shown_as!r} is a folder; list it instead")
    if not stat.S_ISREG(mode):
        raise NotAFileError(f"{shown_as!r} is a device, FIFO or socket, not a file")


def _why_not_opened(shown_as: str, error: OSError) -> WorkspaceFault:
    match error:
        case FileNotFoundError():
            return FileMissingError(f"there is no file {shown_as!r}")
        case NotADirectoryError():
            return BelowFileError(f"there is no file {shown_as!r}: a part of the path is a file")
        case OSError(errno=errno.ENXIO | errno.ENODEV):
            return NotAFileError(f"{shown_as!r} is a device, FIFO or socket, not a file")
        case OSError(errno=errno.ELOOP):
            return NotAFileError(f"{shown_as!r} has become a link, or a folder on the way has")
        case _:
            return WorkspaceFault(f"{shown_as!r} cannot be read: {error.strerror}")
