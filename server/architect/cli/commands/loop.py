"""Repeat a task with a fresh context until its checks pass."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.early_signals import signals_held
from architect.cli.workflow_flags import (
    check_timeout_option,
    first_given,
    max_time_option,
    taken_flags,
    workflow_flags,
)

if TYPE_CHECKING:
    from contextlib import AsyncExitStack

    from architect.app.workflows.front import Front
    from architect.cli.workflow_flags import WorkflowFlags
    from architect.config.ralph import RalphSettings
    from architect.workflows.coordinator import Coordinator
    from architect.workflows.loop import LoopSettings

_MOST_SPEC = 400_000


@click.command("loop")
@click.argument("task")
@click.option(
    "--check",
    "checks",
    multiple=True,
    metavar="CMD",
    help="Command that must succeed; repeatable. Without one the agent says when it is done.",
)
@click.option(
    "--spec",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help="A file that goes with the task in every iteration.",
)
@click.option(
    "--max-iterations",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Maximum number of iterations (default: 25).",
)
@max_time_option
@click.option("--max-cost", type=click.FloatRange(0), metavar="USD", help="The same as --budget.")
@check_timeout_option
@click.option(
    "--completion-tag",
    metavar="WORD",
    help="What the agent says when it is done, if there is no check (default: COMPLETE).",
)
@click.option(
    "--protect-checks",
    is_flag=True,
    help="Deny changes of tests and of what else the checks run.",
)
@click.option(
    "--worktree",
    is_flag=True,
    help="Work on a copy of the files; what comes of it is committed on the branch architect/loop.",
)
@click.option(
    "--keep-best",
    is_flag=True,
    help="Keep the iteration with the fewest failed checks, not the last.",
)
@workflow_flags
def command(task: str, **options: Any) -> int:
    """Repeat the task TASK with a fresh context until all checks pass."""
    flags = taken_flags(options)
    with signals_held():
        from architect.app.workflows.opening import begin
        from architect.cli.workflow_session import run_workflow
        from architect.domain.workflows.events import WorkflowLimits

    async def opened(front: "Front", resources: "AsyncExitStack") -> "Coordinator":
        ralph = front.config.ralph
        limits = WorkflowLimits(
            budget_usd=first_given(flags.budget, options["max_cost"], ralph.max_cost),
            timeout_s=first_given(options["max_time"], ralph.max_time),
        )
        settings = _settings(task, flags, options, ralph)
        return await begin(settings, limits, front, title=task, resources=resources)

    return run_workflow(flags, opened)


def _settings(
    task: str, flags: "WorkflowFlags", options: dict[str, Any], ralph: "RalphSettings"
) -> "LoopSettings":
    """What the flags ask for, and else the configuration."""
    from architect.domain.verdict import ConfirmMode
    from architect.domain.workflows.unit import Place
    from architect.workflows.loop import LoopSettings

    spec: Path | None = options["spec"]
    return LoopSettings(
        task=task,
        checks=options["checks"],
        place=Place.COPY if options["worktree"] else Place.WORKSPACE,
        spec=spec.read_bytes()[:_MOST_SPEC].decode("utf-8", "replace") if spec else "",
        completion_tag=options["completion_tag"] or ralph.completion_tag,
        agent=flags.agent or ralph.agent,
        mode=ConfirmMode(flags.mode) if flags.mode else None,
        keep_best=options["keep_best"],
        protects_checks=options["protect_checks"],
        max_iterations=options["max_iterations"] or ralph.max_iterations,
        max_steps=flags.max_steps,
        check_timeout_s=options["check_timeout"] or ralph.check_timeout,
    )
