"""Watching for a text to appear in an open document."""

import asyncio
from types import TracebackType

from architect.domain.files.uris import normal_form
from architect.domain.text.edit_outcome import alike
from architect.domain.text.many_changes import after_changes
from architect.domain.text.text_changes import TextChange
from architect.lsp.documents.document_store import DocumentStore, OpenDocument

_LOOKED_AT = 16
"""Changes of one message. Editors send one or two; comparing a long text takes a millisecond."""


class EditWatch:
    """Sees every text that `document` goes through while the watch is entered.

    `settled` is set when there is nothing left to wait for: `wanted` was seen, or the document was
    closed. A formatter or the user may change the text at once; it was seen all the same. Where
    `wanted` is None, only the closing is waited for.
    """

    def __init__(
        self, documents: DocumentStore, document: OpenDocument, wanted: str | None
    ) -> None:
        self.settled = asyncio.Event()
        self.was_seen = False
        self.told: list[TextChange] = []
        self._news = asyncio.Event()
        self._has_stirred = False
        self._documents = documents
        self._key = normal_form(document.uri)
        self._wanted = wanted
        self._unlisten = lambda: None

    def __enter__(self) -> "EditWatch":
        self._unlisten = self._documents.listen(self._look)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._unlisten()

    async def settle(self, wait_s: float, *, calm_s: float) -> None:
        """Wait until it is settled, at most `wait_s`, and at most `calm_s` after other news."""
        now = asyncio.get_running_loop().time
        end = now() + wait_s
        while not self.settled.is_set():
            self._news.clear()
            left = end - now()
            try:
                async with asyncio.timeout(min(left, calm_s) if self._has_stirred else left):
                    await self._news.wait()
            except TimeoutError:
                return

    def _look(
        self,
        old: OpenDocument | None,
        new: OpenDocument | None,
        changes: tuple[TextChange, ...],
    ) -> None:
        document = new or old
        if document is None or normal_form(document.uri) != self._key:
            return
        self.told += changes
        self._has_stirred = True
        self._news.set()
        if new is None:
            self.settled.set()
        elif self._wanted is not None and _passes(old, changes, new, wanted=self._wanted):
            self.was_seen = True
            self.settled.set()


def _passes(
    old: OpenDocument | None,
    changes: tuple[TextChange, ...],
    new: OpenDocument,
    *,
    wanted: str,
) -> bool:
    """Whether the text is there, or was between two of the changes that one message told.

    Of very many changes the last are looked at: those that somebody made behind an edit of ours.
    """
    if alike(new.text, wanted):
        return True
    if old is not None:
        first = max(0, len(changes) - _LOOKED_AT)
        lines = after_changes(old.lines, changes[:first])
        for change in changes[first:]:
            if lines is not old.lines and alike(lines.text, wanted):
                return True
            lines = after_changes(lines, (change,))
    return False
