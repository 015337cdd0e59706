"""A language server with bad habits, for tests: `python language_server.py HABIT`."""

import json
import os
import socket
import sys
import time
from pathlib import Path
from typing import Any

HABIT = sys.argv[1]


def send(message: dict[str, Any]) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    os.write(1, b"Content-Length: %d\r\n\r\n%b" % (len(body), body))


def messages() -> Any:
    while True:
        length = 0
        while (line := sys.stdin.buffer.readline()).strip():
            length = int(line.split(b":")[1])
        if not line:
            return
        yield json.loads(sys.stdin.buffer.read(length))


def report(uri: str, text: str, version: int | None) -> None:
    found: list[Any] = [
        {
            "range": {"start": {"line": number, "character": 0}, "end": {}},
            "severity": 1,
            "source": "fake",
            "message": line + "\x1b[2J",
        }
        for number, line in enumerate(text.split("\n"))
        if "bad" in line
    ]
    junk: list[Any] = [
        None,
        3,
        {},
        {"range": {}},
        {"range": {"start": {"line": "x"}}, "message": "x"},
    ]
    params: dict[str, Any] = {"uri": uri, "version": version, "diagnostics": [*junk, *found]}
    send({"method": "textDocument/publishDiagnostics", "params": params})


def everywhere(uri: str, name: str) -> dict[str, Any]:
    span = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}
    return {"changes": {uri: [{"range": span, "newText": name}]}}


def able() -> dict[str, Any]:
    """What it says at the beginning, between other things."""
    if HABIT == "hangs":
        time.sleep(60)
    if HABIT == "refuses":
        return {"error": {"code": -32603, "message": "no licence"}}
    if HABIT == "babbles":
        os.write(1, b"Starting...\nContent-Length: x\r\n\r\n")
        send({"id": 99, "result": 3})
        send({"method": 7})
        send({"method": "textDocument/publishDiagnostics", "params": [1]})
        send({"id": "a", "method": "workspace/configuration", "params": None})
        send({"id": "b", "method": "unknown/request", "params": {}})
    names = ("definitionProvider", "renameProvider", "hoverProvider")
    return {"result": {"capabilities": dict.fromkeys(names, True)}}


def reached() -> str:
    """What the process of a server may do that nobody has asked it for."""
    secret, port = Path(sys.argv[2]), int(sys.argv[3])
    said: list[str] = []
    for what, reach in {
        "reads": lambda: secret.read_bytes(),
        "writes": lambda: secret.with_name("made").write_bytes(b""),
        "connects": lambda: socket.create_connection(("127.0.0.1", port), 5).close(),
    }.items():
        try:
            reach()
            said.append(what)
        except OSError:
            pass
    return " ".join([*said, *(name for name in os.environ if "KEY" in name)]) or "nothing"


def look_at(params: dict[str, Any]) -> None:
    """Report on a document that was opened or changed."""
    document = params["textDocument"]
    uri, text = document["uri"], params.get("contentChanges", [document])[-1]["text"]
    if HABIT == "looks away" and "other.py" in uri:
        return
    report(uri.replace("main", "ma%69n"), text, document["version"])
    if HABIT == "tells":
        report(uri.replace("main.py", ".env"), "bad", None)
        report("file:///etc/passwd", "bad", None)


def renamed(params: dict[str, Any]) -> dict[str, Any]:
    uri = params["textDocument"]["uri"]
    if HABIT == "moves":
        return {"documentChanges": [{"kind": "rename", "oldUri": uri, "newUri": uri + "x"}]}
    if HABIT == "babbles":
        return {"changes": {uri: [{"range": 3}]}}
    return everywhere(uri.replace("main", "other"), params["newName"])


def main() -> None:
    if HABIT == "ends":
        sys.exit("cannot find its configuration\x1b[2J")
    texts = [{"language": "python", "value": "x\x1b"}, "y", 3]
    for message in messages():
        method, params, number = message.get("method"), message.get("params"), message.get("id")
        match method:
            case "initialize":
                send({"id": number, **able()})
            case "textDocument/didOpen" | "textDocument/didChange" if HABIT != "silent":
                look_at(params)
            case "textDocument/definition" if HABIT == "dies":
                sys.exit(3)
            case "textDocument/definition":
                send({"id": number, "result": {"uri": 3}})
            case "textDocument/hover" if HABIT == "reaches":
                send({"id": number, "result": {"contents": reached()}})
            case "textDocument/hover":
                send({"id": number, "result": {"contents": texts}})
            case "textDocument/rename":
                send({"id": number, "result": renamed(params)})
            case "shutdown":
                send({"id": number, "result": None})
            case "exit":
                return
            case _:
                pass


main()
