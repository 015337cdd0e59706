"""Saving for the server, and saying what could not be saved."""

import os
from pathlib import Path
from typing import Any

from tests.e2e.nvim.harness import Harness
from tests.support.until import until


def save(harness: Harness, *uris: str) -> dict[str, Any]:
    return harness.server.request("architect/save", {"uris": list(uris)}).result(20)


def change(harness: Harness, text: str = "mine") -> None:
    harness.editor.lua("vim.api.nvim_buf_set_lines(0, 0, 1, false, { ... })", text)


def test_the_named_buffers_are_written_and_no_others(harness: Harness) -> None:
    change(harness)
    other = harness.editor.edit(harness.two) if harness.editor.command("set hidden") is None else ""
    change(harness, "theirs")
    assert save(harness, harness.uri) == {"saved": [harness.uri], "failed": []}
    assert harness.one.read_bytes() == b"mine\nb = 2\nc = 3\n"
    assert harness.two.read_bytes() == b"d = 4\ne = 5\n"
    assert harness.editor.is_modified(Path(other.removeprefix("file://")))


def test_the_users_autocommands_take_part(harness: Harness) -> None:
    harness.editor.command("autocmd BufWritePre * call setline(2, 'formatted')")
    change(harness)
    assert save(harness, harness.uri)["failed"] == []
    assert harness.one.read_bytes() == b"mine\nformatted\nc = 3\n"


def test_a_buffer_without_changes_counts_as_saved(harness: Harness) -> None:
    assert save(harness, harness.uri) == {"saved": [harness.uri], "failed": []}


def test_what_is_not_open_is_not_said_to_be_saved(harness: Harness) -> None:
    uri = harness.two.as_uri()
    reason = "not open in the editor"
    assert save(harness, uri) == {"saved": [], "failed": [{"uri": uri, "reason": reason}]}
    assert harness.editor.buffer_text("two.py") == ""


def test_a_file_that_another_program_changed_is_not_overwritten(harness: Harness) -> None:
    change(harness)
    harness.one.write_bytes(b"from elsewhere\n")
    failed = save(harness, harness.uri)["failed"]
    assert failed[0]["reason"] == "the file has changed on disk since it was read"
    assert harness.one.read_bytes() == b"from elsewhere\n"


def test_the_reason_of_neovim_is_passed_on(harness: Harness) -> None:
    change(harness)
    harness.editor.command("set readonly confirm")
    failed = save(harness, harness.uri)["failed"]
    assert failed[0]["reason"].startswith("E45: 'readonly' option is set")
    assert harness.editor.lua("return vim.o.confirm") is True


def test_a_failing_autocommand_is_a_failure(harness: Harness) -> None:
    harness.editor.command("autocmd BufWriteCmd * let x = 1")
    change(harness)
    assert (
        save(harness, harness.uri)["failed"][0]["reason"]
        == "the buffer still has unsaved changes after :write"
    )


def test_one_failure_does_not_stop_the_others(harness: Harness) -> None:
    change(harness)
    gone = (harness.project / "gone.py").as_uri()
    answer = save(harness, gone, harness.uri)
    assert answer["saved"] == [harness.uri]
    assert [one["uri"] for one in answer["failed"]] == [gone]


def test_a_file_touched_without_a_change_of_its_text_is_not_overwritten_blindly(
    harness: Harness,
) -> None:
    change(harness)
    os.utime(harness.one, ns=(1, 1))
    assert save(harness, harness.uri)["saved"] == []


def test_what_a_command_changed_is_shown_at_once_but_not_over_unsaved_text(
    harness: Harness,
) -> None:
    harness.run()
    harness.editor.edit(harness.two)
    harness.editor.lua("vim.api.nvim_buf_set_lines(0, 0, 0, false, {'mine'})")
    for path in (harness.one, harness.two):
        path.write_bytes(b"by a command\n")
    harness.event("tool.finished", 1, name="run_command", callId="c1", success=True, text="ok")
    until(lambda: harness.editor.text(harness.one) == "by a command", "the new text")
    assert harness.editor.text(harness.two).startswith("mine\nd = 4\n")
    assert not harness.editor.is_asking()
    # Neovim tells a server of a reload by opening the document again.
    until(
        lambda: (
            harness.server.sent("textDocument/didOpen")[-1]["textDocument"]["text"]
            == "by a command\n"
        ),
        "the server to be told of it",
    )
