"""What waits while the agent works: read at once, or changed before it is read."""

import os

from tests.cli.chat.talking import of_type, talking
from tests.cli.talk import command_call
from tests.support.chat_screen import ENTER, ChatScreen
from tests.support.command import Project
from tests.support.provider_server import ProviderServer, Reply

UP = "\x1b[A"
GATE = "run_command cat gate"


def replies() -> list[Reply]:
    return [
        Reply(calls=[command_call("cat gate", call_id="1")]),
        Reply(calls=[command_call("cat gate", call_id="2")]),
        Reply("I see."),
    ]


def told(server: ProviderServer) -> str:
    return str(server.requests[-1].body["messages"])


def stands_alone(screen: ChatScreen, line: str) -> bool:
    return [row for row in screen.lines if row.startswith("queued:")] == [f"queued: {line}"]


def works_again(screen: ChatScreen, server: ProviderServer) -> bool:
    return len(server.requests) > 1 and any(f"... {GATE}" in row for row in screen.lines)


def test_what_waits_is_changed_and_interrupts_the_step(project: Project) -> None:
    os.mkfifo(project.folder / "gate")
    project.write("wishes.md", "- blue\n")
    with talking(project, replies(), "--mode", "yolo", columns=60) as (screen, server):
        screen.say("go")
        screen.shows(GATE)
        screen.say("be quick")
        screen.shows("queued: be quick Enter sends it at once, Up changes it")
        screen.say("/attach wishes.md")
        screen.shows("with the next message: wishes.md, 1 line")
        screen.say("read it")
        screen.shows("queued: be quick queued: read it")
        screen.type(UP)
        screen.has_typed("read it")
        screen.until(lambda seen: stands_alone(seen, "be quick"), "the first message alone")
        screen.shows("with the next message: wishes.md, 1 line", times=2)
        screen.type(" first")
        screen.has_typed("read it first")
        screen.type(ENTER)
        screen.shows("queued: be quick queued: read it first")
        screen.type(ENTER)
        screen.shows("you: be quick")
        screen.shows("you: read it first")
        screen.until(lambda seen: works_again(seen, server), "the next step")
        assert "- blue" in told(server)
        assert "read it first" in told(server)
        screen.say("/now leave the gate alone")
        screen.shows("you: leave the gate alone")
        screen.shows("I see.")
        screen.shows("Done")
        screen.say("/now")
        screen.shows("no message waits; /now WORDS says something at once")
    said = [event["text"] for event in of_type(project, "user.said")]
    assert said == ["be quick", "read it first", "leave the gate alone"]
    assert [event["type"] for event in of_type(project, "run.started")] == ["run.started"]


def test_in_lines_alone_commands_do_the_same(project: Project) -> None:
    os.mkfifo(project.folder / "gate")
    with talking(project, replies(), "--mode", "yolo", TERM="dumb") as (screen, server):
        screen.say("go")
        screen.shows(f"working: {GATE}")
        for line in ("be quick", "and careful", "/undo"):
            screen.say(line)
            screen.shows(f"queued: {line}")
        screen.shows("/now sends it at once, /queue changes it")
        screen.say("/queue")
        screen.shows("1 be quick 2 and careful 3 /undo")
        screen.say("/queue 4")
        screen.shows("nothing waits as '4'")
        for number in ("3", "1"):
            screen.say(f"/queue {number}")
        screen.shows("goes instead of it: be quick and after that: /undo")
        screen.say("/now")
        screen.shows(GATE, times=3)
        assert "and careful" in told(server)
        assert "be quick" not in told(server)
        screen.say("/now that is enough")
        screen.shows("I see.")
        screen.shows("Done")
    assert "nothing to undo" not in screen.text
