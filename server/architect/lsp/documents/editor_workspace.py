"""The files of a workspace as the user sees them in the editor."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from architect.domain.errors import (
    FileMissingError,
    PartlyAppliedError,
    PathRefusedError,
    StaleFileError,
    WorkspaceFault,
)
from architect.domain.files.merged_listing import merged_listing
from architect.domain.paths import Access, Listing, WorkspacePath
from architect.domain.text.document import Document, FileChange, Snapshot
from architect.domain.text.file_text import encode
from architect.domain.text.line_page import MOST_COUNTED, LinePage, page_of
from architect.jsonrpc.client import Client
from architect.l10n import english
from architect.lsp.documents.document_store import DocumentStore, OpenDocument
from architect.lsp.documents.edit_timeouts import EditTimeouts
from architect.lsp.documents.edit_transaction import EditTransaction, TextWanted
from architect.lsp.documents.open_files import OpenFiles, as_in_editor, text_of
from architect.lsp.documents.untitled import UNTITLED, untitled_document
from architect.lsp.protocol.client_features import ClientFeatures
from architect.ports.workspace import Workspace, apply_each

_INLINE_CHARS = 1_000_000


class EditorWorkspace:
    """What is open in the editor is read and changed there, everything else on `disk`.

    Documents that were never saved are files at the root, called `untitled:Untitled-1`. `touched`
    is what was changed through this very workspace, so each run needs one of its own.
    """

    def __init__(
        self,
        disk: Workspace,
        documents: DocumentStore,
        client: Client,
        features: ClientFeatures,
        *,
        timeouts: EditTimeouts = EditTimeouts(),  # noqa: B008 - a frozen value
    ) -> None:
        self._disk = disk
        self._documents = documents
        self._features = features
        self._open = OpenFiles(disk, documents)
        self._edits = EditTransaction(documents, client, features, timeouts=timeouts)
        self._touched: dict[str, None] = {}

    @property
    def root(self) -> Path:
        return self._disk.root

    def touched(self) -> tuple[OpenDocument, ...]:
        """The open documents that were changed here, in the order of their first change."""
        found = (self._documents.get(uri) for uri in self._touched)
        return tuple(document for document in found if document)

    def locate(self, text: str, access: Access) -> WorkspacePath:
        if not text.startswith(UNTITLED):
            return self._disk.locate(text, access)
        place = self._disk.locate(f"./{text}", access)
        if untitled_document(self._documents, text):
            return WorkspacePath(text, place.real)
        if access is Access.WRITE:
            raise PathRefusedError(
                english(
                    "path {text!r} refused: no such untitled document is open; give a new file a "
                    "path in the workspace",
                    text=text,
                )
            )
        return place

    async def read(self, path: WorkspacePath) -> Snapshot:
        document = self._open.at(path)
        if document is None:
            return await self._disk.read(path)
        return await self._open.snapshot(document, path)

    async def read_lines(
        self, path: WorkspacePath, *, first: int, count: int, counted: int = MOST_COUNTED
    ) -> LinePage:
        document = self._open.at(path)
        if document is None:
            return await self._disk.read_lines(path, first=first, count=count, counted=counted)
        text = text_of(document)
        if len(text) <= _INLINE_CHARS:
            return page_of([text], first=first, count=count, counted=counted)
        return await asyncio.to_thread(page_of, [text], first=first, count=count, counted=counted)

    async def list(self, path: WorkspacePath, *, recursive: bool, limit: int) -> Listing:
        added = self._open.not_on_disk(path)
        try:
            listing = await self._disk.list(path, recursive=recursive, limit=limit)
        except FileMissingError:
            if not added:
                raise
            listing = Listing(())
        return merged_listing(listing, path, added=added, recursive=recursive, limit=limit)

    async def unsaved(self) -> Mapping[str, bytes]:
        root = self._disk.locate(".", Access.READ)
        found: dict[str, bytes] = {}
        for document, name in self._open.named_below(root):
            with suppress(PathRefusedError, WorkspaceFault):
                if document.path is not None and await self._open.is_unsaved(document):
                    path = self._disk.locate(name, Access.READ)
                    found[name] = encode((await self._open.snapshot(document, path)).document)
        return found

    async def apply(self, change: FileChange) -> None:
        path = change.path
        document = self._open.at(path)
        if document is None:
            await self._disk.apply(change)
            return
        self._require_unchanged(document, change)
        if change.after is None:
            await self._delete(document, change)
            return
        wanted = self._wanted(document, change, change.after)
        self._touched[document.uri] = None
        await self._edits.replace_text(document, wanted.text, shown_as=path.relative)
        if change.executable is not None:
            on_disk = await self._disk.read(path)
            await self._disk.apply(replace(change, before=on_disk, after=on_disk.document))

    async def apply_all(self, changes: Sequence[FileChange]) -> None:
        wanted: list[TextWanted] = []
        others: list[FileChange] = []
        for change in changes:
            document = self._open.at(change.path)
            if document is None or change.after is None or change.executable is not None:
                others.append(change)
            else:
                self._require_unchanged(document, change)
                wanted.append(self._wanted(document, change, change.after))
        # First those that are more likely to fail, while nothing is changed.
        await apply_each(self.apply, others)
        self._touched |= {each.document.uri: None for each in wanted}
        made = tuple(change.path.relative for change in others)
        try:
            await self._edits.replace_texts(wanted)
        except PartlyAppliedError as fault:
            raise PartlyAppliedError(str(fault), (*made, *fault.made)) from fault
        except WorkspaceFault as fault:
            if not made:
                raise
            raise PartlyAppliedError(str(fault), made) from fault

    def _require_unchanged(self, document: OpenDocument, change: FileChange) -> None:
        self._require_same_place(change.path)
        if change.before is None or change.before.document.text != text_of(document):
            raise StaleFileError(
                english(
                    "{relative!r} has changed in the editor; nothing was written, read it again",
                    relative=change.path.relative,
                )
            )

    def _wanted(self, document: OpenDocument, change: FileChange, after: Document) -> TextWanted:
        """What the text of an open document is to be.

        Raises:
            WorkspaceFault: no editor can do that.
        """
        encode(after)
        path = change.path
        if change.before is not None and after.bom != change.before.document.bom:
            raise WorkspaceFault(
                english(
                    "{relative!r} is open in the editor, which decides about its byte order mark; "
                    "leave the mark out of the change, or close the file there first",
                    relative=path.relative,
                )
            )
        return TextWanted(document, as_in_editor(document, after.text), path.relative)

    def _require_same_place(self, path: WorkspacePath) -> None:
        """Pass the gate again: it may have been passed for reading."""
        name = path.relative
        text = name if name.startswith(UNTITLED) else str(self.root / name)
        if self.locate(text, Access.WRITE).real != path.real:
            raise StaleFileError(
                english("{name!r} now leads elsewhere; nothing was written", name=name)
            )

    async def _delete(self, document: OpenDocument, change: FileChange) -> None:
        """Delete the file of a document that is saved.

        Raises:
            WorkspaceFault: it is not, or the editor has not deleted it.
        """
        path = change.path
        if await self._open.is_unsaved(document) is not False:
            raise WorkspaceFault(
                english(
                    "{relative!r} is open in the editor and not saved, so it was not deleted: its "
                    "user has to save or close it first",
                    relative=path.relative,
                )
            )
        on_disk = await self._disk.read(path)
        if "delete" not in self._features.resource_operations:
            await self._disk.apply(replace(change, before=on_disk))
            return
        reply = await self._edits.delete_file(document, shown_as=path.relative)
        try:
            await self._disk.read(path)
        except FileMissingError:
            return
        raise WorkspaceFault(
            english(
                "the editor was asked to delete {relative!r}, which is still there: {words}",
                relative=path.relative,
                words=reply.words,
            )
        )
