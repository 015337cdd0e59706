"""`architect.mentions`: what an @ in a message may name, and a slash at its beginning."""

import re
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, TypedDict

from pydantic import Field

from architect.app.named_tasks import NAMED_TASKS, TASK_SUMMARIES
from architect.config.schema import Config
from architect.domain.errors import PortFault, UserError
from architect.lazy_pattern import lazy_pattern
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message
from architect.policy.file_rules import sensitive_files
from architect.services.mentions.completing import (
    Completion,
    MentionKind,
    MentionSources,
    Suggestion,
    completed,
    no_symbols,
)

_BEGUN = lazy_pattern(r"/[a-z]*", re.IGNORECASE)


class MentionsArgs(Message):
    """`architect.mentions`; `text` is the message up to the cursor, `uri` the active document."""

    text: Annotated[str, Field(max_length=1_000_000)]
    uri: str | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 20


class ShownMention(TypedDict):
    """`insert` stands for all from the @ or slash on; `complete` is false for what goes on."""

    insert: str
    label: str
    kind: MentionKind | Literal["task"]
    detail: str
    complete: bool


MentionsJson = TypedDict("MentionsJson", {"from": int, "mentions": list[ShownMention]})
"""`from` is where the @ or slash is, in UTF-16 code units from the beginning of the text."""


async def mentions(editor: EditorSession, args: MentionsArgs, _token: object) -> MentionsJson:
    if (tasks := _tasks(args.text)) is not None:
        return {"from": 0, "mentions": tasks}
    root = editor.root_of(() if args.uri is None else (args.uri,))
    config = await editor.config(root)
    found = await _completed(editor, root, config, args)
    return {"from": found.start, "mentions": [_json(each) for each in found.suggestions]}


def _tasks(text: str) -> list[ShownMention] | None:
    """The tasks that begin like `text`, if that is a slash and what follows at once."""
    if _BEGUN.fullmatch(text) is None:
        return None
    return [
        {
            "insert": f"/{name}",
            "label": f"/{name}",
            "kind": "task",
            "detail": TASK_SUMMARIES[task],
            "complete": True,
        }
        for name, task in NAMED_TASKS.items()
        if name.startswith(text[1:].lower())
    ]


async def _completed(
    editor: EditorSession, root: Path, config: Config, args: MentionsArgs
) -> Completion:
    rules = sensitive_files(config.guardrails.sensitive_files)
    index = editor.code_indexes.of(root, config)
    sources = MentionSources(
        names=editor.file_names(root).get,
        hides=lambda path: rules.match([path]) is not None,
        symbols=no_symbols if index is None else index.symbols_beginning,
        servers=tuple(config.mcp.servers),
        resources=partial(_resources, editor, root, config),
    )
    return await completed(args.text, sources, limit=args.limit)


async def _resources(editor: EditorSession, root: Path, config: Config, name: str) -> str:
    """The resources of a server that is connected, a line each; nothing is started for that."""
    from architect.bootstrap.mcp import configured_servers

    configured = configured_servers(config.mcp, root, editor.environ)
    for server in configured.servers:
        connection = editor.mcp.connection(server, root)
        if server.name == name and connection.state == "ready":
            try:
                return await connection.resource("")
            except (PortFault, UserError):
                return ""
    return ""


def _json(one: Suggestion) -> ShownMention:
    return {
        "insert": one.insert,
        "label": one.label,
        "kind": one.kind,
        "detail": one.detail,
        "complete": one.complete,
    }


COMMAND = Command("architect.mentions", MentionsArgs, MentionsJson, mentions)
