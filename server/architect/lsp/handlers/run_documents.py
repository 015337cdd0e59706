"""The texts of the pages about runs."""

from typing import Any
from urllib.parse import unquote

from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.virtual_documents import (
    DIFF,
    TRANSCRIPT,
    UNIT_DIFF,
    run_and_kind,
)
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.to_json import plain
from architect.services.run_diff import RunDiff


async def diff_of(editor: EditorSession, run_id: str) -> RunDiff:
    """What a run or a session changed so far, by file and as one patch.

    Raises:
        UnknownRunError, UnknownSessionError: there is none of that id.
        UnreadableRecordError: its record is damaged.
    """
    workspace = editor.workspace(await editor.known_runs.root_of_either(run_id))
    return await editor.known_runs.diff(run_id, workspace)


async def transcript_of(editor: EditorSession, run_id: str) -> str:
    """What happened in a run so far, in Markdown.

    Raises:
        UnknownRunError: there is no such run.
    """
    return plain(await editor.known_runs.transcript(run_id))


async def page(editor: EditorSession, params: dict[str, Any]) -> dict[str, Any]:
    """The answer to `workspace/textDocumentContent`.

    Raises:
        RequestFault: it is none of our pages, or there is no such run.
    """
    run_id, kind = run_and_kind(params["uri"])
    if kind == TRANSCRIPT:
        return {"text": await transcript_of(editor, run_id)}
    if kind == DIFF:
        return {"text": plain((await diff_of(editor, run_id)).patch)}
    unit_id, _, kind = kind.rpartition("/")
    if kind == UNIT_DIFF:
        from architect.lsp.handlers.workflow_documents import patch_of_unit

        return {"text": await patch_of_unit(editor, run_id, unquote(unit_id))}
    raise invalid(english("there is no page {params!r}", params=params["uri"]))
