"""What waits for a decision: changes of the runs in memory, and of those before them."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from architect.bootstrap.sessions import changing_runs
from architect.domain.errors import UserError
from architect.domain.ids import RunId
from architect.lsp.documents.document_uris import document_uri
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.open_hunks import open_hunks, paths_with_hunks
from architect.lsp.handlers.selection import relative_path
from architect.lsp.protocol.results import Hunks, ShownHunk

MOST_EARLIER = 10
"""Runs of each root that are not in memory any more, or never were."""

_MOST_LOOKED_AT = 30
"""To find those: a run whose changes are all decided about has to be read as well."""

MOST_FILES = 200
"""Of earlier runs, but for the newest: each is looked at whenever somebody asks for all hunks."""


async def undecided_hunks(editor: EditorSession, uri: str | None) -> Hunks:
    """The open hunks, those of the newest run first; in one document, or everywhere.

    Of the newest earlier runs, by other daemons or from the command line, only hunks that stand are
    told, as soon as they are found: the first call looks for them while the editor has its answer,
    which tells it later where to ask again. Runs whose record cannot be read are left out.
    """
    found: Hunks = {"hunks": [], "conflicts": []}
    in_memory = editor.runs.all()
    for run in reversed(in_memory):
        with suppress(UserError):
            path = None if uri is None else relative_path(run.order.root, uri)
            if run.state.files_modified or run.state.files_proposed:
                of_run = await open_hunks(editor, run.order.root, [run.run_id], path=path)
                found["hunks"] += of_run["hunks"]
                found["conflicts"] += of_run["conflicts"]
    known = {run.run_id for run in in_memory}
    for root in editor.folders.all_roots() if editor.features.workspace_trusted else []:
        with suppress(UserError):
            path = None if uri is None else relative_path(root, uri)
            for run_id in editor.hunks.earlier.of(root, partial(_earlier, editor, root)):
                if run_id not in known:
                    found["hunks"] += await _standing(editor, root, run_id, path)
    return found


async def _standing(
    editor: EditorSession, root: Path, run_id: RunId, path: str | None
) -> list[ShownHunk]:
    with suppress(UserError):
        return (await open_hunks(editor, root, [run_id], path=path))["hunks"]
    return []


async def _earlier(editor: EditorSession, root: Path) -> Sequence[RunId]:
    """The newest runs with hunks that stand; tells the editor where."""
    found: list[RunId] = []
    uris: dict[str, None] = {}
    with suppress(UserError):
        workspace = editor.workspace(root)
        for run_id in (await changing_runs(root))[:_MOST_LOOKED_AT]:
            if len(found) == MOST_EARLIER:
                break
            paths = await paths_with_hunks(workspace, run_id)
            if found and len(uris) + len(paths) > MOST_FILES:
                break
            if paths:
                found.append(run_id)
                uris |= {document_uri(workspace, editor.documents, path): None for path in paths}
    editor.hunks.tell_soon(uris)
    return found
