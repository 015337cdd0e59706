"""Which technical logs the logging settings ask for."""

from architect.bootstrap.logs import log_file, technical_console
from architect.config.log_settings import LoggingSettings
from architect.ports.event_sink import EventSink


def technical_sinks(logging: LoggingSettings, *, quiet: bool) -> tuple[EventSink, ...]:
    """The log file if there is one, the technical console at `info` and `debug`.

    `verbose` 1 stands for `info`, 2 and more for `debug`; quiet silences the console only.
    """
    sinks: list[EventSink] = []
    if logging.file is not None:
        sinks.append(log_file(logging.file))
    if not quiet and (logging.verbose or logging.level in ("info", "debug")):
        debug = logging.verbose > 1 or logging.level == "debug"
        sinks.append(technical_console("debug" if debug else "info"))
    return tuple(sinks)
