"""The agents that exist without configuration, by name."""

from architect.l10n import english

DEFAULT_AGENTS = ("build", "plan", "explain", "review", "explore", "test")

RENAMED_AGENTS = {"resume": "explain"}
"""What agents of ours were called before; the old names are accepted for one version."""


def current_agent_name(name: str) -> str:
    """What the agent called `name` is called now."""
    return RENAMED_AGENTS.get(name, name)


def old_agent_name_note(name: str) -> str | None:
    """A line for whoever still says `name`; None if that is no old name."""
    if name not in RENAMED_AGENTS:
        return None
    return english(
        "the agent {name} is now called {new}; the old name will stop working",
        name=name,
        new=RENAMED_AGENTS[name],
    )
