"""The files of pipelines as the user sees them, and whether they may run."""

import asyncio
from pathlib import Path

from architect.app.workflows.pipelines import question_about
from architect.bootstrap.trust import TrustQuestion
from architect.config.pipeline_file import ReadPipeline, pipeline_of
from architect.config.yaml_source import read_content
from architect.domain.files.uris import path_of
from architect.l10n import english, t
from architect.lsp.editor_session import EditorSession
from architect.lsp.protocol.errors import UNTRUSTED, RequestFault, invalid
from architect.lsp.protocol.to_json import plain
from architect.lsp.questions.message_box import message_box

TRUST = english("Trust this pipeline")
CANCEL = english("Cancel")
_MOST_CHECKS = 8
_MOST_CHANGES = 1_500


def pipeline_path(uri: str) -> Path:
    """The real path of the file that a client named.

    Raises:
        RequestFault: it is none.
    """
    path = path_of(uri)
    if path is None:
        raise invalid(english("uri: {uri!r} is no file", uri=uri))
    return path.resolve()


def root_for(editor: EditorSession, path: Path, folder: str | None) -> Path:
    """Where a pipeline works: the folder that the client names, else the one that the file is in.

    One from elsewhere works in the first folder.

    Raises:
        CannotStartError: no folder is open, or not that one.
    """
    if folder is not None:
        return editor.root_of((folder,))
    inside = any(path.is_relative_to(root) for root in editor.folders.all_roots())
    return editor.folders.root_of(path if inside or not editor.folders.all_roots() else None)


def content_as_shown(editor: EditorSession, path: Path) -> bytes:
    """What is in a file: of an open one, the text that the user sees.

    Raises:
        ConfigError: it cannot be read.
    """
    document = editor.documents.at(path.resolve())
    if document is not None:
        return document.text.encode("utf-8", "surrogatepass")
    return read_content(path, str(path))


async def pipeline_at(editor: EditorSession, path: Path, root: Path) -> ReadPipeline:
    """The pipeline in a file, whose problems name it by its path in `root`.

    Raises:
        ConfigError: it cannot be read, or is none.
    """
    name = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
    content = await asyncio.to_thread(content_as_shown, editor, path)
    return await asyncio.to_thread(pipeline_of, content, name)


async def require_trust(editor: EditorSession, path: Path, read: ReadPipeline) -> None:
    """Ask about a pipeline that one of the open folders brings along and nobody has trusted yet.

    Raises:
        RequestFault: the answer is no, or there is nobody to ask.
    """
    around = [root for root in editor.folders.all_roots() if path.is_relative_to(root)]
    if not around:
        return
    root = max(around, key=lambda each: len(each.parts))
    question = await asyncio.to_thread(question_about, path, read, root)
    if question is None:
        return
    ask = editor.questions.in_turn(message_box(editor.client, editor.features))
    if await ask(plain(_message(question, read)), (t(TRUST), t(CANCEL))) != t(TRUST):
        raise RequestFault(
            UNTRUSTED,
            english(
                "the pipeline {path!r} is not trusted, so nothing was run: its checks are "
                "commands, and its prompts tell agents what to do; `architect trust FILE` in a "
                "terminal trusts it, too",
                path=str(path),
            ),
        )
    await asyncio.to_thread(question.trust)


def _message(question: TrustQuestion, read: ReadPipeline) -> str:
    checks = [check for step in read.file.steps for check in step.checks]
    why = (
        t(
            "Architect: the pipeline {name!r} has changed since you trusted it.",
            name=read.layer.name,
        )
        if question.changes
        else t("Architect: the pipeline {name!r} is part of the project.", name=read.layer.name)
    )
    then = (
        t("If you trust it, agents do what its prompts say, and it runs these commands:")
        if checks
        else t("If you trust it, agents do what its prompts say.")
    )
    lines = [f"{why} {then}", *checks[:_MOST_CHECKS]]
    if len(checks) > _MOST_CHECKS:
        lines.append(t("and {more} more", more=len(checks) - _MOST_CHECKS))
    if question.changes:
        lines.append(f"\n{question.changes[:_MOST_CHANGES]}")
    return "\n".join(lines)
