"""Every search gives the same answers."""

import asyncio
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from architect.adapters.files.path_gate import locate
from architect.adapters.search.python_search import PythonSearch
from architect.adapters.search.ripgrep import RipgrepSearch, find_ripgrep
from architect.domain.errors import FileMissingError, SearchFault
from architect.domain.paths import Access
from architect.domain.search import SearchLine, SearchQuery, SearchResult
from architect.ports.search import Search

SearchMaker = Callable[[Path], Search]


def ripgrep(root: Path) -> Search:
    rg = find_ripgrep()
    if rg is None:
        pytest.skip("ripgrep is not installed")
    return RipgrepSearch(root, rg)


SEARCHES = [pytest.param(ripgrep, id="ripgrep"), pytest.param(PythonSearch, id="python")]

FILES = {
    "main.py": b"import os\ndef main():\n    return needle(os)\n",
    "README.md": b"A needle here.\nAnd a Needle there.\n",
    "src/a.py": b"one\ntwo\nneedle 1\nfour\nfive\nneedle 2\nseven\n",
    "src/a-b.py": b"needle in a-b",
    "src.d/x.py": b"needle in src.d\n",
    "src/deep/er/b.ts": b"// needle\n",
    ".hidden/c.py": b"needle hidden\n",
    "crlf.txt": b"first\r\nneedle\r\nlast\r\n",
    "bom.txt": b"\xef\xbb\xbfneedle after a mark\n",
    "utf16.txt": "needle in UTF-16\n".encode("utf-16"),
    "latin.txt": b"needle caf\xe9\n",
    "unicode.txt": "näedle ✓ needle\x0cform\x85feed\u2028line\n".encode(),
    "binary.dat": b"needle\n\0\1\2needle\n",
    "late_binary.dat": b"needle\n" * 3 + b"x" * 100_000 + b"\n\0\n",
    "no_final_newline.txt": b"needle",
    "empty.txt": b"",
    "blank.txt": b"\n\nneedle\n\n",
    "-e.txt": b"needle in an option\n",
    "sp ace/q'uote.txt": b"needle quoted\n",
    ".git/config": b"needle in git\n",
    "sub/.git/config": b"needle in git\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    top = tmp_path / "ws"
    for name, content in FILES.items():
        place = top / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    (tmp_path / "outside.txt").write_bytes(b"needle outside\n")
    (top / "link.txt").symlink_to("../outside.txt")
    (top / "link_inside.txt").symlink_to("main.py")
    (top / "up").symlink_to("..")
    os.mkfifo(top / "fifo.txt")
    return top


def query(root: Path, pattern: str = "needle", path: str = ".") -> SearchQuery:
    return SearchQuery(pattern, locate(root, path, Access.READ), is_regex=False, file_glob="*")


def search(make: SearchMaker, root: Path, wanted: SearchQuery) -> SearchResult:
    return asyncio.run(make(root).search(wanted))


@pytest.mark.parametrize("make", SEARCHES)
def test_matches_come_sorted_with_path_number_and_text(make: SearchMaker, root: Path) -> None:
    result = search(make, root, query(root))
    assert [(line.path, line.number) for line in result.lines] == [
        ("-e.txt", 1),
        (".hidden/c.py", 1),
        ("README.md", 1),
        ("blank.txt", 3),
        ("bom.txt", 1),
        ("crlf.txt", 2),
        ("latin.txt", 1),
        ("main.py", 3),
        ("no_final_newline.txt", 1),
        ("sp ace/q'uote.txt", 1),
        ("src.d/x.py", 1),
        ("src/a-b.py", 1),
        ("src/a.py", 3),
        ("src/a.py", 6),
        ("src/deep/er/b.ts", 1),
        ("unicode.txt", 1),
        ("utf16.txt", 1),
    ]
    texts = {line.path: line.text for line in result.lines}
    assert texts["crlf.txt"] == "needle"
    assert texts["latin.txt"] == "needle caf\ufffd"
    assert texts["unicode.txt"] == "näedle ✓ needle\x0cform\x85feed\u2028line"
    assert texts["bom.txt"] == "needle after a mark"
    assert result.notes == ("binary files that match, not shown: binary.dat, late_binary.dat",)
    assert not result.truncated
    assert all(line.is_match for line in result.lines)


@pytest.mark.parametrize("make", SEARCHES)
def test_context_surrounds_matches_and_is_shown_once(make: SearchMaker, root: Path) -> None:
    result = search(make, root, replace(query(root, path="src/a.py"), context_lines=2))
    assert result.lines == (
        SearchLine("src/a.py", 1, "one", is_match=False),
        SearchLine("src/a.py", 2, "two", is_match=False),
        SearchLine("src/a.py", 3, "needle 1", is_match=True),
        SearchLine("src/a.py", 4, "four", is_match=False),
        SearchLine("src/a.py", 5, "five", is_match=False),
        SearchLine("src/a.py", 6, "needle 2", is_match=True),
        SearchLine("src/a.py", 7, "seven", is_match=False),
    )


@pytest.mark.parametrize("make", SEARCHES)
@pytest.mark.parametrize("hits", [1, 2, 3])
def test_the_limit_counts_matches_and_says_when_it_cut(
    make: SearchMaker, root: Path, hits: int
) -> None:
    wanted = replace(query(root, path="src/a.py"), max_hits=hits, context_lines=1)
    result = search(make, root, wanted)
    numbers = {1: [2, 3, 4], 2: [2, 3, 4, 5, 6, 7], 3: [2, 3, 4, 5, 6, 7]}
    assert [line.number for line in result.lines] == numbers[hits]
    assert result.truncated == (hits == 1)


@pytest.mark.parametrize("make", SEARCHES)
def test_a_limit_keeps_the_first_files(make: SearchMaker, root: Path) -> None:
    result = search(make, root, replace(query(root), max_hits=3))
    assert [line.path for line in result.lines] == ["-e.txt", ".hidden/c.py", "README.md"]
    assert result.truncated


@pytest.mark.parametrize("make", SEARCHES)
def test_many_matches_in_a_binary_file_do_not_use_up_the_limit(
    make: SearchMaker, root: Path
) -> None:
    result = search(make, root, replace(query(root, path="binary.dat"), max_hits=1))
    assert result == SearchResult((), notes=("binary files that match, not shown: binary.dat",))


@pytest.mark.parametrize("make", SEARCHES)
@pytest.mark.parametrize(
    ("file_glob", "path", "expected"),
    [
        ("*.ts", ".", ["src/deep/er/b.ts"]),
        ("*.{ts,md}", ".", ["README.md", "src/deep/er/b.ts"]),
        ("src/*.py", ".", ["src/a-b.py", "src/a.py"]),
        ("**/er/*", ".", ["src/deep/er/b.ts"]),
        ("deep/**", "src", ["src/deep/er/b.ts"]),
        ("a?b.py", "src", ["src/a-b.py"]),
        ("[!a]*.ts", "src", ["src/deep/er/b.ts"]),
        ("*.rs", ".", []),
        ("*.ts", "README.md", ["README.md"]),
    ],
)
def test_files_are_chosen_by_a_glob(
    make: SearchMaker, root: Path, file_glob: str, path: str, expected: list[str]
) -> None:
    result = search(make, root, replace(query(root, path=path), file_glob=file_glob))
    assert sorted({line.path for line in result.lines}) == expected


@pytest.mark.parametrize("make", SEARCHES)
def test_a_flat_search_stays_in_its_folder(make: SearchMaker, root: Path) -> None:
    result = search(make, root, replace(query(root, path="src"), recursive=False))
    assert [line.path for line in result.lines] == ["src/a-b.py", "src/a.py", "src/a.py"]


@pytest.mark.parametrize("make", SEARCHES)
@pytest.mark.parametrize(("case_sensitive", "hits"), [(True, 1), (False, 2)])
def test_case_counts_unless_told_otherwise(
    make: SearchMaker, root: Path, case_sensitive: bool, hits: int
) -> None:
    wanted = replace(query(root, path="README.md"), case_sensitive=case_sensitive)
    assert len(search(make, root, wanted).lines) == hits


@pytest.mark.parametrize("make", SEARCHES)
@pytest.mark.parametrize(
    ("pattern", "hits"),
    [
        (r"needle \d", 2),
        (r"^needle", 2),
        (r"\d$", 2),
        (r"^(one|two)$", 2),
        (r"needle (?=2)", 1),
        (r"(?<!needle) 1", 0),
        (r"(e)\1dle", 2),
        (r"--pre=touch", 0),
    ],
)
def test_regular_expressions_are_understood(
    make: SearchMaker, root: Path, pattern: str, hits: int
) -> None:
    wanted = replace(query(root, pattern, "src/a.py"), is_regex=True)
    assert len(search(make, root, wanted).lines) == hits


@pytest.mark.parametrize("make", SEARCHES)
def test_a_line_end_in_a_crlf_file_is_not_part_of_the_line(make: SearchMaker, root: Path) -> None:
    wanted = replace(query(root, "needle$", "crlf.txt"), is_regex=True)
    assert [line.text for line in search(make, root, wanted).lines] == ["needle"]


@pytest.mark.parametrize("make", SEARCHES)
@pytest.mark.parametrize("pattern", ["def main(", "[", "*", "a|b", "\\", "$(touch x)", "os)"])
def test_a_literal_pattern_means_itself(make: SearchMaker, root: Path, pattern: str) -> None:
    (root / "literal.txt").write_bytes(f"x {pattern} y\nnothing\n".encode())
    result = search(make, root, query(root, pattern, "literal.txt"))
    assert [line.number for line in result.lines] == [1]


@pytest.mark.parametrize("make", SEARCHES)
@pytest.mark.parametrize("is_regex", [True, False])
@pytest.mark.parametrize(
    "pattern", ["--pre=touch {mark}", "--files", "-f/etc/passwd", "--", "-e", "--help", "-"]
)
def test_a_pattern_is_never_taken_for_an_option(
    make: SearchMaker, root: Path, pattern: str, is_regex: bool
) -> None:
    mark = root / "ran"
    pattern = pattern.replace("{mark}", str(mark))
    (root / "options.txt").write_bytes(f"{pattern}\nnothing\n".encode())
    wanted = replace(query(root, pattern, "options.txt"), is_regex=is_regex)
    assert [line.number for line in search(make, root, wanted).lines] == [1]
    assert not mark.exists()


@pytest.mark.parametrize("make", SEARCHES)
@pytest.mark.parametrize("pattern", ["(", "[a", "a{2,1}", "*a", "(?P<x"])
def test_a_bad_expression_is_named(make: SearchMaker, root: Path, pattern: str) -> None:
    with pytest.raises(SearchFault, match=r"not a valid regular expression: \w") as fault:
        search(make, root, replace(query(root, pattern), is_regex=True))
    assert repr(pattern) in str(fault.value)


@pytest.mark.parametrize("make", SEARCHES)
@pytest.mark.parametrize("pattern", ["", "a\nb", "a\r\nb", "a\0b"])
def test_what_cannot_stand_in_a_line_is_refused(
    make: SearchMaker, root: Path, pattern: str
) -> None:
    with pytest.raises(SearchFault, match="pattern"):
        search(make, root, query(root, pattern))


@pytest.mark.parametrize("make", SEARCHES)
def test_a_place_that_is_not_there_is_named(make: SearchMaker, root: Path) -> None:
    with pytest.raises(FileMissingError, match="'nowhere'"):
        search(make, root, query(root, path="nowhere"))


@pytest.mark.parametrize("make", SEARCHES)
def test_a_long_line_is_cut_around_its_first_match(make: SearchMaker, root: Path) -> None:
    (root / "long.js").write_bytes("ä".encode() * 50_000 + b" needle " + b"y" * 50_000)
    [line] = search(make, root, query(root, path="long.js")).lines
    assert " needle " in line.text
    assert len(line.text) < 500
    assert line.text.startswith("[49,901 characters] ...")


@pytest.mark.parametrize("make", SEARCHES)
def test_what_git_ignores_is_not_searched(make: SearchMaker, tmp_path: Path) -> None:
    for name in ("a.py", "made/b.py", "c.log", "own/d.log", "nested/e.py", "nested/f.tmp"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"needle\n")
    (tmp_path / ".gitignore").write_bytes(b"made/\n*.log\n")
    (tmp_path / ".ignore").write_bytes(b"a.py\n")
    for repository in (".", "nested"):
        subprocess.run(["git", "init", "-q", tmp_path / repository], check=True)
    (tmp_path / "nested/.gitignore").write_bytes(b"*.tmp\n")
    for wanted in (
        query(tmp_path),
        replace(query(tmp_path), file_glob="*.{py,log,tmp}"),
        replace(query(tmp_path), file_glob="**/*"),
    ):
        found = search(make, tmp_path, wanted).lines
        assert [line.path for line in found] == ["a.py", "nested/e.py"]
    assert search(make, tmp_path, replace(query(tmp_path), file_glob="*.log")).lines == ()


@pytest.mark.parametrize("make", SEARCHES)
def test_installed_packages_are_not_searched_without_git(make: SearchMaker, tmp_path: Path) -> None:
    for name in ("a.py", "node_modules/x/b.py", "pkg/__pycache__/c.py", ".venv/d.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"needle\n")
    assert [line.path for line in search(make, tmp_path, query(tmp_path)).lines] == ["a.py"]


@pytest.mark.parametrize("make", SEARCHES)
def test_settings_of_the_user_change_nothing(
    make: SearchMaker, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / "rc").write_bytes(b"--invert-match\n")
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(root / "rc"))
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert len(search(make, root, query(root, path="src/a.py")).lines) == 2


@pytest.mark.parametrize("make", SEARCHES)
def test_a_file_with_an_undecodable_name_is_shown_harmlessly(make: SearchMaker, root: Path) -> None:
    Path(os.fsdecode(os.fsencode(root / "sub") + b"/\xff.txt")).write_bytes(b"needle\n")
    [line] = search(make, root, query(root, path="sub")).lines
    assert line.path == "sub/\ufffd.txt"


def test_an_exploding_expression_is_ended(root: Path) -> None:
    (root / "as.txt").write_bytes(b"a" * 5_000 + b"!")
    wanted = replace(query(root, r"(a|aa)+$(?=x)", "as.txt"), is_regex=True)
    others = children()
    for make in (PythonSearch, slow_ripgrep):
        with pytest.raises(SearchFault, match=r"longer than 0\.5 s"):
            asyncio.run(make(root, timeout_s=0.5).search(wanted))
    assert children() <= others


def slow_ripgrep(root: Path, *, timeout_s: float) -> Search:
    rg = find_ripgrep()
    return (
        PythonSearch(root, timeout_s=timeout_s)
        if rg is None
        else RipgrepSearch(root, rg, timeout_s=timeout_s)
    )


def test_cancelling_a_search_ends_its_process(root: Path) -> None:
    (root / "as.txt").write_bytes(b"a" * 5_000 + b"!")
    wanted = replace(query(root, r"(a|aa)+$", "as.txt"), is_regex=True)
    others = children()

    async def cancel_when_it_runs() -> None:
        searching = asyncio.create_task(PythonSearch(root).search(wanted))
        async with asyncio.timeout(60):
            while not children() - others:
                await asyncio.sleep(0)
        searching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await searching

    asyncio.run(cancel_when_it_runs())
    assert children() <= others


def children() -> set[int]:
    """The processes that this one has started and not seen the end of."""
    found: set[int] = set()
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError):  # the thread has ended meanwhile
            found |= {int(pid) for pid in (task / "children").read_bytes().split()}
    return found


def test_both_searches_agree_on_a_generated_tree(tmp_path: Path) -> None:
    rg = find_ripgrep()
    if rg is None:
        pytest.skip("ripgrep is not installed")
    chance = random.Random(7)
    words = ["alpha", "Beta", "gamma42", "x = 1", "", "  return", "é", "\t#", "a.b", "(c)"]
    for number in range(120):
        folder = tmp_path / chance.choice(["a", "a-b", "a/b", "a.d", ".", "Z/y/x"])
        folder.mkdir(parents=True, exist_ok=True)
        end = chance.choice(["\n", "\r\n"])
        text = end.join(chance.choice(words) for _ in range(chance.randrange(40)))
        (folder / f"f{number}.{chance.choice(['py', 'txt', 'md'])}").write_bytes(text.encode())
    for pattern in ["alpha", "a.b", "", "^$", r"\d+", r"[A-Z]", "a", r"\s+return", "(c)", "É"]:
        for is_regex in (True, False):
            wanted = SearchQuery(
                pattern or "x",
                locate(tmp_path, ".", Access.READ),
                is_regex=is_regex,
                file_glob=chance.choice(["*", "*.py", "a/**/*.txt"]),
                case_sensitive=chance.random() < 0.5,
                context_lines=chance.randrange(4),
                max_hits=chance.choice([1, 5, 30, 1000]),
            )
            by_ripgrep = asyncio.run(RipgrepSearch(tmp_path, rg).search(wanted))
            assert asyncio.run(PythonSearch(tmp_path).search(wanted)) == by_ripgrep, wanted


def test_ripgrep_is_found_on_path_before_the_one_beside_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "bin/rg"
    own.parent.mkdir()
    shutil.copy(sys.executable, own)
    monkeypatch.setenv("PATH", str(own.parent))
    assert find_ripgrep() == own


def test_a_relative_entry_of_path_finds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rg").write_bytes(b"#!/bin/sh\n")
    (tmp_path / "rg").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", ".:")
    found = find_ripgrep()
    assert found is None or found.parent == Path(sys.executable).parent


@pytest.mark.parametrize("make", SEARCHES)
@pytest.mark.parametrize("swapped", ["src", "src/deep", "src/deep/er", "src/deep/er/b.ts"])
def test_what_became_a_link_is_not_searched(
    make: SearchMaker, root: Path, tmp_path_factory: pytest.TempPathFactory, swapped: str
) -> None:
    wanted = [query(root, path=path) for path in ("src/deep/er/b.ts", swapped)]
    outside = tmp_path_factory.mktemp("outside")
    (root / swapped).rename(outside / "moved")
    (root / swapped).symlink_to(outside / "moved")
    for one in wanted:
        with pytest.raises(SearchFault, match="has become a link"):
            search(make, root, one)
