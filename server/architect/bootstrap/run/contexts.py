"""What the calls of a run work with: files, shell, hooks and record, joined in their order."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from architect.bootstrap.models.image_input import takes_images
from architect.bootstrap.run.open_session import OpenSession
from architect.bootstrap.run.run_inputs import RunInputs
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
from architect.execution.run_context import News, OpenChildOf, RulesDue, RunContext
from architect.execution.shells.no_network_shell import NoNetworkShell
from architect.execution.shells.recording_shell import RecordingShell
from architect.ports.change_watch import ChangeWatch
from architect.ports.event_sink import EventSink
from architect.ports.host import Host
from architect.ports.problem_reports import ProblemReports
from architect.ports.shell import Shell
from architect.services.rules.nearby import RulesNearby


def open_context(
    parts: RunParts, inputs: RunInputs, resources: AsyncExitStack, open_child: OpenChildOf
) -> RunContext:
    """The context of a run in its session; `resources` closes what is opened for it."""
    request, session, host = inputs.request, inputs.session, inputs.host
    stop, memory = parts.stop(resources), parts.memory()
    recorder, triggers, writes = _record(parts, inputs, resources)
    watch = parts.watch(resources)
    bare_shell = parts.shell(read_only=request.proposes)
    shell, let_go = _shell(parts, request, session, recorder, watch, writes, bare_shell)
    hooks = parts.hooks(host, shell, recorder, triggers)
    resources.push_async_callback(hooks.aclose)
    shell = host.shell(shell)
    background = _background(parts, inputs, recorder, let_go)
    resources.push_async_callback(background.aclose)
    return RunContext(
        workspace=host.workspace,
        search=host.search(open_search(parts.root)),
        shell=shell,
        bare_shell=bare_shell,
        model=inputs.model,
        tools=inputs.tools,
        guardrails=inputs.guardrails,
        hooks=hooks,
        gates=_gates(shell, recorder, parts.root),
        confirmation=parts.confirmation(request, inputs.agent, stop),
        rules=inputs.rules,
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
        telemetry=inputs.telemetry,
        problems=_problems(parts, request, host),
        learn_secrets=parts.secrets_nearby(recorder).learn,
        tools_arrived=inputs.offered.arrived,
        rules_due=_news(parts, inputs),
        checkpoints=None if request.dry_run or request.proposes else parts.checkpoints(),
        checkpoint_every=parts.config.checkpoints.every_n_steps,
        takes_images=takes_images(parts.llm, inputs.model.name),
    )


def _problems(parts: RunParts, request: RunRequest, host: Host) -> ProblemReports | None:
    """What the model is told of after edits; what is only proposed no language server sees."""
    wanted = parts.config.edits.report_problems and not (request.proposes or request.dry_run)
    return host.problems if wanted else None


def _record(
    parts: RunParts, inputs: RunInputs, resources: AsyncExitStack
) -> tuple[EventRecorder, HookTriggers, ToolWrites]:
    """What puts events on record, and those who hear of them that others ask, too."""
    host, session, telemetry = inputs.host, inputs.session, inputs.telemetry
    triggers = HookTriggers({hook.event for hook in parts.enabled_hooks()})
    writes = ToolWrites(session_of(session.run_id), session.originals, host.writes)
    told = () if telemetry is None else (telemetry,)
    if telemetry is not None:
        resources.callback(telemetry.left, session.run_id)
    sinks = (*host.sinks, *parts.ledger(), *told, triggers, writes)
    return _recorder(parts, session, sinks), triggers, writes


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
    inputs: RunInputs,
    recorder: EventRecorder,
    let_go: Callable[[CallId], Awaitable[None]],
) -> RunningCommands:
    parent, run_id = parts.parent(), inputs.session.run_id
    keeping = Keeping(
        run_id=run_id if parent is None else parent.first.run_id,
        let_go=let_go,
        keeper=inputs.host.keeper,
        child_id=None if parent is None else run_id,
    )
    listed = partial(inputs.tools.list_from_now_on, *OF_BACKGROUND)
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


def _news(parts: RunParts, inputs: RunInputs) -> RulesDue:
    """What the run is told at the end of a step: rules and skills for its files, and new tools."""
    skills, offered = inputs.skills, inputs.offered
    rules = RulesNearby(inputs.host.workspace, inputs.guardrails.hides)
    nearby = None
    if skills is not None and parts.config.skills.inject_by_glob:
        from architect.services.skills.nearby import SkillsNearby

        nearby = SkillsNearby(skills)

    async def due(state: AgentState) -> Sequence[News]:
        skills_due = () if nearby is None else nearby.due(state)
        return (*await rules.due(state), *skills_due, *offered.news())

    return due
