"""What tools write while a command runs in the background, and what other runs write meanwhile."""

from architect.domain.ids import CallId, SessionId, session_of
from architect.domain.journal.change_events import FileChanged, FileChangeIntended
from architect.domain.journal.events import Record
from architect.execution.record.write_log import MemoryWriteLog
from architect.ports.originals import Originals
from architect.ports.write_log import WriteLog, Written


class ToolWrites:
    """A sink that keeps which content each file was last given by a tool, not by a command.

    A look at the files shows what both have done, and what other runs did in the same workspace,
    of which `log` tells. Only what a command of this run did is to be on record as its change.
    """

    def __init__(
        self, session_id: SessionId, originals: Originals, log: WriteLog | None = None
    ) -> None:
        self._session_id = session_id
        self._originals = originals
        self._log = log or MemoryWriteLog()
        self._since = self._log.number
        self._own: dict[tuple[str, bool], Written] = {}
        self._intended: dict[tuple[CallId, str], str | None] = {}

    def show(self, record: Record) -> None:
        match record.event:
            case FileChangeIntended(call_id=call_id, path=path, after_sha256=after) as event:
                self._intended[call_id, path] = after
                if not event.by_command:  # what a command may do is known once it has ended
                    self._add(record, path, after, is_made=False, by_command=False)
            case FileChanged(call_id=call_id, path=path, by_command=by_command):
                if (call_id, path) in self._intended:
                    after = self._intended.pop((call_id, path))
                    self._add(record, path, after, is_made=True, by_command=by_command)
            case _:
                pass

    def _add(
        self, record: Record, path: str, after: str | None, *, is_made: bool, by_command: bool
    ) -> None:
        content = self._originals.load
        self._log.add(session_of(record.run_id), path, after, content, is_made=is_made)
        if not by_command:
            self._own[path, is_made] = Written(self._log.number, after, is_made, content)

    @property
    def number(self) -> int:
        """How much was written so far, for `forget`."""
        return self._log.number

    def of(self, path: str) -> list[Written]:
        """What tools of this run and all of other runs wrote into a file, the last one last."""
        own = (each for (name, _), each in self._own.items() if name == path)
        others = self._log.by_others(self._session_id, path, since=self._since)
        return sorted((*own, *others), key=lambda written: written.number)

    def forget(self, number: int) -> None:
        """Begin anew: what was written up to `number` is known to whoever looks at the files."""
        self._own = {key: each for key, each in self._own.items() if each.number > number}
        self._since = number
