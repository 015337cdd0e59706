"""The examples for CI systems are of this version: inputs, outputs, commands and flags exist."""

import importlib
import re
import shlex
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from tests.action.test_pull_requests import OUTPUTS

from architect.cli.main import architect
from architect_action.environment import KEY_VARIABLE
from architect_action.inputs import MODES, Inputs, read_inputs

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action/action.yml").read_text())
WORKFLOWS = sorted((ROOT / "docs/ci/github").glob("*.yml"))
GITLAB: dict[str, Any] = yaml.safe_load((ROOT / "docs/ci/gitlab/gitlab-ci.yml").read_text())
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
PRE_COMMIT: dict[str, Any] = yaml.safe_load(
    (ROOT / "docs/ci/pre-commit/pre-commit-config.yaml").read_text()
)
STEP: dict[str, Any] = ACTION["runs"]["steps"][1]


def variable(name: str) -> str:
    return f"INPUT_{name.upper().replace('-', '_')}"


def test_every_input_reaches_the_script_by_its_name() -> None:
    of_the_steps = {
        name: value for step in ACTION["runs"]["steps"] for name, value in step["env"].items()
    }
    of_the_script = {each for each in of_the_steps if each.startswith("INPUT_")}
    assert of_the_script == {variable(name) for name in ACTION["inputs"]}
    for name in ACTION["inputs"]:
        wanted = (f"${{{{ inputs.{name} }}}}", "${{ steps.install.outputs.command }}")
        assert of_the_steps[variable(name)] in wanted, name


def test_the_defaults_of_the_inputs_are_those_of_the_script() -> None:
    given = {
        variable(name): str(each.get("default", ""))
        for name, each in ACTION["inputs"].items()
        if name != "github-token"
    }
    assert read_inputs(given) == Inputs()
    assert read_inputs({}) == Inputs()
    known = {"github_token" if each.name == "token" else each.name for each in fields(Inputs)}
    known = {"timeout" if name == "timeout_s" else name for name in known}
    own = {"python", "providers"}
    assert {name.replace("-", "_") for name in ACTION["inputs"]} == known | own


def test_no_input_is_written_into_a_script() -> None:
    for step in ACTION["runs"]["steps"]:
        assert "${{" not in step["run"]
        assert step["shell"] == "bash"


def test_every_output_is_one_that_the_script_sets() -> None:
    assert set(ACTION["outputs"]) == OUTPUTS
    for name, each in ACTION["outputs"].items():
        assert each["value"] == f"${{{{ steps.architect.outputs.{name} }}}}"


def test_the_action_has_what_the_marketplace_asks_for() -> None:
    assert {"name", "description", "branding", "inputs", "outputs", "runs"} <= set(ACTION)
    assert len(ACTION["description"]) < 125
    assert all(each["description"] for each in ACTION["inputs"].values())


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_a_workflow_uses_inputs_and_outputs_that_exist(file: Path) -> None:
    workflow: dict[Any, Any] = yaml.safe_load(file.read_text())
    assert workflow[True], "`on` is a truth value to YAML"
    assert "permissions" in workflow
    used = 0
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"]
        for step in job["steps"]:
            if step.get("uses", "").startswith("OWNER/architect/action@"):
                used += 1
                assert set(step["with"]) <= set(ACTION["inputs"])
                read_inputs({variable(name): str(value) for name, value in step["with"].items()})
                assert "secrets." in step["with"]["api-key"]
            elif step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"] == {"fetch-depth": 0, "persist-credentials": False}
    assert used == 1
    named = re.findall(r"steps\.architect\.outputs\.([\w-]+)", file.read_text())
    assert set(named) <= OUTPUTS


def command_lines() -> Iterator[tuple[str, list[str]]]:
    """Every call of architect in the examples and on the pages, with where it is."""
    for line in GITLAB["review"]["script"]:
        yield "gitlab-ci.yml", shlex.split(line)
    jenkins = (ROOT / "docs/ci/jenkins/Jenkinsfile").read_text()
    for script in re.findall(r"sh '''(.*?)'''", jenkins, re.DOTALL):
        yield "Jenkinsfile", shlex.split(script.replace("\\\n", " "))
    for hook in HOOKS:
        used = [each for each in PRE_COMMIT["repos"][0]["hooks"] if each["id"] == hook["id"]]
        yield hook["id"], [*shlex.split(hook["entry"]), *(used[0].get("args", []) if used else [])]
    for page in [ROOT / "docs/ci.md", *(ROOT / "docs/ci").glob("*.md")]:
        for block in re.findall(r"```sh\n(.*?)```", page.read_text(), re.DOTALL):
            for line in block.replace("\\\n", " ").split("\n"):
                words = shlex.split(line, comments=True)
                if words[:1] == ["architect"]:
                    yield page.name, words


@pytest.mark.parametrize(("where", "words"), list(command_lines()))
def test_every_command_in_the_examples_is_one(where: str, words: list[str]) -> None:
    program, name, *rest = words
    assert program == "architect", where
    with click.Context(architect) as context:
        command = architect.get_command(context, name)
        assert command is not None, (where, name)
        command.make_context(name, rest, parent=context)


def test_the_hooks_that_the_example_names_exist() -> None:
    assert {each["id"] for each in PRE_COMMIT["repos"][0]["hooks"]} == {
        each["id"] for each in HOOKS
    }
    for hook in HOOKS:
        assert {"id", "name", "entry", "language"} <= set(hook)


def test_the_key_goes_by_the_variable_that_architect_reads() -> None:
    llm = importlib.import_module("architect.config.llm")
    assert llm.LlmSettings().api_key_env == KEY_VARIABLE


def test_the_page_says_of_each_mode_what_it_does() -> None:
    page = (ROOT / "docs/ci/github.md").read_text().split("## ")[1]
    assert page.startswith("Modes")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set(MODES)
