from pathlib import Path
from typing import Any

import pytest

from architect.domain.text.positions import Encoding, Position, Range
from architect.domain.text.text_changes import TextChange
from architect.lsp.documents.document_store import DocumentStore, OpenDocument

URI = "untitled:Untitled-1"


def change(start: tuple[int, int], end: tuple[int, int], text: str) -> dict[str, Any]:
    first, last = ({"line": line, "character": character} for line, character in (start, end))
    return {"range": {"start": first, "end": last}, "text": text}


def opened(text: str = "a\nb\n", *, encoding: Encoding = "utf-16") -> DocumentStore:
    documents = DocumentStore(encoding)
    documents.opened(URI, "python", 1, text)
    return documents


def document(documents: DocumentStore, uri: str = URI) -> OpenDocument:
    found = documents.get(uri)
    assert found is not None
    return found


def test_an_opened_document_is_as_the_editor_said() -> None:
    found = document(opened())
    assert (found.uri, found.language_id, found.version, found.text, found.path) == (
        *(URI, "python", 1, "a\nb\n"),
        None,
    )


def test_each_change_of_one_notification_refers_to_what_the_one_before_left() -> None:
    documents = opened("ab")
    documents.changed(URI, 2, [change((0, 1), (0, 1), "\n"), change((1, 0), (1, 1), "B")])
    assert document(documents).text == "a\nB"


@pytest.mark.parametrize("lines", ["a\x0cb\nc\n", "a\u2028b\nc\n", "a\x85b\nc\n", "a\x1cb\nc\n"])
def test_only_line_ends_of_the_protocol_end_a_line(lines: str) -> None:
    documents = opened(lines)
    documents.changed(URI, 2, [change((1, 0), (1, 1), "C")])
    assert document(documents).text == lines.replace("c", "C")


def test_a_range_past_the_end_reaches_the_last_character() -> None:
    documents = opened("a\nbc")
    documents.changed(URI, 2, [change((1, 0), (2, 0), "x")])
    assert document(documents).text == "a\nx"


def test_a_reversed_range_is_taken_the_right_way_round() -> None:
    documents = opened("abcd")
    documents.changed(URI, 2, [change((0, 3), (0, 1), "")])
    assert document(documents).text == "ad"


def test_what_stood_between_cr_and_lf_can_go() -> None:
    documents = opened("a\rbc\nd")
    documents.changed(URI, 2, [change((1, 0), (1, 2), "")])
    documents.changed(URI, 3, [change((1, 0), (1, 1), "D")])
    assert document(documents).text == "a\r\nD"


def test_a_text_without_a_range_replaces_everything() -> None:
    documents = opened()
    documents.changed(URI, 2, [{"text": "new"}, change((0, 3), (0, 3), "er")])
    assert document(documents).text == "newer"


@pytest.mark.parametrize("version", [7, 1, 0, -3])
def test_a_version_that_jumps_or_goes_back_is_taken(version: int) -> None:
    documents = opened("a")
    documents.changed(URI, version, [change((0, 1), (0, 1), "b")])
    assert (document(documents).version, document(documents).text) == (version, "ab")


def test_an_earlier_document_keeps_its_text() -> None:
    documents = opened("a")
    before = document(documents)
    documents.changed(URI, 2, [change((0, 0), (0, 1), "b")])
    assert (before.version, before.text) == (1, "a")


def test_what_is_said_of_an_unknown_document_is_ignored() -> None:
    documents = DocumentStore("utf-16")
    documents.changed(URI, 2, [{"text": "x"}])
    documents.saved(URI, "x")
    documents.closed(URI)
    assert documents.all() == ()


def test_a_second_opening_replaces_the_first() -> None:
    documents = opened("a")
    documents.opened(URI, "lua", 5, "b")
    assert [(each.language_id, each.version, each.text) for each in documents.all()] == [
        ("lua", 5, "b")
    ]


def test_a_closed_document_is_gone() -> None:
    documents = opened()
    documents.closed(URI)
    assert documents.get(URI) is None


def test_a_text_that_was_saved_is_believed() -> None:
    documents = opened("a")
    documents.saved(URI, None)
    assert document(documents).text == "a"
    documents.saved(URI, "b")
    assert document(documents).text == "b"


def test_another_spelling_of_a_uri_finds_the_document_with_its_own() -> None:
    documents = DocumentStore("utf-16")
    documents.opened("file:///c%3A/a%20b", "python", 1, "x")
    documents.changed("file:///C:/a b", 2, [{"text": "y"}])
    found = document(documents, "file:///C%3a/a%20b")
    assert (found.uri, found.text) == ("file:///c%3A/a%20b", "y")


def test_a_document_is_found_by_its_real_path(tmp_path: Path) -> None:
    real = tmp_path.resolve() / "real.py"
    real.touch()
    link = tmp_path / "link.py"
    link.symlink_to(real)
    documents = DocumentStore("utf-16")
    documents.opened(link.as_uri(), "python", 1, "x")
    assert documents.at(real) == document(documents, link.as_uri())
    assert documents.at(link) is None


def test_of_two_documents_of_one_file_the_one_opened_last_counts(tmp_path: Path) -> None:
    real = tmp_path.resolve() / "real.py"
    real.touch()
    link = tmp_path / "link.py"
    link.symlink_to(real)
    documents = DocumentStore("utf-16")
    documents.opened(real.as_uri(), "python", 1, "x")
    documents.opened(link.as_uri(), "python", 1, "y")
    found = documents.at(real)
    assert found is not None and found.text == "y"
    documents.closed(link.as_uri())
    found = documents.at(real)
    assert found is not None and found.text == "x"


def test_a_file_that_does_not_exist_yet_has_a_path(tmp_path: Path) -> None:
    path = tmp_path.resolve() / "new.py"
    documents = DocumentStore("utf-16")
    documents.opened(path.as_uri(), "python", 0, "")
    assert documents.at(path) is not None


def test_listeners_are_told_before_and_after_and_the_changes() -> None:
    documents = DocumentStore("utf-16")
    told: list[tuple[str | None, str | None, tuple[TextChange, ...]]] = []

    def listener(
        old: OpenDocument | None, new: OpenDocument | None, changes: tuple[TextChange, ...]
    ) -> None:
        told.append((old and old.text, new and new.text, changes))

    stop = documents.listen(listener)
    documents.opened(URI, "python", 1, "a\nb")
    documents.changed(URI, 2, [change((0, 0), (0, 1), "A")])
    documents.closed(URI)
    stop()
    documents.opened(URI, "python", 1, "a")
    range_ = Range(Position(0, 0), Position(0, 1))
    assert told == [
        (None, "a\nb", ()),
        ("a\nb", "A\nb", (TextChange(range_, "A"),)),
        ("A\nb", None, ()),
    ]


def test_a_whole_new_text_is_told_as_changes_that_can_be_made_one_after_the_other() -> None:
    documents = opened("1\n2\n3\n4\n5\n")
    told: list[TextChange] = []
    documents.listen(lambda _old, _new, changes: told.extend(changes))
    documents.changed(URI, 2, [{"text": "one\nand\n2\n3\n4\nfive\n"}])
    follower = opened("1\n2\n3\n4\n5\n")
    for each in told:
        start, end = each.range.start, each.range.end
        place = ((start.line, start.character), (end.line, end.character))
        follower.changed(URI, 2, [change(*place, each.text)])
    assert len(told) == 2
    assert document(follower).text == document(documents).text
