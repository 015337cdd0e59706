"""A search through files as a program of its own, so that it can be ended at any moment.

It reads one JSON object from standard input: `pattern` (a Python regular expression),
`ignore_case`, `context_lines`, `max_hits`, `most_file_bytes`, and `files`, the paths to search. It
prints one JSON array a line: `["match", file, number, text, start]`,
`["context", file, number, text]`, `["binary", file]`, or `["invalid", reason]`, where `file` counts
from 0. It imports nothing but the standard library, because it is run without a search path.
"""

import json
import os
import re
import stat
import sys
from collections.abc import Iterator
from typing import Any

_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")


def main() -> None:
    job = json.load(sys.stdin)
    for item in _search(job):
        sys.stdout.write(json.dumps(item) + "\n")


def _search(job: dict[str, Any]) -> Iterator[list[Any]]:
    try:
        pattern = re.compile(job["pattern"], re.IGNORECASE if job["ignore_case"] else 0)
    except (re.error, OverflowError, RecursionError) as error:
        yield ["invalid", str(error)]
        return
    left = job["max_hits"] + 1
    for number, path in enumerate(job["files"]):
        for item in _search_file(path, pattern, context_lines=job["context_lines"], job=job):
            left -= item[0] == "match"
            yield [item[0], number, *item[1:]]
            if left == 0:
                return


def _search_file(
    path: str, pattern: re.Pattern[str], *, context_lines: int, job: dict[str, Any]
) -> Iterator[list[Any]]:
    content = _content(path, job["most_file_bytes"])
    if content is None:
        return
    text, is_binary = _decoded(content)
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    if not lines[-1]:
        lines.pop()
    if not is_binary:
        yield from _matches(lines, pattern, context_lines=context_lines)
    elif any(pattern.search(line) for line in lines):
        yield ["binary"]


def _matches(
    lines: list[str], pattern: re.Pattern[str], *, context_lines: int
) -> Iterator[list[Any]]:
    """Matches with the lines around them, each line once, in order."""
    shown = after = 0
    for index, line in enumerate(lines):
        if found := pattern.search(line):
            for before in range(max(shown, index - context_lines), index):
                yield ["context", before + 1, lines[before]]
            yield ["match", index + 1, line, found.start()]
            shown = index + 1
            after = shown + context_lines
        elif index < after:
            yield ["context", index + 1, line]
            shown = index + 1


def _content(path: str, most_bytes: int) -> bytes | None:
    """The bytes of a regular file that is not too large; None for everything else."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb", closefd=True) as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > most_bytes:
            return None
        return file.read(most_bytes)


def _decoded(content: bytes) -> tuple[str, bool]:
    """The text, and whether the file is binary; NUL ends a line, so that it can be searched."""
    if content.startswith(_UTF16_BOMS):
        return content.decode("utf-16", "replace"), False
    is_binary = b"\0" in content
    content = content.removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"\n")
    return content.decode("utf-8", "replace"), is_binary


if __name__ == "__main__":
    main()
