"""What commands do not get to see of the folder `.architect`: what we keep there ourselves.

Journals quote what was read and searched, so a search by a command would find itself, more with
each one. What the user keeps there is part of the project and stays visible.
"""

from collections.abc import Iterator
from pathlib import Path

from architect.adapters.files.project_folder import FILES, FOLDERS, NAME


def as_repository(root: Path) -> tuple[str, ...]:
    """The same for a git that deletes what it ignores, which leaves repositories alone.

    If the user keeps anything there, it is not hidden.
    """
    own = root / NAME
    if not {entry.name for entry in own.iterdir()} <= {*FOLDERS, *FILES, ".gitignore"}:
        return tuple(own_records(root))
    git = own / ".git"
    folders = (word for name in ("objects", "refs") for word in ("--dir", str(git / name)))
    return (
        *("--tmpfs", str(own), *folders, "--symlink", "refs/heads/none", str(git / "HEAD")),
        *("--remount-ro", str(own)),
    )


def own_records(root: Path) -> Iterator[str]:
    """Arguments of bwrap(1) that hide our records below `root`, where `.architect` is mounted."""
    own = root / NAME
    for name in FOLDERS:
        if (own / name).is_dir():
            yield from ("--tmpfs", str(own / name), "--remount-ro", str(own / name))
    for name in FILES:
        if (own / name).is_file():
            yield from ("--ro-bind", "/dev/null", str(own / name))
