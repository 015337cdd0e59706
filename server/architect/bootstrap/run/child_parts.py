"""What a run is made of that a call of another run opens."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace

from architect.agent.agent import Agent
from architect.agent.completion_checks import CompletionRules
from architect.agent.limits import Limits
from architect.agent.tool_turn import PARALLEL_READS
from architect.bootstrap.run.grants import reviewed_later
from architect.bootstrap.run.offered_tools import OfferedTools, find_and_call
from architect.bootstrap.run.open_session import OpenSession
from architect.bootstrap.run.run_parts import RunParts
from architect.domain.errors import UserError
from architect.domain.hooks import Hook, HookEvent
from architect.domain.ids import CallId, RunId, child_run_id
from architect.domain.journal.run_events import ParentRun
from architect.domain.journal.state import AgentState
from architect.domain.paths import WorkspacePath
from architect.domain.prices import PriceList
from architect.domain.run_request import RunRequest
from architect.domain.subagents import DISPATCH_SUBAGENT
from architect.domain.tool_names import is_run_time_name
from architect.domain.user_questions import ASK_USER
from architect.domain.verdict import EditReview
from architect.execution.confirm import ConfirmationGate
from architect.execution.context_window import ContextWindow
from architect.execution.record.parent_link import ParentLink
from architect.execution.run_context import RunContext
from architect.execution.stop_signal import StopSignal
from architect.l10n import english
from architect.policy.secrets.redactor import Redactor
from architect.ports.change_watch import ChangeWatch
from architect.ports.checkpoints import Checkpoints
from architect.ports.clock import Clock
from architect.ports.code_health import CodeHealth
from architect.ports.code_index import CodeIndex
from architect.ports.crash_log import CrashLog
from architect.ports.event_sink import EventSink
from architect.ports.guardrails import Guardrails
from architect.ports.host import Host
from architect.ports.journal import Journal
from architect.ports.memory_store import MemoryStore
from architect.ports.model import Model
from architect.ports.originals import Originals
from architect.ports.search import Search
from architect.ports.shell import Shell
from architect.ports.skill_library import SkillLibrary
from architect.ports.telemetry import Telemetry
from architect.ports.workspace import Workspace
from architect.services.requests import outside_sources
from architect.tools.registry import AnyTool, ToolRegistry

_SHARE = 1 / PARALLEL_READS
"""Of what is left of a budget when the run is opened: as many run side by side at most."""

_OF_THE_SESSION = frozenset({HookEvent.SESSION_START, HookEvent.SESSION_END})


class ChildParts(RunParts):
    """The parts of a run under `parent`; what both have in common is the parent's own.

    That is the workspace, searched and recorded as the parent's call does, the sandbox of commands
    and their localhost, the guardrails and what they count, the budget, the clock, the redactor,
    the log of crashes and the turn to ask the user. Tools, mode and grants are those asked for, as
    far as the parent has them: who asks for the mode yolo gets that of the parent. What stops the
    parent stops the child. All else is made as for the parent, by `outer`, whatever that is.
    """

    def __init__(self, outer: RunParts, parent: RunContext, call_id: CallId) -> None:
        def search(_: Search) -> Search:
            return parent.search

        host = replace(
            outer.host,
            workspace=parent.recorded_workspace(call_id),
            search=search,
            sinks=(ParentLink(parent.recorder, call_id),),
        )
        super().__init__(outer.config, host, outer.credentials)
        self.llm = outer.llm
        self._outer = outer
        self._parent = parent
        self._call_id = call_id

    def narrowed(self, request: RunRequest) -> RunRequest:
        """`request`, which changes files only if the parent does.

        Raises:
            UserError: it would propose what nobody could take, since the parent proposes nothing.
        """
        rules = self._parent.rules
        narrowed = replace(
            request,
            dry_run=request.dry_run or rules.dry_run,
            edits=EditReview.PROPOSE if rules.proposes else request.edits,
        )
        if narrowed.proposes and not rules.proposes:
            raise UserError(
                english(
                    "a run that edits files cannot open one that only proposes: its proposals "
                    "would be lost. Open one that edits, or have both propose."
                )
            )
        return narrowed

    def session(self) -> OpenSession:
        run_id = child_run_id(self._parent.run_id, next(self._parent.child_numbers))
        originals = self._parent.originals
        journal = self._outer.child_journal(run_id, originals)
        return OpenSession(run_id, journal, originals, AgentState())

    def place(self, request: RunRequest, resources: AsyncExitStack) -> Host:
        # Who proposes does so under a parent that does, whose overlay holds the proposals of both.
        return self.host

    def agent(self, request: RunRequest) -> Agent:
        agent, allowed = self._outer.agent(request), self._parent.rules.allowed
        if allowed is None:
            return agent
        own = agent.allowed_tools
        return replace(agent, allowed_tools=allowed if own is None else own & allowed)

    def limits(self, request: RunRequest, agent: Agent) -> Limits:
        # The parent warns, whose budget it is, and its time reaches the child as a stop.
        limits = self._outer.limits(request, agent)
        spent, usd, tokens = self._parent.spending, limits.budget_usd, limits.budget_tokens
        return replace(
            limits,
            warn_at_usd=None,
            timeout_s=request.timeout_s,
            share_usd=None if usd is None else max(usd - spent.cost_usd, 0) * _SHARE,
            share_tokens=None
            if tokens is None
            else int(max(tokens - spent.usage.total_tokens, 0) * _SHARE),
        )

    def window(self, limits: Limits) -> ContextWindow:
        return self._outer.window(limits)

    def taints(self, request: RunRequest) -> Sequence[str]:
        return tuple(dict.fromkeys((*self._parent.recorder.taints, *outside_sources(request))))

    def parent(self) -> RunContext:
        return self._parent

    def parent_call(self) -> ParentRun:
        return ParentRun(self._parent.run_id, self._call_id)

    def ledger(self) -> Sequence[EventSink]:
        return self._outer.ledger()

    async def telemetry(self, resources: AsyncExitStack) -> Telemetry | None:
        return self._parent.telemetry

    def stop(self, resources: AsyncExitStack) -> StopSignal:
        stop = self._parent.stop.child()
        resources.callback(self._parent.stop.release, stop)
        return stop

    def confirmation(self, request: RunRequest, agent: Agent, stop: StopSignal) -> ConfirmationGate:
        return self._parent.confirmation.narrowed(
            agent.confirm_mode, reviewed_later=reviewed_later(request)
        )

    def enabled_hooks(self) -> Sequence[Hook]:
        hooks = self._outer.enabled_hooks()
        return tuple(hook for hook in hooks if hook.event not in _OF_THE_SESSION)

    def clock(self) -> Clock:
        return self._parent.clock

    def crashes(self) -> CrashLog:
        return self._parent.crashes

    def redactor(self) -> Redactor:
        return self._parent.recorder.redactor

    def guardrails(self) -> Guardrails:
        return self._parent.guardrails

    def prices(self) -> PriceList:
        return self._outer.prices()

    def model(self) -> Model:
        return self._outer.child_model()

    def child_model(self) -> Model:
        return self._outer.child_model()

    def child_journal(self, run_id: RunId, originals: Originals) -> Journal:
        return self._outer.child_journal(run_id, originals)

    async def offered_tools(
        self, tools: ToolRegistry, window: ContextWindow, resources: AsyncExitStack
    ) -> OfferedTools:
        there = self._parent.tools
        for tool in (*there.list_all(), *there.late()):
            if is_run_time_name(tool.name):
                tools.register(tool, late=there.is_late(tool.name))
        if there.late():
            find_and_call(tools, self._parent.tools_arrived)
        return OfferedTools(tools, window_tokens=window.tokens)

    def code_index(self, resources: AsyncExitStack) -> CodeIndex | None:
        return self._outer.code_index(resources)

    async def skills(
        self, workspace: Workspace, hides: Callable[[WorkspacePath], bool]
    ) -> SkillLibrary | None:
        return await self._outer.skills(workspace, hides)

    def tools(
        self,
        request: RunRequest,
        agent: Agent,
        index: CodeIndex | None = None,
        skills: SkillLibrary | None = None,
    ) -> ToolRegistry:
        tools = self._outer.tools(request, agent, index, skills)
        # Who is sent out sends out nobody, and asks the one who did.
        tools.remove(DISPATCH_SUBAGENT)
        tools.remove(ASK_USER)
        return tools

    def memory(self) -> MemoryStore | None:
        return self._parent.memory

    def shell(self, *, read_only: bool) -> Shell:
        # What one of them serves in the background, the other can ask.
        if read_only == self._parent.rules.proposes:
            return self._parent.bare_shell
        return self._outer.shell(read_only=read_only)

    def watch(self, resources: AsyncExitStack) -> ChangeWatch:
        return self._parent.watch

    def git_summary(self, resources: AsyncExitStack) -> Awaitable[str]:
        return self._outer.git_summary(resources)

    def checkpoints(self) -> Checkpoints | None:
        return None  # those of the parent have its changes

    def code_health(self) -> CodeHealth | None:
        return None  # what it changes is a change of its parent

    def unconfined_shell(self) -> Shell:
        return self._outer.unconfined_shell()

    def completion(self, request: RunRequest, tools: Sequence[AnyTool]) -> CompletionRules:
        return self._outer.completion(request, tools)
