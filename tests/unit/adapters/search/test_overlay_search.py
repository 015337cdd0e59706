"""Searching a workspace that has changes over it."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from architect.adapters.files.overlay_workspace import OverlayWorkspace
from architect.adapters.search.overlay_search import OverlaySearch
from architect.adapters.search.python_search import PythonSearch
from architect.bootstrap.workspaces import disk_workspace
from architect.domain.errors import FileMissingError
from architect.domain.paths import Access
from architect.domain.search import SearchQuery, SearchResult
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document


class Bench:
    """Files on the disk, and others in an overlay."""

    def __init__(self, root: Path) -> None:
        for name in ("a.py", "b.py", "sub/c.py", "sub/d.txt"):
            (root / name).parent.mkdir(exist_ok=True)
            (root / name).write_bytes(b"needle on disk\n")
        self.overlay = OverlayWorkspace(disk_workspace(root))
        self.search = OverlaySearch(PythonSearch(root), self.overlay)

    def hold(self, name: str, text: str | None) -> None:
        asyncio.run(self._hold(name, text))

    async def _hold(self, name: str, text: str | None) -> None:
        path = self.overlay.locate(name, Access.WRITE)
        try:
            before = await self.overlay.read(path)
        except FileMissingError:
            before = None
        after = None if text is None else Document(text)
        await self.overlay.apply(change_of(path, before, after))

    def result(self, place: str = ".", **changes: object) -> SearchResult:
        path = self.overlay.locate(place, Access.READ)
        query = SearchQuery("needle", path, is_regex=False)
        return asyncio.run(self.search.search(replace(query, **changes)))  # type: ignore[arg-type]

    def found(self, place: str = ".", **changes: object) -> list[tuple[str, int]]:
        return [(line.path, line.number) for line in self.result(place, **changes).lines]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def test_without_changes_it_is_the_search_below(bench: Bench) -> None:
    assert len(bench.found()) == 4


def test_changed_new_and_deleted_files_are_searched_as_they_are_here(bench: Bench) -> None:
    bench.hold("a.py", "one\nneedle\n")
    bench.hold("b.py", None)
    bench.hold("sub/c.py", "nothing\n")
    bench.hold("sub/new.py", "needle\nneedle\n")
    assert bench.found() == [
        ("a.py", 2),
        ("sub/d.txt", 1),
        ("sub/new.py", 1),
        ("sub/new.py", 2),
    ]


def test_folder_glob_and_depth_hold_for_what_is_only_here(bench: Bench) -> None:
    bench.hold("sub/new.py", "needle\n")
    bench.hold("new.txt", "needle\n")
    assert bench.found("sub", file_glob="*.py") == [("sub/c.py", 1), ("sub/new.py", 1)]
    assert bench.found(recursive=False) == [("a.py", 1), ("b.py", 1), ("new.txt", 1)]


def test_one_file_can_be_searched(bench: Bench) -> None:
    bench.hold("a.py", "x\nneedle\n")
    bench.hold("b.py", None)
    bench.hold("new.py", "needle\n")
    assert bench.found("a.py") == [("a.py", 2)]
    assert bench.found("new.py") == [("new.py", 1)]
    assert bench.found("sub/d.txt") == [("sub/d.txt", 1)]
    assert bench.found("b.py") == []


def test_the_first_matches_are_kept_in_the_order_of_files(bench: Bench) -> None:
    bench.hold("b.py", "needle\nneedle\n")
    result = bench.result(max_hits=2)
    assert [(line.path, line.number) for line in result.lines] == [("a.py", 1), ("b.py", 1)]
    assert result.truncated
