"""Sessions that begin as copies of others."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path

from architect.adapters.records.file_originals import FileOriginals
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.bootstrap.run.open_session import new_session_id
from architect.bootstrap.sessions import sessions_folder
from architect.domain.errors import OriginalMissingError
from architect.domain.ids import SessionId
from architect.domain.journal.events import Record
from architect.domain.journal.forked import images_in
from architect.ports.clock import Clock


async def copied_session(
    root: Path,
    source: SessionId,
    records_of: Callable[[SessionId], Iterable[Record]],
    clock: Clock,
) -> SessionId:
    """A session with the records that go with its id, and the images of `source` that they name.

    Raises:
        JournalFault: it cannot be written; nothing is left of it.
    """
    session_id = new_session_id(clock)
    originals = FileOriginals(root, session_id)
    journal = JsonlJournal(sessions_folder(root), session_id, originals=originals)

    def write() -> None:
        records = list(records_of(session_id))
        kept = FileOriginals(root, source)
        for image in images_in(records):
            with suppress(OriginalMissingError):  # no request of the original has it, either
                originals.keep(kept.load(image.sha256))
        for record in records:
            journal.append(record)

    with ExitStack() as on_failure:
        on_failure.callback(journal.path.unlink, missing_ok=True)
        try:
            await asyncio.to_thread(write)
        finally:
            await journal.aclose()
        on_failure.pop_all()
    return session_id
