"""What a pipeline would do, step by step, for people."""

from collections.abc import Iterator

from architect.domain.text.counted import counted
from architect.l10n import shown, t
from architect.workflows.pipeline_graph import particulars
from architect.workflows.pipeline_steps import PipelineSettings, Step

_MOST_PROMPT = 100


def pipeline_lines(settings: PipelineSettings) -> Iterator[str]:
    """A few lines for each step: what it needs, when it runs, and what is special about it."""
    yield f"{settings.name}: {shown(counted(len(settings.steps), 'step'))}"
    width = max(len(step.name) for step in settings.steps)
    above: Step | None = None
    for step in settings.steps:
        yield f"  {step.name:{width}}  {_when(step, above)}"
        if not step.left_out:
            for line in (*map(shown, particulars(step)), _first_line(step.prompt)):
                yield f"  {'':{width}}    {line}"
        above = step


def _when(step: Step, above: Step | None) -> str:
    if step.left_out:
        return t("left out")
    needs = [] if above is None else [above.name]
    if not step.needs:
        when = t("at once")
    elif list(step.needs) == needs:
        when = t("then")
    else:
        when = t("after {steps}", steps=", ".join(step.needs))
    if step.condition:
        return t("{when}, if {condition}", when=when, condition=step.condition)
    return when


def _first_line(prompt: str) -> str:
    line = prompt.strip().split("\n")[0]
    return f"> {line if len(line) <= _MOST_PROMPT else line[: _MOST_PROMPT - 3] + '...'}"
