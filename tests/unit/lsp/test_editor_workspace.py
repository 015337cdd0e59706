"""What is open in the editor, and what is not, as one workspace."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.support.fake_editor import FakeEditor, Json

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.domain.errors import (
    FileMissingError,
    NotTextError,
    PathRefusedError,
    StaleFileError,
    WorkspaceFault,
)
from architect.domain.paths import Access, Listing
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, Snapshot
from architect.lsp.documents.edit_timeouts import EditTimeouts
from architect.lsp.documents.editor_workspace import EditorWorkspace

T = TypeVar("T")


class Desk:
    """A folder with files, and an editor in which none of them is open yet."""

    def __init__(self, folder: Path, editor: FakeEditor | None = None, **files: bytes) -> None:
        self.folder = folder
        for name, content in files.items():
            (folder / f"{name}.txt").write_bytes(content)
        self.editor = editor or FakeEditor()
        self.workspace = EditorWorkspace(
            DiskWorkspace(folder),
            self.editor.documents,
            self.editor,
            self.editor.features,
            timeouts=EditTimeouts(reply_s=0.05, seen_s=0.02, calm_s=0.02),
        )

    def open(self, name: str, text: str | None = None) -> str:
        return self.editor.open(self.folder / name, text)

    def read(self, name: str) -> Snapshot:
        return run(self.workspace.read(self.workspace.locate(name, Access.READ)))

    def change(self, name: str, before: Snapshot | None, text: str | None) -> None:
        path = self.workspace.locate(name, Access.WRITE)
        like = before.document if before else Document("")
        after = None if text is None else replace(like, text=text)
        run(self.workspace.apply(change_of(path, before, after)))

    def listed(self, name: str = ".", *, recursive: bool = True, limit: int = 100) -> Listing:
        path = self.workspace.locate(name, Access.READ)
        return run(self.workspace.list(path, recursive=recursive, limit=limit))

    def names(self, name: str = ".", *, recursive: bool = True) -> list[str]:
        return [
            f"{entry.relative}/" if entry.is_folder else entry.relative
            for entry in self.listed(name, recursive=recursive).entries
        ]


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def test_what_is_not_saved_is_what_is_read(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a=b"old\n")
    desk.open("a.txt", "new 1\nnew 2\n")
    assert desk.read("a.txt").document.text == "new 1\nnew 2\n"
    path = desk.workspace.locate("a.txt", Access.READ)
    page = run(desk.workspace.read_lines(path, first=2, count=9))
    assert [line.text for line in page.lines] == ["new 2"]


@pytest.mark.parametrize("content", [b"a\r\n", b"\xef\xbb\xbfa\n", "a✓".encode("utf-16"), b""])
def test_a_saved_document_has_the_snapshot_of_its_file(tmp_path: Path, content: bytes) -> None:
    desk = Desk(tmp_path, a=content)
    closed = desk.read("a.txt")
    desk.open("a.txt")
    assert desk.read("a.txt") == closed


def test_a_document_whose_file_is_in_another_encoding_is_read_from_the_editor(
    tmp_path: Path,
) -> None:
    desk = Desk(tmp_path, a=b"caf\xe9")
    desk.editor.open_uri((tmp_path / "a.txt").as_uri(), "café")
    assert desk.read("a.txt").document == Document("café")


def test_bytes_that_the_editor_does_not_have_are_not_expected_in_its_text(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a=b"some text and one byte \xe9\n")
    assert desk.read("a.txt").document.undecodable_bytes
    desk.editor.open_uri((tmp_path / "a.txt").as_uri(), "some text and one byte \ufffd\n")
    assert desk.read("a.txt").document == Document("some text and one byte \ufffd\n")


@pytest.mark.parametrize("text", ["a\0b", "half \ud83d"])
def test_a_document_that_no_file_can_hold_is_refused(tmp_path: Path, text: str) -> None:
    desk = Desk(tmp_path, a=b"")
    desk.open("a.txt", text)
    with pytest.raises(NotTextError, match=r"a\.txt"):
        desk.read("a.txt")


def test_a_change_of_an_open_file_leaves_the_disk_alone(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a=b"old\n")
    desk.open("a.txt")
    desk.change("a.txt", desk.read("a.txt"), "new\n")
    assert desk.editor.text(tmp_path / "a.txt") == "new\n"
    assert (tmp_path / "a.txt").read_bytes() == b"old\n"
    assert [each.text for each in desk.workspace.touched()] == ["new\n"]


def test_a_closed_file_is_written_to_the_disk_and_the_editor_not_asked(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a=b"old\n")
    desk.change("a.txt", desk.read("a.txt"), "new\n")
    desk.change("b.txt", None, "more\n")
    assert (tmp_path / "a.txt").read_bytes() == b"new\n"
    assert (tmp_path / "b.txt").read_bytes() == b"more\n"
    assert desk.editor.requests == []
    assert desk.workspace.touched() == ()


def test_a_file_that_is_opened_after_it_was_read_is_changed_in_the_editor(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a=b"old\n")
    before = desk.read("a.txt")
    desk.open("a.txt")
    desk.change("a.txt", before, "new\n")
    assert desk.editor.text(tmp_path / "a.txt") == "new\n"


def test_a_file_that_is_closed_after_it_was_read_is_changed_on_the_disk(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a=b"old\n")
    uri = desk.open("a.txt")
    before = desk.read("a.txt")
    desk.editor.close(uri)
    desk.change("a.txt", before, "new\n")
    assert (tmp_path / "a.txt").read_bytes() == b"new\n"


def test_a_file_that_is_only_in_the_editor_is_read_listed_and_changed_there(
    tmp_path: Path,
) -> None:
    desk = Desk(tmp_path, a=b"")
    (tmp_path / "src").mkdir()
    desk.open("src/new.py", "x = 1\n")
    assert desk.names() == ["a.txt", "src/", "src/new.py"]
    assert desk.names(recursive=False) == ["a.txt", "src/"]
    assert desk.names("src", recursive=False) == ["src/new.py"]
    desk.change("src/new.py", desk.read("src/new.py"), "x = 2\n")
    assert desk.editor.text(tmp_path / "src/new.py") == "x = 2\n"
    assert not (tmp_path / "src/new.py").exists()


def test_a_folder_that_is_only_in_the_editor_can_be_listed(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.open("not/there/new.py", "x")
    assert desk.names() == ["not/", "not/there/", "not/there/new.py"]
    assert desk.names(recursive=False) == ["not/"]
    assert desk.names("not", recursive=False) == ["not/there/"]
    with pytest.raises(FileMissingError):
        desk.listed("nowhere")


def test_a_listing_with_open_files_ends_at_its_limit(tmp_path: Path) -> None:
    desk = Desk(tmp_path, b=b"", c=b"")
    desk.open("a.txt", "x")
    listing = desk.listed(limit=2)
    assert [entry.relative for entry in listing.entries] == ["a.txt", "b.txt"]
    assert listing.truncated


def test_files_outside_the_root_stay_outside(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    desk = Desk(inside)
    desk.editor.open(tmp_path / "outside.txt", "secret")
    assert desk.names() == []
    with pytest.raises(PathRefusedError):
        desk.workspace.locate("../outside.txt", Access.READ)
    with pytest.raises(PathRefusedError):
        desk.workspace.locate(str(tmp_path / "outside.txt"), Access.READ)


def test_gits_own_files_are_not_written_though_they_are_open(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_bytes(b"[core]\n")
    desk = Desk(tmp_path)
    desk.open(".git/config")
    desk.open(".git/NEW", "x")
    with pytest.raises(PathRefusedError):
        desk.workspace.locate(".git/config", Access.WRITE)
    path = desk.workspace.locate(".git/config", Access.READ)
    before = run(desk.workspace.read(path))
    with pytest.raises(PathRefusedError):
        run(desk.workspace.apply(change_of(path, before, Document("x"))))
    assert desk.editor.requests == []
    assert desk.names() == []


def test_a_new_file_that_is_in_the_editor_by_now_is_not_made_on_the_disk(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.open("a.txt", "")
    with pytest.raises(StaleFileError, match=r"a\.txt"):
        desk.change("a.txt", None, "mine")
    desk.change("a.txt", desk.read("a.txt"), "mine")
    assert desk.editor.text(tmp_path / "a.txt") == "mine"
    assert not (tmp_path / "a.txt").exists()


UNTITLED = "untitled:Untitled-1"


def test_an_untitled_document_is_a_file_at_the_root(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a=b"", z=b"")
    desk.editor.open_uri(UNTITLED, "draft\n")
    desk.editor.open_uri("git:/elsewhere/a.txt", "not a file")
    assert desk.names() == ["a.txt", UNTITLED, "z.txt"]
    assert desk.names(recursive=False) == ["a.txt", UNTITLED, "z.txt"]
    assert desk.workspace.locate(UNTITLED, Access.WRITE).relative == UNTITLED
    desk.change(UNTITLED, desk.read(UNTITLED), "better draft\n")
    assert desk.editor.buffers[UNTITLED].text == "better draft\n"
    assert not (tmp_path / UNTITLED).exists()


def test_an_untitled_document_has_its_name_in_readable_characters(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.editor.open_uri("untitled:My%20notes", "x")
    assert desk.names() == ["untitled:My notes"]
    assert desk.read("untitled:My notes").document.text == "x"


def test_an_untitled_document_that_is_not_open_is_neither_there_nor_made(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    with pytest.raises(FileMissingError):
        desk.read(UNTITLED)
    with pytest.raises(PathRefusedError, match="no such untitled document"):
        desk.workspace.locate(UNTITLED, Access.WRITE)


def test_an_untitled_document_keeps_the_path_rules(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    name = "untitled:/x/.git/hooks/post-commit"
    desk.editor.open_uri(name, "x")
    with pytest.raises(PathRefusedError):
        desk.workspace.locate(name, Access.WRITE)


def test_an_untitled_document_is_not_deleted(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.editor.open_uri(UNTITLED, "x")
    with pytest.raises(WorkspaceFault, match="not saved"):
        desk.change(UNTITLED, desk.read(UNTITLED), None)
    assert desk.editor.requests == []


def test_an_open_file_is_deleted_by_the_editor(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a=b"x", b=b"y")
    uri = desk.open("a.txt")
    desk.change("a.txt", desk.read("a.txt"), None)
    assert not (tmp_path / "a.txt").exists()
    assert (tmp_path / "b.txt").exists()
    assert uri not in desk.editor.buffers
    assert desk.editor.edits == [
        {
            "documentChanges": [
                {"kind": "delete", "uri": uri, "options": {"ignoreIfNotExists": True}}
            ]
        }
    ]


def test_an_open_file_is_deleted_from_the_disk_where_the_editor_cannot(tmp_path: Path) -> None:
    desk = Desk(tmp_path, FakeEditor(resource_operations=()), a=b"a\r\nb\r\n")
    desk.open("a.txt", "a\nb\n")
    desk.change("a.txt", desk.read("a.txt"), None)
    assert not (tmp_path / "a.txt").exists()
    assert desk.editor.requests == []


def test_an_open_file_with_unsaved_changes_is_not_deleted(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a=b"old")
    desk.open("a.txt", "new")
    with pytest.raises(WorkspaceFault, match=r"'a\.txt' is open in the editor and not saved"):
        desk.change("a.txt", desk.read("a.txt"), None)
    assert desk.editor.requests == []
    assert (tmp_path / "a.txt").read_bytes() == b"old"


def test_an_editor_that_only_says_that_it_deleted_is_not_believed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a=b"x")
    desk.open("a.txt")

    async def on_edit(_edit: Json) -> Json:
        return {"applied": True}

    desk.editor.on_edit = on_edit
    with pytest.raises(
        WorkspaceFault, match=r"'a\.txt', which is still there: it reported success"
    ):
        desk.change("a.txt", desk.read("a.txt"), None)


def test_an_editor_that_takes_no_edits_is_named_as_the_reason(tmp_path: Path) -> None:
    editor = FakeEditor()
    editor.features = replace(editor.features, apply_edit=False)
    desk = Desk(tmp_path, editor, a=b"x")
    desk.open("a.txt")
    with pytest.raises(WorkspaceFault, match="close it there"):
        desk.change("a.txt", desk.read("a.txt"), "y")
    assert editor.requests == []


def test_a_text_that_no_file_can_hold_is_not_sent(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a=b"x")
    desk.open("a.txt")
    with pytest.raises(NotTextError):
        desk.change("a.txt", desk.read("a.txt"), "a\0b")
    assert desk.editor.requests == []


def test_a_link_that_was_turned_since_is_noticed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, a=b"x", b=b"x")
    (tmp_path / "link").symlink_to("a.txt")
    desk.open("a.txt")
    path = desk.workspace.locate("link", Access.WRITE)
    before = run(desk.workspace.read(path))
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to("b.txt")
    with pytest.raises(StaleFileError, match="leads elsewhere"):
        run(desk.workspace.apply(change_of(path, before, Document("y"))))
    assert desk.editor.requests == []
