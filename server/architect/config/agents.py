"""The user's own agents, and what the user changes about ours."""

from typing import Annotated

from architect.checked.errors import Gathered, Refused
from architect.checked.field import AfterValidator, Field
from architect.checked.model import Model
from architect.config.nearest import did_you_mean
from architect.domain.agent_names import DEFAULT_AGENTS
from architect.domain.verdict import ConfirmMode
from architect.l10n import english

NEW_AGENT = {
    "allowed_tools": (),
    "confirm_mode": ConfirmMode.CONFIRM_SENSITIVE,
    "max_steps": 20,
}
"""What a new agent has that does not say otherwise."""


class AgentSettings(Model):
    """What is set for one agent; None leaves the default agent of that name as it is.

    `allowed_tools` empty means all tools. Of a new agent nothing but its `model` is None once it is
    loaded: that is what it asks when another agent sends it out, None for the model of that one.
    """

    system_prompt: str | None = Field(default=None, min_length=1)
    allowed_tools: tuple[str, ...] | None = Field(default=None)
    confirm_mode: ConfirmMode | None = Field(default=None)
    max_steps: int | None = Field(default=None, ge=1, le=1000)
    model: str | None = Field(default=None, min_length=1)


def _completed(agents: dict[str, AgentSettings]) -> dict[str, AgentSettings]:
    """`agents` with the defaults of a new agent where the name is new."""
    gathered = Gathered()
    for name, settings in agents.items():
        if name not in DEFAULT_AGENTS and settings.system_prompt is None:
            hint = did_you_mean(name, DEFAULT_AGENTS)
            problem = Refused(
                "missing", english("a new agent needs a system_prompt{hint}", hint=hint)
            )
            gathered.add(problem, name, given=None)
    gathered.raise_if_any()
    return {
        name: settings if name in DEFAULT_AGENTS else _new_agent(settings)
        for name, settings in agents.items()
    }


def _new_agent(settings: AgentSettings) -> AgentSettings:
    unset = {key: value for key, value in NEW_AGENT.items() if getattr(settings, key) is None}
    return settings.model_copy(update=unset)


AgentName = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]*$")]
Agents = Annotated[dict[AgentName, AgentSettings], AfterValidator(_completed)]
