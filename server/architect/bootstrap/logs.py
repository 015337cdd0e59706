"""The technical logs of a run."""

import errno
import os
from pathlib import Path
from typing import Literal

from architect.domain.errors import UserError
from architect.l10n import english
from architect.ports.event_sink import EventSink


def log_file(path: Path, *, debug: bool = False) -> EventSink:
    """A sink that writes everything to `path` as JSON lines.

    Raises:
        UserError: the file cannot be written.
    """
    from architect.adapters.records.structured_log import JsonLog

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Unbuffered: what cannot be written must not be tried again at exit.
        return JsonLog(path.open("ab", buffering=0), debug=debug)
    except OSError as error:
        raise _unwritable(path, error) from error


def check_log_file(path: Path) -> None:
    """Make sure that `log_file` can write to `path`, without making anything.

    Raises:
        UserError: it could not.
    """
    try:
        existing = next(place for place in (path, *path.absolute().parents) if place.exists())
        if existing.is_dir() is (existing == path):
            code = errno.EISDIR if existing == path else errno.ENOTDIR
            raise OSError(code, os.strerror(code))
        if not os.access(existing, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise _unwritable(path, error) from error


def technical_console(level: Literal["info", "debug"]) -> EventSink:
    """A sink that writes one technical line for each event to standard error."""
    from architect.adapters.records.structured_log import ConsoleLog

    return ConsoleLog(level)


def _unwritable(path: Path, error: OSError) -> UserError:
    return UserError(
        english(
            "cannot write the log file {path!r}: {error}",
            path=str(path),
            error=error.strerror,
        )
    )
