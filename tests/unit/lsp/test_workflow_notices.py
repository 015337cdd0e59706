"""What an editor is told of workflows, and when."""

import asyncio
from typing import Any

from architect.domain.ids import WorkflowId
from architect.domain.outcome import Status
from architect.domain.workflows.events import (
    WorkflowEvent,
    WorkflowFinished,
    WorkflowLimits,
    WorkflowStarted,
)
from architect.domain.workflows.state import WorkflowState
from architect.lsp.progress.workflow_notices import INTERVAL_S, WorkflowNotices
from architect.lsp.protocol.client_features import client_features

STARTED = WorkflowStarted(
    workflow_id=WorkflowId("loop-20261125-120000-000001"),
    kind="loop",
    title="Count",
    workspace="/w",
    base="",
    executor="local",
    limits=WorkflowLimits(),
)
FINISHED = WorkflowFinished(status=Status.SUCCESS, reason="all done", duration_s=2.0)
TOLD_OF_WORKFLOWS = client_features(
    {"initializationOptions": {"architect": {"features": {"workflows": True}}}}
)


class Editor:
    def __init__(self) -> None:
        self.told: list[str] = []

    def notify(self, method: str, params: Any = None, *, droppable: bool = False) -> None:
        assert method == "architect/workflow/changed"
        self.told.append(params["workflow"]["status"])

    async def request(self, method: str, params: Any, *, timeout_s: float) -> Any:
        raise AssertionError("nothing is asked")


def test_the_end_is_told_once_it_can_be_resumed_or_read_by_others_and_not_before() -> None:
    async def scene() -> list[str]:
        editor, state = Editor(), WorkflowState()
        notices = WorkflowNotices(editor, TOLD_OF_WORKFLOWS)
        events: tuple[WorkflowEvent, ...] = (STARTED, FINISHED)
        for event in events:
            state.apply(event)
            notices.take(event, state)
        a_timer_has_gone_off = asyncio.Event()
        asyncio.get_running_loop().call_later(INTERVAL_S, a_timer_has_gone_off.set)
        await a_timer_has_gone_off.wait()
        assert editor.told == []
        notices.ended(state, "")
        return editor.told

    assert asyncio.run(scene()) == ["success"]
