"""What is wrong with a pipeline beyond the form of its file: names that lead nowhere."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress

from architect.agent.output_schema import checked_schema
from architect.config.layer import KeyPath
from architect.config.nearest import did_you_mean
from architect.config.pipeline_file import PipelineFile, StepSettings
from architect.frozen import frozen
from architect.l10n import english, joined
from architect.workflows.conditions import Condition, ConditionError, condition
from architect.workflows.pipeline import IN_CHECKS
from architect.workflows.pipeline_steps import INDEX, ITEM
from architect.workflows.pipeline_values import (
    NoReferenceError,
    Reference,
    reference,
    references_in,
)

_IN_QUOTES = english("texts stand in quotes")


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
            yield PipelineProblem(
                (*at, "name"), english("there is a step {name!r} already", name=step.name)
            )
        later = {each.name for each in file.steps[number:]}
        for position, name in enumerate(step.needs or ()):
            if name not in above:
                yield PipelineProblem((*at, "needs", position), _no_step(name, above, later))
        known = [name for name in needs[step.name] if name in above]
        before[step.name] = frozenset(known).union(*(before[name] for name in known))
        usable = {name: above[name] for name in above if name in before[step.name]}
        yield from _StepCheck(file, step, at, usable, above, left_out, given).problems()
        if step.agent is not None and step.agent not in agents:
            hint = did_you_mean(step.agent, agents) or there_are(sorted(agents))
            told = english("there is no agent {agent!r}{hint}", agent=step.agent, hint=hint)
            yield PipelineProblem((*at, "agent"), told)
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
            text = english(
                "{output_var!r} is what a for_each calls its items", output_var=self.step.output_var
            )
            yield PipelineProblem((*self.at, "output_var"), text)

    def _references(self) -> Iterator[tuple[str, Reference | NoReferenceError]]:
        try:
            for found in references_in(self.step.prompt):
                yield "prompt", found
        except NoReferenceError as error:
            yield (
                "prompt",
                NoReferenceError(
                    english("{error}, as what stands in {{{{ }}}} has to be", error=error)
                ),
            )
        if isinstance(self.step.for_each, str):
            try:
                yield "for_each", reference(self.step.for_each.strip("{} "))
            except NoReferenceError as error:
                yield (
                    "for_each",
                    NoReferenceError(english("{error}; a list is written as [a, b]", error=error)),
                )

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
                hint = f"; {_IN_QUOTES}" if not each.keys else ""
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
                        english(
                            "a value would become part of the command: write "
                            '"${name}" for {{{{{reference}}}}}',
                            name=IN_CHECKS + found[0].variable,
                            reference=found[0],
                        ),
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
            return english(
                "{name!r} is the output of the step {step!r}, which is before the step to "
                "begin with; give it with --var {name}=VALUE",
                name=name,
                step=usable[0],
            )
        if usable:
            return None
        if setters:
            return english(
                "{name!r} is the output of {step!r}, which is not among its needs",
                name=name,
                step=setters[0],
            )
        known = [
            *self.file.variables,
            *(e.output_var for e in self.usable.values() if e.output_var),
        ]
        if with_item:
            known += [ITEM, INDEX]
        hint = did_you_mean(name, known) or there_are(known)
        return english("there is no variable {name!r}{hint}", name=name, hint=hint)

    def _not_before(self, name: str) -> str:
        if name in self.above:
            return english("the step {name!r} is not among its needs", name=name)
        return _no_step(name, self.above, [each.name for each in self.file.steps])


def _left_out(file: PipelineFile, from_step: str | None) -> frozenset[str]:
    names = [step.name for step in file.steps]
    return frozenset(names[: names.index(from_step)] if from_step in names else ())


def _no_step(name: str, above: Collection[str], all_names: Collection[str]) -> str:
    if name in all_names:
        return english("the step {name!r} comes later, and has to come before", name=name)
    hint = did_you_mean(name, above) or (there_are(above) if above else "")
    return english("there is no step {name!r} above{hint}", name=name, hint=hint)


def there_are(names: Collection[str]) -> str:
    """What follows a name that is none of `names`."""
    known = english("there are {names}", names=", ".join(names))
    return joined("; ", ("", known if names else english("there are none")))
