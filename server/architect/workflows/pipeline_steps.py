"""What a pipeline is asked to do: its steps, as they are once its file was read."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from architect.domain.verdict import ConfirmMode
from architect.domain.workflows.unit import CHECK_TIMEOUT_S, Place
from architect.frozen import frozen

KIND = "pipeline"
ITEM, INDEX = "item", "index"
"""What the variables of a `for_each` are called: the item, and its number from 1."""


@frozen(kw_only=True)
class Step:
    """One step; see docs/workflows.md for what each key of a file means.

    `needs` are the steps that come before it. `for_each` are items, or the reference to a list;
    None if the step is done once. One that is `left_out` comes before the step to begin with.
    """

    name: str
    prompt: str
    needs: tuple[str, ...] = ()
    agent: str = "build"
    model: str | None = None
    condition: str = ""
    for_each: str | tuple[Any, ...] | None = None
    output_var: str = ""
    output_schema: str = ""
    checks: tuple[str, ...] = ()
    timeout_s: float | None = None
    retries: int = 0
    approval: bool = False
    checkpoint: bool = False
    place: Place = Place.WORKSPACE
    only_reads: bool = False
    left_out: bool = False


@frozen(kw_only=True)
class PipelineSettings:
    """The steps in the order of the file, in which each comes behind what it needs."""

    name: str
    steps: tuple[Step, ...]
    variables: dict[str, Any] = field(default_factory=dict[str, Any])
    mode: ConfirmMode | None = None
    max_steps: int | None = None
    check_timeout_s: float = CHECK_TIMEOUT_S

    @property
    def needs_git(self) -> bool:
        """Whether it makes copies or branches."""
        return any(step.checkpoint or step.place is Place.COPY for step in self.steps)


def steps_before(steps: Sequence[Step]) -> Mapping[str, frozenset[str]]:
    """All steps that have to be over before each of `steps`, however far up."""
    before: dict[str, frozenset[str]] = {}
    for step in steps:
        above = (before.get(name, frozenset()) for name in step.needs)
        before[step.name] = frozenset(step.needs).union(*above)
    return before
