"""Random bytes, messages and parameters: no crash, and an answer to every well-formed request."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.support.effort import tries
from tests.support.lsp_client import ARCHITECT_LSP, Refusal, connection, editor
from tests.support.odd_messages import Odd, send_odd_messages
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


class LspOdd(Odd):
    """Odd values of the Language Server Protocol."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, methods=METHODS, keys=KEYS, words=WORDS)

    def parameters(self, method: str) -> Any:
        if method == "workspace/executeCommand" and self.chance(0.9):
            arguments = [self.value(1)] if self.chance(0.9) else self.value()
            return {"command": self.random.choice(COMMANDS), "arguments": arguments}
        if method == "$/cancelRequest" and self.chance(0.5):
            return {"id": self.random.randrange(1, 400)}
        if "textDocument" in method and self.chance(0.7):
            position = {"line": self.random.randrange(3), "character": self.random.randrange(9)}
            return self.spoilt(
                {
                    "textDocument": {
                        "uri": self.word(),
                        "version": self.value(3),
                        "languageId": "python",
                        "text": "one\ntwo\n",
                    },
                    "contentChanges": [
                        {"range": {"start": position, "end": position}, "text": "x"},
                        {"text": self.word()},
                    ],
                    "range": {"start": position, "end": position},
                    "context": {"diagnostics": []},
                }
            )
        return self.value()


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
            requests = send_odd_messages(client, LspOdd(seed), 400)
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
        odd = LspOdd(seed)
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
