"""A conversation in a real tmux, at 60 columns and resized meanwhile."""

import json
from contextlib import AbstractContextManager

from tests.cli.chat.talking import of_type
from tests.cli.talk import COMPATIBLE, command_call, provider_environment
from tests.support.asking import ASKS_ALWAYS
from tests.support.command import Project, command_line
from tests.support.provider_server import Call, ProviderServer, Reply
from tests.support.tmux_pane import TmuxPane, tmux_pane
from tests.support.until import until

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
            until(lambda: "openai/m · ask" in screen.seen, "the last line")
            screen.key("C-d")
            screen.shows("come back: architect chat --resume")
    assert {each.name for each in project.folder.iterdir()} > {"tmux-256color", "made"}
    assert [text.count(f"about number {number} of") for number in range(1, 61)] == [1] * 60
    assert [text.count(said) for said in ("> count them", "> half of it is gone")] == [1, 1]
    assert "\x1b" not in text
    assert text.count("openai/m · ask") <= 1  # it is erased while rows are written above it
    assert [event["task"] for event in of_type(project, "run.started")][1] == "half of it is gone"
    project.check_for_bugs(text)


CODE = "    return total(rows, currency, rounding=HALF_EVEN, precision=Decimal('0.01'))\n"
ROWS = [
    "+    return total(rows, currency, rounding=HALF_EVEN,",
    "\u2026      precision=Decimal('0.01'))",
]


def test_rows_of_a_diff_go_on_behind_their_sign(project: Project) -> None:
    write = Call("write_file", json.dumps({"path": "a.py", "content": CODE}))

    def broken(screen: TmuxPane, margin: str) -> bool:
        return "\n".join(["", *(f"{margin}{row}" for row in ROWS), ""]) in screen.text

    with ProviderServer([Reply(calls=[write]), Reply("Written.")] * 2) as server:
        place = ("--model", COMPATIBLE.model, "--api-base", f"{server.url}{COMPATIBLE.path}")

        def pane(*arguments: str) -> AbstractContextManager[TmuxPane]:
            return tmux_pane(
                command_line(*arguments, *place),
                folder=project.folder,
                environment=project.environment(provider_environment()),
                columns=60,
                rows=40,
            )

        with pane("run", "write it", "--mode", "yolo") as screen:
            screen.shows("Done")
            assert broken(screen, "    ")
        (project.folder / "a.py").unlink()
        with pane("chat") as screen:
            screen.shows("/help explains")
            screen.say("write it")
            screen.shows("/a/?]:")
            assert broken(screen, "  ")
            screen.say("y")
            screen.shows("Done")
            screen.say("/diff")
            until(lambda: broken(screen, ""), "the diff")
