"""Files that are either written completely or not at all."""

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

_OWN_FOLDER = ".architect"
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS}
"""What `link` says on file systems without hard links."""

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
    """Remove the temporary files that processes left behind when they were killed."""
    if not _is_own_folder(root):
        return
    for place in (root / _OWN_FOLDER / "tmp").glob(f".*{_SUFFIX}"):
        with contextlib.suppress(OSError, ValueError):
            if not _is_alive(int(place.name[1:].split("-", 1)[0])):
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


def _take_owner_and_mode(descriptor: int, like: os.stat_result) -> None:
    if os.geteuid() == 0:
        os.fchown(descriptor, like.st_uid, like.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(like.st_mode))


def _temporary_folder(root: Path, beside: Path) -> Path:
    """Our own folder, where a crash leaves no litter among the user's files.

    On another device, or where it cannot be made, `beside` itself.
    """
    with contextlib.suppress(OSError):
        _make_own_folder(root)
        folder = root / _OWN_FOLDER / "tmp"
        if _is_own_folder(root) and folder.stat().st_dev == beside.stat().st_dev:
            return folder
    return beside


def _make_own_folder(root: Path) -> None:
    own = root / _OWN_FOLDER
    try:
        own.mkdir()
    except FileExistsError:
        pass
    else:
        (own / ".gitignore").write_bytes(b"*\n")
    if not own.is_symlink():
        (own / "tmp").mkdir(exist_ok=True)


def _is_own_folder(root: Path) -> bool:
    """Whether the folder is there and really inside the root: a link could lead anywhere."""
    own = root / _OWN_FOLDER
    try:
        return all(stat.S_ISDIR(place.lstat().st_mode) for place in (own, own / "tmp"))
    except OSError:
        return False


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
