"""A conversation in a real tmux, at 60 columns and resized meanwhile."""

from tests.cli.chat.talking import of_type
from tests.cli.talk import COMPATIBLE, command_call, provider_environment
from tests.support.asking import ASKS_ALWAYS
from tests.support.command import Project, command_line
from tests.support.provider_server import ProviderServer, Reply
from tests.support.tmux_pane import tmux_pane

LINES = [f"{number}. what is said about number {number} of them" for number in range(1, 61)]


def test_a_question_is_answered_and_the_scrollback_is_whole(project: Project) -> None:
    replies = [Reply(calls=[command_call("touch made")]), Reply("\n".join(LINES)), Reply("Gone.")]
    with ProviderServer(replies) as server:
        place = ("--model", COMPATIBLE.model, "--api-base", f"{server.url}{COMPATIBLE.path}")
        pane = tmux_pane(
            command_line("chat", *place),
            folder=project.folder,
            environment=project.environment(provider_environment() | ASKS_ALWAYS),
            columns=60,
            rows=16,
        )
        with pane as screen:
            screen.shows("/help explains")
            screen.say("!touch $TERM")
            screen.shows("with the next message: $ touch $TERM")
            screen.say("count them")
            screen.shows("/a/?]:")
            screen.resize(90, 20)
            screen.type("y")
            screen.shows("/a/?]: > y")
            screen.resize(60, 16)
            screen.key("Enter")
            screen.shows("number 60 of them")
            screen.shows("Done")
            screen.type("half of")
            screen.resize(44, 12)
            screen.say(" it is gone")
            screen.shows("Gone.")
            text = screen.text
            assert "openai/m · ask" in screen.seen
            screen.key("C-d")
            screen.shows("come back: architect chat --resume")
    assert {each.name for each in project.folder.iterdir()} > {"tmux-256color", "made"}
    assert [text.count(f"about number {number} of") for number in range(1, 61)] == [1] * 60
    assert [text.count(said) for said in ("> count them", "> half of it is gone")] == [1, 1]
    assert "\x1b" not in text
    assert text.count("openai/m · ask") <= 1  # it is erased while rows are written above it
    assert [event["task"] for event in of_type(project, "run.started")][1] == "half of it is gone"
    project.check_for_bugs(text)
