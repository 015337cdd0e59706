"""Undoing a run, or all runs of a session, newest first."""

from collections.abc import Sequence

from architect.app.run_changes import undo_whole_run
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.sessions import session_store
from architect.domain.errors import UnknownSessionError
from architect.domain.journal.forked import origins
from architect.ports.workspace import Workspace
from architect.services.sessions import find_runs, last_changing_run
from architect.services.user_runs import UndoReport


async def undo_session(
    session_or_run: str | None,
    workspace: Workspace,
    *,
    paths: Sequence[str] | None,
    kept_too: bool,
    secrets: Sequence[str],
) -> list[UndoReport]:
    """Undo the runs that are meant; what the user kept only if `kept_too`.

    None is the last run that changed a file. `secrets` are never recorded.

    Raises:
        UserError: there is no such run, or none of them changed one of `paths`.
        JournalFault: what happens cannot be recorded.
    """
    store = session_store(workspace.root)
    meant = session_or_run or await last_changing_run(store, system_clock().now())
    session, runs = await find_runs(store, meant)
    copies = origins(session.records) if session_or_run == session.session_id else {}
    reports: list[UndoReport] = []
    unknown: UnknownSessionError | None = None
    for run_id in (each for each in runs if each not in copies):
        try:
            report = await undo_whole_run(
                run_id, workspace, paths=paths, kept_too=kept_too, secrets=secrets
            )
            reports.append(report)
        except UnknownSessionError as error:
            unknown = error
    if not reports and unknown is not None:
        raise unknown
    return reports


def joined(reports: Sequence[UndoReport]) -> UndoReport:
    """One report of them all, with the id of the last undo."""
    reverted = dict.fromkeys(path for report in reports for path in report.reverted)
    conflicts = {conflict.path: conflict for report in reports for conflict in report.conflicts}
    run_ids = [report.run_id for report in reports if report.run_id is not None]
    return UndoReport(
        run_ids[-1] if run_ids else None,
        tuple(path for path in reverted if path not in conflicts),
        tuple(conflicts.values()),
        tuple(hunk for report in reports for hunk in report.kept),
    )
