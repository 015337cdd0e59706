"""`architect.run`: a task for an agent."""

from dataclasses import replace
from typing import Any

from architect.agent.catalog import DEFAULT_AGENT
from architect.lsp.daemon import Daemon
from architect.lsp.messages import RunArgs, parsed
from architect.lsp.results import ShortRunInfo
from architect.lsp.runs.going_on import GoingOn, going_on
from architect.lsp.runs.live_run import RunOrder
from architect.lsp.runs.orders import (
    first_run_id,
    flags_of,
    only_reads,
    review_of,
    start,
    title_of,
)
from architect.lsp.scopes import relative_path, selection_in
from architect.services.tasks import run_on


async def run(daemon: Daemon, argument: Any, token: str | int | None) -> ShortRunInfo:
    return await run_as(daemon, parsed(RunArgs, argument), token)


async def run_as(daemon: Daemon, args: RunArgs, token: str | int | None) -> ShortRunInfo:
    """Start what `args` say.

    Raises:
        RequestFault: it cannot be started.
    """
    daemon.expect_trust()
    uris = args.scope.uris
    session = await _session(daemon, args)
    root = daemon.root_of(uris) if session is None else session.root
    agent = args.agent or (session.agent if session else DEFAULT_AGENT)
    config = await daemon.config(root)
    selection = None
    if uris and args.scope.range is not None:
        selection = await selection_in(daemon, root, uris[0], args.scope.range)
    paths = [relative_path(root, uri) for uri in uris]
    request = replace(
        run_on(args.prompt, agent=agent, paths=paths, selection=selection),
        mode=args.mode,
        max_steps=args.limits.steps,
        timeout_s=args.limits.seconds,
        dry_run=args.dry_run,
        edits=review_of(args.review, args.mode, config),
    )
    order = RunOrder(
        request,
        root,
        title_of(args.prompt),
        session.run_id if session else first_run_id(daemon),
        flags=flags_of(model=args.model, usd=args.limits.usd),
        reads_only=args.dry_run or only_reads(config, agent),
        progress_token=token,
    )
    return await start(daemon, order, wait=args.wait)


async def _session(daemon: Daemon, args: RunArgs) -> GoingOn | None:
    return None if args.session is None else await going_on(daemon, args.session)
