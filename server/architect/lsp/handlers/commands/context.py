"""`architect.context`: what a run would tell the model."""

from typing import TypedDict

from architect.agent.catalog import DEFAULT_AGENT
from architect.domain.run_request import RunRequest
from architect.l10n import shown
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.open_run import problems_of
from architect.lsp.protocol.params import Message


class ContextArgs(Message):
    """What would be asked of which agent; the first of `uris` says in which folder."""

    prompt: str = ""
    agent: str | None = None
    uris: tuple[str, ...] = ()


class ShownPart(TypedDict):
    """A part of the first request; `leftOut` says what a limit kept out of it."""

    name: str
    source: str
    tokens: int
    leftOut: str
    text: str


class Context(TypedDict):
    """`tokens` are those of all parts, by our estimate; `window` those that a request may have."""

    tokens: int
    window: int
    parts: list[ShownPart]


async def context(editor: EditorSession, args: ContextArgs, _token: object) -> Context:
    from architect.bootstrap.run.context_preview import context_preview

    root = editor.root_of(args.uris)
    config, workspace = await editor.config(root), editor.workspace(root)
    preview = await context_preview(
        config,
        workspace,
        editor.environ,
        RunRequest(args.prompt, args.agent or DEFAULT_AGENT),
        problems=problems_of(editor, workspace, config),
    )
    return {
        "tokens": preview.tokens,
        "window": preview.window,
        "parts": [
            {
                "name": shown(part.name),
                "source": shown(part.source),
                "tokens": part.size.tokens,
                "leftOut": shown(part.left_out),
                "text": part.text,
            }
            for part in preview.parts
        ],
    }


COMMAND = Command("architect.context", ContextArgs, Context, context)
