"""`architect.events`: what happened in a run, for clients that poll or come back."""

from typing import Annotated, TypedDict

from pydantic import Field

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.event_names import as_known_to
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import RunEvent
from architect.lsp.protocol.run_json import event_json


class EventsArgs(Message):
    """`architect.events`."""

    run_id: str
    after: Annotated[int, Field(ge=0)] = 0
    limit: Annotated[int, Field(ge=1, le=5_000)] = 500


class Events(TypedDict):
    """Go on behind the number `next` unless the run is `done`."""

    events: list[RunEvent]
    next: int
    done: bool


async def events(editor: EditorSession, args: EventsArgs, _: object) -> Events:
    page = await editor.known_runs.events(args.run_id, after=args.after, limit=args.limit)
    shown = [as_known_to(editor.features, event_json(event)) for event in page.events]
    return {"events": shown, "next": page.following, "done": page.is_done}


COMMAND = Command("architect.events", EventsArgs, Events, events)
