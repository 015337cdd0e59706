"""The open documents, as the editor has them."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from architect.domain.files.uris import normal_form, path_of
from architect.domain.text.many_changes import after_changes
from architect.domain.text.positions import Encoding, LineEnds, LineIndex
from architect.domain.text.text_changes import (
    TextChange,
    change_from_json,
    changes_between,
)
from architect.frozen import frozen


@frozen
class OpenDocument:
    """A document at one moment.

    `uri` is the editor's own spelling. `path` is the real path of a file; None for `untitled:` and
    the like. `lines` finds places in the text without reading all of it.
    """

    uri: str
    language_id: str
    version: int
    lines: LineIndex = field(repr=False)
    path: Path | None

    @property
    def text(self) -> str:
        """The text, with every line end as the editor has it."""
        return self.lines.text


Listener = Callable[[OpenDocument | None, OpenDocument | None, tuple[TextChange, ...]], None]
"""Is told the document before and after, and what led from one to the other.

Before is None when it was opened, after is None when it was closed. Each change refers to the text
that the one before left.
"""


class DocumentStore:
    """Follows what the editor says about its documents, whatever it says.

    A change of an unknown document is ignored, a version that jumps or goes back is taken as it is,
    and a second opening replaces the first.
    """

    def __init__(self, encoding: Encoding, *, line_ends: LineEnds = "any") -> None:
        self.encoding: Encoding = encoding
        self.line_ends: LineEnds = line_ends
        self._documents: dict[str, OpenDocument] = {}
        self._listeners: list[Listener] = []

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of every move from now on, until the function it gives is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def get(self, uri: str) -> OpenDocument | None:
        return self._documents.get(normal_form(uri))

    def at(self, path: Path) -> OpenDocument | None:
        """The document of a real path; the one opened last if links led several to it."""
        found = (each for each in reversed(self._documents.values()) if each.path == path)
        return next(found, None)

    def all(self) -> tuple[OpenDocument, ...]:
        """All of them, in the order of opening."""
        return tuple(self._documents.values())

    def opened(self, uri: str, language_id: str, version: int, text: str) -> None:
        lines = LineIndex(text, self.encoding, line_ends=self.line_ends)
        document = OpenDocument(uri, language_id, version, lines, _real_path(uri))
        self._move(self._documents.pop(normal_form(uri), None), document, ())

    def changed(self, uri: str, version: int, content_changes: Sequence[dict[str, Any]]) -> None:
        """Follow a `didChange`; each change refers to the text that the one before left."""
        old = self.get(uri)
        if old is None:
            return
        lines = old.lines
        changes: list[TextChange] = []
        for is_whole, group in groupby(content_changes, lambda each: each.get("range") is None):
            if is_whole:
                for content_change in group:
                    lines, made = self._after_new_text(lines, content_change["text"])
                    changes += made
            else:
                made = [change_from_json(content_change) for content_change in group]
                lines = after_changes(lines, made)
                changes += made
        self._move(old, replace(old, version=version, lines=lines), tuple(changes))

    def _after_new_text(self, lines: LineIndex, text: str) -> tuple[LineIndex, list[TextChange]]:
        """The whole text anew; told from the last change to the first, so that each still fits."""
        made = changes_between(lines.text, text, self.encoding, line_ends=self.line_ends)
        return LineIndex(text, self.encoding, line_ends=self.line_ends), [*reversed(made)]

    def saved(self, uri: str, text: str | None) -> None:
        """Follow a `didSave`; the text that was saved is believed if there is one."""
        old = self.get(uri)
        if old is None or text is None or text == old.text:
            return
        lines, changes = self._after_new_text(old.lines, text)
        self._move(old, replace(old, lines=lines), tuple(changes))

    def closed(self, uri: str) -> None:
        old = self._documents.pop(normal_form(uri), None)
        if old is not None:
            self._move(old, None, ())

    def _move(
        self, old: OpenDocument | None, new: OpenDocument | None, changes: tuple[TextChange, ...]
    ) -> None:
        if new is not None:
            self._documents[normal_form(new.uri)] = new
        for listener in tuple(self._listeners):
            listener(old, new, changes)


def _real_path(uri: str) -> Path | None:
    path = path_of(uri)
    if path is None:
        return None
    with suppress(OSError, ValueError):
        return Path(os.path.realpath(path))
    return path
