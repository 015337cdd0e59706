"""Journals by their files."""

from collections.abc import Iterator
from pathlib import Path

from architect.adapters.records.journal_reader import records_of
from architect.domain.journal.events import Record


def read_journal(path: Path) -> Iterator[Record]:
    """The records of a journal, in order.

    A last line without its line feed is what a crash left of a write, and is left out.

    Raises:
        JournalFault: a line is not a record; the text names the line.
    """
    yield from records_of(path.read_bytes().split(b"\n")[:-1], shown_as=str(path))
