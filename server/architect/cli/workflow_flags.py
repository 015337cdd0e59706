"""The flags that all workflows have, and their values."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from architect.cli.options import config_option, workspace_option
from architect.cli.run_flags import EFFORTS, LEVELS, MODES, REPORTS, Flag
from architect.frozen import frozen

_FLAGS: tuple[Flag, ...] = (
    config_option,
    workspace_option,
    click.option("--model", metavar="NAME", help="Model, e.g. openai/gpt-4.1 or ollama/qwen3."),
    click.option("-a", "--agent", metavar="NAME", help="Agent to run (default: build)."),
    click.option("-m", "--mode", type=MODES, help="When an action needs a confirmation."),
    click.option(
        "--reasoning",
        type=EFFORTS,
        help="How hard the model thinks (default: as its provider decides).",
    ),
    click.option("--api-base", metavar="URL", help="Base URL of an OpenAI-compatible API."),
    click.option("--api-key", metavar="KEY", help="API key; prefer an environment variable."),
    click.option(
        "--max-steps", type=click.IntRange(1, 1000), metavar="N", help="Maximum steps of each run."
    ),
    click.option("--budget", type=click.FloatRange(0), metavar="USD", help="Cost limit of it all."),
    click.option(
        "--executor",
        type=click.Choice(["local", "dask"]),
        help="What works on copies: processes on this machine, or workers of Dask.",
    ),
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="The scheduler of Dask (default: one on this machine).",
    ),
    click.option(
        "--send-keys",
        is_flag=True,
        help="Send the keys of models to the workers, instead of using those that they have.",
    ),
    click.option(
        "--unit-retries",
        type=click.IntRange(0, 20),
        metavar="N",
        help="How often a run starts again whose worker was lost (default: 2).",
    ),
    click.option("--json", "as_json", is_flag=True, help="Print the result as a JSON document."),
    click.option("--quiet", is_flag=True, help="Print only errors on stderr."),
    click.option("-v", "verbose", count=True, help="Technical log on stderr; -vv for more detail."),
    click.option("--log-level", type=LEVELS, help="Verbosity on stderr."),
    click.option("--disable-mcp", is_flag=True, help="Use no MCP servers."),
    click.option(
        "--trust-project",
        is_flag=True,
        help="Trust the configuration of the project for this workflow.",
    ),
)


check_timeout_option = click.option(
    "--check-timeout",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help="Time limit of each check (default: 600).",
)
max_time_option = click.option(
    "--max-time", type=click.FloatRange(0, min_open=True), metavar="S", help="Time limit of it all."
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    help="How many run at the same time (default: as cores and memory allow).",
)

_ALL = (*_FLAGS, *REPORTS)


@frozen(kw_only=True)
class WorkflowFlags:
    """The values of the flags, as click hands them over."""

    config: Path | None = None
    workspace: Path | None = None
    model: str | None = None
    agent: str | None = None
    mode: str | None = None
    reasoning: str | None = None
    api_base: str | None = None
    api_key: str | None = None
    max_steps: int | None = None
    budget: float | None = None
    executor: str | None = None
    scheduler: str | None = None
    send_keys: bool = False
    unit_retries: int | None = None
    as_json: bool = False
    quiet: bool = False
    verbose: int = 0
    log_level: str | None = None
    disable_mcp: bool = False
    trust_project: bool = False
    report: str | None = None
    report_files: tuple[Path, ...] = ()

    @property
    def chosen_executor(self) -> str | None:
        """The executor that the user asks for; who names a scheduler means Dask."""
        return self.executor or ("dask" if self.scheduler else None)


def workflow_flags(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command these flags."""
    for flag in reversed(_ALL):
        command = flag(command)
    return command


def taken_flags(options: dict[str, Any]) -> WorkflowFlags:
    """The values of these flags, taken out of all `options` of a command."""
    names = WorkflowFlags.__annotations__
    return WorkflowFlags(**{name: options.pop(name) for name in names if name in options})


def first_given(*values: float | None) -> float | None:
    """The first that is not None, as flags go before the configuration."""
    return next((value for value in values if value is not None), None)


def names_given(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, ...]:
    """What an option has, separated by commas."""
    return tuple(filter(None, (name.strip() for name in (value or "").split(","))))
