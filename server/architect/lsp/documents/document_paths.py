"""What tools and findings call an open document."""

from pathlib import Path

from architect.lsp.documents.document_store import OpenDocument
from architect.lsp.documents.untitled import untitled_name


def path_in(root: Path, document: OpenDocument) -> str | None:
    """The path of a document in the workspace `root`; None if it is elsewhere."""
    if document.path is None:
        return untitled_name(document.uri) or None
    if not document.path.is_relative_to(root):
        return None
    return document.path.relative_to(root).as_posix()
