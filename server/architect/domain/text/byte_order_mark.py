"""The byte order mark of a document as the first character of its text.

To `diff`, git and whoever looks at the bytes it is that; to people, and in `Document.text`, it is
not there.
"""

from dataclasses import replace

from architect.domain.text.document import Document

MARK = "\ufeff"


def marked_text(document: Document) -> str:
    """The text with the mark that the file begins with."""
    return MARK + document.text if document.bom else document.text


def with_marked_text(document: Document, text: str) -> tuple[Document, tuple[str, ...]]:
    """The document with `text`, a mark that it begins with taken for that of the file, and notes.

    Only UTF-8 can do without one.
    """
    plain = text.removeprefix(MARK)
    bom = plain != text or document.encoding != "utf-8"
    after = replace(document, text=plain, bom=bom)
    if bom == document.bom:
        return after, ()
    return after, (f"byte order mark {'added' if bom else 'removed'}",)
