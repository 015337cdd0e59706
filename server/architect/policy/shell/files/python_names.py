"""The names that code of Python binds, and those of them that can only be texts or lists."""

import ast
from collections import Counter
from collections.abc import Iterator, Sequence

from architect.frozen import frozen

_TEXTS = frozenset(
    {"as_posix", "decode", "join", "lower", "read", "read_text", "replace", "str", "strip"}
)
"""Functions that give texts or bytes, whatever they are asked of."""

_BINDING = ("arg", "asname", "name", "rest")
"""Fields of nodes with a name that the code binds there, but for that of what is imported."""


@frozen
class Names:
    """`bound` are given a value in the code, other than by an import that keeps their name.

    `texts` are given nothing but texts, `lists` nothing but the lists of `walk`.
    """

    bound: frozenset[str]
    texts: frozenset[str]
    lists: frozenset[str]

    def gives_text(self, value: ast.expr) -> bool:
        """Whether a value is a text, or bytes, and nothing else."""
        match value:
            case ast.Constant(value=str() | bytes()) | ast.JoinedStr():
                return True
            case ast.Name(id=name):
                return name in self.texts
            case ast.Call(func=ast.Name(id=name)):
                return name in _TEXTS and name not in self.bound
            case ast.Call(func=ast.Attribute(attr=name)):
                return name in _TEXTS
            case _:
                return False


def names_in(nodes: Sequence[ast.AST]) -> Names:
    bound = Counter(name for node in nodes for name in _bound_by(node))
    all_of_them = bound + Counter(name for node in nodes for name in _imported_by(node))
    walked = Counter(name for node in nodes for name in _walked_by(node))
    lists = _always(walked, all_of_them)
    values = [each for node in nodes for each in _set_by(node)]
    texts = _always(Counter(name for name, _ in values), all_of_them)
    while True:  # until none of them is set to the value of a name that is none of them
        names = Names(frozenset(bound), texts, lists)
        others = {name for name, value in values if not names.gives_text(value)}
        if others.isdisjoint(texts):
            return names
        texts -= others


def _always(known: Counter[str], bound: Counter[str]) -> frozenset[str]:
    """The names of which each binding is a known one."""
    return frozenset(name for name, number in known.items() if number == bound[name])


def _bound_by(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    for field in _BINDING:
        name = getattr(node, field, None)
        if isinstance(name, str) and not (field == "name" and isinstance(node, ast.alias)):
            yield name


def _imported_by(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.alias) and node.asname is None:
        yield node.name.partition(".")[0]


def _set_by(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The name that is set by itself, and what to."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case _:
            pass


def _walked_by(node: ast.AST) -> Iterator[str]:
    """The names of the folders and of the files of each folder in a loop over `os.walk(...)`."""
    match node:
        case (
            ast.For(target=ast.Tuple(elts=[_, folders, files]), iter=ast.Call(func=function))
            | ast.comprehension(
                target=ast.Tuple(elts=[_, folders, files]), iter=ast.Call(func=function)
            )
        ) if isinstance(function, ast.Attribute) and function.attr == "walk":
            yield from (each.id for each in (folders, files) if isinstance(each, ast.Name))
        case _:
            pass
