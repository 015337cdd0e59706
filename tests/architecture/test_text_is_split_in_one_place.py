"""Only `domain/text/file_text.py` knows where a line of a file ends."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import architect

PACKAGE = Path(architect.__file__).parent
WATCHED = ("domain", "tools", "adapters/files", "adapters/search")

_AS_RIPGREP = "lines as ripgrep has them, which end at LF, with a CR before it left out"
_PATCH = "a patch, in which LF ends a line"
_EVEN = "needle and text, after all line ends were made LF"

EXCEPTIONS = {
    "domain/text/file_text.py": "here it is known",
    "domain/files/gitignore.py": "an ignore file, in which LF ends a line",
    "domain/journal/step_traces.py": "the result of a call, which is not a file",
    "domain/code_map/symbols.py": "what we wrote ourselves into an index",
    "domain/memory.py": "a memory file, in which LF ends a line",
    "domain/text/edit.py": _EVEN,
    "domain/text/resemblance.py": _EVEN,
    "domain/text/patch/apply.py": _PATCH,
    "domain/text/patch/parse.py": _PATCH,
    "domain/text/patch/spelling.py": _PATCH,
    "domain/text/diff_sections.py": _PATCH,
    "domain/text/terse_diff.py": _PATCH,
    "domain/text/joined_patch.py": _PATCH,
    "tools/apply_patch.py": _PATCH,
    "tools/hidden_text.py": _PATCH,
    "tools/run_command.py": "a command line, which is not a file",
    "adapters/process/child_lines.py": "what a program prints",
    "adapters/search/ignore_scope.py": "git's own configuration, in which LF ends a line",
    "adapters/search/line_matcher.py": _AS_RIPGREP,
    "adapters/search/line_scan.py": _AS_RIPGREP,
    "adapters/search/ripgrep_reader.py": _AS_RIPGREP,
    "adapters/search/searched_text.py": _AS_RIPGREP,
}
"""Where something else than the lines of a file is split, or not as an editor would."""

SPLITTERS = {"split", "rsplit", "partition", "rpartition", "finditer", "findall", "sub"}
READERS = {"splitlines", "readline", "readlines"}
LINE_ENDS = {"\n", "\r", "\r\n"}


def ends_lines(node: ast.expr) -> bool:
    """Whether an argument is a line end, or an expression with one in it that splits."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str | bytes):
        return False
    text = node.value.decode("latin-1") if isinstance(node.value, bytes) else node.value
    return text in LINE_ENDS or r"\n" in text or r"\r" in text


def splits(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name = node.func.attr
        if name in READERS or (name in SPLITTERS and any(map(ends_lines, node.args))):
            yield ast.unparse(node)


def test_no_other_module_splits_lines() -> None:
    found: dict[str, list[str]] = {}
    for folder in WATCHED:
        for path in sorted((PACKAGE / folder).rglob("*.py")):
            name = path.relative_to(PACKAGE).as_posix()
            uses = list(splits(ast.parse(path.read_bytes())))
            if uses and name not in EXCEPTIONS:
                found[name] = uses
    assert found == {}, (
        "use split_lines of domain/text/file_text.py, or give a reason in EXCEPTIONS"
    )


def test_an_exception_is_a_module() -> None:
    assert [name for name in EXCEPTIONS if not (PACKAGE / name).is_file()] == []


@pytest.mark.parametrize(
    "source",
    [
        'text.split("\\n")',
        'text.split("\\n", 1)',
        'content.split(b"\\n")',
        'text.rsplit("\\r\\n")',
        'text.partition("\\n")',
        "text.splitlines()",
        "file.readlines()",
        're.split(r"\\r?\\n", text)',
        're.finditer(r"[^\\n]*", text)',
    ],
)
def test_the_search_finds_what_splits(source: str) -> None:
    assert list(splits(ast.parse(source))) == [ast.unparse(ast.parse(source).body[0])]


@pytest.mark.parametrize("source", ['path.split("/")', 'text.count("\\n")', 'text.endswith("\\n")'])
def test_the_search_finds_nothing_else(source: str) -> None:
    assert list(splits(ast.parse(source))) == []
