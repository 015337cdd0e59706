"""The undecided changes of a session, each to be looked at, kept or undone alone.

A workspace is all that is needed: for a front end without open documents, as a command line is.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence

from architect.app.errors import BadChoiceError
from architect.app.hunks_of_run import OpenHunks
from architect.app.run_changes import hunks_of_run, keep_hunks_of_run, undo_hunks_of_run
from architect.app.session_decisions import SessionReport, decided_by_run, own_runs
from architect.app.superseded_hunks import NewerHunks
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.sessions import session_originals, session_store
from architect.config.guardrails import GuardrailSettings
from architect.domain.errors import PathRefusedError, UnknownSessionError, UserError
from architect.domain.ids import HunkId, RunId, SessionId, names_run, session_of
from architect.domain.journal.forked import origins
from architect.domain.paths import Access
from architect.domain.review.decisions import HunkKind
from architect.domain.review.hunks import PlacedHunk, without
from architect.domain.text.diff import diff_of
from architect.domain.text.file_text import count_line_ends, split_lines
from architect.frozen import frozen
from architect.ports.workspace import Workspace
from architect.services.findings import FindingCollection
from architect.services.hunk_review import HunkChoice, HunkReport
from architect.services.run_hunks import PresentFile, look_at, run_hunks
from architect.services.sessions import find_runs, last_run_to_decide, load_session
from architect.services.undo import is_at_or_below
from architect.services.user_runs import UndoConflict


@frozen
class ListedHunk:
    """An undecided hunk; `line` is where it begins now, from 1.

    `lost` says why it does not stand as it was made: its lines were changed since. Then it may be
    several that came to one, and `place` is None if there is no such file any more.
    """

    run_id: RunId
    present: PresentFile
    hunk_ids: tuple[HunkId, ...]
    place: PlacedHunk | None
    line: int
    lost: str = ""

    @property
    def path(self) -> str:
        return self.present.file.path

    @property
    def kind(self) -> HunkKind:
        return self.present.file.kind

    @property
    def removed(self) -> Sequence[str]:
        """The lines that the change takes away."""
        return self._sides[0]

    @property
    def added(self) -> Sequence[str]:
        return self._sides[1]

    @property
    def patch(self) -> str:
        """The change alone, in the file as it is now."""
        change, snapshot = self.present.file.change, self.present.snapshot
        here = snapshot.document if snapshot is not None else None
        back = without(change, self.present.placement, here, self.hunk_ids)
        if self.place is None:
            here, back = change.after, change.before
        old, new = (back, here) if self.kind == "applied" else (here, back)
        return diff_of(self.path, old and old.text, new and new.text)[0]

    @property
    def _sides(self) -> tuple[Sequence[str], Sequence[str]]:
        if self.place is None:
            return (), ()
        back, here = split_lines(self.place.before), split_lines(self.place.after)
        return (back, here) if self.kind == "applied" else (here, back)


@frozen
class SessionHunks:
    """The undecided hunks by file and line, and the files whose hunks nobody can tell."""

    hunks: tuple[ListedHunk, ...]
    unknown: tuple[UndoConflict, ...]


async def runs_meant(session_or_run: str | None, workspace: Workspace) -> Sequence[RunId]:
    """The runs of an agent in a session, the newest first, or the one run that is named.

    None is the session of the last run that changed files or proposed to.

    Raises:
        UnknownSessionError: there is no such session or run.
        JournalFault: a journal is corrupt.
    """
    store = session_store(workspace.root)
    if session_or_run is None:
        last = await last_run_to_decide(store, system_clock().now())
        return await own_runs(workspace.root, session_of(last))
    if not names_run(session_or_run):
        return await own_runs(workspace.root, SessionId(session_or_run))
    return (await find_runs(store, session_or_run))[1]


async def forked_from(session_id: SessionId, workspace: Workspace) -> SessionId | None:
    """The session in which what came before a fork is decided about; None if it is no fork.

    Raises:
        UnknownSessionError, JournalFault: as `undecided_hunks` does.
    """
    session = await load_session(session_store(workspace.root), session_id)
    return next((session_of(each) for each in reversed(origins(session.records).values())), None)


async def undecided_hunks(runs: Sequence[RunId], workspace: Workspace) -> SessionHunks:
    """What nobody has decided about of `runs`, which are of one session, the newest first.

    Raises:
        UnknownSessionError: there is no such session.
        JournalFault: its journal is corrupt.
    """
    found: list[ListedHunk] = []
    unknown: dict[str, UndoConflict] = {}
    newer = NewerHunks()
    if not runs:
        return SessionHunks((), ())
    session, _ = await find_runs(session_store(workspace.root), session_of(runs[0]))
    originals = session_originals(workspace.root, session.session_id)
    for run_id in runs:
        of_run = await run_hunks(run_id, session.records, workspace=workspace, originals=originals)
        files = [await look_at(file, workspace) for file in of_run.files]
        shown = newer.left_of(OpenHunks(run_id, workspace, (*of_run.unknown, *files)))
        for file in shown.files:
            if isinstance(file, UndoConflict):
                unknown.setdefault(file.path, file)
            else:
                found += _listed(run_id, file)
    found.sort(key=lambda hunk: (hunk.path, hunk.line))
    return SessionHunks(tuple(found), tuple(unknown.values()))


def _listed(run_id: RunId, file: PresentFile) -> Iterator[ListedHunk]:
    text = file.snapshot.document.text if file.snapshot is not None else ""
    for hunk in file.placement.standing:
        line = count_line_ends(text[: hunk.start]) + 1
        yield ListedHunk(run_id, file, (hunk.hunk_id,), hunk, line)
    for lost in file.placement.lost:
        line = lost.lines[0][0] if lost.lines else 1
        yield ListedHunk(run_id, file, lost.hunk_ids, lost.place, line, lost.reason)


def at_paths(
    hunks: Sequence[ListedHunk], paths: Sequence[str], workspace: Workspace
) -> Sequence[ListedHunk]:
    """Those in the files, or in files of the folders, that `paths` name.

    Raises:
        UserError: one of the paths does not lie in the workspace.
    """
    try:
        places = [workspace.locate(path, Access.READ).relative for path in paths]
    except PathRefusedError as refusal:
        raise UserError(str(refusal)) from refusal
    return [hunk for hunk in hunks if any(is_at_or_below(hunk.path, one) for one in places)]


async def keep_of_session(
    runs: Sequence[RunId],
    choice: HunkChoice,
    workspace: Workspace,
    *,
    rules: GuardrailSettings,
    secrets: Sequence[str],
) -> SessionReport:
    """Keep what is chosen of `runs`; what they proposed is made, as far as `rules` let.

    Raises:
        BadChoiceError: none of them has such a hunk, or changed such a file.
        SessionBusyError: the session is being worked on.
        JournalFault: what happens cannot be recorded.
    """

    async def kept(run_id: RunId, of_run: HunkChoice) -> HunkReport:
        return await keep_hunks_of_run(run_id, workspace, of_run, rules=rules, secrets=secrets)

    return await _decided(runs, choice, workspace, kept)


async def undo_of_session(
    runs: Sequence[RunId],
    choice: HunkChoice,
    workspace: Workspace,
    *,
    changed_too: bool,
    secrets: Sequence[str],
    findings: FindingCollection | None = None,
) -> SessionReport:
    """Undo what is chosen of `runs`, hunk by hunk, or discard what they proposed.

    With `changed_too` what was done since to the lines of a hunk goes with it. `findings` are those
    that are open here.

    Raises:
        BadChoiceError, SessionBusyError, JournalFault: as `keep_of_session` does.
    """

    async def undone(run_id: RunId, of_run: HunkChoice) -> HunkReport:
        return await undo_hunks_of_run(
            run_id,
            workspace,
            of_run,
            changed_too=changed_too,
            secrets=secrets,
            findings=findings,
        )

    return await _decided(runs, choice, workspace, undone)


async def _decided(
    runs: Sequence[RunId],
    choice: HunkChoice,
    workspace: Workspace,
    decide: Callable[[RunId, HunkChoice], Awaitable[HunkReport]],
) -> SessionReport:
    async def ids_of(run_id: RunId) -> frozenset[HunkId]:
        found = await hunks_of_run(run_id, workspace)
        return frozenset(one for file in found.files for one in file.hunk_ids)

    async def decided(run_id: RunId, of_run: HunkChoice) -> HunkReport:
        try:
            return await decide(run_id, of_run)
        except UnknownSessionError as error:
            raise BadChoiceError(str(error)) from error

    return await decided_by_run(runs, choice, ids_of, decided)
