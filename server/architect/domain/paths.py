"""Paths inside a workspace."""

from enum import StrEnum
from pathlib import Path, PurePosixPath

from architect.frozen import frozen


class Access(StrEnum):
    """What a path is wanted for."""

    READ = "read"
    WRITE = "write"


@frozen
class WorkspacePath:
    """A place that passed the path gate of a workspace; only `Workspace.locate` makes one.

    `relative` is what people and the model see: relative to the root, with forward slashes, `.` for
    the root. `real` is the resolved absolute path, links followed, and lies inside the root.
    """

    relative: str
    real: Path

    @property
    def name(self) -> str:
        return PurePosixPath(self.relative).name

    def __str__(self) -> str:
        return self.relative


@frozen
class Entry:
    """A line of a listing: a path relative to the workspace root, with forward slashes."""

    relative: str
    is_folder: bool


def in_one_line(path: str) -> str:
    """A path for a line of text: as it is, or quoted if not all of its characters can be seen."""
    return path if path.isprintable() else repr(path)


@frozen
class Listing:
    """Entries sorted by path; `truncated` if there were more than asked for."""

    entries: tuple[Entry, ...]
    truncated: bool = False
