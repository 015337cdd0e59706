"""Running the user's hooks: one after the other, each bounded in time and output.

Nothing a hook does ends a run but the answer that forbids something: what fails is recorded, and
the run goes on unless the user configured otherwise.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from architect.domain.effect import Effect
from architect.domain.errors import PortFault, ToolFault
from architect.domain.hooks import Hook, HookedCall, HookEvent, HookInput, HookOutcome, HookReply
from architect.domain.outcome import RunError, Status
from architect.domain.paths import Access
from architect.domain.tool_result import ToolResult
from architect.execution.hooks.async_hooks import AsyncHooks
from architect.execution.hooks.launcher import HookContext, HookLauncher
from architect.execution.hooks.texts import block_reason, context, report
from architect.execution.hooks.triggers import HookTriggers
from architect.execution.record.event_recorder import EventRecorder
from architect.l10n import at, english
from architect.policy.hooks.hook_input import hides_something
from architect.policy.hooks.matching import concerns
from architect.ports.hooks import HookBlock, HookProceed


class HookExecutor:
    """The hooks of one run; `triggers` has seen its events."""

    def __init__(
        self,
        hooks: Sequence[Hook],
        place: HookContext,
        *,
        recorder: EventRecorder,
        triggers: HookTriggers,
    ) -> None:
        self._hooks = hooks
        self._place = place
        self._recorder = recorder
        self._triggers = triggers
        self._launcher = HookLauncher(place, recorder)
        self._async_hooks = AsyncHooks()

    async def before_tool(self, tool: str, arguments: dict[str, Any]) -> HookProceed | HookBlock:
        """Ask the `pre_tool_use` hooks in their order; each sees what those before it changed."""
        wanted, said = arguments, list[str]()
        for hook in self._at(HookEvent.PRE_TOOL_USE):
            call = self._seen(tool, wanted)
            if not concerns(hook, call):
                continue
            if hides_something(call) and not hook.is_async:
                reason = english(
                    "the call is too long, or not a text, so the hook cannot look at it"
                )
                return HookBlock(at(hook.name, reason))
            reply = await self._run(hook, HookInput(hook.event, call))
            if reply.blocks:
                return HookBlock(block_reason(hook, reply))
            wanted = wanted if reply.arguments is None else reply.arguments
            said.append(context(hook, reply))
        changed = None if wanted is arguments else wanted
        return HookProceed(changed, "\n".join(filter(None, said)))

    async def after_tool(
        self, tool: str, arguments: dict[str, Any], result: ToolResult, *, effect: Effect
    ) -> str:
        """Tell the `post_tool_use` hooks; what they say, and how they failed."""
        call = replace(self._seen(tool, arguments), result=result, is_edit=effect is Effect.WRITE)
        said: list[str] = []
        for hook in self._at(HookEvent.POST_TOOL_USE):
            if not concerns(hook, call) or (hook.after_edits and self._only_proposes):
                continue
            before = await self._fingerprint(call)
            reply = await self._run(hook, HookInput(hook.event, call))
            said.append(report(hook, reply))
            if await self._fingerprint(call) != before:
                said.append(f"[Hook {hook.name}: changed {call.files[0]}, so read it again]")
        return "\n".join(filter(None, said))

    async def catch_up(self) -> None:
        """Tell what happened since the last time, in its order."""
        while (waiting := self._triggers.next()) is not None:
            event, message = waiting
            await self._tell(event, {}, message)

    async def before_model(self) -> HookBlock | None:
        """Catch up, then ask the `pre_llm_call` hooks; the first that forbids the call decides."""
        await self.catch_up()
        return await self._tell(HookEvent.PRE_LLM_CALL, {})

    async def run_ended(self, status: Status, error: RunError | None) -> None:
        """Tell how the run ended, then wait for the async hooks.

        Raises:
            JournalFault: what came of them could not be recorded.
        """
        await self.catch_up()
        state = self._recorder.state
        facts = {"STATUS": str(status), "STEPS": str(state.step)}
        if error is not None:
            await self._tell(HookEvent.ON_ERROR, facts, error.message)
        else:
            await self._tell(HookEvent.AGENT_COMPLETE, facts)
        await self._tell(HookEvent.SESSION_END, facts)
        await self._async_hooks.finish()

    async def aclose(self) -> None:
        await self._async_hooks.aclose()

    @property
    def _only_proposes(self) -> bool:
        """Whether an edit is not in the file, which a hook would look at or format."""
        return bool(self._recorder.state.files_proposed)

    def _at(self, event: HookEvent) -> Iterable[Hook]:
        return (hook for hook in self._hooks if hook.event is event)

    def _seen(self, tool: str, arguments: dict[str, Any]) -> HookedCall:
        """The call as hooks see it; a path that does not pass the gate is none."""
        call = HookedCall(tool, arguments)
        path = arguments.get("path")
        if not isinstance(path, str):
            return call
        workspace = self._place.workspace
        try:
            file = workspace.locate(path, Access.READ)
        except (ToolFault, PortFault):
            return call
        names = dict.fromkeys((file.relative, *_below(workspace.root.resolve(), file.real)))
        return replace(call, files=tuple(names))

    async def _fingerprint(self, call: HookedCall) -> str | None:
        """That of the call's file; None if it has none that can be read."""
        if not call.files:
            return None
        workspace = self._place.workspace
        try:
            snapshot = await workspace.read(workspace.locate(call.files[0], Access.READ))
        except (ToolFault, PortFault):
            return None
        return snapshot.fingerprint

    async def _tell(
        self, event: HookEvent, facts: Mapping[str, str], message: str = ""
    ) -> HookBlock | None:
        """Run the hooks of `event` up to the first that forbids something, where that can be."""
        for hook in self._at(event):
            hook_input = HookInput(event, None, {**self._facts(), **facts}, message)
            reply = await self._run(hook, hook_input)
            if reply.blocks:
                return HookBlock(block_reason(hook, reply))
        return None

    def _facts(self) -> dict[str, str]:
        state = self._recorder.state
        facts = {"STEP": str(state.step), "COST": f"{state.spending.cost_usd:.4f}"}
        if (started := state.started) is not None:
            facts |= {"TASK": started.task, "AGENT": started.agent, "MODEL": state.model or ""}
        return facts

    async def _run(self, hook: Hook, hook_input: HookInput) -> HookReply:
        """Run `hook`, or start it in the background, and then the reply says nothing."""
        if not hook.is_async:
            return await self._launcher.run(hook, hook_input)
        self._async_hooks.start(lambda: self._launcher.run(hook, hook_input))
        return HookReply(HookOutcome.OK)


def _below(root: Path, real: Path) -> tuple[str, ...]:
    return (real.relative_to(root).as_posix(),) if real.is_relative_to(root) else ()
