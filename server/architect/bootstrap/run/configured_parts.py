"""The parts of runs that a front end opens: from the configuration and what it brings."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace

from architect.adapters.git_summary import git_summary
from architect.adapters.records.cost_ledger import CostLedger
from architect.adapters.records.refused_windows import RefusedWindows
from architect.adapters.system_clock import SystemClock
from architect.agent.agent import Agent
from architect.agent.catalog import all_agents, find_agent, subagent_types
from architect.agent.completion_checks import CompletionRules
from architect.agent.limits import Limits
from architect.bootstrap.code_index import code_index
from architect.bootstrap.lazy import LazyChangeWatch
from architect.bootstrap.models.context_window import context_window
from architect.bootstrap.models.fallbacks import address_for
from architect.bootstrap.models.open_model import ModelSources, open_model
from architect.bootstrap.models.price_list import load_prices
from architect.bootstrap.models.reply_cache import reply_cache
from architect.bootstrap.run.grants import open_grants, reviewed_later
from architect.bootstrap.run.guardrails import completion_rules, guardrails
from architect.bootstrap.run.offered_tools import OfferedTools
from architect.bootstrap.run.open_session import (
    OpenSession,
    new_child_journal,
    new_session,
    new_session_id,
)
from architect.bootstrap.run.proposals import proposing
from architect.bootstrap.run.run_parts import RunParts
from architect.bootstrap.run.sandbox import open_shell, open_unsandboxed_shell
from architect.bootstrap.run.skills import open_skills
from architect.bootstrap.run.tools import ToolInputs, local_tools
from architect.bootstrap.runtime import crash_log
from architect.domain.errors import HealthFault, UserError
from architect.domain.hooks import Hook
from architect.domain.ids import RunId
from architect.domain.journal.run_events import ParentRun
from architect.domain.model_names import editor_model_id
from architect.domain.paths import WorkspacePath
from architect.domain.prices import PriceList
from architect.domain.run_request import RunRequest
from architect.execution.confirm import ConfirmationGate
from architect.execution.context_window import ContextWindow
from architect.execution.grant_book import GrantBook
from architect.execution.run_context import RunContext
from architect.execution.stop_signal import StopSignal
from architect.policy.confirmation import ConfirmationPolicy
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
from architect.ports.shell import Shell
from architect.ports.skill_library import SkillLibrary
from architect.ports.telemetry import Telemetry
from architect.ports.tool_source import ToolSource
from architect.ports.web import Web
from architect.ports.workspace import Workspace
from architect.services.requests import outside_sources
from architect.tools.registry import AnyTool, ToolRegistry


class ConfiguredParts(RunParts):
    """Here each part is chosen; tests override those that reach outside."""

    def session(self) -> OpenSession:
        return new_session(self.root, new_session_id(self.clock()))

    def child_journal(self, run_id: RunId, originals: Originals) -> Journal:
        return new_child_journal(self.root, run_id, originals)

    def place(self, request: RunRequest, resources: AsyncExitStack) -> Host:
        if request.proposes:
            return proposing(self.host)
        if self.config.lsp.servers:
            from architect.bootstrap.run.language_servers import with_language_servers

            environ = self.credentials.environ
            self.host = with_language_servers(self.host, self.config, environ, resources)
        return self.host

    def agent(self, request: RunRequest) -> Agent:
        agent = find_agent(all_agents(self.config.agents), request.agent)
        return replace(
            agent,
            confirm_mode=request.mode or agent.confirm_mode,
            max_steps=request.max_steps or agent.max_steps,
        )

    def limits(self, request: RunRequest, agent: Agent) -> Limits:
        costs = self.config.costs
        return Limits(
            max_steps=agent.max_steps,
            max_context_tokens=context_window(
                self.config.context, self.llm, self.credentials.environ
            ),
            timeout_s=request.timeout_s,
            budget_usd=costs.budget_usd,
            budget_tokens=costs.budget_tokens,
            warn_at_usd=costs.warn_at_usd,
        )

    def window(self, limits: Limits) -> ContextWindow:
        llm, windows = self.llm, RefusedWindows(self.credentials.environ)

        def remember(model: str, tokens: int) -> None:
            if editor_model_id(model) is None:
                windows.remember(model, address_for(llm, model), tokens)

        most = self.config.context.max_context_tokens
        return ContextWindow(limits.max_context_tokens, most=most, remember=remember)

    def prices(self) -> PriceList:
        return load_prices(self.config.costs, self.llm.api_base)

    def taints(self, request: RunRequest) -> Sequence[str]:
        return outside_sources(request)

    def parent(self) -> RunContext | None:
        return None

    def parent_call(self) -> ParentRun | None:
        return None

    def clock(self) -> Clock:
        return SystemClock()

    def crashes(self) -> CrashLog:
        return crash_log(self.credentials.secrets(self.config.llm))

    def redactor(self) -> Redactor:
        return self.credentials.redactor(self.config)

    def ledger(self) -> Sequence[EventSink]:
        if not self.config.costs.enabled:
            return ()
        return (CostLedger(self.credentials.environ, self.root),)

    async def telemetry(self, resources: AsyncExitStack) -> Telemetry | None:
        if not self.config.telemetry.enabled:
            return None
        from architect.bootstrap.telemetry import run_telemetry

        settings, environ = self.config.telemetry, self.credentials.environ
        return await run_telemetry(settings, environ, self.host.telemetry, resources)

    def stop(self, resources: AsyncExitStack) -> StopSignal:
        return StopSignal()

    def model(self) -> Model:
        return open_model(
            self.llm,
            ModelSources(
                self.credentials.environ,
                api_key=self.credentials.api_key,
                kept=self.credentials.kept,
                editor_model=self.host.model,
                max_context_tokens=self.config.context.max_context_tokens,
            ),
            cache=reply_cache(self.config.llm_cache, self.credentials.environ),
        )

    def child_model(self) -> Model:
        return self.model()

    async def offered_tools(
        self, tools: ToolRegistry, window: ContextWindow, resources: AsyncExitStack
    ) -> OfferedTools:
        offered = OfferedTools(tools, window_tokens=window.tokens)
        await offered.open(self._tool_sources(resources), resources)
        return offered

    def _tool_sources(self, resources: AsyncExitStack) -> Sequence[ToolSource]:
        own = self.host.tool_sources
        if not (self.config.mcp.enabled and self.config.mcp.servers):
            return own
        from architect.bootstrap.mcp import mcp_tools

        mcp = mcp_tools(
            self.config.mcp, self.root, self.credentials.environ, self.host.tool_servers, resources
        )
        return (*own, mcp)

    def code_index(self, resources: AsyncExitStack) -> CodeIndex | None:
        return code_index(self.config, self.root, self.credentials.environ, resources)

    async def skills(
        self, workspace: Workspace, hides: Callable[[WorkspacePath], bool]
    ) -> SkillLibrary | None:
        return await open_skills(self.config, self.credentials.environ, workspace, hides)

    def tools(
        self,
        request: RunRequest,
        agent: Agent,
        index: CodeIndex | None = None,
        skills: SkillLibrary | None = None,
    ) -> ToolRegistry:
        commands = self.config.commands
        if agent.known_commands_only:
            commands = commands.model_copy(update={"allowed_only": True})
        inputs = ToolInputs(
            workspace=self.config.workspace,
            commands=commands,
            root=self.root,
            home=self.credentials.environ.get("HOME"),
            allowed=agent.allowed_tools,
            read_only=request.proposes,
            index=index,
            remembers=self.config.memory.enabled,
            skills=skills,
            subagents=subagent_types(self.config.agents),
            web=self._web(),
            domains=self.config.web.domains,
            problems=None if request.proposes else self.host.problems,
            language=None if request.proposes else self.host.language,
        )
        return local_tools(inputs)

    def _web(self) -> Web | None:
        settings = self.config.web
        if not settings.enabled:
            return None
        from architect.adapters.web.http_web import HttpWeb

        return HttpWeb(timeout_s=settings.timeout, allow_private=settings.allow_private)

    def memory(self) -> MemoryStore | None:
        if not self.config.memory.enabled:
            return None
        from architect.bootstrap.memory import project_memory

        return project_memory(self.root)

    def shell(self, *, read_only: bool) -> Shell:
        return open_shell(
            self.config,
            self.credentials.environ,
            self.root,
            aliases=self.host.aliases,
            protected=self.host.own_files,
            read_only=read_only,
        )

    def watch(self, resources: AsyncExitStack) -> ChangeWatch:
        watch = LazyChangeWatch(self.root)
        resources.push_async_callback(watch.aclose)
        return watch

    def git_summary(self, resources: AsyncExitStack) -> Awaitable[str]:
        # In a thread, so that it goes on while what the run needs is imported.
        looking = asyncio.ensure_future(asyncio.to_thread(git_summary, self.root))
        resources.callback(looking.cancel)
        return looking

    def checkpoints(self) -> Checkpoints | None:
        settings = self.config.checkpoints
        if not settings.enabled:
            return None
        from architect.bootstrap.checkpoints import open_checkpoints

        return open_checkpoints(self.root, settings)

    def code_health(self) -> CodeHealth | None:
        if not self.config.health.enabled:
            return None
        from architect.adapters.health.code_health import MeasuredHealth, require_tools

        if self.config.health.fail_on_worse:
            try:
                require_tools()
            except HealthFault as fault:
                raise UserError(str(fault)) from fault
        return MeasuredHealth()

    def unconfined_shell(self) -> Shell:
        return open_unsandboxed_shell(self.config, self.credentials.environ)

    def enabled_hooks(self) -> Sequence[Hook]:
        return tuple(self.config.hooks.enabled())

    def guardrails(self) -> Guardrails:
        host = self.host
        return guardrails(
            self.config.guardrails, self.root, own_files=host.own_files, editable=host.editable
        )

    def completion(self, request: RunRequest, tools: Sequence[AnyTool]) -> CompletionRules:
        return completion_rules(self.config.guardrails, request, tools)

    def grants(self) -> GrantBook:
        """What the user allowed or denied beforehand.

        Raises:
            UserError: it cannot be read.
        """
        return open_grants(self.root)

    def confirmation(self, request: RunRequest, agent: Agent, stop: StopSignal) -> ConfirmationGate:
        return ConfirmationGate(
            ConfirmationPolicy(agent.confirm_mode, reviewed_later=reviewed_later(request)),
            approver=self.host.approver,
            stop=stop,
            grants=self.grants(),
        )
