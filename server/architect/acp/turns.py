"""Prompts of a session, each a run from its first event to its answer."""

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any

from architect.acp.dialect import SESSION_UPDATE
from architect.acp.faults import WORDS, fault_of_run
from architect.acp.initialization import ClientFeatures
from architect.acp.open_run import RunOpening
from architect.acp.prompt_content import Prompt
from architect.acp.requests import continues, request_of
from architect.acp.session import AcpSession
from architect.acp.session_updates import Update, notice, said
from architect.acp.slash_commands import COMPACT, UNDO, WORKFLOWS, SlashCommand, command_in
from architect.acp.undoing import undone
from architect.acp.unknown_command import unknown_command
from architect.acp.workflow_turns import WorkflowTurns
from architect.agent.catalog import all_agents
from architect.app.ending_words import Tone, ending_of
from architect.app.errors import BusyError
from architect.app.event_log import EventLog, LoggedEvent, StateChange
from architect.app.folders import Folders
from architect.app.live_run import EngineRun, LiveRun
from architect.app.next_run import NextRun, next_run_of
from architect.app.reports.safe_markdown import inline
from architect.app.run_manager import RunManager
from architect.app.run_order import RunOrder, run_order
from architect.app.run_state import Outcome, Phase
from architect.app.workflows.workflow_note import with_notes
from architect.bootstrap.runtime import crash_log
from architect.bootstrap.settings import Settings
from architect.domain.ids import RunId
from architect.domain.outcome import StopReason
from architect.execution.message_queue import QueuedMessage
from architect.jsonrpc.client import Client
from architect.l10n import english, shown, t
from architect.ports.tool_source import ToolServers

_STOPPED: Mapping[StopReason, str] = {
    StopReason.MAX_STEPS: "max_turn_requests",
    StopReason.CONTEXT_FULL: "max_tokens",
}
_ENDED = {"stopReason": "end_turn"}
_CANCELLED = {"stopReason": "cancelled"}


class Turns:
    """Lets runs go in the sessions of a client, and tells it what happens in them."""

    def __init__(
        self,
        client: Client,
        folders: Folders,
        features: ClientFeatures,
        tool_servers: Callable[[], ToolServers],
    ) -> None:
        self._client = client
        self._folders = folders
        self._features = features
        self._opening = RunOpening(client, folders, features, tool_servers, self.tell)
        self._sessions: dict[RunId, AcpSession] = {}
        self._runs = RunManager(
            self._open, self._live, watch=self, crashes=crash_log(), words=WORDS
        )
        self.workflows = WorkflowTurns(
            partial(_RunsOf, self._runs, self._sessions),
            self._opening.files_of,
            self._opening.questions_of,
            self.tell,
            crash_log(),
        )

    async def take(self, session: AcpSession, prompt: Prompt) -> dict[str, Any]:
        """The answer to a prompt, once its run is over.

        What is said while a run works is read behind its step, and answered with it.

        Raises:
            AcpFault: the run failed.
            UserError: it cannot be started.
        """
        cancels = session.cancels
        async with session.beginning:
            if session.cancels != cancels:
                return _CANCELLED
            if unknown := await unknown_command(session, prompt):
                self.tell(session, said(f"\n\n{unknown}\n\n"))
                return _ENDED
            agents = all_agents(session.config().agents)
            command = None if prompt.is_plain else command_in(prompt.text, agents)
            before = session.run
            if before is not None and not _is_said(before, prompt, command):
                await before.ended()
                before = None
            run = workflow = None
            if before is not None:
                run = before
            elif session.workflow is not None:
                raise BusyError(
                    english("a workflow is working here; cancel it, or wait until it ends")
                )
            elif command is not None and command.name == UNDO:
                return await self._undo(session, command.argument)
            elif command is not None and command.name in WORKFLOWS:
                workflow = await self.workflows.begin(session, prompt, command)
                if session.cancels != cancels:
                    workflow.coordinator.stop()
            else:
                run = await self._begin(session, prompt, command, cancels)
        if workflow is not None:
            await self.workflows.wait(session, workflow)
            return _ENDED if session.cancels == cancels else _CANCELLED
        assert run is not None
        await self._wait(run, is_own=before is None)
        return self._answer(session, run) if before is None else _answer_to_words(run)

    def cancel(self, session: AcpSession) -> None:
        """End what works in the session, and what has not begun yet."""
        session.cancels += 1
        if session.workflow is not None:
            session.workflow.coordinator.stop()
        if session.run is not None:
            self._runs.cancel(session.run)

    async def end_all(self) -> None:
        await self.workflows.end_all()
        await self._runs.end_all()

    def tell(self, session: AcpSession, update: Update) -> None:
        """Send an update of the session."""
        params = {"sessionId": session.session_id, "update": update}
        self._client.notify(SESSION_UPDATE, params)

    def tell_mode(self, session: AcpSession) -> None:
        """Tell the mode that somebody else than the client has chosen."""
        mode = {"sessionUpdate": "current_mode_update", "currentModeId": session.choices.mode}
        self.tell(session, mode)

    def begins(self, run: LiveRun) -> None:
        if run.order.unit is None:
            self._sessions[run.run_id].run = run

    def ends(self, run: LiveRun, outcome: Outcome) -> None:
        """Its answer tells how it ended."""

    def ended(self, run: LiveRun) -> None:
        session = self._sessions.pop(run.run_id)
        if run.order.unit is not None:
            return
        session.run, session.of_workflow = None, ()
        if run.state.started is not None:
            session.first = None

    async def _undo(self, session: AcpSession, words: str) -> dict[str, Any]:
        """Undo what `words` mean; without any that of the last workflow, if no run followed."""
        meant = (words,) if words else session.of_workflow or ("",)
        folder = self._folders.get(session.root)
        await folder.catch_up()
        for each in meant:
            lines = await undone(session, self._opening.files_of(session), each, folder.findings)
            self.tell(session, said("".join(f"{inline(shown(line))}\n\n" for line in lines)))
        if not words and session.of_workflow:
            session.undid_workflow()
        return _ENDED

    async def _begin(
        self, session: AcpSession, prompt: Prompt, command: SlashCommand | None, cancels: int
    ) -> LiveRun:
        """The run of a prompt, which has started or waits for its turn.

        Raises:
            UserError: it cannot be started.
        """
        settings, mode = session.settings(), session.choices.mode
        self._tell_ignored(session, settings)
        folder = self._folders.get(session.root)
        await folder.catch_up()
        following = await self._next(session)
        asked = await request_of(
            session,
            prompt,
            command,
            self._opening.files_of(session),
            last_agent=following.agent,
            findings=folder.findings,
        )
        request = asked.request
        if session.choices.mode != mode:
            self.tell_mode(session)
        options = session.choices.options
        notes = session.notes if continues(request) else ()
        request = with_notes(request, notes)
        order = run_order(
            request,
            following,
            session.config(),
            title=request.title or None,
            options=options,
            fixes=asked.fixes,
        )
        self._sessions[order.run_id] = session
        try:
            run = await self._runs.submit(order)
        finally:
            if session.run is None:  # it was not accepted, or is over
                self._sessions.pop(order.run_id, None)
        session.notes = session.notes[len(notes) :]
        if session.cancels != cancels:  # while it was made out which run comes next
            self._runs.cancel(run)
        return run

    async def _wait(self, run: LiveRun, *, is_own: bool) -> None:
        """Wait until it is over; who withdraws the prompt that began it ends it."""
        try:
            await run.ended()
        except asyncio.CancelledError:
            if is_own:
                self._runs.cancel(run)
            raise

    def _tell_ignored(self, session: AcpSession, settings: Settings) -> None:
        """Tell once what of the project's settings does not count."""
        for line in settings.ignored:
            if session.once(line):
                hint = t("Run `architect trust` in a terminal to let it count.")
                self._notice(session, shown(line), hint)

    def _notice(self, session: AcpSession, title: str, more: str = "") -> None:
        """Tell something besides the conversation, as the client is able to show it."""
        if self._features.notices:
            self.tell(session, notice(title, more))
        else:
            self.tell(session, said(f"{inline(title)}. {more}".strip() + "\n\n", by="thought"))

    async def _next(self, session: AcpSession) -> NextRun:
        """The first run again, if it never began; else the one behind the last."""
        if session.first is not None:
            self._runs.forget(session.session_id)
            return session.first
        taken = [run.run_id for run in self._runs.all()]
        return await next_run_of(session.session_id, [session.root], taken=taken)

    def _answer(self, session: AcpSession, run: LiveRun) -> dict[str, Any]:
        """
        Raises:
            AcpFault: the run failed.
        """
        state, outcome = run.state, run.outcome
        if outcome is Outcome.CANCELLED:
            return _CANCELLED
        if outcome is Outcome.FAILED and run.failure is not None:
            raise fault_of_run(run.failure)
        ending = ending_of(state, outcome)
        if ending.tone in (Tone.WARNING, Tone.BAD):
            self.tell(session, said(f"\n\n{inline(shown(ending.words))}"))
        reason = state.stop_reason or StopReason.LLM_DONE
        return {"stopReason": _STOPPED.get(reason, "end_turn")}

    async def _open(self, run: LiveRun) -> EngineRun:
        return await self._opening.open(run, self._sessions[run.run_id])

    def _live(self, order: RunOrder) -> LiveRun:
        return LiveRun(order, EventLog(order.run_id, self._published))

    def _published(self, event: LoggedEvent, _droppable: bool) -> None:
        """Tell what a run in a queue waits for; what happens in one a sink of its own tells."""
        session = self._sessions.get(event.run_id)
        if session is None or not isinstance(event.what, StateChange):
            return
        standing = event.what.standing
        if standing.phase is Phase.QUEUED and standing.waits_for:
            self._notice(session, standing.waits_for)


class _RunsOf:
    """The runs of a workflow in `session`; each is one of the session until it is over."""

    def __init__(
        self, runs: RunManager, sessions: dict[RunId, AcpSession], session: AcpSession
    ) -> None:
        self._runs, self._sessions, self._session = runs, sessions, session

    async def submit(self, order: RunOrder) -> LiveRun:
        self._sessions[order.run_id] = self._session
        with ExitStack() as if_refused:
            if_refused.callback(self._sessions.pop, order.run_id, None)
            run = await self._runs.submit(order)
            if_refused.pop_all()
        return run

    def cancel(self, run: LiveRun) -> None:
        self._runs.cancel(run)


def _is_said(run: LiveRun, prompt: Prompt, command: SlashCommand | None) -> bool:
    """Have the model that works read `prompt`, or sum up; False if it will read no more.

    Raises:
        BusyError: the command has to wait for its end.
    """
    if command is not None and command.name == COMPACT:
        run.compact(command.argument)
        return True
    if command is not None:
        raise BusyError(
            english(
                "/{name} has to wait until the agent is done; cancel it, or wait", name=command.name
            )
        )
    message = QueuedMessage(os.urandom(8).hex(), prompt.text, prompt.attachments, prompt.images)
    return run.say(message, at_once=False)


def _answer_to_words(run: LiveRun) -> dict[str, Any]:
    """The answer to what was said while `run` worked."""
    return _CANCELLED if run.outcome is Outcome.CANCELLED else _ENDED
