"""The engine's run for one that a client ordered, or that a workflow in its session needs."""

import asyncio
import os
from collections.abc import Callable
from functools import partial

from architect.acp.client_files import ClientFiles
from architect.acp.initialization import ClientFeatures
from architect.acp.permission_asker import Asking, PermissionAsker
from architect.acp.run_teller import RunTeller
from architect.acp.session import AcpSession
from architect.acp.session_updates import Update
from architect.app.checked_run import CheckedRun
from architect.app.confirmations import ANSWER_S, ConfirmationQueue, QueuedApprover
from architect.app.finding_sink import FindingSink
from architect.app.folders import Folders
from architect.app.live_run import EngineRun, LiveRun
from architect.app.unit_checks import UnitChecks
from architect.bootstrap.models.context_window import context_window
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import open_session
from architect.bootstrap.run.run_factory import RunFactory
from architect.bootstrap.workflows.unit_run import SpendingSink, config_for
from architect.domain.trace_context import NO_TRACE
from architect.frozen import frozen
from architect.jsonrpc.client import Client
from architect.ports.event_sink import EventSink
from architect.ports.host import Host
from architect.ports.tool_source import ToolServers


@frozen
class RunOpening:
    """Opens runs over files as the client has them; it asks there, and `tell` tells of them."""

    client: Client
    folders: Folders
    features: ClientFeatures
    tool_servers: Callable[[], ToolServers]
    tell: Callable[[AcpSession, Update], None]

    def files_of(self, session: AcpSession) -> ClientFiles:
        disk = self.folders.get(session.root).disk
        return ClientFiles(disk, self.client, self.features, session_id=session.session_id)

    def questions_of(self, session: AcpSession) -> ConfirmationQueue:
        """What asks where no call waits for the answer."""
        return self._questions(session, lambda tool: None)

    async def open(self, run: LiveRun, session: AcpSession) -> EngineRun:
        """
        Raises:
            ArchitectError: the configuration or the request names something that does not exist.
        """
        order, unit = run.order, run.order.unit
        config, workspace = session.config(), self.files_of(session)
        if unit is not None:
            config = config_for(unit.order, config)
        teller = RunTeller(
            partial(self.tell, session),
            run,
            window=context_window(config.context, config.llm, os.environ),
            now=asyncio.get_running_loop().time,
            names_session=session.first is not None and unit is None,
            terminals=self.features.terminals,
        )
        folder = self.folders.get(order.root)
        findings = FindingSink(folder.findings, workspace, fixes=order.fixes)
        sinks: tuple[EventSink, ...] = (run.log, teller, findings)
        host = Host(
            workspace=workspace,
            approver=QueuedApprover(self._questions(session, teller.waiting_call), run),
            sinks=sinks if unit is None else (*sinks, SpendingSink(unit.spent)),
            writes=folder.writes,
            tool_servers=self.tool_servers() if config.mcp.servers else None,
        )
        trace = NO_TRACE if unit is None else unit.order.trace
        credentials = await Credentials(os.environ).in_trace(trace).with_kept(config.llm)
        factory = RunFactory(ConfiguredParts(config, host, credentials))
        opened = await open_session(order.root, order.run_id)
        engine = await factory.open(order.request_under(config), opened)
        if unit is None:
            return engine
        checks = UnitChecks(order.root, config, credentials, _nothing_to_save)
        return CheckedRun(engine, partial(checks.finish, unit))

    def _questions(
        self, session: AcpSession, waiting_call: Callable[[str], str | None]
    ) -> ConfirmationQueue:
        asking = Asking(session.session_id, session.root, waiting_call)
        asker = PermissionAsker(self.client, asking, self.features, ANSWER_S)
        return ConfirmationQueue(asker, ANSWER_S)


async def _nothing_to_save() -> str:
    """The client has written what runs changed."""
    return ""
