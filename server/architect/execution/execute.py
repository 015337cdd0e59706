"""The call itself, once it may go ahead: the tool, and the hooks behind it."""

from collections.abc import Sequence
from dataclasses import replace

from architect.domain.journal.run_events import RunTainted
from architect.domain.tool_result import ToolResult, failed
from architect.execution.edit_problems import EditProblems
from architect.execution.run_context import RunContext
from architect.execution.screen import Screened
from architect.execution.validate import ValidCall
from architect.policy.proposals import note_on_command
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits


class CallExecutor:
    """Executes calls that were admitted; `problems` learns of the edits among them."""

    def __init__(self, run: RunContext, problems: EditProblems) -> None:
        self._run = run
        self._rules = run.rules
        self._recorder = run.recorder
        self._problems = problems

    async def execute_screened(
        self, screened: Screened, context: ToolContext, notes: Sequence[str] = ()
    ) -> ToolResult:
        """What the tool gives, with what hooks and `notes` have to say about it."""
        valid = screened.call
        before = await self._problems.before(valid, context)
        result = await self._with_taint(valid, context)
        said = await self._told_hooks(valid, result)
        about = self._about_proposals(valid.traits, result)
        if result.success:
            self._problems.made(before)
        return with_context(result, *notes, screened.context, *said, about)

    async def _told_hooks(self, valid: ValidCall, result: ToolResult) -> Sequence[str]:
        """What the post hooks say, who see a call for each file that it has changed."""
        seen = [valid.arguments, *({**valid.arguments, "path": path} for path in result.changed)]
        return [
            await self._run.hooks.after_tool(
                valid.tool.name, arguments, result, effect=valid.effect
            )
            for arguments in seen
        ]

    async def _with_taint(self, valid: ValidCall, context: ToolContext) -> ToolResult:
        """The result of the call, once it is on record that text from outside came in by it."""
        source, taints = valid.traits.taint_source, self._recorder.state.taints
        if source is None or source in taints:
            return await valid.tool.execute(valid.args, context)
        came_in = True

        def nothing_came_in() -> None:
            nonlocal came_in
            came_in = False

        try:
            context = replace(context, nothing_came_in=nothing_came_in)
            return await valid.tool.execute(valid.args, context)
        finally:
            if came_in:
                self._recorder.emit(RunTainted(source=source))

    def _about_proposals(self, traits: CallTraits, result: ToolResult) -> str:
        """What the model has to know about a command of a run that only proposes."""
        if not self._rules.proposes or not traits.runs_in_shell:
            return ""
        return note_on_command(result.text, proposed=bool(self._recorder.state.files_proposed))


def with_context(result: ToolResult, *contexts: str) -> ToolResult:
    """`result` with those of `contexts` behind it that are not empty."""
    said = "\n".join(context for context in contexts if context)
    if not said:
        return result
    output = f"{result.output}\n{said}" if result.output else said
    if not result.success:
        return failed(result.error or "", output)
    return replace(result, output=output)
