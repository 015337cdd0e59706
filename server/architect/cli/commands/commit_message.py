"""Write the message of a commit from what is staged."""

from pathlib import Path

import click

from architect.cli.options import config_option, workspace_option


@click.command("commit-message")
@config_option
@workspace_option
@click.option("--model", metavar="NAME", help="Model, e.g. openai/gpt-4.1 or ollama/qwen3.")
def command(config: Path | None, workspace: Path | None, model: str | None) -> None:
    """Print a message for what is staged, or for all changes if nothing is.

    It is one request to the model, without tools. Nothing is committed:
    `git commit -m "$(architect commit-message)"` does that.
    """
    import asyncio
    import os

    from architect.bootstrap.commit_message import commit_message
    from architect.bootstrap.run.credentials import Credentials
    from architect.bootstrap.settings import workspace_root
    from architect.bootstrap.workspaces import disk_workspace
    from architect.cli.result_stream import print_result
    from architect.cli.settings import told_settings
    from architect.domain.escape_controls import escape_controls

    settings = told_settings(config, workspace, {"llm.model": model})
    place = disk_workspace(workspace_root(settings, workspace).resolve())

    async def written() -> str:
        credentials = await Credentials(os.environ).with_kept(settings.llm)
        return await commit_message(settings, place, credentials, place.root)

    for line in asyncio.run(written()).split("\n"):
        print_result(escape_controls(line))
