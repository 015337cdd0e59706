"""What an earlier release has left is there once pipx or uv has put this one in its place."""

import json
import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from scripts.release.source import ROOT
from tests.release.conftest import TOOLS
from tests.support.command import Project
from tests.support.recorded_model import call, recorded, reply
from tests.support.repository import commit_all

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

COMMITS_BACK = 250
"""How old the version is that is built where no release has a tag yet."""

LISTS = {
    "sessions": ("sessions", "--json"),
    "findings": ("fix", "--list"),
    "memory": ("memory", "list"),
    "checkpoints": ("history",),
    "workflows": ("workflows",),
    "grants": ("grants", "list"),
    "trust": ("trust", "--show"),
    "servers": ("mcp", "list"),
}
"""What shows that something is there."""

_IDS = re.compile(
    r"\b\d{8}-\d{6}-[0-9a-f]+|\b[0-9a-f]{10,}\b|\bg[0-9a-f]{4,}\b|\btrusted\b|a\.txt|\bhere\b|\bslow\b"
)
"""What of the lists stays the same; times are told as so long ago."""


@dataclass(frozen=True)
class Installed:
    """architect as pipx or uv has installed it, in `project`."""

    tool: str
    project: Project

    def install(self, wheel: Path) -> None:
        force = ["--force"] if self.tool == "pipx" else []
        install = ["install", *force] if self.tool == "pipx" else ["tool", "install"]
        command = [TOOLS / self.tool, *install, wheel]
        subprocess.run(command, env=self.environment, check=True, capture_output=True)

    @property
    def environment(self) -> Mapping[str, str]:
        kept = ("PIP_", "UV_", "SSL_", "HTTP", "http", "NO_PROXY", "no_proxy", "REQUESTS_")
        machine = {name: each for name, each in os.environ.items() if name.startswith(kept)}
        programs = str(self._program.parent)
        places = {"PIPX_BIN_DIR": programs, "UV_TOOL_BIN_DIR": programs}
        return self.project.environment({**machine, **places})

    @property
    def _program(self) -> Path:
        return self.project.home / ".local/bin/architect"

    def says(self, *words: str) -> str:
        done = subprocess.run(
            [self._program, *words],
            cwd=self.project.folder,
            env=self.environment,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
        return done.stdout

    def lists(self) -> dict[str, set[str]]:
        return {name: set(_IDS.findall(self.says(*words))) for name, words in LISTS.items()}


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the last release, or of a commit of some days ago."""
    commit = _git("describe", "--tags", "--abbrev=0", "HEAD^") or _git(
        "rev-parse", "--verify", "--quiet", f"HEAD~{COMMITS_BACK}"
    )
    if not commit:
        pytest.skip("no earlier version: this clone has neither a tag nor so many commits")
    source = tmp_path_factory.mktemp("earlier") / "source"
    subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, source], check=True)
    subprocess.run(["git", "-C", source, "checkout", "--quiet", commit], check=True)
    build = [TOOLS / "python", "-m", "build", "--no-isolation", "--wheel", source]
    subprocess.run(build, check=True, capture_output=True)
    [wheel] = (source / "dist").glob("*.whl")
    return wheel


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def _work(old: Installed) -> str:
    """Leave something of everything; the run that can be undone."""
    project = old.project
    edits = reply("", call("write_file", path="a.txt", content="beta\n"))
    works = recorded(project.home / "works.json", edits, reply("Done."))
    finding = call(
        *["report_finding"], path="a.txt", line=1, severity="error", title="T", detail="D"
    )
    finds = recorded(project.home / "finds.json", reply("", finding), reply("One."))
    yolo = ("--mode", "yolo", "--json", "--model", works)
    project.write(".mcp.json", json.dumps({"mcpServers": {"here": {"command": "true"}}}))
    commit_all(project.folder)
    old.says("trust", "--yes")
    session = json.loads(old.says("run", "Write", *yolo))["session_id"]
    _ends_with_one(old, "review", "a.txt", "--model", finds)
    old.says("memory", "add", "The tests are slow.")
    old.says("grants", "deny", "git push")
    old.says("loop", "Write again", "--check", "true", *yolo)
    return session


def _ends_with_one(old: Installed, *words: str) -> None:
    with pytest.raises(AssertionError, match=r"a\.txt"):
        old.says(*words)


@pytest.mark.parametrize("tool", ["pipx", "uv"])
def test_everything_is_there_and_can_be_undone_and_resumed(
    tool: str, earlier: Path, built: Path, tmp_path: Path
) -> None:
    project = Project(tmp_path / "project", tmp_path / "home")
    project.home.mkdir()
    project.write("a.txt", "alpha\n")
    installed = Installed(tool, project)
    installed.install(earlier)
    before = installed.says("--version")
    session = _work(installed)
    left = installed.lists()
    assert all(left.values()), left
    [wheel] = built.glob("*.whl")
    installed.install(wheel)
    assert installed.says("--version") != before
    now = installed.lists()
    assert [name for name, ids in left.items() if ids - now[name]] == [], (left, now)
    assert "The tests are slow." in installed.says("memory", "list")
    model = recorded(project.home / "says.json", reply("Nothing is left to do."))
    assert "Nothing is left" in installed.says("resume", session, "--model", model)
    installed.says("undo", f"{session}.1")
    assert project.read("a.txt") == "alpha\n"
