"""Questions of a run: what is shown, which keys answer, who withdraws them."""

from typing import Any

import pytest
from tests.e2e.nvim.asking import PATCH, ask, shown
from tests.e2e.nvim.harness import Harness, set_up
from tests.support.fake_daemon import FakeDaemon
from tests.support.neovim import Neovim
from tests.support.table import table
from tests.support.until import until


@pytest.fixture
def harness(editor: Neovim, daemon: FakeDaemon, project: Any) -> Harness:
    """A harness whose questions take the cursor at once."""
    set_up(editor, daemon, confirm={"focus": True})
    return Harness(editor, daemon, project)


def test_an_edit_is_shown_as_a_patch(harness: Harness) -> None:
    ask(harness)
    lines = shown(harness, "edit one.py").split("\n")
    assert lines[0].startswith("[y] Allow once  [r] Allow for this run  [n/N] Deny (with reason)")
    assert lines[1] == '"Allow for this run" covers: all edits of files'
    assert lines[3:6] == ["edit one.py", "edits are asked about", ""]
    assert lines[6:] == PATCH.rstrip("\n").split("\n")[2:]  # the title names the file
    groups = harness.editor.lua(
        """
        local space = vim.api.nvim_create_namespace('architect.confirm')
        local marks = vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })
        return vim.tbl_map(function(mark) return mark[4].hl_group end, marks)
        """
    )
    assert groups[-2:] == ["ArchitectRemoved", "ArchitectAdded"]


def test_a_long_line_that_stays_does_not_hide_those_that_change(harness: Harness) -> None:
    long = "ü" * 5000
    patch = f"--- a/one.py\n+++ b/one.py\n@@ -1,2 +1,2 @@\n {long}\n-{long}\n+b\n"
    ask(harness, preview={"patch": patch})
    lines = shown(harness, "edit one.py").split("\n")
    assert lines[-4:] == ["@@ -1,2 +1,2 @@", f" {'ü' * 199}…", f"-{long}", "+b"]


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
    until(harness.editor.is_asking, "the question")
    harness.editor.keys(key)
    assert answer.result(20) == {"choice": choice}
    until(lambda: not harness.editor.float_text(), "the window to close")
    assert harness.editor.lua("return vim.api.nvim_buf_get_name(0)") == str(harness.one)


def test_the_keys_are_explained_without_leaving_the_question(harness: Harness) -> None:
    answer = ask(harness)
    until(harness.editor.is_asking, "the question")
    harness.editor.keys("?")
    lines = shown(harness, "[r] allows it for the rest of this run").split("\n")
    assert lines[0] == "[y] allows it this once"
    assert lines[3] == "[N] denies it with a reason, which the agent reads"
    harness.editor.keys("?")
    shown(harness, "[y] Allow once  [r] Allow for this run")
    assert harness.editor.in_float()
    harness.editor.keys("y")
    assert answer.result(20) == {"choice": "once"}


def test_a_denial_can_carry_a_note(harness: Harness) -> None:
    answer = ask(harness)
    until(harness.editor.is_asking, "the question")
    harness.editor.will_reply("use the other file")
    harness.editor.keys("N")
    assert answer.result(20) == {"choice": "deny", "note": "use the other file"}


def test_leaving_a_question_or_closing_its_window_answers_nothing(harness: Harness) -> None:
    answer = ask(harness)
    until(harness.editor.is_asking, "the question")
    harness.editor.keys("q")
    until(lambda: not harness.editor.in_float(), "the cursor to leave")
    assert shown(harness, "edit one.py")
    harness.editor.command("Architect answer")
    assert harness.editor.in_float()
    harness.editor.command("close")
    assert not answer.done()
    harness.editor.command("Architect answer")
    until(harness.editor.is_asking, "the question")
    harness.editor.keys("y")
    assert answer.result(20) == {"choice": "once"}


def test_only_what_is_offered_can_be_chosen(harness: Harness) -> None:
    answer = ask(harness, options=["once", "deny"])
    assert "Allow for this run" not in shown(harness, "edit one.py").split("\n")[0]
    harness.editor.command("Architect answer")
    until(harness.editor.is_asking, "the question")
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
        until(harness.editor.is_asking, "the question")
        harness.editor.keys(key)
        answer.result(20)
    assert [one.result()["choice"] for one in answers] == ["once", "deny", "run"]


def test_a_withdrawn_question_goes_away_and_the_next_one_comes(harness: Harness) -> None:
    ask(harness, "q1", title="question 1")
    second = ask(harness, "q2", title="question 2")
    shown(harness, "question 1")
    harness.server.notify("architect/confirm/resolved", {"requestId": "q1", "reason": "answered"})
    shown(harness, "question 2")
    until(harness.editor.is_asking, "the question")
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
    until(
        lambda: harness.editor.statusline() == "architect: waiting for your answer", "the question"
    )
    pending = {"requestId": "q7", "kind": "edit", "message": "?"}
    harness.daemon.commands["runs"] = lambda _: {"runs": [{"runId": "s1.1", "pending": pending}]}
    harness.daemon.commands["answer"] = lambda _: {"accepted": True}
    harness.editor.command("Architect answer run")
    assert harness.daemon.executed("answer") == {
        "runId": "s1.1",
        "requestId": "q7",
        "choice": "run",
    }


def test_what_lasts_is_picked_from_what_is_offered(harness: Harness) -> None:
    offers = ["exactly `pytest -q`", "every `pytest`"]
    options = ["once", "run", "project", "always", "deny", "stop"]
    answer = ask(harness, options=options, offers=offers)
    keys = shown(harness, "edit one.py").split("\n")[0]
    assert "[p/e] Always: project/everywhere" in keys
    until(harness.editor.is_asking, "the question")
    harness.editor.will_reply(2)
    harness.editor.keys("p")
    assert answer.result(20) == {"choice": "project", "offer": 1}
    assert harness.editor.asked == ["\n".join(["Always allow in this project:", *offers])]


def test_after_what_lasts_was_picked_no_key_is_waited_for(harness: Harness) -> None:
    editor = harness.editor
    editor.show_on_a_screen(60)
    plain = "vim.ui.select = dofile(vim.env.VIMRUNTIME .. '/lua/vim/ui.lua').select"
    editor.lua(f"require('architect.config').options.confirm.focus = false; {plain}")
    options = ["once", "run", "project", "always", "deny", "stop"]
    answer = ask(harness, options=options, offers=["every `pytest`", "every command"])
    shown(harness, "edit one.py")
    editor.command("Architect answer")
    until(editor.is_asking, "the question")
    editor.keys("p")
    until(lambda: editor.lua("return vim.fn.mode()") == "c", "the list")
    editor.keys("1<CR>")
    assert answer.result(20) == {"choice": "project", "offer": 0}
    assert not editor.is_blocked()


def _title_and_border(harness: Harness) -> list[str]:
    """Of the window of a question; nothing without one."""
    return harness.editor.lua(
        """
        for _, win in ipairs(vim.api.nvim_list_wins()) do
          local config = vim.api.nvim_win_get_config(win)
          if config.relative ~= '' then
            return { config.title[1][1], vim.wo[win].winhighlight:match('FloatBorder:(%w+)') }
          end
        end
        return {}
        """
    )


def test_the_window_shows_whether_it_has_the_cursor(harness: Harness) -> None:
    ask(harness)
    until(harness.editor.in_float, "the question")
    assert _title_and_border(harness) == [" Confirm ", "ArchitectFocus"]
    harness.editor.command("wincmd p")
    expected = [" Confirm · not focused · :Architect answer ", "ArchitectDim"]
    until(lambda: _title_and_border(harness) == expected, "dim")


def test_of_several_runs_the_one_that_asks_is_named(harness: Harness) -> None:
    harness.run("fix the header")
    started = {"agent": "build", "model": "m", "task": "fix the footer", "runId": "s2.1"}
    harness.event("run.started", 1, **started)
    ask(harness, runId="s2.1")
    until(harness.editor.in_float, "the question")
    assert _title_and_border(harness)[0] == " Confirm · fix the footer "
    harness.editor.command("wincmd p")
    way = "not focused · :Architect answer "
    whole, narrow = f" Confirm · fix the footer · {way}", f" Confirm · {way}"
    until(lambda: _title_and_border(harness)[0] == whole, "the run and the way to the question")
    harness.editor.command("set columns=50")
    until(lambda: _title_and_border(harness)[0] == narrow, "the way to the question alone")


@table("row", [1, 5, 10, 15, 22])
def test_a_question_on_a_small_screen_leaves_the_line_of_the_cursor_free(
    harness: Harness, row: int
) -> None:
    editor = harness.editor
    editor.lua("vim.o.columns, vim.o.lines = 60, 24")
    editor.lua("vim.api.nvim_buf_set_lines(0, 0, -1, true, vim.split(('x\\n'):rep(40), '\\n'))")
    editor.lua("vim.fn.cursor(..., 1)", row)
    answer = ask(harness, f"at {row}", preview={"patch": PATCH * 5})
    until(editor.is_asking, "the question")
    place = editor.lua("return vim.api.nvim_win_get_config(0)")
    covered = range(place["row"] + 1, place["row"] + place["height"] + 3)
    assert (row in covered, place["height"] >= 7) == (False, True)
    shown_keys = editor.float_text().split("\n")[:2]
    assert shown_keys == [
        "[y] Allow once  [r] Allow for this run",
        "[n/N] Deny (with reason)  [a] Stop run  [q] Decide later",
    ]
    editor.command("Architect answer deny")
    answer.result(20)


ASKED: dict[str, Any] = {
    "kind": "question",
    "title": "Which one?",
    "detail": "",
    "grant": "",
    "preview": {},
}
WORDS: dict[str, Any] = ASKED | {"options": ["once", "deny", "stop"], "answers": ["left", "right"]}


def test_a_question_of_the_model_is_answered_by_a_number(harness: Harness) -> None:
    answer = ask(harness, **WORDS)
    until(harness.editor.is_asking, "the question")
    text = shown(harness, "Which one?")
    assert _title_and_border(harness)[0] == " The agent asks "
    for part in ("[1] left", "[2] right", "Answer in your words", "Let the agent decide"):
        assert part in text
    harness.editor.keys("y")  # goes to the text, where it waits for a motion
    until(lambda: not harness.editor.in_float(), "the cursor to leave")
    harness.editor.keys("<Esc>")
    assert not answer.done()
    harness.editor.command("Architect answer")
    until(harness.editor.is_asking, "the question")
    harness.editor.keys("2")
    assert answer.result(20) == {"choice": "once", "note": "right"}


def test_a_question_of_the_model_is_answered_in_words(harness: Harness) -> None:
    harness.editor.lua("vim.ui.input = function(_, done) done('the middle') end")
    answer = ask(harness, **WORDS)
    until(harness.editor.is_asking, "the question")
    harness.editor.command("Architect answer once")
    assert answer.result(20) == {"choice": "once", "note": "the middle"}
    again = ask(harness, "q2", **WORDS)
    until(harness.editor.is_asking, "the question")
    harness.editor.command("Architect answer once the left one")
    assert again.result(20) == {"choice": "once", "note": "the left one"}
