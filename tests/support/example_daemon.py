"""A daemon with handlers for tests in place of agents: everything of the transport, nothing else.

Started as a process: `python -m tests.support.example_daemon FOLDER`; what it notices goes into
files in FOLDER.
"""

import asyncio
import logging
import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from architect.jsonrpc.client import ClientFault
from architect.jsonrpc.handlers import NotificationHandler, Params, RequestHandler
from architect.jsonrpc.stdio import take_standard_streams
from architect.lsp.documents.document_store import DocumentStore
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.errors import BUSY, RequestFault
from architect.lsp.transport.serve import serve
from architect.lsp.transport.server_interface import (
    CommandHandler,
    Connection,
    OpenServer,
    Registration,
    ServerInterface,
)

COMMANDS = (
    "echo", "wait", "wait_stubbornly", "cancel_self", "fail", "busy", "give_odd_value", "ask",
    "list_notes", "flood", "stall", "print", "run_child", "text_of", "with_default", "length_of",
)  # fmt: skip


class FileCrashLog:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, error: BaseException) -> str:
        path = self._folder / f"crash-{time.time_ns()}"
        path.write_text(repr(error))
        return str(path)


class ExampleFace:
    """Commands by name, each taking one object."""

    def __init__(self, features: ClientFeatures, connection: Connection, folder: Path) -> None:
        self._connection = connection
        self._folder = folder
        self._documents = DocumentStore(features.encoding)
        self._notes: list[str] = []
        self._largest_gap_s = 0.0
        self._ticking = asyncio.ensure_future(self._tick())

    @property
    def commands(self) -> Mapping[str, CommandHandler]:
        return {name: getattr(self, f"_{name}") for name in COMMANDS}

    @property
    def requests(self) -> Mapping[str, RequestHandler]:
        return {"example/echo": self._echo_params, "textDocument/codeAction": self._code_action}

    @property
    def notifications(self) -> Mapping[str, NotificationHandler]:
        return {
            "initialized": self._initialized,
            "textDocument/didOpen": self._did_open,
            "textDocument/didChange": self._did_change,
            "example/fail": self._fail_notice,
        }

    async def shutdown(self) -> None:
        self._notes.append("shutdown")
        (self._folder / "ended").write_text("\n".join(self._notes))

    def _initialized(self, _: Params) -> None:
        self._notes.append("initialized")

    def _echo_params(self, params: Params) -> Any:
        return params

    def _code_action(self, params: Params) -> Any:
        return [params["textDocument"]["uri"].upper()]

    def _did_open(self, params: Params) -> None:
        opened = params["textDocument"]
        self._documents.opened(
            opened["uri"], opened["languageId"], opened["version"], opened["text"]
        )

    async def _tick(self) -> None:
        """Watch how long the loop is kept from its work."""
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.005)
            self._largest_gap_s = max(self._largest_gap_s, time.perf_counter() - before - 0.005)

    def _did_change(self, params: Params) -> None:
        document = params["textDocument"]
        self._documents.changed(document["uri"], document["version"], params["contentChanges"])

    def _fail_notice(self, params: Params) -> None:
        raise LookupError("an example of a bug")

    def _echo(self, argument: Params, token: object) -> Any:
        return argument

    async def _wait(self, argument: Params, token: object) -> Any:
        self._notes.append("waits")
        self._connection.notify("example/waits", {})
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self._notes.append("wait ended")

    async def _wait_stubbornly(self, argument: Params, token: object) -> Any:
        self._connection.notify("example/waits", {})
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            return "all the same"

    async def _cancel_self(self, argument: Params, token: object) -> Any:
        raise asyncio.CancelledError

    def _fail(self, argument: Params, token: object) -> Any:
        raise LookupError("an example of a bug")

    def _busy(self, argument: Params, token: object) -> Any:
        raise RequestFault(BUSY, "eight runs wait already", retryable=True)

    def _give_odd_value(self, argument: Params, token: object) -> Any:
        return {"set": {1, 2}, "nan": float("nan")}

    async def _ask(self, argument: Params, token: object) -> Any:
        method, timeout_s = argument["method"], argument.get("timeout_s", 20)
        try:
            return {"answer": await self._connection.request(method, argument, timeout_s=timeout_s)}
        except ClientFault as fault:
            return {"fault": type(fault).__name__, "text": str(fault)}

    def _list_notes(self, argument: Params, token: object) -> Any:
        return self._notes

    async def _flood(self, argument: Params, token: object) -> Any:
        """Send much, and say how long the loop was busy with that."""
        text = "x" * argument["bytes"]
        for number in range(argument["times"]):
            params = {"number": number, "text": text}
            self._connection.notify("example/flood", params, droppable=argument["droppable"])
            await asyncio.sleep(0)
        if "tell" in argument:
            os.write(os.open(argument["tell"], os.O_WRONLY), b"done")
        return {}

    def _text_of(self, argument: Params, token: object) -> Any:
        document = self._documents.get(argument["uri"])
        return document and document.text

    def _stall(self, argument: Params, token: object) -> Any:
        """The largest gap so far; it begins anew."""
        gap_s, self._largest_gap_s = self._largest_gap_s, 0.0
        return {"gap_s": gap_s}

    def _print(self, argument: Params, token: object) -> Any:
        print("a stray print")
        sys.stdout.flush()
        return sys.stdin.read()

    async def _run_child(self, argument: Params, token: object) -> Any:
        """A child that writes to its standard output, and lists its descriptors."""
        script = "import os; print('child'); print(sorted(os.listdir('/proc/self/fd')))"
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", script, stderr=asyncio.subprocess.DEVNULL
        )
        return await child.wait()

    def _length_of(self, argument: Params, token: object) -> Any:
        document = self._documents.get(argument["uri"])
        return document and len(document.text)

    def _with_default(self, argument: Params, token: object) -> Any:
        return [argument, argument.get("other", 1)]


def main() -> None:
    if "EXAMPLE_LOG" in os.environ:
        logging.basicConfig(level=logging.INFO)
    folder = Path(sys.argv[1])

    def load() -> OpenServer:
        def open_server(
            _: Params, features: ClientFeatures, connection: Connection
        ) -> ServerInterface:
            return ExampleFace(features, connection, folder)

        return open_server

    offer = Registration(commands=COMMANDS)
    code = serve(take_standard_streams(), offer, load, crash_log=lambda: FileCrashLog(folder))
    os._exit(code)


if __name__ == "__main__":
    main()
