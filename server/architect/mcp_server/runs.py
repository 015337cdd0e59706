"""Runs that calls of clients order, each from its first event to its end."""

import contextlib
import os
import sys
from collections.abc import Callable

from architect.app.confirmations import ANSWER_S, ConfirmationQueue, QueuedApprover
from architect.app.event_log import EventLog, LoggedEvent
from architect.app.finding_sink import FindingSink
from architect.app.folders import Folders
from architect.app.front_end_words import FrontEndWords
from architect.app.live_run import EngineRun, LiveRun
from architect.app.next_run import NextRun, first_run, next_run_of
from architect.app.run_manager import RunManager
from architect.app.run_order import RunOrder, run_order
from architect.app.run_state import Outcome
from architect.app.workspace_folder import WorkspaceFolder
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import open_session
from architect.bootstrap.run.run_factory import RunFactory
from architect.bootstrap.runtime import crash_log, system_clock
from architect.bootstrap.settings import Settings
from architect.config.schema import Config
from architect.domain.escape_controls import escape_controls
from architect.domain.ids import RunId
from architect.domain.run_request import RunOptions, RunRequest
from architect.frozen import frozen
from architect.mcp_server.questions import ElicitingAsker
from architect.mcp_server.run_progress import RunProgress
from architect.mcp_server.served_folder import ServedFolder
from architect.mcp_server.served_tool import Caller
from architect.ports.event_sink import EventSink
from architect.ports.host import Host

Parts = Callable[[Config, Host, Credentials], ConfiguredParts]


@frozen
class _Going:
    """A run that a call waits for: who called, and what it is made of."""

    caller: Caller
    settings: Settings
    parts: Parts
    sinks: tuple[EventSink, ...]


class Runs:
    """Lets runs go in the folder; they take turns where both would edit."""

    def __init__(self, folder: ServedFolder) -> None:
        self.folder = folder
        self._folders = Folders((), show=lambda _: _nothing, on_fault=_log)
        self._going: dict[RunId, _Going] = {}
        self._told = set(folder.told)
        self._runs = RunManager(
            self._open,
            self._live,
            watch=self,
            crashes=crash_log(),
            words=FrontEndWords(for_people=False),
        )

    @property
    def opened(self) -> WorkspaceFolder:
        """The folder with its findings and what is written in it.

        Raises:
            CannotStartError: no run can work there.
        """
        return self._folders.get(self.folder.root)

    async def go(
        self,
        request: RunRequest,
        caller: Caller,
        settings: Settings,
        *,
        options: RunOptions,
        following: NextRun | None = None,
        parts: Parts = ConfiguredParts,
        sinks: tuple[EventSink, ...] = (),
    ) -> LiveRun:
        """The run of `request` once it is over; whoever stops waiting cancels it.

        It is the first of a session of its own, unless it is `following` others.

        Raises:
            UserError: it cannot be started.
        """
        self._tell_ignored(settings)
        await self.opened.catch_up()
        run = following or first_run(self.folder.root, system_clock())
        order = run_order(
            request, run, settings.config, title=request.title or None, options=options
        )
        self._going[order.run_id] = _Going(caller, settings, parts, sinks)
        try:
            return await self._runs.submit_and_wait(order)
        finally:
            self._going.pop(order.run_id, None)

    async def following(self, session_id: str) -> NextRun:
        """The next run of a session.

        Raises:
            UserError: there is no such session, or a run of it is not over.
        """
        taken = [run.run_id for run in self._runs.all()]
        return await next_run_of(session_id, [self.folder.root], taken=taken)

    async def close(self) -> None:
        """End all runs, and write down what is not yet."""
        await self._runs.end_all()
        await self._folders.close()

    def begins(self, run: LiveRun) -> None:
        """Its progress tells."""

    def ends(self, run: LiveRun, outcome: Outcome) -> None:
        """Its answer tells how it ended."""

    def ended(self, run: LiveRun) -> None:
        """Whoever waits for it is told."""

    def _tell_ignored(self, settings: Settings) -> None:
        """Tell once what of the project's settings does not count."""
        for line in settings.ignored:
            if line not in self._told:
                self._told.add(line)
                _log(line)

    async def _open(self, run: LiveRun) -> EngineRun:
        going, order = self._going[run.run_id], run.order
        config, folder = going.settings.config, self.opened
        own_files = (self.folder.config.resolve(),) if self.folder.config else ()
        questions = ConfirmationQueue(ElicitingAsker(going.caller), ANSWER_S)
        host = Host(
            workspace=folder.disk,
            approver=QueuedApprover(questions, run),
            sinks=(
                run.log,
                FindingSink(folder.findings, folder.disk),
                RunProgress(going.caller.progress),
                *going.sinks,
            ),
            own_files=own_files,
            editable=self.folder.editable,
            writes=folder.writes,
        )
        credentials = await Credentials(os.environ).with_kept(config.llm)
        factory = RunFactory(going.parts(config, host, credentials))
        opened = await open_session(order.root, order.run_id)
        return await factory.open(order.request_under(config), opened)

    def _live(self, order: RunOrder) -> LiveRun:
        return LiveRun(order, EventLog(order.run_id, _nobody))


def _nobody(_event: LoggedEvent, _droppable: bool) -> None:
    """The events are told by a sink of their own."""


def _nothing() -> None:
    """There is nothing to be put away."""


def _log(line: object) -> None:
    """Clients keep a log of what stands on standard error."""
    with contextlib.suppress(OSError):
        sys.stderr.write(escape_controls(f"architect: {line}\n"))
