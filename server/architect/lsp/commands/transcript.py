"""`architect.transcript`: what happened in a run, as a page to read."""

from typing import Any

from architect.lsp.daemon import Daemon
from architect.lsp.messages import TranscriptArgs, parsed
from architect.lsp.results import TranscriptPage
from architect.lsp.runs.pages import page_of_transcript, shown
from architect.lsp.runs.run_pages import transcript_of


async def transcript(daemon: Daemon, argument: Any, _: object) -> TranscriptPage:
    args = parsed(TranscriptArgs, argument)
    text = await transcript_of(daemon, args.run_id)
    uri = await shown(daemon, page_of_transcript(args.run_id), text, show=args.show)
    return {"text": text, "uri": uri}
