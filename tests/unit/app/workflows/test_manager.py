"""Workflows that go on in this process."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import cast

from architect.app.workflows.manager import WorkflowManager
from architect.domain.ids import WorkflowId
from architect.domain.outcome import Status
from architect.domain.workflows.events import WorkflowFinished
from architect.domain.workflows.state import WorkflowState
from architect.workflows.coordinator import Coordinator

ID = WorkflowId("loop-20261125-120000-000001")


class SaysItsLastWord:
    """As far as a coordinator is looked at here."""

    workflow_id = ID

    def __init__(self) -> None:
        self.state = WorkflowState()

    async def run(self) -> WorkflowState:
        self.state.apply(WorkflowFinished(status=Status.SUCCESS, reason="", duration_s=0.0))
        return self.state


class Nobody:
    """Watches, and keeps no crashes."""

    def ended(self, state: WorkflowState, problem: str) -> None:
        pass

    def keep(self, error: BaseException) -> str:
        raise AssertionError("nothing crashes") from error


def test_whoever_wants_to_resume_what_has_ended_waits_until_its_record_is_closed(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        closing, may_close = asyncio.Event(), asyncio.Event()

        async def close_record() -> None:
            closing.set()
            await may_close.wait()

        async def opened(resources: AsyncExitStack) -> Coordinator:
            resources.push_async_callback(close_record)
            return cast(Coordinator, SaysItsLastWord())

        manager = WorkflowManager(Nobody(), Nobody())
        await manager.start(tmp_path, opened)
        settled = asyncio.create_task(manager.settled(ID))
        await closing.wait()
        assert manager.find(ID) is not None and not settled.done()
        may_close.set()
        await settled
        assert manager.find(ID) is None

    asyncio.run(scene())
