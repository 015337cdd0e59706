"""The only way to a tool: the fixed pipeline of one call.

1 resolve    the tool exists and the agent may use it        resolve.py
2 validate   the arguments fit                               validate.py
3 guardrails deterministic rules                             screen.py
4 pre hooks  may block or change the arguments (2, 3 again)  screen.py
5 confirm    somebody says yes where the mode wants it       confirm.py
6 dry run    changes are planned instead of made             dry_run.py
7 execute    the tool itself                                 execute.py, tools/
8 post hooks what they say is appended to the result         execute.py
9 record     the result, cut to its limit, is journaled      result_limit.py
10 return
"""

import asyncio
from dataclasses import replace

from architect.domain.effect import Effect
from architect.domain.errors import CommandRefusedError, GuardrailRefusedError, PortFault, ToolFault
from architect.domain.journal.call_events import (
    ActionPlanned,
    ToolDecided,
    ToolFinished,
    ToolRequested,
)
from architect.domain.messages import ToolCall
from architect.domain.model_exchange import ToolSchema
from architect.domain.tool_result import ToolResult, failed, failed_by
from architect.domain.trace_context import in_trace
from architect.domain.verdict import Allow, Ask, Deny, Subject
from architect.execution.confirm import outside_sandbox
from architect.execution.dry_run import plan, planned_result
from architect.execution.edit_problems import EditProblems
from architect.execution.execute import CallExecutor, with_context
from architect.execution.record.event_recorder import result_place
from architect.execution.resolve import resolve
from architect.execution.result_limit import fit_result
from architect.execution.run_context import RunContext
from architect.execution.screen import Screen, Screened
from architect.execution.stopwatch import Stopwatch
from architect.execution.tool_context_factory import ToolContextFactory
from architect.execution.user_edits import CHANGED, as_edited
from architect.execution.validate import ValidCall, validate
from architect.l10n import joined
from architect.tools.context import ToolContext
from architect.tools.late_tools import meant
from architect.tools.registry import AnyTool

_INLINE_CHARS = 2_000
"""Of arguments; up to here they are judged in a few milliseconds."""

_INLINE_RESULT_CHARS = 100_000
"""Of a result; up to here it is searched for keys in a few milliseconds."""


class ExecutionEngine:
    """Runs tool calls; whatever goes wrong inside a call is that call's result."""

    def __init__(self, run: RunContext) -> None:
        self._run = run
        self._registry = run.tools
        self._rules = run.rules
        self._confirmation = run.confirmation
        self._recorder = run.recorder
        self._contexts = ToolContextFactory(run)
        self._problems = EditProblems(run.problems)
        self._executor = CallExecutor(run, self._problems)
        self._screen = Screen(
            run.guardrails,
            run.hooks,
            run.workspace,
            run.totals,
            why_unconfined=run.shell.why_unconfined,
            beyond_undo=run.watch.beyond_undo,
            proposes=run.rules.proposes,
        )
        self._planned_paths: set[str | None] = set()
        """Where a dry run would have changed something, so that what follows cannot be foreseen."""

    def schemas(self) -> tuple[ToolSchema, ...]:
        """The tools that the model is told of now."""
        return self._registry.get_schemas(self._rules.allowed)

    def can_run_in_parallel(self, call: ToolCall) -> bool:
        """Whether the call only reads, so that it may run at the same time as other reads."""
        name = meant(call).name
        if not self._registry.has_tool(name):
            return True
        return self._registry.get(name).effect is Effect.READ

    def is_edit(self, call: ToolCall) -> bool:
        """Whether the call writes files by a tool, so that language servers may report on it."""
        name = meant(call).name
        return self._registry.has_tool(name) and self._registry.get(name).effect is Effect.WRITE

    async def execute_tool_call(
        self, call: ToolCall, *, step: int, edits_follow: bool = False
    ) -> ToolResult:
        """The result of `call`; a refusal or a failure is a failed result that says why.

        What language servers report is told behind the last edit where other `edits_follow`.

        Raises:
            JournalFault: the call could not be recorded; nothing may go on without that.
        """
        call = meant(call)
        watch = Stopwatch(self._run.clock)
        self._recorder.emit(
            ToolRequested(step=step, call_id=call.id, name=call.name, arguments=call.arguments)
        )
        try:
            with in_trace(self._run.trace_of(call.id)):
                path, result = await self._outcome(self._recorder.as_sent(call), step, watch)
                if not edits_follow:
                    result = with_context(result, await self._problems.news())
        finally:
            self._run.waits.extend(watch.pauses)
        clean = await self._without_keys(result.text, result_place(call.name, path))
        text = clean if result.fits else fit_result(clean, self._contexts.room.output_bytes)
        self._recorder.emit(
            ToolFinished(
                step=step,
                call_id=call.id,
                name=call.name,
                path=path,
                success=result.success,
                error=result.error,
                text=text,
                duration_s=round(watch.elapsed_s, 4),
                seen=result.seen,
                exit_code=result.exit_code,
            )
        )
        return result

    async def _outcome(
        self, call: ToolCall, step: int, watch: Stopwatch
    ) -> tuple[str | None, ToolResult]:
        """The path the call is about, if any, and its result; `watch` skips what a person takes."""
        path, summary = None, ""
        try:
            if not self._registry.has_tool(call.name):
                await self._run.tools_arrived(call.name)
            tool = resolve(self._registry, call.name, allowed=self._rules.allowed)
            if isinstance(tool, Deny):
                return path, self._denied(call, tool)
            valid = await _validated(tool, call.arguments)
            path, summary = valid.traits.path, valid.traits.summary
            screened = await self._screen.passed(valid)
            if isinstance(screened, Deny):
                return path, self._denied(call, screened, summary)
            path, summary = screened.call.traits.path, screened.call.traits.summary
            return path, await self._admitted(call, screened, step, watch)
        except (GuardrailRefusedError, CommandRefusedError) as refusal:
            return path, self._denied(
                call, Deny(refusal.rule, str(refusal), refusal.advice), summary
            )
        except (ToolFault, PortFault) as fault:
            return path, failed_by(fault)

    async def _admitted(
        self, call: ToolCall, screened: Screened, step: int, watch: Stopwatch
    ) -> ToolResult:
        valid, demand = screened.call, screened.demand
        if (denial := self._confirmation.denial(valid)) is not None:
            return self._denied(call, denial, valid.traits.summary)
        workspace = self._contexts.workspace(call.id, screened)
        context = self._contexts.context(call.id, screened, workspace, watch)
        verdict = Allow("dry-run")
        if not self._rules.dry_run or _shows_a_secret(demand):
            with watch.paused():
                verdict = await self._confirmation.admit(
                    valid, context, self._recorder, demand=demand
                )
        if isinstance(verdict, Deny):
            return self._denied(call, verdict, valid.traits.summary)
        if _shows_a_secret(demand):
            self._recorder.redactor.let_show(screened.files)
        if self._rules.dry_run:
            return await self._dry(call, screened, context, step=step)
        screened = as_edited(screened, verdict)
        reasons = ["" if demand is None else demand.reason, CHANGED if verdict.edited else ""]
        reason = joined("; ", filter(None, reasons))
        self._decided(
            call,
            valid.traits.summary,
            allowed=True,
            by=verdict.by,
            reason=reason,
            outside=valid.traits.taint_source or "",
            is_unknown=valid.is_unknown,
        )
        decided = verdict if demand is None else Allow()  # which was not about the sandbox
        granted, withheld = outside_sandbox(valid.traits, decided, self._recorder.taints)
        context = replace(
            context,
            granted=granted,
            withheld=withheld,
            only_confined=valid.traits.is_held,
            asks_for_network=self._confirmation.asks_for_network(self._recorder.taints),
        )
        return await self._executor.execute_screened(screened, context, workspace.notes)

    async def _dry(
        self, call: ToolCall, screened: Screened, context: ToolContext, *, step: int
    ) -> ToolResult:
        """Nothing is changed, so the mode asks nobody; but what would fail is not planned."""
        valid = screened.call
        action = plan(valid, step)
        if action is not None and valid.traits.path not in self._planned_paths:
            await valid.tool.safe_preview(valid.args, context)
        self._decided(
            call,
            valid.traits.summary,
            allowed=True,
            by="dry-run",
            reason="",
            is_unknown=valid.is_unknown,
        )
        if action is None:
            return await self._executor.execute_screened(screened, context)
        self._planned_paths.add(valid.traits.path)
        self._recorder.emit(ActionPlanned(call_id=call.id, action=action))
        return planned_result(action)

    async def _without_keys(self, text: str, where: str) -> str:
        """`text`, before it is cut, which could leave half a key; a long one in a thread."""
        redactor = self._recorder.redactor
        if len(text) <= _INLINE_RESULT_CHARS:
            cleaned = redactor.clean(text)
        else:
            cleaned = await asyncio.to_thread(redactor.clean, text)
        self._recorder.note(cleaned.redactions, where=where)
        return cleaned.text

    def _denied(self, call: ToolCall, denial: Deny, summary: str = "") -> ToolResult:
        self._decided(call, summary, allowed=False, by=denial.rule, reason=denial.reason)
        return failed(f"denied ({denial.rule}): {denial.told}")

    def _decided(
        self,
        call: ToolCall,
        summary: str,
        *,
        allowed: bool,
        by: str,
        reason: str,
        outside: str = "",
        is_unknown: bool = False,
    ) -> None:
        self._recorder.emit(
            ToolDecided(
                call_id=call.id,
                name=call.name,
                summary=summary,
                allowed=allowed,
                by=by,
                reason=reason,
                outside=outside,
                is_unknown=is_unknown,
            )
        )


def _shows_a_secret(demand: Ask | None) -> bool:
    """Whether even a plan of the call would show what somebody has to say yes to."""
    return demand is not None and demand.subject is Subject.SENSITIVE_FILE


async def _validated(tool: AnyTool, arguments: str) -> ValidCall:
    """The call as a value; a long one is looked at in a thread, since that may take 0.1 s."""
    if len(arguments) <= _INLINE_CHARS:
        return validate(tool, arguments)
    return await asyncio.to_thread(validate, tool, arguments)
