"""Attempts at units in the user's files: what one that was cut off has left there is undone.

What tools changed is on record, and so is what a command changed once it has ended. What it changed
before it was cut off, and what checks changed, can be told from what the user did by time alone.
"""

from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from architect.app.undo_session import joined, undo_session
from architect.app.workflows.put_back import PutBackReport, PuttingBack
from architect.bootstrap.checkpoints import in_repository, open_checkpoints
from architect.bootstrap.sessions import open_user_run, session_store
from architect.bootstrap.workflows.attempts import alive, attempt_file, end_what_it_started
from architect.config.checkpoints import CheckpointSettings
from architect.domain.checkpoints import Checkpoint
from architect.domain.errors import UnknownSessionError, VcsFault
from architect.domain.ids import CallId, SessionId, run_id_of
from architect.domain.journal.acting import ActingSpan, acting_spans
from architect.domain.journal.background_events import BackgroundStarted
from architect.domain.journal.call_events import ToolDecided, ToolFinished
from architect.domain.journal.change_events import FileChangeIntended
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import RunFinished
from architect.domain.journal.unanswered import CUT_OFF
from architect.l10n import english
from architect.ports.checkpoints import Checkpoints
from architect.ports.unit_executor import UnitOrder
from architect.ports.workspace import Workspace
from architect.services.sessions import load_session
from architect.tools.run_command import RunCommand


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
                await store.take(run_id, 0, english("before the checks"), unsaved=unsaved)

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
    ) -> PutBackReport:
        """Make the files that its commands changed what they were before the attempt."""
        if not spans or attempt_file(self._root, order).read() is None:
            return PutBackReport()
        store = self._store()
        try:
            base = None if store is None else await _base(store, order.session_id)
            if store is None or base is None:
                return PutBackReport(unknown=self._why_unknown(records, spans))
            undoing = PuttingBack(self._root, store, base, order, workspace)
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
            return english("checkpoints are switched off")
        if not in_repository(self._root):
            return english("this is no git repository")
        # Without a checkpoint no check has begun.
        return "" if in_checks else english("there is no checkpoint from before it")


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
