"""Pipelines before they run, in the names of the protocol."""

from typing import Any, TypedDict

from architect.lsp.protocol.workflow_results import UnitPlace


class PipelineVariable(TypedDict):
    """A variable with its value, any JSON; one that is null has to be given."""

    name: str
    value: Any


class PipelineInfo(TypedDict):
    """A file that is meant as a pipeline; `path` is below `root`.

    `problem` says what is wrong in it, a line for each with file, line and key, and is null else.
    """

    uri: str
    root: str
    path: str
    name: str
    description: str
    variables: list[PipelineVariable]
    steps: int
    problem: str | None


class Pipelines(TypedDict):
    """Those of the open folders, by their paths."""

    pipelines: list[PipelineInfo]


class PipelineStep(TypedDict):
    """A step as it would run; see docs/workflows.md for each.

    `forEach` is a list or the name of the variable that holds one, null for a step that is done
    once. One that is `leftOut` is above the step to begin with. `details` are what is special about
    it, in words.
    """

    name: str
    prompt: str
    agent: str
    model: str | None
    needs: list[str]
    condition: str
    forEach: list[Any] | str | None
    outputVar: str
    checks: list[str]
    retries: int
    approval: bool
    checkpoint: bool
    place: UnitPlace
    leftOut: bool
    details: list[str]


class PipelinePlan(TypedDict):
    """What a pipeline would do; `graph` is a flowchart in the language of Mermaid.

    `missing` are the variables that have no value.
    """

    name: str
    description: str
    variables: list[PipelineVariable]
    missing: list[str]
    steps: list[PipelineStep]
    graph: str
