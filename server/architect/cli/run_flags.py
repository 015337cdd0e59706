"""The flags of every command that runs an agent."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from architect.cli.early_signals import signals_held
from architect.cli.exit_codes import PARTIAL
from architect.cli.options import config_option, workspace_option

MODES = click.Choice(["yolo", "confirm-sensitive", "confirm-all"])
LEVELS = click.Choice(["debug", "info", "human", "warn", "error"])


EPILOG = (
    "Exit codes: 0 done, 1 failed, 2 done in part, 3 configuration, 4 authentication, "
    "5 time-out, 130 interrupted."
)


def _finite(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(f"{value} is not a finite number.")
    return value


def _commands(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    if not all(line.strip() for line in value):
        raise click.BadParameter("it is empty; give the command that has to succeed.")
    return value


_FLAGS = (
    config_option,
    click.option("-a", "--agent", metavar="NAME", help="The agent to run; build if not given."),
    click.option(
        "-m",
        "--mode",
        "--confirm-mode",
        "mode",
        type=MODES,
        help="What to ask before a tool runs; the agent's own mode if not given.",
    ),
    workspace_option,
    click.option("--dry-run", is_flag=True, help="Read for real, but only plan what would change."),
    click.option("--model", metavar="NAME", help="The model, e.g. openai/gpt-4.1, ollama/qwen3."),
    click.option("--api-base", metavar="URL", help="The address of an OpenAI-compatible server."),
    click.option("--api-key", metavar="KEY", help="The key; better in an environment variable."),
    click.option("--no-stream", is_flag=True, help="Ask for whole replies instead of streams."),
    click.option("-v", "verbose", count=True, help="Technical log on stderr; -vv for more."),
    click.option("--log-level", type=LEVELS, help="How much to say on stderr."),
    click.option(
        "--log-file",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Write every event to FILE as JSON lines.",
    ),
    click.option(
        "--max-steps", type=click.IntRange(1, 1000), metavar="N", help="Model replies at most."
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(0, min_open=True),
        callback=_finite,
        metavar="S",
        help="Seconds for the whole run.",
    ),
    click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON document."),
    click.option("--events", is_flag=True, help="Print every event as a line of JSON."),
    click.option("--quiet", is_flag=True, help="Only errors on stderr."),
    click.option(
        "--allow-commands",
        "commands",
        flag_value=True,
        default=None,
        type=bool,
        help="Offer run_command, whatever the configuration says.",
    ),
    click.option(
        "--no-commands", "commands", flag_value=False, type=bool, help="Do not offer run_command."
    ),
    click.option("--context-git-diff", metavar="REF", help="Show the agent the diff from REF."),
    click.option(
        "--exit-code-on-partial",
        type=click.IntRange(0, 255),
        default=PARTIAL,
        metavar="N",
        show_default=True,
        help="The exit code when the task was done in part; 0 holds only if nothing was denied "
        "or unproved.",
    ),
    click.option(
        "--require-check",
        "checks",
        multiple=True,
        callback=_commands,
        metavar="CMD",
        help="A command that has to succeed before the run does; may be given several times.",
    ),
    click.option("--budget", type=click.FloatRange(0), metavar="USD", help="US dollars at most."),
    click.option(
        "--trust-project",
        is_flag=True,
        help="Let all of the project's configuration count, this once.",
    ),
    click.option("--show-costs", is_flag=True, help="Print what the run cost, by source."),
)


def run_flags(command: Callable[..., int]) -> Callable[..., int]:
    """`command` with all of them, in the order in which its help shows them."""
    for flag in reversed(_FLAGS):
        command = flag(command)
    return command


def run_with(options: dict[str, Any]) -> int:
    """Run an agent as the command line says, and give the exit code."""
    if options["as_json"] and options["events"]:
        raise click.UsageError("--json and --events both want standard output; choose one.")
    with signals_held():
        from architect.cli.run_session import RunOptions, run_session

    return run_session(RunOptions(**options))
