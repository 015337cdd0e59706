"""Where a heredoc ends, by bash's own rule (bash manual, "Here Documents")."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from tree_sitter import Node

_SHOWN_BYTES = 60
_RUNS = lazy_pattern(rb"[`\\]|\$[({\[]")
"""What bash runs, computes or joins in the text of an unquoted heredoc."""


def heredoc_doubts(node: "Node", source: bytes) -> Iterator[str]:
    """Whether the heredoc ends where bash ends it, and holds nothing that runs."""
    parts = {child.type: child for child in node.children}
    if not {"heredoc_start", "heredoc_body", "heredoc_end"} <= parts.keys():
        yield english("has a heredoc without an end")
        return
    if any(
        b"\n" in source[child.start_byte : child.end_byte]
        for child in node.children
        if not child.type.startswith("heredoc")
    ):
        yield english("has a heredoc whose line goes on")
    start, end = parts["heredoc_start"], parts["heredoc_end"]
    written = source[start.start_byte : start.end_byte]
    name = written.strip(b"'\"\\")
    first = source.find(b"\n", start.end_byte) + 1
    lines = source[first:].split(b"\n")
    if "<<-" in parts:
        lines = [line.lstrip(b"\t") for line in lines]
    text = source[first : end.end_byte]
    if name not in lines or text.count(b"\n") != lines.index(name):
        yield english("has a heredoc that is read in two ways")
    elif written == name and _RUNS.search(text):
        yield english("has a heredoc with something to expand")


def shown(source: bytes, node: "Node") -> str:
    """The start of what `node` stands for, quoted."""
    end = min(node.end_byte, node.start_byte + _SHOWN_BYTES)
    return repr(source[node.start_byte : end].decode("utf-8", "replace"))
