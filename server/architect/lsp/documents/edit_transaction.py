"""Changing the text of an open document through the editor.

What the editor answers is a claim. The change is made when the text is seen in the documents.
"""

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack

from architect.domain.errors import PartlyAppliedError, StaleFileError, WorkspaceFault
from architect.domain.text.counted import counted
from architect.domain.text.edit_outcome import EditOutcome, edit_outcome
from architect.domain.text.text_changes import TextChange, changes_between
from architect.frozen import frozen
from architect.jsonrpc.client import Client
from architect.l10n import english
from architect.lsp.documents.document_store import DocumentStore, OpenDocument
from architect.lsp.documents.edit_request import EditReply, request_edit, text_edit
from architect.lsp.documents.edit_shape import in_every_editors_form, wanted_there
from architect.lsp.documents.edit_timeouts import EditTimeouts
from architect.lsp.documents.edit_watch import EditWatch
from architect.lsp.protocol.client_features import ClientFeatures
from architect.lsp.protocol.to_json import WARNING

_ATTEMPTS = 3
_INLINE_CHARS = 1_000_000


@frozen
class TextWanted:
    """The text that `document` is to have; `shown_as` is its path."""

    document: OpenDocument
    text: str
    shown_as: str

    @property
    def is_there(self) -> bool:
        return self.document.text == self.text


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
            [edit] = self._unmoved([TextWanted(document, wanted, shown_as)])
            if edit.is_there:
                return
            [outcome], reply = await self._attempt([edit])
            words.append(reply.words)
            if outcome is EditOutcome.APPLIED:
                return
            if outcome is not EditOutcome.UNCHANGED or reply.is_final:
                raise self._fault(edit, outcome, reply)
            document, wanted = edit.document, edit.text
        raise _not_made(shown_as, words)

    async def replace_texts(self, wanted: Sequence[TextWanted]) -> None:
        """Make the texts of several documents what is wanted, as one edit, which is undone as one.

        Raises:
            StaleFileError, WorkspaceFault: as `replace_text`; nothing was changed.
            PartlyAppliedError: some of them were changed.
        """
        edits = [edit for edit in self._unmoved(wanted) if not edit.is_there]
        if not edits:
            return
        outcomes, reply = await self._attempt(edits)
        again = self._features.document_changes and not reply.is_final
        if again and all(outcome is EditOutcome.UNCHANGED for outcome in outcomes):
            outcomes, reply = await self._attempt(self._unmoved(edits))
        judged = list(zip(edits, outcomes, strict=True))
        made = [edit.shown_as for edit, outcome in judged if outcome is EditOutcome.APPLIED]
        if len(made) == len(edits):
            return
        # What was altered is what the user has to hear of.
        failed = next(
            (each for each in judged if each[1] is EditOutcome.ALTERED),
            next(each for each in judged if each[1] is not EditOutcome.APPLIED),
        )
        fault = self._fault(*failed, reply)
        if not made:
            raise fault
        raise PartlyAppliedError(str(fault), tuple(made)) from fault

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
                watches=(watch,),
                timeouts=self._timeouts,
            )

    async def _attempt(self, edits: Sequence[TextWanted]) -> tuple[list[EditOutcome], EditReply]:
        """Ask for all of them in one edit, and see what became of each."""
        first, more = edits[0].shown_as, len(edits) - 1
        label = f"{first} and {counted(more, 'more file')}" if more else first
        if not self._features.apply_edit:
            raise WorkspaceFault(
                english(
                    "{first!r} is open in an editor that supports no edits: close it there, so "
                    "that the file on disk can be changed",
                    first=first,
                )
            )
        changes = [(edit.document, await self._changes(edit.document, edit.text)) for edit in edits]
        with ExitStack() as stack:
            watches = [
                stack.enter_context(EditWatch(self._documents, edit.document, edit.text))
                for edit in edits
            ]
            reply = await request_edit(
                self._client,
                f"architect: edit {label}",
                text_edit(changes, self._features),
                watches=watches,
                timeouts=self._timeouts,
            )
        outcomes = [self._outcome(*each) for each in zip(edits, watches, strict=True)]
        return outcomes, reply

    def _outcome(self, edit: TextWanted, watch: EditWatch) -> EditOutcome:
        if watch.was_seen:
            return EditOutcome.APPLIED
        now = self._documents.get(edit.document.uri)
        if now is None:
            return EditOutcome.MOVED
        return edit_outcome(
            edit.document.text,
            edit.text,
            now.text,
            told=watch.told,
            encoding=self._documents.encoding,
            line_ends=self._documents.line_ends,
        )

    def _unmoved(self, wanted: Sequence[TextWanted]) -> list[TextWanted]:
        """The edits for the versions that the documents have now.

        Raises:
            StaleFileError: one of them has another text by now, or is closed.
        """
        edits: list[TextWanted] = []
        for each in wanted:
            now = self._documents.get(each.document.uri)
            if now is None:
                raise StaleFileError(
                    english(
                        "{shown_as!r} was closed in the editor; read it again",
                        shown_as=each.shown_as,
                    )
                )
            if now.text != each.document.text:
                raise _moved(each.shown_as)
            text = wanted_there(now, each.text, self._features)
            edits.append(TextWanted(now, text, each.shown_as))
        return edits

    async def _changes(self, document: OpenDocument, wanted: str) -> Sequence[TextChange]:
        encoding, line_ends = self._documents.encoding, self._documents.line_ends
        before = document.text
        if len(before) + len(wanted) <= _INLINE_CHARS:
            changes = changes_between(before, wanted, encoding, line_ends=line_ends)
        else:
            changes = await asyncio.to_thread(
                changes_between, before, wanted, encoding, line_ends=line_ends
            )
        return in_every_editors_form(document, changes)

    def _fault(self, edit: TextWanted, outcome: EditOutcome, reply: EditReply) -> WorkspaceFault:
        """Why an edit was not made."""
        match outcome:
            case EditOutcome.MOVED:
                return _moved(edit.shown_as)
            case EditOutcome.ALTERED:
                return self._conflict(edit.shown_as, reply)
            case _ if reply.is_final:
                return _unanswered(edit.shown_as, reply)
            case _:
                return _not_made(edit.shown_as, (reply.words,))

    def _conflict(self, shown_as: str, reply: EditReply) -> WorkspaceFault:
        """What happened, for the model; the user is told as well."""
        text = (
            f"conflict in {shown_as!r}: the editor applied only a part of the edit, or something "
            f"else of it ({reply.words}); nothing more was written"
        )
        message = f"Architect: {text}. Check the file, or undo the last change there."
        self._client.notify("window/showMessage", {"type": WARNING, "message": message})
        return WorkspaceFault(
            english("{text}. Read it again and fix what is missing or wrong", text=text)
        )


def _moved(shown_as: str) -> StaleFileError:
    return StaleFileError(
        english(
            "{shown_as!r} was changed in the editor meanwhile; nothing was written, read it again",
            shown_as=shown_as,
        )
    )


def _unanswered(shown_as: str, reply: EditReply) -> WorkspaceFault:
    return WorkspaceFault(
        english(
            "the editor has not changed {shown_as!r}: {words}. It may still do so: read "
            "the file before you try again",
            shown_as=shown_as,
            words=reply.words,
        )
    )


def _not_made(shown_as: str, words: Sequence[str]) -> WorkspaceFault:
    times = "once" if len(words) == 1 else f"{len(words)} times"
    return WorkspaceFault(
        english(
            "the editor was asked {times} to change {shown_as!r}, and has reported no "
            "change: {words}. Read the file before you try again; if it is as it was, tell "
            "the user",
            times=times,
            shown_as=shown_as,
            words=words[-1],
        )
    )
