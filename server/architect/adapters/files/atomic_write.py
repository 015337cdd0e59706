"""Files that are either written completely or not at all."""

import contextlib
import errno
import os
import stat
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

from architect.adapters.files.project_folder import NAME, is_real_folder, project_folder

_PART = "tmp"
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS}
"""What `link` says on file systems without hard links."""

_OLD_S = 3600.0
"""Writing one file takes seconds at most."""

_SUFFIX = ".architect-partial"


def create_file(root: Path, target: Path, content: bytes) -> None:
    """Make `target`, with the folders it lies in.

    Raises:
        FileExistsError: something is there already; it stays as it is.
        OSError: it could not be written.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    _put(root, target, content, like=None, put_in_place=_link_into_place)


def replace_file(root: Path, target: Path, content: bytes) -> None:
    """Give `target`, which exists, another content; mode and owner stay.

    Raises:
        OSError: it could not be written; the old content is still there.
    """
    _put(root, target, content, like=target.lstat(), put_in_place=os.replace)


def remove_litter(root: Path) -> None:
    """Remove the temporary files that processes left behind when they were killed.

    Numbers of processes come again, in containers very soon: what is old is litter in any case.
    """
    own = root / NAME
    if not (is_real_folder(own) and is_real_folder(own / _PART)):
        return
    for place in (own / _PART).glob(f".*{_SUFFIX}"):
        with contextlib.suppress(OSError, ValueError):
            old = time.time() - place.lstat().st_mtime > _OLD_S
            if old or not _is_alive(int(place.name[1:].split("-", 1)[0])):
                place.unlink()


def _put(
    root: Path,
    target: Path,
    content: bytes,
    *,
    like: os.stat_result | None,
    put_in_place: Callable[[Path, Path], None],
) -> None:
    folder = _temporary_folder(root, target.parent)
    try:
        with _temporary_file(folder, content, like=like) as temporary:
            put_in_place(temporary, target)
    except OSError as error:
        # Two bind mounts of one device: nothing can be moved from one to the other.
        if error.errno != errno.EXDEV or folder == target.parent:
            raise
        with _temporary_file(target.parent, content, like=like) as temporary:
            put_in_place(temporary, target)


def _link_into_place(temporary: Path, target: Path) -> None:
    """Unlike a rename, a link never replaces what appeared at `target` in the meantime."""
    try:
        os.link(temporary, target, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        temporary.replace(target)


@contextmanager
def _temporary_file(
    folder: Path, content: bytes, *, like: os.stat_result | None
) -> Generator[Path]:
    """A new file with `content`; its name is gone afterwards in any case."""
    temporary = folder / f".{os.getpid()}-{os.urandom(6).hex()}{_SUFFIX}"
    try:
        _write_new(temporary, content, like=like)
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


def _write_new(path: Path, content: bytes, *, like: os.stat_result | None) -> None:
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(path, flags, 0o666 if like is None else 0o600), "wb") as file:
        if like is not None:
            _take_owner_and_mode(file.fileno(), like)
        file.write(content)
        file.flush()
        # Or a power cut could leave the new name with nothing behind it.
        os.fsync(file.fileno())


def _take_owner_and_mode(descriptor: int, like: os.stat_result) -> None:
    if os.geteuid() == 0:
        os.fchown(descriptor, like.st_uid, like.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(like.st_mode))


def _temporary_folder(root: Path, beside: Path) -> Path:
    """Our own folder, where a crash leaves no litter among the user's files.

    On another device, or where it cannot be made, `beside` itself.
    """
    with contextlib.suppress(OSError):
        folder = project_folder(root, _PART)
        if folder.stat().st_dev == beside.stat().st_dev:
            return folder
    return beside


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
