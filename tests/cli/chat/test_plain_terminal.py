"""A conversation where nothing can be drawn, and for those who listen to it."""

import pytest
from tests.cli.chat.test_conversation import of_type, talking
from tests.cli.talk import write_call
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


def test_without_colours_nothing_is_coloured(project: Project) -> None:
    with talking(project, [Reply("**bold** `code`")], NO_COLOR="1") as (screen, _):
        screen.say("hi")
        screen.shows("bold code")
        screen.shows("Done")
        assert not [code for code in (b"\x1b[36m", b"\x1b[32m", b"\x1b[33m") if code in screen.raw]
