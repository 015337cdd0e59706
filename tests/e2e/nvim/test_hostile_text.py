"""Text of a model must not steer the editor."""

from typing import Any

from tests.e2e.nvim.desk import Desk
from tests.support.until import until

HOSTILE = "%{execute('let g:owned=1')}%#Error#\x1b[31m\u202egnirts\x00 vim: set ft=owned:\n<CR>:q!"


def test_the_log_shows_control_characters_instead_of_sending_them(desk: Desk) -> None:
    desk.run()
    desk.event("model.delta", 1, text=HOSTILE)
    desk.event("budget.warned", 2, message=HOSTILE)
    log = "architect://log/s1.1"
    until(lambda: "budget" in desk.editor.buffer_text(log), "the log")
    text = desk.editor.buffer_text(log)
    assert "\\x1b[31m\\u202egnirts\\x00" in text
    assert not set(text) & set("\x1b\x00\u202e")
    assert text.count("\n") == 2


def test_a_question_shows_control_characters_too(desk: Desk) -> None:
    preview = {"command": f"echo {HOSTILE}", "cwd": "/tmp/\x1b[2J"}
    params = {"runId": "s1.1", "requestId": "q", "kind": "command", "title": HOSTILE}
    desk.server.request("architect/confirm", params | {"detail": HOSTILE, "preview": preview})
    until(desk.editor.float_text, "the question")
    assert not set(desk.editor.float_text()) & set("\x1b\x00\u202e")
    assert "in /tmp/\\x1b[2J" in desk.editor.float_text()


def test_the_status_line_evaluates_nothing_of_a_tool_or_state(desk: Desk) -> None:
    desk.run()
    desk.editor.command("set laststatus=2 statusline=%!v:lua.require'architect'.statusline()")
    decided = {"name": HOSTILE, "summary": HOSTILE, "allowed": True, "by": "x", "reason": ""}
    desk.event("tool.decided", 1, callId="c", **decided)
    until(lambda: "executelet" in desk.editor.statusline(), "the status line")
    assert "%" not in desk.editor.statusline()
    desk.editor.command("redrawstatus!")
    assert desk.editor.lua("return vim.g.owned") is None


def test_messages_are_one_line(desk: Desk) -> None:
    desk.server.notify("window/showMessage", {"type": 1, "message": HOSTILE})
    message = desk.editor.says("architect: %{execute")
    assert "\n" not in message
    assert "\x1b" not in message
    desk.editor.command("Architect messages")
    assert "vim: set ft=owned:" in desk.editor.text()
    assert desk.editor.lua("return vim.bo.filetype") == ""


def test_a_message_wider_than_the_screen_is_cut_and_kept(desk: Desk) -> None:
    desk.editor.lua("vim.o.columns = 80")
    desk.server.notify("window/showMessage", {"type": 3, "message": "x" * 500})
    assert len(desk.editor.says("architect: xxx")) < 80
    desk.editor.command("Architect messages")
    assert "x" * 500 in desk.editor.text()


def test_a_run_id_makes_no_file_name(desk: Desk) -> None:
    desk.daemon.commands["run"] = lambda _: {"runId": "../../x\n|q!", "state": "running"}
    desk.editor.command("Architect run x")
    until(lambda: "architect: running" in desk.editor.statusline(), "the run")
    names = desk.editor.lua(
        "return vim.tbl_map(vim.api.nvim_buf_get_name, vim.api.nvim_list_bufs())"
    )
    assert "architect://log/....xq" in names


def test_events_that_make_no_sense_are_dropped(desk: Desk) -> None:
    odd: list[Any] = [None, 1, [], {}, {"runId": 1, "type": "x"}, {"runId": "s1.1"}]
    for params in odd:
        desk.server.notify("architect/event", params)
    desk.event("tool.finished", 1, name=None, success=False, text=None)
    until(lambda: "failed" in desk.editor.buffer_text("architect://log/s1.1"), "the log")
    assert desk.editor.said == []
