"""Talking to an agent on a terminal."""

import json
import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.cli.talk import COMPATIBLE, command_call, provider_environment, read_call, write_call
from tests.support.asking import ASKS_ALWAYS
from tests.support.chat_screen import CTRL_D, ChatScreen, chat_screen
from tests.support.command import Project
from tests.support.provider_server import Behaviour, Judge, ProviderServer, Reply

WELCOME = "/help explains"


@contextmanager
def talking(
    project: Project,
    behaviours: Sequence[Behaviour | Judge],
    *flags: str,
    columns: int = 80,
    **environment: str,
) -> Generator[tuple[ChatScreen, ProviderServer]]:
    """A conversation with a scripted provider, when it can be typed in."""
    settings = provider_environment() | ASKS_ALWAYS | environment
    with ProviderServer(behaviours) as server:
        place = ("--model", COMPATIBLE.model, "--api-base", f"{server.url}{COMPATIBLE.path}")
        with chat_screen(project, *place, *flags, environment=settings, columns=columns) as screen:
            screen.shows(WELCOME)
            yield screen, server


def events(project: Project) -> list[dict[str, Any]]:
    [journal] = project.journals
    return [json.loads(line)["event"] for line in journal.read_bytes().splitlines()]


def of_type(project: Project, kind: str) -> list[dict[str, Any]]:
    return [event for event in events(project) if event["type"] == kind]


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
        screen.until(
            lambda shown: any("> yes I would" in line for line in shown.lines), "the draft"
        )
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
