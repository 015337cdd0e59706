"""A tool that opens a run under the one that calls it."""

from typing import Any

from architect.domain.effect import Effect
from architect.domain.journal.state import AgentState
from architect.domain.run_request import RunRequest
from architect.domain.tool_result import ToolResult, succeeded
from architect.ports.child_runs import ChildRun
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext


class DelegateArgs(ToolArgs):
    task: str


class Delegate(BaseTool[DelegateArgs]):
    """Has its task done by a child, and answers with what that says; `wanted` is for its request.

    It claims to read, so that two calls of it in one reply run side by side.
    """

    name = "delegate"
    description = "Has a task done."
    args_model = DelegateArgs
    effect = Effect.READ
    sensitive = False

    def __init__(self, **wanted: Any) -> None:
        self.children: list[ChildRun] = []
        self.ended: list[AgentState] = []
        self._wanted = wanted

    async def run(self, args: DelegateArgs, context: ToolContext) -> ToolResult:
        child = await context.open_child(RunRequest(args.task, "build", **self._wanted))
        self.children.append(child)
        state = await child.go()
        self.ended.append(state)
        return succeeded(state.output or "no answer")
