"""What a run has fixed is open again once the run is undone."""

import asyncio
from collections.abc import Collection
from contextlib import suppress

from architect.app.finding_sink import look_again
from architect.bootstrap.findings import open_findings
from architect.domain.errors import PortFault
from architect.domain.ids import RunId
from architect.ports.workspace import Workspace
from architect.services.findings import FindingCollection


async def reopen_fixed(
    run_id: RunId,
    workspace: Workspace,
    changed: Collection[str],
    findings: FindingCollection | None,
) -> None:
    """Open again what the run had fixed, if undoing it `changed` files; lines are found again.

    `findings` are those that a front end has open; None are those on disk. An undo that is made
    counts, also where these cannot be read or written.
    """
    if not changed:
        return
    with suppress(PortFault):
        kept = findings
        if kept is None:
            kept, _ = await asyncio.to_thread(open_findings, workspace.root)
        kept.reopen(run_id)
        for path in changed:
            if kept.all(path):
                await look_again(kept, workspace, path)
        if findings is None:
            await kept.keep()
