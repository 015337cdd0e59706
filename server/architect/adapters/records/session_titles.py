"""The titles that users give to sessions, each in a file beside the journal.

The journal belongs to the run that goes on in it, and a title may change meanwhile.
"""

import os
from contextlib import suppress
from pathlib import Path

from architect.adapters.files.anchored import open_listable_folder
from architect.adapters.files.project_folder import NAME
from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.records.own_file import OwnFile
from architect.domain.errors import NotAFileError, PortFault, WorkspaceFault
from architect.domain.ids import SessionId
from architect.domain.journal.session import one_line_title
from architect.l10n import english

SUFFIX = ".title"

_MOST_BYTES = 10_000


def kept_title(root: Path, session_id: SessionId) -> str:
    """The title that the user gave to a session; empty if there is none that can be read."""
    with suppress(OSError, NotAFileError, WorkspaceFault):
        return one_line_title(_file(root, session_id).read().decode("utf-8", "replace"))
    return ""


def keep_title(root: Path, session_id: SessionId, title: str) -> None:
    """Keep a title, or forget the one that is kept if this is empty.

    Raises:
        PortFault: it cannot be written.
    """
    try:
        if title:
            _file(root, session_id).write(title.encode("utf-8", "replace"))
        else:
            _remove(root, session_id + SUFFIX)
    except (OSError, NotAFileError, WorkspaceFault) as error:
        reason = getattr(error, "strerror", None) or error
        raise PortFault(
            english(
                "the title of the session {session_id!r} cannot be kept: {reason}",
                session_id=session_id,
                reason=reason,
            )
        ) from error


def _remove(root: Path, name: str) -> None:
    with (
        suppress(FileNotFoundError),
        open_listable_folder(root, (NAME, SESSIONS)) as folder,
    ):
        os.unlink(name, dir_fd=folder)


def _file(root: Path, session_id: SessionId) -> OwnFile:
    return OwnFile(root, f"{SESSIONS}/{session_id}{SUFFIX}", max_bytes=_MOST_BYTES)
