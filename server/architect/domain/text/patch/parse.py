"""A patch as a model writes it, taken apart: a unified diff, or the form of codex."""

from collections.abc import Sequence
from dataclasses import replace

from architect.domain.errors import EditRefusedError
from architect.domain.text.patch.codex_form import is_codex_form, parse_codex_form
from architect.domain.text.patch.file_header import (
    FileHeader,
    read_header,
    second_file,
    starts_file,
)
from architect.domain.text.patch.hunk import FilePatch
from architect.domain.text.patch.hunks import HunkReader
from architect.domain.text.patch.spelling import Spelling
from architect.lazy_pattern import lazy_pattern

_SEARCH_BLOCK = lazy_pattern(r"<{5,} ?SEARCH")


def parse_patch(spelling: Spelling) -> tuple[FilePatch, ...]:
    """The diffs of one file, in the order in which they are to be applied.

    Raises:
        BrokenHunkError: the lines of hunks cannot be told from the text around them.
        EditRefusedError: there are no hunks, or the patch wants more than to change one file.
    """
    if is_codex_form(spelling.lines):
        parts = parse_codex_form(spelling.lines)
    else:
        parts = _unified(spelling.lines)
    first, *others = parts
    for other in others:
        if first.name is None or other.name != first.name:
            raise second_file()
    parts[0] = replace(first, notes=(*spelling.notes, *first.notes))
    last = parts[-1]
    if spelling.ends_in_line and last.hunks and last.hunks[-1].ends_patch:
        ending = replace(last.hunks[-1], ends_in_line=True)
        parts[-1] = replace(last, hunks=(*last.hunks[:-1], ending))
    return tuple(parts)


def _unified(lines: Sequence[str]) -> list[FilePatch]:
    parts: list[FilePatch] = []
    at, fenced = 0, False
    while at < len(lines):
        header, at = read_header(lines, at, fenced=fenced)
        reader = HunkReader(lines, fenced=header.fenced)
        if header.fenced and not fenced and at < len(lines):
            reader.notes.append("markdown fence ignored")
        fenced = header.fenced
        if at < len(lines) and lines[at].startswith("@@"):
            at = reader.read(at)
        elif not _is_whole(header):
            if at < len(lines) and starts_file(lines, at):
                raise second_file()
            raise EditRefusedError(_why_no_hunks(lines))
        parts.append(_part(header, reader))
    if not parts:
        raise EditRefusedError(_why_no_hunks(lines))
    return parts


def _is_whole(header: FileHeader) -> bool:
    """Whether it says something without any hunk: another mode, or a new empty file."""
    return header.executable is not None or header.creates


def _part(header: FileHeader, reader: HunkReader) -> FilePatch:
    return FilePatch(
        tuple(reader.hunks),
        name=header.name,
        names=header.names,
        creates=header.creates,
        deletes=header.deletes,
        executable=header.executable,
        notes=tuple(reader.notes),
    )


def _why_no_hunks(lines: Sequence[str]) -> str:
    if any(_SEARCH_BLOCK.match(line) for line in lines):
        return "the patch is a search/replace block, not a unified diff: use edit_file for it"
    return (
        "the patch has no hunks: each change needs a line '@@ -LINE,COUNT +LINE,COUNT @@' (or "
        "just '@@') and then lines that begin with ' ', '-' or '+'"
    )
