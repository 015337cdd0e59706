"""What sessions take on the disk, and removing all that belongs to one."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import field
from pathlib import Path

from architect.adapters.files.anchored import Slot, open_listable_folder
from architect.adapters.files.project_folder import NAME
from architect.adapters.files.regular_file import open_regular_slot
from architect.adapters.records import journal_lock
from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.records.kept_scans import SUFFIX as SCAN
from architect.domain.errors import NotAFileError, PortFault
from architect.domain.ids import SessionId
from architect.frozen import frozen
from architect.l10n import english

_JOURNAL = ".jsonl"
_MARK = ".cleaned-up"
_PLACE = (NAME, SESSIONS)


@frozen
class KeptSession:
    """All that is kept of a session: its `size` in bytes, and when some of it was last written.

    `names` are those in the folder of sessions. Without a journal it is what a crash left.
    """

    session_id: SessionId
    size: int
    written_at: float
    names: tuple[str, ...] = field(default=())
    is_live: bool = False

    @property
    def has_journal(self) -> bool:
        return self.session_id + _JOURNAL in self.names


def kept_sessions(root: Path, place: tuple[str, ...] = _PLACE) -> list[KeptSession]:
    """What is kept of each session of the workspace at `root`, the oldest first.

    `place` is the folder where what is told apart by the names of journals lies.

    Raises:
        PortFault: the folder cannot be read.
    """
    try:
        with open_listable_folder(root, place) as folder:
            found = [_session(folder, *each) for each in sorted(_grouped(folder).items())]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise PortFault(
            english("the sessions in {root!r}: {reason}", root=str(root), reason=error.strerror)
        ) from error
    return sorted(found, key=lambda each: (each.written_at, each.session_id))


def kept_session(root: Path, session_id: SessionId) -> KeptSession | None:
    """What is kept of one session; None if nothing is.

    Raises:
        PortFault: the folder cannot be read.
    """
    try:
        with open_listable_folder(root, _PLACE) as folder:
            names = _grouped(folder).get(session_id)
            return None if names is None else _session(folder, session_id, names)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise PortFault(
            english("the sessions in {root!r}: {reason}", root=str(root), reason=error.strerror)
        ) from error


def remove_session(root: Path, session: KeptSession, place: tuple[str, ...] = _PLACE) -> bool:
    """Remove all that is kept of a session; False if somebody writes it by now.

    Its journal goes first: what a crash leaves then belongs to no session, and goes the next time.

    Raises:
        PortFault: it cannot be removed.
    """
    try:
        with open_listable_folder(root, place) as folder:
            journal = session.session_id + _JOURNAL
            if session.has_journal and not _removed(folder, journal):
                return False
            for name in session.names:
                if name != journal:
                    _remove(root.joinpath(*place), folder, name)
    except OSError as error:
        raise PortFault(
            english(
                "the session {session_id!r} cannot be removed: {reason}",
                session_id=session.session_id,
                reason=error.strerror,
            )
        ) from error
    return True


def is_due(root: Path, *, now: float, every_s: float) -> bool:
    """Whether the last time somebody asked this was `every_s` ago; from now on it was just now."""
    mark = root / NAME / SESSIONS / _MARK
    try:
        if mark.lstat().st_mtime > now - every_s:
            return False
    except OSError:
        pass
    with suppress(OSError):
        descriptor = os.open(mark, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        os.utime(descriptor, (now, now))
        os.close(descriptor)
        return True
    return False


def mentions(root: Path, session_id: SessionId, event: str) -> bool:
    """Whether the journal has an event of that type; True as well if it cannot be read."""
    wanted = f'"type":"{event}"'.encode()
    try:
        with open_listable_folder(root, (NAME, SESSIONS)) as folder:
            name = session_id + _JOURNAL
            descriptor = open_regular_slot(Slot(folder, name), shown_as=name)
        with os.fdopen(descriptor, "rb") as file:
            return any(wanted in line[:300] for line in file)
    except (OSError, NotAFileError):
        return True


def _grouped(folder: int) -> dict[str, list[str]]:
    """The names in the folder, by the session they begin with."""
    with os.scandir(folder) as entries:
        names = sorted(entry.name for entry in entries)
    groups: dict[str, list[str]] = {}
    for name in names:
        if not name.startswith("."):
            groups.setdefault(name.partition(".")[0], []).append(name)
    return groups


def _session(folder: int, session_id: str, names: list[str]) -> KeptSession:
    size, written_at = 0, 0.0
    for name in names:
        for status in _statuses(folder, name):
            size += status.st_blocks * 512
            # Looking at a session is not working on it.
            if not name.endswith(SCAN):
                written_at = max(written_at, status.st_mtime)
    live = session_id + _JOURNAL in names and _is_live(folder, session_id + _JOURNAL)
    return KeptSession(SessionId(session_id), size, written_at, tuple(names), live)


def _statuses(folder: int, name: str) -> Iterator[os.stat_result]:
    with suppress(OSError):
        yield os.stat(name, dir_fd=folder, follow_symlinks=False)
    with suppress(OSError):
        for _, _, files, below in os.fwalk(name, dir_fd=folder, follow_symlinks=False):
            for file in files:
                with suppress(OSError):
                    yield os.stat(file, dir_fd=below, follow_symlinks=False)


def _is_live(folder: int, name: str) -> bool:
    try:
        descriptor = open_regular_slot(Slot(folder, name), shown_as=name)
    except (OSError, NotAFileError):
        return False
    try:
        return journal_lock.size_and_writer(descriptor)[1]
    finally:
        os.close(descriptor)


def _removed(folder: int, name: str) -> bool:
    """Remove a journal that nobody else writes."""
    try:
        descriptor = os.open(name, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    except FileNotFoundError:
        return True
    try:
        if not journal_lock.own(descriptor):
            return False
        os.unlink(name, dir_fd=folder)
    finally:
        os.close(descriptor)
    return True


def _remove(around: Path, folder: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        return
    except OSError:
        # A folder: all in it is ours, and links in it are not followed.
        shutil.rmtree(around / name)
