"""`action/install`, as far as it goes without a package index."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.action_job import ROOT
from tests.support.runner_log import assignments, commands_in


def install(folder: Path, **inputs: str) -> tuple[int, str, dict[str, str]]:
    output = folder / "output"
    output.write_bytes(b"")
    environment = {
        "PATH": "/usr/bin:/bin",
        "RUNNER_TEMP": str(folder),
        "GITHUB_OUTPUT": str(output),
        **{f"INPUT_{name.upper()}": value for name, value in inputs.items()},
    }
    done = subprocess.run(
        [str(ROOT / "action/install")],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout, assignments(output.read_text())


def test_an_architect_that_is_there_is_taken(tmp_path: Path) -> None:
    inputs = {"command": "architect\nstatus=success", "python": sys.executable}
    code, _, outputs = install(tmp_path, **inputs)
    assert code == 0
    assert outputs == {"command": "architect", "python": sys.executable}


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        ({"python": "python3; id"}, "it is no name of a program"),
        ({"python": "/nowhere/python3"}, "there is no /nowhere/python3"),
        ({"providers": "some", "python": sys.executable}, "neither all nor openai"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, inputs: dict[str, str], said: str) -> None:
    code, log, outputs = install(tmp_path, **inputs)
    assert (code, outputs) == (1, {})
    [command] = commands_in(log)
    assert (command.name, said in command.text) == ("error", True)
