"""Which grammar reads which files. A grammar that is not installed leaves its files to their names.

The wheels are those of https://github.com/tree-sitter; the extra `symbols` brings them.
"""

import warnings
from functools import cache
from importlib import import_module
from pathlib import Path

from tree_sitter import Language, Query

from architect.frozen import frozen


@frozen
class Grammar:
    """A language that is read: its name, which is that of its queries, and where its wheel is."""

    name: str
    module: str
    function: str = "language"


_PYTHON = Grammar("python", "tree_sitter_python")
_JAVASCRIPT = Grammar("javascript", "tree_sitter_javascript")
_TYPESCRIPT = Grammar("typescript", "tree_sitter_typescript", "language_typescript")
_TSX = Grammar("tsx", "tree_sitter_typescript", "language_tsx")
_RUBY = Grammar("ruby", "tree_sitter_ruby")
_CPP = Grammar("cpp", "tree_sitter_cpp")

GRAMMARS = {
    **dict.fromkeys((".py", ".pyi"), _PYTHON),
    **dict.fromkeys((".js", ".jsx", ".mjs", ".cjs"), _JAVASCRIPT),
    **dict.fromkeys((".ts", ".mts", ".cts"), _TYPESCRIPT),
    ".tsx": _TSX,
    ".go": Grammar("go", "tree_sitter_go"),
    ".rs": Grammar("rust", "tree_sitter_rust"),
    ".java": Grammar("java", "tree_sitter_java"),
    ".c": Grammar("c", "tree_sitter_c"),
    **dict.fromkeys((".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx"), _CPP),
    **dict.fromkeys((".rb", ".rake"), _RUBY),
    ".php": Grammar("php", "tree_sitter_php", "language_php"),
    ".cs": Grammar("c_sharp", "tree_sitter_c_sharp"),
}
"""By the end of the file name; headers are read as C++, whose grammar reads C as well."""


@frozen
class Loaded:
    """A grammar that is there, with what it is asked for."""

    language: Language
    query: Query


def grammar_of(name: str) -> Grammar | None:
    """The grammar for the file called `name`, installed or not."""
    return GRAMMARS.get("." + name.rpartition(".")[2].lower()) if "." in name else None


@cache
def loaded(grammar: Grammar) -> Loaded | None:
    """None if it is not installed, or not in a version that can be used."""
    try:
        pointer: object = getattr(import_module(grammar.module), grammar.function)()
        with warnings.catch_warnings():
            # Some wheels still give a number, which tree-sitter warns about.
            warnings.simplefilter("ignore", DeprecationWarning)
            language = Language(pointer)
        source = (Path(__file__).parent / "queries" / f"{grammar.name}.scm").read_bytes().decode()
        return Loaded(language, Query(language, source))
    except (ImportError, AttributeError, ValueError):
        return None
