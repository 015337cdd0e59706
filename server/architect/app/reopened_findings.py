"""What a run fixed is open again once the run is undone or gone back behind, until it is redone."""

import asyncio
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress

from architect.app.finding_sink import look_again
from architect.bootstrap.findings import open_findings
from architect.domain.errors import PortFault
from architect.domain.ids import RunId
from architect.ports.workspace import Workspace
from architect.services.findings import FindingCollection


async def reopen_fixed(
    runs: Iterable[RunId],
    workspace: Workspace,
    changed: Collection[str],
    findings: FindingCollection | None,
) -> None:
    """Open again what the runs had fixed, if undoing them `changed` files; lines are found again.

    `findings` are those that a front end has open; None are those on disk. An undo that is made
    counts, also where these cannot be read or written.
    """
    await _settle(FindingCollection.reopen, runs, workspace, changed, findings)


async def close_fixed(
    runs: Iterable[RunId],
    workspace: Workspace,
    changed: Collection[str],
    findings: FindingCollection | None,
) -> None:
    """Close again what the runs had fixed, if undoing the undo of them `changed` files."""
    await _settle(FindingCollection.close_again, runs, workspace, changed, findings)


async def _settle(
    settle: Callable[[FindingCollection, RunId], None],
    runs: Iterable[RunId],
    workspace: Workspace,
    changed: Collection[str],
    findings: FindingCollection | None,
) -> None:
    runs = sorted(runs)
    if not (runs and changed):
        return
    with suppress(PortFault):
        kept = findings
        if kept is None:
            kept, _ = await asyncio.to_thread(open_findings, workspace.root)
        for run_id in runs:
            settle(kept, run_id)
        for path in changed:
            if kept.all(path):
                await look_again(kept, workspace, path)
        if findings is None:
            await kept.keep()
