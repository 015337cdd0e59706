"""Edits of the server: applied exactly, or rejected with the reason."""

from pathlib import Path
from typing import Any

import pytest
from tests.e2e.nvim.harness import Harness
from tests.support.until import until


def text_edit(start: tuple[int, int], end: tuple[int, int], text: str) -> dict[str, Any]:
    range_ = {
        "start": {"line": start[0], "character": start[1]},
        "end": {"line": end[0], "character": end[1]},
    }
    return {"range": range_, "newText": text}


def document_edit(uri: str, version: int | None, *edits: dict[str, Any]) -> dict[str, Any]:
    return {"textDocument": {"uri": uri, "version": version}, "edits": list(edits)}


def create(path: Path, text: str = "", /, **options: bool) -> list[dict[str, Any]]:
    creation: dict[str, Any] = {"kind": "create", "uri": path.as_uri()}
    if options:
        creation["options"] = options
    fill = document_edit(path.as_uri(), None, text_edit((0, 0), (0, 0), text))
    return [creation, fill] if text else [creation]


def apply(harness: Harness, *changes: dict[str, Any]) -> dict[str, Any]:
    params = {"label": "an edit", "edit": {"documentChanges": list(changes)}}
    return harness.server.request("workspace/applyEdit", params).result(20)


def refused(harness: Harness, *changes: dict[str, Any]) -> str:
    answer = apply(harness, *changes)
    assert answer["applied"] is False
    return answer["failureReason"]


def test_an_edit_changes_the_buffer_and_saves_nothing(harness: Harness) -> None:
    version = harness.server.version(harness.uri)
    edit = text_edit((1, 4), (1, 5), "22")
    assert apply(harness, document_edit(harness.uri, version, edit)) == {"applied": True}
    assert harness.editor.text(harness.one) == "a = 1\nb = 22\nc = 3"
    assert harness.editor.is_modified(harness.one)
    assert harness.one.read_bytes() == b"a = 1\nb = 2\nc = 3\n"


def test_the_server_hears_of_the_change_before_the_answer(harness: Harness) -> None:
    version = harness.server.version(harness.uri)
    apply(harness, document_edit(harness.uri, version, text_edit((0, 0), (1, 0), "")))
    change = harness.server.sent("textDocument/didChange")[-1]
    assert change["textDocument"] == {
        "uri": harness.uri,
        "version": harness.server.version(harness.uri),
    }
    assert harness.server.version(harness.uri) > version


def test_an_edit_of_many_hunks_is_one_undo_step(harness: Harness) -> None:
    edits = [
        text_edit((0, 0), (0, 1), "x"),
        text_edit((1, 0), (2, 0), ""),
        text_edit((3, 0), (3, 0), "d\n"),
    ]
    apply(harness, document_edit(harness.uri, harness.server.version(harness.uri), *edits))
    assert harness.editor.text(harness.one) == "x = 1\nc = 3\nd"
    harness.editor.command("undo")
    assert harness.editor.text(harness.one) == "a = 1\nb = 2\nc = 3"


def test_an_edit_is_a_step_of_its_own_between_what_is_typed(harness: Harness) -> None:
    harness.editor.keys("Gofirst")
    until(lambda: "first" in harness.editor.text(harness.one), "the typed text")
    until(lambda: harness.server.sent("textDocument/didChange"), "the change at the server")
    until(lambda: _is_in_step(harness), "the server to know all of it")
    edit = text_edit((0, 0), (0, 1), "x")
    assert apply(harness, document_edit(harness.uri, harness.server.version(harness.uri), edit))[
        "applied"
    ]
    harness.editor.keys(" second<Esc>")
    until(lambda: "first second" in harness.editor.text(harness.one), "the rest of the typing")
    harness.editor.command("undo")
    assert harness.editor.text(harness.one) == "x = 1\nb = 2\nc = 3\nfirst"
    harness.editor.command("undo")
    assert harness.editor.text(harness.one) == "a = 1\nb = 2\nc = 3\nfirst"
    harness.editor.command("undo")
    assert harness.editor.text(harness.one) == "a = 1\nb = 2\nc = 3"


def _is_in_step(harness: Harness) -> bool:
    held = harness.editor.lua("return vim.lsp.util.buf_versions[vim.api.nvim_get_current_buf()]")
    return harness.server.version(harness.uri) == held


def test_a_stale_edit_is_refused_and_says_so(harness: Harness) -> None:
    version = harness.server.version(harness.uri)
    harness.editor.lua("vim.api.nvim_buf_set_lines(0, 0, 1, false, { 'mine' })")
    reason = refused(harness, document_edit(harness.uri, version, text_edit((0, 0), (0, 1), "x")))
    assert f"the edit is for version {version}" in reason
    assert harness.editor.text(harness.one) == "mine\nb = 2\nc = 3"
    # With the refusal comes the text that the next edit has to start from.
    assert harness.server.version(harness.uri) > version


def test_a_stale_part_stops_all_parts(harness: Harness) -> None:
    other = harness.editor.edit(harness.two)
    harness.server.expect("textDocument/didOpen", 2)
    good = document_edit(
        harness.uri, harness.server.version(harness.uri), text_edit((0, 0), (0, 1), "x")
    )
    stale = document_edit(other, harness.server.version(other) - 1, text_edit((0, 0), (0, 1), "x"))
    new = harness.project / "new.py"
    reason = refused(harness, good, *create(new, "text\n"), stale)
    assert "two.py: the buffer is at version" in reason
    assert harness.editor.text(harness.one) == "a = 1\nb = 2\nc = 3"
    assert not new.exists()
    assert harness.editor.buffer_text("new.py") == ""


def test_all_parts_are_applied_together(harness: Harness) -> None:
    other = harness.editor.edit(harness.two)
    harness.server.expect("textDocument/didOpen", 2)
    first = document_edit(
        harness.uri, harness.server.version(harness.uri), text_edit((0, 0), (0, 1), "x")
    )
    second = document_edit(other, harness.server.version(other), text_edit((1, 0), (1, 1), "y"))
    assert apply(harness, first, second) == {"applied": True}
    assert harness.editor.text(harness.one) == "x = 1\nb = 2\nc = 3"
    assert harness.editor.text(harness.two) == "d = 4\ny = 5"


def test_an_edit_of_a_closed_document_is_refused(harness: Harness) -> None:
    version = harness.server.version(harness.uri)
    harness.editor.command("enew | bwipeout #")
    reason = refused(harness, document_edit(harness.uri, version, text_edit((0, 0), (0, 1), "x")))
    assert "has been closed" in reason
    assert harness.editor.buffer_text("one.py") == ""


def test_an_edit_without_a_version_leaves_unsaved_changes_alone(harness: Harness) -> None:
    harness.editor.lua("vim.api.nvim_buf_set_lines(0, 0, 1, false, { 'mine' })")
    reason = refused(harness, document_edit(harness.uri, None, text_edit((0, 0), (0, 1), "x")))
    assert "unsaved changes, and the edit has no version" in reason


def test_a_file_that_is_not_open_is_opened_and_told_to_the_server(harness: Harness) -> None:
    edit = text_edit((0, 0), (0, 1), "x")
    assert apply(harness, document_edit(harness.two.as_uri(), None, edit)) == {"applied": True}
    assert harness.editor.text(harness.two) == "x = 4\ne = 5"
    opened = harness.server.expect("textDocument/didOpen", 2)["textDocument"]
    assert (opened["uri"], opened["text"]) == (harness.two.as_uri(), "x = 4\ne = 5\n")


@pytest.mark.parametrize("option", ["readonly", "nomodifiable"])
def test_a_buffer_that_is_not_to_be_changed_is_not(harness: Harness, option: str) -> None:
    harness.editor.command(f"set {option}")
    version = harness.server.version(harness.uri)
    reason = refused(harness, document_edit(harness.uri, version, text_edit((0, 0), (0, 1), "x")))
    assert option.removeprefix("no") in reason


@pytest.mark.parametrize(
    ("edits", "reason"),
    [
        ([text_edit((0, 0), (1, 1), "x"), text_edit((1, 0), (2, 0), "y")], "two ranges overlap"),
        ([text_edit((1, 0), (0, 0), "x")], "ends before it starts"),
        ([{"newText": "x"}], "has no range"),
    ],
)
def test_edits_that_make_no_sense_are_refused(
    harness: Harness, edits: list[dict[str, Any]], reason: str
) -> None:
    assert reason in refused(
        harness, document_edit(harness.uri, harness.server.version(harness.uri), *edits)
    )
    assert harness.editor.text(harness.one) == "a = 1\nb = 2\nc = 3"


@pytest.mark.parametrize(
    ("edit", "after"),
    [
        (text_edit((3, 0), (3, 0), "d\n"), "a = 1\nb = 2\nc = 3\nd"),
        (text_edit((2, 0), (3, 0), ""), "a = 1\nb = 2"),
        (text_edit((1, 5), (3, 0), "\n"), "a = 1\nb = 2"),
        (text_edit((0, 0), (3, 0), ""), ""),
        (text_edit((0, 0), (3, 0), "new\ntext\n"), "new\ntext"),
        (text_edit((0, 99), (0, 99), "!"), "a = 1!\nb = 2\nc = 3"),
        (text_edit((9, 0), (9, 0), "d\n"), "a = 1\nb = 2\nc = 3\nd"),
    ],
)
def test_edits_reach_to_the_end_of_the_text(
    harness: Harness, edit: dict[str, Any], after: str
) -> None:
    assert apply(harness, document_edit(harness.uri, harness.server.version(harness.uri), edit))[
        "applied"
    ]
    assert harness.editor.text(harness.one) == after


def test_insertions_at_one_place_keep_their_order(harness: Harness) -> None:
    edits = [text_edit((1, 0), (1, 0), "x\n"), text_edit((1, 0), (1, 0), "y\n")]
    apply(harness, document_edit(harness.uri, harness.server.version(harness.uri), *edits))
    assert harness.editor.text(harness.one) == "a = 1\nx\ny\nb = 2\nc = 3"


def test_a_file_with_crlf_stays_one(harness: Harness) -> None:
    path = harness.project / "dos.txt"
    path.write_bytes(b"one\r\ntwo\r\n")
    uri = harness.editor.edit(path)
    harness.server.expect("textDocument/didOpen", 2)
    edit = text_edit((1, 0), (1, 3), "2\r\n3")
    assert apply(harness, document_edit(uri, harness.server.version(uri), edit))["applied"]
    harness.editor.command("write")
    assert path.read_bytes() == b"one\r\n2\r\n3\r\n"


def test_a_lone_carriage_return_is_a_character_of_its_line(harness: Harness) -> None:
    path = harness.project / "odd.txt"
    path.write_bytes(b"one\rtwo\nthree\n")
    uri = harness.editor.edit(path)
    harness.server.expect("textDocument/didOpen", 2)
    edit = text_edit((1, 0), (1, 5), "a\rb")
    assert apply(harness, document_edit(uri, harness.server.version(uri), edit))["applied"]
    harness.editor.command("write")
    assert path.read_bytes() == b"one\rtwo\na\rb\n"


def test_marks_of_the_user_outlive_an_edit(harness: Harness) -> None:
    harness.editor.command("2mark m")
    edit = text_edit((1, 0), (2, 0), "new\n")
    apply(harness, document_edit(harness.uri, harness.server.version(harness.uri), edit))
    assert harness.editor.lua('return vim.fn.line("\'m")') == 2


def test_a_new_file_is_made_with_its_text_unsaved(harness: Harness) -> None:
    path = harness.project / "deep" / "new.py"
    assert apply(harness, *create(path, "one\ntwo\n", ignoreIfExists=True)) == {"applied": True}
    assert harness.editor.buffer_text("deep/new.py") == "one\ntwo"
    opened = harness.server.expect("textDocument/didOpen", 2)["textDocument"]
    assert (opened["uri"], opened["text"]) == (path.as_uri(), "one\ntwo\n")
    assert path.read_bytes() == b""
    saved = harness.server.request("architect/save", {"uris": [path.as_uri()]}).result(20)
    assert saved == {"saved": [path.as_uri()], "failed": []}
    assert path.read_bytes() == b"one\ntwo\n"


@pytest.mark.parametrize("options", [{}, {"overwrite": True}])
def test_creating_never_empties_a_file(harness: Harness, options: dict[str, bool]) -> None:
    assert "already exists" in refused(harness, *create(harness.two, "", **options))
    assert harness.two.read_bytes() == b"d = 4\ne = 5\n"


def test_creating_with_ignore_if_exists_leaves_the_file(harness: Harness) -> None:
    assert apply(harness, *create(harness.two, ignoreIfExists=True)) == {"applied": True}
    assert harness.two.read_bytes() == b"d = 4\ne = 5\n"


def test_the_text_of_a_new_file_is_not_put_into_one_that_exists(harness: Harness) -> None:
    assert "already exists" in refused(harness, *create(harness.two, "text\n", ignoreIfExists=True))
    assert harness.two.read_bytes() == b"d = 4\ne = 5\n"


def test_deleting_a_file_takes_its_buffer_along(harness: Harness) -> None:
    assert apply(harness, {"kind": "delete", "uri": harness.uri}) == {"applied": True}
    assert not harness.one.exists()
    assert harness.editor.buffer_text("one.py") == ""


def test_deleting_a_file_with_unsaved_changes_is_refused(harness: Harness) -> None:
    harness.editor.lua("vim.api.nvim_buf_set_lines(0, 0, 1, false, { 'mine' })")
    assert "unsaved changes" in refused(harness, {"kind": "delete", "uri": harness.uri})
    assert harness.one.exists()
    assert harness.editor.text(harness.one).startswith("mine")


def test_a_deletion_waits_for_the_other_parts(harness: Harness) -> None:
    (harness.project / "locked").write_bytes(b"a file, not a folder\n")
    impossible = create(harness.project / "locked" / "new.py", "text\n")
    apply_answer = apply(harness, {"kind": "delete", "uri": harness.two.as_uri()}, *impossible)
    assert apply_answer["applied"] is False
    assert harness.two.exists()


def test_what_was_done_is_taken_back_when_a_later_part_fails(harness: Harness) -> None:
    (harness.project / "locked").write_bytes(b"a file, not a folder\n")
    edit = text_edit((0, 0), (0, 1), "x")
    good = document_edit(harness.uri, harness.server.version(harness.uri), edit)
    new = harness.project / "new.py"
    refused(harness, good, *create(new, "text\n"), *create(harness.project / "locked" / "b.py"))
    assert harness.editor.text(harness.one) == "a = 1\nb = 2\nc = 3"
    assert not new.exists()


def test_renaming_takes_the_buffer_along(harness: Harness) -> None:
    target = harness.project / "moved.py"
    rename = {"kind": "rename", "oldUri": harness.uri, "newUri": target.as_uri()}
    assert apply(harness, rename) == {"applied": True}
    assert target.read_bytes() == b"a = 1\nb = 2\nc = 3\n"
    assert not harness.one.exists()
    assert harness.editor.buffer_text("moved.py") == "a = 1\nb = 2\nc = 3"


def test_renaming_never_replaces_a_file(harness: Harness) -> None:
    rename = {"kind": "rename", "oldUri": harness.uri, "newUri": harness.two.as_uri()}
    rename["options"] = {"overwrite": True}  # pyright: ignore[reportArgumentType]
    assert "already exists" in refused(harness, rename)
    assert harness.two.read_bytes() == b"d = 4\ne = 5\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_positions_are_counted_in_the_encoding_of_the_server(
    harness: Harness, encoding: str
) -> None:
    harness.editor.command("Architect stop")
    harness.server.expect("exit")
    harness.daemon.capabilities["positionEncoding"] = encoding
    path = harness.project / "wide.txt"
    path.write_bytes("ä😀b\n".encode())
    harness.editor.command("Architect restart")
    server = harness.daemon.connected(2)
    uri = harness.editor.edit(path)
    until(
        lambda: [
            one for one in server.sent("textDocument/didOpen") if one["textDocument"]["uri"] == uri
        ],
        "the document at the server",
    )
    column = {"utf-8": 6, "utf-16": 3, "utf-32": 2}[encoding]
    edit = text_edit((0, column), (0, column + 1), "!")
    params = {"edit": {"documentChanges": [document_edit(uri, server.version(uri), edit)]}}
    assert server.request("workspace/applyEdit", params).result(20) == {"applied": True}
    assert harness.editor.text(path) == "ä😀!"
