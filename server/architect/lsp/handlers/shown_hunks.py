"""The open hunks of runs, as the editor is told them."""

from collections.abc import Callable, Iterable

from architect.app.hunks_of_run import OpenHunks
from architect.domain.review.hunks import LostHunks, PlacedHunk
from architect.domain.text.positions import LineIndex, Range
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.selection import relative_path
from architect.lsp.protocol.results import FileFate, Hunks, LostHunk, ShownHunk, WireRange
from architect.lsp.protocol.to_json import plain
from architect.services.run_hunks import PresentFile
from architect.services.user_runs import UndoConflict

_BOM = "\ufeff"


async def undecided_hunks(editor: EditorSession, uri: str | None) -> Hunks:
    """The hunks that nobody has decided about, in one document or everywhere.

    Those of earlier runs are told as soon as they are found: the first call looks for them while
    the editor has its answer, which tells it later where to ask again.
    """
    found = await editor.hunk_reader.undecided(
        lambda root: None if uri is None else relative_path(root, uri),
        earlier=editor.features.workspace_trusted,
    )
    return shown_hunks(editor, found)


def shown_hunks(editor: EditorSession, found: Iterable[OpenHunks]) -> Hunks:
    """Hunks at their places in the documents of the editor."""
    shown: Hunks = {"hunks": [], "conflicts": []}
    for of_run in found:
        for file in of_run.files:
            if isinstance(file, UndoConflict):
                shown["conflicts"].append(_unknown(editor, of_run, file))
            else:
                shown["hunks"] += _standing(editor, of_run, file)
                shown["conflicts"] += _lost(editor, of_run, file)
    return shown


def _standing(editor: EditorSession, of_run: OpenHunks, seen: PresentFile) -> list[ShownHunk]:
    if not seen.placement.standing:
        return []
    path = seen.file.path
    uri = editor.name_of(of_run.workspace, path)
    range_of = _ranges(editor, uri, seen)

    def shown(hunk: PlacedHunk) -> ShownHunk:
        texts = hunk.before, hunk.after
        before, after = texts if seen.file.kind == "applied" else reversed(texts)
        told: ShownHunk = {
            "hunkId": hunk.hunk_id,
            "runId": of_run.run_id,
            "uri": uri,
            "path": path,
            "range": range_of(hunk),
            "before": plain(before),
            "after": plain(after),
            "kind": seen.file.kind,
            "change": _fate(seen),
        }
        if seen.file.by_command:
            told["byCommand"] = True
        return told

    return [shown(hunk) for hunk in seen.placement.standing]


def _ranges(
    editor: EditorSession, uri: str, seen: PresentFile
) -> Callable[[PlacedHunk], WireRange]:
    """Where hunks stand in the document as the editor counts."""
    documents = editor.documents
    text = seen.snapshot.document.text if seen.snapshot else ""
    document = documents.get(uri)
    marked = document is not None and document.text.startswith(_BOM)
    lines = LineIndex(_BOM * marked + text, documents.encoding, line_ends=documents.line_ends)

    def range_of(hunk: PlacedHunk) -> WireRange:
        start, end = (lines.position_of(at + marked) for at in (hunk.start, hunk.end))
        return plain(Range(start, end))

    return range_of


def _fate(seen: PresentFile) -> FileFate:
    change = seen.file.change
    if seen.file.kind == "proposed":
        change = change.reversed
    if change.before is None:
        return "created"
    return "deleted" if change.after is None else "modified"


def _lost(editor: EditorSession, of_run: OpenHunks, seen: PresentFile) -> list[LostHunk]:
    if not seen.placement.lost:
        return []
    uri = editor.name_of(of_run.workspace, seen.file.path)
    range_of = _ranges(editor, uri, seen)

    def shown(lost: LostHunks) -> LostHunk:
        told: LostHunk = {
            "hunkIds": [*lost.hunk_ids],
            "runId": of_run.run_id,
            "uri": uri,
            "path": seen.file.path,
            "reason": lost.reason,
            "lines": [*lost.lines],
        }
        if lost.place is not None and seen.file.kind == "applied":
            told["range"] = range_of(lost.place)
            told["before"] = plain(lost.place.before)
        return told

    return [shown(lost) for lost in seen.placement.lost]


def _unknown(editor: EditorSession, of_run: OpenHunks, conflict: UndoConflict) -> LostHunk:
    return {
        "hunkIds": [],
        "runId": of_run.run_id,
        "uri": editor.name_of(of_run.workspace, conflict.path),
        "path": conflict.path,
        "reason": conflict.reason,
        "lines": [],
    }
