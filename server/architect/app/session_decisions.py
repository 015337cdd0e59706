"""Keeping, undoing and showing what all runs of a session changed, as one."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

from architect.app.errors import BadChoiceError, UnreadableRecordError
from architect.app.hunk_decisions import HunkDecisions
from architect.app.hunks_of_run import OpenHunks
from architect.app.run_changes import diffs_of_session
from architect.app.superseded_hunks import NewerHunks
from architect.bootstrap.sessions import session_store
from architect.domain.errors import PortFault
from architect.domain.ids import HunkId, RunId, SessionId
from architect.domain.journal.forked import origins
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.workspace import Workspace
from architect.services.hunk_review import HunkChoice, HunkReport
from architect.services.run_diff import FileSides, RunDiff
from architect.services.sessions import load_session, runs_of_work


@frozen
class SessionReport:
    """What became of the changes of a session: one report of all its runs.

    `run_ids` are those of the runs of the user's own; to take it back, the last one goes first.
    """

    report: HunkReport
    run_ids: tuple[RunId, ...]


@frozen
class SessionDecisions:
    """Carries out what the user decides about a session in `root`, its newest run first.

    Every method raises what `HunkDecisions` does, and `UnknownSessionError` if there is none.
    """

    decisions: HunkDecisions

    async def undo(
        self,
        session_id: SessionId,
        root: Path,
        choice: HunkChoice,
        *,
        note: str = "",
        kept_too: bool = False,
        changed_too: bool = False,
    ) -> SessionReport:
        """Undo what is chosen of the session; see `HunkDecisions.undo`."""

        async def undone(run_id: RunId, of_run: HunkChoice) -> HunkReport:
            return await self.decisions.undo(
                run_id, root, of_run, note=note, kept_too=kept_too, changed_too=changed_too
            )

        return await self._decided(session_id, root, choice, undone)

    async def keep(self, session_id: SessionId, root: Path, choice: HunkChoice) -> SessionReport:
        """Keep what is chosen of the session; see `HunkDecisions.keep`."""

        async def kept(run_id: RunId, of_run: HunkChoice) -> HunkReport:
            return await self.decisions.keep(run_id, root, of_run)

        return await self._decided(session_id, root, choice, kept)

    async def hunks(
        self, session_id: SessionId, root: Path, *, path: str | None = None
    ) -> list[OpenHunks]:
        """The open hunks of a session; lines that several runs made are those of the newest."""
        reader, newer = self.decisions.reader, NewerHunks()
        return [
            newer.left_of(await reader.of_run(run_id, root, path=path))
            for run_id in await own_runs(root, session_id)
        ]

    async def _decided(
        self,
        session_id: SessionId,
        root: Path,
        choice: HunkChoice,
        decide: Callable[[RunId, HunkChoice], Awaitable[HunkReport]],
    ) -> SessionReport:
        async def ids_of(run_id: RunId) -> frozenset[HunkId]:
            return await self.decisions.reader.ids_of(run_id, root)

        return await decided_by_run(await own_runs(root, session_id), choice, ids_of, decide)


async def decided_by_run(
    runs: Sequence[RunId],
    choice: HunkChoice,
    ids_of: Callable[[RunId], Awaitable[frozenset[HunkId]]],
    decide: Callable[[RunId, HunkChoice], Awaitable[HunkReport]],
) -> SessionReport:
    """Have `decide` do what is chosen of each of `runs`, the newest first.

    Raises:
        BadChoiceError: none of them has a hunk, or changed a file, that is chosen.
    """
    reports: list[HunkReport] = []
    refusal: BadChoiceError | None = None
    left = choice.hunk_ids
    for run_id in runs:
        of_run = choice
        if left is not None:
            mine = left & await ids_of(run_id)
            if not mine:
                continue
            left, of_run = left - mine, replace(choice, hunk_ids=mine)
        try:
            reports.append(await decide(run_id, of_run))
        except BadChoiceError as error:
            if choice.paths is None:
                raise
            refusal = error  # another run of the session may have changed that file
    if left:
        raise BadChoiceError(english("the session has no hunk {left!r}", left=min(left)))
    if not reports and refusal is not None:
        raise refusal
    return _joined(reports)


async def own_runs(root: Path, session_id: SessionId) -> list[RunId]:
    """The runs in which an agent worked, the newest first, without copies of others.

    Raises:
        UnknownSessionError: there is no such session.
        UnreadableRecordError: its record is damaged.
    """
    try:
        records = (await load_session(session_store(root), session_id)).records
    except PortFault as fault:
        raise UnreadableRecordError(str(fault)) from fault
    copies = origins(records)
    return [run_id for run_id in reversed(runs_of_work(records)) if run_id not in copies]


async def diff_of_session(session_id: SessionId, workspace: Workspace) -> RunDiff:
    """What a session changed: the patches of its runs in their order, and each file once.

    Raises:
        UnknownSessionError: there is no such session.
        UnreadableRecordError: its record is damaged.
    """
    try:
        diffs = await diffs_of_session(session_id, workspace)
    except PortFault as fault:
        raise UnreadableRecordError(str(fault)) from fault
    files: dict[str, FileSides] = {}
    for side in (side for diff in diffs for side in diff.files or ()):
        before = files[side.path].before if side.path in files else side.before
        files[side.path] = replace(side, before=before)
    changed = tuple(each for _, each in sorted(files.items()) if each.before != each.after)
    is_known = all(diff.files is not None for diff in diffs)
    return RunDiff("".join(diff.patch for diff in diffs), changed if is_known else None)


def _joined(reports: Sequence[HunkReport]) -> SessionReport:
    """One report of all; a file that some run left alone is not among those that changed."""
    conflicts = {one.path: one for report in reports for one in report.conflicts}
    changed = dict.fromkeys(path for report in reports for path in report.changed)
    run_ids = tuple(report.run_id for report in reports if report.run_id is not None)
    report = HunkReport(
        run_ids[-1] if run_ids else None,
        tuple(one for report in reports for one in report.hunk_ids),
        tuple(dict.fromkeys(path for report in reports for path in report.paths)),
        tuple(path for path in changed if path not in conflicts),
        tuple(conflicts.values()),
        tuple(one for report in reports for one in report.kept),
    )
    return SessionReport(report, run_ids)
