"""What is wrong with a pipeline beyond the form of its file: names that lead nowhere."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress

from architect.agent.output_schema import checked_schema
from architect.config.layer import KeyPath
from architect.config.nearest import did_you_mean
from architect.config.pipeline_file import PipelineFile, StepSettings
from architect.frozen import frozen
from architect.workflows.conditions import Condition, ConditionError, condition
from architect.workflows.pipeline import IN_CHECKS
from architect.workflows.pipeline_steps import INDEX, ITEM
from architect.workflows.pipeline_values import (
    NoReferenceError,
    Reference,
    reference,
    references_in,
)


@frozen
class PipelineProblem:
    """One thing that is wrong, at `path`."""

    path: KeyPath
    text: str


def needs_of(steps: Iterable[StepSettings]) -> dict[str, tuple[str, ...]]:
    """What each step needs: what it says, or else the step above."""
    found: dict[str, tuple[str, ...]] = {}
    above: tuple[str, ...] = ()
    for step in steps:
        found[step.name] = above if step.needs is None else step.needs
        above = (step.name,)
    return found


def problems_of(
    file: PipelineFile, *, agents: Collection[str], given: Mapping[str, str], from_step: str | None
) -> Iterator[PipelineProblem]:
    """Everything that is wrong; `given` are the values of --var."""
    needs = needs_of(file.steps)
    before: dict[str, frozenset[str]] = {}
    above: dict[str, StepSettings] = {}
    left_out = _left_out(file, from_step)
    for number, step in enumerate(file.steps):
        at: KeyPath = ("steps", number)
        if step.name in above:
            yield PipelineProblem((*at, "name"), f"there is a step {step.name!r} already")
        later = {each.name for each in file.steps[number:]}
        for position, name in enumerate(step.needs or ()):
            if name not in above:
                yield PipelineProblem((*at, "needs", position), _no_step(name, above, later))
        known = [name for name in needs[step.name] if name in above]
        before[step.name] = frozenset(known).union(*(before[name] for name in known))
        usable = {name: above[name] for name in above if name in before[step.name]}
        yield from _StepCheck(file, step, at, usable, above, left_out, given).problems()
        if step.agent is not None and step.agent not in agents:
            hint = did_you_mean(step.agent, agents) or f"; there are {', '.join(sorted(agents))}"
            yield PipelineProblem((*at, "agent"), f"there is no agent {step.agent!r}{hint}")
        above.setdefault(step.name, step)


@frozen
class _StepCheck:
    """Looks at one step; `usable` are the steps that are over before it, `above` all above it."""

    file: PipelineFile
    step: StepSettings
    at: KeyPath
    usable: Mapping[str, StepSettings]
    above: Mapping[str, StepSettings]
    left_out: Collection[str]
    given: Mapping[str, str]

    def problems(self) -> Iterator[PipelineProblem]:
        if self.step.name in self.left_out:
            return
        with_item = self.step.for_each is not None
        for key, found in self._references():
            if isinstance(found, NoReferenceError):
                yield PipelineProblem((*self.at, key), str(found))
            elif problem := self._unknown(found, with_item=with_item and key == "prompt"):
                yield PipelineProblem((*self.at, key), problem)
        yield from self._condition()
        yield from self._checks()
        if self.step.output_schema is not None:
            try:
                checked_schema(json.dumps(self.step.output_schema).encode())
            except ValueError as error:
                yield PipelineProblem((*self.at, "output_schema"), str(error))
        if self.step.output_var in (ITEM, INDEX):
            text = f"{self.step.output_var!r} is what a for_each calls its items"
            yield PipelineProblem((*self.at, "output_var"), text)

    def _references(self) -> Iterator[tuple[str, Reference | NoReferenceError]]:
        try:
            for found in references_in(self.step.prompt):
                yield "prompt", found
        except NoReferenceError as error:
            yield "prompt", NoReferenceError(f"{error}, as what stands in {{{{ }}}} has to be")
        if isinstance(self.step.for_each, str):
            try:
                yield "for_each", reference(self.step.for_each.strip("{} "))
            except NoReferenceError as error:
                yield "for_each", NoReferenceError(f"{error}; a list is written as [a, b]")

    def _condition(self) -> Iterator[PipelineProblem]:
        at = (*self.at, "condition")
        found: Condition | None = None
        try:
            found = condition(self.step.condition) if self.step.condition else None
        except ConditionError as error:
            yield PipelineProblem(at, str(error))
        if found is None:
            return
        for each in found.references:
            if problem := self._unknown(each, with_item=False):
                hint = "; texts stand in quotes" if not each.keys else ""
                yield PipelineProblem(at, problem + hint)
        for name in found.steps:
            if name not in self.usable:
                yield PipelineProblem(at, self._not_before(name))

    def _checks(self) -> Iterator[PipelineProblem]:
        for number, line in enumerate(self.step.checks):
            with suppress(NoReferenceError):
                if found := references_in(line):
                    yield PipelineProblem(
                        (*self.at, "checks", number),
                        f"a value would become part of the command: write "
                        f'"${IN_CHECKS}{found[0].variable}" for {{{{{found[0]}}}}}',
                    )

    def _unknown(self, found: Reference, *, with_item: bool) -> str | None:
        """Why a reference leads nowhere, if so."""
        name = found.variable
        if with_item and name in (ITEM, INDEX):
            return None
        setters = [each.name for each in self.above.values() if each.output_var == name]
        usable = [each for each in setters if each in self.usable]
        if name in self.file.variables or name in self.given:
            return None
        if usable and all(each in self.left_out for each in usable):
            return (
                f"{name!r} is the output of the step {usable[0]!r}, which is before the step to "
                f"begin with; give it with --var {name}=VALUE"
            )
        if usable:
            return None
        if setters:
            return f"{name!r} is the output of {setters[0]!r}, which is not among its needs"
        known = [
            *self.file.variables,
            *(e.output_var for e in self.usable.values() if e.output_var),
        ]
        if with_item:
            known += [ITEM, INDEX]
        none = f"; there are {', '.join(known)}" if known else "; there are none"
        return f"there is no variable {name!r}{did_you_mean(name, known) or none}"

    def _not_before(self, name: str) -> str:
        if name in self.above:
            return f"the step {name!r} is not among its needs"
        return _no_step(name, self.above, [each.name for each in self.file.steps])


def _left_out(file: PipelineFile, from_step: str | None) -> frozenset[str]:
    names = [step.name for step in file.steps]
    return frozenset(names[: names.index(from_step)] if from_step in names else ())


def _no_step(name: str, above: Collection[str], all_names: Collection[str]) -> str:
    if name in all_names:
        return f"the step {name!r} comes later, and has to come before"
    hint = did_you_mean(name, above) or (f"; there are {', '.join(above)}" if above else "")
    return f"there is no step {name!r} above{hint}"
