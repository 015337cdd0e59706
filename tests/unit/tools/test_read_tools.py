"""What the model reads from read_file, list_files, find_files, search_code and grep."""

import asyncio
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.table import table

from architect.adapters.search.python_search import PythonSearch
from architect.domain.effect import Effect
from architect.domain.errors import InvalidArgumentsError
from architect.domain.ids import RunId
from architect.domain.search import SearchQuery, SearchResult
from architect.domain.tool_result import ToolResult
from architect.testing.fake_shell import FakeShell
from architect.testing.memory_workspace import MemoryWorkspace
from architect.tools.base import BaseTool
from architect.tools.context import ResultRoom, ToolContext
from architect.tools.find_files import FindFiles
from architect.tools.grep import Grep
from architect.tools.list_files import ListFiles
from architect.tools.read_file import ReadFile
from architect.tools.search_code import SearchCode, SearchCodeArgs

RUN = RunId("20260102-030405-abcdef.1")
TOOLS = [ReadFile(), ListFiles(), FindFiles(), SearchCode(), Grep()]

FILES = {
    "README.md": b"# needle\n",
    "src/main.py": b"one\ntwo\nneedle\nfour\nfive\nsix\nseven\nneedle again\nnine\n",
    "src/deep/extra.ts": b"// needle\n",
    "docs/guide.md": b"text\n",
}


class RecordingSearch:
    """Finds nothing and keeps the queries."""

    def __init__(self) -> None:
        self.queries: list[SearchQuery] = []

    async def search(self, query: SearchQuery) -> SearchResult:
        self.queries.append(query)
        return SearchResult(())


def call(
    tool: BaseTool[Any],
    files: Mapping[str, bytes] = FILES,
    room: ResultRoom = ResultRoom(),  # noqa: B008
    **arguments: Any,
) -> ToolResult:
    """Run a tool that does not search."""
    context = ToolContext(
        workspace=MemoryWorkspace(files),
        search=RecordingSearch(),
        shell=FakeShell(),
        on_output=lambda stream, text: None,
        run_id=RUN,
        report=lambda finding: True,
        room=room,
    )
    return asyncio.run(tool.execute(tool.validate_args(arguments), context))


def search(
    tool: BaseTool[Any],
    root: Path,
    room: ResultRoom = ResultRoom(),  # noqa: B008
    **arguments: Any,
) -> ToolResult:
    """Run a tool that searches, over real files."""
    for name, content in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    context = ToolContext(
        workspace=MemoryWorkspace(FILES, root=root),
        search=PythonSearch(root),
        shell=FakeShell(),
        on_output=lambda stream, text: None,
        run_id=RUN,
        report=lambda finding: True,
        room=room,
    )
    return asyncio.run(tool.execute(tool.validate_args(arguments), context))


def lines(count: int) -> bytes:
    return b"".join(b"line %d\n" % number for number in range(1, count + 1))


@pytest.mark.parametrize("tool", TOOLS)
def test_reading_needs_no_confirmation_and_has_a_small_schema(tool: BaseTool[Any]) -> None:
    assert tool.effect is Effect.READ
    assert not tool.sensitive
    assert len(json.dumps(tool.get_schema(), separators=(",", ":"))) < 500


@pytest.mark.parametrize(
    "content", [b"a\nb\n", b"a\r\nb", b"\xef\xbb\xbfa\n", b"form\x0cfeed\n", b"\n\n"]
)
def test_a_file_is_read_as_it_stands(content: bytes) -> None:
    text = content.decode("utf-8-sig")
    assert call(ReadFile(), {"a": content}, path="a") == ToolResult(success=True, output=text)


def test_a_part_of_a_file_says_where_it_ends_and_how_to_go_on() -> None:
    output = call(ReadFile(), {"a": lines(9)}, path="a", offset=3, limit=2).output
    assert output == "line 3\nline 4\n[lines 3-4 of 9; continue with offset=5]"


def test_the_last_part_of_a_file_does_not_go_on() -> None:
    output = call(ReadFile(), {"a": b"a\nb\nc"}, path="a", offset=2).output
    assert output == "b\nc\n[lines 2-3 of 3]"


def test_pages_lead_through_the_whole_file() -> None:
    first = call(ReadFile(), {"a": lines(3_000)}, path="a").output
    assert first.endswith("line 2000\n[lines 1-2000 of 3000; continue with offset=2001]")
    last = call(ReadFile(), {"a": lines(3_000)}, path="a", offset=2_001).output
    assert last.startswith("line 2001\n")
    assert last.endswith("line 3000\n[lines 2001-3000 of 3000]")


def test_a_page_ends_at_its_size_too() -> None:
    content = (b"x" * 999 + b"\n") * 300
    output = call(ReadFile(), {"a": content}, path="a", limit=300).output
    assert output.endswith("[lines 1-50 of 300; continue with offset=51]")
    assert len(output) < 51_000


@given(st.lists(st.text("aé本\t ", max_size=90), max_size=80), st.integers(200, 2_000))
def test_nothing_is_missing_between_the_pages_however_little_room_there_is(
    lines: list[str], page_bytes: int
) -> None:
    content = "".join(f"{line}\n" for line in lines)
    found, offset = "", 1
    while offset:
        output = call(
            ReadFile(), {"a": content.encode()}, ResultRoom(page_bytes), path="a", offset=offset
        ).output
        page, _, note = output.partition("[lines ")
        assert len(page.encode()) <= page_bytes
        go_on = re.search(r"continue with offset=(\d+)", note)
        found += page if lines else ""
        offset = int(go_on[1]) if go_on else 0
    assert found == content


def test_a_line_that_does_not_fit_alone_is_cut_with_a_note() -> None:
    files = {"a": "本".encode() * 500 + b"\nnext\n"}
    output = call(ReadFile(), files, ResultRoom(page_bytes=301), path="a").output
    assert output == (
        "本" * 100 + "... [400 more characters]\n[lines 1-1 of 2; continue with offset=2]"
    )


def test_a_list_keeps_whole_lines_and_says_how_many_there_are() -> None:
    files = {f"file{number:03}.py": b"" for number in range(200)}
    for tool in (ListFiles(), FindFiles()):
        arguments = {"pattern": "*"} if isinstance(tool, FindFiles) else {}
        output = call(tool, files, ResultRoom(output_bytes=110), **arguments).output
        assert output.split("\n") == [
            *(f"file{number:03}.py" for number in range(10)),
            "[10 of 200 shown; narrow the path or the pattern]",
        ]


def test_a_search_keeps_whole_lines_and_says_how_many_more_there_are(tmp_path: Path) -> None:
    output = search(Grep(), tmp_path, ResultRoom(output_bytes=60), pattern="needle").output
    assert output.split("\n") == [
        "README.md:1: # needle",
        "src/deep/extra.ts:1: // needle",
        "[2 more lines; narrow the path or the pattern]",
    ]


def test_a_very_long_line_is_cut_with_a_note() -> None:
    output = call(ReadFile(), {"a": b"x" * 10_000 + b"\r\nnext\r\n"}, path="a").output
    assert output == "x" * 4_000 + "... [6,000 more characters]\r\nnext\r\n"


def test_lines_end_where_editors_end_them() -> None:
    content = "a\x0cb\u2028c\rd\r\ne\n".encode()
    output = call(ReadFile(), {"a": content}, path="a", offset=2, limit=1).output
    assert output == "d\r\n[lines 2-2 of 3; continue with offset=3]"


def test_an_empty_file_is_said_to_be_empty() -> None:
    assert call(ReadFile(), {"a": b""}, path="a") == ToolResult(True, "[a is empty]")


@pytest.mark.parametrize("offset", [0, -5])
def test_an_offset_before_the_start_is_the_start(offset: int) -> None:
    assert call(ReadFile(), {"a": b"a\nb\n"}, path="a", offset=offset).output == "a\nb\n"


def test_an_offset_past_the_end_is_an_error_with_the_length() -> None:
    result = call(ReadFile(), {"a": b"a\nb\n"}, path="a", offset=3)
    assert result.error == "offset 3 is past the end: a has 2 lines"


@pytest.mark.parametrize(
    ("tool", "path", "hint"),
    [
        (ReadFile(), "src/mian.py", "did you mean 'src/main.py'?"),
        (ReadFile(), "lib/main.py", "did you mean 'src/main.py'?"),
        (ReadFile(), "readme.md", "did you mean 'README.md'?"),
        (ListFiles(), "doc", "did you mean 'docs'?"),
        (ListFiles(), "deep", "did you mean 'src/deep'?"),
    ],
)
def test_a_missing_path_comes_with_the_nearest_one(
    tool: BaseTool[Any], path: str, hint: str
) -> None:
    result = call(tool, path=path)
    assert not result.success
    assert repr(path) in result.text
    assert result.text.endswith(hint)


def test_a_missing_path_like_nothing_else_is_only_named() -> None:
    assert call(ReadFile(), path="zzz/qqq.rs").error == "'zzz/qqq.rs' does not exist"


@pytest.mark.parametrize("path", ["src", "a.bin", "../a", ""])
def test_what_cannot_be_read_is_an_error(path: str) -> None:
    result = call(ReadFile(), {"src/a": b"", "a.bin": b"\0"}, path=path)
    assert not result.success
    assert result.error


def test_a_folder_is_listed_one_path_a_line() -> None:
    assert call(ListFiles()).output == "README.md\ndocs/\nsrc/"
    assert call(ListFiles(), path="src").output == "src/deep/\nsrc/main.py"


def test_a_recursive_listing_has_folders_and_files() -> None:
    output = call(ListFiles(), path="src", recursive=True).output
    assert output == "src/deep/\nsrc/deep/extra.ts\nsrc/main.py"


@pytest.mark.parametrize(
    ("pattern", "recursive", "expected"),
    [
        ("*.md", False, "README.md"),
        ("*.md", True, "README.md\ndocs/guide.md"),
        ("**/*.md", False, "README.md\ndocs/guide.md"),
        ("src/**", False, "src/deep/\nsrc/deep/extra.ts\nsrc/main.py"),
        ("*.rs", True, "no files match '*.rs'"),
    ],
)
def test_a_listing_can_be_narrowed(pattern: str, recursive: bool, expected: str) -> None:
    assert call(ListFiles(), pattern=pattern, recursive=recursive).output == expected


def test_a_long_listing_is_cut_with_a_note() -> None:
    files = {f"f{number:05}": b"" for number in range(1_500)}
    output = call(ListFiles(), files).output.split("\n")
    assert output[999:] == [
        "f00999",
        "[1,000 of 1,500 shown; narrow the path or the pattern]",
    ]


@pytest.mark.parametrize("tool", [ListFiles(), FindFiles()])
def test_a_name_that_would_look_like_others_is_quoted(tool: BaseTool[Any]) -> None:
    files = {"a\nb": b"", "c d": b"", "e\x1b[31m": b"", "é": b""}
    output = call(tool, files, pattern="*").output
    assert output == "'a\\nb'\nc d\n'e\\x1b[31m'\né"


def test_an_empty_workspace_is_said_to_be_empty() -> None:
    assert call(ListFiles(), {}).output == ". is empty"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"pattern": "*.md"}, "README.md\ndocs/guide.md"),
        ({"pattern": "*.md", "recursive": False}, "README.md"),
        ({"pattern": "main.*", "path": "src"}, "src/main.py"),
        ({"pattern": "deep/*", "path": "src"}, "src/deep/extra.ts"),
        ({"pattern": "src/**/*.{ts,py}"}, "src/deep/extra.ts\nsrc/main.py"),
        ({"pattern": "deep"}, "no files match 'deep' below . (ignored files are left out)"),
    ],
)
def test_files_are_found_by_name(arguments: dict[str, Any], expected: str) -> None:
    assert call(FindFiles(), **arguments) == ToolResult(success=True, output=expected)


def test_matches_are_shown_with_their_context(tmp_path: Path) -> None:
    output = search(SearchCode(), tmp_path, pattern="^needle", context_lines=1).output
    assert output.split("\n") == [
        "src/main.py-2- two",
        "src/main.py:3: needle",
        "src/main.py-4- four",
        "--",
        "src/main.py-7- seven",
        "src/main.py:8: needle again",
        "src/main.py-9- nine",
    ]


def test_grep_shows_matching_lines_only(tmp_path: Path) -> None:
    output = search(Grep(), tmp_path, text="needle", max_results=3).output
    assert output.split("\n") == [
        "README.md:1: # needle",
        "src/deep/extra.ts:1: // needle",
        "src/main.py:3: needle",
        "[only the first 3 matches; narrow the path or the pattern]",
    ]


def test_a_search_without_matches_says_where_it_looked(tmp_path: Path) -> None:
    result = search(SearchCode(), tmp_path, pattern="nothing", path="src")
    assert result == ToolResult(True, "no matches for 'nothing' in src (files *.py)")
    result = search(Grep(), tmp_path, pattern="nothing")
    assert result == ToolResult(True, "no matches for 'nothing' in .")


@table(
    ("pattern", "is_hinted"),
    [
        ("A|B", True),
        ("foo.*bar", True),
        (r"\bfoo\b", True),
        ("^import", True),
        ("[a-z]+x", True),
        ("a || b", False),
        ("no such text", False),
        ("f(x, y)", False),
        ("a.b", False),
    ],
)
def test_grep_says_that_it_takes_no_expressions_where_one_finds_nothing(
    tmp_path: Path, pattern: str, is_hinted: bool
) -> None:
    output = search(Grep(), tmp_path, pattern=pattern).output
    assert ("search_code takes regular expressions" in output) is is_hinted


def test_a_binary_file_is_named_rather_than_shown(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"special\0")
    found = search(Grep(), tmp_path, pattern="special").output
    assert found == "[binary files that match, not shown: a.bin]"


def test_a_search_in_a_missing_folder_comes_with_the_nearest_one(tmp_path: Path) -> None:
    result = search(Grep(), tmp_path, pattern="x", path="scr")
    assert result.error == "there is no file or folder 'scr', did you mean 'src'?"


def test_a_bad_expression_is_an_error_the_model_can_mend(tmp_path: Path) -> None:
    result = search(SearchCode(), tmp_path, pattern="f(")
    assert not result.success
    assert "'f(' is not a valid regular expression" in result.text


def test_the_defaults_are_those_of_the_specification() -> None:
    recorded = RecordingSearch()
    workspace = MemoryWorkspace(FILES)
    context = ToolContext(
        workspace, recorded, FakeShell(), lambda stream, text: None, RUN, lambda finding: True
    )
    asyncio.run(SearchCode().execute(SearchCodeArgs(pattern="x"), context))
    asyncio.run(Grep().execute(Grep().validate_args({"pattern": "x"}), context))
    by_code, by_grep = recorded.queries
    assert (by_code.is_regex, by_code.file_glob, by_code.context_lines, by_code.max_hits) == (
        (True, "*.py", 2, 50)
    )
    assert (by_grep.is_regex, by_grep.file_glob, by_grep.context_lines, by_grep.max_hits) == (
        (False, "*", 0, 100)
    )
    assert by_grep.recursive
    assert by_grep.case_sensitive


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (Grep(), {}),
        (Grep(), {"pattern": "a", "flags": "-i"}),
        (ReadFile(), {"path": "a", "limit": "many"}),
        (ListFiles(), {"depth": 2}),
    ],
)
def test_arguments_that_do_not_fit_are_refused(
    tool: BaseTool[Any], arguments: dict[str, Any]
) -> None:
    with pytest.raises(InvalidArgumentsError, match=tool.name):
        tool.validate_args(arguments)


def test_the_schema_of_grep_shows_its_real_name_only() -> None:
    properties = Grep().get_schema()["function"]["parameters"]["properties"]
    assert "pattern" in properties
    assert "text" not in properties


@pytest.mark.parametrize(
    ("tool", "arguments", "summary"),
    [
        (ReadFile(), {"path": "a"}, "a"),
        (ReadFile(), {"path": "a", "offset": 3, "limit": 2}, "a (lines 3-4)"),
        (ReadFile(), {"path": "a", "offset": 3}, "a (from line 3)"),
        (ListFiles(), {}, "."),
        (ListFiles(), {"pattern": "*.py"}, ". (*.py)"),
        (FindFiles(), {"pattern": "*.py"}, "*.py"),
        (FindFiles(), {"pattern": "*.py", "path": "src"}, "*.py in src"),
        (Grep(), {"text": "x y"}, "'x y' in ."),
        (SearchCode(), {"pattern": "x"}, "'x' in . (*.py)"),
    ],
)
def test_a_call_is_summed_up(tool: BaseTool[Any], arguments: dict[str, Any], summary: str) -> None:
    assert tool.traits(tool.validate_args(arguments)).summary == summary
