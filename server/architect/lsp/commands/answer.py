"""`architect.answer`: the answer to a question, from clients that cannot be asked."""

from typing import Any

from architect.lsp.daemon import Daemon
from architect.lsp.messages import AnswerArgs, parsed


async def answer(daemon: Daemon, argument: Any, _: object) -> dict[str, Any]:
    args = parsed(AnswerArgs, argument)
    daemon.runs.get(args.run_id)
    accepted = daemon.prompts.answer(
        args.run_id, args.request_id, args.choice, args.text, offer=args.offer
    )
    return {"accepted": accepted}
