"""A session in two terminals: what is said in one is no surprise in the other."""

from tests.cli.chat.talking import WELCOME, talking
from tests.cli.talk import provider_environment
from tests.support.asking import ASKS_ALWAYS
from tests.support.chat_screen import chat_screen
from tests.support.command import Project
from tests.support.provider_server import Reply


def test_a_chat_says_that_its_session_has_gone_on_elsewhere_before_it_sends(
    project: Project,
) -> None:
    replies = [Reply("First."), Reply("Second."), Reply("Third."), Reply("Fourth.")]
    with talking(project, replies) as (one, server):
        one.say("begin it")
        one.shows("Done ·")
        place = ("--model", "openai/m", "--api-base", f"{server.url}/v1")
        settings = provider_environment() | ASKS_ALWAYS
        with chat_screen(project, "--resume", *place, environment=settings) as other:
            other.shows(WELCOME)
            other.shows("First.")
            other.shows("it is open in another terminal, too")
            one.say("and the rest")
            one.shows("Second.")
            one.shows("Done ·", times=2)
            other.say("what now?")
            other.shows("gone on elsewhere since, last with: and the rest; your message goes")
            other.shows("Third.")
            other.shows("Done ·")
            other.say("good")
            other.shows("Fourth.")
            assert other.words.count("gone on elsewhere") == 1


def test_coming_back_prefers_a_session_that_no_other_terminal_has_open(project: Project) -> None:
    with talking(project, [Reply("First."), Reply("Second.")]) as (killed, server):
        killed.say("begin it")
        killed.shows("Done ·")
        killed.process.kill()
        killed.process.wait()
        place = ("--model", "openai/m", "--api-base", f"{server.url}/v1")
        settings = provider_environment() | ASKS_ALWAYS
        with chat_screen(project, *place, environment=settings) as newest:
            newest.shows(WELCOME)
            newest.say("begin another")
            newest.shows("Done ·")
            with chat_screen(project, "--resume", *place, environment=settings) as screen:
                screen.shows("you: begin it")
                screen.say("/resume")
                screen.shows("it is open in another terminal, too")
                assert "you: begin another" in screen.words
