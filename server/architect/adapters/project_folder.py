"""The folder `.architect` of a workspace."""

from pathlib import Path


def project_folder(root: Path) -> Path:
    """`.architect` in `root`, made if need be, with a `.gitignore` that keeps its content out of git.

    A `.gitignore` that is there already is the user's, and stays.

    Raises:
        OSError: it cannot be made.
    """
    folder = root / ".architect"
    if not folder.exists():
        folder.mkdir()
        (folder / ".gitignore").write_bytes(b"*\n!.gitignore\n!config.yaml\n")
    return folder
