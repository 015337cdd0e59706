"""Git that is asked to look, in repositories that want it to run something."""

import asyncio
import os
import subprocess
from pathlib import Path

import pytest

from architect.adapters.shell.local_shell import LocalShell
from architect.adapters.shell.readonly_git import readonly_git
from architect.domain.shell import CommandOutcome, ShellCommand, Stream


def run(
    folder: Path, line: str, *, read_only: bool = True, more: dict[str, str] | None = None
) -> CommandOutcome:
    def ignore(stream: Stream, text: str) -> None:
        """Nobody looks."""

    environment = {"PATH": os.environ["PATH"], "HOME": str(folder.parent), **(more or {})}
    command = ShellCommand(line=line, cwd=folder, timeout_s=60, read_only=read_only)
    return asyncio.run(LocalShell(environment).run(command, ignore))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose hooks, monitor and signatures leave a file `ran` behind."""
    folder = tmp_path / "repository"
    folder.mkdir()
    script = tmp_path / "evil"
    script.write_bytes(f"#!/bin/sh\ntouch {tmp_path}/ran\n".encode())
    script.chmod(0o755)
    for arguments in (
        ["init", "-q"],
        ["config", "core.fsmonitor", str(script)],
        ["config", "core.hooksPath", str(tmp_path / "hooks")],
        ["config", "log.showSignature", "true"],
        ["config", "gpg.program", str(script)],
    ):
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / "post-index-change").symlink_to(script)
    (folder / "a.txt").write_bytes(b"a\n")
    return folder


def test_git_that_only_looks_runs_nothing_that_the_repository_names(repository: Path) -> None:
    outcome = run(repository, "git status --short && git diff && git ls-files -m")
    assert (outcome.exit_code, outcome.stdout) == (0, "?? a.txt\n")
    assert not (repository.parent / "ran").exists()


def test_the_repository_of_these_tests_does_run_something_otherwise(repository: Path) -> None:
    run(repository, "git status --short", read_only=False)
    assert (repository.parent / "ran").exists()


def test_a_bare_repository_among_the_files_is_not_obeyed(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", "--bare", "evil"], cwd=tmp_path, check=True)
    assert run(tmp_path / "evil", "git log").exit_code not in (0, None)
    assert "safe.bareRepository" in run(tmp_path / "evil", "git log").stderr


def test_settings_of_the_environment_stay(repository: Path) -> None:
    own = {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "status.short",
        "GIT_CONFIG_VALUE_0": "true",
    }
    assert run(repository, "git status", more=own).stdout == "?? a.txt\n"
    assert run(repository, "git status", read_only=False, more=own).stdout == "?? a.txt\n"


def test_a_count_that_is_no_number_is_replaced() -> None:
    assert readonly_git({"GIT_CONFIG_COUNT": "x"})["GIT_CONFIG_KEY_0"] == "core.fsmonitor"
