"""Talking to an agent on a terminal."""

import json
import os
import re

import pytest
from tests.cli.chat.talking import WELCOME, events, of_type, talking
from tests.cli.talk import (
    COMPATIBLE,
    command_call,
    provider_environment,
    read_call,
    write_call,
)
from tests.support.chat_screen import (
    CTRL_C,
    CTRL_D,
    ENTER,
    NEW_LINE,
    chat_screen,
)
from tests.support.command import Project
from tests.support.provider_server import (
    Call,
    ProviderServer,
    Reply,
    Status,
    refused_url,
)


def test_a_message_and_a_follow_up_are_one_session(project: Project) -> None:
    with talking(project, [Reply("Hello **you**."), Reply("Again.")]) as (screen, server):
        screen.say("hi")
        screen.shows("Hello you.")
        screen.shows("Done")
        screen.say("and again")
        screen.shows("Again.")
        screen.shows("Done", times=2)
        screen.type(CTRL_D)
        assert screen.end() == 0
        assert "come back: architect chat --resume" in screen.words
        said = [message["content"] for message in server.requests[1].body["messages"]]
    assert "Hello **you**." in said
    assert [event["task"] for event in of_type(project, "run.started")] == ["hi", "and again"]


def test_a_question_is_below_all_else_and_its_answer_counts(project: Project) -> None:
    calls = [command_call("touch made", call_id="1"), read_call("a.txt", call_id="2")]
    with talking(project, [Reply(calls=calls), Reply("made it")]) as (screen, _):
        screen.say("make it")
        screen.asks()
        screen.say("y")
        screen.shows("made it")
        screen.shows("read_file a.txt")
        screen.shows("Done")
    assert (project.folder / "made").exists()


def test_a_no_with_a_reason_is_read_by_the_model(project: Project) -> None:
    replies = [Reply(calls=[write_call()]), Reply("then not")]
    with talking(project, replies) as (screen, server):
        screen.say("make it")
        screen.asks()
        screen.say("d")
        screen.shows("why, for the agent:")
        screen.say("put it into docs/")
        screen.shows("then not")
        results = [
            m["content"] for m in server.requests[-1].body["messages"] if m["role"] == "tool"
        ]
    assert "put it into docs/" in results[0]
    assert not (project.folder / "new.txt").exists()


def test_what_is_being_typed_when_a_question_comes_is_no_answer(project: Project) -> None:
    replies = [Reply(calls=[command_call("cat gate")]), Reply(calls=[write_call()]), Reply("end")]
    os.mkfifo(project.folder / "gate")
    with talking(project, replies) as (screen, _):
        screen.say("go")
        screen.shows("run_command cat gate")
        screen.type("yes I would")
        screen.has_typed("yes I would")
        (project.folder / "gate").write_text("go on\n")
        screen.shows("A question waits for its answer")
        screen.say(" add tests")
        screen.asks()
        assert not (project.folder / "new.txt").exists()
        screen.say("y")
        screen.shows("end")
        screen.shows("Done")
    assert [event["text"] for event in of_type(project, "user.said")] == ["yes I would add tests"]
    assert (project.folder / "new.txt").exists()


def test_what_is_said_while_it_works_is_read_behind_the_step(project: Project) -> None:
    os.mkfifo(project.folder / "gate")
    with talking(project, [Reply(calls=[command_call("cat gate")]), Reply("I see.")]) as (
        screen,
        server,
    ):
        screen.say("go")
        screen.shows("run_command cat gate")
        screen.say("first line" + NEW_LINE + "second line")
        screen.shows("queued: first line second line")
        (project.folder / "gate").write_text("go on\n")
        screen.shows("you: first line")
        screen.shows("I see.")
        last = server.requests[-1].body["messages"][-1]
    assert "first line\nsecond line" in str(last["content"])


def test_a_second_interrupt_ends_the_session_and_nothing_is_left(project: Project) -> None:
    os.mkfifo(project.folder / "gate")
    with talking(project, [Reply(calls=[command_call("cat gate")])]) as (screen, _):
        screen.say("go")
        screen.shows("run_command cat gate")
        screen.type(CTRL_C)
        screen.type(CTRL_C)
        assert screen.end() == 0
        assert "come back: architect chat --resume" in screen.words
    assert events(project)[-1]["type"] == "run.finished"


def test_a_message_is_stopped_before_anything_has_begun_and_a_second_key_leaves(
    project: Project,
) -> None:
    with talking(project, []) as (screen, server):
        screen.type("go" + ENTER + CTRL_C)
        screen.has_typed("go")
        screen.shows("Ctrl+C again ends the session")
        screen.type(CTRL_C)
        assert screen.end() == 0
        assert not server.requests
    assert not project.journals
    with talking(project, []) as (screen, _):
        screen.type("\x1b[A")
        screen.has_typed("go")


def test_a_line_that_was_begun_is_cleared_first(project: Project) -> None:
    with talking(project, []) as (screen, _):
        screen.type("half a line")
        screen.has_typed("half a line")
        screen.type(CTRL_C)
        screen.has_typed("")
        screen.shows("Ctrl+C again ends the session")
        screen.type("more")
        screen.has_typed("more")
        screen.type(CTRL_C + CTRL_C)
        assert screen.end() == 0


def test_a_session_is_left_and_found_again_with_its_conversation(project: Project) -> None:
    with talking(project, [Reply("Remembered.")]) as (screen, _):
        screen.say("remember 42")
        screen.shows("Done")
        screen.type(CTRL_D)
        assert screen.end() == 0
    with talking(project, [Reply("It was 42.")], "--resume") as (screen, server):
        screen.shows("you: remember 42")
        screen.shows("Remembered.")
        screen.say("what was it?")
        screen.shows("It was 42.")
        said = str(server.requests[0].body["messages"])
    assert "remember 42" in said
    assert len(project.journals) == 1


def test_a_session_of_another_model_goes_on_with_the_one_that_is_chosen_now(
    project: Project,
) -> None:
    with talking(project, [Reply("Noted.")]) as (screen, _):
        screen.say("buy milk")
        screen.shows("Done")
        screen.type(CTRL_D)
        assert screen.end() == 0
    with talking(project, [Reply("Noted.")], "--resume", "--model", "openai/n") as (screen, server):
        screen.shows("this session used openai/m; from here on it is openai/n")
        screen.shows("openai/n · ")
        screen.say("and bread")
        screen.shows("Done")
        assert server.requests[0].body["model"] == "n"


def test_the_number_of_a_session_is_that_in_the_list_of_all(project: Project) -> None:
    with talking(project, [Reply("Noted."), Reply("Noted.")]) as (screen, _):
        screen.say("buy milk")
        screen.shows("Done")
        screen.say("/new buy bread")
        screen.shows("Done", times=2)
        screen.say("/sessions MILK")
        screen.shows("/resume NUMBER")
        screen.say("/resume 2")
        screen.shows("you: buy milk")
        screen.say("/resume 3")
        screen.shows("no session with the number 3: this workspace has 2 sessions")
        screen.say("/new")
        screen.shows("a new session", times=2)
        screen.say("/resume 1")
        screen.shows("you: buy bread")


def test_a_session_is_deleted_once_the_person_says_yes(project: Project) -> None:
    with talking(project, [Reply("Noted."), Reply("New.")]) as (screen, _):
        screen.say("buy milk")
        screen.shows("Done")
        screen.say("/delete")
        screen.shows("yes or no [y/n]:")
        screen.say("n")
        screen.shows("nothing was deleted")
        assert len(project.journals) == 1
        screen.say("/delete 1")
        screen.shows("yes or no [y/n]:", times=2)
        screen.say("y")
        screen.shows("deleted 2")
        assert not project.journals
        screen.say("go on")
        screen.shows("New.")
        screen.shows("Done", times=2)
    assert [event["task"] for event in of_type(project, "run.started")] == ["go on"]


def test_what_was_typed_is_kept_for_its_user_alone(project: Project) -> None:
    with talking(project, [Reply("ok")]) as (screen, _):
        screen.say("remember me")
        screen.shows("Done")
    [history] = (project.home / "state" / "architect" / "chat-history").iterdir()
    assert history.stat().st_mode & 0o777 == 0o600
    assert history.parent.stat().st_mode & 0o777 == 0o700
    with talking(project, []) as (screen, _):
        screen.type("\x1b[A")
        screen.has_typed("remember me")


def test_a_plan_is_made_and_carried_out(project: Project) -> None:
    with talking(project, [Reply("1. Look."), Reply("Looked.")]) as (screen, _):
        screen.say("/plan look at it")
        screen.shows("`do it` carries the plan out")
        screen.say("do it")
        screen.shows("Looked.")
        screen.shows("Done", times=2)
    started = of_type(project, "run.started")
    assert [event["agent"] for event in started] == ["plan", "build"]
    assert started[1]["task"] == "Carry out the plan."


def test_the_planner_that_was_chosen_plans_and_does_not_carry_out(project: Project) -> None:
    replies = [Reply("1. Look."), Reply("Looked.")]
    with talking(project, replies, "--agent", "plan") as (screen, _):
        screen.say("look at it")
        screen.shows("`do it` carries the plan out")
        screen.say("do it")
        screen.shows("Looked.")
        screen.shows("Done", times=2)
    assert [event["agent"] for event in of_type(project, "run.started")] == ["plan", "build"]


def test_only_the_plan_of_the_session_one_talks_to_is_carried_out(project: Project) -> None:
    replies = [Reply("1. Look."), Reply("What?"), Reply("Looked.")]
    with talking(project, replies, "--mode", "ask") as (screen, _):
        screen.say("/plan look at it")
        screen.shows("`do it` carries the plan out")
        screen.say("/mode ask")
        screen.say("/new")
        screen.shows("a new session")
        screen.say("do it")
        screen.shows("What?")
        screen.shows("Done", times=2)
        screen.say("/resume")
        screen.shows("`do it` carries the plan out", times=2)
        screen.say("do it")
        screen.shows("Looked.")
        screen.shows("Done", times=3)
    lines = [line for path in project.journals for line in path.read_bytes().splitlines()]
    records = [json.loads(line) for line in lines]
    tasks = [r["event"]["task"] for r in records if r["event"]["type"] == "run.started"]
    assert sorted(tasks) == ["Carry out the plan.", "do it", "look at it"]


def test_in_a_new_session_nothing_of_another_one_is_undone(project: Project) -> None:
    with talking(project, [Reply(calls=[write_call()]), Reply("written")], "--mode", "edit") as (
        screen,
        _,
    ):
        screen.say("write it")
        screen.shows("Done")
        screen.say("/new")
        screen.shows("a new session")
        screen.say("/undo all")
        screen.shows("nothing has been done in this session yet")
    assert (project.folder / "new.txt").exists()


def test_changes_are_shown_undone_and_the_message_is_sent_anew(project: Project) -> None:
    replies = [Reply(calls=[write_call()]), Reply("written"), Reply("anew")]
    with talking(project, replies, "--mode", "edit") as (screen, server):
        screen.say("write it")
        screen.shows("Done")
        assert screen.text.index("  write_file new.txt") < screen.text.index("    +new")
        screen.say("/undo")
        screen.shows("to redo: /undo")
        assert not (project.folder / "new.txt").exists()
        screen.say("/edit")
        screen.has_typed("write it")
        screen.say(" better")
        screen.shows("anew")
        screen.shows("Done", times=2)
        assert "written" not in str(server.requests[-1].body["messages"])
    lines = [line for path in project.journals for line in path.read_bytes().splitlines()]
    events = [json.loads(line)["event"] for line in lines]
    started = [event for event in events if event["type"] == "run.started"]
    tasks = [event["task"] for event in started if event["agent"] == "build"]
    assert tasks == ["write it", "write it better"]


def test_a_pasted_text_keeps_its_lines(project: Project) -> None:
    with talking(project, [Reply("seen")]) as (screen, _):
        screen.paste("Traceback\n  File x\nError: y\n")
        screen.say("")
        screen.shows("seen")
    [started] = of_type(project, "run.started")
    assert started["task"].startswith("Traceback\n  File x\nError: y")


def test_a_wrong_key_is_said_and_the_session_goes_on(project: Project) -> None:
    refused = Status(401, {"error": {"message": "Incorrect API key provided: sk-x."}})
    with talking(project, [refused, Reply("Now it works.")], columns=60) as (screen, _):
        screen.say("hi")
        screen.shows("Incorrect API key provided")
        screen.shows("Failed")
        screen.shows("Correct the key where it comes from")
        screen.say("/model")
        screen.shows("this server does not list its models; type the name of one")
        screen.shows("/model PROVIDER/NAME")
        screen.say("again")
        screen.shows("Now it works.")


def test_on_a_narrow_terminal_no_word_is_broken(project: Project) -> None:
    words = "the settings name a variable that this machine has not set for anybody who works here"
    steps = {"steps": [{"step": f"find out why {words}", "status": "in_progress"}]}
    replies = [
        Reply(calls=[Call("update_plan", json.dumps(steps))]),
        Reply(calls=[command_call(f"echo {words}; false")]),
        Reply("end"),
    ]
    with talking(project, replies, "--mode", "yolo", columns=60) as (screen, _):
        screen.say("go")
        screen.shows("Done")
        plan = "    [~] find out why the settings name a variable that this\n      machine"
        said = "    | the settings name a variable that this machine has not\n      set"
        assert plan in screen.text
        assert said in screen.text


def test_text_of_a_model_cannot_steer_the_terminal(project: Project) -> None:
    hostile = "\x1b[2J\x1b]0;title\x07 **\x1b[31mred** \u202e"
    with talking(project, [Reply(hostile)]) as (screen, _):
        screen.say("hi")
        screen.shows("Done")
        assert "\\x1b[2J" in screen.text
        assert not [mark for mark in (b"\x1b[2J", b"\x1b]0;", b"\x1b[31mred") if mark in screen.raw]


def test_a_pasted_answer_cannot_steer_the_terminal(project: Project) -> None:
    with talking(project, [Reply(calls=[write_call()]), Reply("then not")]) as (screen, _):
        screen.say("make it")
        screen.asks()
        screen.paste("n, \x1b]0;title\x07 into docs")
        screen.say("")
        screen.shows("then not")
        assert "n, \\x1b]0;title\\x07 into docs" in screen.words
        assert b"\x1b]0;" not in screen.raw


@pytest.mark.long
def test_while_a_command_runs_it_is_seen_beside_its_last_line(project: Project) -> None:
    command = "echo one; echo two; cat gate"
    os.mkfifo(project.folder / "gate")
    with talking(project, [Reply(calls=[command_call(command)]), Reply("Over.")]) as (screen, _):
        screen.say("wait")
        screen.shows(f"run_command {command} · two")
        (project.folder / "gate").write_bytes(b"open\n")
        screen.shows("Done")


def test_ten_thousand_lines_are_shown_while_somebody_types(project: Project) -> None:
    long = "".join(f"line {number}\n" for number in range(10_000))
    with talking(project, [Reply(long, piece=4_000)]) as (screen, _):
        screen.say("count")
        screen.shows("line 5")
        for letter in "typing all the time":
            screen.type(letter)
        screen.shows("Done")
        screen.has_typed("typing all the time")
        text = screen.text
    assert [text.count(f"line {number}\n") for number in (0, 4_321, 9_999)] == [1, 1, 1]
    between = re.split(rb"(?:line [0-9]+\r\r\n)+", screen.raw)[1:]
    assert len(between) > 10
    assert [each for each in between if b"\r\n\x1b[0;7mopenai/m" not in each] == []


def test_files_and_images_go_with_a_message_but_none_that_may_hold_secrets(
    project: Project,
) -> None:
    project.write("notes.txt", "remember the milk\n")
    project.write(".env", "TOKEN=abcdefgh12345678\n")
    (project.folder / "dot.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    (project.folder / "no.png").write_bytes(b"text")
    with talking(project, [Reply("Milk.")]) as (screen, server):
        screen.say("/attach .env")
        screen.shows("may hold secrets")
        screen.say("/image no.png")
        screen.shows("no PNG, JPEG, GIF or WebP")
        screen.say("/attach notes.txt")
        screen.shows("notes.txt, 1 line")
        screen.say("/detach")
        screen.shows("with the next message: nothing")
        screen.say("/attach notes.txt")
        screen.shows("notes.txt, 1 line", times=2)
        screen.say("/image dot.png")
        screen.shows("dot.png, 28 bytes")
        screen.say("what do you see?")
        screen.shows("Done")
        asked = json.dumps(server.requests[0].body)
    assert "remember the milk" in asked and "data:image/png;base64," in asked
    assert "abcdefgh12345678" not in asked
    [started] = of_type(project, "run.started")
    assert [each["name"] for each in started["attached"]] == ["notes.txt", "dot.png"]


def test_files_of_the_command_line_go_with_the_first_message(project: Project) -> None:
    notes = project.write("notes.txt", "remember the milk\n")
    (project.folder / "dot.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    flags = ("--attach", str(notes), "-i", "dot.png")
    with talking(project, [Reply("Milk."), Reply("Still.")], *flags) as (screen, _):
        screen.shows("with the next message: notes.txt, 1 line; dot.png, 28 bytes")
        screen.say("what do you see?")
        screen.shows("Done")
        screen.say("and now?")
        screen.shows("Done", times=2)
    attached = [event["attached"] for event in of_type(project, "run.started")]
    assert [[each["name"] for each in some] for some in attached] == [["notes.txt", "dot.png"], []]


def test_a_closed_port_is_named_and_the_session_goes_on(project: Project) -> None:
    place = ("--model", "openai/m", "--api-base", "http://127.0.0.1:1/v1")
    settings = provider_environment() | {"ARCHITECT__LLM__RETRIES": "1"}
    with chat_screen(project, *place, environment=settings, columns=60) as screen:
        screen.shows(WELCOME)
        screen.say("hi")
        screen.shows("Failed")
        assert screen.words.count("Nothing answers at http://127.0.0.1:1/v1 (--api-base)") == 1
        screen.shows("send the message again")
        screen.say("/help")
        screen.shows("/model")
        screen.type(CTRL_D)
        assert screen.end() == 0


def test_without_a_model_it_is_said_once_and_the_message_stays(project: Project) -> None:
    project.write("notes.txt", "remember the milk\n")
    with chat_screen(project, columns=60) as screen:
        screen.shows(WELCOME)
        screen.shows("no model is selected")
        screen.shows("/model NAME chooses one")
        screen.shows("no model chosen")
        screen.say("/attach notes.txt")
        screen.shows("with the next message: notes.txt, 1 line")
        screen.say("hi")
        screen.shows("no model is selected", times=2)
        screen.has_typed("hi")
        assert screen.words.count("error: no model is selected") == 2
        screen.type(CTRL_C)
        screen.say("/attach")
        screen.shows("with the next message: notes.txt, 1 line", times=2)
        screen.type(CTRL_C)
        screen.type(CTRL_C)
        assert screen.end() == 0
    assert not project.journals


def test_a_session_that_goes_on_without_a_model_says_so_once_and_quotes_only_what_was_said(
    project: Project,
) -> None:
    with ProviderServer([Reply("One."), Reply("Two.")]) as server:
        place = ("--model", COMPATIBLE.model, "--api-base", f"{server.url}{COMPATIBLE.path}")
        project.architect("run", "fix the mean", *place, environment=provider_environment())
        project.architect("resume", *place, environment=provider_environment())
    nobody = {"OLLAMA_HOST": refused_url(), "LM_STUDIO_API_BASE": refused_url()}
    with chat_screen(project, "--resume", environment=nobody) as screen:
        screen.shows("last task: Resume fix the mean")
        assert "you: " not in screen.words
        screen.say("hi")
        screen.shows("> hi error: no model is selected /model lists")
        assert "no model is set up" not in screen.words


def test_a_command_that_needs_the_end_of_a_run_waits_for_it(project: Project) -> None:
    os.mkfifo(project.folder / "gate")
    replies = [Reply(calls=[write_call(), command_call("cat gate", call_id="2")]), Reply("written")]
    with talking(project, replies, "--mode", "edit") as (screen, _):
        screen.say("write it")
        screen.shows("run_command cat gate")
        screen.say("/undo")
        screen.shows("queued: /undo")
        assert (project.folder / "new.txt").exists()
        (project.folder / "gate").write_text("go on\n")
        screen.shows("to redo: /undo")
    assert not (project.folder / "new.txt").exists()


def test_a_session_that_is_too_short_to_sum_up_is_forked_and_reviewed(project: Project) -> None:
    replies = [Reply("Forty-two."), Reply("I know."), Reply("Nothing is wrong.")]
    with talking(project, replies) as (screen, server):
        screen.say("a number")
        screen.shows("Done")
        screen.say("/compact")
        screen.shows("Failed: the conversation stays as it is")
        screen.say("/fork")
        screen.shows("you are in the fork")
        screen.say("and now?")
        screen.shows("I know.")
        assert "Forty-two." in str(server.requests[1].body["messages"])
        screen.say("/review a.txt")
        screen.shows("Nothing is wrong.")
        assert "a.txt" in str(server.requests[2].body["messages"])
    assert len(project.journals) == 2


def test_behind_a_review_the_conversation_continues_with_the_usual_agent(
    project: Project,
) -> None:
    project.write("a.txt", "one\n")
    replies = [Reply("Looks good."), Reply("Changed."), Reply("Again.")]
    with talking(project, replies) as (screen, _):
        screen.say("/review a.txt")
        screen.shows("reviewed: 1 file")
        screen.shows("Done")
        screen.say("then change it")
        screen.shows("Changed.")
        screen.shows("Done", times=2)
        screen.type(CTRL_D)
        assert screen.end() == 0
    assert [event["agent"] for event in of_type(project, "run.started")] == ["review", "build"]
    with talking(project, [], "--resume") as (screen, _):
        screen.shows("you: then change it")
        screen.shows("ask · price unknown · context")
        screen.say("/cost")
        screen.shows("session: price unknown (20 in / 10 out)")


def test_a_server_of_ones_own_is_chosen_in_the_conversation_without_any_configuration(
    project: Project,
) -> None:
    quiet = {"OLLAMA_HOST": refused_url(), "LM_STUDIO_API_BASE": refused_url()}
    pages = {"/v1/models": {"data": [{"id": "qwen3-coder"}]}}
    several = {"/v1/models": {"data": [{"id": "large"}, {"id": "tiny"}]}}
    with (
        ProviderServer([Reply("Hello.")], pages=pages) as server,
        ProviderServer([], pages=several) as other,
        chat_screen(project, environment=quiet, columns=60) as screen,
    ):
        screen.shows("/model URL asks an OpenAI-compatible server")
        screen.say("/model")
        screen.shows("keeps a key, /model URL asks an OpenAI-compatible server for its models")
        screen.say("/model nonsense://x")
        screen.shows("error:")
        screen.say(f"/model {refused_url()}/v1")
        screen.shows("(/model); is the model server running?")
        screen.say(f"/model {other.url}/v1")
        screen.shows("/model NAME chooses one")
        screen.shows("no model chosen · ask")
        screen.say("hi")
        screen.shows("error: no model is chosen yet")
        screen.type(CTRL_C)
        screen.say(f"/model {server.url}/v1")
        screen.shows("from the next message on")
        screen.say("/reasoning loud")
        screen.shows("there is no effort 'loud'")
        screen.say("/reasoning low")
        screen.shows("reasoning: low, from the next message on")
        screen.say("hi")
        screen.shows("Hello.")
        screen.shows("Done")
        [asked] = server.requests
        screen.type(CTRL_D)
        assert screen.end() == 0
        [session] = [path.stem for path in project.journals]
        address = f"--model qwen3-coder --api-base {server.url}/v1"
        assert (
            f"come back:\r\narchitect chat --resume {session} {address}\r\n".encode() in screen.raw
        )
    assert (asked.body["model"], asked.body["reasoning_effort"]) == ("qwen3-coder", "low")
    assert "authorization" not in {name.lower() for name in asked.headers}
