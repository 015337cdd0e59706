"""A local HTTP server that plays a model provider, one scripted behaviour per request.

It speaks OpenAI chat completions, OpenAI Responses (strictly, see `responses_strict`) and Anthropic
messages, streamed or not, as the request asks for:

    with ProviderServer([Reply("hello"), Status(429, headers={"Retry-After": "1"})]) as server:
        ...  # api_base is server.url + "/v1"; what arrived is in server.requests

`pages` are what GET requests find, by path, or who says so after a look at the headers; `read` is
what they asked for.
It also takes requests with absolute URLs, so that it can stand for an HTTP proxy.
"""

import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self, cast
from urllib.parse import urlsplit

from tests.support import responses_api
from tests.support.responses_strict import Refusal
from tests.support.serving import serving


@dataclass(frozen=True)
class Call:
    """A tool call; `arguments` is the JSON text."""

    name: str
    arguments: str = "{}"
    id: str = "call_1"


@dataclass(frozen=True)
class Reply:
    """A reply in the format of the path it was asked at.

    `usage` is tokens in, out and cached. `cut_after` breaks the connection after that many events
    of the stream; `pause_s` is waited before each event. `piece` is the length of text deltas.
    `reasoning` is what Responses tell of it.
    """

    text: str = ""
    calls: Sequence[Call] = ()
    finish: str | None = None
    usage: tuple[int, int, int] | None = (10, 5, 0)
    piece: int = 8
    cut_after: int | None = None
    pause_s: float = 0.0
    reasoning: str = ""


@dataclass(frozen=True)
class Chunks:
    """Events of a stream exactly as given: objects become `data:` lines, bytes go out raw.

    A number is so many seconds of silence.
    """

    events: Sequence[dict[str, Any] | bytes | float]
    done: bool = True


@dataclass(frozen=True)
class Status:
    """An answer that is not a stream; `body` may be an object, a text or bytes."""

    status: int = 200
    body: object = ""
    headers: dict[str, str] = field(default_factory=dict[str, str])
    content_type: str = "application/json"


@dataclass(frozen=True)
class Hang:
    """No answer until the server is released or closed."""


Behaviour = Reply | Chunks | Status | Hang
Judge = Callable[["Received"], Behaviour]
"""Looks at a request, as strict as the provider it stands for, before it says what happens."""

PageJudge = Callable[[Mapping[str, str]], Status]
"""The same for a page, by the headers in lower case."""


@dataclass(frozen=True)
class Received:
    """One request; header names are in lower case, `at` is `time.monotonic()`."""

    path: str
    target: str
    headers: dict[str, str]
    body: dict[str, Any]
    at: float


class ProviderServer:
    """Serves on 127.0.0.1 from `with` on; the script's end is answered with status 400."""

    def __init__(
        self,
        behaviours: Iterable[Behaviour | Judge],
        *,
        ssl_context: ssl.SSLContext | None = None,
        pages: Mapping[str, object] | None = None,
        host: str = "127.0.0.1",
    ) -> None:
        self.pages = pages or {}
        self.read: list[str] = []
        self.requests: list[Received] = []
        self.arrived = threading.Event()
        self._script = iter(behaviours)
        self._lock = threading.Lock()
        self._released = threading.Event()
        self._http = _HttpServer(self, host)
        self._scheme = "https" if ssl_context else "http"
        if ssl_context:
            self._http.socket = ssl_context.wrap_socket(self._http.socket, server_side=True)
        self._resources = ExitStack()

    @property
    def url(self) -> str:
        host, port = self._http.server_address[:2]
        return f"{self._scheme}://{host}:{port}"

    @property
    def connections(self) -> int:
        """How many connections were opened so far."""
        return self._http.accepted

    def release(self) -> None:
        """Let every `Hang` and every pause end."""
        self._released.set()

    def __enter__(self) -> Self:
        self._resources.enter_context(serving(self._http))
        return self

    def __exit__(self, *raised: object) -> None:
        self.release()
        self._resources.close()

    def next_behaviour(self, received: Received) -> Behaviour:
        with self._lock:
            self.requests.append(received)
            self.arrived.set()
            over = Status(400, {"error": {"message": "the script of the server is over"}})
            behaviour = next(self._script, over)
        return behaviour(received) if callable(behaviour) else behaviour

    def wait(self, seconds: float | None = None) -> None:
        """Wait for the release, or for so long."""
        self._released.wait(seconds)


def refused_url() -> str:
    """An address on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{probe.getsockname()[1]}"


class _HttpServer(ThreadingHTTPServer):
    daemon_threads = False

    def __init__(self, owner: ProviderServer, host: str) -> None:
        self.owner = owner
        self.accepted = 0
        self._open: set[socket.socket] = set()
        super().__init__((host, 0), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.accepted += 1
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away, or refuses our certificate, is part of the tests."""

    def server_close(self) -> None:
        """Hang up on whoever is still connected: the threads that serve them are waited for."""
        for connection in list(self._open):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        super().server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        owner = cast(_HttpServer, self.server).owner
        owner.read.append(self.path)
        page = owner.pages.get(urlsplit(self.path).path)
        if callable(page):
            found = cast(PageJudge, page)(
                {name.lower(): self.headers[name] for name in self.headers}
            )
        else:
            found = Status(404, {"error": "not found"}) if page is None else Status(200, page)
        self._send_status(found)

    def do_POST(self) -> None:
        owner = cast(_HttpServer, self.server).owner
        raw = self.rfile.read(int(self.headers.get("content-length", "0")))
        received = Received(
            path=urlsplit(self.path).path,
            target=self.path,
            headers={name.lower(): value for name, value in self.headers.items()},
            body=json.loads(raw),
            at=time.monotonic(),
        )
        match owner.next_behaviour(received):
            case Reply() as reply:
                self._send_reply(reply, received, owner)
            case Chunks(events, done):
                tail = [b"data: [DONE]\n\n"] if done else []
                told = (_as_event(one) if isinstance(one, bytes | dict) else one for one in events)
                self._send_stream([*told, *tail], owner)
            case Status() as status:
                self._send_status(status)
            case Hang():
                owner.wait()
                self.close_connection = True

    def _send_reply(self, reply: Reply, received: Received, owner: ProviderServer) -> None:
        try:
            whole, stream = _written(reply, received)
        except Refusal as refusal:
            self._send_status(Status(refusal.status, refusal.body))
            return
        if not received.body.get("stream"):
            if reply.pause_s:
                owner.wait(reply.pause_s)
            self._send_status(Status(200, whole))
            return
        events = list(stream)
        self._send_stream(
            events[: reply.cut_after], owner, cut=reply.cut_after is not None, pause_s=reply.pause_s
        )

    def _send_stream(
        self,
        events: Sequence[bytes | float],
        owner: ProviderServer,
        *,
        cut: bool = False,
        pause_s: float = 0,
    ) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for event in events:
            if not isinstance(event, bytes):
                owner.wait(event)
                continue
            if pause_s:
                owner.wait(pause_s)
            self.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
        if cut:
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")

    def _send_status(self, status: Status) -> None:
        body = status.body
        if not isinstance(body, bytes):
            body = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status.status)
        for name, value in {"Content-Type": status.content_type, **status.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _written(reply: Reply, received: Received) -> tuple[dict[str, Any], Iterator[bytes]]:
    """The reply in the format of its path, whole and as events."""
    if received.path.endswith("/messages"):
        return _anthropic_message(reply), anthropic_events(reply)
    if received.path.endswith("/responses"):
        response = responses_api.answer(received.body, reply)
        return response, _response_events(response, reply)
    return _completion(reply), _openai_events(reply)


def _response_events(response: dict[str, Any], reply: Reply) -> Iterator[bytes]:
    for event in responses_api.events_of(response, piece=reply.piece):
        yield b"event: %s\n%s" % (event["type"].encode(), _as_event(event))


def _as_event(event: dict[str, Any] | bytes) -> bytes:
    return event if isinstance(event, bytes) else b"data: %s\n\n" % json.dumps(event).encode()


def _pieces(reply: Reply) -> Iterator[str]:
    for start in range(0, len(reply.text), reply.piece):
        yield reply.text[start : start + reply.piece]


def _finish(reply: Reply) -> str:
    return reply.finish or ("tool_calls" if reply.calls else "stop")


def _openai_usage(reply: Reply) -> dict[str, Any] | None:
    if reply.usage is None:
        return None
    into, out, cached = reply.usage
    return {
        "prompt_tokens": into,
        "completion_tokens": out,
        "total_tokens": into + out,
        "prompt_tokens_details": {"cached_tokens": cached},
    }


def _openai_calls(reply: Reply) -> list[dict[str, Any]]:
    return [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for call in reply.calls
    ]


def _completion(reply: Reply) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text or None}
    if reply.calls:
        message["tool_calls"] = _openai_calls(reply)
    body: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": _finish(reply)}],
    }
    usage = _openai_usage(reply)
    return {**body, "usage": usage} if usage else body


def openai_chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    """A chunk of an OpenAI stream, for `Chunks`."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


def _openai_events(reply: Reply) -> Iterator[bytes]:
    yield _as_event(openai_chunk({"role": "assistant", "content": ""}))
    for piece in _pieces(reply):
        yield _as_event(openai_chunk({"content": piece}))
    for index, call in enumerate(_openai_calls(reply)):
        arguments = call["function"]["arguments"]
        opening = {**call, "index": index, "function": {**call["function"], "arguments": ""}}
        yield _as_event(openai_chunk({"tool_calls": [opening]}))
        half = len(arguments) // 2
        for part in (arguments[:half], arguments[half:]):
            delta = {"index": index, "function": {"arguments": part}}
            yield _as_event(openai_chunk({"tool_calls": [delta]}))
    yield _as_event(openai_chunk({}, _finish(reply)))
    usage = _openai_usage(reply)
    if usage:
        yield _as_event({**openai_chunk({}), "choices": [], "usage": usage})
    yield b"data: [DONE]\n\n"


_ANTHROPIC_STOPS = {"stop": "end_turn", "tool_calls": "tool_use", "length": "max_tokens"}


def _anthropic_usage(reply: Reply) -> dict[str, int]:
    into, out, cached = reply.usage or (0, 0, 0)
    return {
        "input_tokens": into - cached,
        "output_tokens": out,
        "cache_read_input_tokens": cached,
        "cache_creation_input_tokens": 0,
    }


def _anthropic_message(reply: Reply) -> dict[str, Any]:
    blocks: list[dict[str, Any]] = [{"type": "text", "text": reply.text}] if reply.text else []
    for call in reply.calls:
        arguments = json.loads(call.arguments)
        blocks.append({"type": "tool_use", "id": call.id, "name": call.name, "input": arguments})
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": blocks,
        "stop_reason": _ANTHROPIC_STOPS.get(_finish(reply), _finish(reply)),
        "stop_sequence": None,
        "usage": _anthropic_usage(reply),
    }


def anthropic_events(reply: Reply) -> Iterator[bytes]:
    usage = _anthropic_usage(reply)
    opening = {
        **_anthropic_message(Reply()),
        "stop_reason": None,
        "usage": {**usage, "output_tokens": 1},
    }
    yield _anthropic_event({"type": "message_start", "message": opening})
    index = 0
    if reply.text:
        deltas = [{"type": "text_delta", "text": piece} for piece in _pieces(reply)]
        yield from _anthropic_block(index, {"type": "text", "text": ""}, deltas)
        index += 1
    for call in reply.calls:
        block: dict[str, Any] = {
            "type": "tool_use",
            "id": call.id,
            "name": call.name,
            "input": {},
        }
        half = len(call.arguments) // 2
        parts = (call.arguments[:half], call.arguments[half:])
        deltas = [{"type": "input_json_delta", "partial_json": part} for part in parts]
        yield from _anthropic_block(index, block, deltas)
        index += 1
    stop = _ANTHROPIC_STOPS.get(_finish(reply), _finish(reply))
    delta = {"stop_reason": stop, "stop_sequence": None}
    yield _anthropic_event({"type": "message_delta", "delta": delta, "usage": usage})
    yield _anthropic_event({"type": "message_stop"})


def _anthropic_block(
    index: int, block: dict[str, Any], deltas: Sequence[dict[str, Any]]
) -> Iterator[bytes]:
    yield _anthropic_event({"type": "content_block_start", "index": index, "content_block": block})
    for delta in deltas:
        yield _anthropic_event({"type": "content_block_delta", "index": index, "delta": delta})
    yield _anthropic_event({"type": "content_block_stop", "index": index})


def _anthropic_event(event: dict[str, Any]) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (event["type"].encode(), json.dumps(event).encode())
