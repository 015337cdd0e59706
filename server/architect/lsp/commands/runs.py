"""`architect.runs`: how runs are doing."""

from typing import Any

from architect.lsp.daemon import Daemon
from architect.lsp.messages import RunsArgs, parsed
from architect.lsp.results import Runs
from architect.lsp.runs.past_runs import past_run
from architect.lsp.transport.faults import unknown_run


async def runs(daemon: Daemon, argument: Any, _: object) -> Runs:
    args = parsed(RunsArgs, argument)
    if args.run_id is None:
        return {"runs": [run.info() for run in daemon.runs.all()]}
    if run := daemon.runs.find(args.run_id):
        return {"runs": [run.info()]}
    past = await past_run(daemon, args.run_id)
    if past is None:
        raise unknown_run(args.run_id)
    return {"runs": [past.info]}
