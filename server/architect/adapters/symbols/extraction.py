"""The definitions, used names and words of one content."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from tree_sitter import Node, Parser, QueryCursor

from architect.adapters.symbols.languages import Grammar, loaded
from architect.domain.code_map.symbols import FileSymbols, Symbol
from architect.domain.code_map.words import stem_counts
from architect.domain.escape_controls import escape_controls, in_one_line

MOST_DEFINITIONS = 3_000
_MOST_USED_NAMES = 3_000
_MOST_WORDS = 2_000
_MOST_CHARS = 120
"""Of a signature."""

_LONGEST_NAME = 100
_MOST_LINES = 8
"""Of a definition that are looked at for its signature."""

_WORD = re.compile(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_TEXTS = re.compile(r"\"[^\"]{9,}\"|'[^']{9,}'")
"""Longer texts in a signature, such as a key that is a default."""


def symbols_of(content: bytes, grammar: Grammar | None) -> FileSymbols:
    """What `content` says; without a grammar only which words it contains."""
    words = _most(stem_counts(_parts(content)), _MOST_WORDS)
    known = loaded(grammar) if grammar else None
    if known is None:
        return FileSymbols(words=words)
    captures = QueryCursor(known.query).captures(Parser(known.language).parse(content).root_node)
    used = Counter(content[node.start_byte : node.end_byte] for node in captures.pop("use", ()))
    names = {name.decode("ascii"): count for name, count in used.items() if _is_name(name)}
    lines = content.split(b"\n")
    definitions = sorted(_definitions(captures, content, lines), key=lambda one: one.line)
    return FileSymbols(tuple(definitions[:MOST_DEFINITIONS]), _most(names, _MOST_USED_NAMES), words)


def _parts(content: bytes) -> Mapping[str, int]:
    return {part.decode("ascii"): count for part, count in Counter(_WORD.findall(content)).items()}


def _definitions(
    captures: Mapping[str, Iterable[Node]], content: bytes, lines: list[bytes]
) -> Iterable[Symbol]:
    seen: set[int] = set()
    for kind, nodes in sorted(captures.items()):
        for node in nodes:
            name = content[node.start_byte : node.end_byte]
            if node.start_byte in seen or not _is_name(name):
                continue
            seen.add(node.start_byte)
            row = node.start_point.row
            yield Symbol("", row + 1, kind, name.decode("ascii"), _signature(lines, row))


def _is_name(name: bytes) -> bool:
    return (
        len(name) <= _LONGEST_NAME
        and name.isascii()
        and b" " not in name
        and name.decode("ascii").isprintable()
    )


def _signature(lines: list[bytes], row: int) -> str:
    """The definition that begins in `row` in one line, without its body."""
    text = ""
    for line in lines[row : row + _MOST_LINES]:
        text += " " + line[:400].decode("utf-8", "replace").strip()
        if text.count("(") <= text.count(")"):
            break
    text = _TEXTS.sub("'…'", in_one_line(escape_controls(text.strip())))
    text = text.replace("( ", "(").replace(", )", ")").rstrip("{:= ")
    return text if len(text) <= _MOST_CHARS else text[: _MOST_CHARS - 1] + "…"


def _most(counts: Mapping[str, int], most: int) -> Mapping[str, int]:
    """The `most` frequent of `counts`."""
    if len(counts) <= most:
        return counts
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:most])
