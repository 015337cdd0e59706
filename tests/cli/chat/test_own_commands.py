"""Commands that the person at the terminal runs with an exclamation mark."""

import os
import stat

from tests.cli.chat.talking import of_type, talking
from tests.cli.talk import KEY
from tests.support.chat_screen import CTRL_C, CTRL_D, ENTER, NEW_LINE
from tests.support.command import Project
from tests.support.processes import running_with
from tests.support.provider_server import ProviderServer, Reply


def told(server: ProviderServer) -> str:
    """The last message of the newest request."""
    return str(server.requests[-1].body["messages"][-1]["content"])


def test_what_a_command_of_ones_own_prints_goes_with_the_next_message_and_is_fixed(
    project: Project,
) -> None:
    shell = project.write("my shell", '#!/bin/sh\necho "by my shell"\nexec /bin/sh "$@"\n')
    shell.chmod(shell.stat().st_mode | stat.S_IXUSR)
    replies = [Reply("I see."), Reply("Again."), Reply("Fixed.")]
    with talking(project, replies, SHELL=str(shell), MINE="of the user") as (screen, server):
        screen.say("!echo $MINE; echo wrong >&2; pwd; [ -t 0 ] || echo no terminal; exit 3")
        screen.shows("by my shell of the user wrong")
        screen.shows(f"{project.folder.name} no terminal exit code 3; /fix has it fixed")
        screen.shows("with the next message: $ echo $MINE")
        screen.say("what is wrong?")
        screen.shows("I see.")
        screen.shows("Done")
        assert "<terminal from='$ echo $MINE" in told(server)
        assert f"of the user\nwrong\n{project.folder}\nno terminal\n[exit code 3]" in told(server)
        screen.say("!echo $OPENAI_API_KEY")
        screen.shows("with the next message: $ echo $OPENAI_API_KEY")
        screen.say("see @terminal again")
        screen.shows("Again.")
        screen.shows("Done", times=2)
        assert "<terminal from='$ echo $OPENAI_API_KEY'>" in told(server)
        assert KEY not in told(server)
        screen.say("!false")
        screen.shows("exit code 1; /fix has it fixed", times=1)
        screen.say("/fix")
        screen.shows("Fixed.")
        screen.shows("Done", times=3)
        assert "A command that the user ran has failed" in told(server)
        assert told(server).count("<terminal from=") == 1
        screen.say("!true")
        screen.shows("with the next message: $ true, 1 line")
        screen.say("!printf 'one\\ntwo\\n'")
        screen.shows("with the next message: 2 outputs, 4 lines")
        screen.say("/detach")
        screen.shows("with the next message: nothing")
    started = of_type(project, "run.started")
    kinds = [[each["kind"] for each in event["attached"]] for event in started]
    assert kinds[:3] == [["terminal"]] * 3
    assert started[2]["title"] == "Fix: false"


def test_a_command_of_ones_own_is_stopped_and_what_was_said_meanwhile_comes_back(
    project: Project,
) -> None:
    os.mkfifo(project.folder / "gate")
    with talking(project, [Reply("I see.")]) as (screen, server):
        screen.say(f"!echo begun; sleep 98765 & cat {project.folder}/gate")
        screen.shows("begun")
        screen.say("and this")
        screen.shows("queued: and this")
        screen.say("!touch made")
        screen.type(CTRL_C)
        screen.shows("stopped")
        screen.has_typed("and this")
        assert not running_with("sleep 98765")
        screen.say("")
        screen.shows("I see.")
        assert "begun\n[stopped by the user]" in told(server)
        screen.shows("Done")
        screen.has_typed("!touch made")
        screen.say("")
        screen.shows("? Run this in your shell? touch made")
        screen.say("n")
        screen.shows("nothing was run; a space before the ! makes it a message")
        screen.type(CTRL_D)
        assert screen.end() == 0
    assert not (project.folder / "made").exists()


def test_what_was_not_typed_just_now_in_one_line_is_asked_about(project: Project) -> None:
    with talking(project, [], "!touch from-arguments") as (screen, _):
        screen.shows("? Run this in your shell? touch from-arguments")
        screen.say("n")
        screen.shows("nothing was run")
        screen.paste("!touch pasted\ntouch below")
        screen.type(ENTER)
        screen.shows("touch pasted touch below (it was not typed just now")
        screen.say("n")
        screen.shows("nothing was run", times=2)
        screen.say("!touch one" + NEW_LINE + "touch two")
        screen.shows("touch one touch two (it was not typed just now")
        screen.say("y")
        screen.shows("with the next message: $ touch one\\ntouch two")
        for times, hidden in enumerate(("\u200b", "\u3164"), 3):
            screen.paste(f"!touch hidden{hidden}")
            screen.type(ENTER)
            screen.shows(f"touch hidden\\u{ord(hidden):04x} (it was")
            screen.say("n")
            screen.shows("nothing was run", times=times)
        screen.type("hello" + ENTER + "!touch behind" + ENTER)
        screen.shows("? Run this in your shell? touch behind")
        screen.say("n")
        screen.shows("nothing was run", times=5)
    made = {each.name for each in project.folder.iterdir() if each.name[0] != "."}
    assert made == {"a.txt", "b.txt", "one", "two"}


def test_one_types_while_a_command_prints_ten_thousand_lines(project: Project) -> None:
    with talking(project, [Reply("All read.")]) as (screen, server):
        screen.say("!seq 10000")
        screen.shows("1 2 3 4 5 ")
        screen.type("what are")
        screen.has_typed("what are")
        told_size = "with the next message: $ seq 10000, 200 lines"
        screen.until(lambda shown: told_size in shown.lines, "the end")
        assert "\n".join(map(str, range(1, 10_001))) in screen.text
        screen.type(" they" + ENTER)
        screen.shows("All read.")
        assert "50\n[... 9800 lines left out ...]\n9851\n" in told(server)
