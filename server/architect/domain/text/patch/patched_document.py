"""Applying a patch to a document, whose byte order mark may be a part of the patch."""

import re
from contextlib import suppress
from dataclasses import replace

from architect.domain.errors import EditRefusedError
from architect.domain.text.byte_order_mark import MARK, marked_text, with_marked_text
from architect.domain.text.document import Document
from architect.domain.text.patch.apply import PatchedText, apply_patch
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_MARKED_LINE = lazy_pattern(f"^[-+ ]{MARK}", re.MULTILINE)


@frozen
class PatchedDocument:
    """The document after the patch; the rest is as in `PatchedText`."""

    document: Document
    notes: tuple[str, ...]
    executable: bool | None = None
    deleted: bool = False


def patch_document(document: Document, patch: str, *, name: str | None = None) -> PatchedDocument:
    """The document after the patch; `name` is as in `apply_patch`.

    Raises:
        EditRefusedError: as `apply_patch` does.
    """
    if _MARKED_LINE.search(patch) and document.encoding == "utf-8":
        with suppress(EditRefusedError):
            result = apply_patch(marked_text(document), patch, name=name)
            after, notes = with_marked_text(document, result.text)
            return _patched(result, after, notes)
    result = apply_patch(document.text, patch, name=name)
    return _patched(result, replace(document, text=result.text))


def _patched(result: PatchedText, after: Document, notes: tuple[str, ...] = ()) -> PatchedDocument:
    return PatchedDocument(
        after, (*result.notes, *notes), result.executable, deleted=result.deleted
    )
