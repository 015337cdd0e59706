"""With and without ripgrep, a search finds the same."""

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.search_tree import grow_tree
from tests.support.table import table

from architect.adapters.files.path_gate import locate
from architect.adapters.search import search_queries
from architect.adapters.search.python_search import PythonSearch
from architect.adapters.search.ripgrep import RipgrepSearch, find_ripgrep
from architect.domain.errors import SearchFault
from architect.domain.paths import Access
from architect.domain.search import SearchLine, SearchQuery, SearchResult
from architect.ports.search import Search

SearchMaker = Callable[[Path], Search]

LITERALS = ["alpha", "Beta", "a.b", "é", "x = 1", "(c)", "k", "s", "i", "--pre=x", "ß", "return"]
EXPRESSIONS = [
    *("alpha", "^alpha$", r"\d+", "[A-Z]", "a$", "^$", r"\s+return", "(c)", "É", "a.*a", r"b\b"),
    *(r"^\s*[^x]+$", r"\w+42", "(?:Be|al)", ".", "K", "^u.v$"),
]
GLOBS = ["*", "*", "*.py", "*.{log,py}", "**/deep/**", "src/*", "?.py", "[!x]*", "*.log"]


def the_rg() -> Path:
    rg = find_ripgrep()
    if rg is None:
        pytest.skip("ripgrep is not installed")
    return rg


def ripgrep(root: Path) -> Search:
    return RipgrepSearch(root, the_rg())


both = pytest.mark.parametrize(
    "make", [pytest.param(ripgrep, id="ripgrep"), pytest.param(PythonSearch, id="python")]
)


def random_query(root: Path, chance: random.Random) -> SearchQuery:
    is_regex = chance.random() < 0.5
    path = chance.choice([".", ".", ".", "src", "build", "f.py", "a.log", "out/in"])
    return SearchQuery(
        chance.choice(EXPRESSIONS if is_regex else LITERALS),
        locate(root, path if (root / path).exists() else ".", Access.READ),
        is_regex=is_regex,
        file_glob=chance.choice(GLOBS),
        recursive=chance.random() < 0.8,
        case_sensitive=chance.random() < 0.5,
        context_lines=chance.choice([0, 0, 1, 3]),
        max_hits=chance.choice([1, 5, 30, 1000]),
    )


def query(root: Path, pattern: str = "needle", path: str = ".", **more: object) -> SearchQuery:
    settings = {"is_regex": False, **more}
    return SearchQuery(pattern, locate(root, path, Access.READ), **settings)  # type: ignore[arg-type]


def found(make: SearchMaker, root: Path, wanted: SearchQuery) -> SearchResult:
    return asyncio.run(make(root).search(wanted))


def places(result: SearchResult) -> list[tuple[str, int]]:
    return [(line.path, line.number) for line in result.lines]


def write(root: Path, **files: bytes) -> None:
    for name, content in files.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)


@pytest.mark.parametrize("seed", range(6))
def test_both_find_the_same_in_a_tree_of_oddities(seed: int, tmp_path: Path) -> None:
    rg = the_rg()
    chance = random.Random(seed)
    roots = grow_tree(tmp_path, chance)

    async def compare() -> int:
        hits = 0
        for _ in range(10):
            root = chance.choice(roots)
            wanted = random_query(root, chance)
            by_ripgrep = await RipgrepSearch(root, rg).search(wanted)
            assert await PythonSearch(root).search(wanted) == by_ripgrep, (root, wanted)
            hits += len(by_ripgrep.lines)
        return hits

    assert asyncio.run(compare()) > 0


@pytest.mark.parametrize("hits", [1, 7, 300])
def test_a_flood_of_matches_gives_the_first_ones_with_or_without_ripgrep(
    hits: int, tmp_path: Path
) -> None:
    for number in range(400):
        write(
            tmp_path,
            **{f"d{number % 7}/f{number}.txt": b"needle " * 20 + b"\n" + b"needle\n" * 300},
        )
    wanted = query(tmp_path, max_hits=hits)
    by_ripgrep = found(ripgrep, tmp_path, wanted)
    assert by_ripgrep == found(PythonSearch, tmp_path, wanted)
    assert by_ripgrep.truncated
    assert places(by_ripgrep) == [("d0/f0.txt", number + 1) for number in range(hits)]


@both
@pytest.mark.parametrize("repository", ["git", "none"])
def test_ignore_files_count_from_the_outside_to_the_inside(
    make: SearchMaker, repository: str, tmp_path: Path
) -> None:
    if repository == "git":
        (tmp_path / ".git").mkdir()
    write(
        tmp_path,
        **{
            ".gitignore": b"*.log\n/src/*.py\nmade/\n",
            "src/.gitignore": b"!keep.log\n",
            "src/a.py": b"needle",
            "src/deep/a.py": b"needle",
            "src/keep.log": b"needle",
            "src/drop.log": b"needle",
            "made/keep.log": b"needle",
            ".hidden": b"needle",
        },
    )
    assert places(found(make, tmp_path, query(tmp_path))) == [
        (".hidden", 1),
        ("src/deep/a.py", 1),
        ("src/keep.log", 1),
    ]
    below = found(make, tmp_path, query(tmp_path, path="src"))
    assert places(below) == [("src/deep/a.py", 1), ("src/keep.log", 1)]
    inner = tmp_path / "src"
    assert places(found(make, inner, query(inner))) == [("deep/a.py", 1), ("keep.log", 1)]


@both
def test_what_is_ignored_is_searched_if_it_is_named(make: SearchMaker, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(
        tmp_path, **{".gitignore": b"*.log\nbuild/\n", "a.log": b"needle", "build/b.py": b"needle"}
    )
    assert places(found(make, tmp_path, query(tmp_path))) == []
    assert places(found(make, tmp_path, query(tmp_path, path="a.log"))) == [("a.log", 1)]
    assert places(found(make, tmp_path, query(tmp_path, path="build"))) == [("build/b.py", 1)]


@both
@pytest.mark.parametrize("rule", [b"inner\n", b"/inner/\n", b"*\n", b"in*/\n", b"inner/**\n*/\n"])
def test_a_workspace_in_an_ignored_folder_is_searched(
    make: SearchMaker, rule: bytes, tmp_path: Path
) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path, **{".gitignore": rule, "inner/a.py": b"needle", "inner/b.log": b"needle"})
    write(tmp_path, **{"inner/.gitignore": b"*.log\n"})
    root = tmp_path / "inner"
    assert places(found(make, root, query(root))) == [("a.py", 1)]


@both
def test_a_repository_that_git_would_not_touch_is_searched(
    make: SearchMaker, tmp_path: Path
) -> None:
    write(tmp_path, **{".git/HEAD": b"garbage", ".git/config": b"[[", "a.py": b"needle"})
    write(tmp_path, **{"module/.git": b"gitdir: ../nowhere\n", "module/b.py": b"needle"})
    assert places(found(make, tmp_path, query(tmp_path))) == [("a.py", 1), ("module/b.py", 1)]


@both
def test_a_worktree_heeds_the_exclude_file_of_its_repository(
    make: SearchMaker, tmp_path: Path
) -> None:
    write(
        tmp_path,
        **{
            "main/.git/info/exclude": b"*.tmp\n",
            "main/.git/worktrees/w/commondir": b"../..\n",
            "w/.git": f"gitdir: {tmp_path}/main/.git/worktrees/w\n".encode(),
            "w/a.tmp": b"needle",
            "w/a.py": b"needle",
        },
    )
    root = tmp_path / "w"
    assert places(found(make, root, query(root))) == [("a.py", 1)]


@both
@table(
    "glob", ["--pre=x", "-f/etc/passwd", "-e", "--", "\0", "a\nb", "\ud800", "[", "{", "!*", "\\"]
)
def test_a_glob_is_never_taken_for_an_option(make: SearchMaker, glob: str, tmp_path: Path) -> None:
    write(tmp_path, **{"a.py": b"needle"})
    result = found(make, tmp_path, query(tmp_path, file_glob=glob))
    assert places(result) == []


@both
@pytest.mark.parametrize("name", ["-e", "--pre=x", "-f", "--", "-rf x"])
def test_a_path_is_never_taken_for_an_option(make: SearchMaker, name: str, tmp_path: Path) -> None:
    write(tmp_path, **{f"{name}/{name}": b"needle"})
    for path in (name, f"{name}/{name}"):
        assert places(found(make, tmp_path, query(tmp_path, path=path))) == [(f"{name}/{name}", 1)]


@both
@pytest.mark.parametrize("pattern", [r"a\nb", r"a\r\nb", r"\n"])
def test_an_expression_for_several_lines_says_that_lines_are_searched_one_by_one(
    make: SearchMaker, pattern: str, tmp_path: Path
) -> None:
    write(tmp_path, **{"a.txt": b"a\nb\n"})
    with pytest.raises(SearchFault, match="spans lines; lines are searched one by one"):
        found(make, tmp_path, query(tmp_path, pattern, is_regex=True))


@both
@pytest.mark.parametrize(
    ("pattern", "texts"),
    [
        (r"(?<name>ne)\w+", ["needle"]),
        (r"e\z", ["needle"]),
        ("[[:digit:]x]", ["4 2", "x"]),
        ("^[[:^digit:]]+$", ["needle", "x", "}{"]),
        (r"\}\{", ["}{"]),
        ("(?i)NEED", ["needle"]),
        (r"\Ax\z", ["x"]),
    ],
)
def test_expressions_are_those_of_ripgrep(
    make: SearchMaker, pattern: str, texts: list[str], tmp_path: Path
) -> None:
    write(tmp_path, **{"a.txt": b"needle\n4 2\nx\n}{\n"})
    wanted = query(tmp_path, pattern, is_regex=True)
    assert [line.text for line in found(make, tmp_path, wanted).lines] == texts


@both
@pytest.mark.parametrize(
    ("pattern", "reason"), [("\ud800", "not valid Unicode"), ("x" * 20_001, "20,000 are the most")]
)
def test_a_pattern_that_no_program_takes_is_refused(
    make: SearchMaker, pattern: str, reason: str, tmp_path: Path
) -> None:
    with pytest.raises(SearchFault, match=reason):
        found(make, tmp_path, query(tmp_path, pattern))


@both
def test_old_mac_lines_are_numbered_as_reading_numbers_them(
    make: SearchMaker, tmp_path: Path
) -> None:
    write(tmp_path, **{"mac.txt": b"one\rneedle\rthree\rneedle"})
    assert found(make, tmp_path, query(tmp_path, context_lines=1, max_hits=1)).lines == (
        SearchLine("mac.txt", 1, "one", is_match=False),
        SearchLine("mac.txt", 2, "needle", is_match=True),
        SearchLine("mac.txt", 3, "three", is_match=False),
    )


@both
def test_files_that_are_too_large_are_named(make: SearchMaker, tmp_path: Path) -> None:
    for number in range(12):
        large = tmp_path / f"large_{number:02}.txt"
        large.write_bytes(b"needle\n")
        os.truncate(large, search_queries.MOST_FILE_BYTES + 1)
    (tmp_path / "dump.bin").write_bytes(b"")
    os.truncate(tmp_path / "dump.bin", search_queries.MOST_FILE_BYTES + 1)
    result = found(make, tmp_path, query(tmp_path, file_glob="*.txt"))
    names = ", ".join(f"large_{number:02}.txt" for number in range(10))
    assert result == SearchResult((), notes=(f"too large to be searched: {names} and 2 more",))
    with pytest.raises(SearchFault, match=r"'dump\.bin' is larger than 50,000,000 bytes"):
        found(make, tmp_path, query(tmp_path, path="dump.bin"))


@both
@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_files_that_cannot_be_read_are_named(make: SearchMaker, tmp_path: Path) -> None:
    write(tmp_path, **{"closed.txt": b"needle", "closed/a.txt": b"needle", "open.txt": b"needle"})
    (tmp_path / "closed.txt").chmod(0)
    (tmp_path / "closed").chmod(0)
    result = found(make, tmp_path, query(tmp_path))
    (tmp_path / "closed").chmod(0o755)
    assert places(result) == [("open.txt", 1)]
    assert result.notes == ("could not be read: closed, closed.txt",)


@both
@table(
    ("pattern", "lines"),
    [("k", "kK\u212a"), ("S", "sS\u017f"), ("i", "iI"), ("İ", "İ"), ("ß", "ßẞ"), ("σ", "σςΣ")],
)
@table("is_regex", [True, False])
def test_case_is_ignored_by_the_rules_of_unicode(
    make: SearchMaker, pattern: str, lines: str, is_regex: bool, tmp_path: Path
) -> None:
    write(tmp_path, **{"a.txt": "\n".join("kK\u212asS\u017fiIİıßẞσςΣ").encode()})
    wanted = query(tmp_path, pattern, case_sensitive=False, is_regex=is_regex)
    assert "".join(line.text for line in found(make, tmp_path, wanted).lines) == lines


@pytest.mark.parametrize(
    "script", ["", "#!/bin/sh\nexit 3\n", "#!/bin/sh\necho 'no such library' >&2\nexit 127\n"]
)
def test_a_ripgrep_that_does_not_run_is_replaced(script: str, tmp_path: Path) -> None:
    rg = tmp_path / "rg"
    rg.write_bytes(script.encode())
    rg.chmod(0o755)
    root = tmp_path / "ws"
    write(root, **{"a.py": b"needle"})
    assert places(asyncio.run(RipgrepSearch(root, rg).search(query(root)))) == [("a.py", 1)]


def test_a_search_that_is_given_up_in_the_middle_ends_at_once(tmp_path: Path) -> None:
    for number in range(200):
        write(tmp_path, **{f"f{number}.txt": b"needle and some more\n" * 2_000})

    async def give_up() -> None:
        with pytest.raises(SearchFault, match="took longer"):
            await RipgrepSearch(tmp_path, the_rg(), timeout_s=0).search(query(tmp_path))

    asyncio.run(asyncio.wait_for(give_up(), 20))
