"""Everything but `architect run`."""

import json
from pathlib import Path

import pytest
from tests.support.command import Project

from architect import __version__


def test_version_is_that_of_the_package(project: Project) -> None:
    finished = project.architect("--version")
    assert (finished.code, finished.text) == (0, f"architect {__version__}\n")


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_names_every_command(project: Project, flag: str) -> None:
    finished = project.architect(flag)
    assert finished.code == 0
    for name in ("run", "agents", "validate-config", "demo"):
        assert f"  {name} " in finished.text


def test_the_help_of_run_has_every_flag_and_the_exit_codes(project: Project) -> None:
    text = project.architect("run", "--help").text
    flags = "--config --agent --mode --confirm-mode --workspace --dry-run --model --api-base"
    flags += " --api-key --no-stream --log-level --log-file --max-steps --timeout --json --events"
    flags += " --quiet --allow-commands --no-commands --context-git-diff --exit-code-on-partial"
    flags += " --budget --show-costs"
    assert [flag for flag in flags.split() if flag not in text] == []
    assert "130 interrupted" in " ".join(text.split())


def test_an_unknown_command_is_answered_with_the_nearest(project: Project) -> None:
    finished = project.architect("rnu", "do it", "--json")
    assert finished.code == 3
    assert "no command 'rnu', did you mean 'run'?" in finished.stderr
    assert finished.document["error"]["kind"] == "configuration"


def test_agents_lists_those_of_the_configuration_as_well(project: Project) -> None:
    agents = "agents: {mine: {system_prompt: Hi., allowed_tools: [grep]}, plan: {max_steps: 9}}\n"
    project.write(".architect.yaml", agents)
    lines = project.architect("agents").text.splitlines()
    assert [line.split()[0] for line in lines] == ["build", "plan", "resume", "review", "mine"]
    assert lines[-1] == "mine    confirm-sensitive, 20 steps, grep"
    listed = json.loads(project.architect("agents", "--json").stdout)
    assert listed[0] == {
        "name": "build",
        "confirm_mode": "confirm-sensitive",
        "max_steps": 50,
        "allowed_tools": None,
    }
    assert (listed[1]["name"], listed[1]["max_steps"]) == ("plan", 9)
    assert listed[-1]["allowed_tools"] == ["grep"]


def test_agents_with_a_broken_configuration_is_one_document(project: Project) -> None:
    project.write(".architect.yaml", "agents: {mine: {max_steps: 1}}\n")
    finished = project.architect("agents", "--json")
    assert finished.code == 3
    assert "needs a system_prompt" in finished.document["error"]["message"]


def test_a_good_configuration_is_valid(project: Project) -> None:
    assert project.architect("validate-config").text == (
        "valid: no configuration file, all defaults\n"
    )
    project.write(".architect.yaml", "llm: {model: openai/gpt-4.1}\n")
    finished = project.architect("validate-config")
    assert (finished.code, finished.text, finished.stderr) == (0, "valid: .architect.yaml\n", "")


def test_every_problem_of_a_bad_configuration_is_told_with_its_line(project: Project) -> None:
    project.write(".architect.yaml", "llm:\n  timeout: soon\n  modle: m\nlogging:\n  level: loud\n")
    finished = project.architect("validate-config", environment={"ARCHITECT__COSTS__BUDGET": "1"})
    assert (finished.code, finished.stdout) == (3, b"")
    lines = finished.stderr.splitlines()
    starts = [".architect.yaml:2: ", ".architect.yaml:3: ", ".architect.yaml:5: "]
    starts.append("ARCHITECT__COSTS__BUDGET: ")
    assert [
        line.startswith(f"architect: {start}") for line, start in zip(lines, starts, strict=True)
    ]
    assert "did you mean 'model'" in lines[1]


def test_a_price_list_that_cannot_be_used_is_a_problem(project: Project) -> None:
    project.write("prices.json", '{"m": {"input": "cheap"}}')
    project.write("c.yaml", "costs: {prices_file: prices.json}\n")
    finished = project.architect("validate-config", "-c", "c.yaml")
    assert finished.code == 3
    assert "prices.json', model 'm'" in finished.stderr


def test_a_tool_there_is_not_is_a_warning(project: Project) -> None:
    project.write(
        ".architect.yaml", "agents: {mine: {system_prompt: Hi., allowed_tools: [raed_file]}}\n"
    )
    finished = project.architect("validate-config")
    assert (finished.code, finished.text) == (0, "valid: .architect.yaml\n")
    assert finished.stderr.startswith("warning: ")
    assert "read_file" in finished.stderr


def test_the_demo_shows_an_agent_mending_a_bug_and_leaves_nothing(project: Project) -> None:
    project.write("click.py", "raise SystemExit('imported from the current folder')\n")
    with project.start("demo", interpreter_flags=("-P",)) as process:
        finished = project.finish(process)
    assert finished.code == 0
    assert "diff --git a/ledger/split.py" in finished.text
    assert '"status": "success"' in finished.text
    assert "[1] list_files ." in finished.stderr
    folder = finished.text.split("is unpacked into ")[1].split()[0]
    assert not Path(folder).exists()
