"""Where the grammar and bash itself may read a line differently.

The grammar of tree-sitter is made for editors: it forgives. Every leaf and every gap between two
leaves is therefore compared with what bash takes in that place; the rest is reported, so that it
counts as dangerous. Found by running both over random lines of quotes, blanks and operators.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.syntax.heredocs import heredoc_doubts, shown

if TYPE_CHECKING:
    from tree_sitter import Node

_WORD = rb"(?:[^\s'\"\\$`;&|<>()\x00]|\\[^\n])+"
_LEAVES = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "word": _WORD,
        "number": _WORD,
        "regex": _WORD,
        "extglob_pattern": rb"(?:[^\s'\"\\$`;&|<>()\x00]|\\[^\n])+",
        "test_operator": rb"-[a-zA-Z]+",
        "variable_name": rb"[A-Za-z_][A-Za-z0-9_]*",
        "file_descriptor": rb"[0-9]+",
        "raw_string": rb"'[^']*'",
        "ansi_c_string": rb"\$'(?:[^'\\]|\\[^\x00])*'",
        "string_content": rb"(?:[^\"\\$`]|\\[^\x00])*",
        "comment": rb"#[^\n]*",
        "heredoc_start": rb"[A-Za-z0-9_]+|'[^'\n\\]+'|\"[^\"\n\\$`]+\"|\\[A-Za-z0-9_]+",
        "heredoc_body": rb"[^\x00]*",
        "heredoc_content": rb"[^\x00]*",
        "heredoc_end": rb"[^\n]+",
        "array": rb"\([ \t\n]*\)",
        "string": rb'"[^"\\$`]*"',
    }.items()
}
_EXPANSION = lazy_pattern(
    # ${x} ${#x} ${x:-text} ${x#pattern} ${x%pattern} ${x/a/b} ${x^} and the like; the values that
    # stand in them are taken as they are, and nothing in them is computed.
    rb"\$\{#?(?:[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?!$-])(?:\[[0-9@*]+\])?"
    rb"(?:(?::?[-+?]|##?|%%?|//?|\^\^?|,,?)[^\s$`'\"\\{}<>()&;|]*)?\}|"
    rb"\$\{[A-Za-z_][A-Za-z0-9_]*:[0-9]+(?::[0-9]+)?\}"
)
_ARITHMETIC = lazy_pattern(rb"\$?\(\([-+*/%<>=&|^!~?: \t0-9()]*\)\)|\$\[[-+*/% 0-9()]*\]")
_SIMPLE = lazy_pattern(rb"\$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9*@?#$!_-])")
_INDEX = lazy_pattern(rb"[A-Za-z_][A-Za-z0-9_]*\[[0-9]+\]")

_SEQUENCES = frozenset(
    [
        "program",
        "list",
        "pipeline",
        "compound_statement",
        "subshell",
        "do_group",
        "if_statement",
        "elif_clause",
        "else_clause",
        "while_statement",
        "for_statement",
        "case_statement",
        "case_item",
        "command_substitution",
        "array",
        "process_substitution",
        "redirected_statement",
        "heredoc_redirect",
    ]
)
"""Where a line end may stand between two parts without meaning anything else."""

_KNOWN = _SEQUENCES | frozenset(
    [
        "command",
        "command_name",
        "concatenation",
        "variable_assignment",
        "variable_assignments",
        "binary_expression",
        "unary_expression",
        "parenthesized_expression",
        "string",
        "translated_string",
        "file_redirect",
        "herestring_redirect",
        "heredoc_body",
        "declaration_command",
        "unset_command",
        "test_command",
        "negated_command",
        "brace_expression",
    ]
)
_NAMES = {
    "c_style_for_statement": english("c style for statement"),
    "function_definition": english("function definition"),
    "postfix_expression": english("postfix expression"),
    "ternary_expression": english("ternary expression"),
}
_GLUED = frozenset(["concatenation", "brace_expression", "variable_assignment"])
_GAP = lazy_pattern(rb"[ \t]*(?:(?<=[ \t])\\\n[ \t]*)*")
GAP_BEFORE_HEREDOC = lazy_pattern(
    rb"[ \t]*(?:(?<=[ \t])(?P<word>-)[ \t]*|(?:(?<=[ \t])\\\n[ \t]*)*)"
)
"""The grammar drops a word `-` in front of a heredoc."""

_GAP_OF_SEQUENCES = lazy_pattern(rb"[ \t\n]*(?:(?<=[ \t\n])\\\n[ \t\n]*)*")
_STRING_GAP = lazy_pattern(rb"[^\"\\$`]*")
_BEFORE_COMMENT = b" \t\n;&|()"
_EXPANDING = lazy_pattern(rb"\$[A-Za-z0-9_({'\"\[?!@#*$\\-]")


def doubts(node: "Node", source: bytes) -> Iterator[str]:
    """What below `node` bash may read differently, in words; nothing if all is plain."""
    if node.is_error or node.is_missing:
        yield english("cannot be parsed")
    elif not node.is_named:
        if node.type == "$" and _EXPANDING.match(source, node.start_byte):
            yield english("has a `$` that is read in two ways")
        elif source[node.start_byte : node.end_byte].strip() != node.type.strip().encode():
            yield english("cannot be analyzed at {source}", source=shown(source, node))
    elif (computed := _computed(node, source)) is not None:
        if not computed.pattern.fullmatch(source, node.start_byte, node.end_byte):
            yield english(computed.told, source=shown(source, node))
    else:
        yield from _CHECKS.get(node.type, _no_doubts)(node, source)
        yield from _gap_doubts(node, source) if node.child_count else _leaf_doubts(node, source)


@frozen
class _Computed:
    """What bash computes: harmless in the form of `pattern`, and not looked into any further."""

    pattern: re.Pattern[bytes]
    told: str


_COMPUTED = {
    "expansion": _Computed(_EXPANSION, english("computes {source}")),
    "arithmetic_expansion": _Computed(_ARITHMETIC, english("computes {source}")),
    "subscript": _Computed(_INDEX, english("computes the index of {source}")),
    "simple_expansion": _Computed(_SIMPLE, english("expands {source}")),
}


def _computed(node: "Node", source: bytes) -> _Computed | None:
    # Behind `!` the grammar takes `((` for two subshells; to bash it computes.
    grouped = node.type in ("compound_statement", "subshell")
    if grouped and source.startswith(b"((", node.start_byte):
        return _COMPUTED["arithmetic_expansion"]
    return _COMPUTED.get(node.type)


def _no_doubts(node: "Node", source: bytes) -> Iterator[str]:
    return iter(())


def _comment_doubts(node: "Node", source: bytes) -> Iterator[str]:
    if node.start_byte and source[node.start_byte - 1] not in _BEFORE_COMMENT:
        yield english("has a `#` that is read in two ways")


def _group_doubts(node: "Node", source: bytes) -> Iterator[str]:
    if source[node.start_byte + 1 : node.start_byte + 2].strip():
        yield english("has a `{` that is read in two ways")


def _backtick_doubts(node: "Node", source: bytes) -> Iterator[str]:
    text = source[node.start_byte : node.end_byte]
    if text.startswith(b"`") and (b"\\" in text or b"#" in text):
        yield english("escapes inside backticks")


def _test_doubts(node: "Node", source: bytes) -> Iterator[str]:
    """To bash `[` is a command like any other, which ends at an operator."""
    if not source.startswith(b"[[", node.start_byte):
        for operator in sorted(_OPERATORS.intersection(_tokens(node))):
            yield english(
                "has {operator!r} inside `[`, which ends the command there", operator=operator
            )


_NAMES_DESCRIPTOR = lazy_pattern(rb"\{[A-Za-z_\\][^{}]*\}(?:\\\n)*$")


def _redirection_doubts(node: "Node", source: bytes) -> Iterator[str]:
    """`{name}<file` sets the variable to the number of the descriptor (bash, "Redirections")."""
    if _NAMES_DESCRIPTOR.search(source, 0, node.start_byte):
        yield english("sets a variable by a redirection")


def _heredoc_redirection_doubts(node: "Node", source: bytes) -> Iterator[str]:
    yield from heredoc_doubts(node, source)
    yield from _redirection_doubts(node, source)


_CHECKS = {
    "file_redirect": _redirection_doubts,
    "herestring_redirect": _redirection_doubts,
    "comment": _comment_doubts,
    "compound_statement": _group_doubts,
    "command_substitution": _backtick_doubts,
    "test_command": _test_doubts,
    "heredoc_redirect": _heredoc_redirection_doubts,
}


def _leaf_doubts(node: "Node", source: bytes) -> Iterator[str]:
    known = _LEAVES.get(node.type)
    if known is None or not known.fullmatch(source, node.start_byte, node.end_byte):
        yield english("cannot be analyzed at {source}", source=shown(source, node))


def _gap_doubts(node: "Node", source: bytes) -> Iterator[str]:
    kind = node.type
    if kind not in _KNOWN:
        yield english("uses {construct}", construct=_NAMES.get(kind) or kind.replace("_", " "))
    plain = _STRING_GAP if kind == "string" else _GAP
    if kind in _SEQUENCES:
        plain = _GAP_OF_SEQUENCES
    position, previous = node.start_byte, None
    for child in node.children:
        gap = source[position : child.start_byte]
        in_heredoc = child.type.startswith("heredoc_") or kind == "heredoc_body"
        if child.type == "heredoc_redirect":
            plain, in_heredoc = GAP_BEFORE_HEREDOC, False
        if not plain.fullmatch(gap) and not in_heredoc:
            yield english("cannot be analyzed before {source}", source=shown(source, child))
        elif gap and kind in _GLUED and not (kind == "variable_assignment" and previous is None):
            yield english("has blanks inside {source}", source=shown(source, node))
        elif not gap and previous is not None and kind == "command" and _are_words(previous, child):
            yield english("has no blank before {source}", source=shown(source, child))
        if not (kind == "string" and child.type == "$" and child.end_byte == node.end_byte - 1):
            yield from doubts(child, source)
        position, previous = child.end_byte, child
    if source[position : node.end_byte].strip(b" \t\n"):
        yield english("cannot be analyzed at the end of {source}", source=shown(source, node))


_OPERATORS = frozenset({"&&", "||", "|", "&", ";", "<", ">", "(", ")"})


def _tokens(node: "Node") -> Iterator[str]:
    """The operators that the grammar found in the expression of a test."""
    for child in node.children:
        if not child.is_named:
            yield child.type
        elif child.type.endswith("expression"):
            yield from _tokens(child)


def _are_words(left: "Node", right: "Node") -> bool:
    return "redirect" not in left.type and "redirect" not in right.type
