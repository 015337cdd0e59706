"""What commands changed in files, put on record like the changes that tools make."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256

from architect.domain.errors import NotTextError, OriginalMissingError
from architect.domain.files.tree_changes import BINARY, ODD_NAME, TreeChange, TreeChanges
from architect.domain.ids import CallId
from architect.domain.journal.change_events import (
    ChangesNotRecorded,
    FileChanged,
    FileChangeIntended,
)
from architect.domain.journal.events import Event
from architect.domain.text.diff import diff_of
from architect.domain.text.file_text import decode
from architect.execution.record.journaled_workspace import bounded
from architect.execution.record.tool_writes import ToolWrites
from architect.ports.originals import Originals

_MOST_NAMED = 20
"""Paths in one event."""


class CommandChanges:
    """Records `TreeChanges` under the call of their command; what files held is kept for undo.

    What tools and other runs wrote meanwhile, `writes` tell.
    """

    def __init__(
        self, emit: Callable[[Event], None], originals: Originals, writes: ToolWrites
    ) -> None:
        self._emit = emit
        self._originals = originals
        self._writes = writes

    @property
    def number(self) -> int:
        """How much was written so far, by which `begin` and `record` tell what is known."""
        return self._writes.number

    def begin(self, number: int) -> None:
        """Take it that what was written up to `number` is known to whoever looks at the files."""
        self._writes.forget(number)

    async def record(self, changes: TreeChanges, call_id: CallId, *, number: int) -> None:
        """Put `changes` on record, which were looked for when `number` was that of now.

        Those that cannot be undone are only named.

        Raises:
            JournalFault: that could not be written.
        """
        left_out = {reason: [*paths] for reason, paths in changes.left_out.items()}
        by_commands = await asyncio.to_thread(
            lambda: [each for change in changes.files if (each := self._without_tools(change))]
        )
        for change in by_commands:
            try:
                events = await asyncio.to_thread(self._events, change, call_id)
            except NotTextError:
                if not change.rebuilt:
                    left_out.setdefault(BINARY, []).append(change.path)
                events = await asyncio.to_thread(self._of_replaced, change, call_id)
            except UnicodeEncodeError:
                left_out.setdefault(ODD_NAME, []).append(change.path)
                continue
            for event in events:
                self._emit(event)
        for reason, paths in left_out.items():
            self.not_recorded(call_id, reason, paths)
        self.begin(number)

    def _without_tools(self, change: TreeChange) -> TreeChange | None:
        """The part of `change` that neither a tool nor another run made; None if there is none."""
        written = self._writes.of(change.path)
        after = None if change.after is None else sha256(change.after).hexdigest()
        if any(each.sha256 == after for each in written):
            return None
        made = [each for each in written if each.is_made]
        if not made:
            return change
        last = made[-1]
        with contextlib.suppress(OriginalMissingError):
            before = None if last.sha256 is None else last.content(last.sha256)
            return replace(change, before=before)
        return change

    async def expect(self, changes: Sequence[TreeChange], call_id: CallId) -> None:
        """Put on record what the command of a call is about to change, as far as can be said.

        Raises:
            JournalFault: that could not be written.
        """
        for change in changes:
            with contextlib.suppress(NotTextError, UnicodeEncodeError):
                self._emit(await asyncio.to_thread(self._intended, change, call_id))

    def not_recorded(self, call_id: CallId, reason: str, paths: list[str]) -> None:
        """Say that files changed, or may have, which nobody can undo here."""
        named = (path.encode("utf-8", "replace").decode() for path in sorted(paths)[:_MOST_NAMED])
        self._emit(
            ChangesNotRecorded(call_id=call_id, reason=reason, paths=tuple(named), count=len(paths))
        )

    def _events(
        self, change: TreeChange, call_id: CallId
    ) -> tuple[FileChangeIntended, FileChanged]:
        """Both events of a change, once what the file held is kept.

        Raises:
            NotTextError: it is binary.
            UnicodeEncodeError: no journal could name it.
        """
        old, new = (
            None if side is None else decode(side).text for side in (change.before, change.after)
        )
        diff, added, removed = diff_of(change.path, old, new)
        kind = "created" if old is None else "deleted" if new is None else "modified"
        return (
            self._intended(change, call_id),
            FileChanged(
                call_id=call_id,
                path=change.path,
                kind=kind,
                diff=bounded(diff),
                lines_added=added,
                lines_removed=removed,
                by_command=True,
            ),
        )

    def _of_replaced(
        self, change: TreeChange, call_id: CallId
    ) -> tuple[FileChangeIntended, FileChanged] | tuple[()]:
        """Both events of a text that is gone, because something binary is in its place."""
        if change.before is None or change.after is None:
            return ()
        try:
            return self._events(replace(change, after=None), call_id)
        except NotTextError:
            return ()

    def _intended(self, change: TreeChange, call_id: CallId) -> FileChangeIntended:
        """The event before a change, once what the file held and holds is kept.

        Raises:
            NotTextError: it is binary.
            UnicodeEncodeError: no journal could name it.
        """
        change.path.encode()
        sides = [side for side in (change.before, change.after) if side is not None]
        for side in sides:
            decode(side)
        before, after = (
            None if side is None else self._originals.keep(side)
            for side in (change.before, change.after)
        )
        return FileChangeIntended(
            call_id=call_id,
            path=change.path,
            before_sha256=before,
            after_sha256=after,
            executable=change.executable,
            by_command=True,
        )
