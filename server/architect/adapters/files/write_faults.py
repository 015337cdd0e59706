"""Why a file could not be written, in words that say what to do."""

import errno
from pathlib import PurePosixPath

from architect.domain.errors import StaleFileError, WorkspaceFault
from architect.domain.paths import WorkspacePath

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def why_not_written(path: WorkspacePath, error: OSError) -> WorkspaceFault:
    """The fault for an `error` of the disk; nothing was changed in all these cases."""
    name = path.relative
    match error:
        case FileNotFoundError() | OSError(errno=errno.ESTALE):
            return StaleFileError(f"{name!r} was moved or replaced meanwhile; read it again")
        case OSError(errno=errno.ELOOP):
            return StaleFileError(
                f"{name!r} leads elsewhere by now: it, or a folder, became a link"
            )
        case NotADirectoryError():
            return WorkspaceFault(f"{name!r} cannot be written: a part of the path is a file")
        case PermissionError():
            folder = str(PurePosixPath(name).parent)
            return WorkspaceFault(
                f"{name!r} cannot be written: no permission to change the folder {folder!r}"
            )
        case OSError(errno=code) if code in _FULL:
            return WorkspaceFault(
                f"{name!r} cannot be written: {error.strerror}; nothing was changed, "
                "make room and try again"
            )
        case _:
            return WorkspaceFault(f"{name!r} cannot be written: {error.strerror}")
