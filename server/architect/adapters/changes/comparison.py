"""Files as they were compared with what they are."""

import stat
from collections.abc import Iterable, Mapping, Sequence, Set

from architect.adapters.changes.git_state import GitState, is_blob
from architect.adapters.changes.known_files import (
    MOST_COPIED_BYTES,
    MOST_FILE_BYTES,
    KnownFiles,
    Stamp,
    is_blob_of,
)
from architect.domain.files.built_files import is_built
from architect.domain.files.tree_changes import MOVED_BY_GIT, TreeChange, TreeChanges
from architect.frozen import frozen
from architect.l10n import english

MOST_CHANGED = 200
"""Files that one command changes; more are the work of a generator, and nobody looks at hunks."""

_MOST_READ = 2_000
"""Touched files that are read to see whether they changed at all; more take half a second."""

TOO_MANY = english("more than {number} files changed at once", number=MOST_CHANGED)
TOO_MUCH = english("more than {mb} MB changed at once", mb=MOST_COPIED_BYTES // 1_000_000)
TOO_LARGE = english("larger than {mb} MB", mb=MOST_FILE_BYTES // 1_000_000)
A_LINK = english("a link")
NOT_KEPT = english("what was there before was not kept")


@frozen
class Missing:
    """Why there is no content of a file that was or is there."""

    reason: str


Content = bytes | Missing | None
"""Of a file; None where there is none."""


class Comparison:
    """Compares `known` with the files that have changed, which are `now`.

    `moved` is what HEAD had and has at the paths where it moved. Of files that are not `known`, the
    ones that are `unsure` may have been there before. What is `promised` is told of however much
    else changed.
    """

    def __init__(
        self,
        known: KnownFiles,
        now: Mapping[str, Stamp],
        git: GitState | None,
        *,
        moved: Mapping[str, tuple[str | None, str | None]],
        unsure: Set[str],
        promised: Set[str] = frozenset(),
    ) -> None:
        self._known = known
        self._now = now
        self._git = git
        self._moved = moved
        self._unsure = unsure
        self._promised = promised
        self._left_out: dict[str, list[str]] = {}

    def of(self, changed: Sequence[str]) -> TreeChanges:
        """What became of the files `changed`, some of which may only have been touched."""
        here = [name for name in changed if not self._is_moved(name)]
        if len(here) <= _MOST_READ:
            here = [name for name in here if not self._is_same(name)]
        if len(here) > MOST_CHANGED:
            here = [name for name in here if name in self._promised or not self._is_rebuilt(name)]
        if len(here) > MOST_CHANGED:
            return self._only_promised(TOO_MANY, here)
        files = self._changes_of(here)
        size = sum(len(one.before or b"") + len(one.after or b"") for one in files)
        if size > MOST_COPIED_BYTES:
            return self._only_promised(TOO_MUCH, [one.path for one in files])
        return self._told({}, files)

    def _only_promised(self, reason: str, names: Sequence[str]) -> TreeChanges:
        others = [name for name in names if name not in self._promised]
        kept = self._changes_of([name for name in names if name in self._promised])
        return self._told({reason: others}, kept)

    def _changes_of(self, names: Sequence[str]) -> list[TreeChange]:
        before = self.before(names)
        return [one for name in names if (one := self._change(name, before[name])) is not None]

    def _told(
        self, left_out: Mapping[str, Sequence[str]], files: Iterable[TreeChange] = ()
    ) -> TreeChanges:
        named: dict[str, tuple[str, ...]] = {}
        for reason, names in {**self._left_out, **left_out}.items():
            if missed := tuple(name for name in names if not self._is_rebuilt(name)):
                named[reason] = missed
        return TreeChanges(tuple(files), named)

    def _is_rebuilt(self, name: str) -> bool:
        """Whether builds make the file again, and git does not have it."""
        return is_built(name) and name not in self._known.blobs

    def _is_moved(self, name: str) -> bool:
        """Whether git has taken the file from one commit to another, and both have it."""
        if name not in self._moved:
            return False
        before, after = self._moved[name]
        is_moved = self._held(name, before) and self._holds(name, after)
        if is_moved:
            self._left_out.setdefault(MOVED_BY_GIT, []).append(name)
        return is_moved

    def _is_same(self, name: str) -> bool:
        """Whether the file holds what it held and can be executed as before."""
        found, known = self._now.get(name), self._known.stamps.get(name)
        if found is None or known is None or _bit(found) != _bit(known):
            return False
        if (blob := self._known.blobs.get(name)) is not None:
            return self._holds(name, blob)
        copy = self._known.copy(name)
        return copy is not None and copy == self._after(name)

    def _held(self, name: str, blob: str | None) -> bool:
        if blob is None:
            return name not in self._known.stamps
        return is_blob_of(self._known, name, blob)

    def _holds(self, name: str, blob: str | None) -> bool:
        content = self._after(name)
        if blob is None or not isinstance(content, bytes):
            return content is blob
        return is_blob(content, blob)

    def _change(self, name: str, before: Content) -> TreeChange | None:
        """What became of a file; of one that something else has replaced, that it is gone."""
        after = self._after(name)
        if isinstance(missing := before if isinstance(before, Missing) else after, Missing):
            self._left_out.setdefault(missing.reason, []).append(name)
        if isinstance(before, Missing):
            return None
        after = None if isinstance(after, Missing) else after
        executable = after is not None and _bit(self._now.get(name))
        bit = None if executable == _bit(self._known.stamps.get(name)) else executable
        if before == after and bit is None:
            return None
        return TreeChange(name, before, after, bit, rebuilt=self._is_rebuilt(name))

    def _after(self, name: str) -> Content:
        found = self._now.get(name)
        if found is None:
            return None
        content = self._known.read(name, found)
        return Missing(_why_not(found)) if content is None else content

    def before(self, names: Sequence[str]) -> dict[str, Content]:
        """What each file held; of those that git has, it is asked for."""
        found = {name: self._copied(name) for name in names}
        wanted = {name: self._known.blobs[name] for name in names if name in self._known.blobs}
        for name in [*wanted]:
            after = self._after(name)
            if isinstance(after, bytes) and is_blob(after, wanted[name]):
                found[name] = after
                del wanted[name]
        if wanted and self._git is not None:
            contents = self._git.contents(set(wanted.values()))
            filtered = self._git.filtered(wanted)
            for name in wanted.keys() - filtered:
                size = self._known.stamps[name][2]
                found[name] = _on_disk(contents.get(wanted[name]), wanted[name], size)
        return found

    def _copied(self, name: str) -> Content:
        stamp = self._known.stamps.get(name)
        if stamp is None:
            return Missing(NOT_KEPT) if name in self._unsure else None
        copy = self._known.copy(name)
        return Missing(_why_not(stamp)) if copy is None else copy


def _on_disk(content: bytes | None, blob: str, size: int) -> Content:
    """What a file of so many bytes held, whose content git has, perhaps with other line ends."""
    if content is not None and is_blob(content, blob):
        if len(content) == size:
            return content
        if len(content) + content.count(b"\n") == size:
            return content.replace(b"\n", b"\r\n")
    return Missing(NOT_KEPT)


def _why_not(stamp: Stamp) -> str:
    if stat.S_ISLNK(stamp[4]):
        return A_LINK
    return TOO_LARGE if stamp[2] > MOST_FILE_BYTES else NOT_KEPT


def _bit(stamp: Stamp | None) -> bool:
    return stamp is not None and bool(stamp[4] & stat.S_IXUSR)
