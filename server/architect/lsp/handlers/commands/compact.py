"""`architect.compact`: sum up a session, so that less of it is sent."""

from typing import Annotated

from pydantic import Field

from architect.app.run_order import run_order
from architect.domain.run_request import RunOptions, RunRequest
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.start_run import start_run
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import StartedRun
from architect.lsp.protocol.run_json import short_info_json


class CompactArgs(Message):
    """`architect.compact`; `focus` is what matters most, in the user's words."""

    session_id: str
    focus: Annotated[str, Field(max_length=10_000)] = ""
    model: str | None = None
    wait: bool = False


async def compact(editor: EditorSession, args: CompactArgs, token: str | int | None) -> StartedRun:
    """Have the run of the session do it at the end of its step, or one of its own at once.

    Raises:
        RequestFault: there is no such session, or the run cannot be started.
    """
    editor.expect_trust()
    for run in editor.runs.all():
        if run.order.session_id == args.session_id and not run.is_over:
            run.compact(args.focus)
            return short_info_json(run.info())
    following = await editor.known_runs.next_in(args.session_id)
    request = RunRequest(args.focus, following.agent, only_compacts=True)
    config = await editor.config(following.root)
    order = run_order(
        request,
        following,
        config,
        title="Compact the context",
        options=RunOptions(model=args.model),
        client_token=token,
    )
    return await start_run(editor, order, wait=args.wait)


COMMAND = Command("architect.compact", CompactArgs, StartedRun, compact)
