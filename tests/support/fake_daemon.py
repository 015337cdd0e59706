"""A server for an editor under test: what it says is what the test says."""

import itertools
import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from tests.support.until import until

RELAY = Path(__file__).with_name("stdio_relay.py")

COMMANDS = [
    "run",
    "review",
    "fix",
    "cancel",
    "say",
    "answer",
    "runs",
    "events",
    "context",
    "diff",
    "undo",
    "findings",
    "sessions",
    "resume",
    "compact",
    "agents",
    "mcp",
    "stop",
    "detach",
    "info",
    "models",
    "mentions",
    "withdraw",
    "rollback",
    "renameSession",
    "deleteSession",
    "exportSession",
    "forkSession",
    "doctor",
]

Command = Callable[[dict[str, Any]], Any]


class Refusal(Exception):
    """A command answers with this error."""

    def __init__(self, code: int, detail: str) -> None:
        super().__init__(detail)
        self.error = {
            "code": code,
            "message": detail,
            "data": {"code": "refused", "detail": detail, "retryable": False},
        }


class Connection:
    """One start of the server."""

    def __init__(self, daemon: "FakeDaemon", stream: socket.socket) -> None:
        self._daemon = daemon
        self._socket = stream
        self._reader: BinaryIO = stream.makefile("rb")
        self._sending = threading.Lock()
        self._numbers = itertools.count(1)
        self._open: dict[int, Future[Any]] = {}
        self.pid = int(self._reader.readline())
        self.messages: list[dict[str, Any]] = []

    def serve(self) -> None:
        """Answer until the editor says goodbye, or is ended by its test."""
        with suppress(OSError):
            self._answer_all()
        self.close()
        self._reader.close()
        self._socket.close()

    def _answer_all(self) -> None:
        while (message := self._read()) is not None:
            self.messages.append(message)
            if "method" not in message:
                self._settle(message)
            elif message["method"] == "exit":
                break
            elif "id" in message:
                self._reply(message)

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, params: Any) -> "Future[Any]":
        """The editor's answer; an error of the editor is the exception of the future."""
        number = next(self._numbers)
        answer = self._open[number] = Future[Any]()
        self._send({"id": number, "method": method, "params": params})
        return answer

    def sent(self, method: str) -> list[Any]:
        """The parameters of all messages of that method so far."""
        return [found.get("params") for found in self.messages if found.get("method") == method]

    def expect(self, method: str, count: int = 1) -> Any:
        """The parameters of the message of that method that comes as number `count`."""
        found = until(lambda: self.sent(method)[count - 1 :], f"{count} times {method}")
        return found[0]

    def version(self, uri: str) -> int:
        """The version of a document as the editor told it last."""
        told = self.sent("textDocument/didOpen") + self.sent("textDocument/didChange")
        versions = [one["textDocument"] for one in told if one["textDocument"]["uri"] == uri]
        return versions[-1]["version"]

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def _settle(self, message: dict[str, Any]) -> None:
        answer = self._open.pop(message["id"])
        if message.get("error") is not None:
            answer.set_exception(RuntimeError(message["error"]["message"]))
        else:
            answer.set_result(message.get("result"))

    def _reply(self, message: dict[str, Any]) -> None:
        params = message.get("params")
        try:
            result = self._daemon.result_of(message["method"], params)
        except Refusal as refusal:
            self._send({"id": message["id"], "error": refusal.error})
        else:
            self._send({"id": message["id"], "result": result})

    def _read(self) -> dict[str, Any] | None:
        length = 0
        try:
            while line := self._reader.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            return json.loads(self._reader.read(length)) if length else None
        except (OSError, ValueError):
            return None

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0"} | message).encode()
        with self._sending:
            self._socket.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))


class FakeDaemon:
    """Accepts one connection for each start; `commands` says what each command answers."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "daemon.sock"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._path))
        self._listener.listen()
        self.connections: list[Connection] = []
        self.commands: dict[str, Command] = {}
        self.documents: dict[str, str] = {}
        self.capabilities: dict[str, Any] = {
            "positionEncoding": "utf-8",
            "textDocumentSync": {"openClose": True, "change": 2, "save": True},
            "executeCommandProvider": {"commands": [f"architect.{name}" for name in COMMANDS]},
            "experimental": {
                "architect": {
                    "protocol": 1,
                    "server": "0.1.0",
                    "commands": [f"architect.{name}" for name in COMMANDS],
                    "requests": [],
                    "notifications": ["architect/didFocus"],
                }
            },
        }
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    @property
    def argv(self) -> list[str]:
        """What the editor has to start."""
        return [sys.executable, "-S", "-E", str(RELAY), str(self._path)]

    def connected(self, count: int = 1) -> Connection:
        """The connection of the start number `count`, once the editor has said hello."""
        until(lambda: len(self.connections) >= count, f"start number {count} of the server")
        found = self.connections[count - 1]
        found.expect("initialized")
        return found

    def executed(self, name: str, count: int = 1) -> dict[str, Any]:
        """The argument of the command `architect.<name>` that comes as number `count`."""

        def arguments() -> list[dict[str, Any]]:
            calls = [
                call for one in self.connections for call in one.sent("workspace/executeCommand")
            ]
            return [
                call["arguments"][0] for call in calls if call["command"] == f"architect.{name}"
            ]

        return until(lambda: arguments()[count - 1 :], f"architect.{name}")[0]

    def without(self, *names: str) -> None:
        """Be a server that lacks some commands."""
        lacking = {f"architect.{name}" for name in names}
        for place in (
            self.capabilities["executeCommandProvider"],
            self.capabilities["experimental"]["architect"],
        ):
            place["commands"] = [name for name in place["commands"] if name not in lacking]

    def result_of(self, method: str, params: Any) -> Any:
        if method == "initialize":
            return {"capabilities": self.capabilities}
        if method == "workspace/executeCommand":
            name = params["command"].removeprefix("architect.")
            command = self.commands.get(name, lambda _: {})
            return command(params["arguments"][0])
        if method == "workspace/textDocumentContent":
            return {"text": self.documents[params["uri"]]}
        return None

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for connection in self.connections:
            connection.close()
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        while True:
            try:
                stream, _ = self._listener.accept()
            except OSError:
                return
            connection = Connection(self, stream)
            self.connections.append(connection)
            self._threads.append(threading.Thread(target=connection.serve, daemon=True))
            self._threads[-1].start()
