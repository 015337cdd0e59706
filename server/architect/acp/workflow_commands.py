"""Workflows as a user of a session asks for them: `/loop`, `/parallel`, `/pipeline`."""

import asyncio
import shlex
from collections.abc import Callable, Mapping

from architect.agent.catalog import all_agents, find_agent
from architect.app.workflows.front import Front
from architect.app.workflows.kinds import Settings
from architect.app.workflows.pipelines import question_about, read_pipeline, settings_from
from architect.bootstrap.workflows.units import workers_for
from architect.domain.errors import UserError
from architect.domain.text.counted import counted
from architect.domain.workflows.events import WorkflowLimits
from architect.domain.workflows.unit import Place
from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.workflows.loop import LoopSettings
from architect.workflows.parallel import ParallelSettings
from architect.workflows.pipeline_reading import PipelineOptions

_CHECK = lazy_pattern(r"""(?:^|\s)--check\s+(["'])((?:\\\1|(?!\\?\1)[^\n])*)\1(?=\s|$)""")
"""A quotation mark inside of a check has a backslash before it."""

_NAMES = ("/pipeline FILE", "")


@frozen
class AskedWorkflow:
    settings: Settings
    limits: WorkflowLimits
    title: str


async def asked_workflow(kind: str, words: str, front: Front) -> AskedWorkflow:
    """What `/KIND WORDS` asks for.

    Raises:
        UserError: the words do not say enough, or name what is not there.
    """
    return await asyncio.to_thread(_KINDS[kind], words, front)


def _loop(words: str, front: Front) -> AskedWorkflow:
    task, checks = task_and_checks(words)
    if not task:
        raise UserError(english('what is to be done? /loop TASK --check "COMMAND"'))
    ralph = front.config.ralph
    settings = LoopSettings(
        task=task,
        checks=checks,
        place=Place.WORKSPACE,
        completion_tag=ralph.completion_tag,
        agent=_agent(front, ralph.agent),
        max_iterations=ralph.max_iterations,
        check_timeout_s=ralph.check_timeout,
    )
    limits = WorkflowLimits(budget_usd=ralph.max_cost, timeout_s=ralph.max_time)
    return AskedWorkflow(settings, limits, task)


def _parallel(words: str, front: Front) -> AskedWorkflow:
    text, checks = task_and_checks(words)
    tasks = tuple(line.strip() for line in text.split("\n") if line.strip())
    if not tasks:
        raise UserError(
            english('what is to be done? /parallel and one task a line, then --check "COMMAND"')
        )
    configured = front.config.parallel
    settings = ParallelSettings(
        tasks=tasks,
        agent=_agent(front, configured.agent),
        checks=checks,
        max_steps=configured.max_steps,
        timeout_s=configured.timeout_per_worker,
        budget_usd=configured.budget_per_worker,
    )
    workers = min(workers_for(configured), len(tasks))
    return AskedWorkflow(settings, WorkflowLimits(workers=workers), counted(len(tasks), "task"))


def _pipeline(words: str, front: Front) -> AskedWorkflow:
    try:
        name, *values = shlex.split(words)
    except ValueError as error:
        raise UserError(english("which file? /pipeline FILE NAME=VALUE ...")) from error
    given = dict(_named_value(value) for value in values)
    path = (front.root / name).resolve()
    read = read_pipeline(path)
    if question_about(path, read, front.root) is not None:
        raise UserError(
            english(
                "{name!r} runs only once you trust it, since its checks are commands and its "
                "prompts tell agents what to do: run `architect trust {path}` in a terminal",
                name=name,
                path=shlex.quote(name),
            )
        )
    settings = settings_from(read, PipelineOptions(given=given, names=_NAMES), front.config)
    workers = workers_for(front.config.parallel)
    return AskedWorkflow(settings, WorkflowLimits(workers=workers), settings.name)


def task_and_checks(words: str) -> tuple[str, tuple[str, ...]]:
    """A task, and the commands that have to succeed; only what is in quotes is one.

    Raises:
        UserError: a check is not in quotes.
    """
    every = (found[2].replace(f"\\{found[1]}", found[1]) for found in _CHECK.finditer(words))
    checks = tuple(check for check in every if check.strip())
    if not checks and "--check" in words:
        raise UserError(
            english('a check is a command in quotes: --check "{command}"', command="npm test")
        )
    return _CHECK.sub("", words).strip(), checks


def _named_value(word: str) -> tuple[str, str]:
    name, has_value, value = word.partition("=")
    if not has_value:
        raise UserError(english("{word!r} is no value: /pipeline FILE NAME=VALUE ...", word=word))
    return name, value


def _agent(front: Front, name: str) -> str:
    return find_agent(all_agents(front.config.agents), name).name


_KINDS: Mapping[str, Callable[[str, Front], AskedWorkflow]] = {
    "loop": _loop,
    "parallel": _parallel,
    "pipeline": _pipeline,
}
