"""Attempts at units in the user's files: what one that was cut off has left there is undone.

What tools changed is on record, and so is what a command changed once it has ended. What it changed
before it was cut off, and what checks changed, can be told from what the user did by time alone.
"""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from architect.app.files_back import FilesBack
from architect.app.undo_session import joined, undo_session
from architect.bootstrap.checkpoints import in_repository, open_checkpoints
from architect.bootstrap.sessions import open_user_run, session_store
from architect.bootstrap.workflows.attempts import (
    alive,
    attempt_file,
    end_what_it_started,
    written_in,
)
from architect.config.checkpoints import CheckpointSettings
from architect.domain.checkpoints import Checkpoint, TreeDifference
from architect.domain.errors import UnknownSessionError, VcsFault
from architect.domain.ids import CallId, SessionId, run_id_of
from architect.domain.journal.acting import ActingSpan, acting_spans
from architect.domain.journal.background_events import BackgroundStarted
from architect.domain.journal.call_events import ToolDecided, ToolFinished
from architect.domain.journal.change_events import FileChangeIntended
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import RunFinished
from architect.domain.journal.unanswered import CUT_OFF
from architect.domain.text.counted import counted
from architect.frozen import frozen
from architect.ports.checkpoints import Checkpoints
from architect.ports.unit_executor import UnitOrder
from architect.ports.workspace import Workspace
from architect.services.sessions import load_session
from architect.services.user_runs import UndoParts
from architect.tools.run_command import RunCommand

_MOST_NAMED = 5
_SHORT = 10
"""Of the names of commits, as they are shown elsewhere."""


class Attempts:
    """The attempts of one workflow in `root`. `secrets` are never recorded."""

    def __init__(self, root: Path, settings: CheckpointSettings, secrets: Sequence[str]) -> None:
        self._root = root
        self._settings = settings
        self._secrets = secrets
        self._over: list[UnitOrder] = []

    @contextmanager
    def going_on(self, order: UnitOrder) -> Generator[None]:
        """Keep on record that the attempt is alive; what ends without a result stays on record."""
        self.forget()
        with alive(attempt_file(self._root, order)):
            yield
        self._over.append(order)

    async def before_checks(self, order: UnitOrder, workspace: Workspace) -> None:
        """Keep the files as they are before checks run, if no step of the agent has done so."""
        store = self._store()
        if store is None or not order.unit.checks:
            return
        with suppress(VcsFault):
            if await _base(store, order.session_id) is None:
                run_id, unsaved = run_id_of(order.session_id), await workspace.unsaved()
                await store.take(run_id, 0, "before the checks", unsaved=unsaved)

    def forget(self) -> None:
        """Forget the attempts that have a result, which is on record by now."""
        for order in self._over:
            attempt_file(self._root, order).remove()
        self._over.clear()

    async def undone(self, order: UnitOrder, workspace: Workspace) -> str:
        """Undo what an attempt did that has no result, and say of what could not be on record.

        What the user changed since stays as it is.
        """
        file = attempt_file(self._root, order)
        if (known := file.read()) is not None:
            await end_what_it_started(known.mark)
        try:
            session = await load_session(session_store(self._root), order.session_id)
        except UnknownSessionError:
            return ""  # it had not begun
        run_id = run_id_of(order.session_id)
        records = [each for each in session.records if each.run_id == run_id]
        spans = acting_spans(records, checked=bool(order.unit.checks))
        found = await self._put_back(order, workspace, records, spans)
        return found.told(await self._undone_on_record(order, workspace))

    async def undo(self, order: UnitOrder, workspace: Workspace) -> str:
        """Undo what an attempt did that is over, as far as it is on record, and say what is not."""
        return PutBackReport().told(await self._undone_on_record(order, workspace))

    async def _undone_on_record(self, order: UnitOrder, workspace: Workspace) -> Sequence[str]:
        """Undo what is on record, and give the files that were left alone."""
        try:
            reports = await undo_session(
                order.session_id, workspace, paths=None, kept_too=False, secrets=self._secrets
            )
        except UnknownSessionError:
            return ()  # nothing is on record
        return [each.path for each in joined(reports).conflicts]

    async def _put_back(
        self,
        order: UnitOrder,
        workspace: Workspace,
        records: Sequence[Record],
        spans: Sequence[ActingSpan],
    ) -> "PutBackReport":
        """Make the files that its commands changed what they were before the attempt."""
        if not spans or attempt_file(self._root, order).read() is None:
            return PutBackReport()
        store = self._store()
        try:
            base = None if store is None else await _base(store, order.session_id)
            if store is None or base is None:
                return PutBackReport(unknown=self._why_unknown(records, spans))
            undoing = _Undoing(self._root, store, base, order, workspace)
            async with open_user_run(base.run_id, workspace, self._secrets) as (_, parts):
                return await undoing.carried_out(parts, _left_behind(records), spans)
        except VcsFault as fault:
            return PutBackReport(unknown=str(fault))

    def _store(self) -> Checkpoints | None:
        settings = self._settings
        return open_checkpoints(self._root, settings) if settings.enabled else None

    def _why_unknown(self, records: Sequence[Record], spans: Sequence[ActingSpan]) -> str:
        """Why nobody knows what a command that was cut off had changed; empty if there was none."""
        in_checks = any(isinstance(each.event, RunFinished) for each in records)
        if spans[-1].end is not None or not (in_checks or _in_command(records)):
            return ""
        if not self._settings.enabled:
            return "checkpoints are switched off"
        if not in_repository(self._root):
            return "this is no git repository"
        # Without a checkpoint no check has begun.
        return "" if in_checks else "there is no checkpoint from before it"


@frozen(kw_only=True)
class PutBackReport:
    """What was put back and left alone; `before` is the checkpoint of how it was found.

    `unknown` says why nobody can tell what a command had changed.
    """

    put_back: tuple[str, ...] = ()
    left_alone: tuple[str, ...] = ()
    before: str = ""
    unknown: str = ""

    def told(self, conflicts: Sequence[str]) -> str:
        """That in one line, with the files that undo left alone; empty for nothing."""
        parts: list[str] = []
        if self.unknown:
            parts.append(
                "what its command had changed by then is not known and stays, because "
                f"{self.unknown}"
            )
        if self.put_back:
            parts.append(
                f"put back {_named(self.put_back)}, which its commands had changed "
                f"(`architect rollback --to-commit {self.before[:_SHORT]}` undoes that)"
            )
        kept = tuple(dict.fromkeys((*self.left_alone, *conflicts)))
        if left := [path for path in kept if path not in self.put_back]:
            parts.append(f"left alone {_named(left)}")
        return "; ".join(parts)


def _named(paths: Sequence[str]) -> str:
    shown = ", ".join(paths[:_MOST_NAMED])
    more = len(paths) - _MOST_NAMED
    return f"{shown} and {counted(more, 'other')}" if more > 0 else shown


class _Undoing:
    """Putting back what commands of one attempt changed since the checkpoint `base`."""

    def __init__(
        self,
        root: Path,
        store: Checkpoints,
        base: Checkpoint,
        order: UnitOrder,
        workspace: Workspace,
    ) -> None:
        self._root = root
        self._store = store
        self._base = base
        self._file = attempt_file(root, order)
        self._workspace = workspace

    async def carried_out(
        self, parts: UndoParts, left_behind: Mapping[str, str | None], spans: Sequence[ActingSpan]
    ) -> PutBackReport:
        """`left_behind` are the hashes of what the attempt is known to have left, by path."""
        here, unsaved = parts.recorder.run_id, await self._workspace.unsaved()
        made = await self._store.take(here, 0, "before an attempt is put back", unsaved=unsaved)
        found = {
            each.path: each
            for each in await self._store.differences(made.commit, self._base.commit)
        }
        if not found:
            return PutBackReport()
        before, chosen = await self._decided(made.commit, found, left_behind, spans)
        typed = [path for path in chosen if path in unsaved]
        wanted = [found[path] for path in chosen if path in found and path not in unsaved]
        back = FilesBack(self._store, self._workspace, exactly=True)
        report = await back.carried_out(self._base, wanted, {}, parts)
        left = [each.path for each in report.conflicts]
        others = [path for path in found if path not in chosen and path not in left_behind]
        return PutBackReport(
            put_back=tuple(sorted(set(chosen) - {*left, *typed})),
            left_alone=tuple(dict.fromkeys([*typed, *left, *others])),
            before=before,
        )

    async def _decided(
        self,
        now: str,
        found: Mapping[str, TreeDifference],
        left_behind: Mapping[str, str | None],
        spans: Sequence[ActingSpan],
    ) -> tuple[str, Sequence[str]]:
        """The checkpoint of how it was found, and the paths to put back.

        What was decided before a crash holds, but for what was changed since.
        """
        known = self._file.read()
        assert known is not None
        if (decided := known.put_back) is not None:
            since = await self._store.differences(decided.before, now)
            changed = {each.path for each in since} & found.keys()
            return decided.before, [path for path in decided.paths if path not in changed]
        written = await written_in(
            spans,
            found.values(),
            self._root,
            last_sign=known.last_sign,
            has_ended=known.has_ended,
        )
        on_record = await self._as_on_record(found, left_behind)
        chosen = sorted(written - on_record)
        self._file.decide(known, now, chosen)
        return now, chosen

    async def _as_on_record(
        self, found: Mapping[str, TreeDifference], left_behind: Mapping[str, str | None]
    ) -> set[str]:
        """The files that hold what the attempt is known to have left: undo knows more of them."""
        entries = {path: found[path].old for path in left_behind if path in found}
        blobs = {entry.blob for entry in entries.values() if entry is not None}
        contents = await self._store.contents(blobs)
        hashes = {blob: sha256(content).hexdigest() for blob, content in contents.items()}
        present = {
            path: None if entry is None else hashes.get(entry.blob)
            for path, entry in entries.items()
        }
        return {path for path, digest in present.items() if digest == left_behind[path]}


def _in_command(records: Sequence[Record]) -> bool:
    """Whether the run was cut off in a command, or in a call that may be one."""
    running: set[CallId] = set()
    for record in records:
        match record.event:
            case ToolDecided(allowed=True, call_id=call_id) as event:
                if event.is_unknown or event.name == RunCommand.name:
                    running.add(call_id)
            case ToolFinished(call_id=call_id, error=error) if error != CUT_OFF:
                running.discard(call_id)
            case BackgroundStarted():
                return True
            case _:
                pass
    return bool(running)


def _left_behind(records: Sequence[Record]) -> dict[str, str | None]:
    """What the files held by the last change of each that is on record, as a SHA-256."""
    return {
        record.event.path: record.event.after_sha256
        for record in records
        if isinstance(record.event, FileChangeIntended)
    }


async def _base(store: Checkpoints, session_id: SessionId) -> Checkpoint | None:
    """The checkpoint from before the first step of the attempt."""
    run_id = run_id_of(session_id)
    found = await store.of_session(session_id)
    return next((each for each in found if each.run_id == run_id and each.step == 0), None)
