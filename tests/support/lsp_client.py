"""A scripted editor that talks to a server over its real standard input and output.

    async with editor(root) as client:                    # initialize and initialized are done
        client.open("a.py", "x = 1\n")                    # didOpen; the text need not be on disk
        client.type("a.py", 4, 5, "2")                    # characters 4 to 5 become "2"; didChange
        reply = await client.command("architect.run", {"prompt": "..."})
        event = await client.wait_for("architect/event", lambda e: e["type"] == "run.finished")
        assert client.text("a.py") == "x = 2\n"

What it announces are the recorded parameters of a real editor (`like=`, a file of
tests/lsp/initialize), with `encoding`, `options` and `announce` changing them. What it answers is
in `client.answers`, by method: an async function from the parameters to the result. It may raise
`Refusal`, or return `NO_ANSWER`. Ready-made ones for workspace/applyEdit are in
tests/support/edit_answers.py, and `choosing("Allow once")` answers prompts.

The framing and the positions are its own, so that they check those of the server.
"""

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from tests.support.asking import ASKS_ALWAYS
from tests.support.editor_text import offset_at, position_at
from tests.support.forked import ARCHITECT
from tests.support.server_process import ServerProcess, server_process
from tests.support.wire_shapes import misshapen

PATIENCE_S = 60.0
"""For things that take well below a second on an idle machine."""

INITIALIZE = Path(__file__).parents[1] / "lsp" / "initialize"
NEOVIM = "neovim-0.11.4"
VSCODE = "vscode-1.139.1-languageclient-11.0.0"
HELIX = "helix-25.01.1"
EGLOT = "eglot-1.17.30-emacs30.1"
OLD_EGLOT = "eglot-1.9-emacs28.2"

NO_ANSWER: Final = object()

Answer = Callable[[Any], Awaitable[Any]]


class Refusal(Exception):
    """An error answer, in either direction."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(f"{code} {message}")
        self.code = code
        self.message = message
        self.data = data


@dataclass(slots=True)
class Buffer:
    """A document that the editor has open."""

    uri: str
    text: str
    version: int = 0
    saved: str | None = None


@dataclass(slots=True, kw_only=True)
class EditorClient:
    """See the module. `received` holds every notification and request of the server, in order.

    `takes_newer_versions` is for a Neovim without our plugin: it drops an edit only if that is for
    an older version than its document has, and takes 0 for any version.
    """

    process: ServerProcess
    root: Path
    encoding: str = "utf-16"
    takes_newer_versions: bool = False
    answers: dict[str, Answer] = field(default_factory=dict[str, Answer])
    buffers: dict[str, Buffer] = field(default_factory=dict[str, Buffer])
    received: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    results: list[tuple[str, Any]] = field(default_factory=list[tuple[str, Any]])
    replies: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    initialize_result: dict[str, Any] = field(default_factory=dict[str, Any])
    stderr: bytearray = field(default_factory=bytearray)
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    last_id: int = 0
    _pending: dict[int, asyncio.Future[Any]] = field(
        default_factory=dict[int, "asyncio.Future[Any]"]
    )
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    _reading: asyncio.Event = field(default_factory=asyncio.Event)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set["asyncio.Task[None]"])
    _waited_for: set[int] = field(default_factory=set[int])

    # Messages

    def send(self, message: Any) -> None:
        """Any JSON value as a message."""
        self.send_raw(self.framed(json.dumps(message, ensure_ascii=False).encode("utf-8")))

    def framed(self, body: bytes) -> bytes:
        """`body` as it goes onto the wire."""
        return framed(body)

    async def next_body(self) -> bytes:
        """The next message of the server."""
        return await read_body(self.process.stdout)

    def send_raw(self, octets: bytes) -> None:
        self.process.stdin.write(octets)

    async def drain(self) -> None:
        """Until the server took nearly all of what was sent."""
        await self.process.stdin.drain()

    def notify(self, method: str, params: Any = None) -> None:
        message = {"jsonrpc": "2.0", "method": method}
        self.send(message if params is None else {**message, "params": params})

    def start_request(self, method: str, params: Any = None) -> tuple[int, asyncio.Future[Any]]:
        """Send a request: its id, and what becomes its result or raises `Refusal`."""
        self.last_id += 1
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        # Nobody may be left to look at it when a test is over.
        future.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._pending[self.last_id] = future
        message = {"jsonrpc": "2.0", "id": self.last_id, "method": method}
        self.send(message if params is None else {**message, "params": params})
        return self.last_id, future

    async def request(self, method: str, params: Any = None, timeout_s: float = PATIENCE_S) -> Any:
        """The result of a request; raises `Refusal` for an error answer."""
        _, future = self.start_request(method, params)
        async with asyncio.timeout(timeout_s):
            return await future

    def start_command(self, name: str, *arguments: Any) -> tuple[int, asyncio.Future[Any]]:
        """Send workspace/executeCommand; otherwise as `start_request`."""
        params = {"command": name, "arguments": list(arguments)}
        return self.start_request("workspace/executeCommand", params)

    async def command(self, name: str, argument: Any = None, timeout_s: float = PATIENCE_S) -> Any:
        params = {"command": name, "arguments": [] if argument is None else [argument]}
        result = await self.request("workspace/executeCommand", params, timeout_s)
        self.results.append((name, result))
        return result

    def cancel(self, request_id: int) -> None:
        self.notify("$/cancelRequest", {"id": request_id})

    async def wait_for(
        self,
        method: str,
        wanted: Callable[[Any], bool] = lambda params: True,
        timeout_s: float = PATIENCE_S,
    ) -> Any:
        """The parameters of the first such message that was not waited for yet."""
        async with asyncio.timeout(timeout_s):
            while True:
                self._news.clear()
                for number, message in enumerate(self.received):
                    if number in self._waited_for or message["method"] != method:
                        continue
                    if wanted(message.get("params")):
                        self._waited_for.add(number)
                        return message.get("params")
                if self.ended.is_set():
                    raise EOFError(f"the server ended before {method!r}; {bytes(self.stderr)!r}")
                await self._news.wait()

    def of(self, method: str) -> list[Any]:
        """The parameters of every such message so far."""
        return [one.get("params") for one in self.received if one["method"] == method]

    def stop_reading(self) -> None:
        """What a hung editor does: nothing more is taken from the server's output."""
        self._reading.clear()

    def go_on_reading(self) -> None:
        self._reading.set()

    # Documents

    def uri(self, path: str) -> str:
        """The URI of a path in the root; a URI stays as it is."""
        return path if ":" in path else (self.root / path).as_uri()

    def text(self, path: str) -> str:
        return self.buffers[self.uri(path)].text

    def open(self, path: str, text: str | None = None, language: str = "python") -> Buffer:
        """Open a document; without `text` the one on disk."""
        uri = self.uri(path)
        if text is None:
            text = (self.root / path).read_bytes().decode("utf-8")
        buffer = self.buffers[uri] = Buffer(uri, text, saved=text)
        item = {"uri": uri, "languageId": language, "version": 0, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return buffer

    def type(self, path: str, start: int, end: int, text: str) -> None:
        """Replace the characters from offset `start` to `end`, as the user would by typing."""
        buffer = self.buffers[self.uri(path)]
        position = [position_at(buffer.text, offset, self.encoding) for offset in (start, end)]
        span = {"start": position[0], "end": position[1]}
        buffer.text = buffer.text[:start] + text + buffer.text[end:]
        self.tell_change(buffer, [{"range": span, "text": text}])

    def replace(self, path: str, text: str) -> None:
        """Another text altogether, sent as a change without a range."""
        buffer = self.buffers[self.uri(path)]
        buffer.text = text
        self.tell_change(buffer, [{"text": text}])

    def tell_change(self, buffer: Buffer, changes: list[dict[str, Any]]) -> None:
        """didChange with the next version; `buffer.text` is already the new text."""
        buffer.version += 1
        document = {"uri": buffer.uri, "version": buffer.version}
        params = {"textDocument": document, "contentChanges": changes}
        self.notify("textDocument/didChange", params)

    def save(self, path: str) -> None:
        """Write the document to disk and say so."""
        buffer = self.buffers[self.uri(path)]
        self.path_of(buffer.uri).write_bytes(buffer.text.encode("utf-8"))
        buffer.saved = buffer.text
        self.notify("textDocument/didSave", {"textDocument": {"uri": buffer.uri}})

    def close(self, path: str) -> None:
        buffer = self.buffers.pop(self.uri(path))
        self.notify("textDocument/didClose", {"textDocument": {"uri": buffer.uri}})

    def path_of(self, uri: str) -> Path:
        """Paths of tests need no decoding."""
        return Path(uri.removeprefix("file://"))

    def range(self, path: str, start: int, end: int) -> dict[str, Any]:
        """The LSP range of two character offsets."""
        text = self.text(path)
        first, last = (position_at(text, offset, self.encoding) for offset in (start, end))
        return {"start": first, "end": last}

    def offset(self, path: str, position: dict[str, int]) -> int:
        return offset_at(self.text(path), position, self.encoding)

    # The end

    async def shut_down(self) -> int:
        """`shutdown`, `exit`, and the exit code."""
        await self.request("shutdown")
        self.notify("exit")
        return await self.exit_code()

    async def exit_code(self, timeout_s: float = PATIENCE_S) -> int:
        async with asyncio.timeout(timeout_s):
            return await self.process.wait()

    def disconnect(self) -> None:
        """Close the server's standard input."""
        self.process.stdin.close()

    # Reading

    async def read_messages(self) -> None:
        """Take what the server says until it ends."""
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                await self._reading.wait()
                self._take(json.loads(await self.next_body()))
        self.ended.set()
        self._news.set()
        for future in self._pending.values():
            if not future.done():
                future.set_exception(EOFError(f"no answer; {bytes(self.stderr)!r}"))

    async def read_stderr(self) -> None:
        while piece := await self.process.stderr.read(1 << 16):
            self.stderr += piece

    def _take(self, message: dict[str, Any]) -> None:
        if "method" not in message:
            self.replies.append(message)
            self._take_reply(message)
            return
        self.received.append(message)
        self._news.set()
        if "id" in message:
            task = asyncio.create_task(self._answer(message))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _take_reply(self, message: dict[str, Any]) -> None:
        future = self._pending.pop(message["id"], None) if message["id"] is not None else None
        if future is None or future.done():
            return
        if "error" in message:
            error = message["error"]
            future.set_exception(Refusal(error["code"], error["message"], error.get("data")))
        else:
            future.set_result(message["result"])

    async def _answer(self, message: dict[str, Any]) -> None:
        answer = self.answers.get(message["method"])
        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        try:
            if answer is None:
                raise Refusal(-32601, f"{message['method']} is not there")
            result = await answer(message.get("params"))
        except Refusal as refusal:
            error = {"code": refusal.code, "message": refusal.message}
            data = {} if refusal.data is None else {"data": refusal.data}
            self.send(reply | {"error": error | data})
        else:
            if result is not NO_ANSWER:
                self.send(reply | {"result": result})


def framed(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


async def read_body(stream: asyncio.StreamReader) -> bytes:
    header = await stream.readuntil(b"\r\n\r\n")
    length = int(header.lower().split(b"content-length:")[1].split(b"\r\n")[0])
    return await stream.readexactly(length)


def choosing(*titles: str) -> Answer:
    """Answers to window/showMessageRequest: these choices one after the other, the last for ever.

    A title may be the start of the whole one; without a match the answer is null.
    """
    left = list(titles)

    async def answer(params: Any) -> Any:
        title = left.pop(0) if len(left) > 1 else left[0]
        actions: list[Any] = params.get("actions") or []
        return next((one for one in actions if one["title"].startswith(title)), None)

    return answer


async def never(_: Any) -> Any:
    """Leaves the server waiting."""
    return NO_ANSWER


async def null(_: Any) -> None:
    """What an editor says when the user closed a prompt, and some say to anything."""


def initialize_params(like: str, root: Path) -> dict[str, Any]:
    """What that editor really sends, for the folder `root`."""
    text = (INITIALIZE / f"{like}.json").read_text(encoding="utf-8")
    moved = text.replace("file:///workspace", root.as_uri()).replace("/workspace", str(root))
    return json.loads(moved) | {"processId": os.getpid()}


ARCHITECT_LSP = (*ARCHITECT, "lsp")


@asynccontextmanager
async def connection(
    root: Path,
    *,
    command: Sequence[str] = ARCHITECT_LSP,
    environment: dict[str, str] | None = None,
) -> AsyncGenerator[EditorClient]:
    """A server to which nothing was said yet; its process is ended when the block is left.

    What it said of our own protocol must have the shape that is written down for it.
    """
    own = {name: value for name, value in os.environ.items() if "ARCHITECT" not in name}
    places = {"XDG_CONFIG_HOME": "no-config", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache"}
    beside = root.parent / f"{root.name}-home"
    seen = own | {k: str(beside / v) for k, v in places.items()} | ASKS_ALWAYS | (environment or {})
    async with server_process(command, environment=seen, cwd=root) as process:
        client = EditorClient(process=process, root=root)
        async with reading(client):
            yield client
    if problems := misshapen(client.received, client.results):
        pytest.fail("\n".join(problems))


@asynccontextmanager
async def reading(client: EditorClient) -> AsyncGenerator[None]:
    """Take what the server says; its process is ended when the block is left."""
    client.go_on_reading()
    readers = [
        asyncio.create_task(client.read_messages()),
        asyncio.create_task(client.read_stderr()),
    ]
    try:
        yield
    finally:
        await _end(client, readers)


async def _end(client: EditorClient, readers: list[asyncio.Task[None]]) -> None:
    client.go_on_reading()
    if client.process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            client.process.kill()
    for task in client._tasks:  # pyright: ignore[reportPrivateUsage]
        task.cancel()
    with contextlib.suppress(ConnectionError):
        client.disconnect()
    await client.process.wait()
    await asyncio.gather(*readers, *client._tasks, return_exceptions=True)  # pyright: ignore[reportPrivateUsage]


@asynccontextmanager
async def editor(
    root: Path,
    *,
    like: str = NEOVIM,
    encoding: str | None = None,
    options: dict[str, Any] | None = None,
    announce: Callable[[dict[str, Any]], None] = lambda params: None,
    answers: Mapping[str, Answer] | None = None,
    command: Sequence[str] = ARCHITECT_LSP,
    environment: dict[str, str] | None = None,
) -> AsyncGenerator[EditorClient]:
    """An editor that is connected and has said `initialized`.

    Args:
        encoding: the only position encoding that is announced, if given.
        options: `initializationOptions`.
        announce: changes the parameters of `initialize` in place before they are sent.
        answers: added to (or put instead of) those of a well-behaved editor.
    """
    from tests.support.edit_answers import applying

    async with connection(root, command=command, environment=environment) as client:
        params = initialize_params(like, root)
        if encoding is not None:
            params["capabilities"].setdefault("general", {})["positionEncodings"] = [encoding]
        if options is not None:
            params["initializationOptions"] = options
        announce(params)
        client.takes_newer_versions = _is_bare_neovim(params)
        client.answers = {
            "workspace/applyEdit": applying(client),
            "workspace/configuration": _no_settings,
            "window/workDoneProgress/create": null,
            "client/registerCapability": null,
            "client/unregisterCapability": null,
            "workspace/codeLens/refresh": null,
            "window/showMessageRequest": null,
            **(answers or {}),
        }
        client.initialize_result = await client.request("initialize", params)
        chosen = client.initialize_result["capabilities"].get("positionEncoding", "utf-16")
        client.encoding = chosen
        client.notify("initialized", {})
        yield client


def _is_bare_neovim(params: dict[str, Any]) -> bool:
    client: dict[str, Any] = params.get("clientInfo") or {}
    options: dict[str, Any] = params.get("initializationOptions") or {}
    return client.get("name") == "Neovim" and "architect" not in options


async def _no_settings(params: Any) -> list[None]:
    return [None for _ in params["items"]]
