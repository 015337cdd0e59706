"""Hunks that come while a run goes on."""

from collections.abc import Callable

from architect.app.hunk_cache import HunkCache
from architect.domain.ids import session_of
from architect.domain.journal.change_events import FileChanged, FileProposed
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import RunFinished


class HunkSink:
    """A sink: what a run changes has other hunks from then on.

    `name_of` is what the front end calls the file at a path of the workspace.
    """

    def __init__(self, hunks: HunkCache, name_of: Callable[[str], str]) -> None:
        self._hunks = hunks
        self._name_of = name_of

    def show(self, record: Record) -> None:
        match record.event:
            case FileChanged(path=path) | FileProposed(path=path):
                self._hunks.forget(session_of(record.run_id), [self._name_of(path)])
            case RunFinished():
                self._hunks.forget(session_of(record.run_id), [])
            case _:
                pass
