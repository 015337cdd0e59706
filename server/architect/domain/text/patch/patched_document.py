"""Applying a patch to a document, whose byte order mark may be a part of the patch."""

import re
from contextlib import suppress
from dataclasses import replace

from architect.domain.errors import EditRefusedError
from architect.domain.text.byte_order_mark import MARK, marked_text, with_marked_text
from architect.domain.text.document import Document
from architect.domain.text.patch.apply import apply_patch

_MARKED_LINE = re.compile(f"^[-+ ]{MARK}", re.MULTILINE)


def patch_document(document: Document, patch: str) -> tuple[Document, tuple[str, ...]]:
    """The document after the patch, and notes that name the tolerances that were needed.

    Raises:
        EditRefusedError: as `apply_patch` does.
    """
    if _MARKED_LINE.search(patch) and document.encoding == "utf-8":
        with suppress(EditRefusedError):
            result = apply_patch(marked_text(document), patch)
            after, notes = with_marked_text(document, result.text)
            return after, (*result.notes, *notes)
    result = apply_patch(document.text, patch)
    return replace(document, text=result.text), result.notes
