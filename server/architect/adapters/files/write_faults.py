"""Why a file could not be written, in words that say what to do."""

import errno
from pathlib import PurePosixPath

from architect.domain.errors import StaleFileError, WorkspaceFault
from architect.domain.paths import WorkspacePath
from architect.l10n import english

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def why_not_written(path: WorkspacePath, error: OSError) -> WorkspaceFault:
    """The fault for an `error` of the disk; nothing was changed in all these cases."""
    name = path.relative
    match error:
        case FileNotFoundError() | OSError(errno=errno.ESTALE):
            return StaleFileError(
                english("{path!r} was moved or replaced meanwhile; read it again", path=name)
            )
        case OSError(errno=errno.ELOOP):
            return StaleFileError(
                english(
                    "{path!r} leads elsewhere by now: it, or a folder, became a link", path=name
                )
            )
        case NotADirectoryError():
            return WorkspaceFault(
                english("{path!r} cannot be written: a part of the path is a file", path=name)
            )
        case PermissionError():
            folder = str(PurePosixPath(name).parent)
            return WorkspaceFault(
                english(
                    "{path!r} cannot be written: no permission to change the folder {folder!r}",
                    path=name,
                    folder=folder,
                )
            )
        case OSError(errno=code) if code in _FULL:
            return WorkspaceFault(
                english(
                    "{path!r} cannot be written: {reason}; nothing was changed, make room and try "
                    "again",
                    path=name,
                    reason=error.strerror,
                )
            )
        case _:
            return WorkspaceFault(
                english("{path!r} cannot be written: {reason}", path=name, reason=error.strerror)
            )
