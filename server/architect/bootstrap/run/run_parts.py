"""What a run is made of, one method a part."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from copy import copy
from pathlib import Path
from typing import Self

from architect.adapters.records.kept_output import keep_output
from architect.agent.agent import Agent
from architect.agent.completion_checks import CompletionRules
from architect.agent.limits import Limits
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.hooks import open_hooks
from architect.bootstrap.run.offered_tools import OfferedTools
from architect.bootstrap.run.open_session import OpenSession
from architect.bootstrap.run.sandbox import redacting, secrets_nearby
from architect.config.schema import Config
from architect.domain.hooks import Hook
from architect.domain.ids import RunId
from architect.domain.journal.run_events import ParentRun
from architect.domain.paths import WorkspacePath
from architect.domain.prices import PriceList
from architect.domain.run_request import RunRequest
from architect.execution.confirm import ConfirmationGate
from architect.execution.context_window import ContextWindow
from architect.execution.hooks.triggers import HookTriggers
from architect.execution.record.event_recorder import EventRecorder
from architect.execution.run_context import RunContext
from architect.execution.stated_secrets import StatedSecrets
from architect.execution.stop_signal import StopSignal
from architect.policy.secrets.redactor import Redactor
from architect.ports.change_watch import ChangeWatch
from architect.ports.checkpoints import Checkpoints
from architect.ports.clock import Clock
from architect.ports.code_health import CodeHealth
from architect.ports.code_index import CodeIndex
from architect.ports.crash_log import CrashLog
from architect.ports.event_sink import EventSink
from architect.ports.guardrails import Guardrails
from architect.ports.hooks import RunHooks
from architect.ports.host import Host
from architect.ports.journal import Journal
from architect.ports.memory_store import MemoryStore
from architect.ports.model import Model
from architect.ports.originals import Originals
from architect.ports.shell import Shell
from architect.ports.skill_library import SkillLibrary
from architect.ports.telemetry import Telemetry
from architect.ports.workspace import Workspace
from architect.tools.registry import AnyTool, ToolRegistry


class RunParts(ABC):
    """The parts of runs that are opened from here; `RunFactory` asks for them and joins them.

    `ConfiguredParts` are those of a run that a front end opens, `ChildParts` those of a run under
    another one. A part is abstract, so that whoever adds one has to say what a child gets: the
    parent's own, as much of it as the child may have, or one of its own.
    """

    def __init__(self, config: Config, host: Host, credentials: Credentials) -> None:
        self.config = config
        self.llm = config.llm
        self.host = host
        self.credentials = credentials

    def asking(self, model: str) -> Self:
        """These parts, for runs that ask another model than the configured one.

        It gets nothing that is meant for another provider, as one that takes over would not.
        """
        from architect.bootstrap.models.fallbacks import fallback_settings, is_same_place

        parts = copy(self)
        parts.llm = fallback_settings(self.llm, model)
        if not is_same_place(self.llm, model):
            parts.credentials = self.credentials.without_key()
        return parts

    @property
    def root(self) -> Path:
        return self.host.workspace.root

    @abstractmethod
    def session(self) -> OpenSession:
        """A new session for a run that is given none.

        Raises:
            UserError: no journal can be kept in the workspace.
        """

    @abstractmethod
    def child_journal(self, run_id: RunId, originals: Originals) -> Journal:
        """Where a run under one of these is recorded, beside the journal of the session."""

    def keep_output(self, run_id: RunId, text: str) -> str:
        """Keep what a run says in the end in a file; gives its path in the workspace.

        Raises:
            JournalFault: it cannot be written.
        """
        return keep_output(self.root, run_id, text)

    @abstractmethod
    def place(self, request: RunRequest, resources: AsyncExitStack) -> Host:
        """The host of the run; one that only proposes changes files in memory alone.

        `resources` close what it is given.
        """

    @abstractmethod
    def agent(self, request: RunRequest) -> Agent:
        """The agent that is asked for, with the mode and the steps that are asked for.

        Raises:
            UnknownAgentError: there is none of that name.
        """

    @abstractmethod
    def limits(self, request: RunRequest, agent: Agent) -> Limits:
        """The bounds of the run."""

    @abstractmethod
    def window(self, limits: Limits) -> ContextWindow:
        """How long the conversation may become, which whoever serves the model may know better."""

    @abstractmethod
    def prices(self) -> PriceList:
        """What models cost.

        Raises:
            ConfigError: the user's own list cannot be read.
        """

    @abstractmethod
    def taints(self, request: RunRequest) -> Sequence[str]:
        """Where texts in the task come from that strangers may have written."""

    @abstractmethod
    def parent(self) -> RunContext | None:
        """The run above those that are opened here; None for those of a front end."""

    @abstractmethod
    def parent_call(self) -> ParentRun | None:
        """The call that opens them; None for those of a front end."""

    @abstractmethod
    def clock(self) -> Clock:
        """What time it is."""

    @abstractmethod
    def crashes(self) -> CrashLog:
        """Where our own bugs are kept, without keys."""

    @abstractmethod
    def redactor(self) -> Redactor:
        """What keeps keys out of the record."""

    @abstractmethod
    def ledger(self) -> Sequence[EventSink]:
        """What keeps the costs of one run for longer than its session; empty if nothing does."""

    @abstractmethod
    async def telemetry(self, resources: AsyncExitStack) -> Telemetry | None:
        """What tells an OpenTelemetry backend of it; None if the user wants none.

        Raises:
            UserError: it cannot be had.
        """

    @abstractmethod
    def stop(self, resources: AsyncExitStack) -> StopSignal:
        """What stops the run; `resources` unlinks it from others at the end."""

    @abstractmethod
    def model(self) -> Model:
        """What answers the run.

        Raises:
            UserError: its name or its address cannot be used.
            AuthenticationFailedError: there is no key for it.
        """

    @abstractmethod
    def child_model(self) -> Model:
        """One of its own for a run that a call opens: a model answers one run at a time."""

    @abstractmethod
    async def offered_tools(
        self, tools: ToolRegistry, window: ContextWindow, resources: AsyncExitStack
    ) -> OfferedTools:
        """The tools that are there for this run only; `resources` close what they need.

        Raises:
            UserError: what offers them cannot be opened.
        """

    @abstractmethod
    def code_index(self, resources: AsyncExitStack) -> CodeIndex | None:
        """What the files of the workspace define, kept up to date until `resources` are closed.

        None if the user wants none.
        """

    @abstractmethod
    async def skills(
        self, workspace: Workspace, hides: Callable[[WorkspacePath], bool]
    ) -> SkillLibrary | None:
        """The skills of the user and the project; None if there are none, or the user wants none.

        `hides` names the files of `workspace` that may hold secrets.
        """

    @abstractmethod
    def tools(
        self,
        request: RunRequest,
        agent: Agent,
        index: CodeIndex | None = None,
        skills: SkillLibrary | None = None,
    ) -> ToolRegistry:
        """All tools of our own that the run may have; an agent may use fewer."""

    @abstractmethod
    def memory(self) -> MemoryStore | None:
        """What is remembered from session to session; None if nothing is."""

    @abstractmethod
    def shell(self, *, read_only: bool) -> Shell:
        """Where commands, hooks and gates run; no program is looked for yet.

        With `read_only` they cannot write in the workspace.
        """

    @abstractmethod
    def watch(self, resources: AsyncExitStack) -> ChangeWatch:
        """What notices the changes that commands make in files."""

    @abstractmethod
    def git_summary(self, resources: AsyncExitStack) -> Awaitable[str]:
        """The state of the repository in a line, which is looked up from now on.

        Empty where there is no repository; `resources` end the search.
        """

    @abstractmethod
    def checkpoints(self) -> Checkpoints | None:
        """Where the states of the working tree are kept; None if they are not."""

    @abstractmethod
    def code_health(self) -> CodeHealth | None:
        """What measures the health of the code that it changes; None if nothing does.

        Raises:
            UserError: that is a gate, and the tools are missing.
        """

    @abstractmethod
    def unconfined_shell(self) -> Shell:
        """Where hooks run that do not want the sandbox."""

    @abstractmethod
    def enabled_hooks(self) -> Sequence[Hook]:
        """The user's hooks that run in it."""

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

    @abstractmethod
    def guardrails(self) -> Guardrails:
        """The deterministic rules, and what counts against them."""

    @abstractmethod
    def completion(self, request: RunRequest, tools: Sequence[AnyTool]) -> CompletionRules:
        """What has to hold when the model says that it is done; it has `tools`."""

    @abstractmethod
    def confirmation(self, request: RunRequest, agent: Agent, stop: StopSignal) -> ConfirmationGate:
        """What asks the user, whose answer may be to stop the run."""

    def redacting(self, shell: Shell, recorder: EventRecorder) -> Shell:
        """`shell`, whose output is searched for the secrets of files."""
        return redacting(shell, recorder.redactor, self.root, self.config.guardrails)

    def secrets_nearby(self, recorder: EventRecorder) -> StatedSecrets:
        """What files state that tools may come across before any command has run."""
        return secrets_nearby(recorder.redactor, self.root, self.config.guardrails)
