from pathlib import Path
from typing import Any

import pytest

from architect.domain.text.positions import Encoding, Position, Range
from architect.domain.text.text_changes import TextChange
from architect.lsp.documents.mirror import Mirror, OpenDocument

URI = "untitled:Untitled-1"


def change(start: tuple[int, int], end: tuple[int, int], text: str) -> dict[str, Any]:
    first, last = ({"line": line, "character": character} for line, character in (start, end))
    return {"range": {"start": first, "end": last}, "text": text}


def opened(text: str = "a\nb\n", *, encoding: Encoding = "utf-16") -> Mirror:
    mirror = Mirror(encoding)
    mirror.opened(URI, "python", 1, text)
    return mirror


def document(mirror: Mirror, uri: str = URI) -> OpenDocument:
    found = mirror.get(uri)
    assert found is not None
    return found


def test_an_opened_document_is_as_the_editor_said() -> None:
    found = document(opened())
    assert (found.uri, found.language_id, found.version, found.text, found.path) == (
        *(URI, "python", 1, "a\nb\n"),
        None,
    )


def test_each_change_of_one_notification_refers_to_what_the_one_before_left() -> None:
    mirror = opened("ab")
    mirror.changed(URI, 2, [change((0, 1), (0, 1), "\n"), change((1, 0), (1, 1), "B")])
    assert document(mirror).text == "a\nB"


@pytest.mark.parametrize("lines", ["a\x0cb\nc\n", "a\u2028b\nc\n", "a\x85b\nc\n", "a\x1cb\nc\n"])
def test_only_line_ends_of_the_protocol_end_a_line(lines: str) -> None:
    mirror = opened(lines)
    mirror.changed(URI, 2, [change((1, 0), (1, 1), "C")])
    assert document(mirror).text == lines.replace("c", "C")


def test_a_range_past_the_end_reaches_the_last_character() -> None:
    mirror = opened("a\nbc")
    mirror.changed(URI, 2, [change((1, 0), (2, 0), "x")])
    assert document(mirror).text == "a\nx"


def test_a_reversed_range_is_taken_the_right_way_round() -> None:
    mirror = opened("abcd")
    mirror.changed(URI, 2, [change((0, 3), (0, 1), "")])
    assert document(mirror).text == "ad"


def test_what_stood_between_cr_and_lf_can_go() -> None:
    mirror = opened("a\rbc\nd")
    mirror.changed(URI, 2, [change((1, 0), (1, 2), "")])
    mirror.changed(URI, 3, [change((1, 0), (1, 1), "D")])
    assert document(mirror).text == "a\r\nD"


def test_a_text_without_a_range_replaces_everything() -> None:
    mirror = opened()
    mirror.changed(URI, 2, [{"text": "new"}, change((0, 3), (0, 3), "er")])
    assert document(mirror).text == "newer"


@pytest.mark.parametrize("version", [7, 1, 0, -3])
def test_a_version_that_jumps_or_goes_back_is_taken(version: int) -> None:
    mirror = opened("a")
    mirror.changed(URI, version, [change((0, 1), (0, 1), "b")])
    assert (document(mirror).version, document(mirror).text) == (version, "ab")


def test_an_earlier_document_keeps_its_text() -> None:
    mirror = opened("a")
    before = document(mirror)
    mirror.changed(URI, 2, [change((0, 0), (0, 1), "b")])
    assert (before.version, before.text) == (1, "a")


def test_what_is_said_of_an_unknown_document_is_ignored() -> None:
    mirror = Mirror("utf-16")
    mirror.changed(URI, 2, [{"text": "x"}])
    mirror.saved(URI, "x")
    mirror.closed(URI)
    assert mirror.documents() == ()


def test_a_second_opening_replaces_the_first() -> None:
    mirror = opened("a")
    mirror.opened(URI, "lua", 5, "b")
    assert [(each.language_id, each.version, each.text) for each in mirror.documents()] == [
        ("lua", 5, "b")
    ]


def test_a_closed_document_is_gone() -> None:
    mirror = opened()
    mirror.closed(URI)
    assert mirror.get(URI) is None


def test_a_text_that_was_saved_is_believed() -> None:
    mirror = opened("a")
    mirror.saved(URI, None)
    assert document(mirror).text == "a"
    mirror.saved(URI, "b")
    assert document(mirror).text == "b"


def test_another_spelling_of_a_uri_finds_the_document_with_its_own() -> None:
    mirror = Mirror("utf-16")
    mirror.opened("file:///c%3A/a%20b", "python", 1, "x")
    mirror.changed("file:///C:/a b", 2, [{"text": "y"}])
    found = document(mirror, "file:///C%3a/a%20b")
    assert (found.uri, found.text) == ("file:///c%3A/a%20b", "y")


def test_a_document_is_found_by_its_real_path(tmp_path: Path) -> None:
    real = tmp_path.resolve() / "real.py"
    real.touch()
    link = tmp_path / "link.py"
    link.symlink_to(real)
    mirror = Mirror("utf-16")
    mirror.opened(link.as_uri(), "python", 1, "x")
    assert mirror.at(real) == document(mirror, link.as_uri())
    assert mirror.at(link) is None


def test_of_two_documents_of_one_file_the_one_opened_last_counts(tmp_path: Path) -> None:
    real = tmp_path.resolve() / "real.py"
    real.touch()
    link = tmp_path / "link.py"
    link.symlink_to(real)
    mirror = Mirror("utf-16")
    mirror.opened(real.as_uri(), "python", 1, "x")
    mirror.opened(link.as_uri(), "python", 1, "y")
    found = mirror.at(real)
    assert found is not None and found.text == "y"
    mirror.closed(link.as_uri())
    found = mirror.at(real)
    assert found is not None and found.text == "x"


def test_a_file_that_does_not_exist_yet_has_a_path(tmp_path: Path) -> None:
    path = tmp_path.resolve() / "new.py"
    mirror = Mirror("utf-16")
    mirror.opened(path.as_uri(), "python", 0, "")
    assert mirror.at(path) is not None


def test_listeners_are_told_before_and_after_and_the_changes() -> None:
    mirror = Mirror("utf-16")
    told: list[tuple[str | None, str | None, tuple[TextChange, ...]]] = []

    def listener(
        old: OpenDocument | None, new: OpenDocument | None, changes: tuple[TextChange, ...]
    ) -> None:
        told.append((old and old.text, new and new.text, changes))

    stop = mirror.listen(listener)
    mirror.opened(URI, "python", 1, "a\nb")
    mirror.changed(URI, 2, [change((0, 0), (0, 1), "A")])
    mirror.closed(URI)
    stop()
    mirror.opened(URI, "python", 1, "a")
    range_ = Range(Position(0, 0), Position(0, 1))
    assert told == [
        (None, "a\nb", ()),
        ("a\nb", "A\nb", (TextChange(range_, "A"),)),
        ("A\nb", None, ()),
    ]


def test_a_whole_new_text_is_told_as_changes_that_can_be_made_one_after_the_other() -> None:
    mirror = opened("1\n2\n3\n4\n5\n")
    told: list[TextChange] = []
    mirror.listen(lambda _old, _new, changes: told.extend(changes))
    mirror.changed(URI, 2, [{"text": "one\nand\n2\n3\n4\nfive\n"}])
    follower = opened("1\n2\n3\n4\n5\n")
    for each in told:
        start, end = each.range.start, each.range.end
        place = ((start.line, start.character), (end.line, end.character))
        follower.changed(URI, 2, [change(*place, each.text)])
    assert len(told) == 2
    assert document(follower).text == document(mirror).text
