"""`architect.info`: how everything is set up."""

import asyncio
import os
from typing import Any, TypedDict

from architect import __version__
from architect.adapters.install_command import install_command
from architect.app.front_end_words import FrontEndWords
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.text.positions import Encoding
from architect.l10n import shown
from architect.l10n_made import lines_of
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import NoArgs


class RootInfo(TypedDict):
    """How one folder is set up; no key is ever in it.

    `modelProblem` says why runs would not get their model, such as a missing key.
    """

    root: str
    config: dict[str, Any] | None
    problems: list[str]
    modelProblem: str | None


class ServerInfo(TypedDict):
    """`config` and `problems` are those of the first folder.

    `installLitellm` is the line for a shell that installs LiteLLM where the server runs.
    """

    version: str
    protocol: int
    config: dict[str, Any] | None
    problems: list[str]
    roots: list[RootInfo]
    positionEncoding: Encoding
    installLitellm: str


PROTOCOL = 1


async def info(editor: EditorSession, _: NoArgs, _token: object) -> ServerInfo:
    """Versions, the configuration of each root, and what is wrong with it; keys are never in it."""
    roots: list[RootInfo] = []
    for root in editor.folders.all_roots():
        try:
            config = await editor.config(root)
        except UserError as error:
            problems = [shown(line) for line in lines_of(str(error))]
            roots.append(_root_info(str(root), None, problems))
        else:
            # A model may have to be imported for it.
            problem = await asyncio.to_thread(_model_problem, config, editor.runs.words)
            values = config.model_dump(mode="json")
            roots.append(_root_info(str(root), values, [], model_problem=problem))
    nowhere = _root_info("", None, ["no folder is open"])
    first = roots[0] if roots else nowhere
    return {
        "version": __version__,
        "protocol": PROTOCOL,
        "config": first["config"],
        "problems": first["problems"],
        "roots": roots,
        "positionEncoding": editor.features.encoding,
        "installLitellm": await asyncio.to_thread(install_command, "litellm"),
    }


def _root_info(
    root: str,
    config: dict[str, Any] | None,
    problems: list[str],
    *,
    model_problem: str | None = None,
) -> RootInfo:
    return {"root": root, "config": config, "problems": problems, "modelProblem": model_problem}


def _model_problem(config: Config, words: FrontEndWords) -> str | None:
    from architect.bootstrap.models.kept_keys import kept_keys
    from architect.bootstrap.models.model_problem import model_problem  # imports models

    kept = kept_keys(config.llm, os.environ)
    return model_problem(config.llm, os.environ, kept, told=words.told)


COMMAND = Command("architect.info", NoArgs, ServerInfo, info)
