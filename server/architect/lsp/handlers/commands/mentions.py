"""`architect.mentions`: what an @ in a message may name, and a slash at its beginning."""

from functools import partial
from pathlib import Path
from typing import Annotated, TypedDict

from pydantic import Field

from architect.app.slash_names import SlashKind, SlashName
from architect.config.schema import Config
from architect.domain.errors import PortFault, UserError
from architect.lazy_pattern import lazy_pattern
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.slash_names import names_behind_slash
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

_BEGUN = lazy_pattern(r"/[\w:-]*")
"""A word behind a slash that is all of a message; a path such as /tmp/a is none."""


class MentionsArgs(Message):
    """`architect.mentions`; `text` is the message up to the cursor, `uri` the active document."""

    text: Annotated[str, Field(max_length=1_000_000)]
    uri: str | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 20


class ShownMention(TypedDict):
    """`insert` stands for all from the @ or slash on; `complete` is false for what goes on."""

    insert: str
    label: str
    kind: MentionKind | SlashKind
    detail: str
    complete: bool


MentionsJson = TypedDict("MentionsJson", {"from": int, "mentions": list[ShownMention]})
"""`from` is where the @ or slash is, in UTF-16 code units from the beginning of the text."""


async def mentions(editor: EditorSession, args: MentionsArgs, _token: object) -> MentionsJson:
    root = editor.root_of(() if args.uri is None else (args.uri,))
    config = await editor.config(root)
    if _BEGUN.fullmatch(args.text):
        begun = args.text[1:].lower()
        names = await names_behind_slash(editor, root, config)
        shown = [_shown(each) for each in names if each.name.lower().startswith(begun)]
        return {"from": 0, "mentions": shown[: args.limit]}
    found = await _completed(editor, root, config, args)
    return {"from": found.start, "mentions": [_json(each) for each in found.suggestions]}


def _shown(one: SlashName) -> ShownMention:
    return {
        "insert": f"/{one.name}",
        "label": f"/{one.name}",
        "kind": one.kind,
        "detail": one.summary,
        "complete": True,
    }


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
