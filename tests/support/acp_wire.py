"""A client of ACP that may do anything: messages as they are, one a line.

    async with acp_wire(project, model) as client:         # initialized, with a session
        _, turn = client.prompt("set x to 2")
        question = await client.wait_for("session/request_permission")

What it answers is in `client.answers`, as that of `EditorClient` is. Whatever the agent says has to
have the shape of the protocol.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.support.acp_shapes import misshapen
from tests.support.command import Project, command_line
from tests.support.lsp_client import EditorClient, Refusal, reading
from tests.support.server_process import server_process

FILES = {"fs": {"readTextFile": True, "writeTextFile": True}}


@dataclass(slots=True, kw_only=True)
class AcpWire(EditorClient):
    """See the module."""

    session_id: str = ""

    def framed(self, body: bytes) -> bytes:
        return body + b"\n"

    async def next_body(self) -> bytes:
        pieces: list[bytes] = []
        while True:
            try:
                pieces.append(await self.process.stdout.readuntil(b"\n"))
            except asyncio.LimitOverrunError as more:
                pieces.append(await self.process.stdout.readexactly(more.consumed))
            else:
                return b"".join(pieces)

    async def ask(self, method: str, **params: Any) -> Any:
        """The result of a request, which has to fit the schema."""
        result = await self.request(method, params)
        self.results.append((method, result))
        return result

    async def new_session(self, root: Path | None = None, **params: Any) -> str:
        wanted: dict[str, Any] = {"cwd": str(root or self.root), "mcpServers": [], **params}
        return (await self.ask("session/new", **wanted))["sessionId"]

    def prompt(self, text: str, *, session_id: str = "") -> tuple[int, "asyncio.Future[Any]"]:
        """Begin a turn: its id, and its answer."""
        blocks = [{"type": "text", "text": text}]
        params = {"sessionId": session_id or self.session_id, "prompt": blocks}
        return self.start_request("session/prompt", params)

    async def say(self, text: str, *, session_id: str = "") -> str:
        """Why the turn ended."""
        _, turn = self.prompt(text, session_id=session_id)
        async with asyncio.timeout(60):
            result = await turn
        self.results.append(("session/prompt", result))
        return result["stopReason"]

    def end_turn(self, session_id: str = "") -> None:
        """What a user does who cancels."""
        self.notify("session/cancel", {"sessionId": session_id or self.session_id})

    async def choose(self, name: str, value: str) -> None:
        params = {"sessionId": self.session_id, "configId": name, "value": value}
        await self.ask("session/set_config_option", **params)

    def updates(self, kind: str) -> list[Any]:
        """All updates of that kind, in whatever session."""
        told = [params["update"] for params in self.of("session/update")]
        return [update for update in told if update["sessionUpdate"] == kind]

    async def update(self, name: str, /, **wanted: Any) -> Any:
        """The first update of that kind with these members that was not waited for yet."""

        def fits(params: Any) -> bool:
            update = params["update"]
            is_kind = update["sessionUpdate"] == name
            return is_kind and all(update.get(key) == value for key, value in wanted.items())

        return (await self.wait_for("session/update", fits))["update"]


@asynccontextmanager
async def acp_wire(
    project: Project,
    model: str = "",
    *,
    capabilities: Mapping[str, Any] = FILES,
    answers: Mapping[str, Any] | None = None,
    begins: bool = True,
    environment: Mapping[str, str] | None = None,
) -> AsyncGenerator[AcpWire]:
    """A client that has opened a session, if it `begins` at all; `model` works in it."""
    chosen_model = {"ARCHITECT_MODEL": model} if model else {}
    seen = project.environment({**chosen_model, **(environment or {})})
    command = command_line("acp")
    async with server_process(command, environment=seen, cwd=project.folder) as process:
        client = AcpWire(process=process, root=project.folder)
        client.answers = {
            "fs/read_text_file": reads_disk,
            "fs/write_text_file": writes_disk,
            "session/request_permission": allows,
            **(answers or {}),
        }
        async with reading(client):
            if begins:
                params = {"protocolVersion": 1, "clientCapabilities": dict(capabilities)}
                client.initialize_result = await client.ask("initialize", **params)
                client.session_id = await client.new_session()
            yield client
    if problems := misshapen(client.received, client.results):
        pytest.fail("\n".join(dict.fromkeys(problems)))
    project.check_for_bugs(bytes(client.stderr).decode())


async def reads_disk(params: Any) -> Any:
    place = Path(params["path"])
    if not place.exists():
        raise Refusal(-32002, "there is no such file")
    return {"content": place.read_bytes().decode()}


async def writes_disk(params: Any) -> Any:
    Path(params["path"]).write_bytes(params["content"].encode())
    return {}


async def allows(params: Any) -> Any:
    """The first option of a question."""
    return chosen(params, "allow_once")


def chosen(params: Any, kind: str) -> Any:
    """The answer with the first option of that kind."""
    [option] = [each for each in params["options"] if each["kind"] == kind][:1]
    return {"outcome": {"outcome": "selected", "optionId": option["optionId"]}}


async def leave(client: AcpWire) -> int:
    """Close the agent's input; its exit code."""
    with contextlib.suppress(ConnectionError):
        client.disconnect()
    return await client.exit_code()
