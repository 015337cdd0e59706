"""What a diff says of files that hold secrets is left out, whatever the repository calls them."""

from pathlib import Path

import pytest
from tests.support.repository import commit_all, git

from architect.policy.diff_without_secrets import diff_without_secrets
from architect.policy.file_rules import sensitive_files

SECRET = "canary-7731"
NAMES = (
    ".env",
    "sub/.env.local",
    "with blank/id_rsa",
    'odd\n\t"name".pem',
    "caf\u00e9/server.key",
    "a/b/credentials",
    "deep/.ssh/config",
)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """One in which files that hold secrets were committed, and changed since."""
    for name in (*NAMES, "plain.txt"):
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(f"{SECRET}-before\n")
    (tmp_path / "plain.txt").write_text("alpha\n")
    commit_all(tmp_path)
    for name in NAMES:
        (tmp_path / name).write_text(f"{SECRET}-after\ndiff --git a/plain.txt b/plain.txt\n")
    (tmp_path / "plain.txt").write_text("beta\n")
    return tmp_path


@pytest.mark.parametrize(
    "settings",
    [
        [],
        ["-c", "diff.noprefix=true"],
        ["-c", "diff.mnemonicPrefix=true"],
        ["-c", "core.quotePath=false"],
    ],
    ids=" ".join,
)
def test_files_that_hold_secrets_are_named_and_not_shown(
    settings: list[str], repository: Path
) -> None:
    diff = git(repository, *settings, "diff", "HEAD")
    assert SECRET in diff
    shown = diff_without_secrets(diff, sensitive_files())
    assert SECRET not in shown
    assert "-alpha\n+beta\n" in shown
    assert shown.count("[left out: this file may hold secrets]") == len(NAMES)


@pytest.mark.parametrize(("before", "after"), [(".env", "settings.txt"), ("plain.txt", "a.pem")])
def test_a_file_that_was_renamed_is_known_by_either_name(
    before: str, after: str, repository: Path
) -> None:
    (repository / before).write_text("".join(f"{SECRET}-{number}\n" for number in range(20)))
    commit_all(repository)
    git(repository, "mv", before, after)
    (repository / after).write_text("".join(f"{SECRET}-{number}\n" for number in range(21)))
    diff = git(repository, "diff", "-M", "HEAD")
    assert f"rename from {before}" in diff
    assert f"+{SECRET}-20" in diff
    assert SECRET not in diff_without_secrets(diff, sensitive_files())


def test_what_is_removed_and_what_is_new_is_left_out_too(repository: Path) -> None:
    git(repository, "rm", "-qf", ".env")
    (repository / "new.key").write_text(f"{SECRET}\n")
    git(repository, "add", "-A")
    assert SECRET not in diff_without_secrets(git(repository, "diff", "HEAD"), sensitive_files())


def test_a_diff_without_such_files_stays_as_it_is(repository: Path) -> None:
    diff = git(repository, "diff", "HEAD", "--", "plain.txt")
    assert diff_without_secrets(diff, sensitive_files()) == diff
    assert diff_without_secrets("", sensitive_files()) == ""


def test_without_rules_all_of_it_is_shown(repository: Path) -> None:
    diff = git(repository, "diff", "HEAD")
    assert diff_without_secrets(diff, sensitive_files(())) == diff


def test_examples_are_shown(repository: Path) -> None:
    example = repository / ".env.example"
    example.write_text("TOKEN=\n")
    git(repository, "add", "-A")
    diff = git(repository, "diff", "HEAD", "--", ".env.example")
    assert "+TOKEN=" in diff_without_secrets(diff, sensitive_files())
