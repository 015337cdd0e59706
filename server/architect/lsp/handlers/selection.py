"""Parts of documents that commands are about, as the model gets to read them."""

import os
from pathlib import Path

from architect.domain.errors import PortFault, ToolFault
from architect.domain.files.uris import path_of
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.positions import LineIndex, Position, Range
from architect.l10n import english
from architect.lsp.documents.untitled import untitled_name
from architect.lsp.editor_session import EditorSession
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Span
from architect.ports.workspace import Workspace
from architect.services.excerpts import Excerpt, excerpt_of, excerpt_of_lines


def relative_path(root: Path, uri: str) -> str:
    """The path of a document as tools call it; an untitled one is called by its URI.

    Raises:
        RequestFault: it lies outside of `root`, or is something else than a file.
    """
    path = path_of(uri)
    if path is None:
        if name := untitled_name(uri):
            return name
        raise invalid(english("{uri!r} is neither a file nor an untitled document", uri=uri))
    # `Path.resolve` has no answer for links in a circle.
    for inside in (path, Path(os.path.realpath(path))):
        if inside.is_relative_to(root):
            return inside.relative_to(root).as_posix()
    raise invalid(
        english("{uri!r} lies outside of the workspace {root!r}", uri=uri, root=str(root))
    )


async def selection_in(editor: EditorSession, root: Path, uri: str, span: Span | None) -> Excerpt:
    """The lines of a document that a range touches; all of them without one.

    Raises:
        RequestFault: there is no such document.
    """
    path = relative_path(root, uri)
    text = await text_of(editor.workspace(root), path)
    if span is None:
        return excerpt_of_lines(path, text, 1, text.count("\n") + text.count("\r") + 1)
    start, end = span.start, span.end
    place = Range(Position(start.line, start.character), Position(end.line, end.character))
    documents = editor.documents
    lines = LineIndex(text, documents.encoding, line_ends=documents.line_ends)
    return excerpt_of(path, lines, place)


async def text_of(workspace: Workspace, path: str) -> str:
    """The text of a file as the user sees it.

    Raises:
        RequestFault: it cannot be read.
    """
    try:
        snapshot = await workspace.read(located(workspace, path))
    except (ToolFault, PortFault) as fault:
        raise invalid(str(fault)) from fault
    return snapshot.document.text


def located(workspace: Workspace, path: str) -> WorkspacePath:
    """The place of a file that is read.

    Raises:
        RequestFault: the path leads outside of the workspace, or cannot be one.
    """
    try:
        return workspace.locate(path, Access.READ)
    except (ToolFault, PortFault) as fault:
        raise invalid(str(fault)) from fault
