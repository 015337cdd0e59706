"""What GitHub reads: the workflow of a release, and the forms for issues."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

GITHUB = Path(__file__).parents[2] / ".github"
FORMS = sorted(file for file in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if file.stem != "config")


def test_the_workflow_uses_actions_by_commit_and_gives_no_token_to_what_it_builds() -> None:
    text = (GITHUB / "workflows" / "release.yml").read_text(encoding="utf-8")
    workflow: dict[str, Any] = yaml.safe_load(text)
    assert workflow["permissions"] == {}
    [job] = workflow["jobs"].values()
    steps: list[dict[str, Any]] = job["steps"]
    for step in steps:
        if "uses" in step:
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", step["uses"])
        assert "${{" not in step.get("run", "")
    assert [step for step in steps if "GH_TOKEN" in step.get("env", {})] == [steps[-1]]
    assert steps[0]["with"] == {"fetch-depth": 0, "persist-credentials": False}
    assert "make release" in [step.get("run") for step in steps]


@pytest.mark.parametrize("file", FORMS, ids=lambda file: file.name)
def test_a_form_has_what_github_asks_for(file: Path) -> None:
    form: dict[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert form["name"]
    assert form["description"]
    fields = [part for part in form["body"] if part["type"] != "markdown"]
    assert len({field["id"] for field in fields}) == len(fields)
    assert all(field["attributes"]["label"] for field in fields)


def test_a_report_of_a_bug_has_what_doctor_says_and_no_keys() -> None:
    text = (GITHUB / "ISSUE_TEMPLATE" / "bug.yml").read_text(encoding="utf-8")
    assert "architect doctor --json" in text
    assert "remove keys" in text
