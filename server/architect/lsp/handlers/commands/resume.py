"""`architect.resume`: resume a session."""

from contextlib import suppress
from typing import Annotated

from pydantic import Field

from architect.app.next_run import task_to_go_on
from architect.app.run_modes import agent_going_on, agent_in
from architect.domain.errors import UserError
from architect.domain.reasoning_effort import ReasoningEffort
from architect.domain.run_mode import RunMode
from architect.domain.verdict import EditReview
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.attachments import SentAttachments
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.commands.run import RunArgs, start
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import StartedRun
from architect.services.task_names import run_name


class ResumeArgs(Message):
    """`architect.resume`: resume a session, in the user's words if there are any."""

    session_id: str
    prompt: Annotated[str, Field(min_length=1, max_length=1_000_000)] | None = None
    mode: RunMode | None = None
    model: str | None = None
    reasoning: ReasoningEffort | None = None
    review: EditReview | None = None
    auto_review: bool | None = None
    attachments: SentAttachments = ()
    wait: bool = False


async def resume(editor: EditorSession, args: ResumeArgs, token: str | int | None) -> StartedRun:
    wanted = RunArgs(
        prompt=args.prompt or task_to_go_on(),
        title=None if args.prompt else await _title(editor, args.session_id),
        session=args.session_id,
        mode=args.mode,
        model=args.model,
        reasoning=args.reasoning,
        review=args.review,
        attachments=args.attachments,
        wait=args.wait,
    ).model_copy(update={"auto_review": args.auto_review})
    agent_of = agent_in if args.prompt else agent_going_on
    return await start(editor, wanted, token, agent_of=agent_of)


async def _title(editor: EditorSession, session_id: str) -> str:
    resume = run_name("resume")
    with suppress(UserError):
        last = await editor.known_runs.info(session_id)
        return run_name("resume", last.title.removeprefix(f"{resume} "))
    return resume


COMMAND = Command("architect.resume", ResumeArgs, StartedRun, resume)
