"""Everything but `architect run`."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.support.command import Project

from architect import __version__
from architect.agent.catalog import DEFAULT_AGENT
from architect.checked.model import fields_of
from architect.config.agents import AgentSettings


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
    flags += " --require-check --budget --show-costs"
    assert [flag for flag in flags.split() if flag not in text] == []
    assert "130 interrupted" in " ".join(text.split())


def test_the_help_of_run_says_what_holds_without_flags(project: Project) -> None:
    text = " ".join(project.architect("run", "--help").text.split())
    assert f"Agent to run (default: {DEFAULT_AGENT})." in text
    limits = fields_of(AgentSettings)["max_steps"].limits
    assert f"[{limits.ge}<=x<={limits.le}]" in text


def test_an_unknown_command_is_answered_with_the_nearest(project: Project) -> None:
    finished = project.architect("rnu", "do it", "--json")
    assert finished.code == 3
    assert "unknown command 'rnu', did you mean 'run'?" in finished.stderr
    assert finished.document["error"]["kind"] == "configuration"


def test_agents_lists_those_of_the_configuration_as_well(project: Project) -> None:
    agents = "agents: {mine: {system_prompt: Hi., allowed_tools: [grep]}, plan: {max_steps: 9}}\n"
    project.write(".architect.yaml", agents)
    assert project.architect("trust", "--yes").code == 0
    lines = project.architect("agents").text.splitlines()
    names = [line.split()[0] for line in lines[::2]]
    assert names == ["build", "plan", "explain", "review", "explore", "test", "mine"]
    assert lines[0] == "build    Edits files, runs commands and verifies the result."
    assert lines[-2:] == ["mine     Hi.", "         reads only, up to 20 steps, grep"]
    listed = json.loads(project.architect("agents", "--json").stdout)
    assert listed[0] == {
        "name": "build",
        "description": "Edits files, runs commands and verifies the result.",
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
    assert (finished.code, finished.text) == (0, "valid: .architect.yaml\n")
    assert finished.stderr == "ignored until `architect trust`: .architect.yaml:1: llm.model\n"


def test_a_key_by_its_old_name_is_a_warning_and_counts(project: Project) -> None:
    project.write(".architect.yaml", "guardrails: {obeyed_files: [.husky, Makefile]}\n")
    warning = (
        ".architect.yaml:1: guardrails.obeyed_files is now called "
        "guardrails.executable_config_files; the old name will stop working\n"
    )

    finished = project.architect("validate-config")
    assert (finished.code, finished.text) == (0, "valid: .architect.yaml\n")
    assert finished.stderr == f"warning: {warning}"

    assert project.architect("agents").stderr == warning


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


REFUSED_BY_A_RUN = {
    "a workspace that is missing": ("workspace: {root: gone}", "the workspace 'gone' does not"),
    "a workspace that is a file": ("workspace: {root: a.txt}", "the workspace 'a.txt' is not a"),
    "a proxy without an address": ("llm: {mode: proxy}", "set llm.api_base"),
    "an address that is none": ("llm: {api_base: 'http://h:x'}", "the address 'http://h:x'"),
    "a model without a name": ("llm: {model: ' '}", "llm.model: must not be blank"),
    "a script that is missing": ("llm: {model: recorded/gone}", "no recorded script 'gone'"),
    "a log file without a name": ("logging: {file: ''}", "cannot write the log file '.'"),
    "a log file below a file": ("logging: {file: a.txt/log}", "cannot write the log file"),
    "prices without an end": ("costs: {prices_file: /dev/zero}", "not a regular file"),
}


@pytest.mark.parametrize("case", REFUSED_BY_A_RUN)
def test_what_a_run_would_refuse_is_a_problem_of_the_configuration(
    project: Project, case: str
) -> None:
    text, reason = REFUSED_BY_A_RUN[case]
    project.write(".architect.yaml", f"{text}\n")
    for arguments in (("validate-config",), ("run", "x", "--api-key", "k", "--trust-project")):
        finished = project.architect(*arguments)
        assert (finished.code, finished.stdout) == (3, b"")
        assert reason in finished.stderr
    assert project.journals == []


def test_all_that_a_run_would_refuse_is_told_at_once(project: Project) -> None:
    project.write(".architect", "in the way")
    project.write("c.yaml", "llm: {mode: proxy}\nlogging: {file: /dev/null/log}\n")
    finished = project.architect("validate-config", "-c", "c.yaml")
    assert finished.code == 3
    assert len(finished.stderr.splitlines()) == 3
    assert "'.architect' in the workspace '.' is a file" in finished.stderr


def test_the_workspace_of_a_flag_is_looked_at_as_well(project: Project) -> None:
    finished = project.architect("validate-config", "-w", "gone")
    assert finished.code == 3
    assert "the workspace 'gone' does not exist" in finished.stderr


def test_a_tool_there_is_not_is_a_warning(project: Project) -> None:
    project.write(
        ".architect.yaml", "agents: {mine: {system_prompt: Hi., allowed_tools: [raed_file]}}\n"
    )
    finished = project.architect("validate-config")
    assert (finished.code, finished.text) == (0, "valid: .architect.yaml\n")
    assert finished.stderr.startswith("warning: ")
    assert "read_file" in finished.stderr


def test_the_demo_shows_an_agent_fixing_a_bug_and_leaves_nothing(project: Project) -> None:
    project.write("click.py", "raise SystemExit('imported from the current folder')\n")
    with project.start("demo", interpreter_flags=("-P",)) as process:
        finished = project.finish(process)
    assert finished.code == 0
    assert "diff --git a/ledger/split.py" in finished.text
    printed = finished.text.split("--json prints ---\n")[1].split("\n\n")[0]
    document = json.loads(printed)
    assert document["status"] == "success"
    assert document["files_modified"] == ["ledger/split.py"]
    assert "[1] list_files ." in finished.stderr
    folder = finished.text.split("is copied to ")[1].split()[0]
    assert not Path(folder).exists()
    ending = finished.text.split("without a task you talk to it:\n\n")[1]
    program = ending.split()[0]
    assert ending.splitlines()[1] == f'  {program} run "..."'
    assert f"`{program} doctor` says what is missing." in ending


def test_the_demo_stays_out_of_the_repository_it_is_started_for(
    project: Project, tmp_path: Path
) -> None:
    own = tmp_path / "own.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(own)], check=True)
    before = sorted(own.rglob("*"))
    misleading = {
        "GIT_DIR": str(own),
        "GIT_WORK_TREE": str(project.folder),
        "GIT_INDEX_FILE": str(tmp_path / "index"),
    }
    finished = project.architect("demo", environment=misleading)
    assert finished.code == 0
    assert "diff --git a/ledger/split.py" in finished.text
    assert sorted(own.rglob("*")) == before
    assert not (tmp_path / "index").exists()


@pytest.mark.parametrize(
    ("git", "code", "reason"),
    [
        (None, 3, "the demo needs git; install it and try again"),
        ("#!/bin/sh\necho no license agreed to >&2; exit 69\n", 1, "'git init' failed: no license"),
        ("", 1, "'git init' failed: Exec format error"),
    ],
    ids=["missing", "failing", "no program"],
)
def test_a_demo_without_a_git_that_works_is_one_line(
    project: Project, git: str | None, code: int, reason: str
) -> None:
    if git is not None:
        project.write("bin/git", git).chmod(0o755)
    path = project.write("bin/nothing", "").parent
    finished = project.architect("demo", environment={"PATH": str(path)})
    assert (finished.code, finished.stdout) == (code, b"")
    assert reason in finished.stderr
    assert finished.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [("agents",), ("agents", "--json"), ("validate-config",)])
def test_a_full_disk_for_what_is_printed_is_no_bug(
    project: Project, arguments: tuple[str, ...]
) -> None:
    with Path("/dev/full").open("wb") as full:
        process = project.start(*arguments, stdout=full.fileno())
        finished = project.finish(process)
    assert finished.code == 1
    assert finished.stderr.startswith("architect: the result cannot be written: No space left")


def test_a_demo_that_cannot_print_leaves_nothing(project: Project, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with Path("/dev/full").open("wb") as full:
        environment = {"TMPDIR": str(temporary)}
        process = project.start("demo", stdout=full.fileno(), environment=environment)
        finished = project.finish(process)
    assert finished.code == 1
    assert "the result cannot be written: No space left" in finished.stderr
    assert list(temporary.iterdir()) == []


def test_a_model_of_the_editor_is_no_model_without_an_editor(project: Project) -> None:
    finished = project.architect("run", "--model", "vscode/gpt-4o", "--json", "do it")
    assert finished.code == 3
    assert "'vscode/gpt-4o' is a model of the editor" in finished.document["error"]["message"]
    assert "set llm.model (or --model)" in finished.document["error"]["message"]


def test_doctor_says_that_a_model_of_the_editor_is_there_only(project: Project) -> None:
    environment = {"ARCHITECT_MODEL": "vscode"}
    finished = project.architect("doctor", "--json", environment=environment)
    [model] = [each for each in finished.document["checks"] if each["name"] == "model"]
    assert (finished.code, model["state"]) == (0, "warning")
    assert "--model" in model["fix"]
    assert all(each["mend"] == each["fix"] for each in finished.document["checks"])
