"""Leaving a conversation while the agent works: what it came to is shown, and how to go on."""

import pytest
from tests.cli.chat.talking import of_type, talking
from tests.support.chat_screen import CTRL_D
from tests.support.command import Project
from tests.support.provider_server import Chunks, Reply, openai_chunk


@pytest.mark.parametrize(("how", "flags"), [("/quit\r", ()), (CTRL_D, ("--plain",))])
def test_leaving_says_that_the_agent_was_stopped_and_shows_what_it_had_said(
    project: Project, how: str, flags: tuple[str, ...]
) -> None:
    begun = Chunks([openai_chunk({"content": "The first line.\nAnd half of it"}), 60.0])
    with talking(project, [begun, Reply("Again.")], *flags) as (screen, _):
        screen.say("go")
        screen.shows("The first line." if flags else "And half of")
        screen.type(how)
        assert screen.end() == 0
        said, _, back = screen.text.partition("stopped: the agent was working when you left\n")
        assert "The first line.\n" in said
        assert said.endswith("\nAnd half of\n")
        assert back.startswith("session ")
        assert "come back: architect chat --resume" in " ".join(back.split())
    assert not of_type(project, "run.finished")


def test_leaving_an_idle_conversation_says_nothing_of_that(project: Project) -> None:
    with talking(project, [Reply("Done it.")]) as (screen, _):
        screen.say("go")
        screen.shows("Done ·")
        screen.say("/quit")
        assert screen.end() == 0
        assert "stopped" not in screen.text
