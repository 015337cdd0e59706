from pathlib import Path

from architect.domain.paths import WorkspacePath
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, Snapshot
from architect.policy.new_text import NewText, new_texts

PATH = WorkspacePath("a.py", Path("/workspace/a.py"))


def texts(before: str | None, after: str | None) -> list[NewText]:
    old = None if before is None else Snapshot(Document(before), "hash")
    new = None if after is None else Document(after)
    return list(new_texts(change_of(PATH, old, new)))


def test_only_new_and_changed_lines_are_given_in_whole() -> None:
    assert texts("a\nb\nc\nd\n", "a\nB\nc\nd\ne\nf\n") == [NewText(2, "B\n"), NewText(5, "e\nf\n")]


def test_lines_far_apart_keep_their_numbers() -> None:
    before = "".join(f"{number}\n" for number in range(100))
    after = before.replace("\n10\n", "\nten\n").replace("\n90\n", "\nx\nninety\n")
    assert texts(before, after) == [NewText(11, "ten\n"), NewText(91, "x\nninety\n")]


def test_a_created_file_is_new_as_a_whole() -> None:
    assert texts(None, "++ x\n-- y\n@@ z") == [NewText(1, "++ x\n-- y\n@@ z\n")]


def test_removed_lines_and_files_bring_nothing() -> None:
    assert texts("a\n-- b\nc\n", "a\nc\n") == []
    assert texts("a\n", None) == []


def test_line_ends_of_windows_do_not_count() -> None:
    assert texts("a\r\n", "a\r\nb\r\n") == [NewText(2, "b\n")]


def test_the_line_of_a_place_is_that_of_the_file() -> None:
    text = NewText(7, "a\nb\nc\n")
    assert [text.line_at(0), text.line_at(2), text.line_at(5)] == [7, 8, 9]
