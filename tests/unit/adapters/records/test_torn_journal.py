"""A journal on a disk that is full and then is not."""

import asyncio
import resource
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.support.journals import read_journal

from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.domain.errors import JournalFault
from architect.domain.ids import RunId, SessionId
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import BudgetWarned

SESSION = SessionId("20260102-030405-abcdef")


def _record(number: int) -> Record:
    event = BudgetWarned(message=f"warning {number}")
    return Record(RunId(f"{SESSION}.1"), number, datetime(2026, 1, 2, tzinfo=UTC), event)


@contextmanager
def _no_file_longer_than(size_bytes: int) -> Generator[None]:
    """A write is cut at that size, and the next one fails."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_nothing_is_appended_to_half_a_line(tmp_path: Path) -> None:
    journal = JsonlJournal(tmp_path, SESSION)
    journal.append(_record(1))
    whole_bytes = journal.path.stat().st_size
    with (
        _no_file_longer_than(whole_bytes + 10),
        pytest.raises(JournalFault, match="cannot write the journal"),
    ):
        journal.append(_record(2))
    assert journal.path.stat().st_size == whole_bytes + 10
    with pytest.raises(JournalFault, match="ended with a line that failed"):
        journal.append(_record(3))
    assert list(read_journal(journal.path)) == [_record(1)]
    asyncio.run(journal.aclose())
