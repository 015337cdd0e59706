"""The daemon and a client that somebody else wrote, which checks what it is sent.

pytest-lsp warns when a message does not fit what its client announced, and warnings are errors.
"""

import json
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

CLIENTS = ["neovim@v0.11.0", "neovim@v0.10.0", "visual_studio_code", "emacs"]
EDIT = {"name": "edit_file", "arguments": {"path": "a.py", "old_str": "1", "new_str": "2"}}
SCRIPT = {"schema_version": 1, "replies": [{"calls": [EDIT]}, {"text": "done"}]}


@pytest_lsp.fixture(  # pyright: ignore[reportUnknownMemberType, reportUntypedFunctionDecorator]
    params=CLIENTS,
    config=ClientServerConfig(server_command=[sys.executable, "-m", "architect", "lsp"]),
)
async def client(
    lsp_client: LanguageClient, request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncGenerator[None]:
    """Connected in the folder `project`, with a file and a recorded model."""

    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)  # pyright: ignore[reportUntypedFunctionDecorator]
    def register(params: types.RegistrationParams) -> None:
        """Nothing is to be done for it here."""

    @lsp_client.feature(types.WORKSPACE_CODE_LENS_REFRESH)  # pyright: ignore[reportUntypedFunctionDecorator]
    def refresh(_: None) -> None:
        """A slow machine is asked for it before the end."""

    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_bytes(b"x = 1\n")
    script = tmp_path / "script.json"
    script.write_text(json.dumps(SCRIPT))
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[types.WorkspaceFolder(root.as_uri(), "project")],
            initialization_options={"llm": {"model": f"recorded/{script}"}},
        )
    )
    yield
    await lsp_client.shutdown_session()


@pytest.mark.asyncio
async def test_a_run_edits_the_open_document_of_a_client_that_checks_everything(
    client: LanguageClient, tmp_path: Path
) -> None:
    applied: list[str] = []

    @client.feature(types.WORKSPACE_APPLY_EDIT)  # pyright: ignore[reportUntypedFunctionDecorator]
    def apply_edit(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        """Make the one change there is in the document that is open, and tell it."""
        assert params.edit.document_changes is not None
        [change] = params.edit.document_changes
        assert isinstance(change, types.TextDocumentEdit)
        [edit] = change.edits
        assert isinstance(edit, types.TextEdit)
        applied.append(edit.new_text)
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(2, change.text_document.uri),
                [types.TextDocumentContentChangePartial(edit.range, edit.new_text)],
            )
        )
        return types.ApplyWorkspaceEditResult(applied=True)

    uri = (tmp_path / "project" / "a.py").as_uri()
    document = types.TextDocumentItem(uri, "python", 1, "x = 1\n")
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))
    order = {"prompt": "make it two", "wait": True}
    result: Any = await client.workspace_execute_command_async(
        types.ExecuteCommandParams("architect.run", [order])
    )
    assert result["outcome"] == "completed"
    assert applied == ["x = 2\n"]
