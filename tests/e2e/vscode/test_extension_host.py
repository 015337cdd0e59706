"""The extension inside a real VS Code, with the real server and a recorded model."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.e2e.vscode.extension_host import Play
from tests.e2e.vscode.scenes import scenes_of

Plays = Callable[..., Play]


@scenes_of("host", "main", mark="main")
def test_in_one_folder(play: Plays, name: str) -> None:
    play("main", _one_folder).expect_passed(name)


@scenes_of("host", "folders", mark="folders")
def test_in_two_folders(play: Plays, name: str) -> None:
    play("folders", _two_folders).expect_passed(name)


@scenes_of("host", "untrusted", mark="untrusted")
def test_in_a_folder_that_is_not_trusted(play: Plays, name: str) -> None:
    play("untrusted", _hostile_folder, trusted=False).expect_passed(name)


def _one_folder(folder: Path) -> str:
    return f"folder={_project(folder / 'project')}"


def _hostile_folder(folder: Path) -> str:
    """A project whose own settings want to start a program of the project."""
    project = _project(folder / "project")
    program = project / "architect"
    program.write_bytes(b'#!/bin/sh\ntouch "$(dirname "$0")/was-started"\n')
    program.chmod(0o755)
    (project / ".vscode").mkdir()
    wanted = {"architect.server.path": str(program), "architect.mode": "yolo"}
    (project / ".vscode" / "settings.json").write_bytes(json.dumps(wanted).encode())
    return f"folder={project}"


def _two_folders(folder: Path) -> str:
    roots = [_project(folder / name) for name in ("first", "second")]
    file = folder / "two.code-workspace"
    file.write_bytes(json.dumps({"folders": [{"path": str(root)} for root in roots]}).encode())
    return f"workspace={file}"


def _project(folder: Path) -> Path:
    """A repository without a commit."""
    subprocess.run(["git", "init", "-q", folder], check=True)
    return folder
