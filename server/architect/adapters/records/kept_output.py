"""What a run that another one opened says in the end, where it is too long to be a result."""

import os
from pathlib import Path

from architect.adapters.files.project_folder import NAME, open_project_folder
from architect.adapters.records.file_originals import SESSIONS
from architect.domain.errors import JournalFault
from architect.domain.ids import RunId
from architect.l10n import english

_NEW_FILE = os.O_CREAT | os.O_TRUNC | os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC


def keep_output(root: Path, run_id: RunId, text: str) -> str:
    """Write `text` beside the journal of the run; gives the path of the file in `root`.

    Raises:
        JournalFault: it cannot be written.
    """
    name = f"{run_id}.md"
    try:
        with open_project_folder(root, SESSIONS) as folder:
            descriptor = os.open(name, _NEW_FILE, 0o600, dir_fd=folder)
            with os.fdopen(descriptor, "wb") as file:
                file.write(text.encode("utf-8", "replace"))
    except OSError as error:
        raise JournalFault(
            english("cannot write {path!r}: {reason}", path=name, reason=error.strerror)
        ) from error
    return f"{NAME}/{SESSIONS}/{name}"
