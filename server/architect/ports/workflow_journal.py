"""Where a workflow puts on record what happens to it."""

from typing import Protocol

from architect.domain.workflows.events import WorkflowRecord


class WorkflowJournal(Protocol):
    """An append-only record of one workflow; see `ports.journal.Journal`."""

    def append(self, record: WorkflowRecord) -> None: ...

    async def sync(self) -> None: ...
