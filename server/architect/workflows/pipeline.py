"""Steps that follow one another as their file says."""

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

from architect.domain.ids import UnitId
from architect.domain.outcome import Status
from architect.domain.text.counted import counted
from architect.domain.workflows.state import UnitState, WorkflowState
from architect.domain.workflows.unit import Place, Unit
from architect.frozen import frozen
from architect.l10n import at, english, joined
from architect.lazy_pattern import lazy_pattern
from architect.workflows.conditions import condition
from architect.workflows.pipeline_steps import (
    INDEX,
    ITEM,
    PipelineSettings,
    Step,
    steps_before,
)
from architect.workflows.pipeline_values import (
    Scope,
    Value,
    ValueFault,
    filled_in,
    items_of,
    reference,
    shown,
)

IN_CHECKS = "VAR_"
"""What the names of variables begin with in the environment of checks."""

_MOST_IN_CHECKS = 100_000
"""Linux takes 128 KiB in one argument: MAX_ARG_STRLEN in execve(2)."""

_NO_NAME = lazy_pattern(r"[^A-Za-z0-9]+")


_DONE = {
    (True, False): english("{number} step done"),
    (False, False): english("{number} steps done"),
    (True, True): english("{number} step done, {skipped} skipped"),
    (False, True): english("{number} steps done, {skipped} skipped"),
}
"""By whether it is one, and whether others were skipped."""

_NEEDS_FAILED = english("needs {needed!r}, which failed")
_NEEDS_NOT_RUN = english("needs {needed!r}, which was not run")


class How(StrEnum):
    """How a step went. One that was not run needs one that failed."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    SKIPPED = "skipped"
    NOT_RUN = "not run"


@frozen
class StepResult:
    """What a step came to: the value of its `output_var`, and why it failed if it did."""

    how: How
    value: Value
    ran: bool
    reason: str
    taints: tuple[str, ...]
    last_tree_of: UnitId | None


@frozen
class _Plan:
    """The units of a step; they are only there to be seen if `how` says already how it went."""

    units: tuple[Unit, ...]
    how: How | None = None


@frozen
class _Around:
    scope: Scope
    results: Mapping[str, StepResult]

    def status_of(self, step: str) -> str:
        how = self.results[step].how
        return How.SKIPPED if how is How.NOT_RUN else how


class Pipeline:
    """See `Definition`. What follows from the state once is kept, since it never changes again."""

    def __init__(self, settings: PipelineSettings) -> None:
        self._settings = settings
        self._steps = {step.name: step for step in settings.steps}
        self._before = steps_before(settings.steps)
        self._plans: dict[str, _Plan] = {}
        self._results: dict[str, StepResult] = {}

    def next_units(self, state: WorkflowState) -> Sequence[Unit]:
        found: list[Unit] = []
        for step in self._settings.steps:
            if step.name not in self._results and (plan := self._plan(step, state)) is not None:
                found += [unit for unit in plan.units if unit.unit_id not in state.units]
        return found

    def outcome(self, state: WorkflowState) -> tuple[Status, str]:
        results = {step.name: self._result(step, state) for step in self._settings.steps}
        by_how = {how: [n for n, r in results.items() if r and r.how is how] for how in How}
        done, skipped = by_how[How.SUCCEEDED], by_how[How.SKIPPED]
        told = english(_DONE[len(done) == 1, bool(skipped)], number=len(done), skipped=len(skipped))
        failed = by_how[How.FAILED]
        if not failed:
            return Status.SUCCESS, told
        reasons = joined("; ", (at(name, r.reason) for name in failed if (r := results[name])))
        steps = counted(len(failed), "step")
        told = english(
            "{steps} failed ({reasons}); {done}", steps=steps, reasons=reasons, done=told
        )
        if names := by_how[How.NOT_RUN]:
            told = joined("; ", (told, english("not run: {names}", names=", ".join(names))))
        return Status.FAILED, told

    def undone_at_the_end(self, state: WorkflowState) -> Sequence[UnitId]:
        return ()

    def branch_at_the_end(self, state: WorkflowState) -> tuple[UnitId, str] | None:
        return None

    def _plan(self, step: Step, state: WorkflowState) -> _Plan | None:
        """The units of a step; None while what it needs is not over."""
        if step.name not in self._plans:
            results: dict[str, StepResult] = {}
            for name in self._steps:
                if name in self._before[step.name]:
                    result = self._result(self._steps[name], state)
                    if result is None:
                        return None
                    results[name] = result
            self._plans[step.name] = self._planned(step, results)
        return self._plans[step.name]

    def _result(self, step: Step, state: WorkflowState) -> StepResult | None:
        """What a step came to; None while it is not over."""
        if step.name not in self._results:
            plan = self._plan(step, state)
            if plan is None:
                return None
            units = [state.units.get(unit.unit_id) for unit in plan.units]
            over = [unit for unit in units if unit is not None and unit.is_over]
            if len(over) < len(units):
                return None
            self._results[step.name] = _result_of(step, plan, over)
        return self._results[step.name]

    def _planned(self, step: Step, results: dict[str, StepResult]) -> _Plan:
        if step.left_out:
            return _not_run(step, How.SKIPPED, english("it comes before the step to begin with"))
        asked = condition(step.condition) if step.condition else None
        if asked is None or not asked.steps:
            for name in step.needs:
                if results[name].how in (How.FAILED, How.NOT_RUN):
                    failed = results[name].how is How.FAILED
                    reason = english(_NEEDS_FAILED if failed else _NEEDS_NOT_RUN, needed=name)
                    return _not_run(step, How.NOT_RUN, reason)
        scope = self._scope(results)
        try:
            if asked is not None and not asked.holds(_Around(scope, results)):
                return _not_run(
                    step,
                    How.SKIPPED,
                    english("its condition is false: {condition}", condition=step.condition),
                )
            units = self._units(step, scope, results)
        except ValueFault as fault:
            return _not_run(step, How.FAILED, str(fault))
        if not units:
            return _not_run(step, How.SKIPPED, english("its list is empty"))
        return _Plan(tuple(units))

    def _scope(self, results: Mapping[str, StepResult]) -> dict[str, Value]:
        """The variables behind these steps; one that did not run leaves them as they were."""
        scope = dict(self._settings.variables)
        for name, result in results.items():
            variable = self._steps[name].output_var
            if variable and result.ran:
                scope[variable] = result.value
            elif variable:
                scope.setdefault(variable, None)
        return scope

    def _units(self, step: Step, scope: Scope, results: dict[str, StepResult]) -> Sequence[Unit]:
        if step.for_each is None:
            return [self._unit(step, UnitId(step.name), scope, results)]
        if isinstance(step.for_each, str):
            items = items_of(reference(step.for_each).value_in(scope), step.for_each)
        else:
            items = list(step.for_each)
        return [
            self._unit(
                step, UnitId(f"{step.name}.{number}"), {**scope, ITEM: item, INDEX: number}, results
            )
            for number, item in enumerate(items, 1)
        ]

    def _unit(
        self, step: Step, unit_id: UnitId, scope: Scope, results: dict[str, StepResult]
    ) -> Unit:
        settings = self._settings
        pipeline = _NO_NAME.sub("-", settings.name).strip("-").lower() or "pipeline"
        has_branch = step.checkpoint or step.place is Place.COPY
        trees = (result.last_tree_of for result in reversed(results.values()))
        return Unit(
            unit_id=unit_id,
            task=filled_in(step.prompt, scope),
            agent=step.agent,
            place=step.place,
            model=step.model,
            mode=settings.mode,
            max_steps=settings.max_steps,
            timeout_s=step.timeout_s,
            output_schema=step.output_schema,
            tree_of=next(filter(None, trees), None),
            only_reads=step.only_reads,
            checks=step.checks,
            check_timeout_s=settings.check_timeout_s,
            check_variables=_for_checks(step, scope),
            retries=step.retries,
            branch=f"architect/{pipeline}-{unit_id}" if has_branch else "",
            approval=step.name if step.approval else "",
            names_in=step.prompt,
            taints=tuple(dict.fromkeys(t for each in results.values() for t in each.taints)),
        )


def _not_run(step: Step, how: How, reason: str) -> _Plan:
    unit = Unit(
        unit_id=UnitId(step.name),
        task=step.prompt,
        agent=step.agent,
        place=step.place,
        skip_because=reason,
    )
    return _Plan((unit,), how)


def _result_of(step: Step, plan: _Plan, units: Sequence[UnitState]) -> StepResult:
    failed = [each for each in units if not each.is_success]
    how = plan.how or (How.FAILED if failed else How.SUCCEEDED)
    values = [_output(step, each) for each in units]
    ran = [each for each in units if each.result is not None]
    return StepResult(
        how=how,
        value=values[0] if step.for_each is None else values,
        ran=bool(ran),
        reason=failed[0].shortcoming if failed else "",
        taints=tuple(taint for each in ran if each.result for taint in each.result.taints),
        last_tree_of=next(
            (u.unit.unit_id for u in reversed(ran) if u.result and u.result.tree), None
        ),
    )


def _output(step: Step, unit: UnitState) -> Value:
    text = unit.result.output.strip() if unit.result is not None else None
    if text is None or not step.output_schema or not unit.is_success:
        return text
    try:
        document: Any = json.loads(text)
    except ValueError:
        return text
    return document


def _for_checks(step: Step, scope: Scope) -> tuple[tuple[str, str], ...]:
    """The variables that the checks name, as texts."""
    found: list[tuple[str, str]] = []
    for variable, value in scope.items():
        name = f"{IN_CHECKS}{variable}"
        if not any(name in line for line in step.checks):
            continue
        text = shown(value).replace("\0", "").encode("utf-8", "replace").decode()
        if len(text.encode()) > _MOST_IN_CHECKS:
            raise ValueFault(
                english("the value of {variable!r} is too long for a check", variable=variable)
            )
        found.append((name, text))
    return tuple(found)
