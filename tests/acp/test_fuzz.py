"""Random bytes, messages and parameters over ACP: no crash, and one answer to every request."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from tests.support.acp_wire import acp_wire, leave
from tests.support.command import Project
from tests.support.effort import tries
from tests.support.lsp_client import Refusal
from tests.support.odd_messages import Odd, send_odd_messages
from tests.support.recorded_model import recorded, reply

pytestmark = pytest.mark.anyio

METHODS = (
    "initialize", "authenticate", "logout", "session/new", "session/load", "session/resume",
    "session/list", "session/close", "session/delete", "session/set_mode",
    "session/set_config_option", "session/prompt", "session/cancel", "session/fork",
    "$/cancel_request", "$/odd", "no such method", "",
)  # fmt: skip
KEYS = (
    "sessionId", "cwd", "mcpServers", "prompt", "type", "text", "uri", "resource", "blob", "data",
    "mimeType", "name", "command", "args", "env", "url", "headers", "value", "configId", "modeId",
    "methodId", "cursor", "requestId", "additionalDirectories", "id", "method", "params", "result",
)  # fmt: skip
WORDS = (
    "text", "image", "resource", "resource_link", "http", "file:///a.py", "file://", "a.py", "",
    "2.0", "\x00", "🦆", "../..", "mode", "model", "reasoning", "plan", "yolo", "key",
    "\ud800", "/undo", "/undo all", "/do", "/compact", "/review .", "iVBORw0KGgo=",
)  # fmt: skip


class AcpOdd(Odd):
    """Odd values of the Agent Client Protocol, for a session in a folder."""

    def __init__(self, seed: int, session_id: str, folder: str) -> None:
        words = (*WORDS, session_id, folder, f"{folder}/../x", f"../{session_id}")
        super().__init__(seed, methods=METHODS, keys=KEYS, words=words)
        self._session_id, self._folder = session_id, folder

    def parameters(self, method: str) -> Any:
        if method == "$/cancel_request":
            return {"requestId": f"request {self.random.randrange(400)}"}
        if not method.startswith("session/") or self.chance(0.3):
            return self.value()
        block = {"type": self.word(), "text": self.word(), "uri": self.word(), "data": self.word()}
        server = {"name": self.word(), "command": self.word(), "args": self.value(3)}
        return self.spoilt(
            {
                "sessionId": self._session_id if self.chance(0.8) else self.word(),
                "cwd": self._folder if self.chance(0.7) else self.word(),
                "mcpServers": [] if self.chance(0.7) else [self.spoilt(server)],
                "prompt": [block, {"type": "text", "text": self.word()}],
                "configId": self.word(),
                "value": self.word(),
                "modeId": self.word(),
                "cursor": self.value(3),
            }
        )


@pytest.mark.parametrize("seed", range(tries(1, long=40)))
async def test_every_well_formed_request_gets_exactly_one_answer(
    project: Project, seed: int
) -> None:
    model = recorded(project.home / "script.json", *[reply("ok")] * 200)
    async with acp_wire(project, model) as client:
        odd = AcpOdd(seed, client.session_id, str(project.folder))
        requests = send_odd_messages(client, odd, 300)
        client.end_turn()
        await client.drain()
        async with asyncio.timeout(60):
            while requests - {reply["id"] for reply in client.replies}:
                client.end_turn()
                await asyncio.sleep(0.05)
        code = await leave(client)
    answers = Counter(reply["id"] for reply in client.replies)
    assert {one: answers[one] for one in requests if answers[one] != 1} == {}
    assert len(requests) > 100
    assert code == 0
    bugs = [each["error"] for each in client.replies if "a bug" in str(each.get("error"))]
    assert bugs == []


@pytest.mark.parametrize("begins", [True, False])
async def test_noise_between_messages_is_survived(project: Project, begins: bool) -> None:
    model = recorded(project.home / "script.json", reply("ok"))
    async with acp_wire(project, model, begins=begins) as client:
        odd = AcpOdd(1, "x", "y")
        for _ in range(50):
            client.send_raw(odd.octets())
        client.send_raw(b"\n")
        with pytest.raises(Refusal, match=r"-32002|-32601"):
            await client.request("no such method")
        assert await leave(client) == 0
