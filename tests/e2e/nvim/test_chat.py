"""The chat with a server that does what the test says: what is sent, and what is shown of it."""

from threading import Event
from typing import Any

from tests.e2e.nvim.harness import Harness
from tests.support.fake_daemon import Refusal
from tests.support.until import until

PATIENCE_S = 60
CHAT = "architect://chat/1"
INPUT = "architect://input/1"


def chat_text(harness: Harness, name: str = CHAT) -> str:
    return harness.editor.buffer_text(name)


def shows(harness: Harness, part: str, name: str = CHAT) -> str:
    until(lambda: part in chat_text(harness, name), f"a chat with {part!r}", PATIENCE_S)
    return chat_text(harness, name)


def will_run(harness: Harness, run_id: str = "s1.1") -> None:
    harness.daemon.commands["run"] = lambda _: {"runId": run_id, "state": "running", "position": 0}


def begins(harness: Harness, message: str = "do it", **fields: Any) -> None:
    """The first message of the run s1.1 is sent from the chat, and read."""
    will_run(harness)
    harness.editor.command(f"Architect chat {message}")
    harness.daemon.executed("run")
    started = {"agent": "build", "model": "recorded/demo", "task": message, "sessionId": "s1"}
    harness.event("run.started", 1, **(started | fields))
    shows(harness, "## build · recorded/demo")


def ends(harness: Harness, seq: int, outcome: str = "completed") -> None:
    ending = {"words": "Done", "tone": "good"}
    harness.event("run.state", seq, state="done", outcome=outcome, ending=ending)
    shows(harness, "Done")


def cursor_is_in(harness: Harness) -> str:
    return harness.editor.lua("return vim.api.nvim_buf_get_name(0)")


def test_what_is_written_in_the_input_is_sent_and_the_answer_follows(harness: Harness) -> None:
    will_run(harness)
    harness.editor.command("Architect chat")
    until(lambda: cursor_is_in(harness) == INPUT, "the input")
    harness.editor.keys("split the function<CR>and test it<C-s>")
    sent = harness.daemon.executed("run")
    assert sent == {"prompt": "split the function\nand test it"}
    task = "split the function\nand test it"
    harness.event("run.started", 1, agent="build", model="m", task=task, sessionId="s1")
    for piece in ("I do", " it.\n\n```py", "\na = 1\n"):
        harness.event("model.delta", 1, text=piece)
    harness.event("model.replied", 2, text="I do it.\n\n```py\na = 1\n")
    ends(harness, 3)
    assert chat_text(harness).split("\n") == [
        "",
        "## You",
        "split the function",
        "and test it",
        "",
        "## build · m",
        "",
        "I do it.",
        "",
        "```py",
        "a = 1",
        "",
        "```",
        "Done",
        "",
    ]
    assert harness.editor.buffer_text(INPUT) == ""


def test_whoever_types_on_behind_a_message_writes_the_next_one(harness: Harness) -> None:
    begins(harness)
    harness.daemon.commands["say"] = lambda _: {"accepted": True, "messageId": "m"}
    harness.editor.show_on_a_screen(100, 30)
    harness.editor.keys("ithe first<C-s>the s")
    assert harness.daemon.executed("say")["text"] == "the first"
    for number, letter in enumerate("econd", 2):
        harness.event("model.delta", number, text=f"line {number}\n")
        harness.editor.keys(letter)
    shows(harness, "line 6\n")
    until(lambda: harness.editor.buffer_text(INPUT) == "the second", "the next", PATIENCE_S)
    assert harness.editor.lua("return vim.fn.mode()") == "i"
    assert not harness.editor.is_blocked()


def called(harness: Harness, seq: int, call: str, summary: str, **result: Any) -> None:
    decided = {"name": "run_command", "summary": summary, "allowed": True, "callId": call}
    harness.event("tool.decided", seq, **decided)
    if result:
        finished = {"name": "run_command", "callId": call, "step": 1, "durationS": 0.58}
        harness.event("tool.finished", seq + 1, **(finished | result))


def folds(harness: Harness, name: str = CHAT) -> list[tuple[str, int]]:
    """Title of each fold of the chat, and how many lines it closes over."""
    return [
        (title, count)
        for title, count in harness.editor.lua(
            """
            local bufnr = vim.fn.bufnr(...)
            local win = vim.fn.bufwinid(bufnr)
            return vim.api.nvim_win_call(win, function()
              local found, line = {}, 1
              while line <= vim.fn.line('$') do
                local last = vim.fn.foldclosedend(line)
                if last > 0 then
                  table.insert(found, { vim.fn.getline(line), last - line })
                  line = last
                end
                line = line + 1
              end
              return found
            end)
            """,
            name,
        )
    ]


def test_a_call_is_one_line_with_the_last_one_that_it_said(harness: Harness) -> None:
    begins(harness)
    called(harness, 2, "c1", "pytest -q")
    harness.event("tool.output", 2, callId="c1", stream="stdout", text="one\n1    passed\n")
    shows(harness, "• run_command pytest -q · 1 passed")
    text = "exit code: 0\n[stdout]\n.....\n2    passed\n[stderr]\n"
    finished = {"name": "run_command", "callId": "c1", "durationS": 0.58, "success": True}
    harness.event("tool.finished", 3, text=text, **finished)
    shows(harness, "• run_command pytest -q · ok · 0.58 s · 2 passed")
    decided = {"name": "edit_file", "summary": "one.py", "allowed": True, "callId": "c2"}
    harness.event("tool.decided", 4, **decided)
    diff = "--- a/one.py\n+++ b/one.py\n@@ -1 +1 @@\n-a = 1\n+a = 2\n"
    changed = {"path": "one.py", "kind": "modified", "diff": diff, "callId": "c2"}
    harness.event("file.changed", 5, linesAdded=1, linesRemoved=1, **changed)
    finished = {"name": "edit_file", "callId": "c2", "success": True, "text": "done"}
    harness.event("tool.finished", 6, **finished)
    shows(harness, "• edit_file one.py · +1 -1 · ok")
    until(
        lambda: (
            folds(harness)
            == [
                ("• run_command pytest -q · ok · 0.58 s · 2 passed", 5),
                ("• edit_file one.py · +1 -1 · ok", 5),
            ]
        ),
        "the folds",
        PATIENCE_S,
    )
    coloured = """
    local bufnr = vim.fn.bufnr('architect://chat/1')
    local space = vim.api.nvim_get_namespaces()['architect.log']
    local found = {}
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(bufnr, space, 0, -1, { details = true })) do
      local line = vim.fn.getbufline(bufnr, mark[2] + 1)[1] or ''
      found[line:sub(mark[3] + 1, mark[4].end_col)] = mark[4].hl_group
    end
    return found
    """
    groups = harness.editor.lua(coloured)
    assert (groups["-a = 1"], groups["+a = 2"]) == ("ArchitectRemoved", "ArchitectAdded")


def test_a_call_that_failed_says_so_where_there_is_little_room(harness: Harness) -> None:
    begins(harness)
    called(harness, 2, "c1", "curl http://127.0.0.1:9/x")
    said = "curl: (7) Failed to connect"
    text = f"Error: exit code 7\nexit code: 7\n[stderr]\n{said}\n"
    finished = {"name": "run_command", "callId": "c1", "success": False, "error": "exit code 7"}
    harness.event("tool.finished", 3, text=text, **finished)
    whole = f"• run_command curl http://127.0.0.1:9/x · failed: exit code 7 · {said}"
    shows(harness, whole)
    fitting = "return require('architect.folds').fitting(...)"
    shown = harness.editor.lua(fitting, whole, 46)
    assert shown.startswith("• run_command cur…") and " · failed: exit code" in shown
    assert len(shown) <= 46
    assert harness.editor.lua(fitting, whole, 75).endswith(f"9/x · failed: exit code 7 · {said}")
    assert harness.editor.lua(fitting, whole, 200) == whole


STATUS_LINES = """
local line, found = "%{v:lua.require'architect'.statusline()}", {}
for _, win in ipairs(vim.api.nvim_list_wins()) do
  local name = vim.api.nvim_buf_get_name(vim.api.nvim_win_get_buf(win))
  found[name:match('[^/]+/[^/]+$')] = vim.api.nvim_eval_statusline(line, { winid = win }).str
end
return found
"""


def test_the_bars_of_a_chat_say_alone_what_its_only_run_does(harness: Harness) -> None:
    begins(harness)
    assert harness.editor.lua(STATUS_LINES) == {
        "project/one.py": "architect: running",
        "chat/1": "",
        "input/1": "",
    }
    harness.daemon.commands["run"] = lambda _: {"runId": "s2.1", "state": "running", "position": 0}
    harness.editor.command("Architect run beside it")
    until(lambda: "+1" in harness.editor.lua(STATUS_LINES)["chat/1"], "the other run")


def test_a_call_that_nobody_decided_about_is_told_if_it_failed(harness: Harness) -> None:
    begins(harness)
    for seq, (name, why) in enumerate(
        (
            ("ask_user", "invalid arguments for ask_user: answers: Extra inputs"),
            ("run_command", "not executed: the run ended before this call began"),
        ),
        start=2,
    ):
        finished = {"name": name, "callId": name, "success": False, "error": why}
        harness.event("tool.finished", seq, text=f"Error: {why}", **finished)
    shown = shows(harness, "• run_command")
    assert "• ask_user · failed: invalid arguments for ask_user: answers: Extra inputs" in shown
    assert "• run_command · not executed: the run ended before this call began" in shown


def test_what_the_person_here_denied_is_told_as_such_and_a_rule_with_its_reason(
    harness: Harness,
) -> None:
    begins(harness)
    said_no = "el usuario lo ha denegado"
    reasons: tuple[tuple[str, dict[str, str]], ...] = (
        (said_no, {"userNote": ""}),
        (f"{said_no} y dice: use the mirror", {"userNote": "use the mirror"}),
        ("the user does not allow `rm` (architect grants remove 3)", {}),
        ("deletes the home folder", {}),
    )
    for number, (reason, note) in enumerate(reasons):
        decided = {"name": "run_command", "summary": "rm x", "callId": f"c{number}"} | note
        harness.event("tool.decided", 2 + number, allowed=False, reason=reason, **decided)
    shown = shows(harness, "deletes the home folder")
    assert [line for line in shown.split("\n") if line.startswith("•")] == [
        "• denied by you: run_command rm x",
        "• denied by you: run_command rm x: use the mirror",
        "• denied: run_command rm x: you do not allow `rm` (architect grants remove 3)",
        "• denied: run_command rm x: deletes the home folder",
    ]


def test_ten_thousand_lines_of_output_stay_few_lines(harness: Harness) -> None:
    begins(harness)
    called(harness, 2, "c1", "seq 10000")
    for first in range(0, 10_000, 100):
        lines = "".join(f"{number}\n" for number in range(first, first + 100))
        harness.event("tool.output", 2, callId="c1", stream="stdout", text=lines)
    text = "".join(f"{number}\n" for number in range(10_000))
    finished = {"name": "run_command", "callId": "c1", "durationS": 1.0, "success": True}
    harness.event("tool.finished", 3, text=text, **finished)
    shown = shows(harness, "ok · 1.00 s · 9999")
    assert len(shown.split("\n")) < 250
    assert "… 9800 lines left out …" in shown


def test_neither_long_lines_nor_wide_gaps_in_an_output_hold_up_the_editor(
    harness: Harness,
) -> None:
    begins(harness)
    called(harness, 2, "c1", "cat min.js")
    gap = " " * 200_000
    text = f"{'x' * 200_000}{gap}y\n1 passed\n \n"
    harness.event("tool.output", 2, callId="c1", stream="stdout", text=text)
    shows(harness, "• run_command cat min.js · 1 passed")
    finished = {"name": "run_command", "callId": "c1", "durationS": 1.0, "success": True}
    harness.event("tool.finished", 3, text=text, **finished)
    shows(harness, "ok · 1.00 s · 1 passed")
    harness.event("model.replied", 4, text=f"I{gap}did.{gap}")
    shows(harness, "did.")
    ends(harness, 5)


def test_a_message_in_the_middle_is_shown_as_queued_until_the_model_reads_it(
    harness: Harness,
) -> None:
    begins(harness)
    harness.daemon.commands["say"] = lambda given: {"accepted": True, "messageId": "m"}
    harness.editor.keys("iuse tabs<C-s>")
    said = harness.daemon.executed("say")
    assert (said["runId"], said["text"]) == ("s1.1", "use tabs")
    shown = shows(harness, "## You · queued: the model reads it after this step\nuse tabs")
    harness.event("model.delta", 1, text="still the old step")
    shown = shows(harness, "still the old step")
    assert shown.index("still the old step") < shown.index("queued")
    harness.event("user.said", 2, text="use tabs", messageId=said["messageId"], step=1)
    until(lambda: "queued" not in chat_text(harness), "the message to be read", PATIENCE_S)
    assert chat_text(harness).rstrip().endswith("still the old step\n\n## You\nuse tabs")
    harness.editor.keys("now<Esc>g<CR>")
    assert harness.daemon.executed("say", 2)["interrupt"] is True


def test_what_the_model_did_not_read_begins_the_next_run(harness: Harness) -> None:
    begins(harness)
    harness.daemon.commands["say"] = lambda _: {"accepted": True, "messageId": "m"}
    harness.editor.keys("iand the header<C-s>")
    harness.daemon.executed("say")
    shows(harness, "queued")
    will_run(harness, "s1.2")
    ends(harness, 2)
    assert harness.daemon.executed("run", 2) == {"prompt": "and the header", "session": "s1"}
    assert "queued" not in chat_text(harness)


def test_a_message_that_is_refused_behind_the_end_of_its_run_is_sent_once(
    harness: Harness,
) -> None:
    begins(harness)
    is_over = Event()

    def refused(_: object) -> dict[str, Any]:
        is_over.wait(PATIENCE_S)
        return {"accepted": False, "messageId": "m"}

    harness.daemon.commands["say"] = refused
    harness.editor.keys("iand the header<C-s>")
    harness.daemon.executed("say")
    will_run(harness, "s1.2")
    ends(harness, 2)
    is_over.set()
    assert harness.daemon.executed("run", 2) == {"prompt": "and the header", "session": "s1"}
    harness.editor.command("Architect withdraw")
    harness.event("run.started", 1, agent="build", model="m", task="and the header", runId="s1.2")
    until(lambda: chat_text(harness).count("and the header") == 1, "one message", PATIENCE_S)
    sent = harness.server.sent("workspace/executeCommand")
    assert [call["command"] for call in sent].count("architect.run") == 2


def test_the_message_that_is_withdrawn_is_the_one_that_was_meant(harness: Harness) -> None:
    begins(harness)
    may_answer = Event()

    def withdrawn(_: object) -> dict[str, Any]:
        may_answer.wait(PATIENCE_S)
        return {"withdrawn": True}

    harness.daemon.commands["say"] = lambda _: {"accepted": True, "messageId": "m"}
    harness.daemon.commands["withdraw"] = withdrawn
    harness.editor.keys("ifirst<C-s>")
    harness.daemon.executed("say")
    harness.editor.command("Architect withdraw")
    harness.daemon.executed("withdraw")
    harness.editor.keys("second<C-s>")
    shows(harness, "second")
    may_answer.set()
    until(lambda: harness.editor.buffer_text(INPUT) == "first", "the message", PATIENCE_S)
    assert "second" in chat_text(harness) and "first" not in chat_text(harness)


def test_what_is_on_its_way_when_the_server_ends_is_in_the_input_again(harness: Harness) -> None:
    ends_now = Event()

    def never(_: object) -> object:
        ends_now.wait(PATIENCE_S)
        raise OSError

    harness.daemon.commands["run"] = never
    harness.editor.command("Architect chat do it")
    harness.daemon.executed("run")
    harness.editor.keys("iand the header<C-s>")
    shows(harness, "and the header")
    harness.server.kill()
    until(
        lambda: harness.editor.buffer_text(INPUT) == "do it\n\nand the header",
        "the messages",
        PATIENCE_S,
    )
    ends_now.set()


def test_after_a_stop_an_unread_message_is_in_the_input_again(harness: Harness) -> None:
    begins(harness)
    harness.daemon.commands["say"] = lambda _: {"accepted": True, "messageId": "m"}
    harness.editor.keys("iand the header<C-s><Esc>")
    harness.daemon.executed("say")
    harness.editor.keys("<C-c>")
    assert harness.daemon.executed("cancel")["runId"] == "s1.1"
    ends(harness, 2, outcome="cancelled")
    until(lambda: harness.editor.buffer_text(INPUT) == "and the header", "the message", PATIENCE_S)


def test_two_sessions_have_chats_of_their_own(harness: Harness) -> None:
    begins(harness)
    will_run(harness, "s2.1")
    harness.editor.command("Architect new the other thing")
    harness.daemon.executed("run", 2)
    head = {"runId": "s2.1", "ts": "", "agent": "build", "model": "m", "sessionId": "s2"}
    started = head | {"seq": 1, "type": "run.started", "task": "the other thing"}
    harness.server.notify("architect/event", started)
    shows(harness, "the other thing", "architect://chat/2")
    harness.event("model.replied", 2, text="Of the first one.")
    shows(harness, "Of the first one.")
    assert "Of the first one." not in chat_text(harness, "architect://chat/2")
    queued = head | {"seq": 2, "type": "run.state", "state": "queued"}
    harness.server.notify("architect/event", queued | {"waitsFor": "Waits for: do it"})
    shows(harness, "Waits for: do it", "architect://chat/2")


def a_session(harness: Harness, **fields: Any) -> None:
    row: dict[str, Any] = {"sessionId": "s9", "task": "fix the footer", "status": "success"}
    row |= {"startedAt": "2026-01-02T03:04:05+00:00", "filesChanged": ["a"]} | fields
    harness.daemon.commands["sessions"] = lambda _: {"sessions": [{"runs": ["s9.1"]} | row]}
    head = {"runId": "s9.1", "ts": ""}
    started = {"agent": "build", "model": "m", "task": "fix the footer", "sessionId": "s9"}
    events = [
        head | {"seq": 1, "type": "run.started"} | started,
        head | {"seq": 2, "type": "model.replied", "text": "It is fixed."},
        head | {"seq": 3, "type": "run.finished", "status": "success", "stopReason": "done"},
    ]

    def page(argument: dict[str, Any]) -> Any:
        found = [each for each in events if each["seq"] > argument["after"]]
        return {"events": found, "next": 3, "done": True}

    harness.daemon.commands["events"] = page
    ending = {"words": "Done", "tone": "good"}
    info = {"runId": "s9.1", "sessionId": "s9", "state": "done", "outcome": "completed"}
    harness.daemon.commands["runs"] = lambda _: {"runs": [info | {"ending": ending}]}


def test_a_session_opens_with_its_whole_conversation_and_goes_on_there(harness: Harness) -> None:
    a_session(harness)
    will_run(harness, "s9.2")
    harness.editor.command("Architect chat ++session=s9")
    expected = "\n## You\nfix the footer\n\n## build · m\n\nIt is fixed.\n\nDone\n"
    until(lambda: chat_text(harness) == expected, "the conversation", PATIENCE_S)
    harness.editor.keys("and now?<C-s>")
    assert harness.daemon.executed("run") == {"prompt": "and now?", "session": "s9"}


def test_a_run_that_ends_while_it_is_read_is_told_in_order_and_its_end_once(
    harness: Harness,
) -> None:
    started = {"agent": "build", "model": "m", "task": "do it", "sessionId": "s1"}
    told: list[tuple[str, dict[str, Any]]] = [
        ("run.started", started),
        ("model.replied", {"text": "It is done."}),
        ("run.finished", {"status": "success", "stopReason": "done"}),
    ]
    ending = {"ending": {"words": "Done", "tone": "good"}}
    has_ended = Event()

    def page(argument: dict[str, Any]) -> Any:
        """All but the first event are there only once the run has ended."""
        found = told if has_ended.is_set() else told[:1]
        events = [
            {"runId": "s1.1", "ts": "", "seq": seq, "type": kind} | fields
            for seq, (kind, fields) in enumerate(found, start=1)
        ]
        later = [each for each in events if each["seq"] > argument["after"]]
        return {"events": later, "next": len(events), "done": has_ended.is_set()}

    def runs(_: object) -> Any:
        has_ended.set()
        for seq, (kind, fields) in enumerate(told, start=1):
            harness.event(kind, seq, **fields)
        harness.event("run.state", 4, state="done", outcome="completed", **ending)
        return {"runs": [{"runId": "s1.1", "state": "done", "outcome": "completed"} | ending]}

    harness.daemon.commands |= {"events": page, "runs": runs}
    will_run(harness)
    harness.editor.command("Architect chat do it")
    expected = "\n## You\ndo it\n\n## build · m\n\nIt is done.\n\nDone\n"
    until(lambda: chat_text(harness) == expected, "the conversation", PATIENCE_S)


def test_a_message_is_edited_and_sent_again_from_a_fork(harness: Harness) -> None:
    a_session(harness)
    restored = {"reverted": ["one.py"], "conflicts": [], "before": None}
    harness.daemon.commands["forkSession"] = lambda _: {
        "sessionId": None,
        "prompt": "fix the footer",
        "attached": [],
        "restored": restored,
    }
    harness.editor.command("Architect chat ++session=s9")
    shows(harness, "Done")
    harness.editor.will_reply(1)
    harness.editor.keys("<Esc><C-w>kc")
    asked = harness.daemon.executed("forkSession")
    assert asked == {"sessionId": "s9", "runId": "s9.1", "before": True, "restoreFiles": True}
    harness.editor.says("restored 1 file")
    second = "architect://input/2"
    until(lambda: harness.editor.buffer_text(second) == "fix the footer", "the message", PATIENCE_S)
    will_run(harness, "s10.1")
    harness.editor.keys("A and the header<C-s>")
    assert harness.daemon.executed("run") == {"prompt": "fix the footer and the header"}


def test_files_or_the_conversation_or_both_go_back_to_before_a_message(harness: Harness) -> None:
    a_session(harness)
    back: dict[str, Any] = {
        "runId": "u1",
        "before": "0123456789abcdef",
        "reverted": ["one.py"],
        "conflicts": [],
    }
    harness.daemon.commands["rollback"] = lambda _: back
    forked: dict[str, Any] = {"sessionId": None, "prompt": "fix the footer", "attached": []}
    harness.daemon.commands["forkSession"] = lambda _: forked
    harness.editor.command("Architect chat ++session=s9")
    shows(harness, "Done")
    harness.editor.will_reply(2)
    harness.editor.keys("<Esc><C-w>kr")
    assert harness.daemon.executed("rollback") == {"runId": "s9.1", "step": 0}
    harness.editor.says("restored 1 file; to go forward: :Architect rollback s9.1 0123456789")
    offered = ["Files and conversation", "Files only", "Conversation only, in a session of its own"]
    assert harness.editor.asked[-1].split("\n")[1:] == offered
    harness.editor.command("Architect restore dance")
    harness.editor.says('unknown "dance"; available: both, files, conversation')
    harness.editor.command("Architect restore conversation")
    asked = harness.daemon.executed("forkSession")
    assert asked == {"sessionId": "s9", "runId": "s9.1", "before": True, "restoreFiles": False}


def test_a_message_is_sent_again_with_all_that_went_along(harness: Harness) -> None:
    def fails(_: Any) -> Any:
        raise Refusal(-32013, "no model")

    harness.daemon.commands["run"] = fails
    harness.editor.command("2Architect chat")
    harness.editor.command("Architect mode ask")
    harness.editor.keys("double it<C-s>")
    first = harness.daemon.executed("run")
    assert [part["name"] for part in first["attachments"]] == ["one.py:2"]
    until(lambda: chat_text(harness, INPUT) == "double it", "the message in the input", PATIENCE_S)
    will_run(harness)
    harness.editor.command("Architect retry")
    assert harness.daemon.executed("run", 2) == first
    until(lambda: chat_text(harness, INPUT) == "", "an empty input", PATIENCE_S)


def test_a_model_that_is_not_listed_is_typed_or_chosen_at_an_address(harness: Harness) -> None:
    nothing: dict[str, Any] = {"model": "x", "providers": []}
    here = {"provider": "openai-compatible", "access": "", "models": [{"name": "hosted_vllm/qwen"}]}

    def models(argument: dict[str, Any]) -> dict[str, Any]:
        return {"model": "x", "providers": [here]} if "apiBase" in argument else nothing

    harness.daemon.commands["models"] = models
    harness.editor.command("Architect chat")
    harness.editor.will_reply(2, "ollama/tiny")
    harness.editor.command("Architect model")
    harness.editor.says("model of the next message: ollama/tiny")
    harness.editor.will_reply(3, "http://localhost:9/v1", 1)
    harness.editor.command("Architect model")
    harness.editor.says("hosted_vllm/qwen at http://localhost:9/v1, until you leave Neovim")
    there = {"llm": {"model": "hosted_vllm/qwen", "api_base": "http://localhost:9/v1"}}
    until(lambda: last_settings(harness) == there, "the address", PATIENCE_S)
    harness.editor.command("Architect model default")
    until(lambda: last_settings(harness) == {}, "no address", PATIENCE_S)


def last_settings(harness: Harness) -> object:
    return harness.server.sent("workspace/didChangeConfiguration")[-1]["settings"]["architect"]


def test_compact_is_about_the_conversation_that_is_used_and_is_told_in_it(harness: Harness) -> None:
    begins(harness)
    harness.event("model.requested", 2, contextPercent=12)
    ends(harness, 3)
    started = {"runId": "s1.2", "state": "running", "position": 0}
    harness.daemon.commands["compact"] = lambda _: started
    harness.editor.command("Architect compact the schema")
    asked = harness.daemon.executed("compact")
    assert (asked["sessionId"], asked["focus"]) == ("s1", "the schema")
    why = "it has 3 steps, and the last 4 stay whole"
    head = {"runId": "s1.2", "ts": "2026-01-01T00:00:00.000+00:00", "seq": 1}
    about = {"agent": "build", "model": "m", "task": "Compact the context", "sessionId": "s1"}
    harness.server.notify("architect/event", head | {"type": "run.started"} | about)
    told = {"seq": 2, "type": "context.not_compacted", "reason": why}
    harness.server.notify("architect/event", head | told)
    assert "Compact the context" in shows(harness, f"context not summed up: {why}")
    code = """
    local chat = require('architect.chats').current()
    return { require('architect.chat_bar').of_input(chat, 120), require('architect').component() }
    """
    bar, component = harness.editor.lua(code)
    assert "context 12 %" in bar.replace("%%", "%")
    assert component.endswith("context 12 %%")
    assert harness.editor.lua("return vim.fn.bufwinid('architect://log/s1.2')") == -1


def test_choices_are_sent_with_the_next_message(harness: Harness) -> None:
    model = {"name": "gpt-4.1", "maxInputTokens": 1_000_000}
    harness.daemon.commands["models"] = lambda _: {
        "model": "x",
        "providers": [{"provider": "openai", "access": "key", "problem": "", "models": [model]}],
    }
    harness.editor.command("Architect chat")
    harness.editor.will_reply(2)
    harness.editor.command("Architect model")
    harness.editor.says("model of the next message: gpt-4.1")
    assert "gpt-4.1  (openai)  1000 k tokens" in harness.editor.asked[-1]
    harness.editor.command("Architect mode plan")
    harness.editor.command("Architect mode dance")
    harness.editor.says('unknown mode "dance"')
    will_run(harness)
    harness.editor.command("Architect chat plan it")
    asked = {"prompt": "plan it", "model": "gpt-4.1", "mode": "plan"}
    assert harness.daemon.executed("run") == asked
    started = {"agent": "plan", "model": "gpt-4.1", "task": "plan it", "sessionId": "s1"}
    harness.event("run.started", 1, **started)
    ends(harness, 2)
    shows(harness, ":Architect do carries out the plan")
    will_run(harness, "s1.2")
    harness.editor.command("Architect do")
    carried = harness.daemon.executed("run", 2)
    assert (carried["prompt"], carried["mode"], carried["session"], carried["agent"]) == (
        "Carry out the plan.",
        "edit",
        "s1",
        "build",
    )


def test_lines_and_problems_go_along_and_are_shown_with_their_sizes(harness: Harness) -> None:
    will_run(harness)
    harness.editor.command("2,3Architect attach")
    harness.editor.says("attached to the next message: selection one.py:2-3 (2 lines, 12 bytes)")
    harness.editor.command("Architect chat shorter")
    sent = harness.daemon.executed("run")
    assert sent["attachments"] == [
        {
            "kind": "selection",
            "name": "one.py:2-3",
            "text": "b = 2\nc = 3\n",
            "uri": harness.uri,
            "range": {"start": {"line": 1, "character": 0}, "end": {"line": 2, "character": 5}},
        }
    ]
    attached = [{"kind": "selection", "name": "one.py:2-3", "lines": 2, "bytes": 12}]
    started = {"agent": "build", "model": "m", "task": "shorter", "attached": attached}
    harness.event("run.started", 1, sessionId="s1", **started)
    shows(harness, "attached: selection one.py:2-3 (2 lines, 12 bytes)")


def test_an_image_and_the_last_lines_of_a_terminal_go_along(harness: Harness) -> None:
    (harness.project / "shot.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    harness.editor.command("split | terminal echo what it printed")
    until(lambda: "what it printed" in harness.editor.text(), "the terminal", PATIENCE_S)
    harness.editor.command("close")
    harness.editor.command("Architect attach shot.png")
    harness.editor.says("attached to the next message: image shot.png (8 bytes)")
    will_run(harness)
    harness.editor.command("Architect chat why does @terminal say so")
    image, terminal = harness.daemon.executed("run")["attachments"]
    assert (image["kind"], image["mediaType"], image["data"]) == (
        "image",
        "image/png",
        "iVBORw0KGgo=",
    )
    assert (terminal["kind"], terminal["name"]) == ("terminal", "echo")
    assert terminal["text"].startswith("what it printed\n")


def test_mentions_are_offered_while_one_is_typed(harness: Harness) -> None:
    def mentions(argument: dict[str, Any]) -> Any:
        word = argument["text"]
        found = {"insert": "@one.py", "label": "one.py", "kind": "file", "detail": ""}
        evil = found | {"insert": "@\x1b[2J"}
        return {"from": word.index("@"), "mentions": [found, evil] if "@" in word else []}

    harness.daemon.commands["mentions"] = mentions
    harness.editor.command("Architect chat")
    harness.editor.keys("änd see @o")
    until(lambda: harness.editor.lua("return vim.fn.pumvisible()") == 1, "the list", PATIENCE_S)
    harness.editor.keys("<Tab><C-y>")
    until(lambda: harness.editor.buffer_text(INPUT) == "änd see @one.py", "the mention", PATIENCE_S)
    harness.editor.keys("<Esc>")
    words = harness.editor.lua("return vim.fn.getcompletion('Architect chat fix @o', 'cmdline')")
    assert words == ["@one.py"]


def test_tasks_are_offered_behind_a_slash_at_the_beginning(harness: Harness) -> None:
    task = {
        "insert": "/explain",
        "label": "/explain",
        "kind": "task",
        "detail": "have code explained",
    }
    harness.daemon.commands["mentions"] = lambda _: {"from": 0, "mentions": [task]}
    harness.editor.command("Architect chat")
    harness.editor.keys("/e")
    until(lambda: harness.editor.lua("return vim.fn.pumvisible()") == 1, "the list", PATIENCE_S)
    harness.editor.keys("<Tab><C-y>")
    until(lambda: harness.editor.buffer_text(INPUT) == "/explain", "the task", PATIENCE_S)


def test_a_named_task_is_shown_and_comes_back_as_it_was_typed(harness: Harness) -> None:
    begins(harness, "/explain a.py", task="Explain what @a.py does.", typed="/explain a.py")
    log = chat_text(harness)
    assert ("/explain a.py" in log, "Explain what" in log) == (True, False)
    ends(harness, 2)
    harness.editor.keys("i<C-p>")
    until(lambda: harness.editor.buffer_text(INPUT) == "/explain a.py", "it", PATIENCE_S)


def test_a_message_is_sent_with_the_list_of_completions_open(harness: Harness) -> None:
    will_run(harness)
    found = {"insert": "@one.py", "label": "one.py", "kind": "file", "detail": ""}
    harness.daemon.commands["mentions"] = lambda _: {"from": 4, "mentions": [found]}
    harness.editor.command("Architect chat")
    harness.editor.keys("see @one.py")
    until(lambda: harness.editor.lua("return vim.fn.pumvisible()") == 1, "the list", PATIENCE_S)
    harness.editor.keys("<C-s>")
    assert harness.daemon.executed("run")["prompt"] == "see @one.py"
    look = "return { vim.fn.pumvisible(), vim.fn.mode() }"
    until(lambda: harness.editor.lua(look) == [0, "i"], "no list", PATIENCE_S)


def test_earlier_messages_come_back(harness: Harness) -> None:
    begins(harness, "the first")
    harness.daemon.commands["say"] = lambda _: {"accepted": True, "messageId": "m"}
    harness.editor.keys("ithe second<C-s>")
    harness.daemon.executed("say")
    harness.editor.keys("draft<C-p>")
    until(lambda: harness.editor.buffer_text(INPUT) == "the second", "the second", PATIENCE_S)
    harness.editor.keys("<C-p>")
    until(lambda: harness.editor.buffer_text(INPUT) == "the first", "the first", PATIENCE_S)
    harness.editor.keys("<C-n><C-n>")
    until(lambda: harness.editor.buffer_text(INPUT) == "draft", "the draft", PATIENCE_S)


def test_text_of_models_and_files_is_only_text(harness: Harness) -> None:
    begins(harness)
    harness.event(
        "model.replied", 2, text="# vim: set ft=sh:\n\x1b]0;x\x07 \u202etxt `x\n## You\nyes"
    )
    decided = {"name": "read_file", "summary": "%{system('x')}\n:q", "allowed": True}
    harness.event("tool.decided", 3, callId="c", **decided)
    shown = shows(harness, "• read_file %{system('x')} / :q")
    assert "\\x1b]0;x\\x07 \\u202etxt" in shown
    heads = harness.editor.lua(
        """
        local space = vim.api.nvim_create_namespace('architect.messages')
        return #vim.api.nvim_buf_get_extmarks(vim.fn.bufnr(...), space, 0, -1, {})
        """,
        CHAT,
    )
    assert heads == 1
    assert harness.editor.lua("return vim.bo[vim.fn.bufnr(...)].filetype", CHAT) == "markdown"


def test_a_chat_opens_at_any_place_and_closes_again(harness: Harness) -> None:
    for place in ("right", "below", "float", "tab"):
        harness.editor.command(f"Architect chat ++place={place}")
        until(lambda: cursor_is_in(harness) == INPUT, "the input")
        harness.editor.keys("<Esc>q")
        until(lambda: "architect://" not in cursor_is_in(harness), "the chat to close", PATIENCE_S)
    harness.editor.command("Architect chat ++place=moon")
    harness.editor.says('unknown place "moon"; available: right, below, float, tab')


def test_the_chat_of_a_run_that_was_started_without_one_has_it(harness: Harness) -> None:
    a_session(harness)
    harness.daemon.commands["run"] = lambda _: {"runId": "s9.1", "state": "running"}
    harness.editor.command("Architect run fix the footer")
    harness.daemon.executed("run")
    known = "return require('architect.runs').newest() ~= nil"
    until(lambda: harness.editor.lua(known), "the run", PATIENCE_S)
    harness.editor.command("Architect chat")
    shows(harness, "It is fixed.")


def test_the_place_under_the_cursor_opens_beside_the_chat(harness: Harness) -> None:
    begins(harness)
    harness.event("model.replied", 2, text="see `two.py:2`.")
    shows(harness, "two.py:2")
    harness.editor.keys("<Esc><C-w>k/two<CR><CR>")
    two = str(harness.two)
    until(lambda: cursor_is_in(harness) == two, "the file", PATIENCE_S)
    assert harness.editor.lua("return vim.api.nvim_win_get_cursor(0)")[0] == 2
