"""One workflow from its first event to its last."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from architect.domain.errors import UnitLostError, VcsFault
from architect.domain.ids import SessionId, UnitId, WorkflowId
from architect.domain.outcome import Status, StopReason
from architect.domain.trace_context import NO_TRACE, TraceContext
from architect.domain.usage import Usage
from architect.domain.workflows.events import (
    UnitAdded,
    UnitFinished,
    UnitLost,
    UnitSkipped,
    UnitSpent,
    UnitStarted,
    UnitUndone,
    WorkflowEvent,
    WorkflowFinished,
    WorkflowPaused,
    WorkflowRecord,
)
from architect.domain.workflows.scheduler import Skip, Start, next_move
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import Unit, UnitResult
from architect.l10n import english
from architect.ports.branch_publisher import BranchPublisher
from architect.ports.clock import Clock
from architect.ports.trees import Trees
from architect.ports.unit_executor import UnitExecutor, UnitOrder
from architect.ports.workflow_journal import WorkflowJournal
from architect.workflows.approvals import Approvals, Approve
from architect.workflows.definition import Definition
from architect.workflows.orders import completed, order_for, parents_of

INTERRUPTED = "interrupted"


class Coordinator:
    """Starts what may start, records what happens, and ends with what it came to.

    `state` is that of a workflow which was begun: its first event is in it. All that units change
    goes through the executors.
    """

    def __init__(
        self,
        definition: Definition,
        state: WorkflowState,
        journal: WorkflowJournal,
        *,
        executor_of: Callable[[Unit], UnitExecutor],
        trees: Trees | None,
        publisher: BranchPublisher | None,
        clock: Clock,
        new_session_id: Callable[[], SessionId],
        watch: Callable[[WorkflowEvent, WorkflowState], None],
        approve: Approve | None = None,
        trace: TraceContext = NO_TRACE,
        last_seq: int = 0,
    ) -> None:
        """`trees` are None without a repository, `watch` is told of every event.

        Without `approve` nobody can be asked. Runs carry on `trace`.
        """
        self._definition = definition
        self._state = state
        self._journal = journal
        self._executor_of = executor_of
        self._trees = trees
        self._publisher = publisher
        self._clock = clock
        self._new_session_id = new_session_id
        self._watch = watch
        self._seq = last_seq
        self._approvals = Approvals(state, approve, self.emit)
        self._trace = dict(trace)
        self._tasks: dict[UnitId, asyncio.Task[None]] = {}
        self._stopped: set[UnitId] = set()
        self._is_stopping = False

    @property
    def state(self) -> WorkflowState:
        return self._state

    @property
    def workflow_id(self) -> WorkflowId:
        assert self._state.started is not None
        return self._state.started.workflow_id

    def emit(self, event: WorkflowEvent) -> None:
        """Put an event on record.

        Raises:
            JournalFault: that is not possible.
        """
        self._seq += 1
        record = WorkflowRecord(self.workflow_id, self._seq, self._clock.now(), event)
        self._journal.append(record)
        self._state.apply(event)
        self._watch(event, self._state)

    def stop(self) -> None:
        """End what runs and start nothing more; the workflow can be resumed."""
        self._is_stopping = True
        for task in self._all_tasks():
            task.cancel()

    def cancel(self, unit_id: UnitId) -> bool:
        """End one unit for good; false if it does not run."""
        task = self._tasks.get(unit_id)
        if task is None:
            return False
        self._stopped.add(unit_id)
        return task.cancel()

    def answer(self, approval: str, *, approved: bool) -> bool:
        """Take the answer of a person; False if nothing waits for that approval here."""
        return not self._is_stopping and self._approvals.answer(approval, approved=approved)

    async def run(self) -> WorkflowState:
        """Carry the workflow out, to its end or until it is stopped.

        Raises:
            JournalFault: the record cannot be kept; everything that ran was stopped.
        """
        began = self._clock.monotonic()
        try:
            await self._pick_up()
            while True:
                self._go_on(began)
                if not self._is_stopping:
                    self._approvals.ask()
                if not (tasks := self._all_tasks()):
                    break
                awaited = (*tasks, self._approvals.news)
                await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
                self._collect()
                await self._journal.sync()
        finally:
            await self._end_all()
        if self._is_stopping:
            self.emit(WorkflowPaused(reason=INTERRUPTED))
        elif waiting := self._state.awaited_approvals:
            reason = english("waiting for approval of {waiting}", waiting=", ".join(waiting))
            self.emit(WorkflowPaused(reason=reason, waiting_for=waiting))
        else:
            await self._finish(began)
        await self._journal.sync()
        return self._state

    async def _finish(self, began: float) -> None:
        for unit_id in self._definition.undone_at_the_end(self._state):
            unit = self._state.units[unit_id]
            if not unit.is_undone:
                order = order_for(self._state, unit_id, unit.attempts, session_id=unit.sessions[-1])
                note = await self._executor_of(unit.unit).undo(order)
                self.emit(UnitUndone(unit_id=unit_id, note=note))
        if (last := self._definition.branch_at_the_end(self._state)) is not None:
            await self._publish(*last)
        status, reason = self._definition.outcome(self._state)
        if self._trees is not None:
            await self._trees.forget(self.workflow_id)
        took = round(self._clock.monotonic() - began, 3)
        self.emit(WorkflowFinished(status=status, reason=reason, duration_s=took))

    async def _pick_up(self) -> None:
        """Continue behind a crash: what ran has no result, what was done still gets its branch."""
        await self._keep_base()
        for unit_id in list(self._state.unpublished):
            await self._publish(unit_id, self._state.units[unit_id].unit.branch)
        for unit_id, unit in list(self._state.running.items()):
            order = order_for(self._state, unit_id, unit.attempts, session_id=unit.sessions[-1])
            await self._lose(order, english("the process that started it ended"), counts=False)

    async def _keep_base(self) -> None:
        """From now on, as it is on record that there is a workflow; `_finish` lets go of it."""
        started = self._state.started
        if self._trees is not None and started is not None:
            with suppress(VcsFault):  # one that is gone is missed where it is needed
                await self._trees.keep(started.workflow_id, started.base)

    def _all_tasks(self) -> list[asyncio.Task[None]]:
        return [*self._tasks.values(), *self._approvals.tasks]

    def _go_on(self, began: float) -> None:
        """Start, or skip, all that can be."""
        if self._is_stopping:
            return
        while True:
            for unit in self._definition.next_units(self._state):
                self.emit(UnitAdded(unit=unit))
            match self._next_move(began):
                case Skip(unit_id, reason):
                    self.emit(UnitSkipped(unit_id=unit_id, reason=reason))
                case Start(unit_id, attempt, share_usd):
                    self._start(unit_id, attempt, share_usd, began)
                case None:
                    return

    def _next_move(self, began: float) -> Start | Skip | None:
        limit = self._state.limits.timeout_s
        if limit is not None and self._left(began) == 0 and self._state.ready:
            return Skip(self._state.ready[0], english("the time of {limit:g} s is up", limit=limit))
        return next_move(self._state)

    def _left(self, began: float) -> float | None:
        """The seconds that are left of the time of the workflow."""
        limit = self._state.limits.timeout_s
        return None if limit is None else max(limit - (self._clock.monotonic() - began), 0)

    def _start(self, unit_id: UnitId, attempt: int, share_usd: float | None, began: float) -> None:
        session_id = self._new_session_id()
        self.emit(
            UnitStarted(
                unit_id=unit_id, attempt=attempt, session_id=session_id, share_usd=share_usd
            )
        )
        order = order_for(
            self._state,
            unit_id,
            attempt,
            session_id=session_id,
            share_usd=share_usd,
            left_s=self._left(began),
        )
        order = replace(order, trace=self._trace)
        self._tasks[unit_id] = asyncio.create_task(self._attempt(order))

    async def _attempt(self, order: UnitOrder) -> None:
        """Run a unit, and put on record how that went."""
        unit_id, attempt = order.unit.unit_id, order.attempt

        def spent(usage: Usage, cost_usd: float | None) -> None:
            self.emit(UnitSpent(unit_id=unit_id, usage=usage, cost_usd=cost_usd))

        executor = self._executor_of(order.unit)
        try:
            ordered = await completed(order, self._state, self._trees, self.emit)
            result = await executor.run(ordered, spent)
        except asyncio.CancelledError:
            self._cancelled(order)
            return
        except UnitLostError as error:
            await self._lose(order, str(error), counts=True)
            return
        self.emit(UnitFinished(unit_id=unit_id, attempt=attempt, result=result))
        if unit_id in self._state.unpublished:
            await self._publish(unit_id, order.unit.branch)

    async def _lose(self, order: UnitOrder, reason: str, *, counts: bool) -> None:
        """Drop an attempt without a result; what it spent counts, also what nobody heard of."""
        unit_id = order.unit.unit_id
        dropped = await self._executor_of(order.unit).drop(order)
        for usage, cost_usd in dropped.replies[self._state.units[unit_id].replies :]:
            self.emit(UnitSpent(unit_id=unit_id, usage=usage, cost_usd=cost_usd))
        self.emit(
            UnitLost(
                unit_id=unit_id,
                attempt=order.attempt,
                reason=reason,
                counts=counts,
                note=dropped.note,
            )
        )

    async def _publish(self, unit_id: UnitId, branch: str) -> None:
        if self._publisher is None:
            return
        unit = self._state.units[unit_id]
        made = await self._publisher.publish(unit, branch, parents=parents_of(unit, self._state))
        if made is not None:
            self.emit(made)

    def _cancelled(self, order: UnitOrder) -> None:
        """A unit was cancelled, or the workflow is stopped, which leaves it as one that runs."""
        unit_id = order.unit.unit_id
        if unit_id not in self._stopped:
            return
        result = UnitResult(
            status=Status.FAILED,
            stop_reason=StopReason.USER_INTERRUPT,
            session_id=order.session_id,
            cost_usd=self._state.units[unit_id].spent_usd,
        )
        self.emit(UnitFinished(unit_id=unit_id, attempt=order.attempt, result=result))

    def _collect(self) -> None:
        """Forget the tasks that are over; one that ended with an error raises it here."""
        over = [unit_id for unit_id, task in self._tasks.items() if task.done()]
        done = [self._tasks.pop(unit_id) for unit_id in over]
        if (question := self._approvals.collect()) is not None:
            done.append(question)
        _know_errors(done)
        for task in done:
            if not (task.cancelled() and self._is_stopping):
                task.result()

    async def _end_all(self) -> None:
        if tasks := self._all_tasks():
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            _know_errors(tasks)
            self._tasks.clear()
        self._approvals.close()


def _know_errors(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Have asyncio complain of none: only the first error is raised."""
    for task in tasks:
        _ = task.cancelled() or task.exception()
