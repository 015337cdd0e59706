"""The agents there are: six of our own, and those of the configuration."""

from collections.abc import Mapping
from dataclasses import replace

from architect.agent.agent import Agent
from architect.agent.prompt_files import prompt
from architect.config.agents import AgentSettings
from architect.config.nearest import did_you_mean
from architect.domain.agent_names import current_agent_name
from architect.domain.errors import UnknownAgentError
from architect.domain.subagents import SubagentType
from architect.domain.verdict import ConfirmMode
from architect.l10n import english
from architect.tools.ask_user import AskUser
from architect.tools.built_in import READ_ONLY_TOOLS, STANDARD_READ_TOOLS
from architect.tools.report_finding import ReportFinding
from architect.tools.run_command import RunCommand
from architect.tools.update_plan import UpdatePlan

_PLAN_TOOLS = STANDARD_READ_TOOLS | {AskUser.name, UpdatePlan.name}
_TEST_TOOLS = STANDARD_READ_TOOLS | {RunCommand.name}
_REVIEW_TOOLS = STANDARD_READ_TOOLS | {ReportFinding.name}
DEFAULT_AGENT = "build"
_FOR_PEOPLE = frozenset({"build", "plan", "explain"})
"""Agents that nobody sends out: what they do, the one that would do it can do itself."""
_DESCRIPTION_CHARS = 80
_DESCRIPTIONS = {
    "build": english("Edits files, runs commands and verifies the result."),
    "plan": english("Plans a change without making it."),
    "explain": english("Explains and summarizes code."),
    "review": english("Reviews code."),
    "explore": english("Finds and reads code."),
    "test": english("Runs tests and checks."),
}


def default_agents() -> dict[str, Agent]:
    """The agents that need no configuration."""
    return {
        "build": _default("build", None, ConfirmMode.CONFIRM_SENSITIVE, 50),
        "plan": _default("plan", _PLAN_TOOLS, ConfirmMode.YOLO, 20),
        "explain": _default("explain", STANDARD_READ_TOOLS, ConfirmMode.YOLO, 15),
        "review": _default("review", _REVIEW_TOOLS, ConfirmMode.YOLO, 20),
        "explore": _default("explore", STANDARD_READ_TOOLS, ConfirmMode.YOLO, 15),
        "test": replace(
            _default("test", _TEST_TOOLS, ConfirmMode.YOLO, 15), known_commands_only=True
        ),
    }


def all_agents(configured: Mapping[str, AgentSettings]) -> dict[str, Agent]:
    """The default agents, with those of the configuration added or laid over them.

    An entry named like a default agent changes only the fields it sets.
    """
    agents = default_agents()
    for name, settings in configured.items():
        agents[name] = _laid_over(agents.get(name) or _bare(name), settings)
    return agents


def subagent_types(configured: Mapping[str, AgentSettings]) -> dict[str, SubagentType]:
    """The agents that other agents may send out."""
    agents = all_agents(configured)
    return {
        name: SubagentType(
            agent.description.rstrip("."),
            may_write=may_write(agent.allowed_tools),
            asks_always=agent.confirm_mode is ConfirmMode.CONFIRM_ALL,
            model=agent.model,
        )
        for name, agent in agents.items()
        if name not in _FOR_PEOPLE
    }


def only_reads(agent: Agent) -> bool:
    """Whether nothing that the agent may use changes a file or runs a command."""
    return agent.allowed_tools is not None and agent.allowed_tools <= READ_ONLY_TOOLS


def may_write(tools: frozenset[str] | None) -> bool:
    """Whether one of these tools of an agent edits files; running commands is none that does."""
    return tools is None or not tools <= READ_ONLY_TOOLS | {RunCommand.name}


def find_agent(agents: Mapping[str, Agent], name: str) -> Agent:
    """The agent named `name`, or called so before.

    Raises:
        UnknownAgentError: there is none; the text names the nearest and all there are.
    """
    if agent := agents.get(current_agent_name(name)):
        return agent
    hint = did_you_mean(name, agents) or "."
    known = ", ".join(sorted(agents))
    raise UnknownAgentError(
        english(
            "there is no agent {name!r}{hint} The agents are: {known}.",
            name=name,
            hint=hint,
            known=known,
        )
    )


def _default(name: str, tools: frozenset[str] | None, mode: ConfirmMode, steps: int) -> Agent:
    return Agent(name, prompt(name), tools, mode, steps, _DESCRIPTIONS[name])


def _bare(name: str) -> Agent:
    """A new agent before its settings; loaded settings leave nothing of it."""
    return Agent(name, "", None, ConfirmMode.CONFIRM_SENSITIVE, 1)


def _laid_over(base: Agent, settings: AgentSettings) -> Agent:
    tools = base.allowed_tools
    if settings.allowed_tools is not None:
        tools = frozenset(settings.allowed_tools) or None
    return Agent(
        base.name,
        settings.system_prompt or base.system_prompt,
        tools,
        settings.confirm_mode or _mode_with(tools, base),
        settings.max_steps or base.max_steps,
        base.description or _first_line(settings.system_prompt or base.system_prompt),
        base.known_commands_only,
        settings.model or base.model,
    )


def _mode_with(tools: frozenset[str] | None, base: Agent) -> ConfirmMode:
    """The mode of `base`, unless that suits an agent that reads and this one may do more."""
    if base.allowed_tools is None or (tools is not None and tools <= base.allowed_tools):
        return base.confirm_mode
    return ConfirmMode.CONFIRM_SENSITIVE


def _first_line(text: str) -> str:
    """What describes an agent that has no description: how its prompt begins."""
    line = text.strip().partition("\n")[0]
    return line if len(line) <= _DESCRIPTION_CHARS else f"{line[: _DESCRIPTION_CHARS - 3]}..."
