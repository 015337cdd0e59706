"""Text of a model must not steer the editor."""

from typing import Any

import pytest
from tests.e2e.nvim.harness import Harness
from tests.support.until import until

from architect.domain.escape_controls import escape_controls

HOSTILE = "%{execute('let g:owned=1')}%#Error#\x1b[31m\u202egnirts\x00 vim: set ft=owned:\n<CR>:q!"


def test_the_log_shows_control_characters_instead_of_sending_them(harness: Harness) -> None:
    harness.run()
    harness.event("model.delta", 1, text=HOSTILE)
    harness.event("budget.warned", 2, message=HOSTILE)
    log = "architect://log/s1.1"
    until(lambda: "budget" in harness.editor.buffer_text(log), "the log")
    text = harness.editor.buffer_text(log)
    assert "\\x1b[31m\\u202egnirts\\x00" in text
    assert not set(text) & set("\x1b\x00\u202e")
    assert text.count("\n") == 2


def test_what_steers_or_hides_is_escaped_as_the_server_does(harness: Harness) -> None:
    hidden = "\x00\x1b\x7f\x9b\u061c\u200b\u200e\u2028\u202e\u2060\u2066\ufeff"
    hidden += "\xad\u034f\u115f\u1160\u180e\u2029\u206f\u3164\uffa0\ufff9\ufffb"
    tags = "\U000e0041\U000e007f\U000e0080\U000e0100\U000e01ef\U000e01f0"
    text = f"{hidden}{tags}|می\u200cخواهم 👩\u200d💻 e\ufe0f ca\u0301fé 日本語\tend"
    escape = "return require('architect.text').escape_controls(...)"
    assert harness.editor.lua(escape, text) == escape_controls(text)


def test_a_question_shows_control_characters_too(harness: Harness) -> None:
    preview = {"command": f"echo {HOSTILE}", "cwd": "/tmp/\x1b[2J"}
    params = {"runId": "s1.1", "requestId": "q", "kind": "command", "title": HOSTILE}
    harness.server.request("architect/confirm", params | {"detail": HOSTILE, "preview": preview})
    until(harness.editor.float_text, "the question")
    assert not set(harness.editor.float_text()) & set("\x1b\x00\u202e")
    assert "in /tmp/\\x1b[2J" in harness.editor.float_text()


def test_the_status_line_evaluates_nothing_of_a_tool_or_state(harness: Harness) -> None:
    harness.run()
    harness.editor.command("set laststatus=2 statusline=%!v:lua.require'architect'.statusline()")
    decided = {"name": HOSTILE, "summary": HOSTILE, "allowed": True, "by": "x", "reason": ""}
    harness.event("tool.decided", 1, callId="c", **decided)
    until(lambda: "executelet" in harness.editor.statusline(), "the status line")
    assert "%" not in harness.editor.statusline()
    harness.editor.command("redrawstatus!")
    assert harness.editor.lua("return vim.g.owned") is None


def test_messages_are_one_line(harness: Harness) -> None:
    harness.server.notify("window/showMessage", {"type": 1, "message": HOSTILE})
    message = harness.editor.says("architect: %{execute")
    assert "\n" not in message
    assert "\x1b" not in message
    harness.editor.command("Architect messages")
    assert "vim: set ft=owned:" in harness.editor.text()
    assert harness.editor.lua("return vim.bo.filetype") == ""


def test_a_message_wider_than_the_screen_is_shown_whole_without_a_prompt(harness: Harness) -> None:
    message = {"type": 3, "message": "x" * 500}
    harness.server.notify("window/showMessage", message)
    assert "x" * 500 in harness.editor.says("architect: xxx")
    # Neovim's own, which asks for Enter where a message does not fit.
    harness.editor.show_on_a_screen(80)
    harness.server.notify("window/showMessage", message)
    until(lambda: "x" * 500 in harness.editor.float_text(), "the window with all of it")
    assert not harness.editor.in_float()
    assert not harness.editor.is_blocked()
    harness.server.notify("window/showMessage", {"type": 3, "message": "newer"})
    until(lambda: not harness.editor.float_text(), "the window to make room for what is newer")
    for words in (28, 30, 32):
        command = f"{words} {'w ' * words}(:Architect undo 7)"
        harness.server.notify("window/showMessage", {"type": 3, "message": command})
        until(lambda told=f"{words} w": told in harness.editor.float_text(), "the message")
        assert "\n(:Architect undo 7)" in harness.editor.float_text()


@pytest.mark.parametrize("columns", [30, 60, 80, 200])
def test_no_message_asks_for_enter_however_wide_the_screen_is(
    harness: Harness, columns: int
) -> None:
    harness.editor.show_on_a_screen(columns)
    history = "return #require('architect.notify').history()"
    for length in range(max(columns - 34, 1), columns):
        harness.server.notify("window/showMessage", {"type": 3, "message": "x" * length})
        seen = length - max(columns - 34, 1) + 1
        until(
            lambda seen=seen: harness.editor.is_blocked() or harness.editor.lua(history) == seen,
            "the message",
        )
        assert not harness.editor.is_blocked(), f"{length} characters on {columns} columns"


def test_a_run_id_makes_no_file_name(harness: Harness) -> None:
    harness.daemon.commands["run"] = lambda _: {"runId": "../../x\n|q!", "state": "running"}
    harness.editor.command("Architect run x")
    until(lambda: "architect: running" in harness.editor.statusline(), "the run")
    names = harness.editor.lua(
        "return vim.tbl_map(vim.api.nvim_buf_get_name, vim.api.nvim_list_bufs())"
    )
    assert "architect://log/....xq" in names


def test_events_that_make_no_sense_are_dropped(harness: Harness) -> None:
    odd: list[Any] = [None, 1, [], {}, {"runId": 1, "type": "x"}, {"runId": "s1.1"}]
    for params in odd:
        harness.server.notify("architect/event", params)
    harness.event("tool.finished", 1, name=None, success=False, text=None)
    until(lambda: "failed" in harness.editor.buffer_text("architect://log/s1.1"), "the log")
    assert harness.editor.said == []
