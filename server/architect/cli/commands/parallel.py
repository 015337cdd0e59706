"""Run several tasks at the same time, each on a branch of its own."""

from typing import TYPE_CHECKING, Any

import click

from architect.cli.early_signals import signals_held
from architect.cli.workflow_flags import (
    check_timeout_option,
    first_given,
    names_given,
    taken_flags,
    workers_option,
    workflow_flags,
)

if TYPE_CHECKING:
    from contextlib import AsyncExitStack

    from architect.app.workflows.front import Front
    from architect.cli.workflow_flags import WorkflowFlags
    from architect.config.parallel import ParallelSettings as Configured
    from architect.workflows.coordinator import Coordinator
    from architect.workflows.parallel import ParallelSettings


@click.command("parallel")
@click.option(
    "--task", "tasks", multiple=True, required=True, metavar="TEXT", help="A task; repeatable."
)
@workers_option
@click.option(
    "--models",
    callback=names_given,
    metavar="A,B",
    help="Models that take turns, instead of --model.",
)
@click.option("--check", "checks", multiple=True, metavar="CMD", help="Command run behind each.")
@check_timeout_option
@click.option(
    "--budget-per-worker", type=click.FloatRange(0), metavar="USD", help="Cost limit of each task."
)
@click.option(
    "--timeout-per-worker",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help="Time limit of each task (default: 600).",
)
@click.option(
    "--merge",
    is_flag=True,
    help="Merge what merges cleanly on the branch architect/merged, and run the checks there.",
)
@click.option("--resolve-conflicts", is_flag=True, help="With --merge: give conflicts to an agent.")
@workflow_flags
def command(**options: Any) -> int:
    """Run several tasks at the same time, each on a branch of its own."""
    flags = taken_flags(options)
    tasks: tuple[str, ...] = options["tasks"]
    with signals_held():
        from architect.app.workflows.opening import begin
        from architect.bootstrap.workflows.units import workers_for
        from architect.cli.workflow_session import run_workflow
        from architect.domain.text.counted import counted
        from architect.domain.workflows.events import WorkflowLimits

    async def opened(front: "Front", resources: "AsyncExitStack") -> "Coordinator":
        configured = front.config.parallel
        workers = options["workers"] or workers_for(configured)
        limits = WorkflowLimits(workers=min(workers, len(tasks)), budget_usd=flags.budget)
        settings = _settings(tasks, flags, options, configured)
        title = counted(len(tasks), "task")
        return await begin(settings, limits, front, title=title, resources=resources)

    return run_workflow(flags, opened)


def _settings(
    tasks: tuple[str, ...],
    flags: "WorkflowFlags",
    options: dict[str, Any],
    configured: "Configured",
) -> "ParallelSettings":
    """What the flags ask for, and else the configuration."""
    from architect.domain.verdict import ConfirmMode
    from architect.domain.workflows.unit import CHECK_TIMEOUT_S
    from architect.workflows.parallel import ParallelSettings

    return ParallelSettings(
        tasks=tasks,
        models=options["models"],
        agent=flags.agent or configured.agent,
        mode=ConfirmMode(flags.mode) if flags.mode else None,
        checks=options["checks"],
        merge=options["merge"] or options["resolve_conflicts"],
        resolves=options["resolve_conflicts"],
        check_timeout_s=options["check_timeout"] or CHECK_TIMEOUT_S,
        max_steps=flags.max_steps or configured.max_steps,
        timeout_s=first_given(options["timeout_per_worker"], configured.timeout_per_worker),
        budget_usd=first_given(options["budget_per_worker"], configured.budget_per_worker),
    )
