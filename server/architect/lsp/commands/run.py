"""`architect.run`: a task for an agent."""

from typing import Any

from architect.bootstrap.agents import agent_reads_only
from architect.domain.verdict import EditReview
from architect.lsp.daemon import Daemon
from architect.lsp.messages import RunArgs, parsed
from architect.lsp.orders import start
from architect.lsp.scopes import attachments_of
from architect.services.requests import RunRequest


async def run(daemon: Daemon, argument: Any, token: str | int | None) -> dict[str, Any]:
    args = parsed(RunArgs, argument)
    root = daemon.root_of(args.scope.uris)
    config = daemon.config(root)
    review = args.review or (EditReview(config.edits.review) if args.mode is None else None)
    request = RunRequest(
        task=args.prompt,
        agent=args.agent,
        mode=args.mode,
        max_steps=args.limits.steps,
        timeout_s=args.limits.seconds,
        dry_run=args.dry_run,
        edits=review or EditReview.CONFIRM,
        attachments=await attachments_of(daemon, root, args.scope),
    )
    return await start(
        daemon,
        request,
        root,
        title=args.prompt,
        reads_only=args.dry_run or agent_reads_only(config, args.agent),
        flags={"llm.model": args.model, "costs.budget_usd": args.limits.usd},
        token=token,
        wait=args.wait,
    )
