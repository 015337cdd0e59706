"""Globs mean what they mean to ripgrep, and where it reads them as gitignore does, to git."""

import subprocess
from pathlib import Path

import pytest

from architect.adapters.search.ripgrep import find_ripgrep
from architect.domain.files.globs import glob_matcher

FILES = [
    *("a.py", "b.py", "A.py", "id.tsx", "[id].tsx", "i.tsx", "py", "{py}", "x{py}y", "a.{py}"),
    *("a.{py,js}", "a.js", "!a", "^a", "-", "a-b", "a]b", "]", "\\", "a\\b", "*", "a*b", "?"),
    *("{a,b}", "ab", "a", "c", "a,b", ".hidden", "sub/a.py", "sub/[id].tsx", "sub/deep/a.py"),
    *("sub/deep/b.js", "x/y/z", "[x]/a", "sub/.hid", "a[b", "{", "a}b"),
]
GLOBS = [
    *("*", "*.py", "[^a].py", "[!a].py", "[a].py", r"\[id\].tsx", "[id].tsx", "{py}", "*{py}*"),
    *("a.{py}", "a.{py,js}", "{a,b}", "{a,b}.py", r"\{a,b\}", r"\{py\}", "[]]", "[]a]b", "a[]]b"),
    *("[!]]", "[^]]", "[a-c]", "[!a-c]", "[^a-c]", "[-a]", "[a-]", r"\*", r"a\*b", r"\?", "?"),
    *("a?b", "**", "**/a.py", "sub/**", "sub/*", "sub/**/a.py", "sub/*/a.py", "**/[id].tsx"),
    *(r"**/\[id\].tsx", r"sub/\[id\].tsx", "/a.py", "/sub/a.py", r"\a.py", r"\!a", "[!^]a"),
    *(r"\\", r"a\\b", r"[\\]", "*.{py,js}", "**/*.{py,js}", "{sub,x}/**", "{*.py,*.js}", "a{b,}"),
    *("***", "a**", "**a", "x/**/z", "**/**/z", "*/*", "[*]", "[?]", "[a-]b", "a,b", "[,]"),
    *("a[,]b", ".*", "*hid*", "sub/.*", "[x]/a", r"\[x\]/a", "a[[]b", r"\{", r"a\}b"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("globs")
    for name in FILES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n")
    return folder


def test_a_glob_means_what_it_means_to_ripgrep(folder: Path) -> None:
    rg = find_ripgrep()
    assert rg is not None
    wrong: dict[str, tuple[list[str], list[str]]] = {}
    for glob in GLOBS:
        flags = ("--files", "--hidden", "--no-ignore", "--null", "--glob", glob)
        told = subprocess.run([rg, *flags], cwd=folder, capture_output=True, check=False)
        assert told.returncode in (0, 1), told.stderr
        wanted = {name.removeprefix("./") for name in told.stdout.decode().split("\0") if name}
        found = {name for name in FILES if glob_matcher(glob)(name)}
        if found != wanted:
            wrong[glob] = (sorted(wanted - found), sorted(found - wanted))
    assert wrong == {}, "by glob: what is missing, and what should not be there"


def test_a_glob_without_braces_means_what_it_means_to_git(folder: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    wrong: dict[str, tuple[list[str], list[str]]] = {}
    for glob in GLOBS:
        if not set("{}").isdisjoint(glob) or glob == "**":
            continue
        (folder / ".git" / "info" / "exclude").write_text(f"{glob}\n")
        told = subprocess.run(
            ["git", "check-ignore", "--stdin", "-z", "--no-index"],
            cwd=folder,
            input="\0".join(FILES).encode(),
            capture_output=True,
            check=False,
        )
        wanted = {name for name in told.stdout.decode().split("\0") if name}
        matches = glob_matcher(glob)
        found = {name for name in FILES if any(map(matches, _with_parents(name)))}
        if found != wanted:
            wrong[glob] = (sorted(wanted - found), sorted(found - wanted))
    assert wrong == {}, "by glob: what is missing, and what should not be there"


def _with_parents(name: str) -> list[str]:
    """A file and the folders it lies in, with which git ignores it."""
    return [name, *(str(parent) for parent in Path(name).parents if str(parent) != ".")]
