"""The same tasks over variants of models, agents, prompts and configurations, to be compared."""

import re
from collections.abc import Iterator, Sequence

from architect.domain.ids import UnitId
from architect.domain.outcome import Status
from architect.domain.text.counted import counted
from architect.domain.verdict import ConfirmMode
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import CHECK_TIMEOUT_S, HiddenFile, Place, Source, Unit
from architect.frozen import frozen
from architect.l10n import english
from architect.workflows.trials_of_units import trial_of

KIND = "eval"
TASK_MARK = "{task}"

_NO_NAME = re.compile(r"[^A-Za-z0-9_]+")
_MOST_NAME = 60


_LEFT_OUT = english("the others are left out")


@frozen(kw_only=True)
class Variant:
    """What runs a task. `prompt` has a `{task}` where the task goes, else it stands before it.

    `config` is a configuration file instead of the project's own, and `config_digest` what it was.
    """

    name: str
    model: str | None = None
    agent: str = "build"
    prompt: str = ""
    config: str = ""
    config_digest: str = ""


@frozen(kw_only=True)
class EvaluationTask:
    """What is to be done, where, and how it is checked; see `Unit`."""

    name: str
    prompt: str
    source: Source | None = None
    checks: tuple[str, ...] = ()
    hidden: tuple[HiddenFile, ...] = ()


@frozen(kw_only=True)
class EvaluationSettings:
    """What is asked: every variant runs every task `repeat` times. Bounds are those of each run.

    `missing` are the tasks that cannot be run, each with the reason. `result_files` are written
    when the workflow stops.
    """

    tasks: tuple[EvaluationTask, ...]
    variants: tuple[Variant, ...]
    repeat: int = 1
    mode: ConfirmMode | None = None
    max_steps: int | None = None
    timeout_s: float | None = None
    budget_usd: float | None = None
    check_timeout_s: float = CHECK_TIMEOUT_S
    missing: tuple[str, ...] = ()
    result_files: tuple[str, ...] = ()


@frozen
class Cell:
    """One run that is asked for; `number` counts the repetitions from 1."""

    unit_id: UnitId
    task: EvaluationTask
    variant: Variant
    number: int


class Evaluation:
    """See `Definition`."""

    def __init__(self, settings: EvaluationSettings) -> None:
        self._settings = settings
        self._all = len(settings.tasks) * len(settings.variants) * settings.repeat

    def next_units(self, state: WorkflowState) -> Sequence[Unit]:
        if len(state.units) == self._all:
            return ()
        return [
            self._unit(cell) for cell in cells(self._settings) if cell.unit_id not in state.units
        ]

    def outcome(self, state: WorkflowState) -> tuple[Status, str]:
        """Whether there is a comparison: how good the variants are is no matter of success."""
        left_out = sum(
            bool(trial_of(state, cell.unit_id, task="", variant="", number=0).left_out)
            for cell in cells(self._settings)
        )
        counts = self._all - left_out
        told = english("{counts} of {all} count", counts=counted(counts, "run"), all=self._all)
        if left_out:
            return Status.PARTIAL if counts else Status.FAILED, f"{told}; {_LEFT_OUT}"
        return Status.SUCCESS, told

    def undone_at_the_end(self, state: WorkflowState) -> Sequence[UnitId]:
        return ()

    def branch_at_the_end(self, state: WorkflowState) -> tuple[UnitId, str] | None:
        return None

    def _unit(self, cell: Cell) -> Unit:
        settings, task, variant = self._settings, cell.task, cell.variant
        return Unit(
            unit_id=cell.unit_id,
            task=_prompt(variant.prompt, task.prompt),
            agent=variant.agent,
            model=variant.model,
            config=variant.config,
            mode=settings.mode,
            max_steps=settings.max_steps,
            timeout_s=settings.timeout_s,
            budget_usd=settings.budget_usd,
            place=Place.COPY,
            source=task.source,
            checks=task.checks,
            check_timeout_s=settings.check_timeout_s,
            hidden=task.hidden,
        )


def cells(settings: EvaluationSettings) -> Iterator[Cell]:
    """All runs, in the order in which they start: a whole round before anything is repeated.

    So what a budget cuts off are the last tasks of all variants, and not one of the variants.
    """
    for number in range(1, settings.repeat + 1):
        for place, task in enumerate(settings.tasks, 1):
            name = _NO_NAME.sub("-", task.name)[:_MOST_NAME].strip("-")
            for variant_place, variant in enumerate(settings.variants, 1):
                unit_id = f"{place}-{name}-v{variant_place}-r{number}"
                yield Cell(UnitId(unit_id), task, variant, number)


def _prompt(template: str, task: str) -> str:
    if TASK_MARK in template:
        return template.replace(TASK_MARK, task)
    return f"{template.rstrip()}\n\n{task}" if template.strip() else task
