"""The JSON schema of pipelines takes what we take, and refuses what we refuse."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from architect.config.pipeline_file import pipeline_of
from architect.domain.errors import ConfigError
from architect.workflows.pipeline_checks import problems_of

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA: dict[str, Any] = json.loads((DOCS / "pipeline.schema.json").read_bytes())


def fits(content: str) -> bool:
    validator: Any = jsonschema.Draft7Validator(SCHEMA)
    return validator.is_valid(yaml.safe_load(content))


@pytest.mark.parametrize("path", sorted(DOCS.glob("pipelines/*.yaml")), ids=lambda path: path.name)
def test_the_examples_fit_and_refer_to_it(path: Path) -> None:
    content = path.read_bytes().decode()
    assert fits(content)
    assert content.startswith("# yaml-language-server: $schema=../pipeline.schema.json\n")


def test_the_example_of_the_page_is_a_pipeline() -> None:
    page = (DOCS / "workflows.md").read_bytes().decode()
    content = page.split("```yaml\n")[1].split("```")[0]
    assert fits(content)
    read = pipeline_of(content.encode(), "workflows.md")
    assert not list(problems_of(read.file, agents={"explore"}, given={}, from_step=None))


@pytest.mark.parametrize(
    "step",
    [
        "{name: a}",
        "{name: a b, prompt: x}",
        "{name: a, prompt: x, promt: y}",
        "{name: a, prompt: x, retries: 99}",
        "{name: a, prompt: x, needs: b}",
        "{name: a, prompt: x, approval: 3}",
        "{name: a, prompt: x, output_schema: []}",
    ],
)
def test_what_is_wrong_is_wrong_for_both(step: str) -> None:
    content = f"name: x\nsteps:\n  - {step}\n"
    assert not fits(content)
    with pytest.raises(ConfigError):
        pipeline_of(content.encode(), "p.yaml")
