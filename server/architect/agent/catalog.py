"""The agents there are: four of our own, and those of the configuration."""

from collections.abc import Mapping

from architect.agent.agent import Agent
from architect.agent.prompt_files import prompt
from architect.config.agents import AgentSettings
from architect.config.nearest import did_you_mean
from architect.domain.errors import UnknownAgentError
from architect.domain.verdict import ConfirmMode

READING = frozenset({"read_file", "list_files", "search_code", "grep", "find_files"})
DEFAULT_AGENT = "build"
_CUSTOM_MAX_STEPS = 20


def default_agents() -> dict[str, Agent]:
    """The agents that need no configuration."""
    return {
        "build": Agent("build", prompt("build"), None, ConfirmMode.CONFIRM_SENSITIVE, 50),
        "plan": Agent("plan", prompt("plan"), READING, ConfirmMode.YOLO, 20),
        "resume": Agent("resume", prompt("resume"), READING, ConfirmMode.YOLO, 15),
        "review": Agent("review", prompt("review"), READING, ConfirmMode.YOLO, 20),
    }


def all_agents(configured: Mapping[str, AgentSettings]) -> dict[str, Agent]:
    """The default agents, with those of the configuration added or laid over them.

    An entry named like a default agent changes only the fields it sets.
    """
    agents = default_agents()
    for name, entry in configured.items():
        base = agents.get(name) or Agent(
            name, "", None, ConfirmMode.CONFIRM_SENSITIVE, _CUSTOM_MAX_STEPS
        )
        agents[name] = _laid_over(base, entry)
    return agents


def find_agent(agents: Mapping[str, Agent], name: str) -> Agent:
    """The agent named `name`.

    Raises:
        UnknownAgentError: there is none; the text names the nearest and all there are.
    """
    if agent := agents.get(name):
        return agent
    hint = did_you_mean(name, agents) or "."
    known = ", ".join(sorted(agents))
    raise UnknownAgentError(f"there is no agent {name!r}{hint} The agents are: {known}.")


def _laid_over(base: Agent, entry: AgentSettings) -> Agent:
    tools = base.allowed_tools
    if entry.allowed_tools is not None:
        tools = frozenset(entry.allowed_tools) or None
    return Agent(
        base.name,
        entry.system_prompt or base.system_prompt,
        tools,
        entry.confirm_mode or base.confirm_mode,
        entry.max_steps or base.max_steps,
    )
