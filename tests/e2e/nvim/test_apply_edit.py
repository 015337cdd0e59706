"""Edits of the server: applied as they are meant, or refused with the reason."""

from pathlib import Path
from typing import Any

import pytest
from tests.e2e.nvim.desk import Desk
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


def apply(desk: Desk, *changes: dict[str, Any]) -> dict[str, Any]:
    params = {"label": "an edit", "edit": {"documentChanges": list(changes)}}
    return desk.server.request("workspace/applyEdit", params).result(20)


def refused(desk: Desk, *changes: dict[str, Any]) -> str:
    answer = apply(desk, *changes)
    assert answer["applied"] is False
    return answer["failureReason"]


def test_an_edit_changes_the_buffer_and_saves_nothing(desk: Desk) -> None:
    version = desk.server.version(desk.uri)
    edit = text_edit((1, 4), (1, 5), "22")
    assert apply(desk, document_edit(desk.uri, version, edit)) == {"applied": True}
    assert desk.editor.text(desk.one) == "a = 1\nb = 22\nc = 3"
    assert desk.editor.is_modified(desk.one)
    assert desk.one.read_bytes() == b"a = 1\nb = 2\nc = 3\n"


def test_the_server_hears_of_the_change_before_the_answer(desk: Desk) -> None:
    version = desk.server.version(desk.uri)
    apply(desk, document_edit(desk.uri, version, text_edit((0, 0), (1, 0), "")))
    change = desk.server.sent("textDocument/didChange")[-1]
    assert change["textDocument"] == {"uri": desk.uri, "version": desk.server.version(desk.uri)}
    assert desk.server.version(desk.uri) > version


def test_an_edit_of_many_hunks_is_one_undo_step(desk: Desk) -> None:
    edits = [
        text_edit((0, 0), (0, 1), "x"),
        text_edit((1, 0), (2, 0), ""),
        text_edit((3, 0), (3, 0), "d\n"),
    ]
    apply(desk, document_edit(desk.uri, desk.server.version(desk.uri), *edits))
    assert desk.editor.text(desk.one) == "x = 1\nc = 3\nd"
    desk.editor.command("undo")
    assert desk.editor.text(desk.one) == "a = 1\nb = 2\nc = 3"


def test_an_edit_is_a_step_of_its_own_between_what_is_typed(desk: Desk) -> None:
    desk.editor.keys("Gofirst")
    until(lambda: "first" in desk.editor.text(desk.one), "the typed text")
    until(lambda: desk.server.sent("textDocument/didChange"), "the change at the server")
    until(lambda: _is_in_step(desk), "the server to know all of it")
    edit = text_edit((0, 0), (0, 1), "x")
    assert apply(desk, document_edit(desk.uri, desk.server.version(desk.uri), edit))["applied"]
    desk.editor.keys(" second<Esc>")
    until(lambda: "first second" in desk.editor.text(desk.one), "the rest of the typing")
    desk.editor.command("undo")
    assert desk.editor.text(desk.one) == "x = 1\nb = 2\nc = 3\nfirst"
    desk.editor.command("undo")
    assert desk.editor.text(desk.one) == "a = 1\nb = 2\nc = 3\nfirst"
    desk.editor.command("undo")
    assert desk.editor.text(desk.one) == "a = 1\nb = 2\nc = 3"


def _is_in_step(desk: Desk) -> bool:
    held = desk.editor.lua("return vim.lsp.util.buf_versions[vim.api.nvim_get_current_buf()]")
    return desk.server.version(desk.uri) == held


def test_a_stale_edit_is_refused_and_says_so(desk: Desk) -> None:
    version = desk.server.version(desk.uri)
    desk.editor.lua("vim.api.nvim_buf_set_lines(0, 0, 1, false, { 'mine' })")
    reason = refused(desk, document_edit(desk.uri, version, text_edit((0, 0), (0, 1), "x")))
    assert f"the edit is for version {version}" in reason
    assert desk.editor.text(desk.one) == "mine\nb = 2\nc = 3"
    # With the refusal comes the text that the next edit has to start from.
    assert desk.server.version(desk.uri) > version


def test_a_stale_part_stops_all_parts(desk: Desk) -> None:
    other = desk.editor.edit(desk.two)
    desk.server.expect("textDocument/didOpen", 2)
    good = document_edit(desk.uri, desk.server.version(desk.uri), text_edit((0, 0), (0, 1), "x"))
    stale = document_edit(other, desk.server.version(other) - 1, text_edit((0, 0), (0, 1), "x"))
    new = desk.project / "new.py"
    reason = refused(desk, good, *create(new, "text\n"), stale)
    assert "two.py: it is at version" in reason
    assert desk.editor.text(desk.one) == "a = 1\nb = 2\nc = 3"
    assert not new.exists()
    assert desk.editor.buffer_text("new.py") == ""


def test_all_parts_are_applied_together(desk: Desk) -> None:
    other = desk.editor.edit(desk.two)
    desk.server.expect("textDocument/didOpen", 2)
    first = document_edit(desk.uri, desk.server.version(desk.uri), text_edit((0, 0), (0, 1), "x"))
    second = document_edit(other, desk.server.version(other), text_edit((1, 0), (1, 1), "y"))
    assert apply(desk, first, second) == {"applied": True}
    assert desk.editor.text(desk.one) == "x = 1\nb = 2\nc = 3"
    assert desk.editor.text(desk.two) == "d = 4\ny = 5"


def test_an_edit_of_a_closed_document_is_refused(desk: Desk) -> None:
    version = desk.server.version(desk.uri)
    desk.editor.command("enew | bwipeout #")
    reason = refused(desk, document_edit(desk.uri, version, text_edit((0, 0), (0, 1), "x")))
    assert "closed in the meantime" in reason
    assert desk.editor.buffer_text("one.py") == ""


def test_an_edit_without_a_version_leaves_unsaved_changes_alone(desk: Desk) -> None:
    desk.editor.lua("vim.api.nvim_buf_set_lines(0, 0, 1, false, { 'mine' })")
    reason = refused(desk, document_edit(desk.uri, None, text_edit((0, 0), (0, 1), "x")))
    assert "unsaved changes, and the edit names no version" in reason


def test_a_file_that_is_not_open_is_opened_and_told_to_the_server(desk: Desk) -> None:
    edit = text_edit((0, 0), (0, 1), "x")
    assert apply(desk, document_edit(desk.two.as_uri(), None, edit)) == {"applied": True}
    assert desk.editor.text(desk.two) == "x = 4\ne = 5"
    opened = desk.server.expect("textDocument/didOpen", 2)["textDocument"]
    assert (opened["uri"], opened["text"]) == (desk.two.as_uri(), "x = 4\ne = 5\n")


@pytest.mark.parametrize("option", ["readonly", "nomodifiable"])
def test_a_buffer_that_is_not_to_be_changed_is_not(desk: Desk, option: str) -> None:
    desk.editor.command(f"set {option}")
    version = desk.server.version(desk.uri)
    reason = refused(desk, document_edit(desk.uri, version, text_edit((0, 0), (0, 1), "x")))
    assert option.removeprefix("no") in reason


@pytest.mark.parametrize(
    ("edits", "reason"),
    [
        ([text_edit((0, 0), (1, 1), "x"), text_edit((1, 0), (2, 0), "y")], "two ranges overlap"),
        ([text_edit((1, 0), (0, 0), "x")], "ends before it begins"),
        ([{"newText": "x"}], "without a range"),
    ],
)
def test_edits_that_make_no_sense_are_refused(
    desk: Desk, edits: list[dict[str, Any]], reason: str
) -> None:
    assert reason in refused(desk, document_edit(desk.uri, desk.server.version(desk.uri), *edits))
    assert desk.editor.text(desk.one) == "a = 1\nb = 2\nc = 3"


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
def test_edits_reach_to_the_end_of_the_text(desk: Desk, edit: dict[str, Any], after: str) -> None:
    assert apply(desk, document_edit(desk.uri, desk.server.version(desk.uri), edit))["applied"]
    assert desk.editor.text(desk.one) == after


def test_insertions_at_one_place_keep_their_order(desk: Desk) -> None:
    edits = [text_edit((1, 0), (1, 0), "x\n"), text_edit((1, 0), (1, 0), "y\n")]
    apply(desk, document_edit(desk.uri, desk.server.version(desk.uri), *edits))
    assert desk.editor.text(desk.one) == "a = 1\nx\ny\nb = 2\nc = 3"


def test_a_file_with_crlf_stays_one(desk: Desk) -> None:
    path = desk.project / "dos.txt"
    path.write_bytes(b"one\r\ntwo\r\n")
    uri = desk.editor.edit(path)
    desk.server.expect("textDocument/didOpen", 2)
    edit = text_edit((1, 0), (1, 3), "2\r\n3")
    assert apply(desk, document_edit(uri, desk.server.version(uri), edit))["applied"]
    desk.editor.command("write")
    assert path.read_bytes() == b"one\r\n2\r\n3\r\n"


def test_a_lone_carriage_return_is_a_character_of_its_line(desk: Desk) -> None:
    path = desk.project / "odd.txt"
    path.write_bytes(b"one\rtwo\nthree\n")
    uri = desk.editor.edit(path)
    desk.server.expect("textDocument/didOpen", 2)
    edit = text_edit((1, 0), (1, 5), "a\rb")
    assert apply(desk, document_edit(uri, desk.server.version(uri), edit))["applied"]
    desk.editor.command("write")
    assert path.read_bytes() == b"one\rtwo\na\rb\n"


def test_marks_of_the_user_outlive_an_edit(desk: Desk) -> None:
    desk.editor.command("2mark m")
    edit = text_edit((1, 0), (2, 0), "new\n")
    apply(desk, document_edit(desk.uri, desk.server.version(desk.uri), edit))
    assert desk.editor.lua('return vim.fn.line("\'m")') == 2


def test_a_new_file_is_made_with_its_text_unsaved(desk: Desk) -> None:
    path = desk.project / "deep" / "new.py"
    assert apply(desk, *create(path, "one\ntwo\n", ignoreIfExists=True)) == {"applied": True}
    assert desk.editor.buffer_text("deep/new.py") == "one\ntwo"
    opened = desk.server.expect("textDocument/didOpen", 2)["textDocument"]
    assert (opened["uri"], opened["text"]) == (path.as_uri(), "one\ntwo\n")
    assert path.read_bytes() == b""
    saved = desk.server.request("architect/save", {"uris": [path.as_uri()]}).result(20)
    assert saved == {"saved": [path.as_uri()], "failed": []}
    assert path.read_bytes() == b"one\ntwo\n"


@pytest.mark.parametrize("options", [{}, {"overwrite": True}])
def test_creating_never_empties_a_file(desk: Desk, options: dict[str, bool]) -> None:
    assert "exists already" in refused(desk, *create(desk.two, "", **options))
    assert desk.two.read_bytes() == b"d = 4\ne = 5\n"


def test_creating_with_ignore_if_exists_leaves_the_file(desk: Desk) -> None:
    assert apply(desk, *create(desk.two, ignoreIfExists=True)) == {"applied": True}
    assert desk.two.read_bytes() == b"d = 4\ne = 5\n"


def test_the_text_of_a_new_file_is_not_put_into_one_that_exists(desk: Desk) -> None:
    assert "exists already" in refused(desk, *create(desk.two, "text\n", ignoreIfExists=True))
    assert desk.two.read_bytes() == b"d = 4\ne = 5\n"


def test_deleting_a_file_takes_its_buffer_along(desk: Desk) -> None:
    assert apply(desk, {"kind": "delete", "uri": desk.uri}) == {"applied": True}
    assert not desk.one.exists()
    assert desk.editor.buffer_text("one.py") == ""


def test_deleting_a_file_with_unsaved_changes_is_refused(desk: Desk) -> None:
    desk.editor.lua("vim.api.nvim_buf_set_lines(0, 0, 1, false, { 'mine' })")
    assert "unsaved changes" in refused(desk, {"kind": "delete", "uri": desk.uri})
    assert desk.one.exists()
    assert desk.editor.text(desk.one).startswith("mine")


def test_a_deletion_waits_for_the_other_parts(desk: Desk) -> None:
    (desk.project / "locked").write_bytes(b"a file, not a folder\n")
    impossible = create(desk.project / "locked" / "new.py", "text\n")
    apply_answer = apply(desk, {"kind": "delete", "uri": desk.two.as_uri()}, *impossible)
    assert apply_answer["applied"] is False
    assert desk.two.exists()


def test_what_was_done_is_taken_back_when_a_later_part_fails(desk: Desk) -> None:
    (desk.project / "locked").write_bytes(b"a file, not a folder\n")
    edit = text_edit((0, 0), (0, 1), "x")
    good = document_edit(desk.uri, desk.server.version(desk.uri), edit)
    new = desk.project / "new.py"
    refused(desk, good, *create(new, "text\n"), *create(desk.project / "locked" / "b.py"))
    assert desk.editor.text(desk.one) == "a = 1\nb = 2\nc = 3"
    assert not new.exists()


def test_renaming_takes_the_buffer_along(desk: Desk) -> None:
    target = desk.project / "moved.py"
    rename = {"kind": "rename", "oldUri": desk.uri, "newUri": target.as_uri()}
    assert apply(desk, rename) == {"applied": True}
    assert target.read_bytes() == b"a = 1\nb = 2\nc = 3\n"
    assert not desk.one.exists()
    assert desk.editor.buffer_text("moved.py") == "a = 1\nb = 2\nc = 3"


def test_renaming_never_replaces_a_file(desk: Desk) -> None:
    rename = {"kind": "rename", "oldUri": desk.uri, "newUri": desk.two.as_uri()}
    rename["options"] = {"overwrite": True}  # pyright: ignore[reportArgumentType]
    assert "exists already" in refused(desk, rename)
    assert desk.two.read_bytes() == b"d = 4\ne = 5\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_positions_are_counted_in_the_encoding_of_the_server(desk: Desk, encoding: str) -> None:
    desk.editor.command("Architect stop")
    desk.server.expect("exit")
    desk.daemon.capabilities["positionEncoding"] = encoding
    path = desk.project / "wide.txt"
    path.write_bytes("ä😀b\n".encode())
    desk.editor.command("Architect restart")
    server = desk.daemon.connected(2)
    uri = desk.editor.edit(path)
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
    assert desk.editor.text(path) == "ä😀!"
