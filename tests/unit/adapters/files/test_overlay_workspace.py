"""Changes that are held over a workspace."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from architect.adapters.files.overlay_workspace import OverlayWorkspace
from architect.domain.errors import FileMissingError, StaleFileError, WorkspaceFault
from architect.domain.paths import Access
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, Snapshot
from architect.testing.memory_workspace import MemoryWorkspace

T = TypeVar("T")


class Bench:
    def __init__(self, **files: bytes) -> None:
        self.inner = MemoryWorkspace(files)
        self.overlay = OverlayWorkspace(self.inner)

    def read(self, name: str) -> Snapshot:
        return run(self.overlay.read(self.overlay.locate(name, Access.READ)))

    def write(self, name: str, text: str | None, before: Snapshot | None = None) -> None:
        path = self.overlay.locate(name, Access.WRITE)
        after = None if text is None else Document(text)
        run(self.overlay.apply(change_of(path, before, after)))

    def rewrite(self, name: str, text: str | None) -> None:
        self.write(name, text, self.read(name))

    def names(self, name: str = ".", *, recursive: bool = True) -> list[str]:
        path = self.overlay.locate(name, Access.READ)
        listing = run(self.overlay.list(path, recursive=recursive, limit=100))
        return [entry.relative for entry in listing.entries]


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def test_the_workspace_below_stays_as_it_is() -> None:
    bench = Bench(a=b"old", b=b"going")
    bench.rewrite("a", "new")
    bench.rewrite("b", None)
    bench.write("c", "more")
    assert bench.inner.files == {"a": b"old", "b": b"going"}
    assert bench.read("a").document.text == "new"
    assert bench.names() == ["a", "c"]
    with pytest.raises(FileMissingError, match="'b'"):
        bench.read("b")


def test_the_changes_lead_from_the_first_text_to_the_last() -> None:
    bench = Bench(a=b"1\n")
    before = bench.read("a")
    bench.rewrite("a", "2\n")
    bench.rewrite("a", "3\n")
    bench.write("z", "new\n")
    bench.write("m", "new\n")
    first, *others = bench.overlay.changes()
    assert first == change_of(first.path, before, replace(before.document, text="3\n"))
    assert [change.path.relative for change in others] == ["m", "z"]


def test_the_changes_can_be_applied_below() -> None:
    bench = Bench(a=b"old", b=b"going")
    bench.rewrite("a", "new")
    bench.rewrite("b", None)
    bench.write("c", "more")
    for change in bench.overlay.changes():
        run(bench.inner.apply(change))
    assert bench.inner.files == {"a": b"new", "c": b"more"}


def test_what_was_taken_back_is_no_change() -> None:
    bench = Bench(a=b"1", b=b"1")
    bench.rewrite("a", "2")
    bench.rewrite("a", "1")
    bench.write("c", "x")
    bench.rewrite("c", None)
    bench.rewrite("b", None)
    bench.write("b", "1")
    assert bench.overlay.changes() == ()
    assert bench.names() == ["a", "b"]


def test_a_file_that_changed_below_before_its_first_change_is_stale() -> None:
    bench = Bench(a=b"1")
    before = bench.read("a")
    bench.inner.files["a"] = b"2"
    with pytest.raises(StaleFileError, match="'a'"):
        bench.write("a", "mine", before)
    assert bench.overlay.changes() == ()


def test_the_root_cannot_be_written() -> None:
    with pytest.raises(WorkspaceFault):
        Bench().write(".", "x")


def test_folders_that_are_only_held_can_be_listed() -> None:
    bench = Bench(a=b"")
    bench.write("x/y", "")
    assert bench.names(recursive=False) == ["a", "x"]
    assert bench.names("x") == ["x/y"]
    with pytest.raises(FileMissingError):
        bench.names("nowhere")


def test_a_folder_that_lost_its_files_is_gone_from_a_recursive_listing() -> None:
    bench = Bench(**{"x/y": b"", "x/z": b""})
    bench.rewrite("x/y", None)
    assert bench.names() == ["x", "x/z"]
    bench.rewrite("x/z", None)
    assert bench.names() == []
