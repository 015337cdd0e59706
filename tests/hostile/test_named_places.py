"""Commands that name what configures git and architect need a yes in every mode, sandbox or not."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.support.hostile import Victim, attempt, by_command, by_daemon, make_victim
from tests.support.repository import git

BARE: Mapping[str, str] = {"ARCHITECT__COMMANDS__SANDBOX": "off"}
CONTROL = attempt("run_command", command="cat a.txt")
CHANGES = (
    "echo owned > .git/hooks/pre-commit",
    "cp a.txt .git/hooks/post-merge",
    "echo owned >> .GIT/../.git/config",
    "cd .git/hooks && echo owned > pre-rebase",
    "echo owned > hooks-in/pre-push",
    "tee ./sub/../.git/hooks/pre-push < a.txt",
    "python3 -c \"open('.git/hooks/update', 'w').write('owned')\"",
    "rm -f .git/hooks/pre-commit",
    "rm -rf .git/hooks",
    "mv .git gone",
    "bash -c 'echo owned > .git/hooks/x'",
    "echo owned > .git/modules/lib/hooks/x",
    "echo owned > .architect.yaml",
    "mkdir -p .architect; echo owned > .architect/config.yaml",
    "rm -rf .architect/sessions",
    "rm .architect/sessions/*",
)


@pytest.fixture
def victim(tmp_path: Path) -> Victim:
    return make_victim(tmp_path)


def run(*lines: str) -> list[dict[str, object]]:
    return [attempt("run_command", command=line) for line in lines]


def test_no_command_that_names_them_changes_them_unasked(victim: Victim) -> None:
    flags = ("--mode", "yolo")
    told = by_command(victim, [*run(*CHANGES), CONTROL], flags=flags, environment=BARE)
    assert victim.damage() == []
    assert told.denied_by() == [*["executable_config_files"] * len(CHANGES), ""]
    assert told.code == 2


def test_the_daemon_asks_about_them_too(victim: Victim) -> None:
    told = by_daemon(victim, [*run(*CHANGES), CONTROL], config={"commands": {"sandbox": "off"}})
    assert victim.damage() == []
    assert told.denied_by() == [*["executable_config_files"] * len(CHANGES), ""]


def test_that_holds_where_the_list_of_what_others_execute_is_empty(victim: Victim) -> None:
    flags = ("--mode", "yolo")
    empty = {**BARE, "ARCHITECT__GUARDRAILS__EXECUTABLE_CONFIG_FILES": "[]"}
    told = by_command(victim, run(*CHANGES), flags=flags, environment=empty)
    assert victim.damage() == []
    assert set(told.denied_by()) == {"executable_config_files"}


def test_reading_them_and_work_beside_them_is_free(victim: Victim) -> None:
    git(victim.root, "init", "--quiet", "elsewhere")
    lines = (
        "cat .git/hooks/pre-commit .git/config .architect.yaml",
        "ls .git .git/hooks .architect",
        "touch .git/index.lock && rm -f .git/index.lock",
        "mkdir -p git hooks && echo x > hooks/pre-commit && echo x > git/config",
        "git status --short && git add a.txt",
        "echo '*.log' >> .gitignore",
    )
    told = by_command(victim, run(*lines), flags=("--mode", "yolo"), environment=BARE)
    assert told.denied_by() == [""] * len(lines)
    assert all(result["success"] for result in told.results())


def test_a_run_in_which_a_tool_wanted_to_change_them_is_no_success(victim: Victim) -> None:
    places = (".git/hooks/pre-commit", "hooks-in/x", ".architect.yaml", ".architect/config.yaml")
    calls = [attempt("write_file", path=place, content="owned\n") for place in places]
    told = by_command(victim, calls, flags=("--mode", "yolo"))
    assert victim.damage() == []
    assert told.denied_by() == ["path.git", "path.git", "path.architect", "path.architect"]
    assert told.code == 2
