"""What has become of the files of a workspace between two moments."""

from collections.abc import Mapping
from dataclasses import field

from architect.frozen import frozen
from architect.l10n import english

MOVED_BY_GIT = english("committed or checked out, so git takes it back")
"""Why files are left out that git took from one commit to another; nothing of them is lost."""

BINARY = english("binary")
ODD_NAME = english("a name that is not UTF-8")


@frozen
class TreeChange:
    """One file before and after, as bytes; None where there was none.

    `executable` is what became of the execute bit, None if it is as before; a file that is not
    there has none. `rebuilt` says that builds make it and git does not have it, so that nobody
    misses it where undo does not cover it.
    """

    path: str
    before: bytes | None
    after: bytes | None
    executable: bool | None = None
    rebuilt: bool = False


@frozen
class TreeChanges:
    """The files that changed, sorted by path, and by their reason those that cannot be told of."""

    files: tuple[TreeChange, ...] = ()
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
