"""The lines of a source file that say something: neither blank, nor comment, nor import."""

import re
from collections.abc import Container, Iterator
from hashlib import blake2b

from architect.domain.health.measures import CodeLine
from architect.domain.text.file_text import split_lines

_TOKEN = re.compile(r"\w+|[^\w\s]")
_IMPORT = re.compile(
    r"(from\s+\S+\s+import\b|import\b|package\b|use\s|using\s|require\b|export\s+\*)"
)
_COMMENT = ("#", "//", "--", "*/", "* ", "<!--")


def code_lines(text: str, *, passed_over: Container[int] = ()) -> tuple[CodeLine, ...]:
    """The lines of `text` with code, without those whose numbers are `passed_over`.

    Space between tokens does not count, so that code is the same at another indentation.
    """
    found: list[CodeLine] = []
    for number, line in _outside_comments(text):
        if number in passed_over or _IMPORT.match(line):
            continue
        tokens = _TOKEN.findall(line)
        key = blake2b(" ".join(tokens).encode("utf-8", "replace"), digest_size=6).digest()
        found.append(CodeLine(number, int.from_bytes(key), len(tokens)))
    return tuple(found)


def _outside_comments(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank and no comments of their own, stripped, with their numbers."""
    in_comment = False
    for number, whole in enumerate(split_lines(text), 1):
        line = whole.strip()
        if in_comment or line.startswith("/*"):
            in_comment = "*/" not in line
            continue
        if line and line != "*" and not line.startswith(_COMMENT):
            yield number, line
