"""A conversation where nothing can be drawn, and for those who listen to it."""

import os

import pytest
from tests.cli.chat.talking import of_type, talking
from tests.cli.talk import command_call, write_call
from tests.support.chat_screen import CTRL_D
from tests.support.command import Project
from tests.support.provider_server import Reply

WAYS = {"dumb": {"TERM": "dumb"}, "asked for": {"ARCHITECT_PLAIN": "1"}}


@pytest.mark.parametrize("way", WAYS)
def test_all_is_said_in_words_and_nothing_is_drawn(way: str, project: Project) -> None:
    replies = [Reply("I **write**.", calls=[write_call()]), Reply("Written."), Reply("Yes.")]
    with talking(project, replies, columns=60, **WAYS[way]) as (screen, _):
        screen.shows("you:")
        screen.type("write it, \\\nplease\n")
        screen.shows("question: yes, no")
        screen.type("y\n")
        screen.shows("Written.")
        screen.shows("Done")
        screen.shows("status: openai/m")
        screen.type("is it there?\n")
        screen.shows("Yes.")
        screen.shows("Done", times=2)
        screen.type(CTRL_D)
        assert screen.end() == 0
        assert "architect:" in screen.text
        assert b"\x1b" not in screen.raw
        assert max(map(len, screen.lines)) <= 60
    tasks = [event["task"] for event in of_type(project, "run.started")]
    assert tasks == ["write it, \nplease", "is it there?"]
    assert (project.folder / "new.txt").exists()


def test_a_line_that_was_begun_when_a_question_came_is_kept_for_the_next_message(
    project: Project,
) -> None:
    os.mkfifo(project.folder / "gate")
    replies = [Reply(calls=[command_call("cat gate")]), Reply(calls=[write_call()]), Reply("Done.")]
    with talking(project, [*replies, Reply("Yes.")], TERM="dumb") as (screen, _):
        screen.type("write it\n")
        screen.shows("working: run_command cat gate")
        screen.type("yes, and")
        screen.shows("yes, and")
        (project.folder / "gate").write_text("go on\n")
        screen.shows("kept for your next message: yes, and")
        screen.shows("question: yes, no")
        assert not (project.folder / "new.txt").exists()
        screen.type("y\n")
        screen.shows("you: yes, and")
        screen.type(" tests\n")
        screen.shows("Yes.")
    tasks = [event["task"] for event in of_type(project, "run.started")]
    assert tasks == ["write it", "yes, and tests"]


def test_a_skill_is_followed_by_its_name_and_the_prompt_of_a_server_is_a_message(
    project: Project,
) -> None:
    header = "name: release-notes\ndescription: Write release notes."
    project.write(".claude/skills/release-notes/SKILL.md", f"---\n{header}\n---\nBe short.\n")
    words = [Reply("Noted."), Reply("Well."), Reply("Once more.")]
    with talking(project, words, TERM="dumb") as (screen, _):
        screen.type("/skill\n")
        screen.shows("release-notes: Write release notes.")
        screen.type("/skill release-note\n")
        screen.shows("there is no skill 'release-note'")
        screen.type("/skill release-notes of today\n")
        screen.shows("Noted.")
        screen.shows("Done")
        screen.type("/docs:review a.py\n")
        screen.shows("Well.")
        screen.shows("Done", times=2)
        screen.type("/release-notes of now\n")
        screen.shows("Once more.")
    started = of_type(project, "run.started")
    assert [event["task"] for event in started] == [
        "/release-notes of today",
        "/docs:review a.py",
        "/release-notes of now",
    ]
    for each in (started[0], started[2]):
        assert "Read the skill release-notes with use_skill" in each["opening"]


def test_what_was_not_read_is_sent_by_enter_alone(project: Project) -> None:
    os.mkfifo(project.folder / "gate")
    replies = [Reply(calls=[command_call("cat gate")]), Reply("Still here.")]
    with talking(project, replies, TERM="dumb") as (screen, _):
        screen.type("go\n")
        screen.shows("working: run_command cat gate")
        for line in ("/undo", "too late"):
            screen.type(f"{line}\n")
            screen.shows(f"queued: {line}")
        screen.interrupt()
        screen.shows("Cancelled")
        screen.shows("goes instead of it: too late and after that: /undo you:")
        screen.type("\n")
        screen.shows("Still here.")
        screen.shows("Enter alone sends: /undo you:")
        screen.type("\n")
        screen.shows("nothing to undo")
    tasks = [event["task"] for event in of_type(project, "run.started")]
    assert tasks == ["go", "too late"]


def test_without_colours_nothing_is_coloured(project: Project) -> None:
    with talking(project, [Reply("**bold** `code`")], NO_COLOR="1") as (screen, _):
        screen.say("hi")
        screen.shows("bold code")
        screen.shows("Done")
        assert not [code for code in (b"\x1b[36m", b"\x1b[32m", b"\x1b[35m") if code in screen.raw]


def test_what_is_given_back_cannot_steer_the_terminal(project: Project) -> None:
    with talking(project, [Reply("Yes.")], TERM="dumb") as (screen, _):
        screen.type("say \x1b]0;title\x07 yes\n")
        screen.shows("Done")
        screen.shows("status: openai/m")
        screen.type("/edit\n")
        screen.shows("say \\x1b]0;title\\x07 yes")
        assert b"\x1b" not in screen.raw


def test_a_command_of_ones_own_runs_if_it_was_typed_and_not_as_a_line_of_what_is_pasted(
    project: Project,
) -> None:
    with talking(project, [Reply("I see."), Reply("Well.")], TERM="dumb") as (screen, server):
        screen.type("!echo by $((40 + 2)) hands\n")
        screen.shows("by 42 hands with the next message: $ echo by $((40 + 2)) hands, 1 line")
        screen.type("!touch pasted\nand more\n")
        screen.shows("? Run this in your shell? touch pasted")
        screen.type("n\n")
        screen.shows("nothing was run")
        screen.shows("I see.")
        screen.shows("Done")
        assert "by 42 hands" in str(server.requests[0].body["messages"])
        screen.type("a list:\n!touch in-the-middle\n")
        screen.shows("? Run this in your shell? touch in-the-middle")
        screen.type("n\n")
        screen.shows("nothing was run", times=2)
        screen.shows("Well.")
    [first, second] = of_type(project, "run.started")
    assert (first["task"], second["task"]) == ("and more", "a list:")
    made = {each.name for each in project.folder.iterdir()}
    assert not made & {"pasted", "in-the-middle"}
