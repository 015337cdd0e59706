"""A language server that we start: its process, its messages, and what it reports.

https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/
"""

import asyncio
import os
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from architect.adapters.process.pipes import chunks, end_of, exit_code_of, writer_to
from architect.adapters.process.process_tree import ProcessTree, start_tree
from architect.adapters.sandbox.sandbox import Enclosure, Sandbox
from architect.domain.errors import CommandRefusedError, PortFault
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.files.uris import normal_form, uri_of
from architect.domain.shell import ShellCommand
from architect.jsonrpc import json_rpc
from architect.jsonrpc.client import ClientFault
from architect.jsonrpc.content_length import CONTENT_LENGTH
from architect.jsonrpc.dialect import Dialect
from architect.jsonrpc.json_bodies import encoded, message_of
from architect.jsonrpc.outgoing_requests import OutgoingRequests

START_S = 30.0
ANSWER_S = 30.0
"""A language server that has just been started indexes the project first."""

_GRACE_S = 1.0
_MOST_UNREAD_BYTES = 64_000_000
"""Of messages that the language server does not take."""

_MOST_REPORTS = 20_000
_LAST_WORDS = 300
"""Characters of what it says on standard error."""

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


@dataclass(slots=True)
class _Process:
    child: "subprocess.Popen[bytes]"
    tree: ProcessTree
    writer: asyncio.StreamWriter
    enclosure: Enclosure
    tasks: list[asyncio.Task[None]] = field(default_factory=list["asyncio.Task[None]"])


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
        self._process: _Process | None = None
        self._last_words = ""
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
                await self._ask("shutdown", None, timeout_s=_GRACE_S)
            self._notify("exit", None)
        ending = asyncio.create_task(
            end_of(process.child, process.tree.end, within_s=0 if self._is_stuck else _GRACE_S)
        )
        await asyncio.shield(ending)
        process.enclosure.leave()
        for task in process.tasks:
            task.cancel()
        await asyncio.gather(*process.tasks, return_exceptions=True)
        if not process.writer.transport.is_closing():
            process.writer.transport.abort()
        for stream in (process.child.stdin, process.child.stdout, process.child.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    async def _start(self) -> None:
        # An empty line: what the words of the command mean to a shell is nothing to it.
        started = ShellCommand(line="", cwd=self._root, timeout_s=START_S)
        try:
            enclosure = await self._sandbox.enter(started, self._environment)
            with enclosure.opened() as (prefix, passed):
                child, tree = start_tree(
                    [*prefix, *self._command],
                    cwd=self._root,
                    environment=self._environment,
                    stdin=subprocess.PIPE,
                    passed=passed,
                )
        except CommandRefusedError as refusal:
            raise PortFault(f"{self.name} was not started: {refusal}") from refusal
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise PortFault(f"{self._command[0]!r} cannot be started: {reason}") from error
        assert child.stdin is not None and child.stdout is not None and child.stderr is not None
        self._process = _Process(child, tree, await writer_to(child.stdin), enclosure)
        self._process.tasks += (
            asyncio.create_task(self._read(child.stdout.fileno())),
            asyncio.create_task(self._read_errors(child.stderr.fileno())),
        )
        folder = {"uri": uri_of(self._root), "name": self._root.name}
        answer = await self._ask(
            "initialize",
            {
                # In the sandbox nobody sees our process, and a server would take us for dead.
                "processId": None if enclosure.prefix else os.getpid(),
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
            raise PortFault(f"{self.name}: {_shown(str(fault))}") from fault

    async def _ended(self) -> str:
        process = self._process
        code = await exit_code_of(process.child) if process is not None else None
        how = "closed its output" if code is None else f"ended with exit code {code}"
        said = f": {self._last_words}" if self._last_words else ""
        return f"{self.name} {how}{said}"

    def _notify(self, method: str, params: Any) -> None:
        self._send(json_rpc.notification(method, params))

    def _send(self, message: json_rpc.Message) -> None:
        process = self._process
        if process is None or self._requests.is_lost:
            return
        process.writer.write(CONTENT_LENGTH.framed(encoded(message)))
        if self._is_stuck:
            self._last_words = "it no longer reads what it is told"
            self._lose()

    @property
    def _is_stuck(self) -> bool:
        process = self._process
        if process is None:
            return False
        return process.writer.transport.get_write_buffer_size() > _MOST_UNREAD_BYTES

    async def _read(self, descriptor: int) -> None:
        decoder = CONTENT_LENGTH.decoder()
        async for chunk in chunks(descriptor):
            for frame in decoder.feed(chunk):
                await self._take(json_rpc.read(message_of(frame)))
        self._lose()
        async with self._news:
            self._news.notify_all()

    def _lose(self) -> None:
        self._requests.lose()

    async def _read_errors(self, descriptor: int) -> None:
        async for chunk in chunks(descriptor):
            lines = chunk[-_LAST_WORDS * 4 :].decode("utf-8", "replace").strip()
            if lines:
                self._last_words = _shown(lines)

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


def _shown(text: str) -> str:
    return escape_controls(in_one_line(" ".join(text.split())))[-_LAST_WORDS:]
