"""`architect.transcript`: what happened in a run, as a page to read."""

from typing import TypedDict

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.run_documents import transcript_of
from architect.lsp.handlers.virtual_documents import page_of_transcript, shown
from architect.lsp.protocol.params import Message


class TranscriptArgs(Message):
    """`architect.transcript`."""

    run_id: str
    show: bool = False


class TranscriptPage(TypedDict):
    """What happened in a run, in Markdown; `uri` is null if the page has no address."""

    text: str
    uri: str | None


async def transcript(editor: EditorSession, args: TranscriptArgs, _: object) -> TranscriptPage:
    text = await transcript_of(editor, args.run_id)
    uri = await shown(editor, page_of_transcript(args.run_id), text, show=args.show)
    return {"text": text, "uri": uri}


COMMAND = Command("architect.transcript", TranscriptArgs, TranscriptPage, transcript)
