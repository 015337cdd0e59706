"""States of files as journals have them, for workspaces in which no git keeps the tree."""

import asyncio
import hashlib
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from architect.adapters.checkpoints.raw_files import may_be_restored
from architect.adapters.files.anchored import open_folder
from architect.domain.checkpoints import Checkpoint, MadeCheckpoint, TreeDifference, TreeEntry
from architect.domain.errors import OriginalMissingError, VcsFault
from architect.domain.ids import RunId, SessionId, session_of
from architect.domain.journal.file_states import Content, FileState, file_states
from architect.l10n import english
from architect.ports.originals import Originals
from architect.ports.session_store import SessionStore

Tree = Mapping[str, TreeEntry | None]

_FILE, _EXECUTABLE = "100644", "100755"
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class RecordedStates:
    """The checkpoints that journals come to; see `ports.checkpoints.Checkpoints`.

    They know the files that the session changed and no others. What stands for a commit is the
    hash of run and step, and what stands for a blob the SHA-256 of the content.
    """

    def __init__(
        self, root: Path, store: SessionStore, originals: Callable[[SessionId], Originals]
    ) -> None:
        self._root = root
        self._store = store
        self._originals = originals
        self._trees: dict[str, Tree] = {}
        self._here: dict[str, bytes] = {}
        self._known: dict[SessionId, Sequence[FileState]] = {}

    async def take(
        self, run_id: RunId, step: int, why: str, *, unsaved: Mapping[str, bytes]
    ) -> MadeCheckpoint:
        commit = _name(run_id, step)
        known: set[str] = set()
        for state in await self._states(session_of(run_id)):
            known |= state.files.keys()
        present = await asyncio.to_thread(self._present, known)
        self._trees[commit] = {**present, **self._overlaid(present, unsaved)}
        return MadeCheckpoint(commit=commit, is_new=False)

    async def of_session(self, session_id: SessionId) -> Sequence[Checkpoint]:
        found: list[Checkpoint] = []
        for state in await self._states(session_id):
            commit = _name(state.run_id, state.step)
            if commit not in self._trees:
                present = await asyncio.to_thread(self._present, state.files)
                entries = {p: _entry(c, present.get(p)) for p, c in state.files.items()}
                self._trees[commit] = entries
            found.append(_checkpoint(state, commit))
        return found

    async def sessions(self) -> Sequence[SessionId]:
        summaries = await self._store.summaries()
        known = [each.session_id for each in reversed(summaries) if each.status != "corrupt"]
        return [each for each in known if await self._states(each)]

    async def find(self, commit: str) -> Checkpoint | None:
        found = [
            each
            for session_id in await self.sessions()
            for each in await self.of_session(session_id)
            if each.commit.startswith(commit)
        ]
        return found[0] if len(found) == 1 else None

    async def differences(self, old: str, new: str) -> Sequence[TreeDifference]:
        one, other = self._trees[old], self._trees[new]
        pairs = ((path, one.get(path), other.get(path)) for path in sorted({*one, *other}))
        return [TreeDifference(*pair) for pair in pairs if pair[1] != pair[2]]

    async def contents(self, blobs: Collection[str]) -> Mapping[str, bytes]:
        return await asyncio.to_thread(lambda: dict(self._loaded(blobs)))

    async def export(self, commit: str, folder: Path) -> Path:
        raise VcsFault(english("without a repository no whole tree is kept"))

    async def forget(self, session_id: SessionId) -> None:
        """They go with the journal."""

    async def _states(self, session_id: SessionId) -> Sequence[FileState]:
        """What the journal of a session comes to, which is read once."""
        if (known := self._known.get(session_id)) is None:
            read = partial(file_states, self._store.records(session_id))
            states = await asyncio.to_thread(read)
            known = [replace(each, files=_restorable(each.files)) for each in states]
            self._known[session_id] = known
        return known

    def _loaded(self, blobs: Collection[str]) -> Iterator[tuple[str, bytes]]:
        for blob in blobs:
            if (content := self._here.get(blob)) is not None:
                yield blob, content
                continue
            for session_id in self._known:
                try:
                    yield blob, self._originals(session_id).load(blob)
                    break
                except OriginalMissingError:
                    continue

    def _overlaid(self, present: Tree, unsaved: Mapping[str, bytes]) -> Tree:
        """What takes the place of `present` files that are not saved."""
        found: dict[str, TreeEntry] = {}
        for path in present.keys() & unsaved.keys():
            blob = hashlib.sha256(unsaved[path]).hexdigest()
            self._here[blob] = unsaved[path]
            on_disk = present[path]
            found[path] = TreeEntry(_FILE if on_disk is None else on_disk.mode, blob)
        return found

    def _present(self, paths: Collection[str]) -> Tree:
        """The files at `paths` as they are on the disk now."""
        found: dict[str, TreeEntry | None] = {}
        for path in paths:
            *folders, name = path.split("/")
            try:
                with open_folder(self._root, tuple(folders)) as folder:
                    descriptor = os.open(name, _READ, dir_fd=folder)
                with os.fdopen(descriptor, "rb") as file:
                    is_executable = bool(os.fstat(file.fileno()).st_mode & 0o100)
                    content = file.read()
            except OSError:
                found[path] = None
                continue
            blob = hashlib.sha256(content).hexdigest()
            self._here[blob] = content
            found[path] = TreeEntry(_EXECUTABLE if is_executable else _FILE, blob)
        return found


def _restorable(files: Mapping[str, Content | None]) -> Mapping[str, Content | None]:
    return {path: content for path, content in files.items() if may_be_restored(path)}


def _entry(content: Content | None, present: TreeEntry | None) -> TreeEntry | None:
    """What a tree has for `content`; a bit that nobody spoke of is the one of the file there."""
    if content is None:
        return None
    if content.executable is None:
        return TreeEntry(_FILE if present is None else present.mode, content.sha256)
    return TreeEntry(_EXECUTABLE if content.executable else _FILE, content.sha256)


def _checkpoint(state: FileState, commit: str) -> Checkpoint:
    if state.is_work:
        why = (
            english("step {number}", number=state.step)
            if state.step
            else english("before the first step")
        )
    else:
        why = english("what the user decided") if state.step else english("before the user decided")
    return Checkpoint(commit=commit, run_id=state.run_id, step=state.step, at=state.at, why=why)


def _name(run_id: RunId, step: int) -> str:
    return hashlib.sha256(f"{run_id} {step}".encode()).hexdigest()[:40]
