"""The open hunks of runs, as the editor is told them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from architect.app.errors import UnreadableRecordError
from architect.bootstrap.sessions import hunks as hunks_of_run
from architect.bootstrap.sessions import stamp
from architect.domain.errors import ArchitectError, PathRefusedError, UnknownSessionError
from architect.domain.ids import RunId, SessionId, session_of
from architect.domain.paths import Access
from architect.domain.review.hunks import PlacedHunk
from architect.domain.text.positions import LineIndex, Range
from architect.lsp.documents.document_uris import document_uri
from architect.lsp.editor_session import EditorSession
from architect.lsp.protocol.errors import UNKNOWN_RUN, RequestFault
from architect.lsp.protocol.results import FileFate, Hunks, LostHunk, ShownHunk
from architect.lsp.protocol.to_json import plain
from architect.ports.workspace import Workspace
from architect.services.run_hunks import PresentFile, RunHunks, look_at
from architect.services.user_runs import UndoConflict

_BOM = "\ufeff"


@dataclass(frozen=True, slots=True)
class _Scene:
    """A run whose hunks are to be shown."""

    editor: EditorSession
    workspace: Workspace
    run_id: RunId


async def open_hunks(
    editor: EditorSession, root: Path, run_ids: Sequence[RunId], *, path: str | None = None
) -> Hunks:
    """The open hunks of runs in one root, in one file or in all.

    Raises:
        RequestFault: there is no such run, or its record is damaged.
    """
    shown: Hunks = {"hunks": [], "conflicts": []}
    workspace = editor.workspace(root)
    for run_id in run_ids:
        found = await _hunks(editor, workspace, run_id)
        scene = _Scene(editor, workspace, run_id)
        shown["conflicts"] += [
            _unknown(scene, each) for each in found.unknown if path in (None, each.path)
        ]
        for file in found.files:
            if path not in (None, file.path):
                continue
            seen = await look_at(file, workspace)
            if isinstance(seen, UndoConflict):
                shown["conflicts"].append(_unknown(scene, seen))
            else:
                shown["hunks"] += _standing(scene, seen)
                shown["conflicts"] += _lost(scene, seen)
    return shown


async def proposes(editor: EditorSession, run_id: RunId, workspace: Workspace) -> bool:
    """Whether what the run changes is only proposed.

    Raises:
        RequestFault: there is no such run, or its record is damaged.
    """
    found = await _hunks(editor, workspace, run_id)
    return any(file.kind == "proposed" for file in found.files)


async def paths_with_hunks(workspace: Workspace, run_id: RunId) -> list[str]:
    """The files in which hunks of a run stand; none if its record is damaged. Nothing is kept."""
    paths: list[str] = []
    with suppress(ArchitectError):
        for file in (await hunks_of_run(run_id, workspace)).files:
            seen = await look_at(file, workspace)
            if isinstance(seen, PresentFile) and seen.placement.standing:
                paths.append(file.path)
    return paths


async def _hunks(editor: EditorSession, workspace: Workspace, run_id: RunId) -> RunHunks:
    """Read anew if the journal has changed: another editor may have decided something."""
    own = _writes(editor, session_of(run_id))
    now = None if own else await stamp(workspace.root, run_id)
    if (known := editor.hunks.known(run_id, now)) is not None:
        return known
    age = editor.hunks.age
    try:
        found = await hunks_of_run(run_id, workspace)
    except UnknownSessionError as error:
        raise RequestFault(UNKNOWN_RUN, str(error)) from error
    except ArchitectError as error:
        raise UnreadableRecordError(str(error)) from error
    places: list[Path] = []
    for file in found.files:
        with suppress(PathRefusedError):
            places.append(workspace.locate(file.path, Access.READ).real)
    editor.hunks.keep(found, places, age=age, stamp=now)
    return found


def _writes(editor: EditorSession, session_id: SessionId) -> bool:
    """Whether a run of this daemon goes on in the session; what it changes is told anyway."""
    runs = editor.runs.all()
    return any(run.order.session_id == session_id and not run.is_over for run in runs)


def _standing(scene: _Scene, seen: PresentFile) -> list[ShownHunk]:
    if not seen.placement.standing:
        return []
    documents, path = scene.editor.documents, seen.file.path
    uri = document_uri(scene.workspace, documents, path)
    text = seen.snapshot.document.text if seen.snapshot else ""
    document = documents.get(uri)
    marked = document is not None and document.text.startswith(_BOM)
    lines = LineIndex(_BOM * marked + text, documents.encoding, line_ends=documents.line_ends)

    def shown(hunk: PlacedHunk) -> ShownHunk:
        start, end = (lines.position_of(at + marked) for at in (hunk.start, hunk.end))
        texts = hunk.before, hunk.after
        before, after = texts if seen.file.kind == "applied" else reversed(texts)
        return {
            "hunkId": hunk.hunk_id,
            "runId": scene.run_id,
            "uri": uri,
            "path": path,
            "range": plain(Range(start, end)),
            "before": plain(before),
            "after": plain(after),
            "kind": seen.file.kind,
            "change": _fate(seen),
        }

    return [shown(hunk) for hunk in seen.placement.standing]


def _fate(seen: PresentFile) -> FileFate:
    change = seen.file.change
    if seen.file.kind == "proposed":
        change = change.reversed
    if change.before is None:
        return "created"
    return "deleted" if change.after is None else "modified"


def _lost(scene: _Scene, seen: PresentFile) -> list[LostHunk]:
    uri = document_uri(scene.workspace, scene.editor.documents, seen.file.path)
    return [
        {
            "hunkIds": [*lost.hunk_ids],
            "runId": scene.run_id,
            "uri": uri,
            "path": seen.file.path,
            "reason": lost.reason,
            "lines": [*lost.lines],
        }
        for lost in seen.placement.lost
    ]


def _unknown(scene: _Scene, conflict: UndoConflict) -> LostHunk:
    return {
        "hunkIds": [],
        "runId": scene.run_id,
        "uri": document_uri(scene.workspace, scene.editor.documents, conflict.path),
        "path": conflict.path,
        "reason": conflict.reason,
        "lines": [],
    }
