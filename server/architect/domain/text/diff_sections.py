"""A diff by git, file by file and hunk by hunk."""

import re
from collections.abc import Iterator, Sequence

from architect.domain.text.c_quoted import unquoted
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

_SECTION = lazy_pattern(r"^(?=diff --(?:git|cc|combined) )", re.MULTILINE)
"""Where the next file begins. Lines of contents cannot look so: they have a sign in front."""

_NAMING = lazy_pattern(r"(---|\+\+\+|(?:rename|copy) (?:from|to)) ([^\t]*)\t?")
"""Behind a name with a blank in it git puts a tab."""

_BOTH = lazy_pattern(r'diff --git (?:"a/.*" ("b/.*")|a/.* (b/.*))')
_HUNK = lazy_pattern(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)")


@frozen
class DiffHunk:
    """A hunk with its header. It is lines `first` to `last` of the new file, counted from 1.

    Where lines were only removed, both are the line before them, at least 1.
    """

    text: str
    first: int
    last: int


@frozen
class FileDiff:
    """What a diff says of one file: `path` is its newest name, `header` all before the hunks.

    Without hunks it is a binary file, or only its name or mode changed; `is_binary` tells.
    """

    path: str
    header: str
    hunks: tuple[DiffHunk, ...]
    is_binary: bool = False

    @property
    def text(self) -> str:
        return self.header + "".join(hunk.text for hunk in self.hunks)


def sections(diff: str) -> list[str]:
    """The parts of a diff by git that are about one file each."""
    return [part for part in _SECTION.split(diff) if part]


def names(section: str) -> Iterator[str]:
    """The names in the header of a section, with their prefixes."""
    header = section.split("\n@@", 1)[0].split("\n")
    return (unquoted(naming[2]) for line in header if (naming := _NAMING.fullmatch(line)))


def file_diffs(diff: str) -> list[FileDiff]:
    """The files of a diff by git with the prefixes `a/` and `b/`, in its order."""
    return [_file_diff(section) for section in sections(diff)]


def _file_diff(section: str) -> FileDiff:
    head, at, body = section.partition("\n@@")
    header = head + "\n" if at else head
    hunks = tuple(_hunk(text) for text in _hunk_texts("@@" + body)) if at else ()
    binary = "\nGIT binary patch" in header or "\nBinary files " in header
    return FileDiff(_path(header), header, hunks, binary)


def _path(header: str) -> str:
    named: dict[str, str] = {}
    lines = header.split("\n")
    for line in lines:
        if naming := _NAMING.fullmatch(line):
            named[naming[1]] = unquoted(naming[2])
    for kind in ("+++", "---"):
        if (name := named.get(kind, "/dev/null")) != "/dev/null":
            return name[2:]
    if "rename to" in named:
        return named["rename to"]
    both = _BOTH.fullmatch(lines[0])
    return unquoted(both[1] or both[2])[2:] if both else lines[0]


def _hunk_texts(body: str) -> list[str]:
    return [text for text in re.split(r"^(?=@@ )", body, flags=re.MULTILINE) if text]


def _hunk(text: str) -> DiffHunk:
    found = _HUNK.match(text)
    if found is None:
        return DiffHunk(text, 1, 1)
    first, count = int(found[3]), int(found[4] or 1)
    first = max(first, 1)
    return DiffHunk(text, first, first + max(count, 1) - 1)


def split_hunk(hunk: DiffHunk, most_chars: int) -> list[DiffHunk]:
    """`hunk` as several of at most `most_chars` each; a single line may be longer."""
    found = _HUNK.match(hunk.text)
    if found is None or len(hunk.text) <= most_chars:
        return [hunk]
    old, new = int(found[1]), int(found[3])
    # Of an empty range the number is the line before it.
    old, new = old + (found[2] == "0"), new + (found[4] == "0")
    parts: list[DiffHunk] = []
    for lines in _packed(hunk.text.split("\n")[1:], most_chars):
        removed = sum(line[:1] in ("-", " ") for line in lines)
        added = sum(line[:1] in ("+", " ") for line in lines)
        old_start, new_start = old - (not removed), new - (not added)
        header = f"@@ -{old_start},{removed} +{new_start},{added} @@{found[5]}"
        first = max(new_start, 1)
        text = "\n".join([header, *lines]) + "\n"
        parts.append(DiffHunk(text, first, first + max(added, 1) - 1))
        old, new = old + removed, new + added
    return parts


def _packed(lines: Sequence[str], most_chars: int) -> Iterator[list[str]]:
    kept = list(lines[:-1] if lines and not lines[-1] else lines)
    part: list[str] = []
    size = 0
    for line in kept:
        if part and size + len(line) + 1 > most_chars and not line.startswith("\\"):
            yield part
            part, size = [], 0
        part.append(line)
        size += len(line) + 1
    if part:
        yield part
