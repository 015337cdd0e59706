"""What was typed in a conversation and nobody has read: it comes back, and is kept."""

import os
from collections.abc import Generator
from contextlib import contextmanager

from tests.cli.chat.talking import WELCOME, of_type, talking
from tests.cli.talk import COMPATIBLE, command_call, provider_environment
from tests.support.chat_screen import (
    CTRL_C,
    CTRL_D,
    ESCAPE,
    ChatScreen,
    chat_screen,
)
from tests.support.command import Project
from tests.support.provider_server import ProviderServer, Reply, refused_url


@contextmanager
def at_a_gate(project: Project, *later: Reply) -> Generator[tuple[ChatScreen, ProviderServer]]:
    """A conversation in a command that goes on until it is stopped; then `later` replies."""
    os.mkfifo(project.folder / "gate")
    with talking(project, [Reply(calls=[command_call("cat gate")]), *later]) as (screen, server):
        screen.say("go")
        screen.shows("run_command cat gate")
        yield screen, server


def test_stopping_keeps_the_conversation_and_gives_back_what_was_not_read(
    project: Project,
) -> None:
    with at_a_gate(project, Reply("Still here.")) as (screen, _):
        screen.say("too late")
        screen.shows("queued: too late")
        screen.type(ESCAPE)
        screen.shows("Cancelled")
        assert "  run_command cat gate\n    run_command failed: interrupted" in screen.text
        screen.has_typed("too late")
        screen.type("!")
        screen.say("")
        screen.shows("Still here.")
        screen.shows("Done")
        screen.type(CTRL_C)
        screen.shows("Ctrl+C again ends the session")
        screen.type(CTRL_C)
        assert screen.end() == 0
        assert "come back: architect chat --resume" in screen.words
    assert [event["task"] for event in of_type(project, "run.started")] == ["go", "too late!"]
    [call] = of_type(project, "tool.finished")
    assert not call["success"]


def test_what_waits_when_the_person_leaves_is_offered_when_the_session_goes_on(
    project: Project,
) -> None:
    with at_a_gate(project) as (screen, _):
        screen.say("and the docs")
        screen.shows("queued: and the docs")
        screen.say("/undo")
        screen.shows("queued: /undo")
        screen.type(CTRL_D)
        assert screen.end() == 0
        screen.shows("not sent (2 messages): > and the docs > /undo kept with the session")
    with talking(project, [], "--resume") as (screen, _):
        screen.shows("2 messages not sent when the session ended")
        screen.shows("not sent: /undo")
        screen.has_typed("and the docs")
        screen.type(CTRL_C)
        screen.has_typed("")
        screen.type(CTRL_C)
        assert screen.end() == 0
    with talking(project, [Reply("Documented.")], "--resume") as (screen, _):
        screen.has_typed("and the docs")
        screen.say(" in German")
        screen.shows("Documented.")
        screen.shows("Done")
        screen.has_typed("/undo")
        screen.say("")
        screen.shows("nothing to undo")
        screen.type(CTRL_D)
        assert screen.end() == 0
    assert [event["task"] for event in of_type(project, "run.started")][1:] == [
        "and the docs in German"
    ]
    assert not [*project.journals[0].parent.glob("*.unsent")]


def test_after_a_kill_the_session_says_so_and_what_nobody_has_read_is_offered(
    project: Project,
) -> None:
    project.write("notes.txt", "remember the milk\n")
    second = Reply(calls=[command_call("cat ./gate", call_id="call_2")])
    with at_a_gate(project, second) as (screen, _):
        screen.say("look at b.txt too")
        screen.shows("queued: look at b.txt too")
        (project.folder / "gate").write_text("open\n")
        screen.shows("run_command cat ./gate")
        screen.say("/attach notes.txt")
        screen.shows("notes.txt, 1 line")
        for line in ("and the docs", "/undo"):
            screen.say(line)
            screen.shows(f"queued: {line}")
        screen.process.kill()
        screen.end()
    assert [said["text"] for said in of_type(project, "user.said")] == ["look at b.txt too"]
    with talking(project, [Reply("Documented.")], "--resume") as (screen, server):
        screen.shows("you: go Interrupted: architect ended before this was done; your next message")
        screen.shows("2 messages not sent when the session ended")
        screen.shows("with the next message: notes.txt, 1 line")
        screen.shows("not sent: /undo")
        screen.has_typed("and the docs")
        screen.say("")
        screen.shows("Documented.")
        screen.shows("Done")
        assert "remember the milk" in str(server.requests[-1].body["messages"][-1])
    assert [event["task"] for event in of_type(project, "run.started")] == ["go", "and the docs"]
    assert not [*project.journals[0].parent.glob("*.unsent")]


def test_what_came_back_stays_kept_until_it_is_cleared_and_the_session_left(
    project: Project,
) -> None:
    with at_a_gate(project) as (screen, _):
        screen.say("too late")
        screen.shows("queued: too late")
        screen.type(ESCAPE)
        screen.shows("Cancelled")
        screen.has_typed("too late")
        [kept] = project.journals[0].parent.glob("*.unsent")
        assert "too late" in kept.read_text()
        screen.type(CTRL_C)
        screen.has_typed("")
        screen.type(CTRL_D)
        assert screen.end() == 0
    assert not kept.exists()


def test_a_line_that_begins_with_a_path_is_a_message_and_an_unknown_command_comes_back(
    project: Project,
) -> None:
    with talking(project, [Reply("Then clear it.")] * 3) as (screen, server):
        for said in ("/tmp is full", "/tmp/x/y.log is long", " /undo is what I typed"):
            screen.say(said)
            screen.until(lambda _: len(server.requests) > 0, "a request")
            screen.shows("Done", times=len(server.requests))
        screen.say("/udno all of it")
        screen.shows("there is no command /udno, did you mean 'undo'?")
        screen.shows("a space before the slash makes it a message")
        screen.has_typed("/udno all of it")
        screen.type(CTRL_C)
        screen.say("/review no-such-file.txt")
        screen.shows("no-such-file.txt", times=2)
        screen.has_typed("/review no-such-file.txt")
        screen.type(CTRL_C)
        screen.say("/attach no-such-file.txt")
        screen.shows("is no file")
        screen.has_typed("")
        screen.say("/undo")
        screen.shows("nothing to undo")
        screen.has_typed("")
    tasks = [event["task"] for event in of_type(project, "run.started")]
    assert tasks == ["/tmp is full", "/tmp/x/y.log is long", " /undo is what I typed"]


def test_after_a_stop_what_waited_comes_back_in_its_order_each_command_alone(
    project: Project,
) -> None:
    with at_a_gate(project, Reply("Documented.")) as (screen, server):
        for line in ("/undo", "and the docs", "in German"):
            screen.say(line)
            screen.shows(f"queued: {line}")
        screen.type(ESCAPE)
        screen.shows("Cancelled")
        screen.shows("not sent: /undo")
        screen.say("")
        screen.shows("Documented.")
        screen.shows("Done")
        screen.has_typed("/undo")
        screen.say("")
        screen.shows("nothing to undo")
        last = server.requests[-1].body["messages"][-1]
    assert last["content"] == "and the docs\n\nin German"


def test_what_was_to_go_along_is_kept_with_a_message_that_waits(project: Project) -> None:
    project.write("notes.txt", "remember the milk\n")
    project.write("gone.txt", "soon\n")
    with at_a_gate(project) as (screen, _):
        for name in ("notes.txt", "gone.txt"):
            screen.say(f"/attach {name}")
            screen.shows(f"{name}, 1 line")
        screen.say("read them")
        screen.shows("queued: read them")
        screen.type(CTRL_D)
        assert screen.end() == 0
        screen.shows("> read them + notes.txt, 1 line + gone.txt, 1 line")
    (project.folder / "gone.txt").unlink()
    project.write("notes.txt", "remember the milk and the bread\n")
    with talking(project, [Reply("Bread.")], "--resume") as (screen, server):
        screen.shows("not attached any more:")
        screen.shows("with the next message: notes.txt, 1 line")
        screen.has_typed("read them")
        screen.say("")
        screen.shows("Bread.")
        screen.shows("Done")
        assert "the milk and the bread" in str(server.requests[-1].body["messages"])
    assert not [*project.journals[0].parent.glob("*.unsent")]


def test_what_came_back_into_the_input_is_kept_when_a_second_interrupt_leaves(
    project: Project,
) -> None:
    with at_a_gate(project, Reply("Documented.")) as (screen, server):
        screen.say(" /undo is in the docs")
        screen.shows("queued: /undo is in the docs")
        screen.type(CTRL_C)
        screen.has_typed(" /undo is in the docs")
        screen.type(CTRL_C)
        assert screen.end() == 0
        screen.shows("not sent (1 message): > /undo is in the docs")
        place = ("--model", COMPATIBLE.model, "--api-base", f"{server.url}{COMPATIBLE.path}")
        settings = provider_environment()
        with chat_screen(project, *place, environment=settings, command=("resume",)) as again:
            again.shows("? Send what was not sent when the session ended (1 message)?")
            again.shows("> /undo is in the docs")
            again.shows("n to continue without it:")
            again.type("y\n")
            assert again.end() == 0
        last = server.requests[-1].body["messages"][-1]
    assert last["content"] == " /undo is in the docs"  # the space makes it a message
    assert not [*project.journals[0].parent.glob("*.unsent")]


def test_what_goes_with_a_message_that_was_not_read_goes_with_it_again(project: Project) -> None:
    project.write("notes.txt", "remember the milk\n")
    with at_a_gate(project, Reply("Milk.")) as (screen, _):
        screen.say("/attach notes.txt")
        screen.shows("notes.txt, 1 line")
        screen.say("too late")
        screen.shows("queued: too late")
        screen.type(ESCAPE)
        screen.shows("Cancelled")
        screen.has_typed("too late")
        screen.say("")
        screen.shows("Milk.")
        screen.shows("Done")
    attached = [event["attached"] for event in of_type(project, "run.started")]
    assert [[each["name"] for each in some] for some in attached] == [[], ["notes.txt"]]


def test_a_command_behind_a_message_that_came_back_is_a_command(project: Project) -> None:
    quiet = {"OLLAMA_HOST": refused_url(), "LM_STUDIO_API_BASE": refused_url()}
    with chat_screen(project, environment=quiet) as screen:
        screen.shows(WELCOME)
        screen.say("hello")
        screen.until(
            lambda screen: [line for line in screen.lines if line == "> hello"] == ["> hello"] * 2,
            "the message, said and back in the input",
        )
        screen.type("/")
        screen.has_typed("/")
        screen.type("\x7f")
        screen.has_typed("hello")
        screen.say("/mode yolo")
        screen.shows("mode: yolo")
        screen.has_typed("hello")
    assert not project.journals


def test_another_session_that_was_interrupted_is_named(project: Project) -> None:
    with talking(project, [Reply("One."), Reply("Two.")]) as (screen, _):
        screen.say("first")
        screen.shows("Done")
        screen.say("/new")
        screen.say("second")
        screen.shows("Done", times=2)
        screen.type(CTRL_D)
        assert screen.end() == 0
    older, newer = project.journals
    lines = newer.read_bytes().splitlines(keepends=True)
    newer.write_bytes(b"".join(line for line in lines if b'"run.finished"' not in line))
    with talking(project, [], "--resume", older.stem) as (screen, _):
        screen.shows(f"session {newer.stem} was interrupted: /resume 1")
        screen.type(CTRL_D)
        assert screen.end() == 0
