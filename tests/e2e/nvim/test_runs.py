"""Starting runs, watching them, cancelling, undoing, looking back."""

from typing import Any

from tests.e2e.nvim.harness import Harness
from tests.support.fake_daemon import Refusal
from tests.support.until import until

LOG = "architect://log/s1.1"


def test_a_run_without_a_range_is_about_the_file(harness: Harness) -> None:
    harness.run("rename a to b")
    assert harness.daemon.executed("run") == {
        "prompt": "rename a to b",
        "scope": {"uris": [harness.uri]},
    }


def test_a_run_on_selected_lines_carries_their_range(harness: Harness) -> None:
    harness.editor.keys(
        "jVj:Architect run ++agent=plan ++reasoning=high ++dry ++auto-review"
        " say | what % this is<CR>"
    )
    assert harness.daemon.executed("run") == {
        "prompt": "say | what % this is",
        "agent": "plan",
        "reasoning": "high",
        "dryRun": True,
        "autoReview": True,
        "scope": {
            "uris": [harness.uri],
            "range": {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 5}},
        },
    }


def test_a_mapping_asks_for_the_prompt_and_keeps_the_selection(harness: Harness) -> None:
    harness.editor.lua("vim.keymap.set({ 'n', 'x' }, 'gA', '<Plug>(architect-run)')")
    harness.editor.will_reply("make it shorter")
    harness.editor.keys("VjgA")
    argument = harness.daemon.executed("run")
    assert argument["prompt"] == "make it shorter"
    assert argument["scope"]["range"]["end"] == {"line": 1, "character": 5}


def test_the_bar_above_a_log_says_what_its_run_does_and_what_stops_it(harness: Harness) -> None:
    code = """
    local win = vim.fn.bufwinid(...)
    if win < 0 then return '' end
    return vim.api.nvim_eval_statusline(vim.wo[win].winbar, { winid = win, use_winbar = true }).str
    """

    def bar() -> str:
        return harness.editor.lua(code, LOG)

    harness.run()
    harness.event("step.started", 1, step=1)
    until(lambda: bar() == " running step 1 (:Architect cancel stops)", "what it does")
    harness.event("run.finished", 2, status="success", stopReason="llm_done")
    harness.event("run.state", 3, state="done")
    until(lambda: bar() == " q closes this", "its end")


def test_the_log_shows_the_run_as_it_happens(harness: Harness) -> None:
    harness.run()
    harness.event(
        "run.started", 1, agent="build", model="recorded/demo", task="do it", dryRun=False
    )
    harness.event("step.started", 2, step=1)
    for piece in ("I look", " at it\nand", " fix it."):
        harness.event("model.delta", 2, text=piece)
    usage = {"inputTokens": 12_450, "cachedTokens": 10_333, "outputTokens": 320}
    whole = "I look at it\nand fix it."
    harness.event("model.replied", 3, step=1, text=whole, usage=usage, costUsd=0.0042)
    decided = {
        "name": "edit_file",
        "summary": "one.py",
        "allowed": True,
        "by": "user",
        "reason": "",
    }
    harness.event("tool.decided", 4, callId="c1", **decided)
    diff = "--- a/one.py\n+++ b/one.py\n@@ -1,2 +1,2 @@\n-a = 1\n+a = 2\n b = 2\n"
    harness.event("file.changed", 5, callId="c1", path="one.py", kind="modified", diff=diff)
    by_command = {"path": "two.py", "kind": "created", "diff": "+c\n", "byCommand": True}
    harness.event("file.changed", 6, callId="c2", **by_command)
    lost = {"reason": "binary", "paths": ["a.png", "b", "c", "d"], "count": 9}
    harness.event("changes.not_recorded", 7, callId="c2", **lost)
    harness.event("changes.not_recorded", 8, callId="c2", reason="broken", paths=[], count=0)
    failure = {"name": "run_command", "success": False, "error": "exit", "text": "exit code 1\nbad"}
    harness.event("tool.finished", 9, step=1, callId="c2", **failure)
    result = "exit code: 0\n[stdout]\n...\n2 passed in 0.1s\n\n[stderr]\na warning"
    passed = {"name": "run_command", "success": True, "text": result, "durationS": 0.584}
    harness.event("tool.finished", 10, step=1, callId="c3", **passed)
    ended = {"status": "success", "stopReason": "llm_done", "output": "done", "error": None}
    harness.event("run.finished", 11, **ended)
    until(lambda: "Completed" in harness.editor.buffer_text(LOG), "the end of the log")
    ending = {"words": "Done, but the last test command failed", "tone": "warning"}
    ended = {"state": "done", "outcome": "completed", "position": 0, "ending": ending}
    harness.event("run.state", 12, **ended)
    harness.editor.says("Done, but the last test command failed, 2 files changed; see :Architect")
    assert harness.editor.buffer_text(LOG).split("\n") == [
        "architect · build · recorded/demo",
        "do it",
        "I look at it",
        "and fix it.",
        "[1] edit_file one.py",
        "--- a/one.py",
        "+++ b/one.py",
        "@@ -1,2 +1,2 @@",
        "-a = 1",
        "+a = 2",
        " b = 2",
        "    created two.py by a command",
        "+c",
        "undo does not cover 9 changed files: binary (a.png, b, c, ...)",
        "undo does not cover this command: broken",
        "    run_command: exit code 1",
        "    | bad",
        "    run_command ok · 0.58 s · 2 passed in 0.1s",
        "Done, but the last test command failed",
        "$0.0042 (12450 in, 82 % cached / 320 out)",
    ]


def test_the_log_opens_below_and_leaves_the_cursor_where_it_is(harness: Harness) -> None:
    harness.run()
    windows = "return vim.tbl_map(function(win) return vim.fn.bufname(vim.fn.winbufnr(win)) end, \
        vim.api.nvim_tabpage_list_wins(0))"
    until(lambda: len(harness.editor.lua(windows)) == 2, "the window of the log")
    assert LOG in harness.editor.lua(windows)
    assert harness.editor.lua("return vim.api.nvim_buf_get_name(0)") == str(harness.one)


def test_a_reply_of_which_pieces_were_lost_is_shown_whole(harness: Harness) -> None:
    harness.run()
    harness.event("model.delta", 1, text="I look ")
    harness.event("model.delta", 1, text="it.")
    harness.event("model.replied", 2, step=1, text="I look at it.", calls=[])
    until(lambda: harness.editor.buffer_text(LOG) == "I look at it.", "the whole reply")


def test_the_log_says_what_became_worse(harness: Harness) -> None:
    harness.run()
    change = {"kind": "complex", "path": "a.py", "line": 3, "name": "f", "before": 9, "after": 12}
    harness.event("health.measured", 1, worse=[change], worseCount=1, betterCount=2, problem="")
    harness.event("health.measured", 2, worseCount=0, betterCount=0, problem="no tools")
    lines = [
        "health of the code: 1 worse, 2 better",
        "    a.py:3 f: complexity 12 (was 9)",
        "health of the code not measured: no tools",
    ]
    until(lambda: harness.editor.buffer_text(LOG).split("\n") == lines, "all of it")


def test_the_end_names_the_models_if_several_replied(harness: Harness) -> None:
    harness.run()
    harness.event("run.started", 1, agent="build", model="a/one", task="do it", dryRun=False)
    harness.event("model.replied", 2, text="", calls=[], model="a/one")
    harness.event("model.switched", 3, before="a/one", model="b/two", reason="gone")
    harness.event("model.replied", 4, text="Done.", calls=[], model="b/two")
    ended = {"status": "success", "stopReason": "llm_done", "output": "Done.", "error": None}
    harness.event("run.finished", 5, **ended)
    told = "Completed\nmodels: a/one, b/two"
    until(lambda: told in harness.editor.buffer_text(LOG), "both models")


def test_what_the_model_thinks_is_folded_above_its_reply(harness: Harness) -> None:
    harness.run()
    harness.event("run.started", 1, agent="build", model="m", task="do it", dryRun=False)
    for piece in ("\n", "First\nI ", "look."):
        harness.event("model.reasoning", 1, text=piece)
    thinking = ["architect · build · m", "do it", "thinking…", "  │ First", "  │ I look."]
    until(lambda: harness.editor.buffer_text(LOG).split("\n") == thinking, "the thought")
    folded = "return vim.api.nvim_win_call(vim.fn.bufwinid(...), \
        function() return vim.tbl_map(vim.fn.foldclosed, { 2, 3, 5 }) end)"
    assert harness.editor.lua(folded, LOG) == [-1, 3, 3]

    harness.event("model.delta", 1, text="It is ")
    harness.event("model.reasoning", 1, text="\nOr not?")
    whole = "First\nI look.\nOr is it?"
    harness.event("model.replied", 2, text="It is fine.", reasoning=whole, reasoningS=3.2)
    harness.event("model.replied", 3, text="Done.", reasoning="of a run of the past", calls=[])
    after = [
        *["architect · build · m", "do it", "thought for 3.2 s, 3 lines"],
        *["  │ First", "  │ I look.", "  │ Or is it?", "It is fine."],
        *["thought, 1 line", "  │ of a run of the past", "Done."],
    ]
    until(lambda: harness.editor.buffer_text(LOG).split("\n") == after, "both replies")
    levels = "return vim.api.nvim_win_call(vim.fn.bufwinid(...), \
        function() return vim.tbl_map(vim.fn.foldlevel, vim.fn.range(1, 10)) end)"
    assert harness.editor.lua(levels, LOG) == [0, 0, 1, 1, 1, 1, 0, 1, 1, 0]


def test_an_event_that_comes_twice_is_shown_once(harness: Harness) -> None:
    harness.run()
    for _ in range(2):
        harness.event("budget.warned", 1, message="half of the budget is used")
    harness.event("net.hit", 2, reason="max_steps", message="20 steps")
    until(lambda: "stopping: 20 steps" in harness.editor.buffer_text(LOG), "the second event")
    assert harness.editor.buffer_text(LOG).count("budget:") == 1


def test_the_status_line_shows_the_activity(harness: Harness) -> None:
    assert harness.editor.statusline() == ""
    harness.run()
    until(lambda: harness.editor.statusline() == "architect: running", "the run")
    harness.event("step.started", 1, step=3)
    until(lambda: harness.editor.statusline() == "architect: running step 3", "the step")
    decided = {"name": "edit_file", "summary": "x", "allowed": True, "by": "policy", "reason": ""}
    harness.event("tool.decided", 2, callId="c", **decided)
    until(lambda: harness.editor.statusline() == "architect: step 3 edit_file", "the tool")
    harness.event("model.requested", 3, step=4, contextPercent=12)
    shown = "architect: step 3 edit_file · context 12 %"
    until(lambda: harness.editor.statusline() == shown, "the context")
    harness.event("run.state", 4, state="waiting", waitsFor="confirm", position=0)
    until(
        lambda: harness.editor.statusline() == "architect: waiting for your answer", "the question"
    )
    harness.event("run.state", 5, state="done", outcome="completed", position=0)
    until(lambda: harness.editor.statusline() == "", "the end")
    harness.editor.says("run completed, 0 files changed")


def test_a_queued_run_says_so(harness: Harness) -> None:
    answer = {"runId": "s2.1", "state": "queued", "position": 2}
    harness.daemon.commands["run"] = lambda _: answer
    harness.editor.command("Architect run later")
    harness.editor.says("run queued at position 2")
    assert harness.editor.statusline() == "architect: queued"


def test_the_log_shows_the_end_of_what_a_failed_command_printed(harness: Harness) -> None:
    harness.run()
    output = [f"line {number}" for number in range(40)] + ["ü" * 5000]
    text = "\n".join(["Error: exit code 1", "exit code: 1", "[stdout]", *output])
    failed = {"name": "run_command", "success": False, "error": "exit code 1", "text": text}
    harness.event("tool.finished", 1, step=1, callId="c", **failed)
    until(lambda: "exit code 1" in harness.editor.buffer_text(LOG), "the result")
    shown = harness.editor.buffer_text(LOG).split("\n")
    last = [f"    | line {number}" for number in range(26, 40)]
    assert shown == ["    run_command: exit code 1", *last, f"    | {'ü' * 400}…"]


def test_a_run_that_fails_points_to_the_log(harness: Harness) -> None:
    harness.run()
    harness.event("run.started", 1, agent="build", model="m", task="do it", dryRun=False)
    harness.event("run.state", 2, state="done", outcome="failed", error="no key", position=0)
    harness.editor.says("run failed, 0 files changed; see :Architect log")
    assert "failed: no key" in harness.editor.buffer_text(LOG)


def test_a_run_that_could_not_begin_is_told_of_once(harness: Harness) -> None:
    ended = {"state": "done", "outcome": "failed", "error": "no key", "position": 0}
    ending = {"words": "Failed", "tone": "bad"}

    def refuse(_: Any) -> Any:
        harness.event("run.state", 1, **ended, ending=ending, runId="s0.1")
        raise Refusal(-32803, "no key")

    harness.daemon.commands["run"] = refuse
    harness.editor.command("Architect run at once")
    harness.editor.says("no key")
    harness.daemon.executed("run")
    harness.run("later, in its turn")
    harness.event("run.state", 2, **ended, ending=ending)
    until(lambda: len(harness.editor.said) == 2, "the second message")
    assert harness.editor.said == ["architect: no key"] * 2
    assert harness.editor.buffer_text(LOG).split("\n")[-2:] == ["error: no key", "Failed"]


def test_cancelling_without_an_id_is_about_the_active_run(harness: Harness) -> None:
    harness.run()
    until(lambda: harness.editor.statusline() == "architect: running", "the run")
    harness.daemon.commands["cancel"] = lambda _: {"runId": "s1.1", "state": "cancelling"}
    harness.editor.command("Architect cancel")
    assert harness.daemon.executed("cancel")["runId"] == "s1.1"
    until(lambda: harness.editor.statusline() == "architect: cancelling", "the end to come")


def test_a_run_that_works_is_told_something(harness: Harness) -> None:
    harness.run()
    until(lambda: harness.editor.statusline() == "architect: running", "the run")
    harness.daemon.commands["say"] = lambda _: {"accepted": True, "messageId": "m"}
    harness.editor.command("Architect say and  the tests")
    expected = {"runId": "s1.1", "text": "and  the tests", "interrupt": False}
    assert harness.daemon.executed("say") == expected
    harness.editor.says("the agent reads it after this step")
    harness.editor.command("Architect say ++now stop that")
    assert harness.daemon.executed("say", 2) == {**expected, "text": "stop that", "interrupt": True}
    harness.daemon.commands["say"] = lambda _: {"accepted": False, "messageId": "m"}
    harness.editor.command("Architect say late")
    harness.editor.says("the run is over; resume it with :Architect run ++session=s1")


def test_without_an_active_run_there_is_nobody_to_tell(harness: Harness) -> None:
    harness.editor.command("Architect say hello")
    harness.editor.says("no active run; resume one with :Architect sessions")


def test_without_an_active_run_there_is_nothing_to_cancel(harness: Harness) -> None:
    harness.editor.command("Architect cancel")
    harness.editor.says("no active run")


def _changed_run(harness: Harness) -> None:
    harness.run()
    harness.event("file.changed", 1, callId="c", path="one.py", kind="modified", diff="")
    harness.event("run.state", 2, state="done", outcome="completed", position=0)
    harness.editor.says("run completed, 1 file changed; review with :Architect hunks")


def test_leaving_while_a_run_works_is_refused_until_it_is_meant(harness: Harness) -> None:
    harness.run("fix it")
    known = "return #require('architect.runs').active()"
    until(lambda: harness.editor.lua(known) == 1, "the run")
    harness.editor.lua("pcall(vim.cmd, 'qa')")
    harness.editor.says("a run is under way (fix it); :qa! leaves and interrupts it")
    assert harness.editor.lua("return vim.api.nvim_buf_get_name(0)") == str(harness.one)
    assert len(harness.editor.lua("return vim.fn.getbufinfo({ buflisted = 1 })")) == 1


def test_undo_is_about_the_last_run_that_changed_something(harness: Harness) -> None:
    _changed_run(harness)
    answers: list[Any] = [
        {"runId": "s1.2", "reverted": ["one.py"], "conflicts": []},
        {"reverted": []},
    ]
    harness.daemon.commands["undo"] = lambda _: answers.pop(0)
    harness.editor.command("Architect undo")
    assert harness.daemon.executed("undo") == {"runId": "s1.1"}
    harness.editor.says("undid changes in 1 file; to revert: :Architect undo s1.2")
    harness.editor.command("Architect undo")
    harness.editor.says("no changes to undo")


def test_undo_names_what_it_could_not_undo(harness: Harness) -> None:
    _changed_run(harness)
    conflicts = [{"path": "two.py", "reason": "changed since"}]
    harness.daemon.commands["undo"] = lambda _: {"reverted": ["one.py"], "conflicts": conflicts}
    harness.editor.command("Architect undo s1.1")
    harness.editor.says("could not undo two.py (changed since)")


def test_undo_of_much_that_it_could_not_undo_stays_short(harness: Harness) -> None:
    _changed_run(harness)
    conflicts = [{"path": f"{number}.png", "reason": "binary"} for number in range(40)]
    harness.daemon.commands["undo"] = lambda _: {"reverted": [], "conflicts": conflicts}
    harness.editor.command("Architect undo s1.1")
    three = "0.png (binary), 1.png (binary), 2.png (binary)"
    harness.editor.says(f"nothing undone; could not undo {three}, and 37 more")


def test_the_diff_of_a_run_opens_in_a_tab(harness: Harness) -> None:
    _changed_run(harness)
    patch = "--- a/one.py\n+++ b/one.py\n@@ -1,2 +1,2 @@\n-a = 1\n+a = 2\n b = 2\n"
    harness.daemon.commands["diff"] = lambda _: {"patch": patch, "uri": "architect:/diff/s1.1"}
    harness.editor.command("Architect diff")
    until(lambda: harness.editor.lua("return vim.fn.tabpagenr('$')") == 2, "the tab")
    assert harness.editor.text() == patch.rstrip("\n")
    assert harness.editor.lua("return vim.bo.syntax") == "diff"


def test_the_context_of_a_run_opens_in_a_tab(harness: Harness) -> None:
    asked: list[dict[str, Any]] = []

    def context(argument: dict[str, Any]) -> Any:
        asked.append(argument)
        rules = {"name": "rules", "source": "AGENTS.md", "tokens": 3, "leftOut": "the rest of it"}
        task = {"name": "task", "source": "you", "tokens": 2, "leftOut": "", "text": "fix @one.py"}
        parts = [rules | {"text": "Use tabs.\x1b[2J\nTest."}, task]
        return {"tokens": 5, "window": 80_000, "parts": parts}

    harness.daemon.commands["context"] = context
    harness.editor.command("Architect context fix @one.py")
    until(lambda: harness.editor.lua("return vim.fn.tabpagenr('$')") == 2, "the tab")
    assert asked == [{"prompt": "fix @one.py", "uris": [harness.uri]}]
    assert [line.rstrip() for line in harness.editor.text().split("\n")] == [
        "rules               3  AGENTS.md (the rest of it left out)",
        "task                2  you",
        "total               5  of 80000 tokens",
        "",
        "== rules ==",
        "Use tabs.\\x1b[2J",
        "Test.",
        "",
        "== task ==",
        "fix @one.py",
    ]
    assert harness.editor.lua("return vim.bo.modifiable") is False


def test_the_log_of_a_run_from_before_is_read_from_the_server(harness: Harness) -> None:
    def events(argument: dict[str, Any]) -> Any:
        head = {"runId": "old.1", "ts": ""}
        all_events = [
            head | {"seq": 1, "type": "budget.warned", "message": "first"},
            head | {"seq": 2, "type": "budget.warned", "message": "second"},
        ]
        found = [one for one in all_events if one["seq"] > argument["after"]][:1]
        return {"events": found, "next": argument["after"] + 1, "done": not found}

    harness.daemon.commands["events"] = events
    harness.editor.command("Architect log old.1")
    log = "architect://log/old.1"
    until(lambda: "second" in harness.editor.buffer_text(log), "the second page")
    assert harness.editor.buffer_text(log) == "budget: first\nbudget: second"


def _one_session(harness: Harness) -> None:
    session: dict[str, Any] = {"sessionId": "s9", "task": "fix the footer"}
    session |= {"status": "interrupted", "startedAt": "2026-01-02T03:04:05+00:00"}
    session |= {"filesChanged": ["a", "b"]}
    harness.daemon.commands["sessions"] = lambda _: {"sessions": [session]}


def test_a_session_can_be_continued_in_its_chat(harness: Harness) -> None:
    _one_session(harness)
    harness.daemon.commands["resume"] = lambda _: {
        "runId": "s9.2",
        "state": "running",
        "position": 0,
    }
    harness.editor.will_reply(1, 2)
    harness.editor.command("Architect sessions")
    assert harness.daemon.executed("resume") == {"sessionId": "s9"}
    assert "2026-01-02 03:04  interrupted  2 files  fix the footer" in harness.editor.asked[0]
    assert "Open: show the conversation\nContinue: open it, and have" in harness.editor.asked[1]
    until(lambda: harness.editor.buffer_text("architect://input/") == "", "the input")


def test_the_endings_of_sessions_are_a_column_as_wide_as_its_words(harness: Harness) -> None:
    began = {"startedAt": "2026-01-02T03:04:05+00:00"}
    rows = [began | {"sessionId": "s9", "task": "a", "status": "success"}]
    rows += [began | {"sessionId": "s8", "task": "b", "status": "failed"}]
    harness.daemon.commands["sessions"] = lambda _: {"sessions": rows}
    harness.editor.command("Architect sessions")
    [asked] = until(lambda: harness.editor.asked, "the list")
    assert "03:04  done    0 files  a\n" in asked
    assert asked.endswith("03:04  failed  0 files  b")


def test_a_session_is_searched_renamed_exported_and_deleted(harness: Harness) -> None:
    _one_session(harness)
    harness.daemon.commands["renameSession"] = lambda given: given
    harness.daemon.commands["exportSession"] = lambda _: {"text": "# Footer\n", "name": "footer.md"}
    harness.daemon.commands["deleteSession"] = lambda _: {"deleted": True}
    harness.editor.will_reply(1, 3, "Footer")
    harness.editor.command("Architect sessions the footer")
    assert harness.daemon.executed("renameSession") == {"sessionId": "s9", "title": "Footer"}
    assert {"query": "the footer"} in [
        call["arguments"][0]
        for call in harness.server.sent("workspace/executeCommand")
        if call["command"] == "architect.sessions"
    ]
    harness.editor.says('the session is now called "Footer"')
    target = harness.project / "footer.md"
    harness.editor.will_reply(1, 5, str(target))
    harness.editor.command("Architect sessions")
    harness.editor.says("exported to")
    assert target.read_text() == "# Footer\n"
    harness.editor.will_reply(1, 10, 1)
    harness.editor.command("Architect sessions")
    assert harness.daemon.executed("deleteSession") == {"sessionId": "s9"}
    harness.editor.says('deleted "fix the footer"')


def test_a_session_can_be_compacted(harness: Harness) -> None:
    _one_session(harness)
    started = {"runId": "s9.2", "state": "running", "position": 0}
    harness.daemon.commands["compact"] = lambda _: started
    harness.editor.will_reply(1, 9, "the schema")
    harness.editor.command("Architect sessions")
    assert harness.daemon.executed("compact") == {"sessionId": "s9", "focus": "the schema"}
    assert "Compact" in harness.editor.asked[1]


def test_mcp_servers_are_listed_restarted_and_read(harness: Harness) -> None:
    tool = {"name": "look_up", "description": "Look a word up."}
    server = {"name": "words", "place": "node words.js", "state": "ready", "problem": ""}
    words = server | {"tools": [tool], "log": ["hello\x1b[31m"]}
    harness.daemon.commands["mcp"] = lambda _: {"servers": [words]}
    harness.editor.command("Architect mcp restart words")
    assert harness.daemon.executed("mcp") == {"action": "restart", "server": "words"}

    def shown() -> list[str]:
        return harness.editor.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)")

    expected = ["words: ready, 1 tool (node words.js)", "  look_up: Look a word up."]
    until(lambda: shown() == expected, "the list")
    harness.editor.command("Architect mcp log words")
    until(lambda: shown()[0].startswith("hello"), "the log")
    harness.editor.command("Architect mcp dance")
    assert harness.editor.says(":Architect mcp [restart|stop|log] [server]")


def test_the_newest_session_can_be_compacted_by_name(harness: Harness) -> None:
    _one_session(harness)
    started = {"runId": "s9.2", "state": "running", "position": 0}
    harness.daemon.commands["compact"] = lambda _: started
    harness.editor.command("Architect compact the schema of the tables")
    expected = {"sessionId": "s9", "focus": "the schema of the tables"}
    assert harness.daemon.executed("compact") == expected


def test_a_session_is_undone_as_a_whole_and_can_be_redone(harness: Harness) -> None:
    _one_session(harness)
    undone = {"runIds": ["s9.3", "s9.4"], "reverted": ["a", "b"], "deleted": ["b"]}
    harness.daemon.commands["undo"] = lambda _: undone
    harness.editor.will_reply(1, 8)
    harness.editor.command("Architect sessions")
    assert harness.daemon.executed("undo") == {"sessionId": "s9"}
    assert "Undo changes" in harness.editor.asked[1]
    way_back = ":Architect undo s9.4 s9.3"
    harness.editor.says(f"undid changes in 2 files (1 deleted); to revert: {way_back}")
    harness.editor.command(way_back[1:])
    assert harness.daemon.executed("undo", 2) == {"runId": "s9.4"}
    assert harness.daemon.executed("undo", 3) == {"runId": "s9.3"}


def test_an_error_of_the_server_is_one_line(harness: Harness) -> None:
    def busy(_: Any) -> Any:
        raise Refusal(-32010, "8 runs wait already;\ncancel one of them")

    harness.daemon.commands["run"] = busy
    harness.editor.command("Architect run x")
    harness.editor.says("architect: 8 runs wait already; / cancel one of them")


def test_a_command_that_the_server_lacks_is_named(harness: Harness) -> None:
    harness.editor.command("Architect stop")
    harness.server.expect("exit")
    harness.daemon.without("undo")
    harness.editor.command("Architect restart")
    harness.daemon.connected(2)
    harness.editor.command("Architect undo s1.1")
    harness.editor.says("the server does not support architect.undo")


def test_an_unknown_subcommand_lists_the_known_ones(harness: Harness) -> None:
    harness.editor.command("Architect dance")
    assert "agent, answer, attach, background" in harness.editor.says('unknown subcommand "dance"')


def test_subcommands_and_their_words_are_completed(harness: Harness) -> None:
    complete = "return vim.fn.getcompletion(..., 'cmdline')"
    assert harness.editor.lua(complete, "Architect res") == ["restart", "restore"]
    assert harness.editor.lua(complete, "Architect answer ") == ["once", "run", "deny", "stop"]
    assert harness.editor.lua(complete, "'<,'>Architect review s") == ["selection"]
    assert "++agent=" in harness.editor.lua(complete, "Architect run ++")
    harness.run()
    until(lambda: harness.editor.statusline() == "architect: running", "the run")
    assert harness.editor.lua(complete, "Architect cancel ") == ["s1.1"]


def test_the_log_names_the_lines_that_were_sent(harness: Harness) -> None:
    harness.daemon.commands["run"] = lambda _: {"runId": "s1.1", "state": "running", "position": 0}
    harness.editor.command("2,3Architect run explain")
    harness.daemon.executed("run")
    harness.event("run.started", 1, agent="build", model="m", task="explain", dryRun=False)
    log = "architect://log/"
    until(lambda: "on one.py, lines 2-3" in harness.editor.buffer_text(log), "the lines")


def test_the_log_says_once_what_was_denied_and_that_it_waited_only_while_it_does(
    harness: Harness,
) -> None:
    harness.run()
    log = "architect://log/"
    harness.event("run.state", 1, state="waiting", waitsFor="confirm", position=0)
    until(lambda: "waiting for your answer" in harness.editor.buffer_text(log), "the question")
    call = {"callId": "c1", "name": "run_command"}
    denial = {"summary": "rm x", "allowed": False, "by": "user", "reason": "not that"}
    harness.event("tool.decided", 2, **call, **denial)
    harness.event("tool.finished", 3, **call, success=False, error="denied", text="Error: denied")
    harness.event("run.state", 4, state="done", outcome="blocked", position=0)
    until(lambda: "blocked" in harness.editor.buffer_text(log), "the end")
    assert harness.editor.buffer_text(log) == "denied: run_command rm x: not that\nblocked"


COUNTDOWN = """
    local bufnr = vim.fn.bufnr('architect://log/s1.1')
    if bufnr == -1 then return '' end
    local space = vim.api.nvim_create_namespace('architect.countdown')
    local marks = vim.api.nvim_buf_get_extmarks(bufnr, space, 0, -1, { details = true })
    return marks[1] and marks[1][4].virt_text[1][1] or ''
    """


def test_the_wait_for_a_provider_counts_down_behind_the_last_line(harness: Harness) -> None:
    harness.run()
    harness.event("model.retried", 1, reason="too many requests", attempt=1, delayS=30.0)
    until(lambda: harness.editor.lua(COUNTDOWN) == " 30 s left", "the countdown")
    earlier = {f" {seconds} s left" for seconds in range(1, 29)}
    until(lambda: harness.editor.lua(COUNTDOWN) in earlier, "two seconds less")
    assert harness.editor.buffer_text(LOG) == "model: too many requests; retrying in 30 s"
    harness.event("model.delta", 1, text="At last.")
    until(lambda: "At last." in harness.editor.buffer_text(LOG), "the reply")
    assert harness.editor.lua(COUNTDOWN) == ""


def test_the_end_of_a_run_that_proposes_is_short(harness: Harness) -> None:
    harness.run()
    harness.event("run.started", 1, agent="build", model="m", task="do it", dryRun=False)
    harness.event("file.proposed", 2, callId="c", path="one.py", kind="modified", diff="")
    ending = {"words": "Done; changes are proposed for review", "tone": "good"}
    done = {"state": "done", "outcome": "completed", "position": 0}
    harness.event("run.state", 3, **done, ending=ending)
    said = harness.editor.says("Done")
    assert said == "architect: Done; changes are proposed for review (:Architect hunks)"


def test_the_log_shows_what_a_sub_agent_does_below_its_call(harness: Harness) -> None:
    harness.run()
    call = {"callId": "c1", "childId": "s1.1.2"}
    begins = {"agent": "explore", "task": "find\nthe place"}
    harness.event("child.started", 1, **call, **begins)
    harness.event("child.called", 2, **call, name="grep", summary="'x' in .")
    harness.event("child.denied", 3, **call, name="run_command", summary="rm x", reason="no")
    served = {"handle": "bg1", "command": "npm run dev"}
    harness.event("background.started", 4, **call, **served)
    harness.event("background.ended", 5, **call, **served, by="model", exitCode=None)
    harness.event(
        "child.replied", 6, **call, usage={"inputTokens": 7, "outputTokens": 3}, costUsd=1
    )
    until(lambda: "bg1: " in harness.editor.buffer_text(LOG), "the command")
    complete = "return vim.fn.getcompletion(..., 'cmdline')"
    assert harness.editor.lua(complete, "Architect cancel ") == ["s1.1", "s1.1.2"]
    harness.daemon.commands["cancel"] = lambda it: {"runId": it["runId"], "state": "cancelling"}
    harness.editor.command("Architect cancel s1.1.2")
    assert harness.daemon.executed("cancel")["runId"] == "s1.1.2"
    harness.event("child.finished", 7, **call, status="partial")
    until(lambda: "stopped early" in harness.editor.buffer_text(LOG), "its end")
    assert harness.editor.buffer_text(LOG).split("\n") == [
        "    explore 2 begins: find / the place",
        "    2 | grep 'x' in .",
        "    2 | denied: run_command rm x: no",
        "    2 | bg1 goes on in the background",
        "    (:Architect background)",
        "    2 | bg1: was stopped",
        "    2 stopped early",
    ]
    assert harness.editor.lua(complete, "Architect cancel ") == ["s1.1"]
    harness.event("run.finished", 8, status="success", stopReason="llm_done")
    until(lambda: "$1.0000 (7 in / 3 out)" in harness.editor.buffer_text(LOG), "the cost")


def _in_background(harness: Harness, seq: int, handle: str, command: str) -> None:
    started = {"callId": handle, "handle": handle, "command": command}
    harness.event("background.started", seq, **started)


def test_a_command_in_the_background_is_stopped(harness: Harness) -> None:
    harness.run()
    harness.editor.command("Architect background")
    harness.editor.says("no command in the background")
    _in_background(harness, 1, "bg1", "npm run dev")
    until(lambda: "goes on" in harness.editor.buffer_text(LOG), "the command")
    stopped: list[Any] = []

    def stop(argument: Any) -> Any:
        stopped.append(argument)
        return {"stopped": True}

    harness.daemon.commands["stop"] = stop
    harness.editor.command("Architect background")
    harness.editor.says("bg1 stopped")
    ended = {"callId": "bg1", "handle": "bg1", "command": "npm run dev", "exitCode": None}
    harness.event("background.ended", 2, by="user", **ended)
    until(lambda: "was stopped" in harness.editor.buffer_text(LOG), "its end")
    assert harness.editor.buffer_text(LOG).split("\n") == [
        "    bg1 goes on in the background",
        "    (:Architect background)",
        "    bg1: was stopped",
    ]
    _in_background(harness, 3, "bg2", "one")
    _in_background(harness, 4, "bg3", "two")
    until(lambda: "bg3" in harness.editor.buffer_text(LOG), "the others")
    harness.editor.command("Architect background bg3")
    harness.editor.says("bg3 stopped")
    assert stopped == [{"runId": "s1.1", "handle": "bg1"}, {"runId": "s1.1", "handle": "bg3"}]


def test_a_command_that_is_kept_can_be_stopped_when_its_run_is_over(harness: Harness) -> None:
    harness.run()
    _in_background(harness, 1, "bg1", "npm run dev")
    _in_background(harness, 2, "bg2", "sleep 9")
    until(lambda: "bg2" in harness.editor.buffer_text(LOG), "the commands")
    harness.daemon.commands["detach"] = lambda _: {"detached": True}
    harness.editor.command("Architect background keep bg1")
    harness.editor.says("bg1 goes on after the run")
    assert harness.daemon.executed("detach") == {"runId": "s1.1", "handle": "bg1"}
    harness.event("background.kept", 3, callId="bg1", handle="bg1", command="npm run dev")
    harness.event("run.state", 4, state="done", outcome="completed", position=0)
    harness.editor.says("run completed")
    harness.daemon.commands["stop"] = lambda _: {"stopped": True}
    harness.editor.command("Architect background")
    harness.editor.says("bg1 stopped")
    assert harness.daemon.executed("stop") == {"runId": "s1.1", "handle": "bg1"}
