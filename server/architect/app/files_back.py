"""The changes that lead back to a checkpoint, file by file."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath

from architect.bootstrap.checkpoints import (
    remove_empty_folders,
    write_raw,
)
from architect.domain.checkpoints import Checkpoint, TreeDifference, TreeEntry
from architect.domain.errors import (
    FileMissingError,
    NotAFileError,
    NotTextError,
    PathRefusedError,
    PortFault,
)
from architect.domain.journal.file_traces import UNDO_AGENT
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, FileChange, Snapshot
from architect.domain.text.file_text import decode
from architect.domain.text.merge import merge
from architect.l10n import english
from architect.ports.checkpoints import Checkpoints
from architect.ports.workspace import Workspace
from architect.services.user_runs import (
    Undertaking,
    UndoConflict,
    UndoParts,
    UndoReport,
    carry_out,
)

_CHANGED_SINCE = english("it was changed since the last checkpoint, at the same lines")


def _swapped(differences: Sequence[TreeDifference]) -> set[str]:
    """The paths where a file takes the place of a folder, or a folder that of a file."""
    paths = {each.path for each in differences}
    found: set[str] = set()
    for path in paths:
        above = {str(folder) for folder in PurePosixPath(path).parents} & paths
        if above:
            found |= {path, *above}
    return found


class FilesBack:
    """The changes that lead back, file by file."""

    def __init__(self, store: Checkpoints, workspace: Workspace, *, exactly: bool) -> None:
        self._store = store
        self._workspace = workspace
        self._exactly = exactly
        self._contents: Mapping[str, bytes] = {}

    async def carried_out(
        self,
        target: Checkpoint,
        differences: Sequence[TreeDifference],
        since: Mapping[str, TreeDifference],
        parts: UndoParts,
        *,
        stay: Sequence[UndoConflict] = (),
    ) -> UndoReport:
        """Make the changes, but for the files that `stay`.

        `since` is what was changed since the last checkpoint, by path.
        """
        untouched = {each.path for each in stay}
        differences = [each for each in differences if each.path not in untouched]
        used = [*differences, *since.values()]
        entries = [entry for each in used for entry in (each.old, each.new) if entry is not None]
        self._contents = await self._store.contents({entry.blob for entry in entries})
        swapped = _swapped(differences)
        raw = [each for each in differences if each.path in swapped or self._is_raw(each)]
        texts = [each for each in differences if each not in raw]
        conflicts = [*stay]
        written: list[str] = []
        # What takes the place of a folder, or the other way round, comes behind what goes.
        for each in sorted(raw, key=lambda one: one.new is not None):
            problem = await asyncio.to_thread(self._write_raw, each, since.get(each.path))
            if problem:
                conflicts.append(UndoConflict(each.path, problem))
            else:
                written.append(each.path)
        plans = {
            each.path: partial(self._planned, each, since.get(each.path))
            for each in sorted(texts, key=lambda one: one.new is not None)
        }
        task = english(
            "Go back to {where} of {run_id} ({commit})",
            where=target.why,
            run_id=target.run_id,
            commit=target.commit[:10],
        )
        undertaking = Undertaking(
            target.run_id, UNDO_AGENT, task, lambda _: None, restores=target.commit
        )
        report = await carry_out(undertaking, plans, parts, conflicts=conflicts)
        gone = [each.path for each in texts if each.new is None and each.path in report.reverted]
        await asyncio.to_thread(remove_empty_folders, self._workspace.root, gone)
        return UndoReport(report.run_id, (*written, *report.reverted), report.conflicts)

    def _is_raw(self, difference: TreeDifference) -> bool:
        """Whether it is no text before or after, so that only its bytes can be brought back."""
        sides = [side for side in (difference.old, difference.new) if side is not None]
        return any(side.is_link or self._text(side) is None for side in sides)

    def _text(self, entry: TreeEntry) -> Document | None:
        try:
            return decode(self._contents[entry.blob])
        except (NotTextError, KeyError):
            return None

    def _write_raw(self, difference: TreeDifference, since: TreeDifference | None) -> str:
        if since is not None and not self._exactly:
            return english("it was changed since the last checkpoint, and is no text")
        entry = difference.new
        content = None if entry is None else self._contents.get(entry.blob)
        if entry is not None and content is None:
            return english("its content is no longer there")
        try:
            write_raw(self._workspace.root, difference.path, entry, content)
        except OSError as error:
            return error.strerror or english("it cannot be written")
        return ""

    async def _planned(
        self, difference: TreeDifference, since: TreeDifference | None
    ) -> FileChange | UndoConflict | None:
        path = difference.path
        try:
            place = self._workspace.locate(path, Access.WRITE)
            now = await self._now(place)
        except (PathRefusedError, PortFault, NotAFileError, NotTextError) as fault:
            return UndoConflict(path, str(fault))
        wanted = None if difference.new is None else self._text(difference.new)
        executable = difference.new.is_executable if difference.new is not None else None
        if not self._exactly:
            merged = self._with_typed(difference, since, now, wanted)
            if isinstance(merged, UndoConflict):
                return merged
            wanted = merged
        present = None if now is None else now.document
        if present == wanted and (now is None or executable in (None, now.executable)):
            return None
        change = change_of(place, now, wanted)
        if wanted is None:
            return change
        is_executable = now.executable if now is not None else False
        return FileChange(
            change.path,
            change.before,
            change.after,
            change.diff,
            change.lines_added,
            change.lines_removed,
            executable if executable != is_executable else None,
        )

    def _with_typed(
        self,
        difference: TreeDifference,
        since: TreeDifference | None,
        now: Snapshot | None,
        wanted: Document | None,
    ) -> Document | UndoConflict | None:
        """What the file shall be with what was typed since the last checkpoint."""
        known = since.old if since is not None else difference.old
        base = None if known is None else self._text(known)
        present = None if now is None else now.document
        if present == base:
            return wanted
        if base is None or present is None or wanted is None:
            return UndoConflict(
                difference.path, english("it was changed since the last checkpoint")
            )
        found = merge(base.text, present.text, wanted.text)
        if found.conflicts:
            lines = tuple((each.start_line, each.end_line) for each in found.conflicts)
            return UndoConflict(difference.path, _CHANGED_SINCE, lines)
        return Document(found.text, wanted.encoding, wanted.bom, wanted.undecodable_bytes)

    async def _now(self, place: WorkspacePath) -> Snapshot | None:
        try:
            return await self._workspace.read(place)
        except FileMissingError:
            return None
