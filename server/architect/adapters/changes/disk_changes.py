"""What becomes of the files of a workspace on this disk."""

import asyncio
import contextlib
import stat
import threading
import time
from collections.abc import Callable, Collection, Mapping, Set
from functools import partial
from pathlib import Path
from typing import TypeVar

from architect.adapters.changes.comparison import MOST_CHANGED, Comparison
from architect.adapters.changes.git_state import GitState
from architect.adapters.changes.kept_files import check_kept
from architect.adapters.changes.known_files import TICK_NS, KnownFiles, Stamp
from architect.adapters.changes.lost_files import Gone, LostFiles
from architect.adapters.changes.watched_tree import Suspects, WatchedTree, is_ignore_file
from architect.adapters.files.file_names import in_work_tree
from architect.domain.errors import WorkspaceFault
from architect.domain.files.tree_changes import TreeChange, TreeChanges
from architect.domain.losses import Losses
from architect.l10n import english

_T = TypeVar("_T")


class DiskChanges:
    """The changes below `root` that git does not ignore.

    What files held is in git, or in memory as far as there is room.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known = KnownFiles(root)
        self._git: GitState | None = None
        self._tree: WatchedTree | None = None
        self._is_known = False
        self._marks = 0
        self._log_size = 0
        self._marked_ns = 0
        self._too_large = ""
        self._promised: set[str] = set()
        self._turn = threading.Lock()

    async def prepare(self) -> None:
        with contextlib.suppress(WorkspaceFault):
            await asyncio.to_thread(self._in_turn, self._prepare)

    async def mark(self) -> None:
        await asyncio.to_thread(self._in_turn, self._mark)

    async def changes(self) -> TreeChanges:
        return await asyncio.to_thread(self._in_turn, self._changes)

    async def beyond_undo(self, losses: Losses) -> str:
        try:
            await asyncio.to_thread(self._in_turn, partial(self._promise, losses))
        except Gone as gone:
            return str(gone)
        except WorkspaceFault as fault:
            return english("anything here: {fault}", fault=fault)
        return ""

    async def at_stake(self, losses: Losses) -> tuple[TreeChange, ...]:
        try:
            return await asyncio.to_thread(self._in_turn, partial(self._at_stake, losses))
        except Gone:
            return ()

    async def aclose(self) -> None:
        await asyncio.to_thread(self._in_turn, self._close)

    def _in_turn(self, work: Callable[[], _T]) -> _T:
        with self._turn:
            try:
                return work()
            except OSError as error:
                self._is_known = False
                raise WorkspaceFault(
                    english("the workspace cannot be looked at: {error}", error=error)
                ) from error

    def _close(self) -> None:
        if self._tree is not None:
            self._tree.close()
        self._is_known = False

    def _prepare(self) -> None:
        if not (self._marks or self._is_known):
            self._catch_up()

    def _mark(self) -> None:
        if not self._marks:
            self._catch_up()
            self._log_size = self._git.log_size() if self._git else 0
            self._marked_ns = time.time_ns() - TICK_NS
        self._marks += 1

    def _catch_up(self) -> None:
        tree = self._opened()
        suspects = tree.suspects(self._known.stamps.keys()) if self._is_known else None
        if suspects is None:
            self._learn_all(tree)
        else:
            self._learn(suspects.names)

    def _promise(self, losses: Losses) -> None:
        """Make sure that what is lost comes back.

        Raises:
            Gone: it does not.
            WorkspaceFault: the files cannot be looked at.
        """
        now = self._lost(losses)
        check_kept(self._known, now, self._unchanged(now))
        self._promised |= now.keys()

    def _at_stake(self, losses: Losses) -> tuple[TreeChange, ...]:
        """What is lost, as far as it comes back.

        Raises:
            Gone: of some of it nobody knows, so that nothing was promised.
            WorkspaceFault: the files cannot be looked at.
        """
        now = self._lost(losses)
        if not now or len(now) > MOST_CHANGED:
            return ()
        written = self._written_by_git(now) if losses.changed else {}
        return tuple(
            TreeChange(name, content, after, _bit_after(now[name], after))
            for name, content in self._unchanged(now).before(sorted(now)).items()
            if isinstance(content, bytes)
            and self._known.stamps.get(name) == now[name]
            and (after := written.get(name)) != content
        )

    def _lost(self, losses: Losses) -> dict[str, Stamp]:
        """The files that are lost, as they are.

        Raises:
            Gone: of some of them nobody knows.
            WorkspaceFault: the files cannot be looked at.
        """
        self._opened()
        lost = LostFiles(self._root, self._git)
        names = lost.deleted(losses)
        if not (names or losses.changed or losses.untracked or losses.replaced):
            return {}
        if not self._marks:
            self._catch_up()
        names |= lost.replaced(losses, self._known)
        return self._known.as_they_are(names | lost.discarded(losses, self._known))

    def _unchanged(self, now: Mapping[str, Stamp]) -> Comparison:
        return Comparison(self._known, now, self._git, moved={}, unsure=frozenset())

    def _written_by_git(self, names: Collection[str]) -> dict[str, bytes]:
        """What the index has of those of `names` that are in it."""
        blobs = self._git.indexed(names) if self._git else {}
        contents = self._git.contents(set(blobs.values())) if self._git and blobs else {}
        return {name: contents[blob] for name, blob in blobs.items() if blob in contents}

    def _changes(self) -> TreeChanges:
        """Commands that run side by side are one: the one that ends first tells of both."""
        self._marks -= 1
        stamps = self._known.stamps
        suspects = self._opened().suspects(stamps.keys()) or self._all()
        now = self._known.as_they_are(suspects.names)
        changed = sorted(name for name in suspects.names if stamps.get(name) != now.get(name))
        if not changed:
            return TreeChanges()
        moved = self._git.moved(self._log_size) if self._git else {}
        changes = Comparison(
            self._known,
            now,
            self._git,
            moved=moved,
            unsure=suspects.unsure,
            promised=self._promised,
        ).of(changed)
        self._promised.difference_update(changed)
        self._is_known = len(changed) <= MOST_CHANGED
        if self._is_known:
            self._learn(set(changed))
        return changes

    def _all(self) -> Suspects:
        """All files, but for those that were there before without being known."""
        known = self._known.stamps.keys()
        found = self._known.as_they_are(self._opened().begin().names - known)
        new = {name for name, stamp in found.items() if stamp[1] >= self._marked_ns}
        ignore_files = [name for name in known if is_ignore_file(name)]
        now = self._known.as_they_are(ignore_files)
        is_same = all(now.get(name) == self._known.stamps[name] for name in ignore_files)
        return Suspects(frozenset((*known, *new)), frozenset[str]() if is_same else frozenset(new))

    def _opened(self) -> WatchedTree:
        if self._tree is None:
            self._git = GitState.of(self._root) if in_work_tree(self._root) else None
            self._tree = WatchedTree(self._root, self._git)
        return self._tree

    def _learn(self, names: Set[str]) -> None:
        now = self._known.as_they_are(names)
        for name in names - now.keys():
            self._known.forget(name)
        self._known.learn(now, tracked={}, written_ns=0)

    def _learn_all(self, tree: WatchedTree) -> None:
        if self._too_large:
            raise WorkspaceFault(self._too_large)
        try:
            listing = tree.begin()
        except WorkspaceFault as fault:
            self._too_large = str(fault)
            raise
        now = self._known.as_they_are(listing.names)
        for name in self._known.stamps.keys() - now.keys():
            self._known.forget(name)
        self._known.learn(now, tracked=listing.tracked, written_ns=listing.written_ns)
        self._is_known = True


def _bit_after(stamp: Stamp, after: bytes | None) -> bool | None:
    """What becomes of the execute bit, which goes with its file; None if it stays."""
    return False if after is None and stamp[4] & stat.S_IXUSR else None
