"""Documents that were never saved, as files at the root of a workspace."""

from urllib.parse import unquote

from architect.lsp.documents.document_store import DocumentStore, OpenDocument

UNTITLED = "untitled:"
"""How the names, and in VS Code the URIs, of documents begin that were never saved."""


def untitled_name(uri: str) -> str:
    """The name of an untitled document: its URI, readable; empty for any other document."""
    name = unquote(uri)
    return name if name.startswith(UNTITLED) else ""


def untitled_document(documents: DocumentStore, name: str) -> OpenDocument | None:
    """The untitled document of that name."""
    found = (each for each in documents.all() if untitled_name(each.uri) == name)
    return next(found, None)
