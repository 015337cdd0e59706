"""`architect.cancel`: end a run, or all of them."""

from typing import Any

from architect.lsp.daemon import Daemon
from architect.lsp.messages import CancelArgs, parsed
from architect.lsp.runs.past_runs import past_run
from architect.lsp.runs.run_phase import Phase
from architect.lsp.transport.faults import BUSY, RequestFault, unknown_run


async def cancel(daemon: Daemon, argument: Any, _: object) -> dict[str, Any]:
    args = parsed(CancelArgs, argument)
    if args.run_id is not None:
        return await _cancel_one(daemon, args.run_id)
    ended = [run for run in daemon.runs.all() if run.phase is not Phase.DONE]
    for run in ended:
        daemon.runs.cancel(run)
    return {"runId": ended[-1].run_id if ended else None, "state": Phase.CANCELLING}


async def _cancel_one(daemon: Daemon, run_id: str) -> dict[str, Any]:
    """End the run of that id; one that is over stays as it is.

    Raises:
        RequestFault: there is no such run, or it goes on in another process.
    """
    if run := daemon.runs.find(run_id):
        daemon.runs.cancel(run)
        return {"runId": run.run_id, "state": run.phase}
    past = await past_run(daemon, run_id)
    if past is None:
        raise unknown_run(run_id)
    if not past.is_over:
        raise RequestFault(
            BUSY, f"the run {run_id!r} goes on in another editor or terminal; cancel it there"
        )
    return {"runId": run_id, "state": Phase.DONE}
