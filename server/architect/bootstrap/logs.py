"""The technical logs of a run."""

from pathlib import Path
from typing import Literal

from architect.domain.errors import UserError
from architect.ports.event_sink import EventSink


def log_file(path: Path) -> EventSink:
    """A sink that writes everything to `path` as JSON lines.

    Raises:
        UserError: the file cannot be written.
    """
    from architect.adapters.records.structured_log import JsonLog

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Unbuffered: what cannot be written must not be tried again at exit.
        return JsonLog(path.open("ab", buffering=0))
    except OSError as error:
        raise UserError(f"cannot write the log file {str(path)!r}: {error.strerror}") from error


def technical_console(level: Literal["info", "debug"]) -> EventSink:
    """A sink that writes one technical line for each event to standard error."""
    from architect.adapters.records.structured_log import ConsoleLog

    return ConsoleLog(level)
