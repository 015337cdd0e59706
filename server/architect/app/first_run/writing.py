"""Writing a proposed file where there is none."""

import os
from pathlib import Path

from architect.adapters.files.anchored import open_made_folder, open_nearest_folder
from architect.domain.errors import UserError
from architect.l10n import english

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def write_new(root: Path, path: str, text: str) -> None:
    """Write the file `path` below `root`, with the folders on the way; no link is followed.

    Raises:
        UserError: it exists, or cannot be written.
    """
    *folders, name = path.split("/")
    try:
        with (
            open_nearest_folder(root.resolve(), folders) as (nearest, missing),
            open_made_folder(nearest, missing) as folder,
        ):
            descriptor = os.open(name, _NEW, 0o666, dir_fd=folder)
            with os.fdopen(descriptor, "wb") as file:
                file.write(text.encode())
    except FileExistsError as error:
        raise UserError(english("{path} exists by now, and stays as it is", path=path)) from error
    except OSError as error:
        raise UserError(
            english("{path} cannot be written: {error}", path=path, error=error.strerror)
        ) from error
