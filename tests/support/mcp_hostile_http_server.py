"""An MCP server over HTTP that no SDK would make: `python mcp_hostile_http_server.py WAY`.

It says its port first. WAY is how it answers a call; all else it answers as it should.
https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http.
"""

import gzip
import json
import sys
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

WAY = sys.argv[1]
TOOL = {"name": "look_up", "inputSchema": {"type": "object"}}
SERVER: dict[str, Any] = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "test", "version": "1"},
}
JSON, EVENTS = "application/json", "text/event-stream"
forgotten: list[object] = []


def said(words: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": words}]}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        self.respond(b"", 405)

    def do_DELETE(self) -> None:
        self.respond(b"", 405)

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        results: dict[str, Any] = {"initialize": SERVER, "tools/list": {"tools": [TOOL]}}
        method = message["method"]
        if "id" not in message:
            self.respond(b"", 202)
        elif method == "tools/call":
            self.call(message["id"])
        elif method in results:
            self.answer(message["id"], results[method])
        else:
            error = {"code": -32601, "message": "no such method"}
            self.respond(_json({"id": message["id"], "error": error}))

    def call(self, identifier: object) -> None:
        match WAY:
            case "long":
                self.answer(identifier, said("x" * 20_000_000))
            case "long-event":
                message = _json({"id": identifier, "result": said("x" * 20_000_000)})
                self.respond(b"event: message\ndata: " + message + b"\n\n", kind=EVENTS)
            case "compressed":
                packed = gzip.compress(_json({"id": identifier, "result": said("x")}))
                self.respond(packed, more={"Content-Encoding": "gzip"})
            case "endless":
                self.go_on(JSON, b'{"x": "', b"x" * 1_000_000)
            case "endless-events":
                told = {"level": "info", "data": "x" * 100}
                event = _json({"method": "notifications/message", "params": told})
                self.go_on(EVENTS, b"", b"event: message\ndata: " + event + b"\n\n")
            case "hangs":
                time.sleep(600)
            case "drops":
                self.respond(b"{", more={"Content-Length": "100"})
                self.close_connection = True
            case "refuses":
                self.respond(b"{}", 401)
            case "forgets-once" if not forgotten:
                forgotten.append(identifier)
                self.respond(b"{}", 404)
            case _:
                self.answer(identifier, said("fine"))

    def answer(self, identifier: object, result: Any) -> None:
        self.respond(_json({"id": identifier, "result": result}))

    def respond(
        self,
        body: bytes,
        status: int = 200,
        *,
        kind: str = JSON,
        more: Mapping[str, str] | None = None,
    ) -> None:
        headers = {"Content-Type": kind, "Mcp-Session-Id": "s", "Content-Length": str(len(body))}
        self.send_response(status)
        for name, value in (headers | dict(more or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def go_on(self, kind: str, first: bytes, rest: bytes) -> None:
        """Say `first`, and the `rest` again and again, until nobody listens."""
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        try:
            self.wfile.write(first)
            while True:
                self.wfile.write(rest)
        except OSError:
            return


def _json(message: dict[str, Any]) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode()


def main() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        print(server.server_port, flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
