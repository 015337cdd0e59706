"""`architect.info`: how everything is set up."""

from typing import Any, TypedDict

from architect import __version__
from architect.domain.errors import UserError
from architect.domain.text.positions import Encoding
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import NoArgs


class RootInfo(TypedDict):
    """How one folder is set up; no key is ever in it."""

    root: str
    config: dict[str, Any] | None
    problems: list[str]


class ServerInfo(TypedDict):
    """`config` and `problems` are those of the first folder."""

    version: str
    protocol: int
    config: dict[str, Any] | None
    problems: list[str]
    roots: list[RootInfo]
    positionEncoding: Encoding


PROTOCOL = 1


async def info(editor: EditorSession, _: NoArgs, _token: object) -> ServerInfo:
    """Versions, the configuration of each root, and what is wrong with it; keys are never in it."""
    roots: list[RootInfo] = []
    for root in editor.folders.all_roots():
        try:
            config = (await editor.config(root)).model_dump(mode="json")
            roots.append({"root": str(root), "config": config, "problems": []})
        except UserError as error:
            roots.append({"root": str(root), "config": None, "problems": str(error).split("\n")})
    nowhere: RootInfo = {"root": "", "config": None, "problems": ["no folder is open"]}
    first = roots[0] if roots else nowhere
    return {
        "version": __version__,
        "protocol": PROTOCOL,
        "config": first["config"],
        "problems": first["problems"],
        "roots": roots,
        "positionEncoding": editor.features.encoding,
    }


COMMAND = Command("architect.info", NoArgs, ServerInfo, info)
