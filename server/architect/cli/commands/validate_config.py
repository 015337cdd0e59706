"""`architect validate-config`: what is wrong with the configuration, before a run finds out."""

from pathlib import Path

import click

from architect.cli.options import config_option, workspace_option


@click.command("validate-config")
@config_option
@workspace_option
def command(config: Path | None, workspace: Path | None) -> None:
    """Check all layers of the configuration; exit code 3 if something is wrong."""
    from architect.bootstrap.price_list import load_prices
    from architect.bootstrap.tools import every_tool_name
    from architect.cli.settings import files_read, load_settings
    from architect.config.tool_names import unknown_tools

    settings = load_settings(config, workspace)
    load_prices(settings.costs)
    for warning in unknown_tools(settings, every_tool_name()):
        click.echo(f"warning: {warning}", err=True)
    read = files_read(config, workspace)
    click.echo(f"valid: {', '.join(read) if read else 'no configuration file, all defaults'}")
