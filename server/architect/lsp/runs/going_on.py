"""Sessions that another run goes on with."""

from dataclasses import dataclass
from pathlib import Path

from architect.bootstrap.sessions import session_store
from architect.config.nearest import did_you_mean
from architect.domain.errors import ArchitectError, UnknownSessionError
from architect.domain.ids import RunId
from architect.domain.session import StoredSession
from architect.lsp.daemon import Daemon
from architect.lsp.transport.faults import STALE, RequestFault, invalid, session_is_busy
from architect.services.sessions import load_session, next_run


@dataclass(frozen=True, slots=True)
class GoingOn:
    """The next run of a session in the workspace `root`; `agent` is that of the run before it."""

    root: Path
    run_id: RunId
    agent: str


async def going_on(daemon: Daemon, session_id: str) -> GoingOn:
    """The next run of that session.

    Raises:
        RequestFault: there is no such session in the open folders, its journal cannot be read, or a
            run of it is not over.
    """
    known: list[str] = []
    for root in daemon.all_roots():
        store = session_store(root)
        try:
            ids = await store.ids()
            if session_id in ids:
                return _next(daemon, root, await load_session(store, session_id))
            known += ids
        except ArchitectError as fault:
            raise RequestFault(STALE, str(fault)) from fault
    hint = did_you_mean(session_id, known) or "; architect.sessions lists them"
    raise invalid(f"session: there is no session {session_id!r}{hint}")


def _next(daemon: Daemon, root: Path, session: StoredSession) -> GoingOn:
    if session.is_live:
        raise session_is_busy(session.session_id)
    # A run that could not be started has its number, though there is nothing of it in the journal.
    taken = [run.run_id for run in daemon.runs.all()]
    try:
        following = next_run(session, taken=taken)
    except UnknownSessionError as error:
        raise invalid(f"session: {error}") from error
    return GoingOn(root, following.run_id, following.agent)
