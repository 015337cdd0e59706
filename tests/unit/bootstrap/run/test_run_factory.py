"""What is opened for a run is closed: at its end, or when a later step of opening it fails."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Any

import pytest
from tests.support.replies import text_reply
from tests.support.rig import Fakes, RigParts, rig_config, rig_request

from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.no_hooks import NoHooks
from architect.bootstrap.run.open_session import OpenSession
from architect.bootstrap.run.run_factory import RunFactory
from architect.domain.errors import JournalFault, UserError
from architect.domain.outcome import Status
from architect.domain.tool_result import ToolResult, succeeded
from architect.execution.hooks.triggers import HookTriggers
from architect.execution.record.event_recorder import EventRecorder
from architect.execution.stop_signal import StopSignal
from architect.ports.hooks import RunHooks
from architect.ports.host import Host
from architect.ports.model import Model
from architect.ports.shell import Shell
from architect.ports.tool_source import Offers, Progress, ToolOffer
from architect.testing.memory_journal import MemoryJournal
from architect.testing.memory_workspace import MemoryWorkspace
from architect.testing.scripted_approver import ScriptedApprover

STEPS = [
    "session",
    "agent",
    "tools",
    "offered_tools",
    "completion",
    "place",
    "clock",
    "crashes",
    "stop",
    "model",
    "enabled_hooks",
    "redactor",
    "shell",
    "unconfined_shell",
    "hooks",
    "guardrails",
    "grants",
    "confirmation",
    "limits",
    "prices",
]


class WatchedJournal(MemoryJournal):
    def __init__(self, closed: list[str]) -> None:
        super().__init__()
        self._closed = closed

    async def aclose(self) -> None:
        self._closed.append("journal")


class WatchedModel(ScriptedModel):
    def __init__(self, closed: list[str]) -> None:
        super().__init__([text_reply("done")])
        self._closed = closed

    async def aclose(self) -> None:
        self._closed.append("model")


class WatchedHooks(NoHooks):
    def __init__(self, closed: list[str]) -> None:
        self._closed = closed

    async def aclose(self) -> None:
        self._closed.append("hooks")


class WatchedSource:
    """Offers one tool, and is closed with the run."""

    def __init__(self, name: str, parts: "WatchedParts") -> None:
        self._name = name
        self._parts = parts

    async def open(self, resources: AsyncExitStack, later: Callable[[Offers], None]) -> Offers:
        self._parts.opened.append(f"tools of {self._name}")
        resources.callback(self._parts.closed.append, f"tools of {self._name}")
        return Offers(tools=[offer(self._name)])


def offer(source: str, name: str = "look") -> ToolOffer:
    async def call(arguments: dict[str, Any], progress: Progress) -> ToolResult:
        return succeeded(f"{source} has seen {arguments}")

    return ToolOffer(
        source=source, name=name, description="Looks.", schema={"type": "object"}, call=call
    )


class WatchedParts(RigParts):
    """Notes what it opens, and what of that is closed."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.closed: list[str] = []
        fakes = Fakes(model=WatchedModel(self.closed), journal=WatchedJournal(self.closed))
        sources = (WatchedSource("a", self), WatchedSource("b", self))
        host = Host(MemoryWorkspace(), ScriptedApprover(), tool_sources=sources)
        super().__init__(rig_config(), host, fakes)

    def session(self) -> OpenSession:
        session = super().session()
        self.opened.append("journal")
        return session

    def stop(self, resources: AsyncExitStack) -> StopSignal:
        self.opened.append("stop")
        resources.callback(self.closed.append, "stop")
        return super().stop(resources)

    def model(self) -> Model:
        self.opened.append("model")
        return super().model()

    def hooks(
        self, host: Host, shell: Shell, recorder: EventRecorder, triggers: HookTriggers
    ) -> RunHooks:
        super().hooks(host, shell, recorder, triggers)
        self.unconfined_shell()
        self.opened.append("hooks")
        return WatchedHooks(self.closed)


@pytest.mark.parametrize("step", STEPS)
def test_what_was_opened_before_a_step_that_fails_is_closed_the_last_first(step: str) -> None:
    parts = WatchedParts()

    def fail(*_: Any, **__: Any) -> Any:
        raise UserError(f"no {step}")

    setattr(parts, step, fail)
    with pytest.raises(UserError, match=f"no {step}"):
        asyncio.run(RunFactory(parts).open(rig_request()))
    assert parts.closed == list(reversed(parts.opened))


def test_the_steps_that_fail_last_find_all_opened() -> None:
    parts = WatchedParts()
    asyncio.run(RunFactory(parts).open(rig_request()))
    assert parts.opened == ["journal", "model", "tools of a", "tools of b", "stop", "hooks"]
    assert parts.closed == []


def test_a_run_that_is_cancelled_while_it_is_opened_closes_what_was_opened() -> None:
    parts = WatchedParts()

    def cancel(*_: Any) -> Any:
        raise asyncio.CancelledError

    parts.prices = cancel
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(RunFactory(parts).open(rig_request()))
    assert parts.closed == ["hooks", "stop", "tools of b", "tools of a", "model", "journal"]


def test_the_end_of_a_run_closes_all_hooks_first() -> None:
    parts = WatchedParts()

    async def scenario() -> Status | None:
        return (await (await RunFactory(parts).open(rig_request())).go()).status

    assert asyncio.run(scenario()) is Status.SUCCESS
    assert parts.closed == ["hooks", "stop", "tools of b", "tools of a", "model", "journal"]


def test_a_journal_that_cannot_be_closed_is_told_after_all_else_was_closed() -> None:
    class FullDisk(WatchedJournal):
        async def aclose(self) -> None:
            await super().aclose()
            raise JournalFault("no space left")

    parts = WatchedParts()
    parts.fakes = replace(parts.fakes, journal=FullDisk(parts.closed))

    async def scenario() -> None:
        await (await RunFactory(parts).open(rig_request())).go()

    with pytest.raises(JournalFault, match="no space left"):
        asyncio.run(scenario())
    assert parts.closed == ["hooks", "stop", "tools of b", "tools of a", "model", "journal"]
