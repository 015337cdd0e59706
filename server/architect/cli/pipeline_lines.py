"""What a pipeline would do, step by step, for people."""

from collections.abc import Iterator

from architect.domain.text.counted import counted
from architect.workflows.pipeline_graph import particulars
from architect.workflows.pipeline_steps import PipelineSettings, Step

_MOST_PROMPT = 100


def pipeline_lines(settings: PipelineSettings) -> Iterator[str]:
    """A few lines for each step: what it needs, when it runs, and what is special about it."""
    yield f"{settings.name}: {counted(len(settings.steps), 'step')}"
    width = max(len(step.name) for step in settings.steps)
    above: Step | None = None
    for step in settings.steps:
        yield f"  {step.name:{width}}  {_when(step, above)}"
        if not step.left_out:
            for line in (*particulars(step), _first_line(step.prompt)):
                yield f"  {'':{width}}    {line}"
        above = step


def _when(step: Step, above: Step | None) -> str:
    if step.left_out:
        return "left out"
    needs = [] if above is None else [above.name]
    when = "then" if list(step.needs) == needs else f"after {', '.join(step.needs)}"
    if not step.needs:
        when = "at once"
    return f"{when}, if {step.condition}" if step.condition else when


def _first_line(prompt: str) -> str:
    line = prompt.strip().split("\n")[0]
    return f"> {line if len(line) <= _MOST_PROMPT else line[: _MOST_PROMPT - 3] + '...'}"
