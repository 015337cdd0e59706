"""A recorded session that can be played again."""

from collections.abc import Mapping
from pathlib import Path

from architect.bootstrap.replay import journals_below, read_journal, was_recorded_here
from architect.domain.errors import UserError
from architect.domain.ids import RunId, SessionId, session_of
from architect.frozen import frozen
from architect.l10n import english
from architect.services.replay.recorded_run import RecordedRun, RecordedSession, recorded_session


@frozen(kw_only=True)
class Recording:
    """A journal and what it comes to; `root` is the workspace it is kept in, if it is in one.

    One that `is_own` was made by this user there; any other is text from outside.
    """

    file: Path
    session: RecordedSession
    root: Path | None = None
    is_own: bool = False

    @property
    def shown_as(self) -> str:
        return self.file.name

    @property
    def runs(self) -> tuple[RecordedRun, ...]:
        return self.session.runs

    @property
    def session_id(self) -> SessionId:
        return session_of(self.runs[0].run_id)


def open_recording(root: Path, session_or_file: str, environ: Mapping[str, str]) -> Recording:
    """A session of the workspace at `root`, or a journal by the path of its file.

    By `environ` this user's own sessions are known.

    Raises:
        UserError: there is neither, or it is no journal.
    """
    file, kept_in = Path(session_or_file), None
    if not file.is_file():
        if file.suffix == ".jsonl":
            raise UserError(
                english("there is no file {session_or_file!r}", session_or_file=session_or_file)
            )
        file = root / ".architect" / "sessions" / f"{session_of(RunId(session_or_file))}.jsonl"
        kept_in = root
    if not file.is_file():
        raise UserError(
            english(
                "there is no session {session_or_file!r}, and no file of that name; `architect "
                "sessions` lists the sessions",
                session_or_file=session_or_file,
            )
        )
    below = [read_journal(each) for each in journals_below(file)]
    session = recorded_session(read_journal(file), below)
    is_own = kept_in is not None and was_recorded_here(
        kept_in, session_of(session.runs[0].run_id), environ
    )
    return Recording(file=file, session=session, root=kept_in, is_own=is_own)
