"""A journal in memory."""

from architect.domain.errors import JournalFault
from architect.domain.journal.events import Record


class MemoryJournal:
    """Keeps records; with `capacity` it is full after that many, like a disk."""

    def __init__(self, capacity: int | None = None) -> None:
        self.records: list[Record] = []
        self.syncs = 0
        self.closed = False
        self._capacity = capacity

    def append(self, record: Record) -> None:
        if self._capacity is not None and len(self.records) >= self._capacity:
            raise JournalFault("no space left for the journal")
        self.records.append(record)

    async def sync(self) -> None:
        self.syncs += 1

    async def aclose(self) -> None:
        self.closed = True
