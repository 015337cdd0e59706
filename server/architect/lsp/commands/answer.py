"""`architect.answer`: the answer to a question, from clients that cannot be asked."""

from typing import Any

from architect.lsp.daemon import Daemon
from architect.lsp.messages import AnswerArgs, parsed
from architect.lsp.results import Answered
from architect.lsp.runs.past_runs import past_run
from architect.lsp.transport.faults import unknown_run


async def answer(daemon: Daemon, argument: Any, _: object) -> Answered:
    args = parsed(AnswerArgs, argument)
    if daemon.runs.find(args.run_id) is None and await past_run(daemon, args.run_id) is None:
        raise unknown_run(args.run_id)
    accepted = daemon.prompts.answer(
        args.run_id, args.request_id, args.choice, args.text, offer=args.offer
    )
    return {"accepted": accepted}
