"""A session as a person names it at a terminal: by its id, or by its number in the list."""

from collections.abc import Sequence
from pathlib import Path

from architect.app.sessions.listing import listed_sessions
from architect.domain.errors import UserError
from architect.domain.ids import SessionId
from architect.domain.text.counted import counted
from architect.l10n import english

_MOST_DIGITS = 9
"""Python reads no number of more than 4,300."""


async def session_named(words: str, root: Path) -> SessionId:
    """The id of the session in `root` that `words` name; one that is no number stays as it is.

    Raises:
        UserError: the list has no session of that number.
    """
    if not words.isdecimal():
        return SessionId(words)
    return session_numbered(
        words, [each.summary.session_id for each in await listed_sessions([root])]
    )


def session_numbered(number: str, listed: Sequence[SessionId]) -> SessionId:
    """The session that has this number, from 1, in a list.

    Raises:
        UserError: the list is shorter.
    """
    if len(number) > _MOST_DIGITS or not 1 <= int(number) <= len(listed):
        has = counted(len(listed), "session") if listed else "none yet"
        raise UserError(
            english(
                "there is no session with the number {number}: this workspace has {has}",
                number=number[:20],
                has=has,
            )
        )
    return listed[int(number) - 1]
