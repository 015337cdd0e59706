"""A run put together from fakes and the real tools, so that a test reads in a few lines.

rig = make_rig(call_reply(call("read_file", path="a.py")), text_reply("done"), files={"a.py": b""})
state = rig.go()
"""

import asyncio
import json
import os
from collections.abc import Awaitable, Coroutine, Generator, Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedCall, ScriptedReply
from architect.adapters.no_hooks import NoHooks
from architect.agent.agent import Agent
from architect.agent.completion_checks import NOTHING_CHECKED, CompletionRules
from architect.agent.limits import Limits
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import OpenSession
from architect.bootstrap.run.run_factory import RunFactory
from architect.config.schema import Config
from architect.domain.effect import Effect
from architect.domain.errors import SearchFault
from architect.domain.hooks import Hook
from architect.domain.ids import CallId, RunId, SessionId
from architect.domain.journal.model_events import ModelReplied
from architect.domain.journal.run_events import RunStarted, StepStarted
from architect.domain.journal.state import AgentState
from architect.domain.messages import ToolCall
from architect.domain.model_exchange import FinishReason
from architect.domain.prices import PriceList
from architect.domain.run_request import Attachment, RunRequest
from architect.domain.search import SearchQuery, SearchResult
from architect.domain.shell import CommandOutcome
from architect.domain.tool_result import ToolResult
from architect.domain.verdict import Choice, ConfirmMode, EditReview
from architect.execution.engine import ExecutionEngine
from architect.execution.grant_book import GrantBook
from architect.execution.hooks.triggers import HookTriggers
from architect.execution.record.event_recorder import EventRecorder
from architect.execution.stop_signal import StopSignal
from architect.ports.approver import Approver
from architect.ports.change_watch import ChangeWatch
from architect.ports.clock import Clock
from architect.ports.code_index import CodeIndex
from architect.ports.crash_log import CrashLog
from architect.ports.event_sink import EventSink
from architect.ports.grant_store import GrantStore
from architect.ports.guardrails import Guardrails
from architect.ports.hooks import HookBlock, HookProceed, HookRunner, RunHooks
from architect.ports.host import Host
from architect.ports.journal import Journal
from architect.ports.model import Model
from architect.ports.originals import Originals
from architect.ports.shell import Shell
from architect.ports.skill_library import SkillLibrary
from architect.ports.tool_source import ToolSource
from architect.services.runs import Run
from architect.testing.fake_changes import FakeChanges
from architect.testing.fake_code_index import FakeCodeIndex
from architect.testing.fake_shell import FakeShell
from architect.testing.frozen_clock import FrozenClock
from architect.testing.memory_journal import MemoryJournal
from architect.testing.memory_originals import MemoryOriginals
from architect.testing.memory_workspace import MemoryWorkspace
from architect.testing.no_guardrails import NoGuardrails
from architect.testing.recording_sink import RecordingSink
from architect.testing.scripted_approver import ScriptedApprover
from architect.tools.registry import AnyTool, ToolRegistry

SESSION = SessionId("20260102-030405-abcdef")
DEFAULT_LIMITS = Limits(max_steps=20, max_context_tokens=80_000)


class NoSearch:
    """Finds nothing, because there is nothing on a disk."""

    async def search(self, query: SearchQuery) -> SearchResult:
        raise SearchFault("this rig has no search")


@dataclass(slots=True)
class KeptCrashes:
    """A crash log that remembers the errors themselves."""

    errors: list[BaseException] = field(default_factory=list[BaseException])

    def keep(self, error: BaseException) -> str:
        self.errors.append(error)
        return "crash.log"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What the engine of a rig is bound by."""

    mode: ConfirmMode = ConfirmMode.YOLO
    allowed: frozenset[str] | None = None
    dry_run: bool = False
    max_result_tokens: int | None = None
    parallel_reads: bool = True
    compact_at: float = 1.0
    """From which share of the window on the model is asked for summaries: here, never."""
    proposes: bool = False
    sandboxed: bool = False
    """Whether commands have a sandbox, as `FakeShell` takes it; the fakes confine nothing."""


DEFAULT_RULES = Rules()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rig:
    """A run that is ready to go, with every part a test may want to look at."""

    model: Model
    workspace: MemoryWorkspace
    shell: FakeShell
    sink: RecordingSink
    journal: Journal
    originals: MemoryOriginals
    approver: Approver
    clock: Clock
    stop: StopSignal
    crashes: KeptCrashes
    recorder: EventRecorder
    engine: ExecutionEngine
    run: Run
    child_journals: Mapping[RunId, MemoryJournal]
    """Those of the runs that calls of this one open, which answer with `child_models`."""

    @property
    def scripted(self) -> ScriptedModel:
        assert isinstance(self.model, ScriptedModel)
        return self.model

    @property
    def state(self) -> AgentState:
        return self.recorder.state

    def go(self) -> AgentState:
        return asyncio.run(self.run.go())

    def call(self, name: str, arguments: Mapping[str, Any] | str = "{}") -> ToolResult:
        """The result of one call through the engine, without a loop around it."""
        return asyncio.run(self.acall(name, arguments))

    async def acall(self, name: str, arguments: Mapping[str, Any] | str = "{}") -> ToolResult:
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        step = self.state.step + 1
        wanted = ToolCall(CallId(f"c{step}"), name, text)
        self.recorder.emit(StepStarted(step=step))
        self.recorder.emit(reply_event(step, wanted))
        return await self.engine.execute_tool_call(wanted, step=step)


def call(name: str, *, id: str = "", **arguments: Any) -> ScriptedCall:
    """A scripted call with valid JSON arguments."""
    return ScriptedCall(name, json.dumps(arguments), id)


def reply_event(step: int, *calls: ToolCall, text: str = "") -> ModelReplied:
    """The event of a reply that asks for `calls`."""
    return ModelReplied(
        step=step,
        purpose="step",
        text=text,
        calls=calls,
        finish=FinishReason.TOOL_CALLS if calls else FinishReason.STOP,
        usage=None,
        cost_usd=None,
        duration_s=0.0,
    )


def started_event(**changes: Any) -> RunStarted:
    fields: dict[str, Any] = {
        "session_id": SESSION,
        "task": "mend it",
        "agent": "build",
        "model": "recorded/script",
        "workspace": "/workspace",
        "mode": ConfirmMode.YOLO,
        "dry_run": False,
        "max_steps": 20,
        "system": "You are a test.",
        "opening": "mend it",
    }
    return RunStarted(**(fields | changes))


def make_rig(
    *replies: ScriptedReply,
    model: Model | None = None,
    files: Mapping[str, bytes] | None = None,
    outcomes: Mapping[str, CommandOutcome] | None = None,
    shell: FakeShell | None = None,
    answers: Iterable[Choice] = (),
    approver: Approver | None = None,
    tools: Iterable[AnyTool] = (),
    rules: Rules | None = None,
    limits: Limits = DEFAULT_LIMITS,
    prices: PriceList | None = None,
    guardrails: Guardrails | None = None,
    completion: CompletionRules = NOTHING_CHECKED,
    hooks: HookRunner | None = None,
    grants: GrantStore | None = None,
    user_hooks: Sequence[Hook] = (),
    journal: Journal | None = None,
    sinks: Iterable[EventSink] = (),
    clock: Clock | None = None,
    attachments: tuple[Attachment, ...] = (),
    child_models: Iterable[Model] = (),
    tool_sources: Iterable[ToolSource] = (),
    watch: ChangeWatch | None = None,
) -> Rig:
    """A rig with all local tools, to which `tools` are added (over one of the same name)."""
    rules = rules or DEFAULT_RULES
    fakes = Fakes(
        model=model or ScriptedModel(replies),
        shell=shell or FakeShell(outcomes, unconfined="" if rules.sandboxed else "a fake has none"),
        journal=journal or MemoryJournal(),
        clock=clock or FrozenClock(),
        tools=tuple(tools),
        allowed=rules.allowed,
        limits=limits,
        prices=prices or PriceList({}),
        guardrails=guardrails or NoGuardrails(),
        completion=completion,
        hooks=hooks,
        user_hooks=user_hooks,
        grants=grants,
        child_models=list(child_models),
        watch=watch or FakeChanges(),
    )
    workspace, sink = MemoryWorkspace(files), RecordingSink()
    host = Host(
        workspace=workspace,
        approver=approver or ScriptedApprover(answers),
        sinks=(sink, *sinks),
        search=lambda _: NoSearch(),
        tool_sources=tuple(tool_sources),
    )
    parts = RigParts(rig_config(rules), host, fakes)
    request = rig_request(rules, attachments)
    run = at_once(RunFactory(parts).open(request))
    return Rig(
        model=fakes.model,
        workspace=workspace,
        shell=fakes.shell,
        sink=sink,
        journal=fakes.journal,
        originals=fakes.originals,
        approver=host.approver,
        clock=fakes.clock,
        stop=run.context.stop,
        crashes=fakes.kept_crashes,
        recorder=run.context.recorder,
        engine=ExecutionEngine(run.context),
        run=run,
        child_journals=fakes.child_journals,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fakes:
    """What a rig has in the place of what reaches outside, and of what the settings say."""

    model: Model
    shell: FakeShell = field(default_factory=FakeShell)
    journal: Journal = field(default_factory=MemoryJournal)
    clock: Clock = field(default_factory=FrozenClock)
    tools: tuple[AnyTool, ...] = ()
    allowed: frozenset[str] | None = None
    limits: Limits = DEFAULT_LIMITS
    prices: PriceList = field(default_factory=lambda: PriceList({}))
    guardrails: Guardrails = field(default_factory=NoGuardrails)
    completion: CompletionRules = NOTHING_CHECKED
    hooks: HookRunner | None = None
    user_hooks: Sequence[Hook] = ()
    grants: GrantStore | None = None
    child_models: list[Model] = field(default_factory=list[Model])
    child_journals: dict[RunId, MemoryJournal] = field(default_factory=dict[RunId, MemoryJournal])
    originals: MemoryOriginals = field(default_factory=MemoryOriginals)
    watch: ChangeWatch = field(default_factory=FakeChanges)
    kept_crashes: KeptCrashes = field(default_factory=KeptCrashes)


class _NoRepository(Awaitable[str]):
    """What git says where there is none, at once."""

    def __await__(self) -> Generator[Any, None, str]:
        yield from ()
        return ""


class RigParts(ConfiguredParts):
    """The parts that users get, with `fakes` for those that reach outside."""

    def __init__(self, config: Config, host: Host, fakes: Fakes) -> None:
        environ = {"XDG_STATE_HOME": os.environ["XDG_STATE_HOME"]}
        super().__init__(config, host, Credentials(environ))
        self.fakes = fakes

    def session(self) -> OpenSession:
        run_id = RunId(f"{SESSION}.1")
        return OpenSession(run_id, self.fakes.journal, self.fakes.originals, AgentState())

    def child_journal(self, run_id: RunId, originals: Originals) -> Journal:
        return self.fakes.child_journals.setdefault(run_id, MemoryJournal())

    def child_model(self) -> Model:
        return self.fakes.child_models.pop(0)

    def agent(self, request: RunRequest) -> Agent:
        mode, limits = request.mode or ConfirmMode.YOLO, self.fakes.limits
        return Agent("build", "You are a test.", self.fakes.allowed, mode, limits.max_steps)

    def limits(self, request: RunRequest, agent: Agent) -> Limits:
        return self.fakes.limits

    def prices(self) -> PriceList:
        return self.fakes.prices

    def clock(self) -> Clock:
        return self.fakes.clock

    def crashes(self) -> CrashLog:
        return self.fakes.kept_crashes

    def model(self) -> Model:
        return self.fakes.model

    def tools(
        self,
        request: RunRequest,
        agent: Agent,
        index: CodeIndex | None = None,
        skills: SkillLibrary | None = None,
    ) -> ToolRegistry:
        registry = super().tools(request, agent, index, skills)
        for tool in self.fakes.tools:
            registry.register(tool, allow_override=True)
        return registry

    def code_index(self, resources: AsyncExitStack) -> CodeIndex:
        return FakeCodeIndex()

    def shell(self, *, read_only: bool) -> Shell:
        return self.fakes.shell

    def watch(self, resources: AsyncExitStack) -> ChangeWatch:
        return self.fakes.watch

    def git_summary(self, resources: AsyncExitStack) -> Awaitable[str]:
        return _NoRepository()

    def unconfined_shell(self) -> Shell:
        return self.fakes.shell

    def enabled_hooks(self) -> Sequence[Hook]:
        return self.fakes.user_hooks

    def hooks(
        self, host: Host, shell: Shell, recorder: EventRecorder, triggers: HookTriggers
    ) -> RunHooks:
        if self.fakes.hooks is not None:
            return AroundTools(self.fakes.hooks)
        return super().hooks(host, shell, recorder, triggers)

    def guardrails(self) -> Guardrails:
        return self.fakes.guardrails

    def completion(self, request: RunRequest, tools: Sequence[AnyTool]) -> CompletionRules:
        return self.fakes.completion

    def grants(self) -> GrantBook:
        return GrantBook(self.fakes.grants)


class AroundTools(NoHooks):
    """The hooks of a run that has some around its tools only."""

    def __init__(self, runner: HookRunner) -> None:
        self._runner = runner

    async def before_tool(self, tool: str, arguments: dict[str, Any]) -> HookProceed | HookBlock:
        return await self._runner.before_tool(tool, arguments)

    async def after_tool(
        self, tool: str, arguments: dict[str, Any], result: ToolResult, *, effect: Effect
    ) -> str:
        return await self._runner.after_tool(tool, arguments, result, effect=effect)


def rig_config(rules: Rules = DEFAULT_RULES) -> Config:
    """The settings of a rig; the limits of tests are smaller than those that users may set."""
    config = Config.model_validate(
        {"llm": {"model": "recorded/script"}, "workspace": {"allow_delete": True}}
    )
    context = {
        "max_tool_result_tokens": rules.max_result_tokens,
        "parallel_tools": rules.parallel_reads,
        "compact_at": rules.compact_at,
    }
    return config.model_copy(update={"context": config.context.model_copy(update=context)})


def rig_request(
    rules: Rules = DEFAULT_RULES, attachments: tuple[Attachment, ...] = ()
) -> RunRequest:
    return RunRequest(
        "mend it",
        "build",
        mode=rules.mode,
        dry_run=rules.dry_run,
        edits=EditReview.PROPOSE if rules.proposes else EditReview.CONFIRM,
        attachments=attachments,
    )


def at_once(work: Coroutine[Any, Any, Run]) -> Run:
    """The result of `work`, which waits for nothing and so needs no event loop."""
    try:
        work.send(None)
    except StopIteration as result:
        return result.value
    raise AssertionError("opening a run of fakes waits for something")
