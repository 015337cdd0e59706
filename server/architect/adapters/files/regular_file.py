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
from architect.l10n import english

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
        raise NotAFileError(english("{path!r} is a folder; list it instead", path=shown_as))
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
        english(
            "{path!r} is larger than {max_bytes:,} bytes, too large to be edited here; "
            "read it page by page, or change it with a command",
            path=shown_as,
            max_bytes=max_bytes,
        )
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
        raise WorkspaceFault(
            english("{path!r} cannot be read: {reason}", path=shown_as, reason=error.strerror)
        ) from error


def _require_regular(mode: int, shown_as: str) -> None:
    if stat.S_ISLNK(mode):
        raise NotAFileError(english("{path!r} has become a link; ask for it again", path=shown_as))
    if stat.S_ISDIR(mode):
        raise NotAFileError(english("{path!r} is a folder; list it instead", path=shown_as))
    if not stat.S_ISREG(mode):
        raise NotAFileError(
            english("{path!r} is a device, FIFO or socket, not a file", path=shown_as)
        )


def _why_not_opened(shown_as: str, error: OSError) -> WorkspaceFault:
    match error:
        case FileNotFoundError():
            return FileMissingError(english("there is no file {path!r}", path=shown_as))
        case NotADirectoryError():
            return BelowFileError(
                english("there is no file {path!r}: a part of the path is a file", path=shown_as)
            )
        case OSError(errno=errno.ENXIO | errno.ENODEV):
            return NotAFileError(
                english("{path!r} is a device, FIFO or socket, not a file", path=shown_as)
            )
        case OSError(errno=errno.ELOOP):
            return NotAFileError(
                english("{path!r} has become a link, or a folder on the way has", path=shown_as)
            )
        case _:
            return WorkspaceFault(
                english("{path!r} cannot be read: {reason}", path=shown_as, reason=error.strerror)
            )
