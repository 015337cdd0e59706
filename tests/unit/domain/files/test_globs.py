"""Glob patterns."""

import pytest
from tests.support.table import table

from architect.domain.files.globs import glob_matcher


@table(
    ("pattern", "path"),
    [
        ("*.py", "main.py"),
        ("*.py", "src/deep/main.py"),
        ("*", ".hidden"),
        ("test_?.py", "tests/test_a.py"),
        ("[!a]*.py", "b.py"),
        ("*.{ts,tsx}", "web/app.tsx"),
        ("{a,b{c,d}}.txt", "bd.txt"),
        ("src/*.py", "src/a.py"),
        ("src/**/*.py", "src/a.py"),
        ("src/**/*.py", "src/x/y/a.py"),
        ("**/*.py", "a.py"),
        ("**/tests/**", "a/tests/b/c"),
        ("src/**", "src/a/b"),
        ("/src/a.py", "src/a.py"),
        ("./src/a.py", "src/a.py"),
        ("**/**/a", "a"),
        ("{src,lib/x}/*.py", "lib/x/a.py"),
        ("a{b", "a{b"),
    ],
)
def test_a_pattern_matches(pattern: str, path: str) -> None:
    assert glob_matcher(pattern)(path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*.py", "main.pyc"),
        ("*.py", "MAIN.PY"),
        ("main", "main.py"),
        ("src/*.py", "src/x/a.py"),
        ("src/*.py", "lib/src/a.py"),
        ("src/**", "src"),
        ("src/**/*.py", "lib/a.py"),
        ("*.{ts,tsx}", "app.js"),
        ("./main.py", "src/main.py"),
    ],
)
def test_a_pattern_does_not_match(pattern: str, path: str) -> None:
    assert not glob_matcher(pattern)(path)


def test_a_pattern_full_of_stars_takes_no_time() -> None:
    assert not glob_matcher("*a" * 60 + "b")("a" * 255)
    assert not glob_matcher("**/a/" * 60 + "b")("/".join("a" * 255))
