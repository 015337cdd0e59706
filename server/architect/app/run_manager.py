"""All runs of a front end: who starts, who waits, who is cancelled, and what became of each."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Protocol

from architect.app.errors import CannotStartError, UnknownRunError, cannot_start, session_is_busy
from architect.app.front_end_words import FrontEndWords, limit_remedy, run_error_of
from architect.app.live_run import EngineRun, LiveRun
from architect.app.run_order import RunOrder
from architect.app.run_queue import RunQueue
from architect.app.run_state import Outcome, Phase, outcome_of
from architect.domain.errors import ArchitectError, UserError
from architect.domain.ids import RunId, SessionId
from architect.domain.outcome import ErrorKind, RunError
from architect.l10n import english
from architect.ports.crash_log import CrashLog

MAX_FINISHED = 20
"""Kept in memory of those that changed files, whose hunks wait for a decision, and as many of the
others; older ones are read from their journals."""


class Watch(Protocol):
    """Who shows the user how a run is doing."""

    def begins(self, run: LiveRun) -> None:
        """It was accepted, and runs or waits in the queue."""
        ...

    def ends(self, run: LiveRun, outcome: Outcome) -> None:
        """It is about to be done."""
        ...

    def ended(self, run: LiveRun) -> None:
        """It is done."""
        ...


class RunManager:
    """Starts runs in their turn; `open_run` makes the engine's run of an accepted one."""

    def __init__(
        self,
        open_run: Callable[[LiveRun], Coroutine[Any, Any, EngineRun]],
        make_live: Callable[[RunOrder], LiveRun],
        *,
        watch: Watch,
        crashes: CrashLog,
        words: FrontEndWords = FrontEndWords(),  # noqa: B008 - a frozen value
    ) -> None:
        """`words` are those in which the front end reads errors."""
        self.words = words
        self._open_run = open_run
        self._make_live = make_live
        self._watch = watch
        self._crashes = crashes
        self._lanes = RunQueue()
        self._runs: dict[RunId, LiveRun] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_ending = False

    async def submit(self, order: RunOrder) -> LiveRun:
        """Accept a run; it has started, or waits in the queue, when this returns.

        Raises:
            BusyError: too many are waiting, or a run of its session is not over.
            UserError: it cannot be started.
        """
        if self._is_ending:  # asked for before, and what it needs was imported meanwhile
            raise UserError(english("architect is ending; start the run again later"))
        self._require_alone(order)
        run = self._make_live(order)
        may_start = self._lanes.of(run).join(run)
        self._runs[run.run_id] = run
        self._watch.begins(run)
        if may_start:
            run.start()
            await self._open_and_go(run)
        return run

    async def submit_and_wait(self, order: RunOrder) -> LiveRun:
        """As `submit`, and wait for the end; whoever stops waiting cancels the run."""
        run = await self.submit(order)
        try:
            await run.ended()
        except asyncio.CancelledError:
            self.cancel(run)
            raise
        return run

    def _require_alone(self, order: RunOrder) -> None:
        is_same = order.run_id in self._runs  # both asked before either began
        if is_same or self.is_active(order.session_id):
            raise session_is_busy(order.session_id)

    def get(self, run_id: str) -> LiveRun:
        """The run of that id.

        Raises:
            UnknownRunError: it is not in memory.
        """
        if run := self._runs.get(RunId(run_id)):
            return run
        raise UnknownRunError(run_id)

    def find(self, run_id: str) -> LiveRun | None:
        return self._runs.get(RunId(run_id))

    def all(self) -> list[LiveRun]:
        """Every run in memory, the oldest first."""
        return list(self._runs.values())

    def is_active(self, session_id: SessionId) -> bool:
        """Whether a run of the session is not over."""
        return any(
            run.order.session_id == session_id and not run.is_over for run in self._runs.values()
        )

    def forget(self, session_id: SessionId) -> None:
        """Know nothing more of the runs of a session that are over."""
        for run in self.all():
            if run.order.session_id == session_id and run.is_over:
                del self._runs[run.run_id]

    def editing(self, root: Path) -> list[LiveRun]:
        """The runs that edit in the workspace `root`, or wait to."""
        return self._lanes.editing(root)

    def is_edited(self, root: object) -> bool:
        """Whether a run edits in the workspace `root`, or waits to."""
        return self._lanes.is_edited(root)

    def cancel(self, run: LiveRun, *, reason: str | None = None) -> None:
        """End `run`; doing it twice changes nothing."""
        waits_in_queue = run.phase is Phase.QUEUED
        run.cancel(reason)
        if waits_in_queue:
            self._finish(run, Outcome.CANCELLED)

    def cancel_all(self, *, reason: str | None = None) -> list[LiveRun]:
        """End every run that is not over, and give them."""
        runs = [run for run in self.all() if not run.is_over]
        for run in runs:
            self.cancel(run, reason=reason)
        return runs

    async def end_all(self) -> None:
        """Interrupt every run, as far as there is time for it; those in a queue are cancelled.

        From now on none starts.
        """
        self._is_ending = True
        for run in self.all():
            if run.phase is Phase.QUEUED:
                self.cancel(run)
            else:
                run.detach()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def end_in(self, root: Path) -> None:
        """End every run in the workspace `root`."""
        runs = [run for run in self.all() if run.order.root == root]
        for run in runs:
            self.cancel(run)
        for run in runs:
            await run.ended()

    async def _open_and_go(self, run: LiveRun) -> None:
        """Let `run` go, which has started.

        Raises:
            UserError: it cannot be opened; it is done.
        """
        if run.phase is Phase.CANCELLING:  # before this was its turn in the event loop
            self._finish(run, Outcome.CANCELLED)
            return
        try:
            engine_run = await run.open(self._open_run(run))
        except asyncio.CancelledError:
            self._finish(run, Outcome.CANCELLED)
            if _is_cancelled():
                raise
            return
        except UserError as error:
            self._finish(run, Outcome.FAILED, error=run_error_of(error))
            raise
        except ArchitectError as error:
            self._finish(run, Outcome.FAILED, error=run_error_of(error))
            raise cannot_start(error) from error
        except Exception as bug:  # the fence of a run that has not begun
            where = self._crashes.keep(bug)
            message = english(
                "a bug in architect kept the run from starting; details in {where}", where=where
            )
            self._finish(run, Outcome.FAILED, error=RunError(ErrorKind.INTERNAL, message))
            raise CannotStartError(message) from bug
        self._keep(self._go(run, engine_run))

    async def _go(self, run: LiveRun, engine_run: EngineRun) -> None:
        try:
            outcome = outcome_of(await engine_run.go())
            self._finish(run, self._really(outcome, run))
        except ArchitectError as fault:
            self._finish(run, Outcome.FAILED, error=run_error_of(fault))
        except Exception as bug:  # noqa: BLE001 - the run fence: a bug of ours ends the run, not the daemon
            where = self._crashes.keep(bug)
            error = english("a bug in architect ended the run; details in {where}", where=where)
            self._finish(run, Outcome.FAILED, error=RunError(ErrorKind.INTERNAL, error))

    def _really(self, outcome: Outcome, run: LiveRun) -> Outcome:
        if outcome is Outcome.CANCELLED and run.gave_up:
            return Outcome.BLOCKED
        return outcome

    def _finish(self, run: LiveRun, outcome: Outcome, *, error: RunError | None = None) -> None:
        self._watch.ends(run, outcome)
        failure = error or run.state.error
        told = failure and self.words.error(failure)
        limit = self.words.remedy(limit_remedy(run.state.stop_reason))
        run.finish(outcome, failure=told, remedy=told.remedy if told else limit)
        self._watch.ended(run)
        for following in self._lanes.of(run).leave(run):
            following.start()
            self._keep(self._go_in_turn(following))
        finished = [other for other in self._runs.values() if other.is_over]
        for some in (True, False):
            alike = [other for other in finished if other.has_changes is some]
            for old in alike[: max(0, len(alike) - MAX_FINISHED)]:
                del self._runs[old.run_id]

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        """Do `work` in a task that is waited for at the end."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _go_in_turn(self, run: LiveRun) -> None:
        with contextlib.suppress(UserError):  # the run is done, and its state says why
            await self._open_and_go(run)


def _is_cancelled() -> bool:
    """Whether the task that asks is to end, and not only something it has waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
