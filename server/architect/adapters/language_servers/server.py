"""A language server that we start: its messages, and what it reports.

https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/
"""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from architect.adapters.language_servers.server_process import (
    GRACE_S,
    ServerProcess,
    shown,
    start_server,
)
from architect.adapters.sandbox.sandbox import Sandbox
from architect.domain.errors import PortFault
from architect.domain.files.uris import normal_form, uri_of
from architect.jsonrpc import json_rpc
from architect.jsonrpc.client import ClientFault
from architect.jsonrpc.content_length import CONTENT_LENGTH
from architect.jsonrpc.dialect import Dialect
from architect.jsonrpc.json_bodies import encoded, message_of
from architect.jsonrpc.outgoing_requests import OutgoingRequests

START_S = 30.0
ANSWER_S = 30.0
"""A language server that has just been started indexes the project first."""

_MOST_REPORTS = 20_000

_CAPABILITIES: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {"configuration": True, "workspaceFolders": True},
    "textDocument": {
        "synchronization": {"didSave": True},
        "publishDiagnostics": {"versionSupport": True},
        "definition": {"linkSupport": True},
        "references": {},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "rename": {},
        "formatting": {},
    },
}


@dataclass(slots=True)
class OpenFile:
    """A document as the server knows it."""

    version: int
    text: str


@dataclass(slots=True)
class Report:
    """What was reported of a file last; `mark` counts the reports of all files."""

    mark: int
    version: int | None
    diagnostics: Sequence[Any]


class LanguageServer:
    """Started when it is asked first; one that cannot be started, or ends, is not started again.

    It runs in the sandbox of commands, since some load code of the workspace.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        root: Path,
        environment: Mapping[str, str],
        sandbox: Sandbox,
    ) -> None:
        self.name = Path(command[0]).name
        self.mark = 0
        self.reports: dict[str, Report] = {}
        """By the normal form of the URI."""
        self._command = list(command)
        self._root = root
        self._environment = environment
        self._sandbox = sandbox
        self._open: dict[str, OpenFile] = {}
        self._provides: Mapping[str, Any] = {}
        self._news = asyncio.Condition()
        self._starting: asyncio.Task[None] | None = None
        self._process: ServerProcess | None = None
        dialect = Dialect(
            framing=CONTENT_LENGTH,
            other_end=self.name,
            withdrawal=lambda own_id: json_rpc.notification("$/cancelRequest", {"id": own_id}),
            outgoing=lambda _, params: params,
        )
        self._requests = OutgoingRequests(self._send, dialect)

    async def start(self) -> None:
        """Start it, if that was not done yet.

        Raises:
            PortFault: it cannot be started, or has ended.
        """
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        await asyncio.shield(self._starting)
        if self._requests.is_lost:
            raise PortFault(await self._ended())

    def provides(self, capability: str) -> bool:
        """Whether the server says that it can do that, such as `renameProvider`."""
        return self._provides.get(capability) not in (None, False)

    async def ask(self, method: str, params: Any, *, timeout_s: float = ANSWER_S) -> Any:
        """Its answer.

        Raises:
            PortFault: it refuses, is too slow, or has ended.
        """
        await self.start()
        return await self._ask(method, params, timeout_s=timeout_s)

    async def sync(self, path: Path, language_id: str, text: str) -> bool:
        """Tell it the present text of a file; gives whether it knew another, or none.

        Raises:
            PortFault: as `start`.
        """
        await self.start()
        uri, known = uri_of(path), self._open.get(str(path))
        if known is not None and known.text == text:
            return False
        if known is None:
            self._open[str(path)] = OpenFile(1, text)
            document = {"uri": uri, "languageId": language_id, "version": 1, "text": text}
            self._notify("textDocument/didOpen", {"textDocument": document})
            return True
        known.version += 1
        known.text = text
        identifier = {"uri": uri, "version": known.version}
        changes = [{"text": text}]
        self._notify(
            "textDocument/didChange", {"textDocument": identifier, "contentChanges": changes}
        )
        # Some look at a file only when it is saved, and edits are saved where there is no editor.
        self._notify("textDocument/didSave", {"textDocument": {"uri": uri}, "text": text})
        return True

    def is_open(self, path: Path) -> bool:
        return str(path) in self._open

    def open_paths(self) -> Sequence[Path]:
        return [Path(name) for name in self._open]

    def close(self, path: Path) -> None:
        """Tell it that a file is gone."""
        if self._open.pop(str(path), None) is not None:
            uri = uri_of(path)
            self.reports.pop(normal_form(uri), None)
            self._notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def report_on(self, path: Path) -> Report | None:
        return self.reports.get(normal_form(uri_of(path)))

    async def reported(self, path: Path, *, after: int, within_s: float, calm_s: float) -> bool:
        """Wait for a report on the present text of a file, with a mark after that one.

        It is whole when no other follows within `calm_s`. Gives whether there was one.
        """

        def is_there() -> bool:
            report, known = self.report_on(path), self._open.get(str(path))
            if report is None or report.mark <= after:
                return self._requests.is_lost
            return report.version is None or known is None or report.version >= known.version

        with suppress(TimeoutError):
            async with asyncio.timeout(within_s), self._news:
                await self._news.wait_for(is_there)
                while not self._requests.is_lost:
                    mark = self.mark
                    with suppress(TimeoutError):
                        async with asyncio.timeout(calm_s):
                            await self._news.wait()
                    if self.mark == mark:
                        break
        report = self.report_on(path)
        return report is not None and report.mark > after

    async def aclose(self) -> None:
        """End it, with all it has started."""
        if self._starting is None:
            return
        self._starting.cancel()
        await asyncio.gather(self._starting, return_exceptions=True)
        process = self._process
        if process is None:
            return
        if not self._requests.is_lost:
            with suppress(PortFault):
                await self._ask("shutdown", None, timeout_s=GRACE_S)
            self._notify("exit", None)
        await process.aclose()

    async def _start(self) -> None:
        process = self._process = await start_server(
            self._command,
            root=self._root,
            environment=self._environment,
            sandbox=self._sandbox,
            timeout_s=START_S,
        )
        process.follow(self._read(process.output()))
        folder = {"uri": uri_of(self._root), "name": self._root.name}
        answer = await self._ask(
            "initialize",
            {
                # In the sandbox nobody sees our process, and a server would take us for dead.
                "processId": None if process.is_sandboxed else os.getpid(),
                "clientInfo": {"name": "architect"},
                "rootUri": folder["uri"],
                "rootPath": str(self._root),
                "workspaceFolders": [folder],
                "capabilities": _CAPABILITIES,
            },
            timeout_s=START_S,
        )
        told: Any = cast(dict[str, Any], answer).get("capabilities") if answer else None
        self._provides = cast(dict[str, Any], told) if isinstance(told, dict) else {}
        self._notify("initialized", {})
        # Some, such as pyright, ask for their configuration only after this.
        self._notify("workspace/didChangeConfiguration", {"settings": {}})

    async def _ask(self, method: str, params: Any, *, timeout_s: float) -> Any:
        try:
            return await self._requests.ask(method, params, timeout_s=timeout_s)
        except ClientFault as fault:
            if self._requests.is_lost:
                raise PortFault(await self._ended()) from fault
            raise PortFault(f"{self.name}: {shown(str(fault))}") from fault

    async def _ended(self) -> str:
        process = self._process
        return f"{self.name} {'was not started' if process is None else await process.ended()}"

    def _notify(self, method: str, params: Any) -> None:
        self._send(json_rpc.notification(method, params))

    def _send(self, message: json_rpc.Message) -> None:
        process = self._process
        if process is None or self._requests.is_lost:
            return
        process.write(CONTENT_LENGTH.framed(encoded(message)))
        if process.is_stuck:
            process.last_words = "it no longer reads what it is told"
            self._requests.lose()

    async def _read(self, output: AsyncIterator[bytes]) -> None:
        decoder = CONTENT_LENGTH.decoder()
        async for chunk in output:
            for frame in decoder.feed(chunk):
                await self._take(json_rpc.read(message_of(frame)))
        self._requests.lose()
        async with self._news:
            self._news.notify_all()

    async def _take(self, message: json_rpc.Incoming) -> None:
        match message:
            case json_rpc.Response():
                self._requests.answered(message.id, message.result, message.error)
            case json_rpc.Request():
                self._send(self._answer(message))
            case json_rpc.Notification("textDocument/publishDiagnostics", params):
                await self._keep(params)
            case _:
                pass

    def _answer(self, request: json_rpc.Request) -> json_rpc.Message:
        match request.method:
            case "workspace/configuration":
                items: Any = request.params.get("items") if _is_object(request.params) else None
                count = len(cast(list[Any], items)) if isinstance(items, list) else 0
                return json_rpc.result(request.id, [None] * count)
            case "workspace/workspaceFolders":
                folder = {"uri": uri_of(self._root), "name": self._root.name}
                return json_rpc.result(request.id, [folder])
            case "workspace/applyEdit":
                reason = "architect makes the changes that it asks for"
                return json_rpc.result(request.id, {"applied": False, "failureReason": reason})
            case "window/showDocument":
                return json_rpc.result(request.id, {"success": False})
            case _:
                # Registrations, progress, refreshes, and questions to a user who is not here.
                return json_rpc.result(request.id, None)

    async def _keep(self, params: Any) -> None:
        uri = params.get("uri") if _is_object(params) else None
        found: Any = params.get("diagnostics") if _is_object(params) else None
        if not isinstance(uri, str) or not isinstance(found, list):
            return
        if len(self.reports) >= _MOST_REPORTS and normal_form(uri) not in self.reports:
            return
        version = params.get("version")
        self.mark += 1
        self.reports[normal_form(uri)] = Report(
            self.mark, version if isinstance(version, int) else None, cast(list[Any], found)
        )
        async with self._news:
            self._news.notify_all()


def _is_object(params: Any) -> bool:
    return isinstance(params, dict)
