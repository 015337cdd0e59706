"""Which hunks, of a run or of a session, a command is about."""

from collections.abc import Iterable
from pathlib import Path

from architect.domain.ids import HunkId, names_run
from architect.l10n import english
from architect.lsp.handlers.selection import relative_path
from architect.lsp.protocol.errors import invalid
from architect.services.hunk_review import HunkChoice


def choice_of(root: Path, hunk_ids: Iterable[str] | None, uris: Iterable[str] | None) -> HunkChoice:
    """Which hunks are meant.

    Raises:
        RequestFault: one of `uris` lies outside of `root`, or both are given.
    """
    if hunk_ids is not None and uris is not None:
        raise invalid(english("hunkIds and uris cannot be combined"))
    return HunkChoice(
        None if hunk_ids is None else frozenset(HunkId(one) for one in hunk_ids),
        None if uris is None else tuple(relative_path(root, uri) for uri in uris),
    )


def session_or_run(run_id: str | None, session_id: str | None) -> str:
    """The id of the run or of the session that is meant, which a dot tells apart.

    Raises:
        RequestFault: none or both are given, or a session is given as a run, or the other way.
    """
    if (run_id is None) == (session_id is None):
        raise invalid(english("either runId or sessionId says what is meant"))
    if session_id is not None and names_run(session_id):
        raise invalid(
            english("sessionId: {session_id!r} is a run; runId takes it", session_id=session_id)
        )
    return session_id or run_id or ""
