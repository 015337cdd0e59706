"""The last session of a workspace, where none is named; the person is told what it is not."""

import asyncio
from pathlib import Path

from architect.app.next_run import last_session_id
from architect.bootstrap.runtime import system_clock
from architect.bootstrap.sessions import session_store
from architect.cli.result_stream import print_note
from architect.domain.ids import SessionId
from architect.domain.journal.session import is_dated_ahead
from architect.l10n import t


async def told_last_session_id(root: Path) -> SessionId:
    """The newest session in `root` that can be resumed; one dated ahead is named on stderr.

    Raises:
        UserError: there is none.
    """
    _print(await passed_over(root))
    return await last_session_id(root)


def tell_passed_over(session_or_run: str | None, root: Path) -> None:
    """Say on standard error which session is not taken for the last one, if none was named."""
    if session_or_run is None:
        _print(asyncio.run(passed_over(root)))


async def passed_over(root: Path) -> str:
    """Which session is not taken for the last one, in words; empty if that is the newest.

    It may have come with the project, or be the user's own if the clock was put back.
    """
    now = system_clock().now()
    ahead = [each for each in await session_store(root).ids() if is_dated_ahead(each, now)]
    if not ahead:
        return ""
    return t(
        "the session {session_id} is dated ahead of the clock and does not count as the last "
        "one; name it if it is meant",
        session_id=max(ahead),
    )


def _print(told: str) -> None:
    if told:
        print_note(told)
