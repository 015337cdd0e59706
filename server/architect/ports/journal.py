"""Where the events of a session are kept."""

from typing import Protocol

from architect.domain.journal.events import Record


class Journal(Protocol):
    """An append-only record of one session."""

    def append(self, record: Record) -> None:
        """Hand the record to the operating system; after this a crash of ours loses nothing.

        Raises:
            JournalFault: it could not be written.
        """
        ...

    async def sync(self) -> None:
        """Force what was appended onto the disk, off the event loop."""
        ...

    async def aclose(self) -> None:
        """Sync and close."""
        ...
