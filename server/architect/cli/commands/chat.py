"""Talk to an agent on this terminal."""

from pathlib import Path
from typing import Any

import click

from architect.cli.options import allow_edit_option, config_option, workspace_option
from architect.cli.run_flags import ATTACHING, EFFORTS, RUN_MODES, flags_of


@click.command("chat", epilog="`architect` alone does the same on a terminal.")
@click.argument("prompt", required=False)
@click.option(
    "-r",
    "--resume",
    "session",
    is_flag=False,
    flag_value="",
    metavar="[SESSION]",
    help="Go on in SESSION (default: the last one).",
)
@config_option
@workspace_option
@click.option("--model", metavar="NAME", help="Model, e.g. openai/gpt-4.1 or ollama/qwen3.")
@click.option("--reasoning", type=EFFORTS, help="How hard the model thinks.")
@click.option("-a", "--agent", metavar="NAME", help="Agent to talk to (default: build).")
@click.option("-m", "--mode", type=RUN_MODES, help="How much is asked (default: ask).")
@flags_of(ATTACHING)
@click.option("--api-base", metavar="URL", help="Base URL of an OpenAI-compatible API.")
@click.option("--api-key", metavar="KEY", help="API key; prefer an environment variable.")
@allow_edit_option
@click.option(
    "--trust-project", is_flag=True, help="Trust the configuration of the project for this session."
)
@click.option(
    "--plain",
    is_flag=True,
    envvar="ARCHITECT_PLAIN",
    help="Lines of words alone, for screen readers (also by ARCHITECT_PLAIN=1, TERM=dumb).",
)
def command(workspace: Path | None, **options: Any) -> int:
    """Talk to an agent on this terminal: messages, files by @, commands by /.

    PROMPT is the first message; files that are attached go with it. `/help` explains the keys. At
    the end the id of the session is printed, with the commands to come back.
    """
    from architect.cli.chat.chat_command import ChatFlags, chat

    return chat(ChatFlags(workspace=workspace, **options))
