"""Code of Python that changes nothing, and the text of it in which it may name files.

A careful reader lets such code be: it calls only what is known to look. Whatever else it calls,
imports or reaches for by another name, it may do anything.
"""

import ast
import json
import warnings
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeGuard

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.files.python_names import Names, names_in

_PYTHON = lazy_pattern(r"(?:python|pypy)(?:3[\d.]*)?")
_MOST = 10_000
"""Characters that are parsed; nobody types more at a command line to look at something."""
_WORDS = Path(__file__).with_name("python_words.json")
"""The modules, functions and attributes that only look, and the names that reach for others."""

_OPENED = frozenset({"file", "mode", "encoding", "errors", "newline"})
_READING = frozenset({"r", "rt", "rb"})
_KEPT = frozenset({"Path", "open", "print"})
"""Names that mean what they always do, or nothing is certain."""
_KNOWN_BY_NAME = frozenset({"load", "open"})
"""Functions of which it is seen by their name what they may do."""
_OPENS = frozenset({"read_text", "read_bytes", "open", "load"})


@cache
def _words(kind: str) -> frozenset[str]:
    lines: list[str] = json.loads(_WORDS.read_bytes())[kind]
    return frozenset(word for line in lines for word in line.split())


def is_python(program: str) -> bool:
    return _PYTHON.fullmatch(program) is not None


def what_python_reads(code: str) -> str | None:
    """`code` without what it only compares with; None if it may do more than to look.

    What is compared is a name of a file all the same if it opens files that it finds.
    """
    if len(code) > _MOST or HOLE in code:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(code)
        nodes = list(ast.walk(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found = _found_in(nodes)
    if not (_KEPT.isdisjoint(found.names.bound) and all(_looks(node, found) for node in nodes)):
        return None
    if any(map(_opens_what_it_finds, nodes)):
        return code
    for node in nodes:
        if isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                _forget(side)
    return ast.unparse(tree)


@frozen
class _Found:
    """What of the code one has to know to judge a node of it; nodes by their `id`."""

    names: Names
    imported: frozenset[str]
    own: frozenset[str]
    called: frozenset[int]
    printed: frozenset[int]


def _found_in(nodes: Sequence[ast.AST]) -> _Found:
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    return _Found(
        names_in(nodes),
        frozenset(_imported(nodes)),
        frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef)),
        frozenset(id(call.func) for call in calls),
        frozenset(id(each) for call in calls if _is_named(call, "print") for each in call.args),
    )


def _imported(nodes: Sequence[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def _is_named(call: ast.Call, name: str) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == name


def _looks(node: ast.AST, found: _Found) -> bool:
    """Whether the node, as one of its tree, changes nothing."""
    match node:
        case ast.Import(names=names):
            return all(each.name in _words("modules") for each in names)
        case ast.ImportFrom(module=module, names=names):
            known = _words("attributes") | _words("functions")
            return module in _words("modules") and all(
                each.name in known and not (each.asname and each.name in _KNOWN_BY_NAME)
                for each in names
            )
        case ast.Attribute(attr="load", ctx=ast.Load()) | ast.Name(id="load"):
            return "yaml" not in found.imported  # it makes objects of any class
        case ast.Attribute(attr="replace" | "open" | "remove" | "write"):
            return id(node) in found.called
        case ast.Attribute(attr=attribute, ctx=ast.Load()):
            return attribute in _words("attributes")
        case ast.Attribute() | ast.ClassDef() | ast.AsyncFunctionDef() | ast.Await() | ast.Delete():
            return False
        case ast.MatchClass():
            return False  # reaches any attribute
        case ast.Name(id="open" | "type"):
            return id(node) in found.called
        case ast.Name(id=name):
            return name in ("_", "__name__") or not (
                name.startswith("_") or name in _words("reaching")
            )
        case ast.Call():
            return _calls_what_looks(node, found)
        case _:
            return True


def _calls_what_looks(call: ast.Call, found: _Found) -> bool:
    match call.func:
        case ast.Name(id="open") | ast.Attribute(attr="open"):
            return _opens_to_read(call)
        case ast.Attribute(attr="replace", value=value):
            return found.names.gives_text(value)  # that of os and of paths moves files
        case ast.Attribute(attr="remove", value=value):
            return isinstance(value, ast.Name) and value.id in found.names.lists
        case ast.Attribute(attr="write", value=value):
            return isinstance(value, ast.Attribute) and value.attr in ("stdout", "stderr")
        case ast.Name(id="type"):  # which makes classes, and is found as the type of one
            return id(call) in found.printed and len(call.args) == 1 and not call.keywords
        case ast.Name(id=name):
            return name in _words("functions") | _words("attributes") | found.own
        case _:
            return True


def _opens_to_read(call: ast.Call) -> bool:
    """Whether a call of `open`, or of a path's, opens nothing to write it."""
    if any(isinstance(each, ast.Starred) for each in call.args):
        return False
    modes = [each.value for each in call.keywords if each.arg == "mode"]
    modes += call.args[0 if isinstance(call.func, ast.Attribute) else 1 :][:1]
    if any(each.arg not in _OPENED for each in call.keywords):
        return False
    return all(isinstance(each, ast.Constant) and each.value in _READING for each in modes)


def _opens_what_it_finds(node: ast.AST) -> bool:
    """Whether a call reads a file that is not named where it is read."""
    match node:
        case ast.Attribute(attr=attribute, value=ast.Call(func=ast.Name(id="Path"), args=[path])):
            return attribute in _OPENS and not _is_text(path)
        case ast.Call(func=ast.Name(id="open"), args=paths):
            return not (paths and _is_text(paths[0]))
        case ast.Call(func=ast.Attribute(attr="read"), args=paths, keywords=more):
            constant = all(isinstance(each, ast.Constant) for each in paths)
            return bool(more) or not constant  # a ConfigParser reads files
        case ast.Attribute(attr=attribute):
            return attribute in _OPENS
        case _:
            return False


def _is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _forget(side: ast.expr) -> None:
    """Take the texts out of a side of a comparison."""
    texts = side.elts if isinstance(side, ast.Tuple | ast.List | ast.Set) else [side]
    for each in texts:
        if _is_text(each):
            each.value = ""
