"""The file of a pipeline: what may stand in it, and how it is read."""

from typing import Annotated, Any

from architect.checked.field import Field
from architect.checked.model import Model
from architect.config.expressions import NotBlank
from architect.config.layer import KeyPath, Layer
from architect.config.problems import checked_as, dotted
from architect.config.yaml_source import layer_of
from architect.domain.errors import ConfigError
from architect.frozen import frozen
from architect.l10n import at, joined

StepName = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_-]*$")]
VariableName = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]


class StepSettings(Model):
    """A step of a pipeline."""

    name: StepName = Field(
        description="What other steps, conditions and --from-step call it: a letter, then letters, "
        "digits, - and _."
    )
    prompt: NotBlank = Field(
        description="The task for the agent; {{variable}} and {{variable.key}} stand for values."
    )
    agent: NotBlank | None = Field(
        default=None, description="The agent that does it, if not build or that of --agent."
    )
    model: NotBlank | None = Field(
        default=None, description="The model that it asks, if not the configured one."
    )
    needs: tuple[str, ...] | None = Field(
        default=None,
        description="The steps above that have to be done before; without it the step above, with "
        "[] none. Steps that do not need each other run at the same time where they can.",
    )
    condition: NotBlank | None = Field(
        default=None,
        description="The step is skipped unless this is true: variables, texts and numbers with "
        "== != < <= > >= in, not in, and, or, not, (), succeeded(step), failed(step), "
        "skipped(step).",
    )
    for_each: tuple[Any, ...] | NotBlank | None = Field(
        default=None,
        description="A list, or the variable that holds one (or a text with a line for each "
        "item): the step is done once for each {{item}}, whose number is {{index}}.",
    )
    output_var: VariableName | None = Field(
        default=None,
        description="The variable that holds the last words of the agent; of a for_each, a list.",
    )
    output_schema: dict[str, Any] | None = Field(
        default=None,
        description="A JSON schema that the last words of the agent have to fit; output_var then "
        "holds the document.",
    )
    checks: tuple[NotBlank, ...] = Field(
        default=(),
        description="Commands that are run behind the agent, and that have to succeed. They find "
        "variables in $VAR_name.",
    )
    timeout: float | None = Field(
        default=None, ge=0.1, description="The time limit of the agent, in seconds."
    )
    retries: int = Field(
        default=0, ge=0, le=10, description="How often it is done again if it fails."
    )
    approval: bool = Field(
        default=False, description="A person has to approve the step before it starts."
    )
    checkpoint: bool = Field(
        default=False,
        description="The files as the step leaves them are committed on a branch of their own.",
    )
    worktree: bool = Field(
        default=False,
        description="The step works on a copy of the files, and what it does is committed on a "
        "branch of its own.",
    )


class PipelineFile(Model):
    """A pipeline."""

    name: NotBlank = Field(description="What the pipeline is called.")
    description: str = Field(default="", description="What it is for.")
    variables: dict[VariableName, Any] = Field(
        default_factory=dict,
        description="The variables and their values; --var gives others. One without a value has "
        "to be given.",
    )
    steps: tuple[StepSettings, ...] = Field(
        min_length=1, description="The steps, each behind those that it needs."
    )


@frozen
class ReadPipeline:
    """A pipeline as it stands in a file; `content` is that file."""

    file: PipelineFile
    layer: Layer
    content: bytes

    def problem(self, path: KeyPath, text: str) -> str:
        """A line about what is wrong at `path`."""
        return at(self.layer.place(path), at(dotted(path), text))


def pipeline_of(content: bytes, name: str) -> ReadPipeline:
    """The pipeline in the YAML text `content`, which errors call `name`.

    Raises:
        ConfigError: it is none; a line for each problem, in the order of the file.
    """
    layer = layer_of(content, name)
    found = checked_as(PipelineFile, layer.values)
    if isinstance(found, list):
        lines = (
            (
                layer.line(problem.path) or 0,
                at(layer.place(problem.path), str(problem)),
            )
            for problem in found
        )
        raise ConfigError(
            joined("\n", (text for _, text in sorted(lines, key=lambda line: line[0])))
        )
    return ReadPipeline(found, layer, content)
