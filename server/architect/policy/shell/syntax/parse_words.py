"""The words of a parsed line: what is literal about them and what is not."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.syntax.escapes import ansi_c_text
from architect.policy.shell.syntax.script import (
    Output,
    Part,
    Script,
    Stream,
    Text,
    Unknown,
    Variable,
    Word,
)

if TYPE_CHECKING:
    from tree_sitter import Node

_PLAIN_EXPANSION = lazy_pattern(
    r"\$\{([A-Za-z_][A-Za-z0-9_]*)(?::?(?:[-=]([^\s$`'\"\\{}]*)|\?[^$`'\"\\{}]*))?\}"
)
_IN_DOUBLE_QUOTES = lazy_pattern(r'\\([$`"\\\n])')
_SPLITTABLE = frozenset({"concatenation", "string", "command_name", "translated_string"})


def node_text(node: "Node", source: bytes) -> str:
    """The characters `node` stands for."""
    return source[node.start_byte : node.end_byte].decode("utf-8", "replace")


class WordReader:
    """Reads words; `script_of` reads what stands in a substitution."""

    def __init__(self, source: bytes, script_of: Callable[["Node"], Script]) -> None:
        self._source = source
        self._script_of = script_of

    def words(self, nodes: Sequence["Node"]) -> list[Word]:
        """One word for each run of nodes without a blank between them."""
        runs: list[list[Node]] = []
        for node in nodes:
            if runs and runs[-1][-1].end_byte == node.start_byte:
                runs[-1].append(node)
            else:
                runs.append([node])
        return [self._word(run) for run in runs]

    def heredoc(self, body: "Node", text: str) -> Word:
        """The text of a heredoc; what is expanded in it stands behind it."""
        inner = self._substitutions(body)
        return Word((Text(text, quoted=True), *inner), text)

    def _word(self, nodes: Sequence["Node"]) -> Word:
        parts: list[Part] = []
        for node in nodes:
            parts.extend(self._parts(node, quoted=False))
        source = self._source[nodes[0].start_byte : nodes[-1].end_byte]
        return Word(tuple(parts), source.decode("utf-8", "replace"))

    def _parts(self, node: "Node", *, quoted: bool) -> Iterable[Part]:
        text = node_text(node, self._source)
        match node.type:
            case kind if kind in _SPLITTABLE and node.child_count:
                return self._children(node, quoted=quoted or kind == "string")
            case "command_substitution":
                return (Output(self._script_of(node), quoted),)
            case "process_substitution":
                return (Stream(self._script_of(node)),)
            case "simple_expansion":
                return (Variable(text[1:], quoted),)
            case "expansion" if plain := _PLAIN_EXPANSION.fullmatch(text):
                return (Variable(plain[1], quoted, plain[2]),)
            case "variable_assignment":
                return (
                    part for child in node.children for part in self._parts(child, quoted=False)
                )
            case _ if node.child_count and node.is_named:
                return (Unknown(text), *self._substitutions(node))
            case "$" if not quoted and self._source.startswith(b'"', node.end_byte):
                return ()
            case kind:
                quoted_text = _quoted_text(kind, text)
                if quoted_text is not None:
                    return (Text(quoted_text, quoted=True),)
                return (Text(text, quoted=True),) if quoted else _unquoted(text)

    def _children(self, node: "Node", *, quoted: bool) -> Iterable[Part]:
        """The parts of a quoted or glued word; blanks between them are text, too."""
        if not quoted:
            for child in node.children:
                yield from self._parts(child, quoted=False)
            return
        inside = node.children[1:-1] if node.type == "string" else node.children
        position = node.start_byte + (node.type == "string")
        for child in inside:
            yield from self._gap(position, child.start_byte)
            yield from self._parts(child, quoted=True)
            position = child.end_byte
        yield from self._gap(position, node.end_byte - (node.type == "string"))

    def _gap(self, start: int, end: int) -> Iterable[Part]:
        if start < end:
            yield Text(self._source[start:end].decode("utf-8", "replace"), quoted=True)

    def _substitutions(self, node: "Node") -> Iterable[Part]:
        """The scripts somewhere below `node`."""
        for child in node.children:
            if child.type == "command_substitution":
                yield Output(self._script_of(child), quoted=True)
            else:
                yield from self._substitutions(child)


def _quoted_text(kind: str, text: str) -> str | None:
    """What a leaf that is quoted stands for; None if it is not."""
    match kind:
        case "string" | "raw_string":
            return text[1:-1]
        case "ansi_c_string":
            return ansi_c_text(text[2:-1])
        case "string_content":
            return _IN_DOUBLE_QUOTES.sub(_unescaped, text)
        case _:
            return None


def _unescaped(match: re.Match[str]) -> str:
    return "" if match[1] == "\n" else match[1]


def _unquoted(text: str) -> Iterable[Text]:
    """An unquoted leaf: what a backslash quotes is quoted, the rest is not."""
    for plain, escaped in re.findall(r"([^\\]+)|\\(.?)", text, re.DOTALL):
        if plain:
            yield Text(plain)
        elif escaped and escaped != "\n":
            yield Text(escaped, quoted=True)
