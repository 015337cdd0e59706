"""The checkpoints of a workspace."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from architect.config.checkpoints import CheckpointSettings
from architect.domain.checkpoints import TreeEntry
from architect.ports.checkpoints import Checkpoints


def open_checkpoints(root: Path, settings: CheckpointSettings) -> Checkpoints | None:
    """The checkpoints of the workspace at `root`; None where there is no repository."""
    if not in_repository(root):
        return None
    from architect.adapters.checkpoints.git_checkpoints import GitCheckpoints

    return GitCheckpoints(root, max_file_bytes=settings.max_file_megabytes * 1_000_000)


def recorded_states(root: Path) -> Checkpoints:
    """The states of files as the journals of the workspace at `root` have them."""
    from architect.adapters.checkpoints.recorded_states import RecordedStates
    from architect.bootstrap.sessions import session_originals, session_store

    return RecordedStates(root, session_store(root), partial(session_originals, root))


def in_repository(root: Path) -> bool:
    """Whether a repository is around `root`: https://git-scm.com/docs/gitrepository-layout."""
    return any(
        (folder / ".git" / "HEAD").exists() or (folder / ".git").is_file()
        for folder in (root, *root.parents)
    )


def write_raw(root: Path, path: str, entry: TreeEntry | None, content: bytes | None) -> None:
    """Make what is at `path` the bytes of a checkpoint; without an entry it is removed.

    Raises:
        OSError: that is not possible.
    """
    from architect.adapters.checkpoints.raw_files import write_raw as write

    write(root, path, entry, content)


def remove_empty_folders(root: Path, paths: Sequence[str]) -> None:
    """Remove the folders of `paths`, which are gone, as far as nothing is left in them."""
    from architect.adapters.checkpoints.raw_files import remove_empty_folders as remove

    for path in paths:
        remove(root, path)
