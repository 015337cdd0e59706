"""Whether a file that a flag names can be written later, asked before a run costs something."""

import os
from pathlib import Path

from architect.domain.errors import UserError


def require_writable(flag: str, file: Path) -> None:
    """Make sure, as far as can be told without writing, that `file` can be made or replaced.

    Raises:
        UserError: it cannot.
    """
    if file.is_dir():
        raise UserError(f"{flag}: {str(file)!r} is a folder")
    if os.path.lexists(file):
        if not os.access(file, os.W_OK):
            raise UserError(f"{flag}: {str(file)!r} may not be written")
        return
    folder = next(each for each in file.absolute().parents if os.path.lexists(each))
    if not folder.is_dir():
        raise UserError(f"{flag}: {str(file)!r} cannot be made: {str(folder)!r} is no folder")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UserError(f"{flag}: {str(file)!r} cannot be made: {str(folder)!r} may not be written")
