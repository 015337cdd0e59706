"""Technical logs by structlog: a projection of the events for machines and for debugging."""

import sys
from typing import Any, BinaryIO, Literal

from architect.domain.journal.event_json import plain_record
from architect.domain.journal.events import SHOWN_ONLY, Record
from architect.domain.journal.model_events import ModelReasoning

MAX_VALUE_CHARS = 200
"""Of a value on the console; the file has all of it."""


class JsonLog:
    """Everything, one JSON object a line: `timestamp`, `event` (its type), its fields.

    What the model thinks is for debugging alone.
    """

    def __init__(self, file: BinaryIO, *, debug: bool = False) -> None:
        import structlog

        self._debug = debug
        self._log = structlog.wrap_logger(
            structlog.BytesLogger(file),
            processors=[structlog.processors.JSONRenderer(serializer=_bytes_of)],
        )

    def show(self, record: Record) -> None:
        if self._debug or not isinstance(record.event, ModelReasoning):
            self._log.info(**_entry(record))


class ConsoleLog:
    """One line for each event on standard error; at `debug` with deltas and raw output."""

    def __init__(self, level: Literal["info", "debug"]) -> None:
        import structlog

        self._debug = level == "debug"
        # As a literal a text can neither steer the terminal nor end its line.
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), repr_native_str=True)
        self._log = structlog.wrap_logger(structlog.PrintLogger(sys.stderr), processors=[renderer])

    def show(self, record: Record) -> None:
        if self._debug or not isinstance(record.event, SHOWN_ONLY):
            shortened = {key: _short(value) for key, value in _entry(record).items()}
            self._log.info(**shortened)


def _entry(record: Record) -> dict[str, Any]:
    plain = plain_record(record)
    event = dict(plain["event"])
    event.pop("reasoning", None)
    kind = event.pop("type")
    return {"timestamp": plain["at"], "seq": plain["seq"], **event, "event": kind}


def _short(value: Any) -> Any:
    text = value if isinstance(value, str) else repr(value)
    if len(text) > MAX_VALUE_CHARS:
        return f"{text[:MAX_VALUE_CHARS]}... ({len(text):,} characters)"
    return value


def _bytes_of(entry: dict[str, Any], **_: Any) -> bytes:
    import json

    return json.dumps(entry, ensure_ascii=False).encode("utf-8", "backslashreplace")
