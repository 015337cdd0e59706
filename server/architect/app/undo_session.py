"""Undoing a run, or all runs of a session, newest first."""

import os
from collections.abc import Sequence
from pathlib import Path

from architect.app.run_changes import undo_whole_run
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.sessions import session_store
from architect.domain.errors import UnknownSessionError, UserError
from architect.domain.ids import SessionId
from architect.domain.journal.forked import origins
from architect.l10n import english
from architect.ports.workspace import Workspace
from architect.services.findings import FindingCollection
from architect.services.sessions import changes_files, find_runs, last_changing_run
from architect.services.user_runs import UndoReport, report_lines

ALL = "all"
"""What `/undo` takes for the whole conversation."""
_KEPT_TOO = "--kept-too"
"""What stands behind the words of `/undo` if what was kept goes, too."""


async def undo_session(
    session_or_run: str | None,
    workspace: Workspace,
    *,
    paths: Sequence[str] | None,
    kept_too: bool,
    secrets: Sequence[str],
    findings: FindingCollection | None = None,
) -> list[UndoReport]:
    """Undo the runs that are meant; what the user kept only if `kept_too`.

    None is the last run that changed a file. `secrets` are never recorded.
    `findings` are those that are open here.

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
                run_id,
                workspace,
                paths=paths,
                kept_too=kept_too,
                secrets=secrets,
                findings=findings,
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
        tuple(dict.fromkeys(path for report in reports for path in report.kept_in)),
    )


async def undo_by_words(
    words: str,
    session_id: SessionId | None,
    workspace: Workspace,
    *,
    secrets: Sequence[str],
    findings: FindingCollection,
) -> list[UndoReport]:
    """Undo what `/undo` means in a conversation, which is `session_id` if it has begun.

    `words` are the id of a run or session, `all` for the whole conversation, or nothing for the
    last run in it that changed a file. `--kept-too` behind them undoes what was kept as well.

    Raises:
        UserError, JournalFault: as `undo_session` does, or nothing was done in it yet.
    """
    words, kept_too = with_kept(words)
    meant: str | None = words
    if words in ("", ALL):
        if session_id is None:
            raise UserError(
                english("nothing has been done in this session yet; `/undo ID` undoes a run")
            )
        meant = session_id if words else await _last_changing(session_id, workspace.root)
    return await undo_session(
        meant, workspace, paths=None, kept_too=kept_too, secrets=secrets, findings=findings
    )


def with_kept(words: str) -> tuple[str, bool]:
    """The words of `/undo`, and whether what was kept goes, too."""
    rest = f" {words}".removesuffix(f" {_KEPT_TOO}").strip()
    return rest, rest != words.strip()


async def _last_changing(session_id: SessionId, root: Path) -> str | None:
    """The last run of the session that changed something, or else its last run."""
    session, runs = await find_runs(session_store(root), session_id)
    changing = [run_id for run_id in runs if changes_files(session.records, run_id)]
    return next(iter(changing or runs), None)


def undo_lines(
    reports: Sequence[UndoReport], root: Path, *, nothing: str = english("nothing to undo")
) -> list[str]:
    """What became of each file of the workspace `root`, for people; else `nothing`."""
    report = joined(reports)
    gone = frozenset(path for path in report.reverted if not os.path.lexists(root / path))
    return list(report_lines(report, deleted=gone, nothing=nothing))


def next_lines(reports: Sequence[UndoReport], words: str) -> list[str]:
    """What can be said behind `/undo WORDS`: to undo what was kept, and to undo each undo."""
    undone = [each.run_id for each in reversed(reports) if each.run_id]
    lines = [english("to redo: /undo {run_id}", run_id=run_id) for run_id in undone]
    if any(each.kept for each in reports):
        command = " ".join(filter(None, ("/undo", words, _KEPT_TOO)))
        lines.insert(0, english("to undo what you have kept as well: {command}", command=command))
    return lines
