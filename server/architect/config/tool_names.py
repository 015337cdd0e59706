"""The tools that agents are allowed, compared with those there are."""

from collections.abc import Collection

from architect.config.nearest import did_you_mean
from architect.config.schema import Config
from architect.domain.tool_names import is_run_time_name
from architect.l10n import english


def unknown_tools(config: Config, known: Collection[str]) -> list[str]:
    """A warning for each allowed tool that is not `known`; such a name allows nothing.

    Those with the name of a tool that appears at run time are known only then.
    """
    return [
        english(
            "agents.{name}.allowed_tools: there is no tool {tool!r}{hint}",
            name=name,
            tool=tool,
            hint=did_you_mean(tool, known),
        )
        for name, settings in config.agents.items()
        for tool in settings.allowed_tools or ()
        if tool not in known and not _may_appear(tool)
    ]


def _may_appear(tool: str) -> bool:
    """Whether it is the name of a tool that appears at run time, or of all those of a source."""
    return is_run_time_name(f"{tool[:-1]}x" if tool.endswith("__*") else tool)
