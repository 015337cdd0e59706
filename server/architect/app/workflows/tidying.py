"""Branches and copies that workflows left, removed where nothing is lost with them."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from architect.app.workflows.listing import known_workflows, listed_workflows
from architect.bootstrap.workflows.units import left_copies, open_trees, remove_copy
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.ids import WorkflowId
from architect.frozen import frozen
from architect.l10n import english

PREFIX = "architect/"


@frozen(kw_only=True)
class Tidied:
    """What was removed, and what stays and why: by the names of branches and of workflows."""

    branches: tuple[str, ...]
    kept: tuple[tuple[str, str], ...]
    copies: tuple[WorkflowId, ...]


async def tidy_up(root: Path, config: Config, *, dry_run: bool) -> Tidied:
    """Remove the branches of workflows that are merged somewhere else, and copies nobody works on.

    With `dry_run` nothing is removed, only said.

    Raises:
        UserError: this is no git repository.
        VcsFault: git fails.
    """
    trees = open_trees(root, config)
    if trees is None:
        raise UserError(
            english(
                "{root!r} is no git repository, so no workflow left branches there", root=str(root)
            )
        )
    ours = await asyncio.to_thread(_made_by_workflows, root)
    merged, kept = await trees.merged_branches(PREFIX, ours)
    if not dry_run:
        await trees.remove_branches(merged)
    listed = await asyncio.to_thread(list, listed_workflows(root))
    open_ones = {each.workflow_id for each in listed if each.status in ("running", "paused")}
    copies = [each for each in left_copies(root, config) if each not in open_ones]
    for each in () if dry_run else copies:
        await asyncio.to_thread(remove_copy, root, config, each)
    return Tidied(branches=tuple(merged), kept=tuple(kept.items()), copies=tuple(copies))


def _made_by_workflows(root: Path) -> Sequence[str]:
    """The branches that the workflows of the workspace are known to have made."""
    return [
        unit.branch
        for each in known_workflows(root)
        if each.state is not None
        for unit in each.state.units.values()
        if unit.branch
    ]
