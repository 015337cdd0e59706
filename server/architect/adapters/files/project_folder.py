"""The folder `.architect` of a workspace, where a run keeps what belongs to the project."""

import contextlib
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from architect.adapters.files.anchored import open_folder, open_made_folder

NAME = ".architect"
FOLDERS = ("sessions", "tmp")
FILES = ("findings.json", "memory.md")
"""What we keep there ourselves, as folders and files; all else is the user's."""

_IGNORED = (
    b"# What runs leave here is not for the repository.\n"
    b"/.gitignore\n/findings.json*\n/memory.md\n/sessions/\n/tmp/\n"
)
_NEW_FILE = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC


def project_folder(root: Path, *parts: str) -> Path:
    """The folder `parts`, each in the one before, in `.architect` of `root`, made if need be.

    With it comes a `.gitignore`, so that a run leaves no trace in `git status`; one that is there
    already is the user's, and stays. A link is refused: it could lead anywhere. The parts are for
    nobody else to read.

    Raises:
        OSError: it cannot be made, or is a link.
    """
    with open_project_folder(root, *parts):
        return root.joinpath(NAME, *parts)


@contextmanager
def open_project_folder(root: Path, *parts: str) -> Generator[int]:
    """The same, as an open folder to make files in.

    Raises:
        OSError: it cannot be made, or is a link.
    """
    with open_folder(root, ()) as top, open_made_folder(top, (NAME,)) as own:
        with contextlib.suppress(FileExistsError):
            descriptor = os.open(".gitignore", _NEW_FILE, 0o666, dir_fd=own)
            with os.fdopen(descriptor, "wb") as file:
                file.write(_IGNORED)
        with open_made_folder(own, parts, mode=0o700) as folder:
            yield folder
