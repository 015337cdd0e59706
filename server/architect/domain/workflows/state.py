"""The state of a workflow, which follows from its events and from nothing else.

It is kept up to date event by event and not made anew, so that ten thousand units cost no more
each than ten.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import assert_never

from architect.domain.ids import SessionId, UnitId
from architect.domain.journal.state import Spending
from architect.domain.outcome import StopReason
from architect.domain.workflows.events import (
    ApprovalAnswered,
    BranchesMerged,
    BranchMade,
    UnitAdded,
    UnitEvent,
    UnitFinished,
    UnitLost,
    UnitSkipped,
    UnitSpent,
    UnitStarted,
    UnitUndone,
    WorkflowEvent,
    WorkflowFinished,
    WorkflowLimits,
    WorkflowPaused,
    WorkflowResumed,
    WorkflowStarted,
)
from architect.domain.workflows.unit import Place, Unit, UnitResult


class Phase(StrEnum):
    """Where a unit is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    SKIPPED = "skipped"


@dataclass(slots=True)
class UnitState:
    """What is known of a unit.

    `attempts` are those begun, of which `failed` ended without success and `lost` without a
    result. `share_usd` is what the present attempt may spend, and `spent_usd` what it has, on
    `replies` of the model.
    `commit` is what it did on its `branch`, `merge` what it began with if it merges others.
    `blocked_by` are the needed units that are not over. `is_undone` says that what it did in the
    user's files was undone at the end.
    """

    unit: Unit
    phase: Phase = Phase.WAITING
    attempts: int = 0
    failed: int = 0
    lost: int = 0
    sessions: list[SessionId] = field(default_factory=list[SessionId])
    share_usd: float | None = None
    spent_usd: float = 0.0
    replies: int = 0
    spending: Spending = field(default_factory=Spending)
    result: UnitResult | None = None
    reason: str = ""
    branch: str = ""
    commit: str = ""
    merge: BranchesMerged | None = None
    blocked_by: set[UnitId] = field(default_factory=set[UnitId])
    is_undone: bool = False

    @property
    def is_over(self) -> bool:
        return self.phase in (Phase.DONE, Phase.SKIPPED)

    @property
    def is_success(self) -> bool:
        return self.result is not None and self.phase is Phase.DONE and self.result.is_success

    @property
    def shortcoming(self) -> str:
        """Why it did not succeed, or is where it is, in a few words; empty if it succeeded."""
        if self.phase is Phase.DONE and self.result is not None:
            return self.result.shortcoming
        return self.reason

    @property
    def reserved_usd(self) -> float:
        """What it may still spend of the budget, if it runs."""
        if self.phase is not Phase.RUNNING or self.share_usd is None:
            return 0.0
        return max(self.share_usd - self.spent_usd, 0.0)


class WorkflowState:
    """Everything known of a workflow after some of its events.

    `ready` are the units that nothing they need holds back, in the order in which they start.
    `unpublished` are done, and not on their branch yet.
    `approvals` are the answers of people so far, by what they were asked.
    """

    def __init__(self) -> None:
        self.started: WorkflowStarted | None = None
        self.limits = WorkflowLimits()
        self.units: dict[UnitId, UnitState] = {}
        self.ready: deque[UnitId] = deque()
        self.running: dict[UnitId, UnitState] = {}
        self.spending = Spending()
        self.approvals: dict[str, bool] = {}
        self.paused: WorkflowPaused | None = None
        self.finished: WorkflowFinished | None = None
        self.unpublished: list[UnitId] = []
        self._waiting_for: dict[UnitId, list[UnitId]] = {}

    def apply(self, event: WorkflowEvent) -> None:
        """Take what happened next."""
        match event:
            case WorkflowStarted():
                self.started, self.limits = event, event.limits
            case WorkflowResumed():
                self.limits, self.paused = event.limits, None
            case ApprovalAnswered():
                self.approvals[event.approval] = event.approved
            case WorkflowPaused():
                self.paused = event
            case WorkflowFinished():
                self.finished = event
            case UnitAdded():
                self._add(event.unit)
            case _:
                self._apply_to_unit(self.units[event.unit_id], event)

    def _apply_to_unit(self, state: UnitState, event: UnitEvent) -> None:
        match event:
            case UnitStarted():
                self._start(state, event)
            case UnitSpent():
                self._spend(state, event)
            case UnitFinished():
                self._finish(state, event)
            case UnitLost():
                self._lose(state, event)
            case UnitSkipped():
                self._skip(state, event)
            case UnitUndone():
                state.is_undone = True
            case BranchMade():
                state.branch, state.commit = event.branch, event.commit
                if event.unit_id in self.unpublished:
                    self.unpublished.remove(event.unit_id)
            case BranchesMerged():
                state.merge = event
            case _:
                assert_never(event)

    def done(self) -> Iterator[UnitState]:
        return (each for each in self.units.values() if each.phase is Phase.DONE)

    @property
    def awaited_approvals(self) -> tuple[str, ...]:
        """What people have to answer before units start that are ready otherwise."""
        asked = (self.units[unit_id].unit.approval for unit_id in self.ready)
        return tuple(dict.fromkeys(each for each in asked if each and each not in self.approvals))

    def waiting_for(self, approval: str) -> list[Unit]:
        """The units that only lack this approval."""
        ready = (self.units[unit_id].unit for unit_id in self.ready)
        return [unit for unit in ready if unit.approval == approval]

    @property
    def is_over(self) -> bool:
        """Whether nothing is under way, and nothing that is known can start."""
        return not (self.running or self.ready or self.unpublished)

    @property
    def workspace_is_taken(self) -> bool:
        """Whether a unit writes where the files of the user are."""
        return any(
            each.unit.place is Place.WORKSPACE and not each.unit.only_reads
            for each in self.running.values()
        )

    @property
    def workspace_is_read(self) -> bool:
        return any(each.unit.place is Place.WORKSPACE for each in self.running.values())

    def _add(self, unit: Unit) -> None:
        state = self.units[unit.unit_id] = UnitState(unit)
        for needed in unit.needs:
            if not self.units[needed].is_over:
                state.blocked_by.add(needed)
                self._waiting_for.setdefault(needed, []).append(unit.unit_id)
        if not state.blocked_by:
            self.ready.append(unit.unit_id)

    def _start(self, state: UnitState, event: UnitStarted) -> None:
        self.ready.remove(event.unit_id)
        self.running[event.unit_id] = state
        state.phase, state.attempts = Phase.RUNNING, event.attempt
        state.share_usd, state.spent_usd, state.replies = event.share_usd, 0.0, 0
        state.sessions.append(event.session_id)

    def _spend(self, state: UnitState, event: UnitSpent) -> None:
        state.spent_usd += event.cost_usd or 0.0
        state.replies += 1
        state.spending = state.spending.plus(event.usage, event.cost_usd, source=None)
        self.spending = self.spending.plus(event.usage, event.cost_usd, source=None)

    def _finish(self, state: UnitState, event: UnitFinished) -> None:
        state.result = event.result
        self.running.pop(event.unit_id, None)
        if not event.result.is_success:
            state.failed += 1
            if state.failed <= state.unit.retries and not self._was_stopped(event.result):
                state.phase = Phase.WAITING
                self.ready.appendleft(event.unit_id)
                return
        if state.unit.branch and event.result.files:
            self.unpublished.append(event.unit_id)
        self._end(state, Phase.DONE)

    @staticmethod
    def _was_stopped(result: UnitResult) -> bool:
        """Whether another attempt would be against the will of the user, or of no use."""
        return result.stop_reason in (StopReason.USER_INTERRUPT, StopReason.BUDGET_EXCEEDED)

    def _lose(self, state: UnitState, event: UnitLost) -> None:
        self.running.pop(event.unit_id, None)
        state.reason = event.reason
        state.lost += event.counts
        state.phase = Phase.WAITING
        self.ready.appendleft(event.unit_id)

    def _skip(self, state: UnitState, event: UnitSkipped) -> None:
        if event.unit_id in self.ready:
            self.ready.remove(event.unit_id)
        state.reason = event.reason
        self._end(state, Phase.SKIPPED)

    def _end(self, state: UnitState, phase: Phase) -> None:
        state.phase = phase
        for waiting in self._waiting_for.pop(state.unit.unit_id, ()):
            blocked = self.units[waiting]
            blocked.blocked_by.discard(state.unit.unit_id)
            if not blocked.blocked_by and blocked.phase is Phase.WAITING:
                self.ready.append(waiting)
