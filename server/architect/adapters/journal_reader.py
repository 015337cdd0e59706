"""Reading a journal back."""

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from architect.domain.errors import JournalFault
from architect.domain.events import Record

_RECORD = TypeAdapter(Record)


def read_journal(path: Path) -> Iterator[Record]:
    """The records of a journal, in order.

    A last line without its line feed is what a crash left of a write, and is left out.

    Raises:
        JournalFault: the file cannot be read, or a line is not a record; the text names the line.
    """
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as error:
        raise JournalFault(f"cannot read the journal {str(path)!r}: {error}") from error
    for number, line in enumerate(lines[:-1], start=1):
        try:
            yield _RECORD.validate_python(json.loads(line), strict=False)
        except (ValueError, ValidationError) as error:
            raise JournalFault(f"{str(path)!r}, line {number} is not a record: {error}") from error
