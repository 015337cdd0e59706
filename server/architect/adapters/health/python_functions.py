"""The functions of a Python file: found in its syntax tree, their complexity by radon."""

import ast
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from architect.domain.health.measures import FunctionMeasure

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Named = _Function | ast.ClassDef


def functions_of(path: str, tree: ast.Module) -> Iterator[FunctionMeasure]:
    """Each function, those inside others as well; its lines with code are not counted yet.

    Its complexity is what `radon cc --show-closures` says of it: that of functions inside it does
    not count.
    """
    radon: Any = import_module("radon.visitors")  # its types are not known
    for name, node in _named(tree, ""):
        if isinstance(node, ast.ClassDef):
            continue
        found = radon.ComplexityVisitor.from_ast(node).functions[0]
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        yield FunctionMeasure(path, name, node.lineno, lines, 0, found.complexity)


def lines_without_code(tree: ast.Module) -> set[int]:
    """The lines of all docstrings and imports."""
    found: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import() | ast.ImportFrom():
                silent = node
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef() if (
                ast.get_docstring(node, clean=False) is not None
            ):
                silent = node.body[0]
            case _:
                continue
        found.update(range(silent.lineno, (silent.end_lineno or silent.lineno) + 1))
    return found


def _named(node: ast.AST, prefix: str) -> Iterator[tuple[str, _Named]]:
    """The functions and classes in `node` by their names with dots, from the outside inwards."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield prefix + child.name, child
            yield from _named(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _named(child, prefix)
