"""`kill -9` while a command, or a check, changes files of the user: the next attempt starts anew.

What such a command changes is on no record yet.
"""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.talk import provider_environment
from tests.support.agents_at_work import at_work, writes
from tests.support.command import Project
from tests.support.processes import descendants, is_alive
from tests.support.provider_server import Behaviour, Call, ProviderServer, Reply
from tests.support.repository import commit_all, git
from tests.support.selection import with_usual
from tests.support.until import until
from tests.support.working_tree import state_of

WORK = """
echo more >> log.txt
printf 'more\\0' >> blob.bin
rm gone.txt
mv folder renamed
echo new > made.txt
mkdir -p deep/er && echo new > deep/er/made.txt
chmod +x tool.sh
ln -s log.txt link
echo both >> by-tool.txt
"""
"""Nothing of this can be done twice without a difference."""

ONCE = "if [ ! -e .ignored ]; then touch .ignored; sleep 600; fi\n"
"""What goes on until it is killed, the first time."""

SLACK_S = 2.1
"""What is written so long after the last sign of life is the user's."""


def lay_out(folder: Path, work: str = WORK + ONCE) -> Project:
    project = Project(folder / "project", folder / "home")
    project.home.mkdir(parents=True)
    for name in ("log.txt", "gone.txt", "folder/a.txt", "folder/b.txt", "tool.sh", "users.txt"):
        project.write(name, f"{name}\nline\n")
    project.write("blob.bin", b"\0\1\2")
    project.write("work.sh", work)
    project.write(".gitignore", ".ignored\n")
    commit_all(project.folder)
    project.write("log.txt", "changed by the user before\n")
    return project


def step(**more: Any) -> str:
    steps = [{"name": "first", "prompt": "FIRST"}, {"name": "work", "prompt": "WORK", **more}]
    return json.dumps({"name": "Two", "steps": [*steps, {"name": "last", "prompt": "LAST"}]})


def calls(name: str, **arguments: Any) -> Reply:
    return Reply(calls=[Call(name, json.dumps(arguments), id="c2")])


RUNS_IT: list[Behaviour] = [calls("run_command", command="sh work.sh"), Reply("done")]
BY_TOOL = writes("by-tool.txt", "written by a tool\n")
WAYS: dict[str, tuple[list[Behaviour], dict[str, Any]]] = {
    "a command": ([BY_TOOL, *RUNS_IT], {}),
    "a command in the background": (
        [
            BY_TOOL,
            calls("run_command", command="sh work.sh", background=True),
            calls("command_output", handle="bg1", wait_seconds=600),
            Reply("done"),
        ],
        {},
    ),
    "a check": ([BY_TOOL, Reply("done")], {"checks": ["sh work.sh"]}),
    "a check behind an agent that only reads": (
        [Reply("read")],
        {"agent": "plan", "checks": ["sh work.sh"]},
    ),
}


class Killed:
    """A pipeline whose process is killed in the middle of `work.sh`."""

    def __init__(self, project: Project, server: ProviderServer) -> None:
        self.project = project
        self.where = ("--api-base", server.url + "/v1", "--model", "openai/m", "--mode", "yolo")

    def begins(self) -> None:
        words = ("pipeline", "run", "p.yaml", "--trust-project", *self.where)
        with self.project.start(*words, environment=provider_environment()) as process:
            until((self.project.folder / ".ignored").exists, "the command at work")
            below = descendants(process.pid)
            process.kill()
            process.communicate()
        self.killed_at = time.time()
        until(lambda: not any(map(is_alive, below)), "the end of what it had started")

    def resumed(self) -> tuple[int, str]:
        """The exit code, and what is told of the attempt that was cut off."""
        listed = json.loads(self.project.architect("workflows", "--json").stdout)
        words = ("resume", listed[0]["workflow_id"], "--trust-project", *self.where)
        with self.project.start(*words, environment=provider_environment()) as process:
            finished = self.project.finish(process)
        lines = finished.stderr.splitlines()
        return finished.code, next((each for each in lines if each.startswith("work: lost")), "")


def scripts(work: list[Behaviour]) -> dict[str, list[Behaviour]]:
    return {"FIRST": [writes("first.txt"), Reply("done")], "WORK": work, "LAST": [Reply("done")]}


def files_of(project: Project) -> Any:
    files: Any = state_of(project.folder)["files"]
    return {name: each for name, each in files.items() if name != ".ignored"}


@pytest.mark.parametrize("way", with_usual(WAYS, usual=["a command"]))
def test_it_comes_to_the_same_as_without(way: str, tmp_path: Path) -> None:
    work, more = WAYS[way]
    with ProviderServer(at_work(scripts(work))) as server:
        whole = lay_out(tmp_path / "whole")
        whole.write("p.yaml", step(**more))
        whole.write(".ignored", "")
        words = ("pipeline", "run", "p.yaml", "--trust-project")
        story = Killed(whole, server)
        with whole.start(*words, *story.where, environment=provider_environment()) as process:
            assert whole.finish(process).code == 0

        project = lay_out(tmp_path / "killed")
        project.write("p.yaml", step(**more))
        story = Killed(project, server)
        story.begins()
        code, told = story.resumed()
    assert code == 0, told
    assert files_of(project) == files_of(whole)
    assert "put back blob.bin, by-tool.txt, deep/er/made.txt, folder/a.txt" in told


def test_what_the_user_changed_since_stays_and_the_rest_can_be_had_again(tmp_path: Path) -> None:
    with ProviderServer(at_work(scripts(RUNS_IT))) as server:
        project = lay_out(tmp_path, "echo more >> log.txt\n" + ONCE)
        project.write("p.yaml", step())
        story = Killed(project, server)
        story.begins()
        until(lambda: time.time() > story.killed_at + SLACK_S, "some time later")
        project.write("users.txt", "what the user wrote meanwhile\n")
        project.write("users-new.txt", "what the user wrote meanwhile\n")
        code, told = story.resumed()
    assert code == 0
    assert project.read("log.txt") == "changed by the user before\nmore\n"
    assert project.read("users.txt") == "what the user wrote meanwhile\n"
    assert project.read("users-new.txt") == "what the user wrote meanwhile\n"
    assert "put back log.txt, which its commands had changed" in told
    assert "left alone users-new.txt, users.txt" in told
    commit = told.split("--to-commit ")[1].split("`")[0]
    shown = git(project.folder, "show", f"{commit}:log.txt")
    assert shown == "changed by the user before\nmore\n"


def test_where_nobody_can_know_that_is_said(tmp_path: Path) -> None:
    """Without git, and without checkpoints: the edits of tools are undone all the same."""
    cases = {
        "no-git": "this is no git repository",
        "no-checkpoints": "checkpoints are switched off",
    }
    for name, reason in cases.items():
        project = lay_out(tmp_path / name, "echo more >> log.txt\n" + ONCE)
        project.write("p.yaml", step())
        if name == "no-git":
            (project.folder / ".git").rename(tmp_path / "gone")
        else:
            project.write(".architect/config.yaml", "checkpoints: {enabled: false}\n")
        with ProviderServer(at_work(scripts([BY_TOOL, *RUNS_IT]))) as server:
            story = Killed(project, server)
            story.begins()
            code, told = story.resumed()
        assert code == 0, told
        assert f"is not known and stays, because {reason}" in told
        assert project.read("by-tool.txt") == "written by a tool\n"
        assert project.read("log.txt") == "changed by the user before\nmore\nmore\n"
