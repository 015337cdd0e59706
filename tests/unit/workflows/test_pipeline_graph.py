"""A pipeline as a graph, for people."""

from collections.abc import Generator

import pytest

from architect.l10n import SOURCE, use_language
from architect.workflows.pipeline_graph import mermaid
from architect.workflows.pipeline_steps import PipelineSettings, Step

_STEPS = (
    Step(name="look", prompt="Look.", agent="plan"),
    Step(name="do", prompt="Do.", needs=("look",), checks=("pytest",), approval=True),
)


@pytest.fixture(autouse=True)
def english_again() -> Generator[None]:
    yield
    use_language(SOURCE)


@pytest.mark.parametrize(
    ("language", "agent", "checks"),
    [(SOURCE, "agent plan", "checks: pytest"), ("es", "agente plan", "comprobaciones: pytest")],
)
def test_a_box_says_what_is_special_about_its_step(language: str, agent: str, checks: str) -> None:
    use_language(language)
    assert mermaid(PipelineSettings(name="p", steps=_STEPS)).splitlines() == [
        "flowchart TD",
        f'    step1["look<br>{agent}"]',
        f'    step2{{{{"do<br>{checks}"}}}}',
        "    step1 --> step2",
    ]
