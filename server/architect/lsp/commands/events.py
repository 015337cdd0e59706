"""`architect.events`: what happened in a run, for clients that poll or come back."""

from typing import Any

from architect.lsp.daemon import Daemon
from architect.lsp.messages import EventsArgs, parsed
from architect.lsp.results import Events
from architect.lsp.runs.past_runs import past_run
from architect.lsp.runs.run_phase import Phase
from architect.lsp.transport.faults import unknown_run


async def events(daemon: Daemon, argument: Any, _: object) -> Events:
    args = parsed(EventsArgs, argument)
    if run := daemon.runs.find(args.run_id):
        found, following = run.feed.page(args.after, args.limit)
        is_over = run.phase is Phase.DONE and following >= run.feed.seq
        return {"events": found, "next": following, "done": is_over}
    past = await past_run(daemon, args.run_id)
    if past is None:
        raise unknown_run(args.run_id)
    found = [event for event in past.events if event["seq"] > args.after]
    shown = found[: args.limit]
    following = shown[-1]["seq"] if shown else args.after
    is_done = past.is_over and len(shown) == len(found)
    return {"events": shown, "next": following, "done": is_done}
