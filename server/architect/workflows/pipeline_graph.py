"""A pipeline as a graph, in the language of Mermaid: https://mermaid.js.org/syntax/flowchart.html."""

from architect import l10n
from architect.domain.workflows.unit import Place
from architect.l10n import english
from architect.workflows.pipeline_steps import PipelineSettings, Step
from architect.workflows.pipeline_values import shown


def mermaid(settings: PipelineSettings) -> str:
    """The flowchart: a step for each item is a double box, one with an approval a hexagon."""
    ids = {step.name: f"step{number}" for number, step in enumerate(settings.steps, 1)}
    lines = ["flowchart TD"]
    lines += [f"    {ids[step.name]}{_box(step)}" for step in settings.steps]
    for step in settings.steps:
        arrow = f'-- "{_text(step.condition)}" -->' if step.condition else "-->"
        lines += [f"    {ids[name]} {arrow} {ids[step.name]}" for name in step.needs]
    return "\n".join(lines) + "\n"


def particulars(step: Step) -> list[str]:
    """What is special about a step, in words."""
    return [*_traits(step), *([english("waits for approval")] if step.approval else [])]


def _traits(step: Step) -> list[str]:
    each = step.for_each
    items = each if isinstance(each, str) or each is None else ", ".join(map(shown, each))
    said = [
        english("agent {agent}", agent=step.agent) if step.agent != "build" else "",
        english("for each of {items}", items=items) if items else "",
        english("checks: {checks}", checks=", ".join(step.checks)) if step.checks else "",
        english("sets {name}", name=step.output_var) if step.output_var else "",
        english("on a copy") if step.place is Place.COPY else "",
    ]
    return [text for text in said if text]


def _box(step: Step) -> str:
    words = [step.name, *map(l10n.shown, _traits(step))]
    label = f'"{"<br>".join(_text(word) for word in words)}"'
    if step.approval:
        return f"{{{{{label}}}}}"
    return f"[[{label}]]" if step.for_each is not None else f"[{label}]"


def _text(text: str) -> str:
    """As entities, as Mermaid has them, what would end the text or be taken for markup."""
    for sign, entity in (("#", "#35;"), ('"', "#quot;"), ("<", "#lt;"), (">", "#gt;")):
        text = text.replace(sign, entity)
    return " ".join(text.split())
