"""Workflows as turns of a session: its plan shows how they are doing, its answer how they end."""

import os
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from architect.acp.prompt_content import Prompt
from architect.acp.session import AcpSession
from architect.acp.session_updates import Update, plan_update, said
from architect.acp.slash_commands import UNDO, SlashCommand
from architect.acp.workflow_commands import asked_workflow
from architect.app.confirmations import ConfirmationQueue
from architect.app.reports.safe_markdown import code, inline
from architect.app.workflows.event_lines import lines_of
from architect.app.workflows.front import Front
from architect.app.workflows.manager import LiveWorkflow, WorkflowManager
from architect.app.workflows.opening import begin
from architect.app.workflows.queued_approvals import QueuedApprovals
from architect.app.workflows.queued_executor import QueuedExecutor, Runs
from architect.app.workflows.workflow_note import workflow_note
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.settings import editor_settings
from architect.domain.errors import UserError
from architect.domain.ids import SessionId, WorkflowId
from architect.domain.plan import PlanStatus, PlanStep
from architect.domain.workflows.events import (
    UnitSpent,
    WorkflowEvent,
    WorkflowFinished,
    WorkflowPaused,
)
from architect.domain.workflows.state import Phase, UnitState, WorkflowState
from architect.domain.workflows.unit import Place
from architect.l10n import english, shown, t
from architect.ports.crash_log import CrashLog
from architect.ports.trees import Trees
from architect.ports.unit_executor import UnitExecutor
from architect.ports.workspace import Workspace
from architect.services.cost_line import cost_line
from architect.workflows.coordinator import Coordinator

_MOST_TITLE = 80
_STATUS: Mapping[Phase, PlanStatus] = {Phase.WAITING: "pending", Phase.RUNNING: "in_progress"}


class WorkflowTurns:
    """Lets workflows go in sessions; `runs` gives what carries out their runs in one."""

    def __init__(
        self,
        runs: Callable[[AcpSession], Runs],
        files: Callable[[AcpSession], Workspace],
        questions: Callable[[AcpSession], ConfirmationQueue],
        tell: Callable[[AcpSession, Update], None],
        crashes: CrashLog,
    ) -> None:
        self._runs, self._files, self._questions, self._tell = runs, files, questions, tell
        self._manager = WorkflowManager(self, crashes)
        self._sessions: dict[WorkflowId, AcpSession] = {}

    def ended(self, state: WorkflowState, problem: str) -> None:
        """The answer of the turn tells the user, and a note the model; now another can begin."""
        assert state.started is not None
        session = self._sessions.pop(state.started.workflow_id, None)
        if session is not None:
            session.workflow, session.of_workflow = None, tuple(_changing_sessions(state))
            session.notes = (*session.notes, workflow_note(state, problem))

    async def begin(
        self, session: AcpSession, prompt: Prompt, command: SlashCommand
    ) -> LiveWorkflow:
        """What `command` asks for, which goes on from here.

        Raises:
            UserError: it cannot be.
            ArchitectError: there can be no record, or no model is asked without a key.
        """
        if session.choices.plans:
            raise UserError(
                english("a workflow changes files, and the mode plan does not; choose another")
            )
        if prompt.attachments or prompt.images:
            raise UserError(
                english("a workflow takes no attached files or images; name them: @path")
            )
        front = await self._front(session)
        asked = await asked_workflow(command.name, command.argument, front)

        async def opened(resources: AsyncExitStack) -> Coordinator:
            return await begin(
                asked.settings, asked.limits, front, title=asked.title, resources=resources
            )

        live = session.workflow = await self._manager.start(session.root, opened)
        self._sessions[live.coordinator.workflow_id] = session
        return live

    async def wait(self, session: AcpSession, live: LiveWorkflow) -> None:
        """Wait until it goes on no more, and tell how it ended; who stops waiting stops it."""
        try:
            await live.ended()
        finally:
            live.coordinator.stop()
        self._tell(session, said(f"\n\n{_ending(live.state, live.problem)}"))

    def take_up(self, session: AcpSession, past: Sequence[WorkflowState]) -> None:
        """The model of the next prompt is told of them, and `/undo` means the last one."""
        session.notes = tuple(workflow_note(state, "") for state in past)
        session.of_workflow = tuple(_changing_sessions(past[-1])) if past else ()

    async def end_all(self) -> None:
        await self._manager.end_all()

    async def _front(self, session: AcpSession) -> Front:
        config = session.config()
        credentials = await Credentials(os.environ).with_kept(config.llm)

        @asynccontextmanager
        async def undoing() -> AsyncGenerator[Workspace]:
            yield self._files(session)

        def in_place(trees: Trees | None) -> UnitExecutor:
            return QueuedExecutor(
                self._runs(session),
                session.root,
                config,
                workspace=partial(self._files, session),
                undoing=undoing,
                credentials=credentials,
                trees=trees,
            )

        return Front(
            root=session.root,
            config=config,
            load=lambda file: editor_settings(session.root, session.mcp, {}, explicit=file).config,
            credentials=credentials,
            watch=partial(self._watch, session),
            in_place=in_place,
            approve=QueuedApprovals(self._questions(session)),
            asked_in=session.session_id,
        )

    def tell_past(self, session: AcpSession, state: WorkflowState) -> None:
        """What was asked, how far each unit came, and how it ended."""
        assert state.started is not None
        asked = f"/{state.started.kind} {inline(state.started.title)}"
        self._tell(session, said(asked, by="user"))
        self._tell(session, plan_update(list(map(_step, state.units.values()))))
        self._tell(session, said(f"{_ending(state)}\n\n"))

    def _watch(self, session: AcpSession, event: WorkflowEvent, state: WorkflowState) -> None:
        lines = [inline(shown(line.text)) for line in lines_of(event, state)]
        if lines and not isinstance(event, WorkflowFinished | WorkflowPaused):  # the answer tells
            self._tell(session, said("\n\n" + "  \n".join(lines) + "\n\n"))
        if not isinstance(event, UnitSpent):
            self._tell(session, plan_update(list(map(_step, state.units.values()))))


def _step(unit: UnitState) -> PlanStep:
    """A unit as a step of the plan: what it is asked, or what else it is there for."""
    task = " ".join(unit.unit.task.split())[:_MOST_TITLE]
    words = f"{unit.unit.unit_id}: {task}" if task else unit.unit.unit_id
    return PlanStep(inline(words), _STATUS.get(unit.phase, "completed"))


def _ending(state: WorkflowState, problem: str = "") -> str:
    """How it ended, and what undoes it; or how it goes on if it has not ended."""
    assert state.started is not None
    if state.finished is not None:
        status, reason = shown(state.finished.status), inline(shown(state.finished.reason))
        told = f"**{status}**: {reason}. {inline(shown(cost_line(state.spending)))}"
        undo = t("{command} undoes what it changed here.", command=code(f"/{UNDO}"))
        return f"{told}\n\n{undo}" if any(_changing_sessions(state)) else told
    why = problem or (state.paused.reason if state.paused else "")
    return t(
        "{stopped}: {reason}. {command} in a terminal continues it.",
        stopped=f"**{t('stopped')}**",
        reason=inline(shown(why)),
        command=code(f"architect resume {state.started.workflow_id}"),
    )


def _changing_sessions(state: WorkflowState) -> Iterator[SessionId]:
    """The sessions of the runs that changed files of the user, newest first."""
    for each in reversed(state.units.values()):
        result, is_here = each.result, each.unit.place is Place.WORKSPACE
        if is_here and not each.is_undone and result is not None and result.files:
            yield from (result.session_id,) if result.session_id is not None else ()
