"""Which technical logs the logging settings ask for."""

import sys

from architect.bootstrap.logs import log_file, technical_console
from architect.config.log_settings import LoggingSettings
from architect.domain.journal.events import Record
from architect.l10n import english, shown, t
from architect.ports.event_sink import EventSink


class OptionalSink:
    """`sink` until it fails: a full disk or a reader that went away costs the log, not the run."""

    def __init__(self, sink: EventSink, name: str) -> None:
        self._sink: EventSink | None = sink
        self._name = name

    def show(self, record: Record) -> None:
        if self._sink is None:
            return
        try:
            self._sink.show(record)
        except OSError as error:
            self._sink = None
            _say(
                t(
                    "architect: {log} ends here: {reason}",
                    log=shown(self._name),
                    reason=error.strerror,
                )
            )


def technical_sinks(logging: LoggingSettings, *, quiet: bool) -> tuple[EventSink, ...]:
    """The log file if there is one, the technical console at `info` and `debug`.

    `verbose` 1 stands for `info`, 2 and more for `debug`; quiet silences the console only.
    """
    sinks: list[EventSink] = []
    debug = logging.verbose > 1 or logging.level == "debug"
    if logging.file is not None:
        file = log_file(logging.file, debug=debug)
        sinks.append(OptionalSink(file, english("the log file {file!r}", file=str(logging.file))))
    if not quiet and (logging.verbose or logging.level in ("info", "debug")):
        console = technical_console("debug" if debug else "info")
        sinks.append(OptionalSink(console, english("the technical log")))
    return tuple(sinks)


def _say(text: str) -> None:
    try:
        print(text, file=sys.stderr, flush=True)  # noqa: T201
    except OSError:
        # Nobody reads standard error either.
        return
