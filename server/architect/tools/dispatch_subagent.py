"""Having another agent do a part of the task, in a context of its own."""

import asyncio
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from typing import Any

from architect.config.nearest import did_you_mean
from architect.domain.effect import Effect
from architect.domain.errors import AuthenticationFailedError, ToolFault, UserError
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status, StopReason
from architect.domain.run_request import RunRequest
from architect.domain.subagents import DISPATCH_SUBAGENT, SubagentType
from architect.domain.text.counted import counted
from architect.domain.tool_result import ToolResult, failed, succeeded
from architect.domain.verdict import ConfirmMode
from architect.ports.child_runs import ChildRun
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits

MOST_CHARS = 1_000
"""That the one who asked reads; the whole of a longer answer is kept in a file."""

_MOST_SUMMARY = 100
_MOST_TITLE = 300
_MOST_WHY = 300


class DispatchSubagentArgs(ToolArgs):
    task: str
    agent_type: str
    files: tuple[str, ...] = ()


class DispatchSubagent(BaseTool[DispatchSubagentArgs]):
    """Opens a run under the one that calls, and gives back what that says in the end.

    It counts as reading: whatever the other agent does is judged and asked about as a call of its
    own. Several go side by side; those that may change files, one after the other.
    """

    name = DISPATCH_SUBAGENT
    args_model = DispatchSubagentArgs
    sensitive = False
    effect = Effect.READ

    def __init__(self, types: Mapping[str, SubagentType]) -> None:
        self._types = types
        self._writing = asyncio.Lock()
        known = ", ".join(f"{name} ({each.description})" for name, each in sorted(types.items()))
        self.description = (
            f"Have another agent do a self-contained task, several side by side: {known}."
        )

    def parameters(self) -> dict[str, Any]:
        schema = super().parameters()
        properties = dict(schema["properties"])
        properties["agent_type"] = {"type": "string", "enum": sorted(self._types)}
        return schema | {"properties": properties}

    async def run(self, args: DispatchSubagentArgs, context: ToolContext) -> ToolResult:
        kind = self._kind(args.agent_type)
        # Under a run that asks, this is the mode of that run.
        mode = ConfirmMode.CONFIRM_ALL if kind.asks_always else ConfirmMode.YOLO
        task, title = _task(args), _title(args.task, most=_MOST_TITLE)
        request = RunRequest(task, args.agent_type, mode, title=title, model=kind.model)
        async with self._turn(kind):
            try:
                child = await context.open_child(request)
            except (UserError, AuthenticationFailedError) as error:
                raise ToolFault(str(error)) from error
            return await _result(child, await child.go(), args.agent_type)

    def traits(self, args: DispatchSubagentArgs) -> CallTraits:
        return replace(super().traits(args), summary=f"{args.agent_type}: {_title(args.task)}")

    def _kind(self, name: str) -> SubagentType:
        if kind := self._types.get(name):
            return kind
        known = ", ".join(sorted(self._types))
        raise ToolFault(
            f"there is no agent_type {name!r}{did_you_mean(name, self._types)}; there are: {known}"
        )

    def _turn(self, kind: SubagentType) -> AbstractAsyncContextManager[object]:
        return self._writing if kind.may_write else nullcontext()


def _task(args: DispatchSubagentArgs) -> str:
    if not args.files:
        return args.task
    return f"{args.task}\n\nBegin with these files: {', '.join(args.files)}"


def _title(task: str, *, most: int = _MOST_SUMMARY) -> str:
    line = " ".join(task.split())
    return line if len(line) <= most else f"{line[: most - 3]}..."


async def _result(child: ChildRun, state: AgentState, agent: str) -> ToolResult:
    """What the one who asked reads of the child's end."""
    output = (state.output or "").strip()
    if state.status is Status.FAILED:
        why = state.error.message if state.error is not None else "it gave no answer"
        head = f"the {agent} agent failed: {why[:_MOST_WHY]}"
        return failed(head, await _shown(child, output, behind=f"Error: {head}"))
    head = f"The {agent} agent answers, after {counted(state.step, 'step')}:"
    if state.stop_reason is StopReason.USER_INTERRUPT:
        head = f"The {agent} agent was stopped by the user before it was done."
    elif state.stop_reason is not StopReason.LLM_DONE:
        head = f"The {agent} agent was stopped before it was done ({state.stop_reason}). It says:"
    elif state.denials:
        head = f"The {agent} agent was denied {counted(len(state.denials), 'call')}. It answers:"
    return succeeded(f"{head}\n{await _shown(child, output, behind=head)}".rstrip())


async def _shown(child: ChildRun, output: str, *, behind: str) -> str:
    """An answer as far as it is shown `behind` other words, with the path of the whole."""
    room = MOST_CHARS - len(behind) - 1
    if len(output) <= room:
        return output
    note = f"\n[cut; the whole answer: {await child.keep_output(output)}]"
    return f"{output[: room - len(note)]}{note}"
