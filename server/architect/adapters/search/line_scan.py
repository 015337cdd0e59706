"""A search through files as a program of its own, so that it can be ended at any moment.

It reads one JSON object from standard input (`ScanJob` in `scan_job`), and prints one JSON array a
line for what it finds, files in the order of their paths:

- `["file", path, lines]`, where a line is `[number, text, is_match]`, cut to what is shown;
- `["binary", path]`, `["large", path]`, `["unreadable", path]`;
- `["invalid", reason]` if the pattern is no regular expression.

Paths are relative to the root of the search, bytes that are no UTF-8 as surrogates. It ends itself
as soon as there are more matches than asked for.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from architect.adapters.search.excerpt import excerpt
from architect.adapters.search.file_walk import files_in_order
from architect.adapters.search.line_matcher import LineMatcher, line_matcher
from architect.adapters.search.searched_text import Binary, searched_text
from architect.domain.files.globs import glob_matcher

_FIRST_BYTES = 1 << 16

Line = tuple[int, str, bool]


def main() -> None:
    job = json.load(sys.stdin)
    try:
        matcher = line_matcher(
            job["pattern"], is_regex=job["is_regex"], ignore_case=job["ignore_case"]
        )
    except (re.error, OverflowError, RecursionError, ValueError) as error:
        _say("invalid", str(error))
        return
    _search(job, matcher)


def _say(*item: object) -> None:
    sys.stdout.write(json.dumps(item) + "\n")


def _search(job: dict[str, Any], matcher: LineMatcher) -> None:
    root: str = job["root"]
    start = len(os.fsencode(root).rstrip(b"/")) + 1

    def name(path: bytes) -> str:
        return os.fsdecode(path[start:])

    left = job["max_hits"]
    for path in _paths(job, lambda folder: _say("unreadable", name(folder))):
        try:
            content = _content(path, job["most_file_bytes"])
        except OSError:
            _say("unreadable", name(path))
            continue
        if content is None:
            _say("large", name(path))
            continue
        found = found_lines(content, matcher, context_lines=job["context_lines"], limit=left + 1)
        if found is Binary.MATCHES:
            _say("binary", name(path))
        elif found:
            _say("file", name(path), found)
            left -= sum(line[2] for line in found)
        if left < 0:
            return


def _paths(job: dict[str, Any], on_unreadable: Callable[[bytes], object]) -> Iterator[bytes]:
    root = os.fsencode(job["root"])
    if job["is_file"]:
        yield root
        return
    start = len(root.rstrip(b"/")) + 1
    is_wanted = glob_matcher(job["file_glob"])
    takes_all = job["file_glob"] in ("*", "**")
    for path in files_in_order(
        root,
        left_out={os.fsencode(name) for name in job["left_out"]},
        recursive=job["recursive"],
        on_unreadable=on_unreadable,
    ):
        if takes_all or is_wanted(path[start:].decode("utf-8", "replace")):
            yield path


def _content(path: bytes, most_bytes: int) -> bytes | None:
    """The bytes of a file; None if there are more than `most_bytes`.

    Raises:
        OSError: it cannot be read, or has become a link.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        content = os.read(descriptor, _FIRST_BYTES)
        if len(content) < _FIRST_BYTES:
            return content
        size = os.fstat(descriptor).st_size
        if size > most_bytes:
            return None
        pieces = [content]
        while content := os.read(descriptor, max(size, _FIRST_BYTES)):
            pieces.append(content)
        return b"".join(pieces)
    finally:
        os.close(descriptor)


def found_lines(
    content: bytes, matcher: LineMatcher, *, context_lines: int, limit: int
) -> list[Line] | Binary:
    """The matches, `limit` at most, with the lines around them; each line once, in order."""
    if not matcher.may_match(content):
        return []
    searched = searched_text(content)
    if not matcher.may_match_text(searched.text):
        return []
    lines = searched.lines()
    if searched.is_binary:
        matches = any(matcher.start(line) is not None for line in lines)
        return Binary.MATCHES if matches else []
    return list(_matches(lines, matcher, context_lines=context_lines, limit=limit))


def _matches(
    lines: list[str], matcher: LineMatcher, *, context_lines: int, limit: int
) -> Iterator[Line]:
    shown = after = 0
    for index, line in enumerate(lines):
        start = matcher.start(line) if limit else None
        if start is not None:
            for before in range(max(shown, index - context_lines), index):
                yield before + 1, excerpt(_shown(lines[before]), 0), False
            yield index + 1, excerpt(_shown(line), len(_shown(line[:start]))), True
            limit -= 1
            shown = index + 1
            after = shown + context_lines
        elif index < after:
            yield index + 1, excerpt(_shown(line), 0), False
            shown = index + 1
        elif not limit:
            return


def _shown(text: str) -> str:
    """`text` with bytes that are no UTF-8 as U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
