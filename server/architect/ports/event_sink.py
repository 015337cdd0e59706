"""Who is shown the events of a run."""

from typing import Protocol

from architect.domain.journal.events import Record


class EventSink(Protocol):
    def show(self, record: Record) -> None:
        """Show one record, at once and without blocking; it is already in the journal."""
        ...
