"""The engine's run for one that was ordered in a conversation on a terminal."""

import os
from collections.abc import Callable

from architect.app.finding_sink import FindingSink
from architect.app.live_run import EngineRun, LiveRun
from architect.app.workspace_folder import WorkspaceFolder, open_folder
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import open_session
from architect.bootstrap.run.run_factory import RunFactory
from architect.cli.chat.chat_place import ChatPlace
from architect.l10n import shown
from architect.ports.approver import Approver
from architect.ports.event_sink import EventSink
from architect.services.findings import FindingCollection


class RunOpening:
    """Opens runs over the files of a place, and has what reviews found in them."""

    def __init__(
        self,
        place: ChatPlace,
        approver: Approver,
        sink: Callable[[], EventSink],
        warn: Callable[[str], None],
    ) -> None:
        """`sink` makes what shows the events of one run; `warn` says what is wrong beside them."""
        self._place, self._approver, self._sink, self._warn = place, approver, sink, warn
        self._folder: WorkspaceFolder | None = None

    async def findings(self) -> FindingCollection:
        """What reviews found in the folder and nobody has dealt with yet.

        Raises:
            CannotStartError: they cannot be read.
        """
        if self._folder is None:
            self._folder = open_folder(
                self._place.root, on_fault=lambda fault: self._warn(shown(str(fault)))
            )
        await self._folder.catch_up()
        return self._folder.findings

    async def open(self, run: LiveRun, conversation: EventSink) -> EngineRun:
        """
        Raises:
            ArchitectError: the configuration or the request names something that does not exist.
        """
        order, place = run.order, self._place
        config = place.config(order.options)
        findings = FindingSink(await self.findings(), place.workspace, fixes=order.fixes)
        sinks = (run.log, conversation, self._sink(), findings)
        # What the technical console says would be written across what is drawn.
        host = place.terminal.host(self._approver, sinks, config.logging, quiet=True)
        credentials = await Credentials(os.environ, place.api_key).with_kept(config.llm)
        factory = RunFactory(ConfiguredParts(config, host, credentials))
        session = await open_session(order.root, order.run_id)
        return await factory.open(order.request_under(config), session)

    async def close(self) -> None:
        if self._folder is not None:
            await self._folder.close()
