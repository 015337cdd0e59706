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
from architect.lazy_pattern import lazy_pattern

COMPACT, UNDO, DO = "compact", "undo", "do"
WORKFLOWS = ("loop", "parallel", "pipeline")

_OWN = {
    COMPACT: ("Sum up the conversation, to make room in the context", "what matters in it"),
    UNDO: ("Undo what the last run changed", "all, or the id of a run or session"),
    "loop": (
        "Repeat a task with a fresh context until its checks pass",
        "task --check command",
    ),
    "parallel": (
        "Do several tasks at the same time, each on a branch of its own",
        "one task a line --check command",
    ),
    "pipeline": ("Carry out the steps of a file", "file name=value"),
    DO: ("Carry out the plan", "what to change about it"),
}
_COMMAND = lazy_pattern(r"/([a-z0-9_-]+)(?:\s+(.*))?", re.DOTALL | re.IGNORECASE)


@frozen
class SlashCommand:
    """A command as it was typed: one of the session's own, or the name of an agent."""

    name: str
    argument: str

    @property
    def is_agent(self) -> bool:
        return self.name not in _OWN


def available_commands(
    agents: Mapping[str, Agent],
    skills: Sequence[Skill] = (),
    prompts: Sequence[ServerPrompt] = (),
) -> dict[str, Any]:
    """The update that tells the client which there are; an agent goes before a skill of its name.

    What names a skill or prompt is part of a task, so that any front end understands it.
    """
    commands = {name: _command(name, told, hint) for name, (told, hint) in _OWN.items()}
    commands |= {
        each.name: _command(each.name, each.description, "task") for each in agents.values()
    }
    for skill in skills:
        commands.setdefault(skill.name, _command(skill.name, skill.description, "what for"))
    for name, prompt in ((f"{each.server}:{each.prompt.name}", each.prompt) for each in prompts):
        if not re.search(r"\s", name):
            arguments = prompt.usage.removeprefix(prompt.name).strip()
            commands[name] = _command(name, prompt.description, arguments)
    return {
        "sessionUpdate": "available_commands_update",
        "availableCommands": [*commands.values()],
    }


def command_in(text: str, agents: Mapping[str, Agent]) -> SlashCommand | None:
    """The command that `text` is; None if it is a prompt like any other."""
    found = _COMMAND.fullmatch(text.strip())
    if found is None or found[1] not in (*_OWN, *agents):
        return None
    return SlashCommand(found[1], (found[2] or "").strip())


def _command(name: str, description: str, hint: str) -> dict[str, Any]:
    command: dict[str, Any] = {"name": name, "description": description or name}
    return {**command, "input": {"hint": hint}} if hint else command
