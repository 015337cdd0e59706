"""`architect.cancel`: end a run, or all of them."""

from typing import Any

from architect.lsp.daemon import Daemon
from architect.lsp.messages import CancelArgs, parsed
from architect.lsp.results import Cancelled
from architect.lsp.runs.past_runs import past_run
from architect.lsp.runs.run_phase import Phase
from architect.lsp.transport.faults import BUSY, RequestFault, unknown_run


async def cancel(daemon: Daemon, argument: Any, _: object) -> Cancelled:
    args = parsed(CancelArgs, argument)
    if args.run_id is not None:
        return await _cancel_one(daemon, args.run_id, args.reason)
    going_on = [run for run in daemon.runs.all() if run.phase is not Phase.DONE]
    for run in going_on:
        daemon.runs.cancel(run, reason=args.reason)
    if not going_on:
        return {"runId": None, "state": Phase.DONE}
    return {"runId": going_on[-1].run_id, "state": going_on[-1].phase}


async def _cancel_one(daemon: Daemon, run_id: str, reason: str | None) -> Cancelled:
    """End the run of that id; one that is over stays as it is.

    Raises:
        RequestFault: there is no such run, or it goes on in another process.
    """
    if run := daemon.runs.find(run_id):
        daemon.runs.cancel(run, reason=reason)
        return {"runId": run.run_id, "state": run.phase}
    past = await past_run(daemon, run_id)
    if past is None:
        raise unknown_run(run_id)
    if not past.is_over:
        raise RequestFault(
            BUSY, f"the run {run_id!r} goes on in another editor or terminal; cancel it there"
        )
    return {"runId": run_id, "state": Phase.DONE}
