"""Several tasks at the same time, each in a copy of the tree and on a branch of its own."""

from collections.abc import Sequence

from architect.domain.ids import UnitId
from architect.domain.outcome import Status
from architect.domain.text.counted import counted
from architect.domain.verdict import ConfirmMode
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import Place, Unit
from architect.frozen import frozen

KIND = "parallel"


@frozen(kw_only=True)
class ParallelSettings:
    """What is asked; the tasks take turns with the `models`. Bounds are those of each task."""

    tasks: tuple[str, ...]
    models: tuple[str, ...] = ()
    agent: str = "build"
    mode: ConfirmMode | None = None
    checks: tuple[str, ...] = ()
    check_timeout_s: float = 600.0
    max_steps: int | None = None
    timeout_s: float | None = None
    budget_usd: float | None = None


class Parallel:
    """See `Definition`."""

    def __init__(self, settings: ParallelSettings) -> None:
        self._settings = settings

    def next_units(self, state: WorkflowState) -> Sequence[Unit]:
        if state.units:
            return ()
        return [self._unit(number, task) for number, task in enumerate(self._settings.tasks, 1)]

    def outcome(self, state: WorkflowState) -> tuple[Status, str]:
        units = state.units.values()
        succeeded = sum(each.is_success for each in units)
        told = f"{succeeded} of {counted(len(units), 'task')} succeeded"
        if succeeded == len(units):
            return Status.SUCCESS, told
        return Status.PARTIAL if any(each.branch for each in units) else Status.FAILED, told

    def branch_at_the_end(self, state: WorkflowState) -> tuple[UnitId, str] | None:
        return None

    def _unit(self, number: int, task: str) -> Unit:
        settings = self._settings
        models = settings.models or (None,)
        return Unit(
            unit_id=UnitId(f"{KIND}-{number}"),
            task=task,
            agent=settings.agent,
            model=models[(number - 1) % len(models)],
            mode=settings.mode,
            max_steps=settings.max_steps,
            timeout_s=settings.timeout_s,
            budget_usd=settings.budget_usd,
            place=Place.COPY,
            checks=settings.checks,
            check_timeout_s=settings.check_timeout_s,
            branch=f"architect/{KIND}-{number}",
        )
