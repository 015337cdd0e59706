"""A whole front end, to start from: runs over JSON-RPC with one message a line.

`run` {root, model, task} answers when the run is over; `event` tells what happens in it, `confirm`
asks, and `cancel` {id} ends a request. tests/contract/test_front_end.py talks to it.
"""

import os
from pathlib import Path
from typing import Any

from architect.app.confirmations import (
    ConfirmationQueue,
    Prompt,
    QueuedApprover,
    Withdrawal,
)
from architect.app.event_log import EventLog, LoggedEvent
from architect.app.live_run import EngineRun, LiveRun
from architect.app.next_run import first_run
from architect.app.run_manager import RunManager
from architect.app.run_order import RunOrder, run_order
from architect.app.run_state import Outcome
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.open_session import open_session
from architect.bootstrap.run.run_factory import RunFactory
from architect.bootstrap.runtime import crash_log, kill_what_was_started, system_clock
from architect.bootstrap.settings import load_settings, option_flags
from architect.bootstrap.workspaces import disk_workspace
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.journal.events import Record
from architect.domain.run_request import RunOptions, RunRequest
from architect.domain.verdict import Answer, Choice
from architect.jsonrpc import json_rpc
from architect.jsonrpc.client import ClientFault
from architect.jsonrpc.connection import StreamConnection
from architect.jsonrpc.dialect import Dialect
from architect.jsonrpc.dispatcher import Dispatcher
from architect.jsonrpc.fence import Fence
from architect.jsonrpc.json_lines import LINES
from architect.jsonrpc.json_rpc import ErrorAnswer
from architect.jsonrpc.serving import serve_endpoint
from architect.jsonrpc.stdio import take_standard_streams
from architect.ports.host import Host

USER_ERROR = -32000
DIALECT = Dialect(
    framing=LINES,
    other_end="the client",
    withdrawal=lambda own_id: json_rpc.notification("cancel", {"id": own_id}),
    outgoing=lambda _, params: params,
)


class LineFrontEnd:
    def __init__(self, connection: StreamConnection) -> None:
        self._connection = connection
        self._fence = Fence(crash_log())
        self._questions = ConfirmationQueue(self)
        self._runs = RunManager(self._open, self._live, watch=self, crashes=crash_log())
        self._dispatcher = Dispatcher(
            connection,
            {"run": self._run},
            {"cancel": self._cancel},
            error_of=self._error_of,
            complain=lambda _, error: None,
        )

    def handle(self, message: Any) -> None:
        self._dispatcher.take(json_rpc.read(message))

    async def shutdown(self) -> None:
        await self._runs.end_all()

    async def _run(self, params: dict[str, Any]) -> dict[str, Any]:
        root, options = Path(params["root"]), RunOptions(model=params["model"])
        request = RunRequest(params["task"], "build")
        next_run = first_run(root, system_clock())
        order = run_order(request, next_run, _config(root, options), options=options)
        run = await self._runs.submit_and_wait(order)
        return {"outcome": run.outcome, "output": run.state.output}

    def _cancel(self, params: dict[str, Any]) -> None:
        self._dispatcher.cancel(params.get("id"))

    async def _open(self, run: LiveRun) -> EngineRun:
        order = run.order
        config = _config(order.root, order.options)
        approver = QueuedApprover(self._questions, run)
        host = Host(workspace=disk_workspace(order.root), approver=approver, sinks=(run.log,))
        factory = RunFactory(ConfiguredParts(config, host, Credentials(os.environ)))
        session = await open_session(order.root, order.run_id)
        return await factory.open(order.request_under(config), session)

    def _live(self, order: RunOrder) -> LiveRun:
        return LiveRun(order, EventLog(order.run_id, self._publish))

    def _publish(self, event: LoggedEvent, droppable: bool) -> None:
        if isinstance(event.what, Record):
            told = {"runId": event.run_id, "type": event.what.event.type}
            self._connection.notify("event", told, droppable=droppable)

    async def ask(self, prompt: Prompt) -> Answer | None:
        question = {"runId": prompt.run.run_id, "message": prompt.pending.message}
        try:
            choice = await self._connection.request("confirm", question, timeout_s=600)
            return prompt.answered(Choice(choice), "", None)
        except (ClientFault, ValueError):  # refused, gone, or not one of the choices
            return prompt.unanswered()

    def withdraw(self, prompt: Prompt, reason: Withdrawal) -> None:
        """The request is withdrawn by itself when `ask` is cancelled."""

    def begins(self, run: LiveRun) -> None:
        """Where a front end would show that it works."""

    def ends(self, run: LiveRun, outcome: Outcome) -> None:
        """Where it would show how that went."""

    def ended(self, run: LiveRun) -> None:
        """Where it would forget the run."""

    def _error_of(self, error: BaseException, method: str, _: object) -> ErrorAnswer:
        if isinstance(error, UserError):
            return ErrorAnswer(USER_ERROR, str(error))
        return self._fence.answer(error, repr(method))


def _config(root: Path, options: RunOptions) -> Config:
    return load_settings(None, root, option_flags(options)).config


def main() -> int:
    """Serve one client; afterwards nothing of what its runs started is left."""

    async def opened(connection: StreamConnection) -> LineFrontEnd:
        return LineFrontEnd(connection)

    try:
        serve_endpoint(take_standard_streams(), DIALECT, opened, crash_log=crash_log())
    finally:
        kill_what_was_started()
    return 0


if __name__ == "__main__":
    os._exit(main())
