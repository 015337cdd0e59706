"""Ignore files mean here what they mean to git."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.table import table

from architect.domain.files.gitignore import IgnoreRules


def is_ignored(content: bytes, path: str) -> bool:
    """Whether a path, which is that of a folder if it ends in a slash, or one on the way is."""
    rules = IgnoreRules(content)
    *folders, last = path.removesuffix("/").split("/")
    for depth in range(1, len(folders) + 1):
        if rules.verdict("/".join(folders[:depth]).encode(), is_folder=True):
            return True
    return bool(rules.verdict("/".join([*folders, last]).encode(), is_folder=path.endswith("/")))


@table(
    ("pattern", "ignored", "kept"),
    [
        ("*.log", ["a.log", "x/y/a.log", ".log", "a.log/"], ["a.logs", "log"]),
        ("build/", ["build/", "x/build/", "build/a"], ["build", "x/build"]),
        ("/build", ["build", "build/", "build/a"], ["x/build"]),
        ("doc/*.txt", ["doc/a.txt"], ["doc/x/a.txt", "x/doc/a.txt"]),
        ("**/doc/*.txt", ["doc/a.txt", "x/y/doc/a.txt"], ["doc/x/a.txt"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["b", "xa/b", "a/xb"]),
        ("a/**", ["a/b", "a/b/"], ["a/", "b"]),
        ("/*", ["a", "a/b"], []),
        ("?", ["a", "x/b"], ["ab", "é"]),
        ("[a-c]x", ["ax", "cx"], ["dx", "-x"]),
        ("[!a-c]x", ["dx"], ["ax", "x"]),
        ("[]-]x", ["]x", "-x"], ["ax"]),
        ("[[:digit:]x]", ["7", "x"], ["a"]),
        ("a*b*c", ["abc", "axbyc", "abcbc"], ["ab", "acb"]),
        (r"\*", ["*"], ["a"]),
        (r"\#a", ["#a"], ["a"]),
        (r"\!a", ["!a"], ["a"]),
        ("#a", [], ["#a", "a"]),
        ("a  ", ["a"], ["a  "]),
        ("a\\ ", ["a "], ["a"]),
        ("a\r", ["a"], ["a\r"]),
        ("\ufeffa", ["a"], ["\ufeffa"]),
        ("*.o\n!keep.o", ["a.o"], ["keep.o"]),
        ("!a\na", ["a"], []),
        ("a/\n!a/b", ["a/b"], []),
        ("[a", [], ["a", "[a"]),
        ("a\\", [], ["a", "a\\"]),
        ("[[:none:]]", [], ["a", ":"]),
        ("", [], ["a"]),
        ("/", [], ["a"]),
        ("a//b", [], ["a/b"]),
    ],
)
def test_a_pattern_means_what_the_manual_says(
    pattern: str, ignored: list[str], kept: list[str]
) -> None:
    content = pattern.encode()
    assert [path for path in ignored if not is_ignored(content, path)] == []
    assert [path for path in kept if is_ignored(content, path)] == []


def test_a_path_that_no_rule_is_about_gets_no_verdict() -> None:
    rules = IgnoreRules(b"a\n!b\n")
    verdicts = [rules.verdict(name, is_folder=False) for name in (b"a", b"b", b"c")]
    assert verdicts == [True, False, None]


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        (b"*a" * 60 + b"*b", b"a" * 255),
        (b"/**/a" * 60 + b"/b", b"a/" * 1_000 + b"c"),
        (b"**/" * 200 + b"x", b"a/" * 1_000 + b"c"),
        (b"[a-z]*" * 50 + b"/b", b"a" * 255 + b"/c"),
    ],
)
def test_no_pattern_takes_long(pattern: bytes, path: bytes) -> None:
    assert not IgnoreRules(pattern).verdict(path, is_folder=False)


PIECES = ["a", "b", "ab", "*", "?", "/", "**/", "/**", "[ab]", "[!a]", "\\a", ".", " ", "[]a]", "["]
NAMES = ["a", "b", "ab", "ba", ".a", "a b", "[", "c"]

pattern = (
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=5)
    .map("".join)
    .filter(
        # Here git does not do what its manual says; see the module.
        lambda text: "**" not in text.replace("/**/", "/").removeprefix("**/").removesuffix("/**")
    )
)
patterns = st.lists(st.tuples(st.sampled_from(["", "", "!"]), pattern).map("".join), max_size=3)


def tree() -> Iterator[str]:
    for name in NAMES:
        yield f"{name}/"
        for below in NAMES:
            yield f"{name}/{below}"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    for name in NAMES:
        (folder / name).mkdir()
        for below in NAMES:
            (folder / name / below).touch()
    return folder


@settings(max_examples=40)
@given(lines=patterns)
def test_git_says_the_same(repository: Path, lines: list[str]) -> None:
    content = "\n".join(lines).encode()
    (repository / ".gitignore").write_bytes(content)
    paths = list(tree())
    said = subprocess.run(
        ["git", "check-ignore", "-z", "--no-index", "--stdin"],
        cwd=repository,
        # With a slash at the end, it takes the name for an empty one.
        input="\0".join(path.removesuffix("/") for path in paths).encode(),
        capture_output=True,
        check=False,
    )
    expected = said.stdout.decode().split("\0")[:-1]
    ignored = [path.removesuffix("/") for path in paths if is_ignored(content, path)]
    assert ignored == expected
