"""What the runs of a session changed: files with their lines, and the patch, change by change."""

from collections import Counter
from dataclasses import replace

from architect.app.reports.report import FileReport
from architect.domain.journal.change_events import FileChanged

MOST_FILES = 1_000
MOST_PATCH_CHARS = 50_000


class Changes:
    """As many as may be listed; the others are counted in `left_out`."""

    def __init__(self) -> None:
        self._files: dict[str, FileReport] = {}
        self._diffs: list[str] = []
        self._chars = 0
        self.left_out = Counter[str]()

    @property
    def files(self) -> tuple[FileReport, ...]:
        return tuple(sorted(self._files.values(), key=lambda file: file.path))

    @property
    def patch(self) -> str:
        return "".join(self._diffs)

    def add(self, event: FileChanged) -> None:
        if event.path in self._files or len(self._files) < MOST_FILES:
            self._files[event.path] = _changed(self._files.get(event.path), event)
        else:
            self.left_out["files"] += 1
        if self._chars + len(event.diff) <= MOST_PATCH_CHARS:
            self._diffs.append(event.diff)
            self._chars += len(event.diff)
        else:
            self.left_out["diffs"] += 1


def _changed(before: FileReport | None, event: FileChanged) -> FileReport:
    was = before or FileReport(
        path=event.path, added=0, removed=0, kind=event.kind, by_command=event.by_command
    )
    created = was.kind == "created" and event.kind != "deleted"
    return replace(
        was,
        added=was.added + event.lines_added,
        removed=was.removed + event.lines_removed,
        kind="created" if created else event.kind,
    )
