"""Starting runs, watching them, cancelling, undoing, looking back."""

from typing import Any

from tests.e2e.nvim.desk import Desk
from tests.support.fake_daemon import Refusal
from tests.support.until import until

LOG = "architect://log/s1.1"


def test_a_run_without_a_range_is_about_the_file(desk: Desk) -> None:
    desk.run("rename a to b")
    assert desk.daemon.executed("run") == {"prompt": "rename a to b", "scope": {"uris": [desk.uri]}}


def test_a_run_on_selected_lines_carries_their_range(desk: Desk) -> None:
    desk.editor.keys("jVj:Architect run ++agent=plan ++dry say | what % this is<CR>")
    assert desk.daemon.executed("run") == {
        "prompt": "say | what % this is",
        "agent": "plan",
        "dryRun": True,
        "scope": {
            "uris": [desk.uri],
            "range": {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 5}},
        },
    }


def test_a_mapping_asks_for_the_prompt_and_keeps_the_selection(desk: Desk) -> None:
    desk.editor.lua("vim.keymap.set({ 'n', 'x' }, 'gA', '<Plug>(architect-run)')")
    desk.editor.will_reply("make it shorter")
    desk.editor.keys("VjgA")
    argument = desk.daemon.executed("run")
    assert argument["prompt"] == "make it shorter"
    assert argument["scope"]["range"]["end"] == {"line": 1, "character": 5}


def test_the_log_shows_the_run_as_it_happens(desk: Desk) -> None:
    desk.run()
    desk.event("run.started", 1, agent="build", model="recorded/demo", task="do it", dryRun=False)
    desk.event("step.started", 2, step=1)
    for piece in ("I look", " at it\nand", " mend it."):
        desk.event("model.delta", 2, text=piece)
    desk.event("model.replied", 3, step=1, text="I look at it\nand mend it.", calls=[])
    decided = {
        "name": "edit_file",
        "summary": "one.py",
        "allowed": True,
        "by": "user",
        "reason": "",
    }
    desk.event("tool.decided", 4, callId="c1", **decided)
    diff = "--- a/one.py\n+++ b/one.py\n@@ -1,2 +1,2 @@\n-a = 1\n+a = 2\n b = 2\n"
    desk.event("file.changed", 5, callId="c1", path="one.py", kind="modified", diff=diff)
    failure = {"name": "run_command", "success": False, "error": "exit", "text": "exit code 1\nbad"}
    desk.event("tool.finished", 6, step=1, callId="c2", **failure)
    ended = {"status": "success", "stopReason": "llm_done", "output": "done", "error": None}
    desk.event("run.finished", 7, **ended)
    until(lambda: "success (llm_done)" in desk.editor.buffer_text(LOG), "the end of the log")
    assert desk.editor.buffer_text(LOG).split("\n") == [
        "architect · build · recorded/demo",
        "do it",
        "I look at it",
        "and mend it.",
        "[1] edit_file one.py",
        "--- a/one.py",
        "+++ b/one.py",
        "@@ -1,2 +1,2 @@",
        "-a = 1",
        "+a = 2",
        " b = 2",
        "    run_command: exit code 1",
        "    | bad",
        "success (llm_done)",
    ]


def test_the_log_opens_below_and_leaves_the_cursor_where_it_is(desk: Desk) -> None:
    desk.run()
    windows = "return vim.tbl_map(function(win) return vim.fn.bufname(vim.fn.winbufnr(win)) end, \
        vim.api.nvim_tabpage_list_wins(0))"
    until(lambda: len(desk.editor.lua(windows)) == 2, "the window of the log")
    assert LOG in desk.editor.lua(windows)
    assert desk.editor.lua("return vim.api.nvim_buf_get_name(0)") == str(desk.one)


def test_a_reply_of_which_pieces_were_lost_is_shown_whole(desk: Desk) -> None:
    desk.run()
    desk.event("model.delta", 1, text="I look ")
    desk.event("model.delta", 1, text="it.")
    desk.event("model.replied", 2, step=1, text="I look at it.", calls=[])
    until(lambda: desk.editor.buffer_text(LOG) == "I look at it.", "the whole reply")


def test_an_event_that_comes_twice_is_shown_once(desk: Desk) -> None:
    desk.run()
    for _ in range(2):
        desk.event("budget.warned", 1, message="half of the budget is used")
    desk.event("net.hit", 2, reason="max_steps", message="20 steps")
    until(lambda: "stopping: 20 steps" in desk.editor.buffer_text(LOG), "the second event")
    assert desk.editor.buffer_text(LOG).count("budget:") == 1


def test_the_status_line_says_what_goes_on(desk: Desk) -> None:
    assert desk.editor.statusline() == ""
    desk.run()
    until(lambda: desk.editor.statusline() == "architect: running", "the run")
    desk.event("step.started", 1, step=3)
    until(lambda: desk.editor.statusline() == "architect: running step 3", "the step")
    decided = {"name": "edit_file", "summary": "x", "allowed": True, "by": "policy", "reason": ""}
    desk.event("tool.decided", 2, callId="c", **decided)
    until(lambda: desk.editor.statusline() == "architect: step 3 edit_file", "the tool")
    desk.event("run.state", 3, state="waiting", waitsFor="confirm", position=0)
    until(lambda: desk.editor.statusline() == "architect: asks", "the question")
    desk.event("run.state", 4, state="done", outcome="completed", position=0)
    until(lambda: desk.editor.statusline() == "", "the end")
    desk.editor.says("the run is completed, 0 files changed")


def test_a_queued_run_says_so(desk: Desk) -> None:
    answer = {"runId": "s2.1", "state": "queued", "position": 2}
    desk.daemon.commands["run"] = lambda _: answer
    desk.editor.command("Architect run later")
    desk.editor.says("queued at place 2")
    assert desk.editor.statusline() == "architect: queued"


def test_a_run_that_fails_points_to_the_log(desk: Desk) -> None:
    desk.run()
    desk.event("run.state", 1, state="done", outcome="failed", error="no key", position=0)
    desk.editor.says("the run is failed, 0 files changed; :Architect log shows why")
    assert "failed: no key" in desk.editor.buffer_text(LOG)


def test_cancelling_is_about_the_run_that_goes_on(desk: Desk) -> None:
    desk.run()
    until(lambda: desk.editor.statusline() == "architect: running", "the run")
    desk.daemon.commands["cancel"] = lambda _: {"runId": "s1.1", "state": "cancelling"}
    desk.editor.command("Architect cancel")
    assert desk.daemon.executed("cancel")["runId"] == "s1.1"
    until(lambda: desk.editor.statusline() == "architect: stopping", "the end to come")


def test_cancelling_nothing_is_said(desk: Desk) -> None:
    desk.editor.command("Architect cancel")
    desk.editor.says("there is no such run")


def _changed_run(desk: Desk) -> None:
    desk.run()
    desk.event("file.changed", 1, callId="c", path="one.py", kind="modified", diff="")
    desk.event("run.state", 2, state="done", outcome="completed", position=0)
    desk.editor.says("the run is completed, 1 file changed")


def test_undo_takes_back_the_last_run_that_changed_something(desk: Desk) -> None:
    _changed_run(desk)
    answer = {"runId": "s1.2", "reverted": ["one.py"], "conflicts": []}
    desk.daemon.commands["undo"] = lambda _: answer
    desk.editor.command("Architect undo")
    assert desk.daemon.executed("undo") == {"runId": "s1.1"}
    desk.editor.says("undone in 1 file; :Architect undo s1.2 takes that back")
    desk.editor.command("Architect undo")
    desk.editor.says("there is no such run")


def test_undo_names_what_it_left_alone(desk: Desk) -> None:
    _changed_run(desk)
    conflicts = [{"path": "two.py", "reason": "changed since"}]
    desk.daemon.commands["undo"] = lambda _: {"reverted": ["one.py"], "conflicts": conflicts}
    desk.editor.command("Architect undo s1.1")
    desk.editor.says("left alone, changed since: two.py (changed since)")


def test_the_diff_of_a_run_opens_in_a_tab(desk: Desk) -> None:
    _changed_run(desk)
    patch = "--- a/one.py\n+++ b/one.py\n@@ -1,2 +1,2 @@\n-a = 1\n+a = 2\n b = 2\n"
    desk.daemon.commands["diff"] = lambda _: {"patch": patch, "uri": "architect:/diff/s1.1"}
    desk.editor.command("Architect diff")
    until(lambda: desk.editor.lua("return vim.fn.tabpagenr('$')") == 2, "the tab")
    assert desk.editor.text() == patch.rstrip("\n")
    assert desk.editor.lua("return vim.bo.syntax") == "diff"


def test_the_log_of_a_run_from_before_is_read_from_the_server(desk: Desk) -> None:
    def events(argument: dict[str, Any]) -> Any:
        head = {"runId": "old.1", "ts": ""}
        all_events = [
            head | {"seq": 1, "type": "budget.warned", "message": "first"},
            head | {"seq": 2, "type": "budget.warned", "message": "second"},
        ]
        found = [one for one in all_events if one["seq"] > argument["after"]][:1]
        return {"events": found, "next": argument["after"] + 1, "done": not found}

    desk.daemon.commands["events"] = events
    desk.editor.command("Architect log old.1")
    log = "architect://log/old.1"
    until(lambda: "second" in desk.editor.buffer_text(log), "the second page")
    assert desk.editor.buffer_text(log) == "budget: first\nbudget: second"


def _one_session(desk: Desk) -> None:
    session: dict[str, Any] = {"sessionId": "s9", "task": "mend the footer"}
    session |= {"status": "interrupted", "startedAt": "2026-01-02T03:04:05+00:00"}
    session |= {"filesChanged": ["a", "b"]}
    desk.daemon.commands["sessions"] = lambda _: {"sessions": [session]}


def test_a_session_can_be_gone_on_with(desk: Desk) -> None:
    _one_session(desk)
    desk.daemon.commands["resume"] = lambda _: {"runId": "s9.2", "state": "running", "position": 0}
    desk.editor.will_reply(1, 1, "and now the header")
    desk.editor.command("Architect sessions")
    assert desk.daemon.executed("resume") == {"sessionId": "s9", "prompt": "and now the header"}
    assert "2026-01-02 03:04  interrupted  2 files  mend the footer" in desk.editor.asked[0]


def test_the_last_run_of_a_session_can_be_taken_back(desk: Desk) -> None:
    _one_session(desk)
    run = {"runId": "s9.1", "state": "done", "outcome": "interrupted", "filesChanged": ["a"]}
    desk.daemon.commands["runs"] = lambda _: {"runs": [run]}
    desk.daemon.commands["undo"] = lambda _: {"reverted": ["a"], "conflicts": []}
    desk.editor.will_reply(1, 4)
    desk.editor.command("Architect sessions")
    assert desk.daemon.executed("undo") == {"runId": "s9.1"}
    assert desk.daemon.executed("runs") == {"runId": "s9"}
    assert "Take back what it changed" in desk.editor.asked[1]


def test_an_error_of_the_server_is_one_line(desk: Desk) -> None:
    def busy(_: Any) -> Any:
        raise Refusal(-32010, "8 runs wait already;\ncancel one of them")

    desk.daemon.commands["run"] = busy
    desk.editor.command("Architect run x")
    desk.editor.says("architect: 8 runs wait already; / cancel one of them")


def test_a_command_that_the_server_lacks_is_named(desk: Desk) -> None:
    desk.editor.command("Architect stop")
    desk.server.expect("exit")
    desk.daemon.without("undo")
    desk.editor.command("Architect restart")
    desk.daemon.connected(2)
    desk.editor.command("Architect undo s1.1")
    desk.editor.says("this server has no command architect.undo")


def test_an_unknown_subcommand_lists_the_known_ones(desk: Desk) -> None:
    desk.editor.command("Architect dance")
    assert "answer, cancel, diff" in desk.editor.says('there is no command "dance"')


def test_subcommands_and_their_words_are_completed(desk: Desk) -> None:
    complete = "return vim.fn.getcompletion(..., 'cmdline')"
    assert desk.editor.lua(complete, "Architect re") == ["restart", "review"]
    assert desk.editor.lua(complete, "Architect answer ") == ["once", "run", "deny", "stop"]
    assert desk.editor.lua(complete, "'<,'>Architect review s") == ["selection"]
    assert "++agent=" in desk.editor.lua(complete, "Architect run ++")
    desk.run()
    until(lambda: desk.editor.statusline() == "architect: running", "the run")
    assert desk.editor.lua(complete, "Architect cancel ") == ["s1.1"]
