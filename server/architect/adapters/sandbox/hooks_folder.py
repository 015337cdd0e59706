"""The folder for hooks of a repository that has none, which is there while a command runs.

Nothing could be mounted read-only otherwise, and a hook that a command left would be run by git
outside the sandbox. Empty, nobody sees it there.
"""

import contextlib
import os
from pathlib import Path

_OURS_NS = 1_111_111_111_111_111_111
"""The time of a folder that we made: by it we know one that was left when we were killed."""


def made_hooks(root: Path) -> Path | None:
    """The folder, made or left behind by a command before; None if there is one of the user's."""
    hooks = root / ".git" / "hooks"
    if not hooks.parent.is_dir() or hooks.parent.is_symlink():
        return None
    try:
        hooks.mkdir()
    except FileExistsError:
        return hooks if _is_left_behind(hooks) else None
    with contextlib.suppress(OSError):
        os.utime(hooks, ns=(_OURS_NS, _OURS_NS))
    return hooks


def _is_left_behind(hooks: Path) -> bool:
    """Whether nobody has put anything there since we made it."""
    return not hooks.is_symlink() and hooks.stat().st_mtime_ns == _OURS_NS
