"""What runs have cost so far, from the ledger and from the sessions of before it."""

import asyncio
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from architect.adapters.records.cost_ledger import read_ledger
from architect.bootstrap.sessions import session_store
from architect.domain.costs import CostEntry, CostMeter
from architect.domain.errors import JournalFault, UnknownSessionError, UserError
from architect.domain.ids import SessionId, session_of
from architect.l10n import english


async def past_costs(
    environ: Mapping[str, str], root: Path | None, *, since: datetime | None
) -> list[CostEntry]:
    """The replies to the runs in the project `root`, of all projects if it is None.

    Those of journals in `root` that the ledger does not know are among them.

    Raises:
        UserError: the ledger cannot be read.
    """
    try:
        kept = await asyncio.to_thread(lambda: list(read_ledger(environ, since=since)))
    except OSError as error:
        raise UserError(
            english("the record of costs cannot be read: {error}", error=error)
        ) from error
    if root is None:
        return kept
    entries = [entry for entry in kept if entry.project == str(root)]
    known = {session_of(entry.run_id) for entry in entries}
    return [*await _of_journals(root, since, known), *entries]


async def _of_journals(
    root: Path, since: datetime | None, known: set[SessionId]
) -> list[CostEntry]:
    store = session_store(root)
    entries: list[CostEntry] = []
    for session_id in await store.ids():
        if session_id in known:
            continue
        try:
            records = (await store.load(session_id)).records
        except (JournalFault, UnknownSessionError):
            continue  # `architect sessions` names it
        meter = CostMeter(str(root), with_children=True)
        entries += filter(None, map(meter.take, records))
    return [entry for entry in entries if since is None or entry.at >= since]
