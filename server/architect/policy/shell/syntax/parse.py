"""A command line parsed by tree-sitter, as a `Script`."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.syntax.parse_redirections import REDIRECTS, RedirectionReader
from architect.policy.shell.syntax.parse_words import WordReader, node_text
from architect.policy.shell.syntax.script import (
    Assignment,
    Block,
    Command,
    Function,
    Pipeline,
    Redirection,
    Script,
    Stage,
    Word,
    plain_word,
)
from architect.policy.shell.syntax.source_checks import is_parsable_in_time
from architect.policy.shell.syntax.tree_check import GAP_BEFORE_HEREDOC, doubts

if TYPE_CHECKING:
    from tree_sitter import Language, Node

_MAX_DEPTH = 120
"""Of nested nodes: a chain of a hundred `&&` is one, and no honest line comes near it."""

_MAX_NODES = 4_000
"""Of the tree: some 1,600 words, or a script of several hundred commands; 100 ms to look at."""

_NOT_ASCII = lazy_pattern(rb"[\x80-\xff]")
"""What the grammar gets to see as letters: to bash these bytes are parts of words and nothing else,
and the scanner of the grammar reads outside its tables when it looks them up (`isalpha` of a
character beyond 255). The words themselves are taken from the line as it is."""

TOO_MANY_PARTS = english("has too many parts")
TOO_DEEP = english("is nested too deeply")
"""Oddities of a line that is not looked into."""

_BLOCKS = frozenset(
    [
        "subshell",
        "compound_statement",
        "if_statement",
        "elif_clause",
        "else_clause",
        "while_statement",
        "for_statement",
        "c_style_for_statement",
        "case_statement",
        "case_item",
        "do_group",
    ]
)
_COMMANDS = frozenset(
    [
        "command",
        "declaration_command",
        "unset_command",
        "test_command",
        "variable_assignment",
        "variable_assignments",
    ]
)


@lru_cache(maxsize=32)
def parse(line: str) -> Script:
    """`line` as a value; whatever is doubtful about it stands in `oddities`.

    Kept, because each line is looked at for several reasons.
    """
    from tree_sitter import Parser

    if not is_parsable_in_time(line):
        return Script(oddities=(TOO_DEEP,))
    source = line.encode("utf-8", "surrogatepass")
    tree = Parser(_bash()).parse(_NOT_ASCII.sub(b"x", source))
    if tree.root_node.descendant_count > _MAX_NODES:
        return Script(oddities=(TOO_MANY_PARTS,))
    if _is_deep(tree.root_node):
        return Script(oddities=(TOO_DEEP,))
    oddities = tuple(dict.fromkeys(doubts(tree.root_node, source)))
    return Script(tuple(_Reader(source).pipelines(tree.root_node.children)), oddities)


@cache
def _bash() -> "Language":
    import tree_sitter_bash
    from tree_sitter import Language

    return Language(tree_sitter_bash.language())


def _is_deep(root: "Node") -> bool:
    """Whether `root` is deeper than our own recursion should go; looks without recursion."""
    level = [root]
    for _ in range(_MAX_DEPTH):
        level = [child for node in level for child in node.children]
        if not level:
            return False
    return True


class _Reader:
    """Turns nodes into values; forgiving, because `doubts` has looked at every node."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._words = WordReader(source, self._script)
        self._redirections = RedirectionReader(source, self._words)

    def _script(self, node: "Node") -> Script:
        return Script(tuple(self.pipelines(node.children)))

    def pipelines(self, nodes: Iterable["Node"]) -> list[Pipeline]:
        found: list[Pipeline] = []
        joined = ""
        for node in nodes:
            if node.type == "&" and found:
                found[-1] = replace(found[-1], background=True)
            elif node.type in ("&&", "||"):
                joined = node.type
            elif node.is_named or node.type in _BLOCKS:
                more = self._statement(node)
                found += [replace(one, joined=joined) for one in more[:1]] if joined else more[:1]
                found += more[1:]
                joined = "" if more else joined
        return found

    def _statement(self, node: "Node") -> list[Pipeline]:
        match node.type:
            case kind if kind in _COMMANDS:
                return [Pipeline((self._command(node),))]
            case "pipeline":
                return [Pipeline(tuple(self._stages(node)))]
            case "list" | "ERROR":
                return self.pipelines(node.children)
            case "negated_command":
                return [replace(one, negated=True) for one in self.pipelines(node.children)]
            case "redirected_statement":
                return self._redirected(node)
            case "function_definition":
                return [Pipeline((self._function(node),))]
            case kind if kind in _BLOCKS:
                return [Pipeline((self._block(node),))]
            case kind if kind in REDIRECTS:  # all that stands in $(<file)
                redirections, words = self._redirections.read(node)
                return [Pipeline((Command(tuple(words), (), tuple(redirections)),))]
            case _:
                return []

    def _stages(self, node: "Node") -> list[Stage]:
        found: list[Stage] = []
        for child in node.children:
            inner = self._statement(child)
            if len(inner) == 1:
                found.extend(inner[0].stages)
            elif inner:
                found.append(Block(Script(tuple(inner))))
        return found

    def _redirected(self, node: "Node") -> list[Pipeline]:
        """The statement, with its redirections at the last stage, where bash puts them."""
        found: list[Pipeline] = []
        redirections: list[Redirection] = []
        arguments: list[Word] = []
        behind: list[Node] = []
        position = node.start_byte
        for child in node.children:
            gap = GAP_BEFORE_HEREDOC.fullmatch(self._source, position, child.start_byte)
            position = child.end_byte
            if child.type in REDIRECTS:
                more = self._redirections.read(child)
                redirections.extend(more[0])
                arguments.extend(more[1])
                if child.type == "heredoc_redirect":
                    behind.extend(child.children)
                    arguments.extend([plain_word("-")] if gap and gap["word"] else [])
            elif child.is_named:
                found.extend(self._statement(child))
        if not found:
            found = [Pipeline((Command(()),))]
        last = found[-1]
        stages = (*last.stages[:-1], _with(last.stages[-1], redirections, arguments))
        found[-1] = replace(last, stages=stages)
        for child in behind:
            more_pipelines = self._statement(child)
            if child.type == "pipeline" and more_pipelines:
                joined = (*found[-1].stages, *more_pipelines[0].stages)
                found[-1:] = [Pipeline(joined), *more_pipelines[1:]]
            else:
                found.extend(more_pipelines)
        return found

    def _command(self, node: "Node") -> Command:
        if node.type == "variable_assignment":
            return Command((), (self._assignment(node),))
        assignments: list[Assignment] = []
        redirections: list[Redirection] = []
        parts: list[Node] = []
        behind: list[Word] = []
        declares = node.type in ("declaration_command", "unset_command")
        for child in node.children:
            if child.type == "variable_assignment":
                assignments.append(self._assignment(child))
                if declares:
                    parts.append(child)
            elif child.type in REDIRECTS:
                more = self._redirections.read(child)
                redirections.extend(more[0])
                behind.extend(more[1])
            elif child.type != "comment":
                parts.append(child)
        if node.type == "test_command":
            parts = list(_leaves(parts))
        words = (*self._words.words(parts), *behind)
        return Command(words, tuple(assignments), tuple(redirections))

    def _assignment(self, node: "Node") -> Assignment:
        name = node_text(node.children[0], self._source) if node.children else ""
        values = node.children[2:]
        appends = len(node.children) > 1 and node.children[1].type == "+="
        if values and values[0].type == "array":
            values = values[0].children[1:-1]
        return Assignment(name, tuple(self._words.words(values)), appends)

    def _function(self, node: "Node") -> Function:
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        return Function(
            node_text(name, self._source) if name else "",
            Script(tuple(self._statement(body) if body else ())),
        )

    def _block(self, node: "Node") -> Block:
        """The block; the values and the variable of a loop become its words and assignments."""
        plain = [child for child in node.children if child.type not in _BLOCKS | _COMMANDS]
        names = [child for child in plain if child.type == "variable_name"]
        values = [
            child
            for child in plain
            if child.is_named and child.type not in _NO_VALUES and child not in names
        ]
        words = tuple(self._words.words(values))
        assignments = tuple(Assignment(node_text(name, self._source), words) for name in names)
        endless = _ENDLESS.match(node_text(node, self._source)) is not None
        repeats = node.type in _LOOPS
        return Block(self._script(node), words, assignments, endless=endless, repeats=repeats)


_LOOPS = ("while_statement", "for_statement", "c_style_for_statement")
_ENDLESS = lazy_pattern(
    r"while\s+(?::|true|\[\[?\s+(?:1|true)\s+\]\]?|\(\(\s*1\s*\)\))\s*[;\n]|until\s+false\s*[;\n]"
    r"|for\s*\(\(\s*;\s*;\s*\)\)"
)

_NO_VALUES = frozenset(
    [
        "pipeline",
        "list",
        "redirected_statement",
        "negated_command",
        "function_definition",
        "comment",
        "ERROR",
    ]
)


def _leaves(nodes: Iterable["Node"]) -> Iterable["Node"]:
    """The words of a test, without the expressions that group them."""
    for node in nodes:
        if node.type in ("binary_expression", "unary_expression", "parenthesized_expression"):
            yield from _leaves(node.children)
        else:
            yield node


def _with(
    stage: Stage, redirections: list[Redirection], arguments: list[Word]
) -> Command | Block | Function:
    if isinstance(stage, Function):
        return stage
    merged = (*stage.redirections, *redirections)
    if isinstance(stage, Command):
        return replace(stage, words=(*stage.words, *arguments), redirections=merged)
    return replace(stage, words=(*stage.words, *arguments), redirections=merged)
