"""Redirections and here-documents of a parsed line."""

from typing import TYPE_CHECKING

from architect.policy.shell.syntax.parse_words import WordReader
from architect.policy.shell.syntax.script import Redirection, Word

if TYPE_CHECKING:
    from tree_sitter import Node

REDIRECTS = frozenset({"file_redirect", "heredoc_redirect", "herestring_redirect"})


class RedirectionReader:
    """Turns the nodes of `REDIRECTS` into values."""

    def __init__(self, source: bytes, words: WordReader) -> None:
        self._source = source
        self._words = words

    def read(self, node: "Node") -> tuple[list[Redirection], list[Word]]:
        """What `node` redirects, and the words behind it, which are arguments."""
        if node.type == "heredoc_redirect":
            return self._heredoc(node)
        operator = next(
            (
                child.type
                for child in node.children
                if not child.is_named and set(child.type) & set("<>")
            ),
            "<>",
        )
        words = self._words.words([child for child in node.children if child.is_named])
        if node.children and node.children[0].type == "file_descriptor":
            words = words[1:]
        return [Redirection(operator, words[0] if words else None)], words[1:]

    def _heredoc(self, node: "Node") -> tuple[list[Redirection], list[Word]]:
        redirections: list[Redirection] = []
        arguments: list[Word] = []
        for child in node.children:
            if child.type == "heredoc_body":
                end = next((c for c in node.children if c.type == "heredoc_end"), child)
                start = self._source.find(b"\n", node.children[1].end_byte) + 1
                text = self._source[start : end.start_byte].decode("utf-8", "replace")
                redirections.append(Redirection("<<", self._words.heredoc(child, text)))
            elif child.type in REDIRECTS:
                more = self.read(child)
                redirections.extend(more[0])
                arguments.extend(more[1])
            elif child.type in ("word", "string", "raw_string", "concatenation", "number"):
                arguments.extend(self._words.words([child]))
        return redirections, arguments
