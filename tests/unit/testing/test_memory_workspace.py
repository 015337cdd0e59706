import asyncio

import pytest

from architect.domain.errors import (
    FileMissingError,
    NotAFileError,
    PathRefusedError,
    StaleFileError,
)
from architect.domain.paths import Access, Entry
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document
from architect.testing.memory_workspace import MemoryWorkspace


def test_paths_are_brought_to_their_shortest_relative_form() -> None:
    workspace = MemoryWorkspace()
    assert workspace.locate("a/./b/../c", Access.READ).relative == "a/c"
    assert workspace.locate("/workspace/a", Access.READ).relative == "a"
    assert workspace.locate(".", Access.READ).relative == "."


@pytest.mark.parametrize("text", ["..", "a/../..", "/", "/workspace-evil", "a\0b"])
def test_paths_that_leave_the_root_are_refused(text: str) -> None:
    with pytest.raises(PathRefusedError):
        MemoryWorkspace().locate(text, Access.READ)


def test_folders_and_absent_files_cannot_be_read() -> None:
    workspace = MemoryWorkspace({"a/b": b""})
    with pytest.raises(NotAFileError):
        asyncio.run(workspace.read(workspace.locate("a", Access.READ)))
    with pytest.raises(FileMissingError):
        asyncio.run(workspace.read(workspace.locate("b", Access.READ)))


def test_a_change_of_another_text_is_stale() -> None:
    workspace = MemoryWorkspace({"a": b"one"})
    path = workspace.locate("a", Access.WRITE)
    change = change_of(path, asyncio.run(workspace.read(path)), Document("two"))
    workspace.files["a"] = b"three"
    with pytest.raises(StaleFileError):
        asyncio.run(workspace.apply(change))
    with pytest.raises(StaleFileError):
        asyncio.run(workspace.apply(change_of(path, None, Document("new"))))
    assert workspace.files == {"a": b"three"}


def test_a_listing_is_sorted_and_cut() -> None:
    workspace = MemoryWorkspace({"b": b"", "a/c/d": b"", "a/b": b""})
    root = workspace.locate(".", Access.READ)
    flat = asyncio.run(workspace.list(root, recursive=False, limit=9))
    assert flat.entries == (Entry("a", is_folder=True), Entry("b", is_folder=False))
    deep = asyncio.run(workspace.list(root, recursive=True, limit=3))
    assert [entry.relative for entry in deep.entries] == ["a", "a/b", "a/c"]
    assert deep.truncated
    with pytest.raises(FileMissingError):
        asyncio.run(workspace.list(workspace.locate("x", Access.READ), recursive=False, limit=1))
