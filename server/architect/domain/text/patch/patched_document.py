"""Applying a patch to a document, whose byte order mark may be a part of the patch.

To `diff` and git the mark is the first character of the first line; to people, and in
`Document.text`, it is not there.
"""

import re
from contextlib import suppress
from dataclasses import replace

from architect.domain.errors import EditRefusedError
from architect.domain.text.document import Document
from architect.domain.text.patch.apply import PatchedText, apply_patch

_MARK = "\ufeff"
_MARKED_LINE = re.compile(f"^[-+ ]{_MARK}", re.MULTILINE)


def patch_document(document: Document, patch: str) -> tuple[Document, tuple[str, ...]]:
    """The document after the patch, and notes that name the tolerances that were needed.

    Raises:
        EditRefusedError: as `apply_patch` does.
    """
    if _MARKED_LINE.search(patch) and document.encoding == "utf-8":
        with suppress(EditRefusedError):
            mark = _MARK if document.bom else ""
            result = apply_patch(mark + document.text, patch)
            return _with_mark(document, result)
    result = apply_patch(document.text, patch)
    return replace(document, text=result.text), result.notes


def _with_mark(document: Document, result: PatchedText) -> tuple[Document, tuple[str, ...]]:
    """The result, a mark that its text begins with taken for that of the file."""
    text = result.text.removeprefix(_MARK)
    bom = text != result.text
    notes = result.notes
    if bom != document.bom:
        notes = (*notes, f"byte order mark {'added' if bom else 'removed'}")
    return replace(document, text=text, bom=bom), notes
