"""Every workspace behaves the same."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.support.fake_editor import FakeEditor
from tests.support.table import table

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.files.overlay_workspace import OverlayWorkspace
from architect.domain.errors import (
    FileMissingError,
    NotAFileError,
    NotTextError,
    PathRefusedError,
    StaleFileError,
    WorkspaceFault,
)
from architect.domain.paths import Access, Entry, Listing
from architect.domain.text.document import Document, FileChange, Snapshot
from architect.domain.text.file_text import decode, encode
from architect.domain.text.line_page import LinePage, PageLine
from architect.lsp.documents.editor_workspace import EditorWorkspace
from architect.ports.workspace import Workspace
from architect.testing.memory_workspace import MemoryWorkspace

T = TypeVar("T")


@dataclass(frozen=True)
class Bench:
    """A workspace and a look at its bytes from behind: None for a file that is not there."""

    workspace: Workspace
    content: Callable[[str], bytes | None]


BenchMaker = Callable[[Path, Mapping[str, bytes]], Bench]


def disk(folder: Path, files: Mapping[str, bytes]) -> Bench:
    for name, content in files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)

    def content_of(name: str) -> bytes | None:
        place = folder / name
        return place.read_bytes() if place.exists() else None

    return Bench(DiskWorkspace(folder), content_of)


def memory(folder: Path, files: Mapping[str, bytes]) -> Bench:
    workspace = MemoryWorkspace(files, root=folder)
    return Bench(workspace, lambda name: workspace.files.get(name))


def overlay(folder: Path, files: Mapping[str, bytes]) -> Bench:
    below = disk(folder, files)
    workspace = OverlayWorkspace(below.workspace)

    def content_of(name: str) -> bytes | None:
        for made in workspace.changes():
            if made.path.relative == name:
                return encode(made.after) if made.after else None
        return below.content(name)

    return Bench(workspace, content_of)


def editor_with_all_closed(folder: Path, files: Mapping[str, bytes]) -> Bench:
    below = disk(folder, files)
    editor = FakeEditor()
    workspace = EditorWorkspace(below.workspace, editor.documents, editor, editor.features)
    return Bench(workspace, lambda name: editor.content(workspace.root / name))


def editor_with_all_open(folder: Path, files: Mapping[str, bytes]) -> Bench:
    below = disk(folder, files)
    editor = FakeEditor()
    workspace = EditorWorkspace(below.workspace, editor.documents, editor, editor.features)
    for name, content in files.items():
        with suppress(NotTextError):
            decode(content)
            editor.open(workspace.root / name)
    return Bench(workspace, lambda name: editor.content(workspace.root / name))


EVERY_WORKSPACE = pytest.mark.parametrize(
    "make", [disk, memory, overlay, editor_with_all_closed, editor_with_all_open]
)


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def read(bench: Bench, name: str) -> Snapshot:
    return run(bench.workspace.read(bench.workspace.locate(name, Access.READ)))


def change(bench: Bench, name: str, before: Snapshot | None, after: Document | None) -> FileChange:
    path = bench.workspace.locate(name, Access.WRITE)
    return FileChange(path, before, after, "", 0, 0)


def listing(bench: Bench, name: str, *, recursive: bool = False, limit: int = 100) -> Listing:
    path = bench.workspace.locate(name, Access.READ)
    return run(bench.workspace.list(path, recursive=recursive, limit=limit))


@EVERY_WORKSPACE
@table(
    "content",
    [
        b"",
        b"a\nb\n",
        b"no final newline",
        b"a\r\nb\r\n",
        b"mixed\r\nends\nand\rmore\n\r",
        b"\xef\xbb\xbfmarked\r\n",
        "UTF-16 ✓\r\n".encode("utf-16"),
        "form\x0cfeed\x0b\x1c\x85\u2028".encode(),
        b"\r",
    ],
)
def test_bytes_survive_reading_and_writing(
    make: BenchMaker, tmp_path: Path, content: bytes
) -> None:
    bench = make(tmp_path, {"a.txt": content})
    snapshot = read(bench, "a.txt")
    run(bench.workspace.apply(change(bench, "a.txt", snapshot, snapshot.document)))
    assert bench.content("a.txt") == content
    run(bench.workspace.apply(change(bench, "copy.txt", None, snapshot.document)))
    assert bench.content("copy.txt") == content


@EVERY_WORKSPACE
def test_a_changed_file_has_the_new_text_and_another_fingerprint(
    make: BenchMaker, tmp_path: Path
) -> None:
    bench = make(tmp_path, {"a.txt": b"old\r\n"})
    old = read(bench, "a.txt")
    run(bench.workspace.apply(change(bench, "a.txt", old, replace(old.document, text="new\r\n"))))
    assert bench.content("a.txt") == b"new\r\n"
    assert read(bench, "a.txt").fingerprint != old.fingerprint


@EVERY_WORKSPACE
def test_the_same_content_has_the_same_fingerprint(make: BenchMaker, tmp_path: Path) -> None:
    bench = make(tmp_path, {"a.txt": b"x", "b.txt": b"x"})
    assert read(bench, "a.txt") == read(bench, "b.txt")


@EVERY_WORKSPACE
def test_a_new_file_gets_the_folders_it_needs(make: BenchMaker, tmp_path: Path) -> None:
    bench = make(tmp_path, {})
    run(bench.workspace.apply(change(bench, "a/b/c.txt", None, Document("x"))))
    assert bench.content("a/b/c.txt") == b"x"


@EVERY_WORKSPACE
def test_a_deleted_file_is_gone(make: BenchMaker, tmp_path: Path) -> None:
    bench = make(tmp_path, {"a.txt": b"x", "b.txt": b"y"})
    run(bench.workspace.apply(change(bench, "a.txt", read(bench, "a.txt"), None)))
    assert bench.content("a.txt") is None
    assert bench.content("b.txt") == b"y"
    with pytest.raises(FileMissingError, match=r"a\.txt"):
        read(bench, "a.txt")


@EVERY_WORKSPACE
@pytest.mark.parametrize("after", [Document("mine"), None])
def test_a_file_that_changed_in_the_meantime_is_left_alone(
    make: BenchMaker, tmp_path: Path, after: Document | None
) -> None:
    bench = make(tmp_path, {"a.txt": b"first"})
    first = read(bench, "a.txt")
    run(bench.workspace.apply(change(bench, "a.txt", first, Document("second"))))
    with pytest.raises(StaleFileError, match=r"a\.txt"):
        run(bench.workspace.apply(change(bench, "a.txt", first, after)))
    assert bench.content("a.txt") == b"second"


@EVERY_WORKSPACE
@pytest.mark.parametrize("after", [Document("mine"), None])
def test_a_file_that_vanished_in_the_meantime_is_not_made_again(
    make: BenchMaker, tmp_path: Path, after: Document | None
) -> None:
    bench = make(tmp_path, {"a.txt": b"first"})
    first = read(bench, "a.txt")
    run(bench.workspace.apply(change(bench, "a.txt", first, None)))
    with pytest.raises(StaleFileError, match=r"a\.txt"):
        run(bench.workspace.apply(change(bench, "a.txt", first, after)))
    assert bench.content("a.txt") is None


@EVERY_WORKSPACE
def test_a_file_that_appeared_in_the_meantime_is_left_alone(
    make: BenchMaker, tmp_path: Path
) -> None:
    bench = make(tmp_path, {"a.txt": b"theirs"})
    with pytest.raises(StaleFileError, match=r"a\.txt"):
        run(bench.workspace.apply(change(bench, "a.txt", None, Document("mine"))))
    assert bench.content("a.txt") == b"theirs"


@EVERY_WORKSPACE
@pytest.mark.parametrize("content", [b"\0\1\2", b"caf\xe9", b"a\0b\n"])
def test_a_file_that_is_not_text_is_refused(
    make: BenchMaker, tmp_path: Path, content: bytes
) -> None:
    bench = make(tmp_path, {"a.bin": content})
    with pytest.raises(NotTextError):
        read(bench, "a.bin")
    assert bench.content("a.bin") == content


@EVERY_WORKSPACE
def test_a_folder_is_no_file(make: BenchMaker, tmp_path: Path) -> None:
    bench = make(tmp_path, {"src/a.py": b""})
    with pytest.raises(NotAFileError, match="src"):
        read(bench, "src")


@EVERY_WORKSPACE
@pytest.mark.parametrize("name", ["nothing.txt", "no/such/folder/a.txt", "a.txt/below"])
def test_a_missing_file_is_named(make: BenchMaker, tmp_path: Path, name: str) -> None:
    bench = make(tmp_path, {"a.txt": b""})
    with pytest.raises(FileMissingError, match=name):
        read(bench, name)


@EVERY_WORKSPACE
@table("text", ["..", "../x", "a/../../x", "/etc/passwd", "/", "a\0b"])
@table("access", [Access.READ, Access.WRITE])
def test_a_path_that_leaves_the_root_is_refused(
    make: BenchMaker, tmp_path: Path, text: str, access: Access
) -> None:
    bench = make(tmp_path, {})
    with pytest.raises(PathRefusedError):
        bench.workspace.locate(text, access)


@EVERY_WORKSPACE
def test_a_place_inside_has_one_name(make: BenchMaker, tmp_path: Path) -> None:
    workspace = make(tmp_path, {"src/a.py": b""}).workspace
    expected = workspace.locate("src/a.py", Access.READ)
    assert (expected.relative, expected.name) == ("src/a.py", "a.py")
    for text in ("./src/a.py", "src//a.py", "src/../src/a.py", f"{workspace.root}/src/a.py"):
        assert workspace.locate(text, Access.WRITE) == expected
    assert workspace.locate(".", Access.READ).relative == "."


TREE = {
    "b.py": b"",
    "a.txt": b"",
    "src/main.py": b"",
    "src/deep/x.py": b"",
    "src-gen/y.py": b"",
    ".hidden": b"",
}


@EVERY_WORKSPACE
def test_a_flat_listing_has_files_and_folders_sorted(make: BenchMaker, tmp_path: Path) -> None:
    bench = make(tmp_path, TREE)
    assert listing(bench, ".") == Listing(
        (
            Entry(".hidden", is_folder=False),
            Entry("a.txt", is_folder=False),
            Entry("b.py", is_folder=False),
            Entry("src", is_folder=True),
            Entry("src-gen", is_folder=True),
        )
    )


@EVERY_WORKSPACE
def test_a_recursive_listing_has_everything_below_sorted(make: BenchMaker, tmp_path: Path) -> None:
    bench = make(tmp_path, TREE)
    assert [entry.relative for entry in listing(bench, ".", recursive=True).entries] == [
        ".hidden",
        "a.txt",
        "b.py",
        "src",
        "src-gen",
        "src-gen/y.py",
        "src/deep",
        "src/deep/x.py",
        "src/main.py",
    ]


@EVERY_WORKSPACE
def test_a_listing_of_a_subfolder_keeps_its_name(make: BenchMaker, tmp_path: Path) -> None:
    bench = make(tmp_path, TREE)
    assert listing(bench, "src", recursive=True) == Listing(
        (
            Entry("src/deep", is_folder=True),
            Entry("src/deep/x.py", is_folder=False),
            Entry("src/main.py", is_folder=False),
        )
    )


@EVERY_WORKSPACE
@pytest.mark.parametrize("recursive", [True, False])
def test_a_listing_ends_at_its_limit_and_says_so(
    make: BenchMaker, tmp_path: Path, recursive: bool
) -> None:
    bench = make(tmp_path, {"a": b"", "b": b"", "c": b""})
    cut = listing(bench, ".", recursive=recursive, limit=2)
    assert [entry.relative for entry in cut.entries] == ["a", "b"]
    assert cut.truncated
    assert not listing(bench, ".", recursive=recursive, limit=3).truncated


@EVERY_WORKSPACE
@pytest.mark.parametrize("recursive", [True, False])
def test_only_folders_can_be_listed(make: BenchMaker, tmp_path: Path, recursive: bool) -> None:
    bench = make(tmp_path, {"a.txt": b""})
    with pytest.raises(FileMissingError, match="nowhere"):
        listing(bench, "nowhere", recursive=recursive)
    with pytest.raises(WorkspaceFault, match=r"a\.txt"):
        listing(bench, "a.txt", recursive=recursive)


def page(bench: Bench, name: str, *, first: int = 1, count: int = 100) -> LinePage:
    path = bench.workspace.locate(name, Access.READ)
    return run(bench.workspace.read_lines(path, first=first, count=count))


@EVERY_WORKSPACE
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_some_lines_of_a_file_are_read(make: BenchMaker, tmp_path: Path, encoding: str) -> None:
    bench = make(tmp_path, {"a.txt": "é\nb\r\nc\rd\x0c\u2028".encode(encoding)})
    assert page(bench, "a.txt", first=2, count=2) == LinePage(
        (PageLine("b", "\r\n"), PageLine("c", "\r")), 2, 4
    )
    assert page(bench, "a.txt", first=4) == LinePage((PageLine("d\x0c\u2028", ""),), 4, 4)
    assert page(bench, "a.txt", first=5) == LinePage((), 5, 4)


@EVERY_WORKSPACE
def test_the_lines_of_a_large_file_are_all_there(make: BenchMaker, tmp_path: Path) -> None:
    content = b"".join(b"line %d\r\n" % number for number in range(1, 200_001))
    bench = make(tmp_path, {"a.txt": content})
    for first in (1, 77_777, 200_000):
        assert page(bench, "a.txt", first=first, count=1) == LinePage(
            (PageLine(f"line {first}", "\r\n"),), first, 200_000
        )


@EVERY_WORKSPACE
@pytest.mark.parametrize("content", [b"\0\1\2", b"caf\xe9", b"x\n" * 1_000_000 + b"\0"])
def test_lines_of_what_is_not_text_are_refused(
    make: BenchMaker, tmp_path: Path, content: bytes
) -> None:
    bench = make(tmp_path, {"a.bin": content})
    with pytest.raises(NotTextError, match=r"a\.bin"):
        page(bench, "a.bin")


@EVERY_WORKSPACE
@pytest.mark.parametrize(
    ("name", "fault"),
    [("src", NotAFileError), (".", NotAFileError), ("none", FileMissingError)],
)
def test_lines_are_read_from_files_only(
    make: BenchMaker, tmp_path: Path, name: str, fault: type[WorkspaceFault]
) -> None:
    bench = make(tmp_path, {"src/a.py": b"", "a.txt": b""})
    with pytest.raises(fault):
        page(bench, name)


@EVERY_WORKSPACE
@pytest.mark.parametrize("content", [b"word\n" * 1_000_000, b"x" * 5_000_000])
def test_a_file_of_any_length_is_read_as_far_as_it_is_wanted(
    make: BenchMaker, tmp_path: Path, content: bytes
) -> None:
    bench = make(tmp_path, {"a.txt": content})
    path = bench.workspace.locate("a.txt", Access.READ)
    some = run(bench.workspace.read_lines(path, first=1, count=2, counted=1_000))
    assert [content.startswith(line.text.encode()) for line in some.lines] in ([True], [True] * 2)
    assert any(line.hidden for line in some.lines) == (len(some.lines) == 1)
    all_counted = run(bench.workspace.read_lines(path, first=1, count=2))
    assert all_counted.total == max(content.count(b"\n"), 1)
