"""The changes of one file, undone without losing what was changed since."""

from collections.abc import Iterable
from dataclasses import replace

from architect.domain.journal.file_traces import Made
from architect.domain.text.alignment import equal_runs
from architect.domain.text.document import Document
from architect.domain.text.file_text import (
    count_line_ends,
    dominant_newline,
    split_lines,
    with_newlines,
)
from architect.domain.text.merge import merge
from architect.domain.text.undecodable_bytes import has_undecodable_bytes
from architect.frozen import frozen
from architect.l10n import english

Content = Document | None
"""Of a file; None where there is none."""


@frozen
class KnownSpan:
    """A span of a file's trace with the contents that its hashes stand for."""

    before: Content
    after: Content
    made: Made
    executable: bool | None = None


@frozen
class Restored:
    """What the file should hold from now on."""

    content: Content


@frozen
class Overlap:
    """Why a file is left alone; `lines` are first and last ones of the present text, from 1."""

    reason: str
    lines: tuple[tuple[int, int], ...] = ()


def without_edits(present: Content, spans: Iterable[KnownSpan]) -> Restored | Overlap:
    """What becomes of `present` if none of `spans`, newest first, had ever been made."""
    content = present
    for span in spans:
        taken = _one_back(content, span)
        if isinstance(taken, Overlap):
            return replace(taken, lines=_lines_in(present, content, taken.lines))
        content = taken.content
    return Restored(content)


def execute_bit_back(present: bool | None, spans: Iterable[KnownSpan]) -> bool | None:
    """The execute bit that a file had before `spans`, newest first; None if it is as it should be.

    `present` is the one that it has now, None if there is no file. One that somebody else has
    changed since stays.
    """
    bits = [span.executable for span in spans if span.made is not Made.REFUSED]
    known = [bit for bit in bits if bit is not None]
    if not known or (present is not None and present != known[0]):
        return None
    return not known[-1]


def is_same(one: Content, other: Content) -> bool:
    """Whether both are the same bytes, or both no file."""
    if one is None or other is None:
        return one is other
    return (one.text, one.encoding, one.bom) == (other.text, other.encoding, other.bom)


def _one_back(present: Content, span: KnownSpan) -> Restored | Overlap:
    if is_same(present, span.after):
        return Restored(span.before)
    if is_same(present, span.before) or span.made is Made.REFUSED:
        return Restored(present)
    if present is None:
        return Overlap(english("it is no longer there: it was deleted or renamed since"))
    if span.after is None and span.made is Made.OPEN and not present.text:
        return Restored(span.before)
    if span.after is None:
        return Overlap(english("the run deleted it, and there is another file by now"))
    if span.before is None:
        return Overlap(english("the run created it, and it was changed since"))
    return _merged(present, after=span.after, before=span.before)


def _merged(present: Document, *, after: Document, before: Document) -> Restored | Overlap:
    """Encoding, byte order mark and line ends are undone if nobody changed them since."""
    texts = [present.text, after.text, before.text]
    newline = None
    if all(map(_has_one_newline, texts)):
        ours, base, theirs = map(dominant_newline, texts)
        newline = theirs if ours == base else ours
        texts = [with_newlines(text, "\n") for text in texts]
    ours, base, theirs = texts
    merged = merge(base, ours, theirs)
    if merged.conflicts:
        lines = tuple((place.start_line, place.end_line) for place in merged.conflicts)
        return Overlap(english("the lines that the run changed were changed again since"), lines)
    text = merged.text if newline is None else with_newlines(merged.text, newline)
    same_encoding = (present.encoding, present.bom) == (after.encoding, after.bom)
    form = before if same_encoding else present
    return Restored(replace(form, text=text, undecodable_bytes=has_undecodable_bytes(text)))


def _has_one_newline(text: str) -> bool:
    newline = dominant_newline(text)
    return text.count(newline) == count_line_ends(text) and (
        newline == "\r\n" or "\r\n" not in text
    )


def _lines_in(
    present: Content, inner: Content, lines: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """Lines of `inner` as lines of `present`, from which some changes were undone already."""
    if present is None or inner is None or present.text == inner.text:
        return lines
    runs = equal_runs(split_lines(present.text), split_lines(inner.text))

    def line_in_present(line: int) -> int:
        at = 0
        for run in runs:
            if run.right >= line:
                break
            at = run.left + min(line - run.right, run.length)
        return max(at, 1)

    return tuple((line_in_present(first), line_in_present(last)) for first, last in lines)
