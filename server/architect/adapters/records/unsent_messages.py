"""What a person wrote in a session and never sent, each session's in a file beside its journal."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pydantic import TypeAdapter

from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.records.own_file import OwnFile
from architect.domain.errors import NotAFileError, PortFault, WorkspaceFault
from architect.domain.ids import SessionId
from architect.domain.unsent_message import UnsentMessage
from architect.l10n import english

_SUFFIX = ".unsent"
_MOST_BYTES = 1_000_000


def unsent_messages(root: Path, session_id: SessionId) -> tuple[UnsentMessage, ...]:
    """The messages, the oldest first; none if there are none that can be read."""
    with suppress(OSError, NotAFileError, WorkspaceFault, ValueError):
        kept = TypeAdapter(list[str | UnsentMessage]).validate_json(_file(root, session_id).read())
        messages = (UnsentMessage(each) if isinstance(each, str) else each for each in kept)
        return tuple(each for each in messages if each.text.strip())
    return ()


def keep_unsent(root: Path, session_id: SessionId, messages: Sequence[UnsentMessage]) -> None:
    """Keep these messages instead of those before; without any, forget them.

    Raises:
        PortFault: they cannot be written.
    """
    file = _file(root, session_id)
    try:
        if messages:
            file.write(
                TypeAdapter(list[str | UnsentMessage]).dump_json(list(map(_brief, messages)))
            )
        else:
            file.remove()
    except (OSError, NotAFileError, WorkspaceFault) as error:
        reason = getattr(error, "strerror", None) or error
        raise PortFault(
            english("what was not sent cannot be kept: {reason}", reason=reason)
        ) from error


def _brief(message: UnsentMessage) -> str | UnsentMessage:
    """Its text if there is no more, as all were kept once."""
    return message if message.files or message.images else message.text


def _file(root: Path, session_id: SessionId) -> OwnFile:
    return OwnFile(root, f"{SESSIONS}/{session_id}{_SUFFIX}", max_bytes=_MOST_BYTES)
