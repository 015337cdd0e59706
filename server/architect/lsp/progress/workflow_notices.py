"""Telling the editor how workflows are doing, at most four times a second each."""

import asyncio

from architect.domain.ids import UnitId, WorkflowId
from architect.domain.outcome import Status
from architect.domain.workflows.events import (
    BranchMade,
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
)
from architect.domain.workflows.state import WorkflowState
from architect.jsonrpc.client import Client
from architect.l10n import shown
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.client_requests import WorkflowChanged
from architect.lsp.protocol.to_json import ERROR, INFO, WARNING, plain

INTERVAL_S = 0.25
_TYPES = {Status.SUCCESS: INFO, Status.PARTIAL: WARNING, Status.FAILED: ERROR}


class WorkflowNotices:
    """An editor with the feature `workflows` gets `architect/workflow/changed`.

    Others are told in one line how a workflow ended.
    """

    def __init__(self, client: Client, features: ClientFeatures) -> None:
        self._client = client
        self._tells = features.rich is not None and features.rich.workflows
        self._changed: dict[WorkflowId, dict[UnitId, None]] = {}
        self._timers: dict[WorkflowId, asyncio.TimerHandle] = {}

    def take(self, event: WorkflowEvent, state: WorkflowState) -> None:
        """Something happened to a workflow that goes on here.

        Its last word is told by `ended`: until then its record is not closed, and nobody can
        continue it.
        """
        assert state.started is not None
        workflow_id = state.started.workflow_id
        changed = self._changed.setdefault(workflow_id, {})
        match event:
            case UnitAdded(unit=unit):
                changed[unit.unit_id] = None
            case (
                UnitStarted()
                | UnitSpent()
                | UnitFinished()
                | UnitLost()
                | UnitUndone()
                | UnitSkipped()
                | BranchMade()
            ):
                changed[event.unit_id] = None
            case _:
                pass
        if isinstance(event, UnitLost | UnitUndone) and event.note:
            self._show(WARNING, f"{workflow_id}, {event.unit_id}: {shown(event.note)}")
        if isinstance(event, WorkflowFinished | WorkflowPaused):
            self._stop_timer(workflow_id)
        elif self._tells and workflow_id not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[workflow_id] = loop.call_later(INTERVAL_S, self._tell, state)

    def ended(self, state: WorkflowState, problem: str) -> None:
        """It goes on here no more."""
        assert state.started is not None
        workflow_id = state.started.workflow_id
        self._stop_timer(workflow_id)
        if self._tells:
            self._tell(state, goes_on=False, problem=problem)
        elif state.finished is not None or problem:
            self._say(state, problem)
        self._changed.pop(workflow_id, None)

    def _stop_timer(self, workflow_id: WorkflowId) -> None:
        if (timer := self._timers.pop(workflow_id, None)) is not None:
            timer.cancel()

    def _tell(self, state: WorkflowState, *, goes_on: bool = True, problem: str = "") -> None:
        from architect.lsp.protocol.workflow_json import unit_json, workflow_json

        assert state.started is not None
        workflow_id = state.started.workflow_id
        self._timers.pop(workflow_id, None)
        units = self._changed.pop(workflow_id, {})
        params: WorkflowChanged = {
            "workflow": workflow_json(state, goes_on=goes_on, problem=problem),
            "units": [unit_json(state.units[unit_id]) for unit_id in units],
        }
        self._client.notify("architect/workflow/changed", params)

    def _say(self, state: WorkflowState, problem: str) -> None:
        started, finished = state.started, state.finished
        assert started is not None
        told = shown(problem) or (
            f"{shown(finished.status)}: {shown(finished.reason)}" if finished else ""
        )
        kind = ERROR if problem or finished is None else _TYPES[finished.status]
        self._show(kind, f"{started.kind} {started.title!r}: {told}")

    def _show(self, kind: int, text: str) -> None:
        message = plain(f"Architect: {text}")
        self._client.notify("window/showMessage", {"type": kind, "message": message})
