import pytest
from tests.support.table import table

from architect.policy.shell.classify.testing_commands import runs_tests


@table(
    "line",
    [
        "pytest",
        "pytest -q tests/unit",
        ".venv/bin/pytest -x",
        "python -m pytest",
        "python3 -m unittest discover",
        "uv run pytest",
        "poetry run pytest -q",
        "cd server && pytest",
        "CI=1 npm test",
        "npm run test:unit",
        "yarn test",
        "npx vitest run",
        "make test",
        "make -j2 check",
        "cargo test --all",
        "cargo nextest run",
        "go test ./...",
        "./gradlew test",
        "timeout 60 pytest",
        "bash -c 'pytest -q'",
        "pytest | tail -5",
        "node --test",
        "dotnet test",
    ],
)
def test_commands_that_run_tests_are_known(line: str) -> None:
    assert runs_tests(line)


@pytest.mark.parametrize(
    "line",
    [
        "echo pytest",
        "pytest --version",
        "pytest --collect-only",
        "pip install pytest",
        "cat tests/test_a.py",
        "grep -rn pytest .",
        "git commit -m 'make test pass'",
        "ls tests",
        "npm install",
        "make build",
        "cargo build",
        "true # pytest",
    ],
)
def test_commands_that_only_name_tests_are_no_tests(line: str) -> None:
    assert not runs_tests(line)
