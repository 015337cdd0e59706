"""Random bytes, messages and parameters: no crash, and an answer to every well-formed request."""

import asyncio
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.support.effort import tries
from tests.support.lsp_client import (
    ARCHITECT_LSP,
    EditorClient,
    Refusal,
    connection,
    editor,
    framed,
)
from tests.support.servers import EXAMPLE, server_command

METHODS = (
    "initialize", "initialized", "example/echo", "example/fail", "textDocument/didOpen",
    "textDocument/didChange", "textDocument/didSave", "textDocument/didClose",
    "textDocument/codeAction", "textDocument/codeLens", "workspace/executeCommand",
    "workspace/didChangeConfiguration", "workspace/didChangeWorkspaceFolders",
    "workspace/textDocumentContent", "window/workDoneProgress/cancel", "architect/didFocus",
    "$/cancelRequest", "$/setTrace", "$/odd", "no such method", "",
)  # fmt: skip
COMMANDS = (
    "echo", "fail", "give_odd_value", "cancel_self", "architect.review", "architect.fix",
    "architect.cancel", "architect.answer", "architect.runs", "architect.events",
    "architect.diff", "architect.undo", "architect.findings", "architect.sessions",
    "architect.agents", "architect.info", "no such command",
)  # fmt: skip
KEYS = (
    "textDocument", "uri", "version", "text", "contentChanges", "range", "start", "end", "line",
    "character", "command", "arguments", "runId", "requestId", "choice", "id", "token", "settings",
    "event", "added", "removed", "context", "diagnostics", "only", "findingId", "scope", "jsonrpc",
    "method", "params", "result", "error", "languageId", "limit", "after", "sessionId", "reason",
)  # fmt: skip
WORDS = (
    "file:///a.py", "file:///", "untitled:1", "architect:x", "a.py", "", "2.0", "\x00", "🦆",
    "selection", "file", "changes", "workspace", "deny", "quickfix", "\ud800",
)  # fmt: skip


class Odd:
    """A source of odd values that is the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def value(self, depth: int = 0) -> Any:
        choose = self._random
        match choose.randrange(9 if depth < 4 else 6):
            case 0:
                return choose.choice((None, True, False))
            case 1 | 2:
                return choose.choice((0, 1, 2, -1, 5, 1.5, 1e300, 2**31, 2**63, -(2**70)))
            case 3 | 4 | 5:
                return choose.choice(WORDS)
            case 6:
                return [self.value(depth + 1) for _ in range(choose.randrange(4))]
            case _:
                return {
                    choose.choice(KEYS): self.value(depth + 1) for _ in range(choose.randrange(6))
                }

    def parameters(self, method: str) -> Any:
        if method == "workspace/executeCommand" and self._random.random() < 0.9:
            arguments = [self.value(1)] if self._random.random() < 0.9 else self.value()
            return {"command": self._random.choice(COMMANDS), "arguments": arguments}
        if method == "$/cancelRequest" and self._random.random() < 0.5:
            return {"id": self._random.randrange(1, 400)}
        if "textDocument" in method and self._random.random() < 0.7:
            position = {"line": self._random.randrange(3), "character": self._random.randrange(9)}
            shape: dict[str, Any] = {
                "textDocument": {
                    "uri": self._random.choice(WORDS),
                    "version": self.value(3),
                    "languageId": "python",
                    "text": "one\ntwo\n",
                },
                "contentChanges": [
                    {"range": {"start": position, "end": position}, "text": "x"},
                    {"text": self._random.choice(WORDS)},
                ],
                "range": {"start": position, "end": position},
                "context": {"diagnostics": []},
            }
            spoilt = self._random.choice(list(shape))
            return shape if self._random.random() < 0.5 else {**shape, spoilt: self.value(2)}
        return self.value()

    def method(self) -> str:
        return self._random.choice(METHODS)

    def octets(self) -> bytes:
        """Noise, now and then with parts of a header in it."""
        parts = (b"Content-", b"Length: ", b"\r\n\r\n", b"\r\n", b"{}", b"\xff\x00", b"Type: x")
        return b"".join(
            self._random.choice(parts)
            if self._random.random() < 0.4
            else self._random.randbytes(self._random.randrange(20))
            for _ in range(self._random.randrange(1, 12))
        )

    def chance(self, probability: float) -> bool:
        return self._random.random() < probability


def send_odd_messages(client: EditorClient, odd: Odd, count: int) -> set[str]:
    """Send `count` messages; the ids of those that are well-formed requests."""
    requests: set[str] = set()
    for number in range(count):
        method = odd.method()
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
        if odd.chance(0.9):
            message["params"] = odd.parameters(method)
        if odd.chance(0.6):
            message["id"] = f"request {number}"
            requests.add(message["id"])
        elif odd.chance(0.3):
            message = {**message, **dict.fromkeys(("id", "jsonrpc"), odd.value(3))}
        client.send_raw(framed(json.dumps(message).encode()))
        if odd.chance(0.1):
            client.send_raw(framed(json.dumps(odd.value()).encode()))
        if odd.chance(0.05):
            client.send_raw(framed(odd.octets()))
    return requests


SERVERS = {"example": EXAMPLE, "architect": None}


def command_of(server: str, folder: Path) -> tuple[str, ...]:
    path = SERVERS[server]
    return ARCHITECT_LSP if path is None else server_command(path, folder)


@pytest.mark.parametrize("seed", range(tries(2, long=40)))
@pytest.mark.parametrize("server", SERVERS)
def test_every_well_formed_request_gets_exactly_one_answer(
    tmp_path: Path, server: str, seed: int
) -> None:
    root = tmp_path / "root"
    root.mkdir()

    async def run() -> tuple[set[str], Counter[Any], int]:
        async with editor(root, command=command_of(server, tmp_path)) as client:
            client.last_id = 1_000  # odd messages have small ids
            requests = send_odd_messages(client, Odd(seed), 400)
            code = await client.shut_down()
            return requests, Counter(reply["id"] for reply in client.replies), code

    requests, answers, code = asyncio.run(run())
    assert len(requests) > 100
    assert {one: answers[one] for one in requests if answers[one] != 1} == {}
    assert code == 0
    bugs = [path.read_text() for path in tmp_path.rglob("crash-*")]
    # The example has two commands and a notification that are bugs on purpose.
    assert [bug for bug in bugs if "an example of a bug" not in bug and "type set" not in bug] == []


@pytest.mark.parametrize("initialized", [True, False])
@pytest.mark.parametrize("seed", range(tries(2, long=40)))
def test_noise_between_messages_is_survived(tmp_path: Path, seed: int, initialized: bool) -> None:
    async def run() -> Any:
        odd = Odd(seed)
        command = server_command(EXAMPLE, tmp_path)
        start = editor if initialized else connection
        async with start(tmp_path, command=command) as client:
            for _ in range(50):
                client.send_raw(odd.octets())
            # What the noise began may take this for its header or its body.
            client.send_raw(b"\r\n\r\n" + b" " * 20_000 + b"\r\n\r\n")
            with pytest.raises(Refusal, match=r"-32002|-32601"):
                await client.request("shutdown" if not initialized else "no such method")
            return client.process.returncode

    assert asyncio.run(run()) is None
