"""Whether a file that a flag names can be written later, asked before a run costs something."""

import os
from pathlib import Path

from architect.domain.errors import UserError
from architect.l10n import english


def require_writable(flag: str, file: Path) -> None:
    """Make sure, as far as can be told without writing, that `file` can be made or replaced.

    Raises:
        UserError: it cannot.
    """
    if file.is_dir():
        raise UserError(english("{flag}: {file!r} is a folder", flag=flag, file=str(file)))
    if os.path.lexists(file):
        if not os.access(file, os.W_OK):
            raise UserError(
                english("{flag}: {file!r} may not be written", flag=flag, file=str(file))
            )
        return
    folder = next(each for each in file.absolute().parents if os.path.lexists(each))
    if not folder.is_dir():
        raise UserError(
            english(
                "{flag}: {file!r} cannot be made: {folder!r} is no folder",
                flag=flag,
                file=str(file),
                folder=str(folder),
            )
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UserError(
            english(
                "{flag}: {file!r} cannot be made: {folder!r} may not be written",
                flag=flag,
                file=str(file),
                folder=str(folder),
            )
        )
