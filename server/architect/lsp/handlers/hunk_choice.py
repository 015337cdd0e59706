"""Which hunks of a run a command is about."""

from collections.abc import Iterable
from pathlib import Path

from architect.domain.ids import HunkId
from architect.lsp.handlers.selection import relative_path
from architect.lsp.protocol.errors import invalid
from architect.services.hunk_review import HunkChoice


def choice_of(root: Path, hunk_ids: Iterable[str] | None, uris: Iterable[str] | None) -> HunkChoice:
    """Which hunks are meant.

    Raises:
        RequestFault: one of `uris` lies outside of `root`, or both are given.
    """
    if hunk_ids is not None and uris is not None:
        raise invalid("hunkIds and uris cannot be combined")
    return HunkChoice(
        None if hunk_ids is None else frozenset(HunkId(one) for one in hunk_ids),
        None if uris is None else tuple(relative_path(root, uri) for uri in uris),
    )
