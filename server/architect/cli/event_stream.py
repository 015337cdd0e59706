"""`--events`: every record as a line of JSON on standard output, made harmless for a terminal."""

from architect.cli.result_stream import ResultStream
from architect.domain.escape_controls import escape_controls
from architect.domain.journal.event_json import record_line
from architect.domain.journal.events import Record


class EventStream:
    def __init__(self, results: ResultStream) -> None:
        self._results = results

    def show(self, record: Record) -> None:
        line = record_line(record)
        if self._results.is_terminal:
            line = escape_controls(line.decode()).encode()
        self._results.write(line)
