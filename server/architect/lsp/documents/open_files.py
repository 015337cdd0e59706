"""The open documents as files of a workspace."""

import stat
from dataclasses import replace

from architect.domain.errors import FileMissingError, NotTextError, PathRefusedError, WorkspaceFault
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.document import Document, Snapshot
from architect.domain.text.edit_outcome import alike
from architect.domain.text.snapshots import snapshot_of
from architect.domain.text.undecodable_bytes import has_undecodable_bytes
from architect.l10n import english
from architect.lsp.documents.document_store import DocumentStore, OpenDocument
from architect.lsp.documents.untitled import UNTITLED, untitled_document, untitled_name
from architect.ports.workspace import Workspace

_BOM = "\ufeff"


class OpenFiles:
    """Finds what is open in the editor, by the paths of the workspace on the disk below it."""

    def __init__(self, disk: Workspace, documents: DocumentStore) -> None:
        self._disk = disk
        self._documents = documents

    def at(self, path: WorkspacePath) -> OpenDocument | None:
        if path.relative.startswith(UNTITLED):
            return untitled_document(self._documents, path.relative)
        return self._documents.at(path.real)

    def named_below(self, folder: WorkspacePath) -> list[tuple[OpenDocument, str]]:
        """What is open at any depth below a folder, with its path from there.

        Git's own files are left out; untitled documents are below the root.
        """
        named: list[tuple[OpenDocument, str]] = []
        for document in self._documents.all():
            if document.path is None:
                name = untitled_name(document.uri) if folder.relative == "." else ""
            elif folder.real in document.path.parents:
                name = document.path.relative_to(folder.real).as_posix()
            else:
                continue
            if name and ".git" not in name.split("/"):
                named.append((document, name))
        return named

    def not_on_disk(self, folder: WorkspacePath) -> list[str]:
        """What is open but no file, by its path below `folder`."""
        return [
            name
            for document, name in self.named_below(folder)
            if document.path is None or not document.path.exists()
        ]

    async def snapshot(self, document: OpenDocument, path: WorkspacePath) -> Snapshot:
        """What the user sees, with the encoding in which the editor will save it.

        Raises:
            NotTextError: no file can hold it.
        """
        text = text_of(document)
        if has_undecodable_bytes(text):
            raise NotTextError(
                english(
                    "{relative!r} has a lone surrogate in the editor, which is not a character; "
                    "remove it to read the file",
                    relative=path.relative,
                )
            )
        on_disk = await self._on_disk(document)
        like = on_disk if isinstance(on_disk, Document) else Document("")
        marked = like.bom or text != document.text
        try:
            seen = await snapshot_of(replace(like, text=text, bom=marked, undecodable_bytes=False))
        except NotTextError as error:
            raise NotTextError(
                english(
                    "{relative!r} is open, but is not text: {error}",
                    relative=path.relative,
                    error=error,
                )
            ) from error
        return replace(seen, executable=_is_executable(document))

    async def is_unsaved(self, document: OpenDocument) -> bool | None:
        """Whether the disk has another text, or none; None if its bytes cannot be compared."""
        on_disk = await self._on_disk(document)
        if isinstance(on_disk, Document):
            return not alike(on_disk.text, text_of(document))
        return True if isinstance(on_disk, FileMissingError) else None

    async def _on_disk(self, document: OpenDocument) -> Document | WorkspaceFault:
        """The file behind an open document, or why there is none."""
        if document.path is None:
            return FileMissingError(english("{uri!r} has never been saved", uri=document.uri))
        try:
            path = self._disk.locate(str(document.path), Access.READ)
            return (await self._disk.read(path)).document
        except PathRefusedError as refusal:
            return WorkspaceFault(str(refusal))
        except WorkspaceFault as fault:
            return fault


def text_of(document: OpenDocument) -> str:
    """The text without a byte order mark, which some editors show."""
    return document.text.removeprefix(_BOM)


def as_in_editor(document: OpenDocument, text: str) -> str:
    """`text`, with a byte order mark if the editor shows one."""
    return _BOM + text if document.text.startswith(_BOM) else text


def _is_executable(document: OpenDocument) -> bool:
    try:
        return document.path is not None and bool(document.path.stat().st_mode & stat.S_IXUSR)
    except OSError:
        return False
