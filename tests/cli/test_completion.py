"""Completion in shells, installed by one command."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.command import Project

FILES = {"bash": ".bashrc", "zsh": ".zshrc", "fish": "config/fish/conf.d/architect.fish"}


@pytest.mark.parametrize("shell", FILES)
def test_it_is_written_once_and_what_else_is_there_stays(shell: str, project: Project) -> None:
    file = project.home / FILES[shell]
    file.parent.mkdir(parents=True, exist_ok=True)
    own = b"# my own, in Latin-1: \xe4\r\nalias a=b"
    file.write_bytes(own)
    file.chmod(0o640)
    first = project.architect("completion", "install", shell, "--yes")
    assert (first.code, file.read_bytes().startswith(own)) == (0, True)
    assert file.stat().st_mode & 0o777 == 0o640
    written = file.read_bytes()
    assert f"{shell}_source".encode() in written
    again = project.architect("completion", "install", shell, "--yes")
    assert (again.code, "has it already" in again.stdout.decode()) == (0, True)
    assert file.read_bytes() == written


def test_nothing_is_written_where_nobody_can_be_asked(project: Project) -> None:
    finished = project.architect("completion", "install", "bash")
    assert finished.code == 1
    assert "--yes" in finished.stderr
    assert not (project.home / ".bashrc").exists()


def test_a_shell_that_is_not_known_is_named(project: Project) -> None:
    finished = project.architect("completion", "install", environment={"SHELL": "/bin/tcsh"})
    assert finished.code == 3
    told = "name one: architect completion install bash (zsh, fish)"
    assert finished.stderr == f"architect: there are no completions for 'tcsh'; {told}\n"
    finished = project.architect("completion", "install")
    assert finished.stderr == f"architect: $SHELL does not say which it is; {told}\n"


def test_bash_completes_a_command(project: Project) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    program = Path(sys.executable).with_name("architect")
    assert project.architect("completion", "install", "bash", "--yes").code == 0
    ask = (
        ". ~/.bashrc; COMP_WORDS=(architect compl); COMP_CWORD=1; "
        '_architect_completion architect; echo "${COMPREPLY[@]}"'
    )
    environment = project.environment({"PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"})
    shown = subprocess.run(
        [bash, "--norc", "-c", ask], env=environment, capture_output=True, timeout=60, check=True
    )
    assert shown.stdout.decode().split() == ["completion"]
