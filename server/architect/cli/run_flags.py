"""The flags of every command that runs an agent."""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.early_signals import signals_held
from architect.cli.exit_codes import PARTIAL
from architect.cli.options import allow_edit_option, config_option, workspace_option
from architect.domain.run_mode import RUN_MODES as MODES_OF_RUNS
from architect.l10n import english

if TYPE_CHECKING:
    from architect.cli.work import Work

Flag = Callable[[Callable[..., int]], Callable[..., int]]

MODES = click.Choice(["yolo", "confirm-sensitive", "confirm-all"])
RUN_MODES = click.Choice(MODES_OF_RUNS)
EFFORTS = click.Choice(["none", "minimal", "low", "medium", "high", "max"])
LEVELS = click.Choice(["debug", "info", "human", "warn", "error"])


EPILOG = english(
    "Exit codes: 0 success, 1 failed, 2 incomplete, 3 invalid configuration or "
    "command line, 4 authentication failed, 5 timed out, 6 waiting for an approval, 130 "
    "interrupted."
)


def _finite(_: click.Context, __: click.Parameter, value: float | None) -> float | None:
    if value is not None and not math.isfinite(value):
        raise click.BadParameter(english("{value} is not a finite number.", value=value))
    return value


def _commands(_: click.Context, __: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    if not all(line.strip() for line in value):
        raise click.BadParameter(english("it is empty; name the command that must succeed."))
    return value


FORMATS = ("json", "markdown", "github", "html", "sarif", "junit")

_COMMON = (
    config_option,
    workspace_option,
    click.option("--model", metavar="NAME", help="Model, e.g. openai/gpt-4.1 or ollama/qwen3."),
    click.option(
        "--reasoning",
        type=EFFORTS,
        help="How hard the model thinks (default: as its provider decides).",
    ),
    click.option("--api-base", metavar="URL", help="Base URL of an OpenAI-compatible API."),
    click.option("--api-key", metavar="KEY", help="API key; prefer an environment variable."),
    click.option("--no-stream", is_flag=True, help="Do not stream the replies of the model."),
    click.option("-v", "verbose", count=True, help="Technical log on stderr; -vv for more detail."),
    click.option("--log-level", type=LEVELS, help="Verbosity on stderr."),
    click.option(
        "--log-file",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Write every event to FILE as JSON lines.",
    ),
    click.option(
        "--max-steps", type=click.IntRange(1, 1000), metavar="N", help="Maximum number of steps."
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(0, min_open=True),
        callback=_finite,
        metavar="S",
        help="Time limit of the run in seconds.",
    ),
    click.option("--json", "as_json", is_flag=True, help="Print the result as a JSON document."),
    click.option("--events", is_flag=True, help="Print every event as a line of JSON."),
    click.option("--quiet", is_flag=True, help="Print only errors on stderr."),
    click.option("--disable-mcp", is_flag=True, help="Use no MCP servers."),
    click.option(
        "--exit-code-on-partial",
        type=click.IntRange(0, 255),
        default=PARTIAL,
        metavar="N",
        show_default=True,
        help="Exit code of an incomplete run; 0 is ignored if an action was denied or "
        "required tests did not run.",
    ),
    click.option("--budget", type=click.FloatRange(0), metavar="USD", help="Cost limit in USD."),
    click.option(
        "--trust-project",
        is_flag=True,
        help="Trust the configuration of the project for this run.",
    ),
    click.option(
        "--no-programs",
        is_flag=True,
        help="Start no program that a configuration names: hooks, gates, servers.",
    ),
    click.option("--show-costs", is_flag=True, help="Print the costs of the run by source."),
)
REPORTS = (
    click.option(
        "--report",
        type=click.Choice(FORMATS),
        help="Print a report instead of the answer, or what --report-file is if its ending "
        "does not say.",
    ),
    click.option(
        "--report-file",
        "report_files",
        type=click.Path(path_type=Path, dir_okay=False),
        multiple=True,
        metavar="FILE",
        help="Write a report: .json, .md, .html, .sarif, or .xml for JUnit; repeatable.",
    ),
)
_DELIVERIES = (
    click.option(
        "--export-patch",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Write the changes as a patch for `git apply`.",
    ),
    click.option(
        "--commit",
        is_flag=False,
        flag_value="",
        metavar="[MESSAGE]",
        help="Commit the changes (default: with the task as message).",
    ),
    click.option("--branch", metavar="NAME", help="Commit the changes on a new branch."),
)
_CHANGING = (
    click.option("-a", "--agent", metavar="NAME", help="Agent to run (default: build)."),
    click.option(
        "-m",
        "--mode",
        "--confirm-mode",
        "mode",
        type=RUN_MODES,
        help="ask about edits and commands, about commands (edit), only plan, or yolo: never ask "
        "(default: the mode of the agent).",
    ),
    click.option("--dry-run", is_flag=True, help="Read files, but only plan changes."),
    click.option(
        "--self-eval",
        type=click.Choice(("off", "basic", "full")),
        help="Have the model look at the finished work (default: off).",
    ),
    click.option(
        "--auto-review",
        is_flag=True,
        help="Have the changes reviewed by another agent, and fixed if it finds problems.",
    ),
    click.option(
        "--health",
        is_flag=True,
        help="Measure the health of the changed files before and after: long and complex "
        "functions, duplicates.",
    ),
    click.option(
        "--fail-on-worse",
        is_flag=True,
        help="--health as a gate: the run is no success if it made something worse.",
    ),
    click.option(
        "--allow-commands",
        "commands",
        flag_value=True,
        default=None,
        type=bool,
        help="Enable run_command, whatever the configuration says.",
    ),
    click.option(
        "--no-commands", "commands", flag_value=False, type=bool, help="Disable run_command."
    ),
    click.option(
        "--require-check",
        "checks",
        multiple=True,
        callback=_commands,
        metavar="CMD",
        help="Command that must succeed before the run counts as done; repeatable.",
    ),
    allow_edit_option,
)
ATTACHING = (
    click.option(
        "--attach",
        "attached",
        type=click.Path(path_type=Path, dir_okay=False),
        multiple=True,
        metavar="FILE",
        help="Attach the text of a file; repeatable.",
    ),
    click.option(
        "-i",
        "--image",
        "images",
        type=click.Path(path_type=Path, dir_okay=False),
        multiple=True,
        metavar="FILE",
        help="Attach an image: PNG, JPEG, GIF or WebP; repeatable.",
    ),
)
"""What goes with the first message."""

_TASK = (
    click.option(
        "--plan-first",
        is_flag=True,
        help="Plan first; carry the plan out once you agree, or if there is no terminal.",
    ),
    click.option(
        "--context-git-diff",
        is_flag=False,
        flag_value="HEAD",
        metavar="[CHANGES]",
        help="Attach a git diff: of the working tree since REF (default: HEAD), 'staged', "
        "'A..B' or 'A...B'.",
    ),
    click.option(
        "--untrusted-context",
        type=click.Path(path_type=Path, dir_okay=False),
        multiple=True,
        metavar="FILE",
        help="Attach a text that strangers may have written, such as an issue; repeatable.",
    ),
    *ATTACHING,
    click.option(
        "--output-schema",
        type=click.Path(path_type=Path, dir_okay=False),
        metavar="FILE",
        help="Have the answer be JSON that fits the JSON schema in FILE.",
    ),
)

REVIEWING = (*_COMMON, *REPORTS)
"""The flags of a command that changes nothing."""

FIXING = (*_CHANGING, *_COMMON, *REPORTS, *_DELIVERIES)
"""The flags of a command that changes files, for a task that is not in the user's words."""


def flags_of(*groups: Sequence[Flag]) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """What gives a command the flags of `groups`, in the order in which its help shows them."""

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        for flag in reversed([flag for group in groups for flag in group]):
            command = flag(command)
        return command

    return decorate


run_flags = flags_of(_TASK, FIXING)


def run_with(
    options: dict[str, Any], *, resume_last: bool = False, only_compacts: bool = False
) -> int:
    """Run an agent as the command line says, and give the exit code.

    `resume_last` resumes the last session of the workspace; with `only_compacts` it is summed up.
    """
    return _run({**options, "resume_last": resume_last, "only_compacts": only_compacts}, None)


def work_with(options: dict[str, Any], work: "Callable[[], Work]") -> int:
    """The same for `work` of a command of its own."""
    return _run({**options, "prompt": ""}, work)


def _run(options: dict[str, Any], work: "Callable[[], Work] | None") -> int:
    if options["as_json"] and options["events"]:
        raise click.UsageError(english("--json and --events cannot be used together."))
    prints_report = options["report"] and not options["report_files"]
    if prints_report and (options["as_json"] or options["events"]):
        raise click.UsageError(
            english(
                "--report prints a report on standard output: name a --report-file beside "
                "--json or --events."
            )
        )
    if options.get("branch") and options.get("commit") is None:
        options["commit"] = ""
    with signals_held():
        from architect.cli.run_flag_values import RunFlags
        from architect.cli.run_session import run_session

        flags, chosen = RunFlags(**options), work and work()
    return run_session(flags, chosen)
