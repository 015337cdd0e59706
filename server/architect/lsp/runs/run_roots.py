"""Which workspace root a run belongs to."""

from pathlib import Path

from architect.lsp.daemon import Daemon
from architect.lsp.runs.past_runs import past_run
from architect.lsp.transport.faults import unknown_run


async def root_of_run(daemon: Daemon, run_id: str) -> Path:
    """The root of a run in memory, or of one in the journals of the open folders.

    Raises:
        RequestFault: there is no such run.
    """
    if run := daemon.runs.find(run_id):
        return run.order.root
    past = await past_run(daemon, run_id)
    if past is None:
        raise unknown_run(run_id)
    return past.root
