"""Several tasks at the same time, each in a copy of the tree and on a branch of its own."""

from collections.abc import Sequence

from architect.agent.prompt_files import prompt
from architect.domain.ids import UnitId
from architect.domain.outcome import Status
from architect.domain.text.counted import counted
from architect.domain.verdict import ConfirmMode
from architect.domain.workflows.events import BranchesMerged
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import CHECK_TIMEOUT_S, Place, Unit
from architect.frozen import frozen
from architect.l10n import english, joined

KIND = "parallel"
MERGE, RESOLVE = UnitId("merge"), UnitId("resolve")
MERGE_BRANCH = "architect/merged"


_MERGED = (
    english("{merged} merged on {branch}"),
    english("{merged} merged on {branch}, {why}"),
)
_RESOLVED = (
    english("{merged} merged, conflicts of {names} resolved by an agent on {branch}"),
    english("{merged} merged, conflicts of {names} resolved by an agent on {branch}, {why}"),
)
_LEFT = (
    english("{merged} merged, conflicts of {names} left on {branch}"),
    english("{merged} merged, conflicts of {names} left on {branch}, {why}"),
)
"""What became of a merge, and of one that has a shortcoming."""


@frozen(kw_only=True)
class ParallelSettings:
    """What is asked; the tasks take turns with the `models`. Bounds are those of each task.

    With `merge` what merges cleanly is merged on one more branch, where the checks run again. What
    does not is left, or with `resolves` given to an agent.
    """

    tasks: tuple[str, ...]
    models: tuple[str, ...] = ()
    agent: str = "build"
    mode: ConfirmMode | None = None
    checks: tuple[str, ...] = ()
    check_timeout_s: float = CHECK_TIMEOUT_S
    max_steps: int | None = None
    timeout_s: float | None = None
    budget_usd: float | None = None
    merge: bool = False
    resolves: bool = False


class Parallel:
    """See `Definition`."""

    def __init__(self, settings: ParallelSettings) -> None:
        self._settings = settings

    def next_units(self, state: WorkflowState) -> Sequence[Unit]:
        known = len(state.units)  # in their order, and perhaps not all: it may have been killed
        if known < len(self._settings.tasks):
            rest = self._settings.tasks[known:]
            return [self._unit(number, task) for number, task in enumerate(rest, known + 1)]
        if not self._settings.merge or not state.is_over:
            return ()
        if MERGE not in state.units:
            return self._merge(state)
        merge = state.units[MERGE].merge
        if self._settings.resolves and merge and merge.conflicts and RESOLVE not in state.units:
            return (self._resolve(state, merge),)
        return ()

    def outcome(self, state: WorkflowState) -> tuple[Status, str]:
        tasks = [each for name, each in state.units.items() if name not in (MERGE, RESOLVE)]
        succeeded = sum(each.is_success for each in tasks)
        all_tasks = counted(len(tasks), "task")
        told = english("{succeeded} of {tasks} succeeded", succeeded=succeeded, tasks=all_tasks)
        told = joined("", (told, self._of_merge(state)))
        if succeeded == len(tasks) and self._is_merged(state):
            return Status.SUCCESS, told
        return Status.PARTIAL if any(each.branch for each in tasks) else Status.FAILED, told

    def _is_merged(self, state: WorkflowState) -> bool:
        """Whether all that was to be merged is, and passes the checks."""
        if MERGE not in state.units:
            return True
        if RESOLVE in state.units:
            return state.units[RESOLVE].is_success
        merge = state.units[MERGE].merge
        return state.units[MERGE].is_success and not (merge and merge.conflicts)

    @staticmethod
    def _of_merge(state: WorkflowState) -> str:
        if MERGE not in state.units:
            return ""
        merge, last = state.units[MERGE].merge, state.units.get(RESOLVE, state.units[MERGE])
        if merge is None:
            why = state.units[MERGE].reason
            return joined("; ", ("", english("nothing was merged: {why}", why=why)))
        told = _MERGED
        if merge.conflicts:
            told = _RESOLVED if RESOLVE in state.units else _LEFT
        failed = last.result.shortcoming if last.result else last.reason
        words = english(
            told[bool(failed)],
            merged=len(merge.merged),
            names=", ".join(each.unit_id for each in merge.conflicts),
            branch=last.branch or MERGE_BRANCH,
            why=failed,
        )
        return joined("; ", ("", words))

    def undone_at_the_end(self, state: WorkflowState) -> Sequence[UnitId]:
        return ()

    def branch_at_the_end(self, state: WorkflowState) -> tuple[UnitId, str] | None:
        last = RESOLVE if RESOLVE in state.units else MERGE
        return (last, MERGE_BRANCH) if last in state.units else None

    def _merge(self, state: WorkflowState) -> Sequence[Unit]:
        branches = tuple(name for name, each in state.units.items() if each.branch)
        if not branches:
            return ()
        return (
            Unit(
                unit_id=MERGE,
                task="",
                agent=self._settings.agent,
                place=Place.COPY,
                merge_of=branches,
                checks=self._settings.checks,
                check_timeout_s=self._settings.check_timeout_s,
            ),
        )

    def _resolve(self, state: WorkflowState, merge: BranchesMerged) -> Unit:
        tasks = "\n".join(f"- {name}: {task}" for name, task in self._tasks(state))
        conflicts = "; ".join(
            f"{each.unit_id} in {', '.join(each.files)}" for each in merge.conflicts
        )
        return Unit(
            unit_id=RESOLVE,
            task=prompt("tasks/merge").format(conflicts=conflicts, tasks=tasks),
            agent=self._settings.agent,
            mode=self._settings.mode,
            max_steps=self._settings.max_steps,
            timeout_s=self._settings.timeout_s,
            place=Place.COPY,
            tree_of=MERGE,
            patches_of=tuple(each.unit_id for each in merge.conflicts),
            checks=self._settings.checks,
            check_timeout_s=self._settings.check_timeout_s,
        )

    @staticmethod
    def _tasks(state: WorkflowState) -> Sequence[tuple[UnitId, str]]:
        return [(name, each.unit.task) for name, each in state.units.items() if each.unit.task]

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
