"""What an @ may become while it is typed, and that what is inserted is read as a mention of it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from tests.support.table import table

from architect.domain.code_map.symbols import Symbol
from architect.domain.files.name_match import Named, best_matches, named
from architect.domain.text.mentions import mentions_in
from architect.domain.text.typed_mention import as_mention, typed_mention
from architect.services.mentions.completing import Completion, MentionSources, completed
from architect.services.mentions.file_names import FileNames
from architect.testing.frozen_clock import FrozenClock

FILES = (
    "README.md",
    "docs/my notes.md",
    "src/parser.py",
    "src/parser_test.py",
    "src/deep/inside/reparse.py",
    "src/problems",
    "src/deep/p_a_r.py",
    "diff",
    ".env",
)
FOLDERS = ("docs", "src", "src/deep", "src/deep/inside", "my folder")
NAMES = (
    *(named(path, is_folder=False) for path in FILES),
    *(named(path, is_folder=True) for path in FOLDERS),
)


@table(
    ("text", "start", "typed"),
    [
        ("@", 0, ""),
        ("look at @src/a", 8, "src/a"),
        ("ü😀 @a", 4, "a"),
        ("first\nand @b", 10, "b"),
        ('@"my no', 0, "my no"),
        ('@"my folder/"', 0, "my folder/"),
        ('@"my folder/"su', 0, "my folder/su"),
        ("(@a", 1, "a"),
    ],
)
def test_where_a_mention_begins_that_is_typed(text: str, start: int, typed: str) -> None:
    found = typed_mention(text)
    assert found is not None
    assert (found.start, found.typed) == (start, typed)


@table(
    ("text",),
    [
        ("nothing",),
        ("me@example.org",),
        ("@a and",),
        ("`@a",),
        ("```\n@a",),
        ("@one@two",),
    ],
)
def test_what_is_no_mention_is_left_alone(text: str) -> None:
    assert typed_mention(text) is None


@table(
    ("typed", "first"),
    [
        ("pars", ["src/parser.py", "src/parser_test.py", "src/deep/inside/reparse.py"]),
        ("parser", ["src/parser.py", "src/parser_test.py"]),
        ("src/par", ["src/parser.py", "src/parser_test.py"]),
        ("src/", ["src/deep", "src/parser.py", "src/parser_test.py", "src/problems"]),
        ("PARSER.PY", ["src/parser.py"]),
        ("spt", ["src/parser_test.py"]),
        ("zzz", []),
    ],
)
def test_the_name_of_the_file_counts_first(typed: str, first: list[str]) -> None:
    found = [one.path for one in best_matches(typed, NAMES, most=10)]
    assert found[: len(first)] == first
    assert first or not found


async def names() -> Sequence[Named]:
    return NAMES


async def symbols(typed: str, most: int) -> Sequence[Symbol]:
    known = Symbol("src/parser.py", 3, "function", "parse_config", "def parse_config():")
    return [known] if known.name.startswith(typed) else []


async def resources(server: str) -> str:
    return "notes://today Notes of today\nnotes://old Old notes\nnotes://{day} A day"


SOURCES = MentionSources(
    names=names,
    hides=lambda path: path.endswith(".env"),
    symbols=symbols,
    servers=("docs", "team"),
    resources=resources,
)


def suggested(text: str) -> Completion:
    return asyncio.run(completed(text, SOURCES, limit=20))


@table(
    ("text", "inserted"),
    [
        ("@pro", ["@problems", "@src/problems"]),
        ("@di", ["@diff", '@"diff"']),
        ("@ter", ["@terminal"]),
        ("@my", ['@"my folder/"', '@"docs/my notes.md"']),
        ("@parse_c", ["@parse_config"]),
        ("@tea", ["@team:"]),
        ("@docs:notes://t", ["@docs:notes://today"]),
        ("@src/parser.py:1", []),
        ("@env", []),
        ("no mention", []),
    ],
)
def test_what_is_suggested(text: str, inserted: list[str]) -> None:
    found = [one.insert for one in suggested(text).suggestions]
    assert found[: len(inserted)] == inserted
    assert inserted or not found


def test_a_folder_and_a_server_are_gone_on_in() -> None:
    kinds = {one.insert: (one.kind, one.complete) for one in suggested("@").suggestions}
    assert kinds["@src/"] == ("folder", False)
    assert kinds["@team:"] == ("server", False)
    assert kinds["@README.md"] == ("file", True)


@table(
    ("path",),
    [
        ("src/a.py",),
        ("my notes.md",),
        ("notes (1).txt",),
        ("src/[id].tsx",),
        ("it's.md",),
        ("a|b",),
        ("ende.",),
        ("größe/ü.py",),
        ("a:10",),
    ],
)
def test_what_is_inserted_names_the_file(path: str) -> None:
    form = as_mention(path)
    assert form is not None
    [mention] = mentions_in(f"see {form} please")
    assert mention.targets[0].path == path


def test_what_cannot_be_written_is_not_suggested() -> None:
    assert as_mention('a "quoted" name') is None
    assert as_mention("two\nlines") is None


def test_names_are_looked_up_again_beside_the_answer(tmp_path: Path) -> None:
    clock = FrozenClock()
    looks = 0

    async def look() -> Sequence[Named]:
        nonlocal looks
        looks += 1
        return [named(f"{looks}.py", is_folder=False)]

    async def scene() -> None:
        kept = FileNames(look, clock)
        assert [one.path for one in await kept.get()] == ["1.py"]
        assert [one.path for one in await kept.get()] == ["1.py"]
        clock.advance(5)
        assert [one.path for one in await kept.get()] == ["1.py"]
        await asyncio.sleep(0)
        assert [one.path for one in await kept.get()] == ["2.py"]
        clock.advance(100)
        assert [one.path for one in await kept.get()] == ["3.py"]
        await kept.aclose()

    asyncio.run(scene())
