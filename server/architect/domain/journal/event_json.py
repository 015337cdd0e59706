"""Records as JSON, for the journal, the event stream and the logs.

A line is `{"run_id", "seq", "at", "event": {"type", ...}}`; `at` is ISO 8601 in UTC.
"""

import json
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any

from architect.domain.journal.events import Record
from architect.l10n import english

RENAMED_EVENTS = {"changes.turned_down": "changes.rejected"}
"""Types of events that journals of earlier versions have, and what they are called now."""


def former_name_note(place: str, former: str) -> str:
    """Word of an event that `place` knows by its `former` name."""
    new = RENAMED_EVENTS[former]
    return english(
        "{place}: {former} is now called {new}; the old name will stop working",
        place=place,
        former=former,
        new=new,
    )


def record_line(record: object) -> bytes:
    """One record, of whatever dataclass, as a line of UTF-8 JSON with its line feed.

    Text that is not valid Unicode is escaped, so that a line can always be written and read.
    """
    text = json.dumps(record, default=_plain, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def plain_record(record: Record) -> dict[str, Any]:
    """One record as the plain values that its line holds."""
    return json.loads(record_line(record))


def _plain(value: object) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, datetime):
        return value.isoformat(timespec="milliseconds")
    raise TypeError(f"no JSON for {type(value).__name__}")
