"""Questions of a run: what is shown, which keys answer, who withdraws them."""

from concurrent.futures import Future
from typing import Any

import pytest
from tests.e2e.nvim.desk import Desk, set_up
from tests.support.fake_daemon import FakeDaemon
from tests.support.neovim import Neovim
from tests.support.until import until

PATCH = "--- a/one.py\n+++ b/one.py\n@@ -1,2 +1,2 @@\n-a = 1\n+a = 2\n b = 2\n"


@pytest.fixture
def desk(editor: Neovim, daemon: FakeDaemon, project: Any) -> Desk:
    """A desk whose questions take the cursor at once."""
    set_up(editor, daemon, confirm={"focus": True})
    return Desk(editor, daemon, project)


def ask(desk: Desk, request_id: str = "q1", **fields: Any) -> "Future[Any]":
    params: dict[str, Any] = {
        "runId": "s1.1",
        "requestId": request_id,
        "kind": "edit",
        "title": "edit one.py",
        "detail": "edits are asked about",
        "grant": "all edits of files",
        "preview": {"patch": PATCH},
        "options": ["once", "run", "deny", "stop"],
        "default": "deny",
        "expiresAt": "2026-01-01T00:10:00+00:00",
    }
    return desk.server.request("architect/confirm", params | fields)


def shown(desk: Desk, part: str) -> str:
    until(lambda: part in desk.editor.float_text(), f"a window with {part!r}")
    return desk.editor.float_text()


def test_an_edit_is_shown_as_a_patch(desk: Desk) -> None:
    ask(desk)
    lines = shown(desk, "edit one.py").split("\n")
    assert lines[0].startswith("[y] allow once  [r] allow for this run  [n/N] deny (with a note)")
    assert lines[1] == "for this run means: all edits of files"
    assert lines[3:6] == ["edit one.py", "edits are asked about", ""]
    assert "\n".join(lines[6:]) == PATCH.rstrip("\n")
    groups = desk.editor.lua(
        """
        local space = vim.api.nvim_create_namespace('architect.confirm')
        local marks = vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })
        return vim.tbl_map(function(mark) return mark[4].hl_group end, marks)
        """
    )
    assert groups[-2:] == ["ArchitectRemoved", "ArchitectAdded"]


def test_a_command_is_shown_with_its_folder_and_the_reason(desk: Desk) -> None:
    preview = {"command": "rm -r build\nls", "cwd": "/home/u"}
    ask(desk, kind="command", title="run rm", detail="it deletes", preview=preview)
    text = shown(desk, "run rm")
    assert text.endswith("run rm\nit deletes\n\nin /home/u\nrm -r build\nls")


@pytest.mark.parametrize(
    ("key", "choice"), [("y", "once"), ("r", "run"), ("n", "deny"), ("a", "stop")]
)
def test_a_key_answers_and_the_cursor_goes_back(desk: Desk, key: str, choice: str) -> None:
    answer = ask(desk)
    until(desk.editor.in_float, "the question")
    desk.editor.keys(key)
    assert answer.result(20) == {"choice": choice}
    until(lambda: not desk.editor.float_text(), "the window to close")
    assert desk.editor.lua("return vim.api.nvim_buf_get_name(0)") == str(desk.one)


def test_a_denial_can_carry_a_note(desk: Desk) -> None:
    answer = ask(desk)
    until(desk.editor.in_float, "the question")
    desk.editor.will_reply("use the other file")
    desk.editor.keys("N")
    assert answer.result(20) == {"choice": "deny", "note": "use the other file"}


def test_leaving_a_question_or_closing_its_window_answers_nothing(desk: Desk) -> None:
    answer = ask(desk)
    until(desk.editor.in_float, "the question")
    desk.editor.keys("q")
    until(lambda: not desk.editor.in_float(), "the cursor to leave")
    assert shown(desk, "edit one.py")
    desk.editor.command("Architect answer")
    assert desk.editor.in_float()
    desk.editor.command("close")
    assert not answer.done()
    desk.editor.command("Architect answer")
    desk.editor.keys("y")
    assert answer.result(20) == {"choice": "once"}


def test_only_what_is_offered_can_be_chosen(desk: Desk) -> None:
    answer = ask(desk, options=["once", "deny"])
    assert "allow for this run" not in shown(desk, "edit one.py").split("\n")[0]
    until(desk.editor.in_float, "the question")
    desk.editor.keys("r")
    desk.editor.keys("y")
    assert answer.result(20) == {"choice": "once"}


def test_questions_come_one_after_the_other(desk: Desk) -> None:
    answers = [ask(desk, f"q{number}", title=f"question {number}") for number in (1, 2, 3)]
    shown(desk, "question 1")
    until(lambda: desk.editor.lua("return require('architect.confirm').count()") == 3, "all three")
    for number, (answer, key) in enumerate(zip(answers, "ynr", strict=True), start=1):
        shown(desk, f"question {number}")
        until(desk.editor.in_float, "the question")
        desk.editor.keys(key)
        answer.result(20)
    assert [one.result()["choice"] for one in answers] == ["once", "deny", "run"]


def test_a_withdrawn_question_goes_away_and_the_next_one_comes(desk: Desk) -> None:
    ask(desk, "q1", title="question 1")
    second = ask(desk, "q2", title="question 2")
    shown(desk, "question 1")
    desk.server.notify("architect/confirm/resolved", {"requestId": "q1", "reason": "answered"})
    shown(desk, "question 2")
    until(desk.editor.in_float, "the question")
    desk.editor.keys("y")
    assert second.result(20) == {"choice": "once"}


def test_a_question_nobody_answered_is_told(desk: Desk) -> None:
    ask(desk)
    shown(desk, "edit one.py")
    desk.server.notify("architect/confirm/resolved", {"requestId": "q1", "reason": "expired"})
    desk.editor.says("a question was not answered in time")
    until(lambda: not desk.editor.float_text(), "the window to close")


def test_the_end_of_the_run_takes_its_questions_away(desk: Desk) -> None:
    desk.run()
    ask(desk)
    shown(desk, "edit one.py")
    desk.event("run.state", 1, state="done", outcome="cancelled", position=0)
    until(lambda: not desk.editor.float_text(), "the window to close")
    assert desk.editor.statusline() == ""


def test_the_death_of_the_server_takes_its_questions_away(desk: Desk) -> None:
    ask(desk)
    shown(desk, "edit one.py")
    desk.server.kill()
    until(lambda: not desk.editor.float_text(), "the window to close")


def test_an_answer_can_be_typed_as_a_command(desk: Desk) -> None:
    answer = ask(desk)
    shown(desk, "edit one.py")
    desk.editor.command("Architect answer deny not in this file")
    assert answer.result(20) == {"choice": "deny", "note": "not in this file"}


def test_an_answer_without_a_window_goes_by_command(desk: Desk) -> None:
    desk.run()
    desk.event("run.state", 1, state="waiting", waitsFor="confirm", position=0)
    until(lambda: desk.editor.statusline() == "architect: asks", "the question")
    pending = {"requestId": "q7", "kind": "edit", "message": "?"}
    desk.daemon.commands["runs"] = lambda _: {"runs": [{"runId": "s1.1", "pending": pending}]}
    desk.daemon.commands["answer"] = lambda _: {"accepted": True}
    desk.editor.command("Architect answer run")
    assert desk.daemon.executed("answer") == {
        "runId": "s1.1",
        "requestId": "q7",
        "choice": "run",
    }


def test_a_question_never_takes_the_keys_of_somebody_who_types(
    editor: Neovim, daemon: FakeDaemon, project: Any
) -> None:
    set_up(editor, daemon)
    desk = Desk(editor, daemon, project)
    editor.keys("Oyes")
    until(lambda: "yes" in editor.text(desk.one), "the typed text")
    answer = ask(desk)
    shown(desk, "edit one.py")
    assert not editor.in_float()
    editor.keys("y<Esc>yy")
    until(lambda: "yesy" in editor.text(desk.one), "the text that was typed on")
    assert not answer.done()
    editor.says("edit one.py (:Architect answer)")
