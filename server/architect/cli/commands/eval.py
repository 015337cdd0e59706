"""Compare models, agents, prompts or configurations at the same tasks."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.early_signals import signals_held
from architect.cli.workflow_flags import (
    WorkflowFlags,
    check_timeout_option,
    first_given,
    names_given,
    taken_flags,
    workers_option,
    workflow_flags,
)
from architect.l10n import english

if TYPE_CHECKING:
    from contextlib import AsyncExitStack

    from architect.app.workflows.front import Front
    from architect.bootstrap.workflows.tasks.task_set import TaskSet
    from architect.workflows.coordinator import Coordinator
    from architect.workflows.evaluation import EvaluationSettings


@click.command("eval")
@click.argument("task", required=False)
@click.option("--models", callback=names_given, metavar="A,B", help="Models to compare.")
@click.option("--agents", callback=names_given, metavar="A,B", help="Agents to compare.")
@click.option(
    "--configs",
    callback=names_given,
    metavar="F,G",
    help="Configuration files to compare, each instead of that of the project.",
)
@click.option(
    "--prompts",
    callback=names_given,
    metavar="F,G",
    help="Files with prompts to compare; {task} stands for the task.",
)
@click.option(
    "--check",
    "checks",
    multiple=True,
    metavar="CMD",
    help="Command that must succeed behind each run; repeatable.",
)
@check_timeout_option
@click.option(
    "--tasks",
    "task_path",
    type=click.Path(path_type=Path, exists=True),
    metavar="PATH",
    help="A folder of tasks, or a file of SWE-bench-like JSON lines, instead of TASK.",
)
@click.option(
    "--repositories",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Where the repositories are that the JSON lines name.",
)
@click.option(
    "--test-command",
    default="python -m pytest -q",
    show_default=True,
    metavar="CMD",
    help="What runs the tests that the JSON lines name.",
)
@click.option(
    "--repeat",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    metavar="N",
    help="How often each variant runs each task.",
)
@workers_option
@click.option(
    "--budget-per-run", type=click.FloatRange(0), metavar="USD", help="Cost limit of each run."
)
@click.option(
    "--timeout-per-run",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help="Time limit of each run (default: 600).",
)
@click.option(
    "--results",
    "result_files",
    type=click.Path(path_type=Path, dir_okay=False),
    multiple=True,
    metavar="FILE",
    help="Write the comparison as .html, .csv or .json; repeatable.",
)
@workflow_flags
def command(task: str | None, **options: Any) -> int:
    """Compare models, agents, prompts or configurations at TASK, or at all tasks of --tasks.

    Each run works on a copy of its own; your files stay as they are. What is listed is combined:
    two models and two agents are four variants.
    """
    flags = taken_flags(options)
    with signals_held():
        from architect.app.workflows.opening import begin
        from architect.bootstrap.workflows.units import workers_for
        from architect.cli.evaluation_files import check_endings
        from architect.cli.workflow_session import run_workflow
        from architect.domain.text.counted import counted
        from architect.domain.workflows.events import WorkflowLimits

    check_endings(options["result_files"])

    async def opened(front: "Front", resources: "AsyncExitStack") -> "Coordinator":
        tasks = _tasks(task, front.root, options)
        settings = _settings(tasks, flags, options, front)
        runs = len(settings.tasks) * len(settings.variants) * settings.repeat
        workers = options["workers"] or workers_for(front.config.parallel)
        return await begin(
            settings,
            WorkflowLimits(workers=min(workers, runs), budget_usd=flags.budget),
            front,
            title=task or counted(len(settings.tasks), "task"),
            resources=resources,
            contents=tasks.contents.values(),
        )

    return run_workflow(flags, opened)


def _tasks(task: str | None, root: Path, options: dict[str, Any]) -> "TaskSet":
    from architect.bootstrap.workflows.tasks.reading import read_tasks
    from architect.bootstrap.workflows.tasks.task_set import TaskSet
    from architect.domain.errors import UserError
    from architect.workflows.evaluation import EvaluationTask

    path: Path | None = options["task_path"]
    if (task is None) is (path is None):
        raise UserError(english("say what is to be done: either TASK or --tasks"))
    if path is None:
        return TaskSet((EvaluationTask(name="task", prompt=task or ""),))
    return read_tasks(
        path,
        root=root,
        repositories=options["repositories"],
        test_command=options["test_command"],
    )


def _settings(
    tasks: "TaskSet", flags: WorkflowFlags, options: dict[str, Any], front: "Front"
) -> "EvaluationSettings":
    """What the flags ask for, and else the configuration."""
    from dataclasses import replace

    from architect.app.workflows.variants import variants
    from architect.domain.verdict import ConfirmMode
    from architect.domain.workflows.unit import CHECK_TIMEOUT_S
    from architect.workflows.evaluation import EvaluationSettings

    configured = front.config.parallel
    checks: tuple[str, ...] = options["checks"]
    return EvaluationSettings(
        tasks=tuple(replace(each, checks=(*each.checks, *checks)) for each in tasks.tasks),
        variants=variants(
            models=options["models"],
            agents=options["agents"],
            configs=options["configs"],
            prompts=options["prompts"],
            agent=flags.agent or configured.agent,
        ),
        repeat=options["repeat"],
        mode=ConfirmMode(flags.mode) if flags.mode else None,
        max_steps=flags.max_steps or configured.max_steps,
        timeout_s=first_given(options["timeout_per_run"], configured.timeout_per_worker),
        budget_usd=first_given(options["budget_per_run"], front.config.costs.budget_usd),
        check_timeout_s=options["check_timeout"] or CHECK_TIMEOUT_S,
        missing=tasks.missing,
        result_files=tuple(str(file.resolve()) for file in options["result_files"]),
    )
