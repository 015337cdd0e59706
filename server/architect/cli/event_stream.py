"""`--events`: every record as a line of JSON on standard output."""

from architect.cli.result_stream import ResultStream
from architect.domain.event_json import record_line
from architect.domain.events import Record


class EventStream:
    def __init__(self, results: ResultStream) -> None:
        self._results = results

    def show(self, record: Record) -> None:
        self._results.write(record_line(record))
