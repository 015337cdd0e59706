"""What a user can begin a prompt with: agents, skills, prompts of servers, and what a session does.

https://agentclientprotocol.com/protocol/slash-commands
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from architect.agent.agent import Agent
from architect.domain.mcp_server import ServerPrompt
from architect.domain.skills import Skill
from architect.frozen import frozen
from architect.l10n import english, shown, t
from architect.lazy_pattern import lazy_pattern

COMPACT, UNDO, DO = "compact", "undo", "do"
FIX, TESTS = "fix", "tests"
WORKFLOWS = ("loop", "parallel", "pipeline")

_OWN = {
    COMPACT: (
        english("Sum up the conversation, to make room in the context"),
        english("what matters in it"),
    ),
    UNDO: (
        english("Undo what the last run or workflow changed"),
        english("all, or the id of a run or session"),
    ),
    "loop": (
        english("Repeat a task with a fresh context until its checks pass"),
        english('task --check "command"'),
    ),
    "parallel": (
        english("Do several tasks at the same time, each on a branch of its own"),
        english('one task a line --check "command"'),
    ),
    "pipeline": (english("Carry out the steps of a file"), english("file name=value")),
    DO: (english("Carry out the plan"), english("what to change about it")),
    FIX: (
        english("Fix a file, or what reviews found in it"),
        english("a file, or nothing: all that reviews found"),
    ),
    TESTS: (english("Write tests for code"), english("a file, lines of it: a.py:10-20")),
}
_NAME = lazy_pattern(r"[!-~]{1,100}")
"""What can be typed behind the slash; another skill or prompt is not offered."""

_MOST_HINT = 200
_COMMAND = lazy_pattern(r"/([a-z0-9_-]+)(?:\s+(.*))?", re.DOTALL | re.IGNORECASE)


@frozen
class SlashCommand:
    """A command as it was typed: one of the session's own, or the name of an agent."""

    name: str
    argument: str


def available_commands(
    agents: Mapping[str, Agent],
    skills: Sequence[Skill] = (),
    prompts: Sequence[ServerPrompt] = (),
) -> dict[str, Any]:
    """The update that tells the client which there are.

    Of two with one name the first counts: the session's own, an agent, a skill. What names a skill
    or prompt is part of a task, so that any front end understands it.
    """
    every = [
        *(_command(name, shown(told), shown(hint)) for name, (told, hint) in _OWN.items()),
        *(_command(one.name, shown(one.description), t("task")) for one in agents.values()),
        *(_command(one.name, one.description, t("what for")) for one in skills),
        *map(_prompt, prompts),
    ]
    commands: dict[str, dict[str, Any]] = {}
    for command in every:
        if _NAME.fullmatch(command["name"]):
            commands.setdefault(command["name"], command)
    return {
        "sessionUpdate": "available_commands_update",
        "availableCommands": [*commands.values()],
    }


def _prompt(offered: ServerPrompt) -> dict[str, Any]:
    prompt = offered.prompt
    arguments = prompt.usage.removeprefix(prompt.name).strip()[:_MOST_HINT]
    return _command(f"{offered.server}:{prompt.name}", prompt.description, arguments)


def command_in(text: str, agents: Mapping[str, Agent]) -> SlashCommand | None:
    """The command that `text` is; None if it is a prompt like any other."""
    found = _COMMAND.fullmatch(text.strip())
    if found is None or found[1] not in (*_OWN, *agents):
        return None
    return SlashCommand(found[1], (found[2] or "").strip())


def _command(name: str, description: str, hint: str) -> dict[str, Any]:
    command: dict[str, Any] = {"name": name, "description": description or name}
    return {**command, "input": {"hint": hint}} if hint else command
