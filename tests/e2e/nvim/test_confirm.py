"""Questions of a run: what is shown, which keys answer, who withdraws them."""

from concurrent.futures import Future
from typing import Any

import pytest
from tests.e2e.nvim.harness import Harness, set_up
from tests.support.fake_daemon import FakeDaemon
from tests.support.neovim import Neovim
from tests.support.until import until

PATCH = "--- a/one.py\n+++ b/one.py\n@@ -1,2 +1,2 @@\n-a = 1\n+a = 2\n b = 2\n"


@pytest.fixture
def harness(editor: Neovim, daemon: FakeDaemon, project: Any) -> Harness:
    """A harness whose questions take the cursor at once."""
    set_up(editor, daemon, confirm={"focus": True})
    return Harness(editor, daemon, project)


def ask(harness: Harness, request_id: str = "q1", **fields: Any) -> "Future[Any]":
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
    return harness.server.request("architect/confirm", params | fields)


def shown(harness: Harness, part: str) -> str:
    until(lambda: part in harness.editor.float_text(), f"a window with {part!r}")
    return harness.editor.float_text()


def test_an_edit_is_shown_as_a_patch(harness: Harness) -> None:
    ask(harness)
    lines = shown(harness, "edit one.py").split("\n")
    assert lines[0].startswith("[y] Allow once  [r] Allow for this run  [n/N] Deny (with reason)")
    assert lines[1] == '"Allow for this run" covers: all edits of files'
    assert lines[3:6] == ["edit one.py", "edits are asked about", ""]
    assert "\n".join(lines[6:]) == PATCH.rstrip("\n")
    groups = harness.editor.lua(
        """
        local space = vim.api.nvim_create_namespace('architect.confirm')
        local marks = vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })
        return vim.tbl_map(function(mark) return mark[4].hl_group end, marks)
        """
    )
    assert groups[-2:] == ["ArchitectRemoved", "ArchitectAdded"]


def test_a_command_is_shown_with_its_folder_and_the_reason(harness: Harness) -> None:
    preview = {"command": "rm -r build\nls", "cwd": "/home/u"}
    ask(harness, kind="command", title="run rm", detail="it deletes", preview=preview)
    text = shown(harness, "run rm")
    assert text.endswith("run rm\nit deletes\n\nin /home/u\nrm -r build\nls")


def test_the_workspace_root_is_not_named_as_a_folder(harness: Harness) -> None:
    ask(harness, kind="command", title="run ls", detail="", preview={"command": "ls", "cwd": "."})
    assert shown(harness, "run ls").endswith("run ls\n\nls")


@pytest.mark.parametrize(
    ("key", "choice"), [("y", "once"), ("r", "run"), ("n", "deny"), ("a", "stop")]
)
def test_a_key_answers_and_the_cursor_goes_back(harness: Harness, key: str, choice: str) -> None:
    answer = ask(harness)
    until(harness.editor.in_float, "the question")
    harness.editor.keys(key)
    assert answer.result(20) == {"choice": choice}
    until(lambda: not harness.editor.float_text(), "the window to close")
    assert harness.editor.lua("return vim.api.nvim_buf_get_name(0)") == str(harness.one)


def test_a_denial_can_carry_a_note(harness: Harness) -> None:
    answer = ask(harness)
    until(harness.editor.in_float, "the question")
    harness.editor.will_reply("use the other file")
    harness.editor.keys("N")
    assert answer.result(20) == {"choice": "deny", "note": "use the other file"}


def test_leaving_a_question_or_closing_its_window_answers_nothing(harness: Harness) -> None:
    answer = ask(harness)
    until(harness.editor.in_float, "the question")
    harness.editor.keys("q")
    until(lambda: not harness.editor.in_float(), "the cursor to leave")
    assert shown(harness, "edit one.py")
    harness.editor.command("Architect answer")
    assert harness.editor.in_float()
    harness.editor.command("close")
    assert not answer.done()
    harness.editor.command("Architect answer")
    harness.editor.keys("y")
    assert answer.result(20) == {"choice": "once"}


def test_only_what_is_offered_can_be_chosen(harness: Harness) -> None:
    answer = ask(harness, options=["once", "deny"])
    assert "Allow for this run" not in shown(harness, "edit one.py").split("\n")[0]
    until(harness.editor.in_float, "the question")
    harness.editor.keys("r")
    harness.editor.keys("y")
    assert answer.result(20) == {"choice": "once"}


def test_a_grant_that_is_not_offered_is_not_explained(harness: Harness) -> None:
    ask(harness, options=["once", "deny", "stop"])
    assert "covers" not in shown(harness, "edit one.py")


def test_questions_come_one_after_the_other(harness: Harness) -> None:
    answers = [ask(harness, f"q{number}", title=f"question {number}") for number in (1, 2, 3)]
    shown(harness, "question 1")
    until(
        lambda: harness.editor.lua("return require('architect.confirm').count()") == 3, "all three"
    )
    for number, (answer, key) in enumerate(zip(answers, "ynr", strict=True), start=1):
        shown(harness, f"question {number}")
        until(harness.editor.in_float, "the question")
        harness.editor.keys(key)
        answer.result(20)
    assert [one.result()["choice"] for one in answers] == ["once", "deny", "run"]


def test_a_withdrawn_question_goes_away_and_the_next_one_comes(harness: Harness) -> None:
    ask(harness, "q1", title="question 1")
    second = ask(harness, "q2", title="question 2")
    shown(harness, "question 1")
    harness.server.notify("architect/confirm/resolved", {"requestId": "q1", "reason": "answered"})
    shown(harness, "question 2")
    until(harness.editor.in_float, "the question")
    harness.editor.keys("y")
    assert second.result(20) == {"choice": "once"}


def test_a_confirmation_that_timed_out_is_reported(harness: Harness) -> None:
    ask(harness)
    shown(harness, "edit one.py")
    harness.server.notify("architect/confirm/resolved", {"requestId": "q1", "reason": "expired"})
    harness.editor.says("a confirmation timed out")
    until(lambda: not harness.editor.float_text(), "the window to close")


def test_the_end_of_the_run_takes_its_questions_away(harness: Harness) -> None:
    harness.run()
    ask(harness)
    shown(harness, "edit one.py")
    harness.event("run.state", 1, state="done", outcome="cancelled", position=0)
    until(lambda: not harness.editor.float_text(), "the window to close")
    assert harness.editor.statusline() == ""


def test_the_death_of_the_server_takes_its_questions_away(harness: Harness) -> None:
    ask(harness)
    shown(harness, "edit one.py")
    harness.server.kill()
    until(lambda: not harness.editor.float_text(), "the window to close")


def test_an_answer_can_be_typed_as_a_command(harness: Harness) -> None:
    answer = ask(harness)
    shown(harness, "edit one.py")
    harness.editor.command("Architect answer deny not in this file")
    assert answer.result(20) == {"choice": "deny", "note": "not in this file"}


def test_an_answer_without_a_window_goes_by_command(harness: Harness) -> None:
    harness.run()
    harness.event("run.state", 1, state="waiting", waitsFor="confirm", position=0)
    until(lambda: harness.editor.statusline() == "architect: waiting for approval", "the question")
    pending = {"requestId": "q7", "kind": "edit", "message": "?"}
    harness.daemon.commands["runs"] = lambda _: {"runs": [{"runId": "s1.1", "pending": pending}]}
    harness.daemon.commands["answer"] = lambda _: {"accepted": True}
    harness.editor.command("Architect answer run")
    assert harness.daemon.executed("answer") == {
        "runId": "s1.1",
        "requestId": "q7",
        "choice": "run",
    }


def test_a_question_never_takes_the_keys_of_somebody_who_types(
    editor: Neovim, daemon: FakeDaemon, project: Any
) -> None:
    set_up(editor, daemon)
    harness = Harness(editor, daemon, project)
    editor.keys("Oyes")
    until(lambda: "yes" in editor.text(harness.one), "the typed text")
    answer = ask(harness)
    shown(harness, "edit one.py")
    assert not editor.in_float()
    editor.keys("y<Esc>yy")
    until(lambda: "yesy" in editor.text(harness.one), "the text that was typed on")
    assert not answer.done()
    editor.says("edit one.py is waiting for your approval (:Architect answer)")
