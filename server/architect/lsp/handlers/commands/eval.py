"""`architect.eval`: models, agents, prompts or configurations at the same tasks."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from architect.app.workflows.front import Front
from architect.app.workflows.variants import variants
from architect.bootstrap.workflows.tasks.task_set import TaskSet
from architect.bootstrap.workflows.units import workers_for
from architect.domain.files.uris import path_of
from architect.domain.text.counted import counted
from architect.domain.verdict import ConfirmMode
from architect.domain.workflows.events import WorkflowLimits
from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.workflow_front import agent_named, begin_workflow, front_of
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Message, Usd, WorkflowSeconds, WorkflowTask
from architect.lsp.protocol.workflow_results import WorkflowInfo
from architect.workflows.evaluation import EvaluationSettings, EvaluationTask

Names = Annotated[tuple[str, ...], Field(max_length=100)]


class EvalLimits(Message):
    """Those of each run, but for `usd`, which is of all of them together."""

    steps: Annotated[int, Field(ge=1, le=1000)] | None = None
    seconds: WorkflowSeconds | None = None
    usd_each: Usd | None = None
    usd: Usd | None = None


class EvalArgs(Message):
    """`architect.eval`; either `tasks`, or a `taskFolder` or a file of SWE-bench-like JSON lines.

    `configs` and `prompts` are files, as they are on the disk; all files are URIs. What `models`,
    `agents`, `configs` and `prompts` list is combined. `agent` is for variants without one of
    their own. `uri` says in which folder.
    """

    tasks: Annotated[tuple[WorkflowTask, ...], Field(max_length=1_000)] = ()
    task_folder: str | None = None
    repositories: str | None = None
    test_command: str = "python -m pytest -q"
    models: Names = ()
    agents: Names = ()
    configs: Names = ()
    prompts: Names = ()
    checks: tuple[WorkflowTask, ...] = ()
    repeat: Annotated[int, Field(ge=1, le=100)] = 1
    uri: str | None = None
    agent: str | None = None
    mode: ConfirmMode | None = None
    workers: Annotated[int, Field(ge=1, le=64)] | None = None
    limits: EvalLimits = EvalLimits()
    wait: bool = False


async def evaluation(editor: EditorSession, args: EvalArgs, _: object) -> WorkflowInfo:
    """
    Raises:
        UserError: there is no task, or something that is named cannot be read.
    """
    front = await front_of(editor, editor.root_of((args.uri,) if args.uri else ()))
    tasks = await asyncio.to_thread(_tasks, args, front.root)
    settings = await asyncio.to_thread(_settings, args, tasks, front)
    runs = len(settings.tasks) * len(settings.variants) * settings.repeat
    workers = args.workers or workers_for(front.config.parallel)
    return await begin_workflow(
        editor,
        front,
        settings,
        WorkflowLimits(workers=min(workers, runs), budget_usd=args.limits.usd),
        title=args.tasks[0] if len(args.tasks) == 1 else counted(len(settings.tasks), "task"),
        wait=args.wait,
        contents=tasks.contents.values(),
    )


def _tasks(args: EvalArgs, root: Path) -> TaskSet:
    if bool(args.tasks) is bool(args.task_folder):
        raise invalid(english("tasks: say what is to be done, either by tasks or by a taskFolder"))
    if args.task_folder is None:
        several = len(args.tasks) > 1
        return TaskSet(
            tuple(
                EvaluationTask(name=f"task {number}" if several else "task", prompt=task)
                for number, task in enumerate(args.tasks, 1)
            )
        )
    from architect.bootstrap.workflows.tasks.reading import read_tasks

    return read_tasks(
        _file(args.task_folder, "taskFolder"),
        root=root,
        repositories=_file(args.repositories, "repositories") if args.repositories else None,
        test_command=args.test_command,
    )


def _settings(args: EvalArgs, tasks: TaskSet, front: Front) -> EvaluationSettings:
    """What the arguments ask for, and else the configuration."""
    configured, asked = front.config.parallel, args.limits
    each = front.config.costs.budget_usd if asked.usd_each is None else asked.usd_each
    return EvaluationSettings(
        tasks=tuple(replace(each, checks=(*each.checks, *args.checks)) for each in tasks.tasks),
        variants=variants(
            models=args.models,
            agents=[agent_named(front, name) for name in args.agents],
            configs=[_name(uri, "configs", front.root) for uri in args.configs],
            prompts=[_name(uri, "prompts", front.root) for uri in args.prompts],
            agent=agent_named(front, args.agent or configured.agent),
            base=front.root,
        ),
        repeat=args.repeat,
        mode=args.mode,
        max_steps=asked.steps or configured.max_steps,
        timeout_s=asked.seconds or configured.timeout_per_worker,
        budget_usd=each,
        missing=tasks.missing,
    )


def _name(uri: str, key: str, root: Path) -> str:
    """A file as it is called in `root`."""
    path = _file(uri, key)
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _file(uri: str, key: str) -> Path:
    path = path_of(uri)
    if path is None:
        raise invalid(english("{key}: {uri!r} is no file", key=key, uri=uri))
    return path


COMMAND = Command("architect.eval", EvalArgs, WorkflowInfo, evaluation)
