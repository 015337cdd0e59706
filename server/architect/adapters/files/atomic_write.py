"""Files that are either written completely or not at all.

The new content is written to a temporary file, which then takes the name of the old one. The name
has a file of its own from then on: if the old one had other names (hard links), those keep the old
content. They may lie outside the workspace, in the store of a package manager for instance, and
writing into the old file would change them, and not at one instant either.
"""

import contextlib
import errno
import os
import stat
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from architect.adapters.files.anchored import (
    Slot,
    open_listable_folder,
    open_made_folder,
    open_nearest_folder,
)
from architect.adapters.files.extended_attributes import copy_attributes
from architect.adapters.files.project_folder import NAME, open_project_folder
from architect.frozen import frozen

_PART = "tmp"
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS}
"""What `link` says on file systems without hard links."""

_OLD_S = 3600.0
"""Writing one file takes seconds at most."""

_SUFFIX = ".architect-partial"
_NEW_FILE = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC


@frozen
class _New:
    """What a file is to become; `like` is the open file whose place it takes, if there is one."""

    content: bytes
    like: int | None
    executable: bool | None


def create_file(
    root: Path, parts: Sequence[str], content: bytes, *, executable: bool | None = None
) -> None:
    """Make the file at `parts` below `root`, with the folders it lies in.

    Raises:
        FileExistsError: something is there already; it stays as it is.
        OSError: it could not be written.
    """
    with open_nearest_folder(root, parts[:-1]) as (folder, missing):

        def link(temporary: Slot) -> None:
            with open_made_folder(folder, missing) as parent:
                _link(temporary, Slot(parent, parts[-1]))

        new = _New(content, None, executable)
        _put(root, folder, new, put_in_place=link)


def replace_file(
    root: Path, target: Slot, content: bytes, *, like: int, executable: bool | None = None
) -> None:
    """Give the file at `target`, which is open as `like`, another content.

    Mode, owner, access lists and the user's own attributes stay, but for the execute bit if that is
    given.

    Raises:
        OSError: it could not be written, and the old content is still there; `ESTALE` if another
            file has this name by now.
    """

    def rename(temporary: Slot) -> None:
        require_same_file(target, like)
        _rename(temporary, target)

    _put(root, target.folder, _New(content, like, executable), put_in_place=rename)


def set_executable(descriptor: int, *, executable: bool) -> None:
    """Let those execute an open file who may read it, or nobody, as git does.

    Raises:
        OSError: it belongs to somebody else.
    """
    mode = stat.S_IMODE(os.fstat(descriptor).st_mode)
    os.fchmod(descriptor, mode | (mode & 0o444) >> 2 if executable else mode & ~0o111)


def require_same_file(slot: Slot, descriptor: int) -> None:
    """Make sure that `slot` is still the name of the open file.

    Raises:
        OSError: `ESTALE` if it is not; or nothing is there.
    """
    if not os.path.samestat(slot.status(), os.fstat(descriptor)):
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE), slot.name)


def remove_litter(root: Path) -> None:
    """Remove the temporary files that processes left behind when they were killed.

    Numbers of processes come again, in containers very soon: what is old is litter in any case.
    """
    with (
        contextlib.suppress(OSError),
        open_listable_folder(root, (NAME, _PART)) as folder,
        os.scandir(folder) as entries,
    ):
        for entry in entries:
            if entry.name.startswith(".") and entry.name.endswith(_SUFFIX):
                _remove_if_litter(Slot(folder, entry.name))


def _remove_if_litter(slot: Slot) -> None:
    with contextlib.suppress(OSError, ValueError):
        old = time.time() - slot.status().st_mtime > _OLD_S
        if old or not _is_alive(int(slot.name[1:].split("-", 1)[0])):
            os.unlink(slot.name, dir_fd=slot.folder)


def _put(root: Path, folder: int, new: _New, *, put_in_place: Callable[[Slot], None]) -> None:
    """Write a temporary file, in our own folder if it is on the device of `folder`, else there."""
    with _temporary_folder(root, folder) as temporary_folder:
        try:
            with _temporary_file(temporary_folder, new) as temporary:
                put_in_place(temporary)
        except OSError as error:
            # Two bind mounts of one device: nothing can be moved from one to the other.
            if error.errno != errno.EXDEV or temporary_folder == folder:
                raise
            with _temporary_file(folder, new) as temporary:
                put_in_place(temporary)


def _link(temporary: Slot, target: Slot) -> None:
    """Unlike a rename, a link never replaces what appeared at `target` in the meantime."""
    try:
        os.link(
            temporary.name,
            target.name,
            src_dir_fd=temporary.folder,
            dst_dir_fd=target.folder,
            follow_symlinks=False,
        )
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        os.close(os.open(target.name, _NEW_FILE, dir_fd=target.folder))
        _rename(temporary, target)


def _rename(temporary: Slot, target: Slot) -> None:
    os.replace(temporary.name, target.name, src_dir_fd=temporary.folder, dst_dir_fd=target.folder)


@contextmanager
def _temporary_file(folder: int, new: _New) -> Generator[Slot]:
    """A new file; its name is gone afterwards in any case."""
    slot = Slot(folder, f".{os.getpid()}-{os.urandom(6).hex()}{_SUFFIX}")
    try:
        _write_new(slot, new)
        yield slot
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(slot.name, dir_fd=folder)


def _write_new(slot: Slot, new: _New) -> None:
    like = new.like
    mode = 0o666 if like is None else 0o600
    with os.fdopen(os.open(slot.name, _NEW_FILE, mode, dir_fd=slot.folder), "wb") as file:
        file.write(new.content)
        file.flush()
        if like is not None:
            _take_owner_and_mode(file.fileno(), os.fstat(like))
            copy_attributes(like, file.fileno())
        if new.executable is not None:
            set_executable(file.fileno(), executable=new.executable)
        # Or a power cut could leave the new name with nothing behind it.
        os.fsync(file.fileno())


def _take_owner_and_mode(descriptor: int, like: os.stat_result) -> None:
    if os.geteuid() == 0:
        os.fchown(descriptor, like.st_uid, like.st_gid)
    else:
        with contextlib.suppress(OSError):
            os.fchown(descriptor, -1, like.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(like.st_mode))


@contextmanager
def _temporary_folder(root: Path, beside: int) -> Generator[int]:
    """Our own folder, where a crash leaves no litter among the user's files.

    On another device, where it cannot be made, or where new files get the group of the folder they
    are made in, `beside` itself.
    """
    status = os.fstat(beside)
    with contextlib.ExitStack() as stack:
        folder = beside
        with contextlib.suppress(OSError):
            own = stack.enter_context(open_project_folder(root, _PART))
            if os.fstat(own).st_dev == status.st_dev and not status.st_mode & stat.S_ISGID:
                folder = own
        yield folder


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
