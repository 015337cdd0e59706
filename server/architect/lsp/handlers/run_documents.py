"""The texts of the pages about runs."""

from typing import Any

from architect.app.errors import UnknownRunError, UnreadableRecordError
from architect.app.past_runs import past_run
from architect.app.transcript import transcript
from architect.bootstrap.sessions import diff as diff_of_run
from architect.domain.errors import ArchitectError, UnknownSessionError
from architect.domain.ids import RunId
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.find_run import root_of_run
from architect.lsp.handlers.virtual_documents import DIFF, TRANSCRIPT, run_and_kind
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.to_json import plain


async def diff_of(editor: EditorSession, run_id: str) -> str:
    """What a run changed so far, as one patch.

    Raises:
        UnknownRunError: there is no such run.
        UnreadableRecordError: its record is damaged.
    """
    root = await root_of_run(editor, run_id)
    try:
        return plain(await diff_of_run(RunId(run_id), editor.workspace(root)))
    except UnknownSessionError as error:
        raise UnknownRunError(run_id) from error
    except ArchitectError as error:
        raise UnreadableRecordError(str(error)) from error


async def transcript_of(editor: EditorSession, run_id: str) -> str:
    """What happened in a run so far, in Markdown.

    Raises:
        UnknownRunError: there is no such run.
    """
    past = await past_run(run_id, editor.folders.all_roots())
    if past is not None:
        return plain(transcript(past.info.title, past.events))
    run = editor.runs.get(run_id)
    return plain(transcript(run.order.title, run.log.all()))


async def page(editor: EditorSession, params: dict[str, Any]) -> dict[str, Any]:
    """The answer to `workspace/textDocumentContent`.

    Raises:
        RequestFault: it is none of our pages, or there is no such run.
    """
    run_id, kind = run_and_kind(params["uri"])
    if kind == TRANSCRIPT:
        return {"text": await transcript_of(editor, run_id)}
    if kind == DIFF:
        return {"text": await diff_of(editor, run_id)}
    raise invalid(f"there is no page {params['uri']!r}")
