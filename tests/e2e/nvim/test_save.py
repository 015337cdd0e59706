"""Saving for the server, and saying what could not be saved."""

import os
from pathlib import Path
from typing import Any

from tests.e2e.nvim.desk import Desk


def save(desk: Desk, *uris: str) -> dict[str, Any]:
    return desk.server.request("architect/save", {"uris": list(uris)}).result(20)


def change(desk: Desk, text: str = "mine") -> None:
    desk.editor.lua("vim.api.nvim_buf_set_lines(0, 0, 1, false, { ... })", text)


def test_the_named_buffers_are_written_and_no_others(desk: Desk) -> None:
    change(desk)
    other = desk.editor.edit(desk.two) if desk.editor.command("set hidden") is None else ""
    change(desk, "theirs")
    assert save(desk, desk.uri) == {"saved": [desk.uri], "failed": []}
    assert desk.one.read_bytes() == b"mine\nb = 2\nc = 3\n"
    assert desk.two.read_bytes() == b"d = 4\ne = 5\n"
    assert desk.editor.is_modified(Path(other.removeprefix("file://")))


def test_the_users_autocommands_take_part(desk: Desk) -> None:
    desk.editor.command("autocmd BufWritePre * call setline(2, 'formatted')")
    change(desk)
    assert save(desk, desk.uri)["failed"] == []
    assert desk.one.read_bytes() == b"mine\nformatted\nc = 3\n"


def test_a_buffer_without_changes_counts_as_saved(desk: Desk) -> None:
    assert save(desk, desk.uri) == {"saved": [desk.uri], "failed": []}


def test_what_is_not_open_is_not_said_to_be_saved(desk: Desk) -> None:
    uri = desk.two.as_uri()
    reason = "it is not open in this editor"
    assert save(desk, uri) == {"saved": [], "failed": [{"uri": uri, "reason": reason}]}
    assert desk.editor.buffer_text("two.py") == ""


def test_a_file_that_another_program_changed_is_not_overwritten(desk: Desk) -> None:
    change(desk)
    desk.one.write_bytes(b"from elsewhere\n")
    failed = save(desk, desk.uri)["failed"]
    assert failed[0]["reason"] == "another program changed the file since it was read"
    assert desk.one.read_bytes() == b"from elsewhere\n"


def test_the_reason_of_neovim_is_passed_on(desk: Desk) -> None:
    change(desk)
    desk.editor.command("set readonly confirm")
    failed = save(desk, desk.uri)["failed"]
    assert failed[0]["reason"].startswith("E45: 'readonly' option is set")
    assert desk.editor.lua("return vim.o.confirm") is True


def test_a_failing_autocommand_is_a_failure(desk: Desk) -> None:
    desk.editor.command("autocmd BufWriteCmd * let x = 1")
    change(desk)
    assert (
        save(desk, desk.uri)["failed"][0]["reason"] == "it still has unsaved changes after :write"
    )


def test_one_failure_does_not_stop_the_others(desk: Desk) -> None:
    change(desk)
    gone = (desk.project / "gone.py").as_uri()
    answer = save(desk, gone, desk.uri)
    assert answer["saved"] == [desk.uri]
    assert [one["uri"] for one in answer["failed"]] == [gone]


def test_a_file_touched_without_a_change_of_its_text_is_not_overwritten_blindly(desk: Desk) -> None:
    change(desk)
    os.utime(desk.one, ns=(1, 1))
    assert save(desk, desk.uri)["saved"] == []
