"""Sessions that do not count as the last one, since they are dated ahead of the clock."""

import asyncio
from pathlib import Path

from architect.bootstrap.runtime import system_clock
from architect.bootstrap.sessions import session_store
from architect.cli.result_stream import print_note
from architect.domain.journal.session import is_dated_ahead
from architect.l10n import t


def tell_passed_over(session_or_run: str | None, root: Path) -> None:
    """Say on standard error which session is not taken for the last one, if none was named.

    It may have come with the project, or be the user's own if the clock was put back.
    """
    if session_or_run is not None:
        return
    now = system_clock().now()
    ids = asyncio.run(session_store(root).ids())
    ahead = [each for each in ids if is_dated_ahead(each, now)]
    if ahead:
        told = t(
            "the session {session_id} is dated ahead of the clock and does not count as the last "
            "one; name it if it is meant",
            session_id=max(ahead),
        )
        print_note(told)
