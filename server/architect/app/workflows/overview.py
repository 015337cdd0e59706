"""What lists show of a workflow, however many units it has."""

import functools
from collections.abc import Iterable
from typing import Any

from pydantic import TypeAdapter

from architect.app.workflows.approval_lines import approval_lines
from architect.domain.ids import UnitId, WorkflowId
from architect.domain.journal.state import Spending
from architect.domain.outcome import Status
from architect.domain.usage import Usage
from architect.domain.workflows.events import WorkflowLimits
from architect.domain.workflows.state import Phase, UnitState, WorkflowState
from architect.frozen import frozen


@frozen(kw_only=True)
class Awaited:
    """An approval that units wait for; `text` is what they are about to do."""

    approval: str
    text: str
    units: tuple[UnitId, ...]


@frozen(kw_only=True)
class UnitCount:
    """How many units there are of each kind; `failed` are done without success."""

    waiting: int = 0
    running: int = 0
    succeeded: int = 0
    failed: int = 0
    skipped: int = 0

    @property
    def over(self) -> int:
        return self.succeeded + self.failed + self.skipped

    @property
    def all(self) -> int:
        return self.over + self.waiting + self.running


@frozen(kw_only=True)
class Overview:
    """A workflow without its units; `status` is None while it is not over.

    `reason` says how it ended, or why it stopped. `cost_usd` is without the `unpriced_calls`.
    """

    workflow_id: WorkflowId
    kind: str
    title: str
    workspace: str
    status: Status | None
    reason: str
    duration_s: float | None
    limits: WorkflowLimits
    usage: Usage
    cost_usd: float
    unpriced_calls: int
    counts: UnitCount
    awaited: tuple[Awaited, ...]

    @property
    def spending(self) -> Spending:
        return Spending(self.usage, self.cost_usd, self.unpriced_calls)


def overview_of(state: WorkflowState) -> Overview:
    """What is shown of a workflow that has begun."""
    started, finished = state.started, state.finished
    assert started is not None
    reason = finished.reason if finished else state.paused.reason if state.paused else ""
    return Overview(
        workflow_id=started.workflow_id,
        kind=started.kind,
        title=started.title,
        workspace=started.workspace,
        status=finished.status if finished else None,
        reason=reason,
        duration_s=finished.duration_s if finished else None,
        limits=state.limits,
        usage=state.spending.usage,
        cost_usd=state.spending.cost_usd,
        unpriced_calls=state.spending.unpriced_calls,
        counts=_counts(state.units.values()),
        awaited=tuple(_awaited(state, each) for each in state.awaited_approvals),
    )


def overview_json(overview: Overview) -> Any:
    """As a document that `overview_from` reads."""
    return _adapter().dump_python(overview, mode="json")


def overview_from(document: Any) -> Overview:
    """
    Raises:
        ValueError: another version wrote it.
    """
    return _adapter().validate_python(document)


@functools.cache
def _adapter() -> TypeAdapter[Overview]:
    return TypeAdapter(Overview)


def _awaited(state: WorkflowState, approval: str) -> Awaited:
    units = state.waiting_for(approval)
    return Awaited(
        approval=approval,
        text="\n".join(approval_lines(units)),
        units=tuple(unit.unit_id for unit in units),
    )


def _counts(units: Iterable[UnitState]) -> UnitCount:
    found = {"waiting": 0, "running": 0, "succeeded": 0, "failed": 0, "skipped": 0}
    for unit in units:
        is_done = unit.phase is Phase.DONE
        found[("succeeded" if unit.is_success else "failed") if is_done else unit.phase.value] += 1
    return UnitCount(**found)
