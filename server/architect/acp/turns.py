"""Prompts of a session, each a run from its first event to its answer."""

import asyncio
import os
from collections.abc import Mapping
from typing import Any

from architect.acp.client_files import ClientFiles
from architect.acp.dialect import SESSION_UPDATE
from architect.acp.faults import WORDS, fault_of_run
from architect.acp.initialization import FileFeatures
from architect.acp.permission_asker import Asking, PermissionAsker
from architect.acp.prompt_content import Prompt as PromptContent
from architect.acp.requests import request_of
from architect.acp.session import AcpSession, CallBook
from architect.acp.session_updates import RunUpdates, Update, known_as, output_update, said
from architect.acp.slash_commands import UNDO, command_in
from architect.acp.undoing import undone
from architect.agent.catalog import all_agents
from architect.app.confirmations import ANSWER_S, ConfirmationQueue, Prompt, QueuedApprover
from architect.app.ending_words import Tone, ending_of
from architect.app.errors import BusyError
from architect.app.event_log import EventLog, LoggedEvent
from architect.app.finding_sink import FindingSink
from architect.app.folders import Folders
from architect.app.live_run import EngineRun, LiveRun
from architect.app.next_run import NextRun, next_run_of
from architect.app.run_manager import RunManager
from architect.app.run_order import RunOrder, run_order
from architect.app.run_state import Outcome
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import open_session
from architect.bootstrap.run.run_factory import RunFactory
from architect.bootstrap.runtime import crash_log
from architect.bootstrap.settings import Settings
from architect.domain.ids import CallId, RunId
from architect.domain.journal.events import Record
from architect.domain.outcome import StopReason
from architect.execution.message_queue import QueuedMessage
from architect.jsonrpc.client import Client
from architect.ports.host import Host

_STOPPED: Mapping[StopReason, str] = {
    StopReason.MAX_STEPS: "max_turn_requests",
    StopReason.CONTEXT_FULL: "max_tokens",
}


class Turns:
    """Lets runs go in the sessions of a client, and tells it what happens in them."""

    def __init__(self, client: Client, folders: Folders, files: FileFeatures) -> None:
        self._client = client
        self._folders = folders
        self._files = files
        self._questions = ConfirmationQueue(
            PermissionAsker(client, self._asking, ANSWER_S), ANSWER_S
        )
        self._runs = RunManager(
            self._open, self._live, watch=self, crashes=crash_log(), words=WORDS
        )
        self._sessions: dict[RunId, AcpSession] = {}
        self._calls: dict[RunId, CallBook] = {}

    async def take(self, session: AcpSession, prompt: PromptContent) -> dict[str, Any]:
        """The answer to a prompt, once its run is over.

        What is said while a run works is read behind its step, and answered with it.

        Raises:
            AcpFault: the run failed.
            UserError: it cannot be started.
        """
        settings = session.settings()
        command = command_in(prompt.text, all_agents(settings.config.agents))
        if session.run is not None:
            return await self._say(session.run, prompt)
        if command is not None and command.name == UNDO:
            for line in await undone(session, self._files_of(session), command.argument):
                self.tell(session, said(f"{line}\n\n"))
            return {"stopReason": "end_turn"}
        self._tell_ignored(session, settings)
        following = await self._next(session)
        request = request_of(session, prompt, command, last_agent=following.agent)
        options = session.choices.options
        return await self._go(
            session, run_order(request, following, settings.config, options=options)
        )

    async def _go(self, session: AcpSession, order: RunOrder) -> dict[str, Any]:
        self._sessions[order.run_id] = session
        try:
            run = await self._runs.submit_and_wait(order)
        finally:
            session.run = None
            self._sessions.pop(order.run_id, None)
            self._calls.pop(order.run_id, None)
        if run.state.started is not None:
            session.first = None
        return self._answer(session, run)

    async def _say(self, run: LiveRun, prompt: PromptContent) -> dict[str, Any]:
        """Have the model that works read `prompt`."""
        message = QueuedMessage(os.urandom(8).hex(), prompt.text, prompt.attachments, prompt.images)
        if not run.say(message, at_once=False):
            raise BusyError("the run before is just ending; send the prompt again")
        await run.ended()
        return {"stopReason": "cancelled" if run.outcome is Outcome.CANCELLED else "end_turn"}

    def cancel(self, session: AcpSession) -> None:
        """End what works in the session."""
        if session.run is not None:
            self._runs.cancel(session.run)

    async def end_all(self) -> None:
        await self._runs.end_all()

    def tell(self, session: AcpSession, update: Update) -> None:
        """Send an update of the session."""
        params = {"sessionId": session.session_id, "update": update}
        self._client.notify(SESSION_UPDATE, params)

    def begins(self, run: LiveRun) -> None:
        self._sessions[run.run_id].run = run

    def ends(self, run: LiveRun, outcome: Outcome) -> None:
        """Its answer tells how it ended."""

    def ended(self, run: LiveRun) -> None:
        """Whoever waits for it goes on."""

    def _tell_ignored(self, session: AcpSession, settings: Settings) -> None:
        """Tell once what of the project's settings does not count."""
        for line in settings.ignored:
            if session.once(line):
                hint = "run `architect trust` in a terminal to let it count"
                self.tell(session, said(f"{line}; {hint}\n\n", by="thought"))

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
            return {"stopReason": "cancelled"}
        if outcome is Outcome.FAILED and run.failure is not None:
            raise fault_of_run(run.failure)
        ending = ending_of(state, outcome)
        if ending.tone in (Tone.WARNING, Tone.BAD):
            self.tell(session, said(f"\n\n{ending.words}"))
        usage = state.spending.usage
        spent = {
            "inputTokens": usage.input_tokens,
            "outputTokens": usage.output_tokens,
            "totalTokens": usage.input_tokens + usage.output_tokens,
        }
        reason = state.stop_reason or StopReason.LLM_DONE
        return {"stopReason": _STOPPED.get(reason, "end_turn"), "usage": spent}

    def _files_of(self, session: AcpSession) -> ClientFiles:
        disk = self._folders.get(session.root).disk
        return ClientFiles(disk, self._client, self._files, session_id=session.session_id)

    async def _open(self, run: LiveRun) -> EngineRun:
        session = self._sessions[run.run_id]
        order = run.order
        config = session.config()
        folder = self._folders.get(order.root)
        teller = _Teller(self, session, run.run_id)
        now = asyncio.get_running_loop().time
        calls = self._calls[run.run_id] = CallBook(teller.output, now=now)
        workspace = self._files_of(session)
        host = Host(
            workspace=workspace,
            approver=QueuedApprover(self._questions, run),
            sinks=(run.log, calls, FindingSink(folder.findings, workspace), teller),
            writes=folder.writes,
        )
        credentials = await Credentials(os.environ).with_kept(config.llm)
        factory = RunFactory(ConfiguredParts(config, host, credentials))
        opened = await open_session(order.root, order.run_id)
        return await factory.open(order.request_under(config), opened)

    def _live(self, order: RunOrder) -> LiveRun:
        return LiveRun(order, EventLog(order.run_id, _nobody))

    def _asking(self, prompt: Prompt) -> Asking:
        run_id = RunId(prompt.run.run_id)
        session = self._sessions[run_id]
        calls = self._calls.get(run_id)
        waiting = calls.waiting_call(prompt.question.tool) if calls else None
        call_id = known_as(run_id, waiting) if waiting else prompt.request_id
        return Asking(session.session_id, session.root, call_id)


class _Teller:
    """The sink that tells the client of one run."""

    def __init__(self, turns: Turns, session: AcpSession, run_id: RunId) -> None:
        self._turns, self._session = turns, session
        self._run_id = run_id
        self._updates = RunUpdates(session.root, run_id)

    def output(self, call_id: CallId, text: str) -> None:
        """Tell what a call has said so far."""
        self._turns.tell(self._session, output_update(known_as(self._run_id, call_id), text))

    def show(self, record: Record) -> None:
        for update in self._updates.live(record.event):
            self._turns.tell(self._session, update)


def _nobody(_event: LoggedEvent, _droppable: bool) -> None:
    """The events are told by a sink of their own."""
