"""What waits for a decision: changes of the runs in memory, and of those before them."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from architect.bootstrap.sessions import changing_runs
from architect.domain.ids import RunId
from architect.lsp.daemon import Daemon
from architect.lsp.documents.document_uris import document_uri
from architect.lsp.hunks.open_hunks import open_hunks, paths_with_hunks
from architect.lsp.results import Hunks, ShownHunk
from architect.lsp.scopes import relative_path
from architect.lsp.transport.faults import RequestFault

MOST_EARLIER = 10
"""Runs of each root that are not in memory any more, or never were."""

_MOST_LOOKED_AT = 30
"""To find those: a run whose changes are all decided about has to be read as well."""

MOST_FILES = 200
"""Of earlier runs, but for the newest: each is looked at whenever somebody asks for all hunks."""


async def undecided_hunks(daemon: Daemon, uri: str | None) -> Hunks:
    """The open hunks, those of the newest run first; in one document, or everywhere.

    Of the newest earlier runs, by other daemons or from the command line, only hunks that stand are
    told, as soon as they are found: the first call looks for them while the editor has its answer,
    which tells it later where to ask again. Runs whose record cannot be read are left out.
    """
    found: Hunks = {"hunks": [], "conflicts": []}
    in_memory = daemon.runs.all()
    for run in reversed(in_memory):
        with suppress(RequestFault):
            path = None if uri is None else relative_path(run.order.root, uri)
            if run.state.files_modified or run.state.files_proposed:
                of_run = await open_hunks(daemon, run.order.root, [run.run_id], path=path)
                found["hunks"] += of_run["hunks"]
                found["conflicts"] += of_run["conflicts"]
    known = {run.run_id for run in in_memory}
    for root in daemon.all_roots() if daemon.features.workspace_trusted else []:
        with suppress(RequestFault):
            path = None if uri is None else relative_path(root, uri)
            for run_id in daemon.hunks.earlier.of(root, partial(_earlier, daemon, root)):
                if run_id not in known:
                    found["hunks"] += await _standing(daemon, root, run_id, path)
    return found


async def _standing(daemon: Daemon, root: Path, run_id: RunId, path: str | None) -> list[ShownHunk]:
    with suppress(RequestFault):
        return (await open_hunks(daemon, root, [run_id], path=path))["hunks"]
    return []


async def _earlier(daemon: Daemon, root: Path) -> Sequence[RunId]:
    """The newest runs with hunks that stand; tells the editor where."""
    found: list[RunId] = []
    uris: dict[str, None] = {}
    with suppress(RequestFault):
        workspace = daemon.workspace(root)
        for run_id in (await changing_runs(root))[:_MOST_LOOKED_AT]:
            if len(found) == MOST_EARLIER:
                break
            paths = await paths_with_hunks(workspace, run_id)
            if found and len(uris) + len(paths) > MOST_FILES:
                break
            if paths:
                found.append(run_id)
                uris |= {document_uri(workspace, daemon.mirror, path): None for path in paths}
    daemon.hunks.tell_soon(uris)
    return found
