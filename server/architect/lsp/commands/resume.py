"""`architect.resume`: go on with a session."""

from typing import Any

from architect.agent.prompt_files import prompt
from architect.lsp.commands.run import run_as
from architect.lsp.daemon import Daemon
from architect.lsp.messages import ResumeArgs, RunArgs, parsed
from architect.lsp.results import ShortRunInfo


async def resume(daemon: Daemon, argument: Any, token: str | int | None) -> ShortRunInfo:
    args = parsed(ResumeArgs, argument)
    wanted = RunArgs(
        prompt=args.prompt or prompt("tasks/go_on"),
        session=args.session_id,
        mode=args.mode,
        model=args.model,
        review=args.review,
        wait=args.wait,
    )
    return await run_as(daemon, wanted, token)
