"""An event sink that remembers."""

from typing import TypeVar

from architect.domain.journal.events import Event, Record

E = TypeVar("E", bound=Event)


class RecordingSink:
    """Keeps every record it is shown."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def show(self, record: Record) -> None:
        self.records.append(record)

    @property
    def events(self) -> list[Event]:
        return [record.event for record in self.records]

    def of_type(self, kind: type[E]) -> list[E]:
        """The events of one type, in order."""
        return [event for event in self.events if isinstance(event, kind)]
