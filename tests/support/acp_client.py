"""A client of ACP in the hands of a test: the protocol's own library, with the files of an editor.

The library checks each message by the schema of the protocol, and refuses what does not fit.
"""

from collections.abc import AsyncGenerator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from acp.client.connection import ClientSideConnection
from acp.exceptions import RequestError
from acp.schema import (
    AllowedOutcome,
    ClientCapabilities,
    DeniedOutcome,
    FileSystemCapabilities,
    Implementation,
    PermissionOption,
    ReadTextFileResponse,
    RequestPermissionResponse,
    ToolCallUpdate,
    WriteTextFileResponse,
)
from tests.support.command import Project, command_line

from acp import PROTOCOL_VERSION, spawn_agent_process, text_block

Plain = dict[str, Any]

WITH_FILES = FileSystemCapabilities(read_text_file=True, write_text_file=True)
WITHOUT_FILES = FileSystemCapabilities(read_text_file=False, write_text_file=False)


class AcpEditor:
    """What the client has open, what it was told and asked, and how it answers.

    `unsaved` are texts by path; a file that is written is saved. `choose` gives the start of the
    name of the option that is chosen, or None for none; `writes` does what is to be written.
    """

    def __init__(self) -> None:
        self.connection: ClientSideConnection
        self.session_id = ""
        self.unsaved: dict[Path, str] = {}
        self.updates: list[Plain] = []
        self.questions: list[Plain] = []
        self.written: list[Path] = []
        self.choose: Callable[[Plain], str | None] = lambda question: "Allow"
        self.write: Callable[[Path, str], None] = self._write

    async def request_permission(
        self,
        session_id: str,
        tool_call: ToolCallUpdate,
        options: list[PermissionOption],
        **_: Any,
    ) -> RequestPermissionResponse:
        question = _plain(tool_call) | {"options": [option.name for option in options]}
        self.questions.append(question)
        chosen = self.choose(question)
        found = [each for each in options if chosen is not None and each.name.startswith(chosen)]
        if not found:
            return RequestPermissionResponse(outcome=DeniedOutcome(outcome="cancelled"))
        outcome = AllowedOutcome(outcome="selected", option_id=found[0].option_id)
        return RequestPermissionResponse(outcome=outcome)

    async def session_update(self, session_id: str, update: Any, **_: Any) -> None:
        assert session_id == self.session_id or not self.session_id
        self.updates.append(_plain(update))

    async def read_text_file(self, session_id: str, path: str, **_: Any) -> ReadTextFileResponse:
        place = Path(path)
        if place in self.unsaved:
            return ReadTextFileResponse(content=self.unsaved[place])
        if not place.exists():
            raise RequestError.resource_not_found(path)
        return ReadTextFileResponse(content=place.read_bytes().decode())

    async def write_text_file(
        self, session_id: str, path: str, content: str, **_: Any
    ) -> WriteTextFileResponse:
        self.written.append(Path(path))
        self.write(Path(path), content)
        return WriteTextFileResponse()

    def on_connect(self, connection: Any) -> None:
        """The connection is known already."""

    async def say(self, text: str, *blocks: Any, model: str = "") -> str:
        """Say `text` in the session, to `model` from now on; why the turn ended."""
        if model:
            await self.connection.set_config_option(
                session_id=self.session_id, config_id="model", value=model
            )
        answer = await self.connection.prompt(
            session_id=self.session_id, prompt=[text_block(text), *blocks]
        )
        return answer.stop_reason

    def of_kind(self, kind: str) -> list[Plain]:
        return [update for update in self.updates if update["sessionUpdate"] == kind]

    def said(self, who: str = "agent_message_chunk") -> str:
        """All that was said, piece by piece."""
        return "".join(update["content"]["text"] for update in self.of_kind(who))

    def call(self, call_id: str) -> Plain:
        """A call as the client shows it in the end: later values replace earlier ones."""
        shown: Plain = {}
        for update in self._of_calls():
            if update["toolCallId"] == call_id:
                shown |= update
        return shown

    def _of_calls(self) -> Iterator[Plain]:
        yield from self.of_kind("tool_call")
        yield from self.of_kind("tool_call_update")

    def _write(self, path: Path, content: str) -> None:
        path.write_bytes(content.encode())
        self.unsaved.pop(path, None)


@asynccontextmanager
async def acp_editor(
    project: Project,
    model: str,
    *,
    files: FileSystemCapabilities = WITH_FILES,
    servers: list[Any] | None = None,
    environment: Mapping[str, str] | None = None,
) -> AsyncGenerator[AcpEditor]:
    """An editor that has opened a session in the project; `model` works in it."""
    editor = AcpEditor()
    program, *arguments = command_line("acp")
    seen = project.environment({"ARCHITECT_MODEL": model, **(environment or {})})
    async with spawn_agent_process(
        cast(Any, editor), program, *arguments, env=seen, cwd=project.folder
    ) as (connection, process):
        editor.connection = connection
        await connection.initialize(
            protocol_version=PROTOCOL_VERSION,
            client_capabilities=ClientCapabilities(fs=files),
            client_info=Implementation(name="test", version="1"),
        )
        opened = await connection.new_session(cwd=str(project.folder), mcp_servers=servers or [])
        editor.session_id = opened.session_id
        yield editor
    assert process.returncode == 0
    project.check_for_bugs("")


def _plain(model: Any) -> Plain:
    return model.model_dump(by_alias=True, exclude_none=True)
