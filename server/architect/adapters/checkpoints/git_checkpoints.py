"""Checkpoints as commits on refs of our own."""

import asyncio
import fcntl
import os
import re
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from architect.adapters.checkpoints.first_state import export, first_state
from architect.adapters.checkpoints.own_repository import OwnRepository, commit_name
from architect.adapters.files.project_folder import NAME
from architect.domain.checkpoints import (
    REFS,
    Checkpoint,
    MadeCheckpoint,
    TreeDifference,
    TreeEntry,
)
from architect.domain.errors import VcsFault
from architect.domain.ids import RunId, SessionId, session_of
from architect.l10n import at, english
from architect.lazy_pattern import lazy_pattern

_STATUS = ("status", "--porcelain=v2", "-z", "-unormal", "--no-renames", "--ignore-submodules=all")
_NOT_MADE = english("git cannot make a checkpoint")
_NOT_READ = english("git cannot read the checkpoints")
_MOVE = lazy_pattern(rb":(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) [A-Z]\d*\0([^\0]+)\0")
_TRAILER = lazy_pattern(r"^Architect-(Run|Step): (.*)$", re.MULTILINE)
_NO_FILE = "000000"

_MOST_LOOKS = 3
"""What is in a folder, git only sees once its index has no file of that name any more."""


class GitCheckpoints:
    """The checkpoints of the workspace at `root`; see `ports.checkpoints.Checkpoints`."""

    def __init__(self, root: Path, *, max_file_bytes: int) -> None:
        self._root = root
        self._max_file_bytes = max_file_bytes
        self._repository = OwnRepository(root)

    async def take(
        self, run_id: RunId, step: int, why: str, *, unsaved: Mapping[str, bytes]
    ) -> MadeCheckpoint:
        return await asyncio.to_thread(self._take, run_id, step, why, unsaved)

    async def of_session(self, session_id: SessionId) -> Sequence[Checkpoint]:
        return await asyncio.to_thread(self._of_session, session_id)

    async def sessions(self) -> Sequence[SessionId]:
        return await asyncio.to_thread(self._sessions)

    async def find(self, commit: str) -> Checkpoint | None:
        return await asyncio.to_thread(self._find, commit)

    async def differences(self, old: str, new: str) -> Sequence[TreeDifference]:
        return await asyncio.to_thread(self._differences, old, new)

    async def contents(self, blobs: Collection[str]) -> Mapping[str, bytes]:
        return await asyncio.to_thread(self._contents, blobs)

    async def export(self, commit: str, folder: Path) -> Path:
        return await asyncio.to_thread(export, self._repository, commit, folder)

    async def forget(self, session_id: SessionId) -> None:
        ref = f"{REFS}/{session_id}"
        await asyncio.to_thread(
            self._repository.users,
            "update-ref",
            "-d",
            ref,
            failure=english("git cannot forget checkpoints"),
        )

    def _take(
        self, run_id: RunId, step: int, why: str, unsaved: Mapping[str, bytes]
    ) -> MadeCheckpoint:
        try:
            with self._locked():
                self._repository.make()
                try:
                    return self._taken(run_id, step, why, unsaved)
                except VcsFault:
                    # What a crash, or somebody else, has left of our directory cannot be used.
                    self._repository.make(anew=True)
                    return self._taken(run_id, step, why, unsaved)
        except OSError as error:
            raise VcsFault(at(_NOT_MADE, str(error.strerror))) from error

    @contextmanager
    def _locked(self) -> Generator[None]:
        """Nobody else uses our directory meanwhile."""
        self._repository.prefix  # noqa: B018 - there is no directory outside of a repository
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(self._repository.lock_file, flags, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def _taken(
        self, run_id: RunId, step: int, why: str, unsaved: Mapping[str, bytes]
    ) -> MadeCheckpoint:
        own, prefix = self._repository.own, self._repository.prefix
        left_out: list[tuple[str, str]] = []
        for _ in range(_MOST_LOOKS):
            changed, left_out = self._changed()
            if changed:
                names = b"".join(name + b"\0" for name in changed)
                how = ("update-index", "-z", "--add", "--remove", "--replace", "--stdin")
                own(*how, failure=_NOT_MADE, stdin=names)
            if not any(os.path.isdir(self._on_disk(name)) for name in changed):  # noqa: PTH112
                break
        self._overlay(unsaved)
        tree = own("write-tree", failure=_NOT_MADE).strip().decode()
        ref = f"{REFS}/{session_of(run_id)}"
        last = self._tip(ref)
        is_new = last is None or self._tree_of(last) != tree
        shown = tuple((name.removeprefix(prefix), reason) for name, reason in left_out)
        if last is not None and not is_new:
            return MadeCheckpoint(commit=last, is_new=False, left_out=shown)
        message = f"{why}\n\nArchitect-Run: {run_id}\nArchitect-Step: {step}\n"
        above = () if last is None else ("-p", last)
        if last is None:
            told, above = first_state(self._repository)
            message += told
        commit = own(
            "commit-tree", tree, *above, failure=_NOT_MADE, stdin=message.encode("utf-8", "replace")
        )
        made = commit.strip().decode()
        self._point(ref, made, last)
        own("update-ref", "refs/heads/last", made, failure=_NOT_MADE)
        return MadeCheckpoint(commit=made, is_new=True, left_out=shown)

    def _overlay(self, unsaved: Mapping[str, bytes]) -> None:
        """Have our index hold what is not saved; the next checkpoint looks at the disk again."""
        own, prefix = self._repository.own, self._repository.prefix
        names = {f"{prefix}{path}": content for path, content in unsaved.items()}
        if not names:
            return
        asked = "".join(f"{name}\0" for name in names).encode("utf-8", "surrogateescape")
        how = ("check-ignore", "-z", "--stdin")
        # It reads names, but refuses where others would not read patterns.
        read = {"GIT_LITERAL_PATHSPECS": "0"}
        said = own(*how, failure=_NOT_MADE, stdin=asked, variables=read, codes=(0, 1))
        ignored = said.split(b"\0")
        for name, content in names.items():
            if os.fsencode(name) in ignored or len(content) > self._max_file_bytes:
                continue
            how = ("hash-object", "-w", "--stdin")
            blob = own(*how, failure=_NOT_MADE, stdin=content).strip().decode()
            mode = "100755" if os.access(self._on_disk(os.fsencode(name)), os.X_OK) else "100644"
            entry = f"{mode},{blob},{name}"
            how = ("update-index", "--add", "--replace", "--cacheinfo", entry)
            own(*how, failure=_NOT_MADE)

    def _changed(self) -> tuple[list[bytes], list[tuple[str, str]]]:
        """The names whose content is not that of our index, and what is left out of it."""
        below = self._repository.prefix
        limited = ("--", below) if below else ()
        said = self._repository.own(*_STATUS, *limited, failure=_NOT_MADE)
        changed: list[bytes] = []
        left_out: list[tuple[str, str]] = []
        folders: list[bytes] = []
        for entry in filter(None, said.split(b"\0")):
            if entry.startswith(b"? "):
                name = entry[2:]
                if name.endswith(b"/"):
                    folders.append(name)
                else:
                    self._add(name, changed, left_out)
            elif entry.startswith(b"1 ") and entry[3:4] != b".":
                self._add(entry.split(b" ", 8)[8], changed, left_out)
        for name in self._files_in(folders):
            self._add(name, changed, left_out)
        return changed, left_out

    def _files_in(self, folders: Sequence[bytes]) -> list[bytes]:
        """The files in new folders that git does not ignore."""
        if not folders:
            return []
        said = self._repository.own(
            *("ls-files", "-z", "--others", "--exclude-standard", "--"),
            *map(os.fsdecode, folders),
            failure=_NOT_MADE,
        )
        return [name for name in said.split(b"\0") if name]

    def _add(self, name: bytes, changed: list[bytes], left_out: list[tuple[str, str]]) -> None:
        shown = name.decode("utf-8", "replace")
        if name.endswith(b"/"):
            left_out.append((shown, english("a repository of its own")))
            return
        if NAME.encode() in name.split(b"/")[:-1] and name.startswith(
            os.fsencode(f"{self._repository.prefix}{NAME}/")
        ):
            return
        try:
            status = os.lstat(self._on_disk(name))
        except OSError:
            changed.append(name)
            return
        if status.st_size > self._max_file_bytes:
            left_out.append((shown, f"{status.st_size / 1_000_000:.0f} MB"))
        else:
            changed.append(name)

    def _on_disk(self, name: bytes) -> bytes:
        """The place of a name, which git has from the top of the repository on."""
        depth = self._repository.prefix.count("/")
        return os.fsencode(self._root.joinpath(*[".."] * depth)) + b"/" + name

    def _tip(self, ref: str) -> str | None:
        said = self._repository.users(
            *("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}"),
            failure=_NOT_READ,
            codes=(0, 1),
        )
        return said.strip() or None

    def _tree_of(self, commit: str) -> str:
        said = self._repository.own("rev-parse", f"{commit}^{{tree}}", failure=_NOT_READ)
        return said.strip().decode()

    def _point(self, ref: str, made: str, last: str | None) -> None:
        """Move the ref of a session; a lock on it that a crash has left is removed."""
        order = ("update-ref", "--no-deref", ref, made, last or "")
        try:
            self._repository.users(*order, failure=_NOT_MADE)
        except VcsFault:
            self._repository.users_ref_lock(ref).unlink(missing_ok=True)
            self._repository.users(*order, failure=_NOT_MADE)

    def _of_session(self, session_id: SessionId) -> list[Checkpoint]:
        ref = f"{REFS}/{session_id}"
        if self._tip(ref) is None:
            return []
        said = self._repository.users(
            *("log", "--first-parent", "--reverse", "-z", "--format=%H%n%ct%n%B", ref, "--"),
            failure=_NOT_READ,
        )
        found = (_checkpoint(entry) for entry in said.split("\0") if entry)
        return [each for each in found if each is not None]

    def _sessions(self) -> list[SessionId]:
        said = self._repository.users(
            *("for-each-ref", "--format=%(refname)", f"{REFS}/"), failure=_NOT_READ
        )
        names = (line.rpartition("/")[2] for line in said.split("\n") if line)
        return sorted(map(SessionId, names))

    def _find(self, commit: str) -> Checkpoint | None:
        found = [
            each
            for session_id in self._sessions()
            for each in self._of_session(session_id)
            if each.commit.startswith(commit)
        ]
        return found[0] if len(found) == 1 else None

    def _differences(self, old: str, new: str) -> list[TreeDifference]:
        said = self._repository.own(
            *("diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-renames"),
            *map(commit_name, (old, new)),
            failure=_NOT_READ,
        )
        prefix = os.fsencode(self._repository.prefix)
        return [
            TreeDifference(
                os.fsdecode(move[5].removeprefix(prefix)),
                _entry(move[1], move[3]),
                _entry(move[2], move[4]),
            )
            for move in _MOVE.finditer(said)
            if move[5].startswith(prefix)
        ]

    def _contents(self, blobs: Collection[str]) -> dict[str, bytes]:
        wanted = "\n".join(dict.fromkeys(blobs)).encode() + b"\n"
        said = self._repository.own("cat-file", "--batch", failure=_NOT_READ, stdin=wanted)
        found: dict[str, bytes] = {}
        at = 0
        while (end := said.find(b"\n", at)) >= 0:
            head = said[at:end].split()
            at = end + 1
            if len(head) == 3:
                size = int(head[2])
                found[head[0].decode()] = said[at : at + size]
                at += size + 1
        return found


def _entry(mode: bytes, blob: bytes) -> TreeEntry | None:
    return None if mode.decode() == _NO_FILE else TreeEntry(mode.decode(), blob.decode())


def _checkpoint(entry: str) -> Checkpoint | None:
    """A checkpoint of what `git log` says of it; None if somebody else wrote the commit."""
    commit, seconds, message = entry.split("\n", 2)
    told = {found[1]: found[2] for found in _TRAILER.finditer(message)}
    if not {"Run", "Step"} <= set(told) or not told["Step"].isdigit():
        return None
    return Checkpoint(
        commit=commit.strip(),
        run_id=RunId(told["Run"]),
        step=int(told["Step"]),
        at=datetime.fromtimestamp(int(seconds), UTC),
        why=message.partition("\n")[0],
    )
