"""`architect.cancel`: end a run, or all of them."""

from typing import Any

from architect.lsp.daemon import Daemon
from architect.lsp.messages import CancelArgs, parsed
from architect.lsp.runs.run_phase import Phase


async def cancel(daemon: Daemon, argument: Any, _: object) -> dict[str, Any]:
    args = parsed(CancelArgs, argument)
    if args.run_id is not None:
        run = daemon.runs.get(args.run_id)
        daemon.runs.cancel(run)
        return {"runId": run.run_id, "state": run.phase}
    ended = [run for run in daemon.runs.all() if run.phase is not Phase.DONE]
    for run in ended:
        daemon.runs.cancel(run)
    return {"runId": ended[-1].run_id if ended else None, "state": Phase.CANCELLING}
