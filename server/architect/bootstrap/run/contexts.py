"""What the calls of a run work with: files, shell, hooks and record, joined in their order."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from architect.agent.agent import Agent
from architect.bootstrap.models.image_input import takes_images
from architect.bootstrap.run.offered_tools import OfferedTools
from architect.bootstrap.run.open_session import OpenSession
from architect.bootstrap.run.run_parts import RunParts
from architect.bootstrap.run.search import open_search
from architect.domain.ids import CallId, session_of
from architect.domain.journal.state import AgentState
from architect.domain.run_request import RunRequest
from architect.domain.tool_names import OF_BACKGROUND
from architect.execution.background_commands import Keeping, RunningCommands
from architect.execution.gate_runner import GateRunner
from architect.execution.hooks.triggers import HookTriggers
from architect.execution.record.command_changes import CommandChanges
from architect.execution.record.event_recorder import EventRecorder
from architect.execution.record.tool_writes import ToolWrites
from architect.execution.run_context import CallRules, News, OpenChildOf, RulesDue, RunContext
from architect.execution.shells.no_network_shell import NoNetworkShell
from architect.execution.shells.recording_shell import RecordingShell
from architect.ports.change_watch import ChangeWatch
from architect.ports.event_sink import EventSink
from architect.ports.guardrails import Guardrails
from architect.ports.host import Host
from architect.ports.model import Model
from architect.ports.problem_reports import ProblemReports
from architect.ports.shell import Shell
from architect.ports.skill_library import SkillLibrary
from architect.ports.telemetry import Telemetry
from architect.ports.workspace import Workspace
from architect.services.rules.nearby import RulesNearby
from architect.tools.registry import ToolRegistry


def open_context(
    parts: RunParts,
    request: RunRequest,
    agent: Agent,
    session: OpenSession,
    resources: AsyncExitStack,
    *,
    host: Host,
    guardrails: Guardrails,
    model: Model,
    tools: ToolRegistry,
    rules: CallRules,
    skills: SkillLibrary | None,
    offered: OfferedTools,
    telemetry: Telemetry | None,
    open_child: OpenChildOf,
) -> RunContext:
    """The context of a run in `session`; `resources` closes what is opened for it."""
    stop, memory = parts.stop(resources), parts.memory()
    triggers = HookTriggers({hook.event for hook in parts.enabled_hooks()})
    writes = ToolWrites(session_of(session.run_id), session.originals, host.writes)
    told = () if telemetry is None else (telemetry,)
    if telemetry is not None:
        resources.callback(telemetry.left, session.run_id)
    recorder = _recorder(parts, session, (*host.sinks, *parts.ledger(), *told, triggers, writes))
    watch = parts.watch(resources)
    bare_shell = parts.shell(read_only=request.proposes)
    shell, let_go = _shell(parts, request, session, recorder, watch, writes, bare_shell)
    hooks = parts.hooks(host, shell, recorder, triggers)
    resources.push_async_callback(hooks.aclose)
    shell = host.shell(shell)
    listed = partial(tools.list_from_now_on, *OF_BACKGROUND)
    background = _background(parts, session, recorder, host, listed, let_go)
    resources.push_async_callback(background.aclose)
    return RunContext(
        workspace=host.workspace,
        search=host.search(open_search(parts.root)),
        shell=shell,
        bare_shell=bare_shell,
        model=model,
        tools=tools,
        guardrails=guardrails,
        hooks=hooks,
        gates=_gates(shell, recorder, parts.root),
        confirmation=parts.confirmation(request, agent, stop),
        rules=rules,
        recorder=recorder,
        journal=session.journal,
        originals=session.originals,
        watch=watch,
        clock=parts.clock(),
        stop=stop,
        crashes=parts.crashes(),
        resources=resources,
        open_child=open_child,
        background=background,
        memory=memory,
        keeps_corrections=memory is not None and parts.config.memory.auto_detect_corrections,
        parent=parts.parent(),
        telemetry=telemetry,
        problems=_problems(parts, request, host),
        learn_secrets=parts.secrets_nearby(recorder).learn,
        tools_arrived=offered.arrived,
        rules_due=_news(parts, host.workspace, guardrails, skills, offered),
        checkpoints=None if request.dry_run or request.proposes else parts.checkpoints(),
        checkpoint_every=parts.config.checkpoints.every_n_steps,
        takes_images=takes_images(parts.llm, model.name),
    )


def _problems(parts: RunParts, request: RunRequest, host: Host) -> ProblemReports | None:
    """What the model is told of after edits; what is only proposed no language server sees."""
    wanted = parts.config.edits.report_problems and not (request.proposes or request.dry_run)
    return host.problems if wanted else None


def _recorder(parts: RunParts, session: OpenSession, sinks: Sequence[EventSink]) -> EventRecorder:
    parent = parts.parent()
    return EventRecorder(
        session.run_id,
        journal=session.journal,
        sinks=sinks,
        clock=parts.clock(),
        redactor=parts.redactor(),
        state=session.conversation,
        parent=None if parent is None else parent.recorder,
    )


def _shell(
    parts: RunParts,
    request: RunRequest,
    session: OpenSession,
    recorder: EventRecorder,
    watch: ChangeWatch,
    writes: ToolWrites,
    shell: Shell,
) -> tuple[Shell, Callable[[CallId], Awaitable[None]]]:
    """The shell of hooks, gates and calls, before the host has its say.

    With it comes what puts on record what a command has changed that goes on after the run.
    """
    if request.proposes:
        return parts.redacting(shell, recorder), _nothing_changed
    changes = CommandChanges(recorder.emit, session.originals, writes)
    recording = RecordingShell(shell, watch, changes, parts.crashes())
    return parts.redacting(recording, recorder), recording.let_go


def _background(
    parts: RunParts,
    session: OpenSession,
    recorder: EventRecorder,
    host: Host,
    listed: Callable[[], None],
    let_go: Callable[[CallId], Awaitable[None]],
) -> RunningCommands:
    parent = parts.parent()
    keeping = Keeping(
        run_id=session.run_id if parent is None else parent.first.run_id,
        let_go=let_go,
        keeper=host.keeper,
        child_id=None if parent is None else session.run_id,
    )
    above = None if parent is None else parent.background
    return RunningCommands(recorder.emit, listed, keeping, above=above)


async def _nothing_changed(_: CallId) -> None:
    """What only proposes runs commands that cannot write."""


def _gates(shell: Shell, recorder: EventRecorder, root: Path) -> GateRunner:
    return GateRunner(
        NoNetworkShell(shell, lambda: recorder.taints),
        folder=root,
        emit=recorder.emit,
        clean=lambda text: recorder.redactor.clean(text).text,
    )


def _news(
    parts: RunParts,
    workspace: Workspace,
    guardrails: Guardrails,
    skills: SkillLibrary | None,
    offered: OfferedTools,
) -> RulesDue:
    """What the run is told at the end of a step: rules and skills for its files, and new tools."""
    rules = RulesNearby(workspace, guardrails.hides)
    nearby = None
    if skills is not None and parts.config.skills.inject_by_glob:
        from architect.services.skills.nearby import SkillsNearby

        nearby = SkillsNearby(skills)

    async def due(state: AgentState) -> Sequence[News]:
        skills_due = () if nearby is None else nearby.due(state)
        return (*await rules.due(state), *skills_due, *offered.news())

    return due
