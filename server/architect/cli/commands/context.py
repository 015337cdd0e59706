"""Show what a run would tell the model, and how many tokens each part takes."""

import asyncio
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.options import config_option, workspace_option
from architect.l10n import shown, t

if TYPE_CHECKING:
    from architect.bootstrap.run.context_preview import ContextPreview
    from architect.domain.context_part import ContextPart

_NAME = 12
"""The least width of a part's name."""


@click.command("context")
@click.argument("prompt", required=False, default="")
@config_option
@workspace_option
@click.option("--agent", metavar="NAME", help="The agent to ask (default: build).")
@click.option("--show", is_flag=True, help="Print the texts, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with the texts.")
def command(
    prompt: str,
    config: Path | None,
    workspace: Path | None,
    agent: str | None,
    show: bool,
    as_json: bool,
) -> None:
    """Show what a run of PROMPT would tell the model; nothing is sent."""
    from architect.cli.result_stream import print_result
    from architect.domain.escape_controls import escape_controls

    preview = asyncio.run(_preview(prompt, config, workspace, agent))
    if as_json:
        import json

        print_result(json.dumps(context_json(preview), indent=2))
        return
    for line in _lines(preview):
        print_result(escape_controls(line))
    for part in preview.parts if show else ():
        print_result(f"\n== {shown(part.name)} ==\n{escape_controls(part.text)}")


async def _preview(
    prompt: str, config: Path | None, workspace: Path | None, agent: str | None
) -> "ContextPreview":
    from architect.agent.catalog import DEFAULT_AGENT
    from architect.bootstrap.run.context_preview import context_preview
    from architect.bootstrap.settings import workspace_root
    from architect.bootstrap.workspaces import disk_workspace
    from architect.cli.settings import told_settings
    from architect.domain.run_request import RunRequest

    settings = told_settings(config, workspace)
    files = disk_workspace(workspace_root(settings, workspace))
    request = RunRequest(prompt, agent or DEFAULT_AGENT)
    return await context_preview(settings, files, os.environ, request)


def context_json(preview: "ContextPreview") -> dict[str, object]:
    """The parts as `--json` prints them, with the tokens they take of the window."""
    return {
        "tokens": preview.tokens,
        "window": preview.window,
        "parts": [
            {
                "name": part.name,
                "source": part.source,
                "tokens": part.size.tokens,
                "left_out": part.left_out,
                "text": part.text,
            }
            for part in preview.parts
        ],
    }


def _lines(preview: "ContextPreview") -> list[str]:
    share = 100 * preview.tokens / preview.window
    of_window = t("of {window:,} tokens", window=preview.window)
    width = max(_NAME, *(len(shown(part.name)) + 1 for part in preview.parts))
    total = f"{t('total'):{width}}{preview.tokens:>8,}  {of_window} ({share:.1f} %)"
    return [*(_line(part, width) for part in preview.parts), total]


def _line(part: "ContextPart", width: int) -> str:
    left_out = t("{count} left out", count=shown(part.left_out)) if part.left_out else ""
    source = f"{shown(part.source)} ({left_out})" if left_out else shown(part.source)
    return f"{shown(part.name):{width}}{part.size.tokens:>8,}  {source}"
