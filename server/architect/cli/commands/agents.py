"""List the available agents."""

from pathlib import Path

import click

from architect.cli.options import config_option, workspace_option
from architect.l10n import shown, t


@click.command("agents")
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def command(config: Path | None, workspace: Path | None, as_json: bool) -> None:
    """List the available agents, including those of the configuration."""
    from architect.agent.catalog import all_agents, only_reads
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings
    from architect.domain.escape_controls import escape_controls
    from architect.domain.text.counted import counted

    agents = all_agents(told_settings(config, workspace).agents).values()
    if as_json:
        import json

        rows = [
            {
                "name": agent.name,
                "description": agent.description,
                "confirm_mode": agent.confirm_mode,
                "max_steps": agent.max_steps,
                "allowed_tools": agent.allowed_tools and sorted(agent.allowed_tools),
            }
            for agent in agents
        ]
        print_result(json.dumps(rows, indent=2))
        return
    width = max(len(agent.name) for agent in agents)
    for agent in agents:
        line = escape_controls(f"{agent.name:{width}}  {shown(agent.description)}")
        print_result(line, column=width + 2)
        tools = ", ".join(sorted(agent.allowed_tools)) if agent.allowed_tools else t("all tools")
        bounds = t(
            "{mode}, up to {steps}, {tools}",
            mode=t("reads only") if only_reads(agent) else agent.confirm_mode,
            steps=shown(counted(agent.max_steps, "step")),
            tools=tools,
        )
        print_result(escape_controls(f"{'':{width}}  {bounds}"), column=width + 2)
