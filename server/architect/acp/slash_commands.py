"""What a user can begin a prompt with: the agents there are, and what the session itself can do.

https://agentclientprotocol.com/protocol/slash-commands
"""

import re
from collections.abc import Mapping
from typing import Any

from architect.agent.agent import Agent
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

COMPACT, UNDO, DO = "compact", "undo", "do"

_OWN = {
    COMPACT: ("Sum up the conversation, to make room in the context", "what matters in it"),
    UNDO: ("Undo what the last run changed", "all, or the id of a run or session"),
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


def available_commands(agents: Mapping[str, Agent]) -> dict[str, Any]:
    """The update that tells the client which there are."""
    own = [_command(name, told, hint) for name, (told, hint) in _OWN.items()]
    of_agents = [_command(one.name, one.description, "task") for one in agents.values()]
    return {
        "sessionUpdate": "available_commands_update",
        "availableCommands": [*own, *of_agents],
    }


def command_in(text: str, agents: Mapping[str, Agent]) -> SlashCommand | None:
    """The command that `text` is; None if it is a prompt like any other."""
    found = _COMMAND.fullmatch(text.strip())
    if found is None or found[1] not in (*_OWN, *agents):
        return None
    return SlashCommand(found[1], (found[2] or "").strip())


def _command(name: str, description: str, hint: str) -> dict[str, Any]:
    return {"name": name, "description": description or name, "input": {"hint": hint}}
