"""Repeat a task with a fresh context until its checks pass."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.early_signals import signals_held
from architect.cli.workflow_flags import taken_flags, workflow_flags

if TYPE_CHECKING:
    from contextlib import AsyncExitStack

    from architect.app.workflows.opening import Front
    from architect.workflows.coordinator import Coordinator

_MOST_SPEC = 400_000


@click.command("loop")
@click.argument("task")
@click.option(
    "--check",
    "checks",
    multiple=True,
    required=True,
    metavar="CMD",
    help="Command that must succeed; repeatable.",
)
@click.option(
    "--spec",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    metavar="FILE",
    help="A file that goes with the task in every iteration.",
)
@click.option(
    "--max-iterations", type=click.IntRange(1, 1000), default=25, show_default=True, metavar="N"
)
@click.option(
    "--max-time", type=click.FloatRange(0, min_open=True), metavar="S", help="Time limit of it all."
)
@click.option(
    "--check-timeout",
    type=click.FloatRange(0, min_open=True),
    default=600.0,
    show_default=True,
    metavar="S",
    help="Time limit of each check.",
)
@click.option(
    "--worktree",
    is_flag=True,
    help="Work on a copy of the files; what comes of it is committed on the branch architect/loop.",
)
@click.option(
    "--keep-best",
    is_flag=True,
    help="With --worktree: keep the iteration with the fewest failed checks, not the last.",
)
@workflow_flags
def command(task: str, **options: Any) -> int:
    """Repeat the task TASK with a fresh context until all checks pass."""
    flags = taken_flags(options)
    with signals_held():
        from architect.app.workflows.opening import begin
        from architect.cli.workflow_session import run_workflow
        from architect.domain.verdict import ConfirmMode
        from architect.domain.workflows.events import WorkflowLimits
        from architect.domain.workflows.unit import Place
        from architect.workflows.loop import LoopSettings

        spec: Path | None = options["spec"]
        settings = LoopSettings(
            task=task,
            checks=options["checks"],
            place=Place.COPY if options["worktree"] else Place.WORKSPACE,
            spec=spec.read_bytes()[:_MOST_SPEC].decode("utf-8", "replace") if spec else "",
            agent=flags.agent or "build",
            mode=ConfirmMode(flags.mode) if flags.mode else None,
            keep_best=options["keep_best"],
            max_iterations=options["max_iterations"],
            max_steps=flags.max_steps,
            check_timeout_s=options["check_timeout"],
        )
        limits = WorkflowLimits(budget_usd=flags.budget, timeout_s=options["max_time"])

    async def opened(front: "Front", resources: "AsyncExitStack") -> "Coordinator":
        return await begin(
            settings,
            limits,
            front,
            title=task,
            in_copies=options["worktree"],
            resources=resources,
        )

    return run_workflow(flags, opened)
