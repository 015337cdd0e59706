"""`architect.answer`: the answer to a question, from clients that cannot be asked."""

from typing import Annotated, TypedDict

from pydantic import Field

from architect.app.confirmations import MOST_CONTENT
from architect.domain.verdict import Choice
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message


class AnswerArgs(Message):
    """`architect.answer`; `content` is the whole text that an `editable` edit is to leave."""

    run_id: str
    request_id: str
    choice: Choice
    text: str = ""
    offer: Annotated[int, Field(ge=0)] = 0
    content: Annotated[str, Field(max_length=MOST_CONTENT)] | None = None


class Answered(TypedDict):
    """`accepted` is false if the question was no longer open."""

    accepted: bool


async def answer(editor: EditorSession, args: AnswerArgs, _: object) -> Answered:
    await editor.known_runs.info(args.run_id)  # nobody waits for the answer of an unknown run
    accepted = editor.questions.answer(
        args.run_id,
        args.request_id,
        args.choice,
        args.text,
        offer=args.offer,
        content=args.content,
    )
    return {"accepted": accepted}


COMMAND = Command("architect.answer", AnswerArgs, Answered, answer)
