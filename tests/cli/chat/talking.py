"""A conversation on a terminal with a scripted provider, and what is recorded of it."""

import json
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.cli.talk import COMPATIBLE, provider_environment
from tests.support.asking import ASKS_ALWAYS
from tests.support.chat_screen import ChatScreen, chat_screen
from tests.support.command import Project
from tests.support.provider_server import Behaviour, Judge, ProviderServer

WELCOME = "/help expl"


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
