"""What a file defines, and how it is written down in an index."""

from collections.abc import Iterable, Iterator, Mapping

from architect.frozen import frozen

FORMAT = 1
"""Of what an index keeps, and of how it is found in a content."""


@frozen
class Symbol:
    """Something that has a name in the source: its line from 1, and its first line of source."""

    path: str
    line: int
    kind: str
    name: str
    signature: str


@frozen
class FileSymbols:
    """What one content says: definitions in their order, names it uses and words it contains.

    The definitions have no path: contents that are equal in several files are kept once.
    """

    definitions: tuple[Symbol, ...] = ()
    references: Mapping[str, int] | None = None
    words: Mapping[str, int] | None = None


@frozen
class MappedFile:
    """A file of the map with those of its definitions that are shown, in their order.

    `size` and `mtime_ns` are those of the file when it was read: of one that was changed since,
    the lines are not certain.
    """

    path: str
    symbols: tuple[Symbol, ...]
    size: int = 0
    mtime_ns: int = 0


def written(definitions: Iterable[Symbol]) -> str:
    """One line each, after a line end: what is between two tabs is a name."""
    return "".join(f"\n{one.line}\t{one.kind}\t{one.name}\t{one.signature}" for one in definitions)


def read(text: str, path: str) -> Iterator[Symbol]:
    """What `written` wrote, as definitions of the file at `path`.

    Raises:
        ValueError: it is something else.
    """
    for line in text.split("\n")[1:]:
        number, kind, name, signature = line.split("\t", 3)
        yield Symbol(path, int(number), kind, name, signature)


def counts_written(counts: Mapping[str, int]) -> str:
    """One line each, after a line end: a word, a space, how often; a last line end."""
    lines = "".join(f"\n{word} {count}" for word, count in sorted(counts.items()))
    return f"{lines}\n" if lines else ""


def counts_read(text: str) -> dict[str, int]:
    """What `counts_written` wrote.

    Raises:
        ValueError: it is something else.
    """
    pairs = (line.split(" ", 1) for line in text.split("\n") if line)
    return {word: int(count) for word, count in pairs}


def count_in(text: str, word: str) -> int:
    """How often `word` is in what `counts_written` wrote, without reading all of it."""
    start = text.find(f"\n{word} ")
    if start < 0:
        return 0
    start += len(word) + 2
    return int(text[start : text.index("\n", start)])
