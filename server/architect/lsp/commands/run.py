"""`architect.run`: a task for an agent."""

from dataclasses import replace
from typing import Any

from architect.lsp.daemon import Daemon
from architect.lsp.messages import RunArgs, parsed
from architect.lsp.runs.orders import only_reads, review_of, start
from architect.lsp.scopes import relative_path, selection_in
from architect.services.tasks import run_on


async def run(daemon: Daemon, argument: Any, token: str | int | None) -> dict[str, Any]:
    args = parsed(RunArgs, argument)
    uris = args.scope.uris
    root = daemon.root_of(uris)
    config = await daemon.config(root)
    selection = None
    if uris and args.scope.range is not None:
        selection = await selection_in(daemon, root, uris[0], args.scope.range)
    paths = [relative_path(root, uri) for uri in uris]
    request = replace(
        run_on(args.prompt, agent=args.agent, paths=paths, selection=selection),
        mode=args.mode,
        max_steps=args.limits.steps,
        timeout_s=args.limits.seconds,
        dry_run=args.dry_run,
        edits=review_of(args.review, args.mode, config),
    )
    return await start(
        daemon,
        request,
        root,
        title=args.prompt,
        reads_only=args.dry_run or only_reads(config, args.agent),
        flags={"llm.model": args.model, "costs.budget_usd": args.limits.usd},
        token=token,
        wait=args.wait,
    )
