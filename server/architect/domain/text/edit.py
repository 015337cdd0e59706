"""Replacing one place of a text."""

import re
from dataclasses import replace

from architect.domain.errors import EditRefusedError
from architect.domain.text.alignment import equal_runs
from architect.domain.text.byte_order_mark import MARK, marked_text, with_marked_text
from architect.domain.text.document import Document
from architect.domain.text.file_text import dominant_newline, split_lines, with_newlines
from architect.domain.text.resemblance import closest_line, numbered, only_difference, spelt_out
from architect.domain.text.undecodable_bytes import REPLACEMENT, shown
from architect.lazy_pattern import lazy_pattern

_COUNTED_OCCURRENCES = 100
_SHOWN_LINE_NUMBERS = 10
_LINE_END = r"(?:\r\n|\r(?!\n)|(?<!\r)\n)"
_LINE_NUMBER = lazy_pattern(r"^[ \t]*\d+(?:\t|[ \t]*[:|→][ \t]?|  )", re.MULTILINE)


def edit_document(document: Document, old: str, new: str) -> tuple[Document, tuple[str, ...]]:
    """The document with the only occurrence of `old` replaced by `new`, and notes about that.

    A byte order mark at the start of `old` is that of the file, if this has one.

    Raises:
        EditRefusedError: as `replace_once` does.
    """
    if document.bom and old.startswith(MARK):
        text = replace_once(marked_text(document), old, new)
        return with_marked_text(document, text)
    return replace(document, text=replace_once(document.text, old, new)), ()


def replace_once(text: str, old: str, new: str) -> str:
    """`text` with the only occurrence of `old` replaced by `new`.

    What stands there exactly once as it is written, is that. Otherwise line ends are compared as
    equal, whichever they are. `new` gets those of the text around it, unless the call speaks of CR
    itself; everything else stays as it is.

    Raises:
        EditRefusedError: `old` is empty, the same as `new`, not found or not unique.
    """
    if not old:
        raise EditRefusedError(
            "old_str is empty; give the text to replace, or use write_file to write a whole file"
        )
    place = _only_place(text, old)
    if place is not None and old != new and _is_literal(text, place, old, new):
        return text[: place[0]] + new + text[place[1] :]
    wanted = with_newlines(old, "\n")
    if wanted == with_newlines(new, "\n"):
        raise EditRefusedError("no change: old_str and new_str are the same")
    if place is None or _splits_line_end(text, place[0]):
        place = _tolerated_place(text, wanted)
    start, end = place
    return _joined(text[:start], _in_place_of(text[start:end], new, text), text[end:])


def _only_place(text: str, old: str) -> tuple[int, int] | None:
    """Where `old` stands as it is, if it stands there only."""
    at = text.find(old)
    if at < 0 or text.find(old, at + 1) >= 0:
        return None
    return at, at + len(old)


def _is_literal(text: str, place: tuple[int, int], old: str, new: str) -> bool:
    """Whether line ends are meant as they are written: the call speaks of CR.

    A CRLF is not split at the start, and where all lines end at CRLF, those of `new` do too.
    """
    starts_inside, ends_inside = (_splits_line_end(text, at) for at in place)
    if starts_inside and not ends_inside:
        return False
    if "\r" in new:
        mixes = "\r" not in new.replace("\r\n", "") and with_newlines(new, "\r\n") != new
        return ends_inside or not (mixes and _only_newline(text) == "\r\n")
    speaks_of_cr = "\r" in old
    return speaks_of_cr and ("\n" not in new or ends_inside)


def _splits_line_end(text: str, at: int) -> bool:
    """Whether `at` is between the two characters of a CRLF."""
    return text[at - 1 : at + 1] == "\r\n" if at else False


def _tolerated_place(text: str, wanted: str) -> tuple[int, int]:
    """The only place of `wanted`, whose lines end at LF, whatever the line ends of the text are.

    Raises:
        EditRefusedError: there is none, or more than one.
    """
    spans = _occurrences(text, wanted)
    if not spans:
        raise EditRefusedError(f"old_str not found: {_why_not_found(text, wanted)}")
    if len(spans) > 1:
        raise EditRefusedError(_why_not_unique(text, spans))
    return spans[0]


def _joined(*parts: str) -> str:
    """The parts as one text, where a CR and an LF that meet at a seam stay two line ends."""
    result = ""
    for part in parts:
        if result.endswith("\r") and part.startswith("\n"):
            result += "\n"
        result += part
    return result


def _occurrences(text: str, wanted: str) -> list[tuple[int, int]]:
    """Where `wanted`, whose lines end at LF, stands in `text`, overlaps included."""
    newline = _only_newline(text)
    if newline:
        return _found(text, wanted.replace("\n", newline))
    spans: list[tuple[int, int]] = []
    pattern = re.compile(_LINE_END.join(map(re.escape, wanted.split("\n"))))
    match = pattern.search(text)
    while match and len(spans) < _COUNTED_OCCURRENCES:
        spans.append(match.span())
        match = pattern.search(text, match.start() + 1)
    return spans


def _only_newline(text: str) -> str | None:
    """The line end that all lines of `text` have; None if they mix."""
    returns = text.count("\r")
    if not returns:
        return "\n"
    both = text.count("\r\n")
    feeds = text.count("\n")
    return "\r\n" if both == returns == feeds else None if feeds else "\r"


def _found(text: str, needle: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    at = text.find(needle)
    while at >= 0 and len(spans) < _COUNTED_OCCURRENCES:
        spans.append((at, at + len(needle)))
        at = text.find(needle, at + 1)
    return spans


def _in_place_of(found: str, new: str, text: str) -> str:
    """`new` with the line ends of what it replaces; lines that it only repeats keep their own."""
    newline = dominant_newline(found)
    if ("\n" in found or "\r" in found) and with_newlines(found, newline) == found:
        return with_newlines(new, newline)
    newline = dominant_newline(text)
    replacement = with_newlines(new, newline)
    old_lines, new_lines = split_lines(found), split_lines(replacement)
    plain_old = [with_newlines(line, newline) for line in old_lines]
    for run in equal_runs(plain_old, new_lines):
        new_lines[run.right : run.right + run.length] = old_lines[run.left : run.left + run.length]
    kept = "".join(new_lines)
    return kept if with_newlines(kept, newline) == replacement else replacement


def _why_not_unique(text: str, spans: list[tuple[int, int]]) -> str:
    lines = list(dict.fromkeys(str(_line_number(text, start)) for start, _ in spans))
    shown = ", ".join(lines[:_SHOWN_LINE_NUMBERS])
    more = len(lines) - _SHOWN_LINE_NUMBERS
    at_least = "at least " if len(spans) == _COUNTED_OCCURRENCES else ""
    return (
        f"old_str is not unique: it stands {at_least}{len(spans)} times, at "
        f"line{'s' if len(lines) > 1 else ''} {shown}{f' and {more} more' if more > 0 else ''}; "
        "add surrounding lines until it stands once"
    )


def _line_number(text: str, position: int) -> int:
    return with_newlines(text[:position], "\n").count("\n") + 1


def _why_not_found(text: str, wanted: str) -> str:
    """What is wrong with `wanted`, whose lines end at LF, and the nearest text."""
    plain_text = shown(with_newlines(text, "\n"))
    if not plain_text:
        return "the file is empty"
    if REPLACEMENT in wanted and wanted in plain_text:
        return (
            "U+FFFD in old_str only stands for a byte of the file that is not UTF-8; leave it out "
            "of old_str, the bytes around the edit stay as they are"
        )
    if plain_text.endswith(wanted.rstrip("\n")):
        return "it ends with a line end, but the last line of the file has none (line endings)"
    unescaped = wanted.replace("\\n", "\n").replace("\\t", "\t").replace('\\"', '"')
    if unescaped in plain_text:
        return r"it has backslash escapes (\n, \t, \") where the file has the characters themselves"
    unnumbered = _without_line_numbers(wanted)
    reasons = ["line-number prefixes, which are not part of the file"] if unnumbered else []
    return _nearest(plain_text, unnumbered or wanted, reasons)


def _without_line_numbers(wanted: str) -> str | None:
    """`wanted` without line-number prefixes; None unless every line has one."""
    lines = [line for line in wanted.split("\n") if line.strip()]
    if not all(_LINE_NUMBER.match(line) for line in lines):
        return None
    return _LINE_NUMBER.sub("", wanted)


def _nearest(text: str, wanted: str, reasons: list[str]) -> str:
    wanted_lines = wanted.strip("\n").split("\n")
    lines = text.split("\n")
    at = _exact_line(text, wanted) if reasons else None
    if at is None:
        at = closest_line(text, wanted_lines)
    if at is None:
        return "nothing in the file resembles it; read the file again"
    found = lines[at : at + len(wanted_lines)]
    around = "\n".join(lines[max(at - 2, 0) : at + len(wanted_lines) + 2])
    if wanted not in around and (difference := only_difference(around, wanted)):
        reasons = [*reasons, difference]
    reason = f"it differs in {' and '.join(reasons)}" if reasons else "the text differs"
    mismatch = _first_mismatch(found, wanted_lines)
    return f"{reason}. The nearest text:\n{numbered(found, at + 1)}{mismatch}"


def _exact_line(text: str, wanted: str) -> int | None:
    at = text.find(wanted)
    return text.count("\n", 0, at) if at >= 0 else None


def _first_mismatch(found: list[str], wanted: list[str]) -> str:
    """The first pair of different lines, spelt out: tabs and typographic quotes can be seen."""
    for actual, expected in zip(found, wanted, strict=False):
        if actual != expected:
            has, wants = spelt_out(actual, expected)
            return f"\nThe file has {has}\nwhere old_str has {wants}"
    return ""
