"""`architect.commitMessage`: a message for a commit, from what is staged."""

from pathlib import Path
from typing import TypedDict

from architect.bootstrap.run.credentials import Credentials
from architect.config.schema import Config
from architect.domain.files.uris import path_of
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.editor_model import editor_model_for
from architect.lsp.protocol.params import Message


class CommitMessageArgs(Message):
    """`architect.commitMessage`; `uri` is that of the repository, or of a file in it."""

    uri: str | None = None
    model: str | None = None


class CommitMessage(TypedDict):
    message: str


async def commit_message(
    editor: EditorSession, args: CommitMessageArgs, _token: object
) -> CommitMessage:
    """
    Raises:
        ArchitectError: there is no change, or git or the model cannot be used.
    """
    from architect.bootstrap.commit_message import commit_message as written

    editor.expect_trust()
    root = editor.root_of(() if args.uri is None else (args.uri,))
    config = _with_model(await editor.config(root), args.model)
    message = await written(
        config,
        editor.folders.get(root).disk,
        await Credentials(editor.environ).with_kept(config.llm),
        _folder(root, args.uri),
        editor_model=editor_model_for(editor, config.llm),
    )
    return {"message": message}


def _with_model(config: Config, model: str | None) -> Config:
    if model is None:
        return config
    return config.model_copy(update={"llm": config.llm.model_copy(update={"model": model})})


def _folder(root: Path, uri: str | None) -> Path:
    """The folder that git is asked in: that of the repository, if it is in the workspace."""
    named = None if uri is None else path_of(uri)
    if named is None:
        return root
    folder = named.resolve()
    folder = folder if folder.is_dir() else folder.parent
    return folder if folder.is_relative_to(root) else root


COMMAND = Command("architect.commitMessage", CommitMessageArgs, CommitMessage, commit_message)
