"""From the file of a pipeline to what is asked of the workflow."""

import json
from collections.abc import Mapping
from typing import Any

from architect.agent.agent import Agent
from architect.agent.catalog import only_reads
from architect.config.nearest import did_you_mean
from architect.config.pipeline_file import ReadPipeline, StepSettings
from architect.domain.errors import ConfigError, UserError
from architect.domain.verdict import ConfirmMode
from architect.domain.workflows.unit import CHECK_TIMEOUT_S, Place
from architect.frozen import frozen
from architect.l10n import at, english, joined
from architect.workflows.pipeline_checks import needs_of, problems_of, there_are
from architect.workflows.pipeline_steps import PipelineSettings, Step


@frozen(kw_only=True)
class PipelineOptions:
    """What is said beside the file: `given` are the values of --var, as texts.

    `agent` and `model` stand in for steps that name none. With `may_lack_values` nothing is run, so
    that no variable needs a value. `names` are what the front end calls `given` and `from_step`.
    """

    given: Mapping[str, str]
    from_step: str | None = None
    agent: str | None = None
    model: str | None = None
    mode: ConfirmMode | None = None
    max_steps: int | None = None
    check_timeout_s: float = CHECK_TIMEOUT_S
    may_lack_values: bool = False
    names: tuple[str, str] = ("--var", "--from-step")


def pipeline_settings(
    read: ReadPipeline, options: PipelineOptions, agents: Mapping[str, Agent]
) -> PipelineSettings:
    """What the workflow is asked.

    Raises:
        ConfigError: names in the file lead nowhere; a line for each, in the order of the file.
        UserError: an option names what is not in the file, or a value is missing.
    """
    file = read.file
    found = problems_of(file, agents=agents, given=options.given, from_step=options.from_step)
    lines = sorted(found, key=lambda problem: read.layer.line(problem.path) or 0)
    if lines:
        raise ConfigError(joined("\n", (read.problem(each.path, each.text) for each in lines)))
    names = [step.name for step in file.steps]
    if options.from_step is not None and options.from_step not in names:
        hint = did_you_mean(options.from_step, names) or there_are(names)
        told = english("there is no step {step!r}{hint}", step=options.from_step, hint=hint)
        raise UserError(at(options.names[1], told))
    first = 0 if options.from_step is None else names.index(options.from_step)
    needs = needs_of(file.steps)
    return PipelineSettings(
        name=file.name,
        steps=tuple(
            _step(each, needs[each.name], agents, options, left_out=number < first)
            for number, each in enumerate(file.steps)
        ),
        variables=_variables(read, options),
        mode=options.mode,
        max_steps=options.max_steps,
        check_timeout_s=options.check_timeout_s,
    )


def _variables(read: ReadPipeline, options: PipelineOptions) -> dict[str, Any]:
    outputs = [step.output_var for step in read.file.steps if step.output_var]
    known = [*read.file.variables, *outputs]
    for name in options.given:
        if name not in known:
            hint = did_you_mean(name, known) or there_are(known)
            told = english("the pipeline has no variable {name!r}{hint}", name=name, hint=hint)
            raise UserError(at(options.names[0], told))
    variables = {**read.file.variables, **options.given, **_documents(read, options)}
    missing = [name for name, value in variables.items() if value is None]
    if missing and not options.may_lack_values:
        flags = " ".join(f"{options.names[0]} {name}=VALUE" for name in missing)
        raise UserError(
            english("{name}: a value is missing: {flags}", name=read.layer.name, flags=flags)
        )
    return variables


def _documents(read: ReadPipeline, options: PipelineOptions) -> dict[str, Any]:
    """The values that stand in for the documents of steps, which are given as JSON."""
    given, found = options.given, dict[str, Any]()
    for step in read.file.steps:
        name = step.output_var
        if name is not None and name in given and step.output_schema is not None:
            try:
                found[name] = json.loads(given[name])
            except ValueError as error:
                raise UserError(
                    english(
                        "{option}: {name!r} stands for what the step {step!r} gives, and has to be "
                        "JSON: {error}",
                        option=options.names[0],
                        name=name,
                        step=step.name,
                        error=error,
                    )
                ) from error
    return found


def _step(
    step: StepSettings,
    needs: tuple[str, ...],
    agents: Mapping[str, Agent],
    options: PipelineOptions,
    *,
    left_out: bool,
) -> Step:
    name = step.agent or options.agent or "build"
    schema = step.output_schema
    return Step(
        name=step.name,
        prompt=step.prompt,
        needs=needs,
        agent=name,
        model=step.model or options.model,
        condition=step.condition or "",
        for_each=step.for_each.strip("{} ") if isinstance(step.for_each, str) else step.for_each,
        output_var=step.output_var or "",
        output_schema="" if schema is None else json.dumps(schema, ensure_ascii=False),
        checks=step.checks,
        timeout_s=step.timeout,
        retries=step.retries,
        approval=step.approval,
        checkpoint=step.checkpoint,
        place=Place.COPY if step.worktree else Place.WORKSPACE,
        only_reads=only_reads(agents[name]) and not step.checks,
        left_out=left_out,
    )
