"""A local stand-in for Ollama, as strict and as careless as the real one.

By https://github.com/ollama/ollama/blob/main/docs/api.md, `api/types.go` and `server/routes.go`
(November 2026): arguments of calls are objects and contents are texts, else the request is a 400;
a prompt that is longer than `num_ctx` loses its oldest messages without a word; unknown fields are
ignored; the OpenAI format has no `num_ctx`.
"""

import json
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self, cast

from tests.support.serving import serving


@dataclass
class OllamaServer:
    """Serves `models`, which are what `/api/show` says of them, and answers with `reply`.

    `chats` are the requests of `/api/chat`; `cuts` are the messages that each of them lost.
    """

    models: Mapping[str, Mapping[str, Any]]
    reply: str = "hello"
    thoughts: str = ""
    calls: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    loaded: dict[str, int] = field(default_factory=dict[str, int])
    chats: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    cuts: list[int] = field(default_factory=list[int])
    paths: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._http.daemon_threads = True
        self._http.owner = self  # type: ignore[attr-defined]
        self._resources = ExitStack()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        self._resources.enter_context(serving(self._http))
        return self

    def __exit__(self, *raised: object) -> None:
        self._resources.close()

    def show(self, name: str) -> tuple[int, object]:
        if name not in self.models:
            return 404, {"error": f"model '{name}' not found"}
        return 200, self.models[name]

    def running(self) -> object:
        return {
            "models": [
                {"name": name, "model": name, "context_length": length}
                for name, length in self.loaded.items()
            ]
        }

    def chat(self, body: dict[str, Any]) -> tuple[int, list[object]]:
        wrong = next(filter(None, map(_wrong, body["messages"])), None)
        if wrong is not None:
            return 400, [{"error": wrong}]
        self.chats.append(body)
        num_ctx = body.get("options", {}).get("num_ctx", 4096)
        messages, lost = list(body["messages"]), 0
        while len(messages) > 1 and len(json.dumps(messages)) / 4 > num_ctx:
            messages.pop(1)
            lost += 1
        self.cuts.append(lost)
        halves = (self.reply[: len(self.reply) // 2], self.reply[len(self.reply) // 2 :])
        thinking = [_piece({"content": "", "thinking": self.thoughts})] if self.thoughts else []
        pieces: list[object] = [*thinking, *(_piece({"content": half}) for half in halves)]
        if self.calls:
            pieces.append(_piece({"content": "", "tool_calls": self.calls}))
        counts = {"prompt_eval_count": 11, "eval_count": 7}
        last = {**_piece({"content": ""}), "done": True, "done_reason": "stop", **counts}
        if not body.get("stream", True):
            return 200, [{**last, "message": {"role": "assistant", "content": self.reply}}]
        return 200, [*pieces, last]


def model(
    *capabilities: str, length: int = 40_960, parameters: str = "stop  <|im_end|>"
) -> dict[str, Any]:
    """What `/api/show` says of a model."""
    return {
        "model_info": {"general.architecture": "qwen3", "qwen3.context_length": length},
        "parameters": parameters,
        "capabilities": ["completion", *capabilities],
        "details": {"family": "qwen3"},
    }


def _piece(message: dict[str, Any]) -> dict[str, Any]:
    return {"model": "m", "message": {"role": "assistant", **message}, "done": False}


def _wrong(message: Mapping[str, Any]) -> str | None:
    if not isinstance(message.get("content"), str):
        return "json: cannot unmarshal into Go struct field ChatRequest.messages of type string"
    for call in message.get("tool_calls", ()):
        if not isinstance(call["function"]["arguments"], dict):
            return "json: cannot unmarshal string into Go struct field .arguments of type map"
    return None


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    @property
    def _owner(self) -> OllamaServer:
        return cast(OllamaServer, cast(Any, self.server).owner)

    def do_GET(self) -> None:
        self._owner.paths.append(self.path)
        if self.path == "/api/ps":
            return self._answer(200, [self._owner.running()])
        if self.path == "/api/tags":
            names = [{"name": name, "model": name} for name in self._owner.models]
            return self._answer(200, [{"models": names}])
        return self._answer(404, [{"error": "not found"}])

    def do_POST(self) -> None:
        owner = self._owner
        owner.paths.append(self.path)
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path == "/api/show":
            status, said = owner.show(body["model"])
            return self._answer(status, [said])
        if self.path == "/api/chat":
            return self._answer(*owner.chat(body), kind="application/x-ndjson")
        return self._answer(404, [{"error": "not found"}])

    def _answer(
        self, status: int, objects: list[object], *, kind: str = "application/json"
    ) -> None:
        body = b"".join(json.dumps(one).encode() + b"\n" for one in objects)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
