"""A run put together from fakes and the real tools, so that a test reads in a few lines.

rig = make_rig(call_reply(call("read_file", path="a.py")), text_reply("done"), files={"a.py": b""})
state = rig.go()
"""

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from architect.adapters.no_rules import NoGuardrails
from architect.agent.completion_checks import NOTHING_CHECKED, CompletionRules
from architect.agent.context import ContextManager
from architect.agent.cost_tracker import CostTracker
from architect.agent.limits import Limits
from architect.agent.loop import AgentLoop
from architect.agent.run_parts import AgentParts
from architect.bootstrap.guardrails import required_gates
from architect.bootstrap.tools import local_tools
from architect.config.commands import CommandSettings
from architect.config.workspace import WorkspaceSettings
from architect.domain import events as ev
from architect.domain.completion import FinishReason
from architect.domain.errors import SearchFault
from architect.domain.hooks import Hook
from architect.domain.ids import CallId, RunId, SessionId
from architect.domain.messages import ToolCall
from architect.domain.prices import PriceList
from architect.domain.search import SearchQuery, SearchResult
from architect.domain.shell import CommandOutcome
from architect.domain.state import AgentState
from architect.domain.tool_result import ToolResult
from architect.domain.verdict import Choice, ConfirmMode
from architect.execution.confirm import ConfirmationGate
from architect.execution.engine import ExecutionEngine
from architect.execution.event_recorder import EventRecorder
from architect.execution.gate_runner import GateRunner
from architect.execution.grant_book import GrantBook
from architect.execution.hook_executor import HookExecutor
from architect.execution.hook_launcher import HookPlace
from architect.execution.hook_triggers import HookTriggers
from architect.execution.outside import EngineRules, Outside
from architect.execution.stop_signal import StopSignal
from architect.policy.confirmation import ConfirmationPolicy
from architect.ports.approver import Approver
from architect.ports.clock import Clock
from architect.ports.event_sink import EventSink
from architect.ports.grant_store import GrantStore
from architect.ports.guardrails import Guardrails
from architect.ports.hooks import HookRunner
from architect.ports.journal import Journal
from architect.ports.model import Model
from architect.services.runs import Run, RunParts
from architect.testing.fake_shell import FakeShell
from architect.testing.frozen_clock import FrozenClock
from architect.testing.memory_journal import MemoryJournal
from architect.testing.memory_originals import MemoryOriginals
from architect.testing.memory_workspace import MemoryWorkspace
from architect.testing.recorded_script import ScriptedCall, ScriptedReply
from architect.testing.recording_sink import RecordingSink
from architect.testing.scripted_approver import ScriptedApprover
from architect.testing.scripted_model import ScriptedModel
from architect.tools.registry import AnyTool

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
    max_result_tokens: int = 2_000
    parallel_reads: bool = True
    proposes: bool = False


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
        self.recorder.emit(ev.StepStarted(step=step))
        self.recorder.emit(reply_event(step, wanted))
        return await self.engine.execute_tool_call(wanted, step=step)


def call(name: str, *, id: str = "", **arguments: Any) -> ScriptedCall:
    """A scripted call with valid JSON arguments."""
    return ScriptedCall(name, json.dumps(arguments), id)


def reply_event(step: int, *calls: ToolCall, text: str = "") -> ev.ModelReplied:
    """The event of a reply that asks for `calls`."""
    return ev.ModelReplied(
        step=step,
        purpose="step",
        text=text,
        calls=calls,
        finish=FinishReason.TOOL_CALLS if calls else FinishReason.STOP,
        usage=None,
        cost_usd=None,
        duration_s=0.0,
    )


def started_event(**changes: Any) -> ev.RunStarted:
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
    return ev.RunStarted(**(fields | changes))


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
) -> Rig:
    """A rig with all local tools, to which `tools` are added (over one of the same name)."""
    rules = rules or Rules()
    model = model or ScriptedModel(replies)
    clock = clock or FrozenClock()
    workspace, shell = MemoryWorkspace(files), shell or FakeShell(outcomes)
    sink, crashes, stop = RecordingSink(), KeptCrashes(), StopSignal()
    journal = journal or MemoryJournal()
    approver = approver or ScriptedApprover(answers)
    triggers = HookTriggers({hook.event for hook in user_hooks})
    recorder = EventRecorder(
        RunId(f"{SESSION}.1"), journal=journal, sinks=(sink, *sinks, triggers), clock=clock
    )
    place = HookPlace(SESSION, workspace, shell, shell, saving=lambda inner: inner)
    executor = HookExecutor(user_hooks, place, recorder=recorder, triggers=triggers)
    registry = local_tools(
        WorkspaceSettings(allow_delete=True), CommandSettings(), root=workspace.root
    )
    for tool in tools:
        registry.register(tool, allow_override=True)
    originals = MemoryOriginals()
    outside = Outside(
        workspace=workspace,
        search=NoSearch(),
        shell=shell,
        guardrails=guardrails or NoGuardrails(),
        hooks=hooks or executor,
        clock=clock,
        originals=originals,
    )
    engine = ExecutionEngine(
        registry,
        outside,
        EngineRules(
            rules.allowed,
            rules.dry_run,
            rules.max_result_tokens,
            watches_tests=completion.tests_after_edits,
            proposes=rules.proposes,
        ),
        confirmation=ConfirmationGate(
            ConfirmationPolicy(rules.mode),
            approver=approver,
            stop=stop,
            grants=GrantBook(grants),
        ),
        recorder=recorder,
    )
    schemas = registry.get_schemas(rules.allowed)
    parts = AgentParts(
        model=model,
        tools=schemas,
        engine=engine,
        recorder=recorder,
        journal=journal,
        clock=clock,
        stop=stop,
        context=ContextManager(limits.max_context_tokens, schemas),
        costs=CostTracker(model.name, prices or PriceList({}), limits),
        gates=GateRunner(
            shell,
            folder=workspace.root,
            emit=recorder.emit,
            clean=lambda text: recorder.redactor.clean(text).text,
        ),
        hooks=executor,
    )
    loop = AgentLoop(parts, limits, completion=completion, parallel_reads=rules.parallel_reads)
    started = started_event(
        mode=rules.mode,
        dry_run=rules.dry_run,
        max_steps=limits.max_steps,
        required_gates=required_gates(completion),
    )
    return Rig(
        model=model,
        workspace=workspace,
        shell=shell,
        sink=sink,
        journal=journal,
        originals=originals,
        approver=approver,
        clock=clock,
        stop=stop,
        crashes=crashes,
        recorder=recorder,
        engine=engine,
        run=Run(started, RunParts(loop, recorder, stop, model, journal, clock, crashes, executor)),
    )
