"""A recorded session that can be played again."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from architect.bootstrap.replay import read_journal
from architect.domain.errors import UserError
from architect.domain.ids import RunId, SessionId, session_of
from architect.domain.journal.events import Record
from architect.frozen import frozen
from architect.services.replay.recorded_run import RecordedRun, recorded_runs


@frozen(kw_only=True)
class Recording:
    """A journal, with those of the runs below its runs; `root` is the workspace it is kept in."""

    shown_as: str
    file: Path
    records: tuple[Record, ...]
    children: Mapping[RunId, Sequence[Record]]
    root: Path | None = None

    @property
    def runs(self) -> list[RecordedRun]:
        return recorded_runs(self.records, self.children)

    @property
    def session_id(self) -> SessionId:
        return session_of(self.records[0].run_id)


def open_recording(root: Path, session_or_file: str) -> Recording:
    """A session of the workspace at `root`, or a journal by the path of its file.

    Raises:
        UserError: there is neither, or it is no journal.
    """
    file, own = Path(session_or_file), None
    if not file.is_file():
        if file.suffix == ".jsonl":
            raise UserError(f"there is no file {session_or_file!r}")
        file = root / ".architect" / "sessions" / f"{session_of(RunId(session_or_file))}.jsonl"
        own = root
    if not file.is_file():
        raise UserError(
            f"there is no session {session_or_file!r}, and no file of that name; "
            "`architect sessions` lists the sessions"
        )
    records, children = read_journal(file)
    if not records:
        raise UserError(f"there is nothing in the journal {str(file)!r}")
    return Recording(shown_as=file.name, file=file, records=records, children=children, root=own)
