"""Searching what is on the disk together with what is only in the editor."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.fake_editor import FakeEditor

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.search.python_search import PythonSearch
from architect.adapters.search.text_search import search_texts
from architect.domain.errors import FileMissingError, SearchFault
from architect.domain.paths import Access
from architect.domain.search import SearchLine, SearchQuery, SearchResult
from architect.lsp.documents.editor_search import EditorSearch
from architect.lsp.documents.editor_workspace import EditorWorkspace


class CountingSearch:
    """Keeps the queries that reach the disk."""

    def __init__(self, root: Path) -> None:
        self.queries: list[SearchQuery] = []
        self._search = PythonSearch(root)

    async def search(self, query: SearchQuery) -> SearchResult:
        self.queries.append(query)
        return await self._search.search(query)


class Desk:
    def __init__(self, folder: Path, **files: str) -> None:
        self.folder = folder
        for name, text in files.items():
            (folder / f"{name}.txt").write_bytes(text.encode())
        self.editor = FakeEditor()
        disk = DiskWorkspace(folder)
        self.inner = CountingSearch(folder)
        self.workspace = EditorWorkspace(
            disk, self.editor.documents, self.editor, self.editor.features
        )
        self._search = EditorSearch(
            self.inner, disk, self.editor.documents, search_texts=search_texts
        )

    def open(self, name: str, text: str | None = None) -> None:
        self.editor.open(self.folder / name, text)

    def search(self, pattern: str, path: str = ".", **options: object) -> SearchResult:
        query = SearchQuery(pattern, self.workspace.locate(path, Access.READ), is_regex=False)
        return asyncio.run(self._search.search(replace(query, **options)))

    def found(self, pattern: str, path: str = ".", **options: object) -> list[str]:
        lines = self.search(pattern, path, **options).lines
        marks = (":" if line.is_match else "-" for line in lines)
        return [
            f"{line.path}{mark}{line.number}{mark}{line.text}"
            for line, mark in zip(lines, marks, strict=True)
        ]


def test_unsaved_text_is_found_and_what_it_replaced_is_not(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a="needle old\n", b="needle b\n", c="needle c\n")
    desk.open("b.txt", "\nnew needle\n")
    desk.open("c.txt", "nothing\n")
    assert desk.found("needle") == ["a.txt:1:needle old", "b.txt:2:new needle"]


def test_nothing_is_searched_twice_while_everything_is_saved(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a="needle\n")
    desk.open("a.txt")
    assert desk.found("needle") == ["a.txt:1:needle"]
    assert len(desk.inner.queries) == 1


def test_line_ends_that_the_editor_shows_in_its_own_way_are_no_changes(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a="needle\r\n")
    desk.open("a.txt", "needle\n")
    desk.search("needle", "a.txt")
    assert len(desk.inner.queries) == 1


def test_a_file_that_is_only_in_the_editor_is_searched(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.open("new.txt", "needle")
    desk.open("not/there/deep.txt", "needle")
    desk.editor.open_uri("untitled:Untitled-1", "needle")
    everything = ["new.txt:1:needle", "not/there/deep.txt:1:needle", "untitled:Untitled-1:1:needle"]
    assert desk.found("needle") == everything
    assert desk.found("needle", "new.txt") == everything[:1]
    assert desk.found("needle", "not") == everything[1:2]
    assert desk.found("needle", "not/there", recursive=False) == everything[1:2]
    assert desk.found("needle", "untitled:Untitled-1") == everything[2:]
    assert desk.found("needle", file_glob="*.txt") == everything[:2]
    assert desk.found("needle", file_glob="not/**") == everything[1:2]
    assert desk.found("needle", recursive=False) == [everything[0], everything[2]]


def test_the_file_that_is_asked_for_is_searched_as_it_stands_in_the_editor(
    tmp_path: Path,
) -> None:
    desk = Desk(tmp_path, a="old\n")
    desk.open("a.txt", "one\nnew\nthree\n")
    assert desk.found("new", "a.txt", context_lines=1) == [
        "a.txt-1-one",
        "a.txt:2:new",
        "a.txt-3-three",
    ]
    assert desk.found("old", "a.txt") == []
    assert desk.inner.queries == []


def test_expressions_and_case_mean_the_same_as_on_the_disk(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a="Tür 12\n")
    desk.open("b.txt", "TÜR 34\r\nx\ftür\u2028 56")
    assert desk.found(r"tür\s\d+", is_regex=True, case_sensitive=False) == [
        "a.txt:1:Tür 12",
        "b.txt:1:TÜR 34",
    ]
    assert desk.found("tür") == ["b.txt:2:x\ftür\u2028 56"]


def test_only_the_first_matches_are_kept_in_the_order_of_files(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a="needle\n" * 3, c="needle\n" * 3)
    desk.open("b.txt", "needle\nno\nno\nno\nneedle\nneedle")
    result = desk.search("needle", max_hits=4, context_lines=1)
    assert [(line.path, line.number) for line in result.lines if line.is_match] == [
        ("a.txt", 1),
        ("a.txt", 2),
        ("a.txt", 3),
        ("b.txt", 1),
    ]
    assert result.lines[-1] == SearchLine("b.txt", 2, "no", is_match=False)
    assert result.truncated
    assert not desk.search("needle", max_hits=9).truncated


def test_matches_that_are_out_of_date_do_not_use_up_the_room(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a="needle\n" * 50, b="needle\n" * 3)
    desk.open("a.txt", "nothing\n")
    result = desk.search("needle", max_hits=3)
    assert [(line.path, line.number) for line in result.lines] == [
        ("b.txt", 1),
        ("b.txt", 2),
        ("b.txt", 3),
    ]
    assert not result.truncated


def test_a_bad_expression_is_named_whatever_is_searched(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.open("a.txt", "x")
    for path in (".", "a.txt"):
        with pytest.raises(SearchFault, match="not a valid regular expression"):
            desk.search("(", path, is_regex=True)
        with pytest.raises(SearchFault, match="spans lines"):
            desk.search("a\nb", path)


def test_a_missing_place_is_missing(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.open("a.txt", "x")
    with pytest.raises(FileMissingError):
        desk.search("x", "nowhere")


def test_an_expression_that_explodes_is_ended(tmp_path: Path) -> None:
    query = SearchQuery("(a+)+$", DiskWorkspace(tmp_path).locate(".", Access.READ), is_regex=True)
    with pytest.raises(SearchFault, match="longer than"):
        asyncio.run(search_texts(query, [("a.txt", "a" * 64 + "b")], timeout_s=0.5))
