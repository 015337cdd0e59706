"""Edits in the form that every editor gets right."""

from collections.abc import Sequence

from architect.domain.text.positions import Range
from architect.domain.text.text_changes import TextChange
from architect.lsp.documents.document_store import OpenDocument
from architect.lsp.protocol.client_features import ClientFeatures

_LINE_ENDS = ("\r\n", "\n", "\r")


def wanted_there(document: OpenDocument, wanted: str, features: ClientFeatures) -> str:
    """The text to ask for, so that saving it gives `wanted`.

    A Neovim that shows no final line end adds one when it writes ('fixendofline', on by default);
    one that was put there before would be an empty line more.
    """
    end = _line_end(wanted)
    shows_none = features.name == "Neovim" and document.text and not _line_end(document.text)
    return wanted.removesuffix(end) if shows_none and end else wanted


def version_there(document: OpenDocument, features: ClientFeatures) -> int:
    """The version to ask for, so that the edit is refused once the document has another.

    A Neovim without our plugin opens documents at version 0 and then takes 0 for "any version"; it
    compares others by order, and those that follow are greater than 1.
    """
    is_unchecked = features.name == "Neovim" and features.rich is None and document.version == 0
    return 1 if is_unchecked else document.version


def in_every_editors_form(
    document: OpenDocument, changes: Sequence[TextChange]
) -> Sequence[TextChange]:
    """`changes`, where lines at the end are not added behind the last line end, but before it.

    It is the same text, but Neovim 0.11 would make an empty line more of the other form.
    """
    if not changes:
        return changes
    *others, last = changes
    end, length = _line_end(document.text), document.lines.length
    is_behind_all = document.lines.offset_of(last.range.start) == length
    if not (is_behind_all and end and last.text.endswith(end)):
        return changes
    place = document.lines.position_of(length - len(end))
    return (*others, TextChange(Range(place, place), end + last.text.removesuffix(end)))


def _line_end(text: str) -> str:
    """The line end that the text ends with; empty for none."""
    return next((end for end in _LINE_ENDS if text.endswith(end)), "")
