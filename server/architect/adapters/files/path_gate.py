"""The one gate between a path somebody wrote and a place in the workspace."""

import os
import stat
from pathlib import Path

from architect.adapters.files.user_folders import is_users_own
from architect.domain.errors import PathRefusedError
from architect.domain.paths import Access, WorkspacePath
from architect.domain.verdict import Deny
from architect.l10n import english
from architect.policy.path_rules import judge_path

_PSEUDO_FILE_SYSTEMS = (Path("/proc"), Path("/sys"), Path("/dev"))

_MOST_SHOWN = 200
"""Characters of a refused path in the message."""


def locate(root: Path, text: str, access: Access) -> WorkspacePath:
    """The place below `root` that `text` stands for; nothing needs to exist there yet.

    `root` may be a link; absolute paths may use its name, its real name or any other name it has.

    Raises:
        PathRefusedError: the text is no path, leads out of the root, or may not be used like that.
    """
    _refuse_bad_spelling(text)
    named_root = root.absolute()
    real_root = Path(os.path.realpath(root))
    written = named_root / text
    real = _resolved(text, written)
    if real != real_root and real_root not in real.parents:
        raise _refusal(
            text, english("it leads outside the workspace; use a path below the workspace root")
        )
    _refuse_pseudo_files(text, real_root, written, real)
    _refuse_special_file(text, real)
    relative = _relative_as_written(named_root, real_root, written, real)
    for place in (relative, real.relative_to(real_root).as_posix()):
        verdict = judge_path(place, access)
        if isinstance(verdict, Deny):
            raise _refusal(text, verdict.reason, rule=verdict.rule)
    if access is not Access.READ and is_users_own(real):
        reason = english("what the user configured, trusted and granted is not for tools")
        raise _refusal(text, reason, rule="path.user")
    return WorkspacePath(relative, real)


def _refusal(text: str, reason: str, *, rule: str = "") -> PathRefusedError:
    shown = text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."
    return PathRefusedError(
        english("path {name!r} refused: {reason}", name=shown, reason=reason), rule=rule
    )


def _unusable(text: str, error: OSError | ValueError) -> PathRefusedError:
    why = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return _refusal(
        text, english("no file can have it ({why}); list the folder to see what there is", why=why)
    )


def _refuse_bad_spelling(text: str) -> None:
    if not text.strip():
        raise _refusal(text, english("it is empty; the workspace root is '.'"))
    if "\0" in text:
        raise _refusal(text, english("it contains a NUL character"))
    if text.startswith("~"):
        raise _refusal(
            text, english("'~' is not expanded; a name that starts with it is written './~...'")
        )
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise _refusal(text, english("it is not valid Unicode"))


def _resolved(text: str, written: Path) -> Path:
    """The real path, all links followed as far as files exist."""
    try:
        return Path(os.path.realpath(written))
    except (OSError, ValueError) as error:
        raise _unusable(text, error) from error


def _refuse_pseudo_files(text: str, root: Path, written: Path, real: Path) -> None:
    for pseudo in _PSEUDO_FILE_SYSTEMS:
        if root.is_relative_to(pseudo):
            continue
        if written.is_relative_to(pseudo) or real.is_relative_to(pseudo):
            raise _refusal(text, english("{pseudo} does not hold files", pseudo=pseudo))


def _refuse_special_file(text: str, real: Path) -> None:
    try:
        mode = real.lstat().st_mode
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return
    except (OSError, ValueError) as error:
        raise _unusable(text, error) from error
    if stat.S_ISLNK(mode):
        raise _refusal(text, english("its links lead round in a circle"))
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise _refusal(text, english("it is a device, FIFO or socket, not a file"))


def _relative_as_written(named_root: Path, real_root: Path, written: Path, real: Path) -> str:
    """The path below the root with the links in it kept, or the real one where that is no name.

    After `link/..` only the real path says which file is meant.
    """
    if ".." not in written.parts:
        if written.is_relative_to(named_root):
            return written.relative_to(named_root).as_posix()
        for parent in (written, *written.parents):
            if Path(os.path.realpath(parent)) == real_root:
                return written.relative_to(parent).as_posix()
    return real.relative_to(real_root).as_posix()
