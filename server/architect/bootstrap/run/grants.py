"""What the user allowed or denied beforehand, and what he looks at afterwards."""

import os
from pathlib import Path

from architect.adapters.records.stored_grants import StoredGrants
from architect.domain.effect import Effect
from architect.domain.grants import Grant
from architect.domain.run_request import RunRequest
from architect.domain.verdict import EditReview
from architect.execution.grant_book import GrantBook


def open_grants(root: Path) -> GrantBook:
    """The grants of a run in the workspace `root`.

    Raises:
        UserError: they cannot be read.
    """
    return GrantBook(StoredGrants(os.environ, root))


def reviewed_later(request: RunRequest) -> frozenset[Effect]:
    """What the user looks at after the run, and so need not be asked about."""
    if request.proposes:
        return frozenset({Effect.WRITE, Effect.DELETE})
    return frozenset({Effect.WRITE} if request.edits is EditReview.AFTER else ())


def list_grants(root: Path, *, all_projects: bool) -> tuple[Grant, ...]:
    """The grants that hold in the workspace `root`, or those of all projects.

    Raises:
        UserError: they cannot be read.
    """
    kept = StoredGrants(os.environ, root)
    return kept.load_all() if all_projects else kept.load()


def keep_grant(grant: Grant, root: Path, *, everywhere: bool) -> Grant:
    """Keep `grant` for the workspace `root`, or for every one; it gets its id.

    Raises:
        UserError: it cannot be kept.
    """
    return StoredGrants(os.environ, root).add(grant, everywhere=everywhere)


def revoke_grant(grant_id: str) -> bool:
    """Forget a grant; whether there was one of that id.

    Raises:
        UserError: that cannot be written down.
    """
    return StoredGrants(os.environ, Path()).revoke(grant_id)
