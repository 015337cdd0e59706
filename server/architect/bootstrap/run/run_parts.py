"""What runs are made of, from the configuration and what the front end brings."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

from architect.adapters.system_clock import SystemClock
from architect.agent.agent import Agent
from architect.agent.catalog import all_agents, find_agent
from architect.agent.completion_checks import CompletionRules
from architect.agent.limits import Limits
from architect.bootstrap.models.open_model import open_model
from architect.bootstrap.models.price_list import load_prices
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.grants import open_grants, reviewed_later
from architect.bootstrap.run.guardrails import completion_rules, guardrails
from architect.bootstrap.run.hooks import open_hooks
from architect.bootstrap.run.open_session import (
    OpenSession,
    new_child_journal,
    new_session,
    new_session_id,
)
from architect.bootstrap.run.proposals import proposing
from architect.bootstrap.run.sandbox import open_shell, open_unsandboxed_shell, redacting
from architect.bootstrap.run.tools import local_tools, offered_tools
from architect.bootstrap.runtime import crash_log
from architect.config.schema import Config
from architect.domain.hooks import Hook
from architect.domain.ids import RunId
from architect.domain.journal.events import ParentRun
from architect.domain.prices import PriceList
from architect.domain.run_request import RunRequest
from architect.execution.confirm import ConfirmationGate
from architect.execution.grant_book import GrantBook
from architect.execution.hooks.triggers import HookTriggers
from architect.execution.record.event_recorder import EventRecorder
from architect.execution.run_context import RunContext
from architect.execution.stop_signal import StopSignal
from architect.policy.confirmation import ConfirmationPolicy
from architect.policy.secrets.redactor import Redactor
from architect.ports.clock import Clock
from architect.ports.crash_log import CrashLog
from architect.ports.guardrails import Guardrails
from architect.ports.hooks import RunHooks
from architect.ports.host import Host
from architect.ports.journal import Journal
from architect.ports.model import Model
from architect.ports.originals import Originals
from architect.ports.shell import Shell
from architect.services.requests import outside_sources
from architect.tools.registry import AnyTool, ToolRegistry


class RunParts:
    """What runs are made of under one configuration, for one front end.

    Whoever opens runs another way overrides methods: tests those that reach outside, so that they
    try the wiring that users get, and `ChildParts` what a run shares with the one above it.
    """

    def __init__(self, config: Config, host: Host, credentials: Credentials) -> None:
        self.config = config
        self.host = host
        self.credentials = credentials

    @property
    def root(self) -> Path:
        return self.host.workspace.root

    def session(self) -> OpenSession:
        """A new session.

        Raises:
            UserError: no journal can be kept in the workspace.
        """
        return new_session(self.root, new_session_id(self.clock()))

    def child_journal(self, run_id: RunId, originals: Originals) -> Journal:
        """Where a run under one of these is recorded, beside the journal of the session."""
        return new_child_journal(self.root, run_id, originals)

    def place(self, request: RunRequest) -> Host:
        """The host of the run; one that only proposes changes files in memory alone."""
        return proposing(self.host) if request.proposes else self.host

    def agent(self, request: RunRequest) -> Agent:
        """The agent that is asked for, with the mode and the steps that are asked for.

        Raises:
            UnknownAgentError: there is none of that name.
        """
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
            max_context_tokens=self.config.context.max_context_tokens,
            timeout_s=request.timeout_s,
            budget_usd=costs.budget_usd,
            budget_tokens=costs.budget_tokens,
            warn_at_usd=costs.warn_at_usd,
        )

    def prices(self) -> PriceList:
        """What models cost.

        Raises:
            ConfigError: the user's own list cannot be read.
        """
        return load_prices(self.config.costs)

    def taints(self, request: RunRequest) -> Sequence[str]:
        """Where texts in the task come from that strangers may have written."""
        return outside_sources(request)

    def parent(self) -> RunContext | None:
        """The run above those that are opened here; None, since a front end opens them."""
        return None

    def parent_call(self) -> ParentRun | None:
        """The call that opens them."""
        return None

    def clock(self) -> Clock:
        return SystemClock()

    def crashes(self) -> CrashLog:
        """Where our own bugs are kept, without keys."""
        return crash_log(self.credentials.secrets(self.config.llm.api_key_env))

    def redactor(self) -> Redactor:
        """What keeps keys out of the record."""
        return self.credentials.redactor(self.config)

    def stop(self, resources: AsyncExitStack) -> StopSignal:
        """What stops the run; `resources` unlinks it from others at the end."""
        return StopSignal()

    def model(self) -> Model:
        """The model that the settings name.

        Raises:
            UserError: its name or its address cannot be used.
            AuthenticationFailedError: there is no key for it.
        """
        return open_model(
            self.config.llm,
            self.credentials.environ,
            api_key=self.credentials.api_key,
            scripts=Path(),
            editor_model=self.host.model,
        )

    def child_model(self) -> Model:
        """One of its own for a run that a call opens: a model answers one run at a time."""
        return self.model()

    async def offered_tools(self, resources: AsyncExitStack) -> Sequence[AnyTool]:
        """The tools that are there for this run only; `resources` close what they need.

        Raises:
            UserError: what offers them cannot be opened.
        """
        return await offered_tools(self.host.tool_sources, resources)

    def tools(self, request: RunRequest, agent: Agent) -> ToolRegistry:
        """All tools of our own that the settings allow."""
        return local_tools(
            self.config.workspace,
            self.config.commands,
            root=self.root,
            home=self.credentials.environ.get("HOME"),
            allowed=agent.allowed_tools,
            read_only=request.proposes,
        )

    def shell(self, *, read_only: bool) -> Shell:
        """Where commands, hooks and gates run; no program is looked for yet.

        With `read_only` they cannot write in the workspace.
        """
        return open_shell(self.config, self.credentials.environ, self.root, read_only=read_only)

    def unconfined_shell(self) -> Shell:
        """Where hooks run that do not want the sandbox."""
        return open_unsandboxed_shell(self.config, self.credentials.environ)

    def enabled_hooks(self) -> Sequence[Hook]:
        return tuple(self.config.hooks.enabled())

    def hooks(
        self, host: Host, shell: Shell, recorder: EventRecorder, triggers: HookTriggers
    ) -> RunHooks:
        """The hooks of the run; `triggers` sees its events."""
        return open_hooks(
            self.enabled_hooks(),
            host,
            shell=shell,
            unsandboxed_shell=self.redacting(self.unconfined_shell(), recorder),
            recorder=recorder,
            triggers=triggers,
        )

    def guardrails(self) -> Guardrails:
        return guardrails(self.config.guardrails, self.root)

    def completion(self, request: RunRequest, tools: Sequence[AnyTool]) -> CompletionRules:
        """What has to hold when the model says that it is done; it has `tools`."""
        return completion_rules(self.config.guardrails, request, tools)

    def grants(self) -> GrantBook:
        """What the user allowed or denied beforehand.

        Raises:
            UserError: it cannot be read.
        """
        return open_grants(self.root)

    def confirmation(self, request: RunRequest, agent: Agent, stop: StopSignal) -> ConfirmationGate:
        """What asks the user, whose answer may be to stop the run."""
        return ConfirmationGate(
            ConfirmationPolicy(agent.confirm_mode, reviewed_later=reviewed_later(request)),
            approver=self.host.approver,
            stop=stop,
            grants=self.grants(),
        )

    def redacting(self, shell: Shell, recorder: EventRecorder) -> Shell:
        """`shell`, whose output is searched for the secrets of files."""
        return redacting(shell, recorder.redactor, self.root, self.config.guardrails)
