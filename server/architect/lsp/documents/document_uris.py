"""What the editor calls a file of a workspace."""

from architect.domain.errors import PathRefusedError
from architect.domain.files.uris import uri_of
from architect.domain.paths import Access
from architect.lsp.documents.document_store import DocumentStore
from architect.lsp.documents.open_files import OpenFiles
from architect.ports.workspace import Workspace


def document_uri(workspace: Workspace, documents: DocumentStore, path: str) -> str:
    """The URI of a file by its path in `workspace`, in the spelling of the editor if it is open."""
    try:
        place = workspace.locate(path, Access.READ)
    except PathRefusedError:
        return uri_of(workspace.root / path)
    document = OpenFiles(workspace, documents).at(place)
    return document.uri if document is not None else uri_of(workspace.root / place.relative)
