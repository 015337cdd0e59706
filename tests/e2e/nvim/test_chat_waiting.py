"""Messages of the chat that no model has read when a run ends, stops or does not begin."""

from threading import Event
from typing import Any

from tests.e2e.nvim.harness import Harness
from tests.e2e.nvim.test_chat import INPUT, PATIENCE_S, begins, chat_text, ends, shows, will_run
from tests.support.fake_daemon import FakeDaemon, Refusal
from tests.support.neovim import Neovim
from tests.support.until import until


def input_is(harness: Harness, text: str) -> None:
    until(lambda: harness.editor.buffer_text(INPUT) == text, f"the input {text!r}", PATIENCE_S)


def requests_of(harness: Harness, command: str) -> int:
    sent = harness.server.sent("workspace/executeCommand")
    return [call["command"] for call in sent].count(f"architect.{command}")


def answers_later(harness: Harness, answer: Any) -> Event:
    """Let the run be asked for; it is granted or refused when the event is set."""
    may_answer = Event()

    def run(_: object) -> Any:
        may_answer.wait(PATIENCE_S)
        if isinstance(answer, Exception):
            raise answer
        return answer

    harness.daemon.commands["run"] = run
    harness.editor.command("Architect chat do it")
    harness.daemon.executed("run")
    return may_answer


def test_a_run_that_is_stopped_before_it_has_an_id_is_cancelled_once_it_has_one(
    harness: Harness,
) -> None:
    granted = answers_later(harness, {"runId": "s1.1", "state": "running", "position": 0})
    harness.editor.keys("iand the header<C-s><Esc>")
    shows(harness, "## You · queued\nand the header")
    harness.editor.keys("<C-c>")
    until(lambda: "stopping" in winbars(harness), "a bar that says so", PATIENCE_S)
    granted.set()
    assert harness.daemon.executed("cancel")["runId"] == "s1.1"
    input_is(harness, "and the header")
    ends(harness, 1, outcome="cancelled")
    assert (requests_of(harness, "run"), requests_of(harness, "say")) == (1, 0)


def winbars(harness: Harness) -> str:
    code = "local all = ''; for _, w in ipairs(vim.api.nvim_list_wins()) do all = all .. vim.wo[w]"
    return harness.editor.lua(f"{code}.winbar end; return all")


def test_the_bar_leaves_out_what_does_not_fit_but_never_mode_and_state(harness: Harness) -> None:
    granted = answers_later(harness, {"runId": "s1.1", "state": "running", "position": 0})
    code = """
    local chat = require('architect.chats').current()
    chat.choices.mode, chat.choices.model, chat.choices.reasoning = 'ask', ('m'):rep(60), 'high'
    local found = {}
    for _, width in ipairs({ 120, 60, 45, 20 }) do
      local bar = require('architect.chat_bar').of_input(chat, width)
      local shown = vim.api.nvim_eval_statusline(bar, { use_winbar = true, maxwidth = width }).str
      table.insert(found, vim.trim((shown:gsub('%s%s+', ' | '))))
    end
    return found
    """
    chosen = harness.editor.lua(code)
    by_default = harness.editor.lua(code.replace("= 'ask',", "= nil,"))
    granted.set()
    state = "starting (<C-c> stops)"
    assert chosen == [
        f"ask · {'m' * 29}… · reasoning high | {state}",
        f"ask · {'m' * 13}… | {state}",
        f"ask | {state}",
        "ask | starting",
    ]
    assert by_default[1:] == [
        f"default mode · {'m' * 13}… | {state}",
        f"{'m' * 13}… | {state}",
        "| starting",
    ]


def test_the_bar_names_the_key_that_stops_in_the_mode_that_one_is_in(harness: Harness) -> None:
    granted = answers_later(harness, {"runId": "s1.1", "state": "running", "position": 0})
    harness.editor.keys("i")
    until(lambda: "(<Esc><C-c> stops)" in winbars(harness), "the keys of Insert mode", PATIENCE_S)
    harness.editor.keys("<Esc>")
    until(lambda: "(<C-c> stops)" in winbars(harness), "the key of Normal mode", PATIENCE_S)
    granted.set()
    harness.editor.keys("i")
    harness.event("model.delta", 1, text="I look.\n\n")
    harness.event("tool.decided", 2, callId="c", name="grep", summary="x", allowed=True)
    harness.event("tool.output", 2, callId="c", stream="stdout", text="found\n")
    shows(harness, "• grep x · found")
    until(lambda: "(<Esc><C-c> stops)" in winbars(harness), "the same behind folds", PATIENCE_S)


def test_a_run_that_does_not_begin_gives_back_what_waited_for_it(harness: Harness) -> None:
    refused = answers_later(harness, Refusal(-32013, "no key"))
    harness.editor.keys("iand the header<C-s><Esc>")
    shows(harness, "and the header")
    refused.set()
    input_is(harness, "do it\nand the header")
    shows(harness, "no key")
    harness.editor.command("stopinsert")
    harness.daemon.commands["run"] = lambda _: {"runId": 7}
    harness.editor.keys("<CR>")
    harness.editor.says("the server did not start a run")
    input_is(harness, "do it\nand the header")
    assert requests_of(harness, "run") == 2


def test_only_a_completed_run_is_followed_by_what_its_model_did_not_read(harness: Harness) -> None:
    harness.daemon.commands["say"] = lambda _: {"accepted": True, "messageId": "m"}
    for number, outcome in enumerate(("failed", "limit", "blocked", "interrupted"), 1):
        run_id = f"s1.{number}"
        will_run(harness, run_id)
        harness.editor.command("Architect chat do it")
        harness.daemon.executed("run", number)
        harness.event("run.started", 1, runId=run_id, agent="build", model="m", task="do it")
        until(lambda n=number: chat_text(harness).count("## build") == n, "the run", PATIENCE_S)
        harness.editor.keys(f"ifor {outcome}<C-s><Esc>")
        harness.daemon.executed("say", number)
        harness.editor.keys("imy draft")
        input_is(harness, "my draft")
        ending = {"words": f"It is {outcome}", "tone": "bad"}
        done = {"state": "done", "outcome": outcome, "ending": ending}
        harness.event("run.state", 2, runId=run_id, **done)
        shows(harness, f"It is {outcome}")
        input_is(harness, f"for {outcome}\nmy draft")
        assert requests_of(harness, "run") == number
        harness.editor.keys("!<Esc>")
        input_is(harness, f"for {outcome}\nmy draft!")
        harness.editor.command("%delete _")
    harness.editor.says("it is in the input again, where <CR> sends it")


def test_several_messages_that_no_model_has_read_are_told_as_several(harness: Harness) -> None:
    begins(harness)
    harness.daemon.commands["say"] = lambda _: {"accepted": True, "messageId": "m"}
    harness.editor.keys("ione<C-s>two<C-s><Esc>")
    harness.daemon.executed("say", 2)
    harness.event("run.state", 2, state="done", outcome="failed", ending={"words": "X", "tone": ""})
    input_is(harness, "one\n\ntwo")
    harness.editor.says("your last messages; they are in the input again, where <CR> sends it")


def test_a_message_behind_a_stop_begins_the_next_run(harness: Harness) -> None:
    begins(harness)
    harness.daemon.commands["say"] = lambda _: {"accepted": True, "messageId": "m"}
    harness.editor.keys("iand the header<C-s><Esc>")
    harness.daemon.executed("say")
    harness.editor.keys("<C-c>")
    harness.daemon.executed("cancel")
    harness.editor.keys("irather the footer<C-s><Esc>")
    shows(harness, "## You · queued: it begins the next run\nrather the footer")
    will_run(harness, "s1.2")
    ends(harness, 2, outcome="cancelled")
    sent = harness.daemon.executed("run", 2)
    assert sent == {"prompt": "rather the footer", "session": "s1"}
    input_is(harness, "and the header")
    assert requests_of(harness, "say") == 1


def test_a_message_that_waits_for_a_run_can_be_withdrawn(harness: Harness) -> None:
    granted = answers_later(harness, {"runId": "s1.1", "state": "running", "position": 0})
    harness.editor.keys("ifirst<C-s><Esc>")
    shows(harness, "first")
    harness.editor.command("Architect withdraw")
    input_is(harness, "first")
    granted.set()
    until(lambda: "starting" not in winbars(harness), "the run", PATIENCE_S)
    assert (requests_of(harness, "run"), requests_of(harness, "say")) == (1, 0)


def test_without_a_server_the_message_stays_in_the_input(
    editor: Neovim, daemon: FakeDaemon
) -> None:
    del daemon
    editor.lua("require('architect').setup({ cmd = { 'no-such-server', 'lsp' } })")
    editor.command("edit one.py")
    editor.command("Architect chat")
    editor.keys("do it<C-s>")
    editor.says('"no-such-server" is not executable; see :checkhealth architect')
    until(lambda: editor.buffer_text(INPUT) == "do it", "the message", PATIENCE_S)
    shown = editor.buffer_text("architect://chat/1")
    assert "is not executable" in shown
    assert "sent" not in shown


def undone(run_id: str, **rejected: Any) -> list[dict[str, Any]]:
    """The events of a run that is only that the user undid some hunks."""
    head = {"runId": run_id, "ts": ""}
    what = {"ofRun": "s1.1", "paths": ["one.py"], "note": ""} | rejected
    return [
        head | {"seq": 1, "type": "run.started", "agent": "undo", "task": "undo hunks of s1.1"},
        head | {"seq": 2, "type": "file.changed", "path": "one.py", "diff": ""},
        head | {"seq": 3, "type": "changes.rejected"} | what,
        head | {"seq": 4, "type": "run.finished", "output": ""},
    ]


def test_what_the_user_undid_is_a_line_of_the_conversation(harness: Harness) -> None:
    begins(harness)
    ends(harness, 2)
    decisions = [
        undone("s1.2", hunks=["a", "b"]),
        undone("s1.3", hunks=["c"]),
        undone("s1.4", hunks=["d"], note="too loud"),
    ]

    def page(argument: dict[str, Any]) -> Any:
        all_events = [event for run in decisions for event in run]
        events = [each for each in all_events if each["runId"] == argument["runId"]]
        if not events:
            raise Refusal(-32001, "no such run")
        found = [each for each in events if each["seq"] > argument["after"]]
        return {"events": found[: argument["limit"]], "next": 4, "done": True}

    harness.daemon.commands["events"] = page
    harness.server.notify("architect/hunks/changed", {"uris": [harness.uri]})
    shown = shows(harness, "You undid 3 changes in one.py\nYou undid 1 change in one.py: too loud")
    assert shown.count("## You") == 1


def test_files_that_cannot_go_back_alone_are_undone_by_another_command(harness: Harness) -> None:
    begins(harness)
    ends(harness, 2)

    def no_checkpoints(_: object) -> Any:
        raise Refusal(-32602, "there are no checkpoints of the session 's1'")

    harness.daemon.commands["rollback"] = no_checkpoints
    harness.editor.command("Architect restore files")
    harness.editor.says("no file was changed: no run has changed one since this message")
    changed = {"path": "one.py", "kind": "modified", "diff": "", "callId": "c"}
    begins_again = {"runId": "s1.2", "agent": "build", "model": "m", "task": "more"}
    harness.event("run.started", 1, **begins_again)
    harness.event("file.changed", 2, runId="s1.2", **changed)
    done = {"state": "done", "outcome": "completed", "ending": {"words": "Again", "tone": "good"}}
    harness.event("run.state", 3, runId="s1.2", **done)
    shows(harness, "Again")
    harness.editor.command("Architect restore files")
    harness.editor.says(":Architect undo s1.2 undoes what the run of this message changed")


def test_a_file_outside_the_workspace_opens_only_when_the_user_says_so(harness: Harness) -> None:
    outside = harness.project.parent / "outside.py"
    outside.write_text("secret = 1\n")
    (harness.project / "link.py").symlink_to(outside)
    begins(harness)
    harness.event("model.replied", 2, text=f"`../outside.py:1`\n{outside}\nlink.py")
    shows(harness, "link.py")
    here = "return vim.api.nvim_buf_get_name(0)"
    for number, line in enumerate(("../outside", str(outside), "link.py"), 1):
        harness.editor.keys("<Esc>")
        harness.editor.command("Architect chat")
        harness.editor.keys("<Esc><C-w>k")
        harness.editor.lua("vim.fn.search(..., 'w')", f"\\V\\^`\\?{line}")
        harness.editor.keys("<CR>")
        asked = f"{number} questions"
        until(lambda n=number: len(harness.editor.asked) == n, asked, PATIENCE_S)
        assert "is outside the workspace:" in harness.editor.asked[-1]
        assert harness.editor.lua(here).startswith("architect://chat")
    harness.editor.will_reply(1)
    harness.editor.keys("<CR>")
    name = str(harness.project / "link.py")
    until(lambda: harness.editor.lua(here) in (name, str(outside)), "the file", PATIENCE_S)
