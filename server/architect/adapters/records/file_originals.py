"""The contents of changed files, in a folder of their session."""

import contextlib
import os
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from architect.adapters.files.anchored import (
    Slot,
    open_folder,
    open_listable_folder,
    open_made_folder,
)
from architect.adapters.files.project_folder import NAME, open_project_folder
from architect.adapters.files.regular_file import open_regular_slot, pieces
from architect.domain.errors import (
    JournalFault,
    NotAFileError,
    OriginalMissingError,
    WorkspaceFault,
)
from architect.domain.ids import SessionId
from architect.l10n import english

SESSIONS = "sessions"
_PARTIAL = ".partial"
_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC


class FileOriginals:
    """Files named by their SHA-256 in `.architect/sessions/SESSION.files`, for the user only.

    A content is written beside its name and then renamed, so that no name stands for half of one.
    It is with the operating system when `keep` returns; only a power cut can lose it, and no more
    than those of the step in flight.
    """

    def __init__(self, root: Path, session_id: SessionId) -> None:
        self._root = root
        self._folder = f"{session_id}.files"
        self._kept: set[str] = set()
        self._unsynced: list[str] = []
        self._is_folder_synced = False

    @property
    def path(self) -> Path:
        return self._root / NAME / SESSIONS / self._folder

    def has(self, sha256: str) -> bool:
        return sha256 in self._kept

    def keep(self, content: bytes) -> str:
        digest = _digest(content)
        if digest in self._kept:
            return digest
        try:
            with (
                open_project_folder(self._root, SESSIONS) as sessions,
                open_made_folder(sessions, (self._folder,)) as folder,
            ):
                if not _is_there(Slot(folder, digest), len(content)):
                    _write(Slot(folder, digest), content)
        except OSError as error:
            raise self._not_written(error) from error
        self._unsynced.append(digest)
        self._kept.add(digest)
        return digest

    def load(self, sha256: str) -> bytes:
        try:
            with open_folder(self._root, (NAME, SESSIONS, self._folder)) as folder:
                content = _content(Slot(folder, sha256))
        # a journal from elsewhere may have any text for a name, even one with a NUL in it
        except (OSError, ValueError, NotAFileError, WorkspaceFault) as error:
            raise OriginalMissingError(
                english(
                    "{path!r} cannot be read: {reason}", path=str(self.path / sha256), reason=error
                )
            ) from error
        if _digest(content) != sha256:
            raise OriginalMissingError(english("{path!r} is damaged", path=str(self.path / sha256)))
        return content

    def sync(self) -> None:
        names, self._unsynced = self._unsynced, []
        if not names:
            return
        try:
            self._sync(names)
        except OSError as error:
            raise self._not_written(error) from error

    def _sync(self, names: Sequence[str]) -> None:
        with open_listable_folder(self._root, (NAME, SESSIONS, self._folder)) as folder:
            for name in names:
                _force(Slot(folder, name))
            os.fsync(folder)
        if not self._is_folder_synced:
            with open_listable_folder(self._root, (NAME, SESSIONS)) as sessions:
                os.fsync(sessions)
            self._is_folder_synced = True

    def _not_written(self, error: OSError) -> JournalFault:
        return JournalFault(
            english(
                "cannot keep the contents of changed files in {path!r}: {reason}",
                path=str(self.path),
                reason=error.strerror,
            )
        )


def _is_there(slot: Slot, size: int) -> bool:
    """Whether the name stands for a whole content; a power cut can leave an empty file."""
    with contextlib.suppress(OSError, NotAFileError):
        descriptor = open_regular_slot(slot, shown_as=slot.name)
        try:
            return os.fstat(descriptor).st_size == size
        finally:
            os.close(descriptor)
    return False


def _write(slot: Slot, content: bytes) -> None:
    partial = Slot(slot.folder, slot.name + _PARTIAL)
    with os.fdopen(os.open(partial.name, _NEW, 0o600, dir_fd=slot.folder), "wb") as file:
        file.write(content)
    os.replace(partial.name, slot.name, src_dir_fd=slot.folder, dst_dir_fd=slot.folder)


def _content(slot: Slot) -> bytes:
    descriptor = open_regular_slot(slot, shown_as=slot.name)
    try:
        return b"".join(pieces(descriptor, shown_as=slot.name))
    finally:
        os.close(descriptor)


def _force(slot: Slot) -> None:
    descriptor = os.open(slot.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=slot.folder)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()
