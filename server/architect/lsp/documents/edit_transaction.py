"""Changing the text of an open document through the editor.

What the editor answers is a claim. The change is made when the text is seen in the documents.
"""

import asyncio
from collections.abc import Sequence

from architect.domain.errors import StaleFileError, WorkspaceFault
from architect.domain.text.text_changes import TextChange, changes_between
from architect.jsonrpc.client import Client
from architect.lsp.documents.document_store import DocumentStore, OpenDocument
from architect.lsp.documents.edit_outcome import EditOutcome, edit_outcome
from architect.lsp.documents.edit_request import EditReply, request_edit, text_edit
from architect.lsp.documents.edit_shape import in_every_editors_form, wanted_there
from architect.lsp.documents.edit_timeouts import EditTimeouts
from architect.lsp.documents.edit_watch import EditWatch
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.to_json import WARNING

_ATTEMPTS = 3
_INLINE_CHARS = 1_000_000


class EditTransaction:
    """Makes edits, each in one `workspace/applyEdit` for the version that the store has."""

    def __init__(
        self,
        documents: DocumentStore,
        client: Client,
        features: ClientFeatures,
        *,
        timeouts: EditTimeouts,
    ) -> None:
        self._documents = documents
        self._client = client
        self._features = features
        self._timeouts = timeouts

    async def replace_text(self, document: OpenDocument, wanted: str, *, shown_as: str) -> None:
        """Make the text of `document` what is `wanted`.

        Raises:
            StaleFileError: the document has moved on; nothing of the change was made.
            WorkspaceFault: the editor has not made it, or has made something else of it.
        """
        words: list[str] = []
        # An edit for no version may be made twice, if the first one is only told late.
        for _ in range(_ATTEMPTS if self._features.document_changes else 1):
            document = self._unmoved(document, shown_as)
            wanted = wanted_there(document, wanted, self._features)
            if document.text == wanted:
                return
            outcome, reply = await self._attempt(document, wanted, shown_as)
            words.append(reply.words)
            match outcome:
                case EditOutcome.APPLIED:
                    return
                case EditOutcome.MOVED:
                    raise _moved(shown_as)
                case EditOutcome.ALTERED:
                    raise self._conflict(shown_as, reply)
                case EditOutcome.UNCHANGED if reply.is_final:
                    raise _unanswered(shown_as, reply)
                case EditOutcome.UNCHANGED:
                    pass
        raise _not_made(shown_as, words)

    async def delete_file(self, document: OpenDocument, *, shown_as: str) -> EditReply:
        """Have the editor delete the file of `document` and close it; the disk shows whether."""
        edit = {
            "documentChanges": [
                {"kind": "delete", "uri": document.uri, "options": {"ignoreIfNotExists": True}}
            ]
        }
        with EditWatch(self._documents, document, None) as watch:
            return await request_edit(
                self._client,
                f"architect: delete {shown_as}",
                edit,
                watch=watch,
                timeouts=self._timeouts,
            )

    async def _attempt(
        self, document: OpenDocument, wanted: str, shown_as: str
    ) -> tuple[EditOutcome, EditReply]:
        if not self._features.apply_edit:
            raise WorkspaceFault(
                f"{shown_as!r} is open in an editor that supports no edits: close it there, so "
                "that the file on disk can be changed"
            )
        changes = await self._changes(document.text, wanted)
        edit = text_edit(document, in_every_editors_form(document, changes), self._features)
        with EditWatch(self._documents, document, wanted) as watch:
            reply = await request_edit(
                self._client,
                f"architect: edit {shown_as}",
                edit,
                watch=watch,
                timeouts=self._timeouts,
            )
        if watch.was_seen:
            return EditOutcome.APPLIED, reply
        now = self._documents.get(document.uri)
        if now is None:
            return EditOutcome.MOVED, reply
        outcome = edit_outcome(
            document.text,
            wanted,
            now.text,
            told=watch.told,
            encoding=self._documents.encoding,
            line_ends=self._documents.line_ends,
        )
        return outcome, reply

    def _unmoved(self, document: OpenDocument, shown_as: str) -> OpenDocument:
        """The document as it is now, for its version.

        Raises:
            StaleFileError: it has another text by now, or is closed.
        """
        now = self._documents.get(document.uri)
        if now is None:
            raise StaleFileError(f"{shown_as!r} was closed in the editor; read it again")
        if now.text != document.text:
            raise _moved(shown_as)
        return now

    async def _changes(self, before: str, wanted: str) -> tuple[TextChange, ...]:
        encoding, line_ends = self._documents.encoding, self._documents.line_ends
        if len(before) + len(wanted) <= _INLINE_CHARS:
            return changes_between(before, wanted, encoding, line_ends=line_ends)
        return await asyncio.to_thread(
            changes_between, before, wanted, encoding, line_ends=line_ends
        )

    def _conflict(self, shown_as: str, reply: EditReply) -> WorkspaceFault:
        """What happened, for the model; the user is told as well."""
        text = (
            f"conflict in {shown_as!r}: the editor applied only a part of the edit, or something "
            f"else of it ({reply.words}); nothing more was written"
        )
        message = f"Architect: {text}. Check the file, or undo the last change there."
        self._client.notify("window/showMessage", {"type": WARNING, "message": message})
        return WorkspaceFault(f"{text}. Read it again and fix what is missing or wrong")


def _moved(shown_as: str) -> StaleFileError:
    return StaleFileError(
        f"{shown_as!r} was changed in the editor meanwhile; nothing was written, read it again"
    )


def _unanswered(shown_as: str, reply: EditReply) -> WorkspaceFault:
    return WorkspaceFault(
        f"the editor has not changed {shown_as!r}: {reply.words}. It may still do so: "
        "read the file before you try again"
    )


def _not_made(shown_as: str, words: Sequence[str]) -> WorkspaceFault:
    times = "once" if len(words) == 1 else f"{len(words)} times"
    return WorkspaceFault(
        f"the editor was asked {times} to change {shown_as!r}, and has reported no change: "
        f"{words[-1]}. Read the file before you try again; if it is as it was, tell the user"
    )
