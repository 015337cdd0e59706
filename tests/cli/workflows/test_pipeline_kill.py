"""`kill -9` at any instant of a pipeline: once it is resumed, it comes to the same as without."""

import json
import random
import time
from pathlib import Path
from typing import Any

from tests.cli.talk import provider_environment
from tests.support.agents_at_work import writes
from tests.support.command import Project
from tests.support.effort import tries
from tests.support.processes import descendants, is_alive
from tests.support.provider_server import Call, ProviderServer, Received, Reply
from tests.support.repository import commit_all, git
from tests.support.team import task_of
from tests.support.until import until
from tests.support.working_tree import branches_of, state_of

KILLS = tries(2, long=50)
SEED = 20_260_101
STEPS = 30
MOST_S = 6.0
"""Of a process before it is killed; the whole takes longer."""


CHECKED = "echo begun >> checks.txt; sleep 0.1; echo ended >> checks.txt"


def pipeline() -> str:
    """Thirty steps: in order and beside each other, in lists, on copies, approved, failing."""
    steps: list[dict[str, Any]] = [
        {"name": "list", "output_var": "found", "output_schema": {"type": "object"}},
        {"name": "each", "for_each": "found.names", "checks": ['test -f "each-$VAR_item.txt"']},
        {"name": "left", "agent": "plan", "needs": ["each"], "output_var": "left"},
        {"name": "right", "agent": "plan", "needs": ["each"], "output_var": "right"},
        {"name": "join", "needs": ["left", "right"], "condition": "'left' in left"},
        {"name": "never", "condition": "right == 'no'"},
        {"name": "copy", "worktree": True, "for_each": ["x", "y"]},
        {"name": "gate", "approval": True, "checkpoint": True},
        {"name": "breaks", "checks": [f"{CHECKED}; false"], "retries": 1},
        {"name": "lost", "needs": ["breaks"]},
        {"name": "tidy", "needs": ["breaks"], "condition": "failed(breaks)"},
        {"name": "wrong", "needs": ["tidy"], "prompt": "WORK <wrong> {{left.title}}"},
        {"name": "command", "needs": ["tidy"], "checks": [CHECKED, "test -f command.txt"]},
    ]
    steps += [{"name": f"more-{number}"} for number in range(STEPS - len(steps) - 1)]
    steps.append({"name": "last", "approval": True, "condition": "not failed(gate)"})
    for step in steps:
        item = "-{{item}}" if "for_each" in step else ""
        step.setdefault("prompt", f"WORK <{step['name']}{item}> for {{{{who}}}}")
    return json.dumps({"name": "Thirty", "variables": {"who": "me"}, "steps": steps})


def at_work(received: Received) -> Reply:
    """Writes a file that is called like the step, and appends to one that all of them change.

    So a command that is done twice shows, and so does one that is cut off in its middle.
    """
    name = task_of(received).split("WORK <")[1].split(">")[0]
    replied = sum(each["role"] == "assistant" for each in received.body["messages"])
    if name == "list":
        return Reply('{"names": ["a", "b", "c"]}')
    if name in ("left", "right"):
        return Reply(f"{name} is read")
    append = f"echo {name} >> common.txt"
    lines = {"command": f"{append}; sleep 0.1; {append} again; echo {name} > {name}.txt"}
    steps = [
        writes(f"{name}.txt", f"{name} has begun\n"),
        Reply(calls=[Call("run_command", json.dumps(lines), id="c2")]),
        Reply(f"{name} is done"),
    ]
    return steps[min(replied, 2)]


def lay_out(folder: Path) -> Project:
    project = Project(folder / "project", folder / "home")
    project.home.mkdir(parents=True)
    project.write("common.txt", "begin\n")
    project.write("p.yaml", pipeline())
    commit_all(project.folder)
    git(project.folder, "config", "user.name", "A User")
    git(project.folder, "config", "user.email", "user@example.invalid")
    return project


class Story:
    """A pipeline that is begun, and resumed until it is over."""

    def __init__(self, project: Project, server: ProviderServer) -> None:
        self.project = project
        self.where = ("--api-base", server.url + "/v1", "--model", "openai/m", "--json")
        self.kills = 0
        self.git = state_of(project.folder)["git"]

    def goes_on(self, *, kill_after_s: float | None) -> int | None:
        """The exit code of one more process; None if it was killed."""
        with self.project.start(*self._words(), environment=provider_environment()) as process:
            if kill_after_s is not None:
                time.sleep(kill_after_s)
                if process.poll() is None:
                    below = descendants(process.pid)
                    process.kill()
                    process.communicate()
                    until(lambda: not any(map(is_alive, below)), "the end of what it had started")
                    self.kills += 1
                    return None
            return self.project.finish(process).code

    def _words(self) -> tuple[str, ...]:
        known = self.known()
        if known is None:
            begin = ("pipeline", "run", "p.yaml", "--trust-project", "--mode", "yolo")
            return (*begin, "--workers", "2", *self.where)
        waits = ("--approve",) if known["waiting_for"] else ()
        return ("resume", known["workflow_id"], *waits, *self.where)

    def known(self) -> dict[str, Any] | None:
        listed = json.loads(self.project.architect("workflows", "--json").stdout)
        assert len(listed) <= 1
        return listed[0] if listed else None

    def outcome(self) -> dict[str, Any]:
        """All that has to be the same in the end, however often it was killed."""
        known = self.known()
        assert known is not None
        folder = self.project.folder
        branches = branches_of(folder)
        return {
            "status": known["status"],
            "reason": known["reason"],
            "units": {
                each["id"]: (each["phase"], each["success"], each["reason"], each["output"])
                for each in known["units"]
            },
            "files": state_of(folder)["files"],
            "untouched": state_of(folder)["git"] == self.git,
            "branches": {name: git(folder, "rev-parse", f"{name}^{{tree}}") for name in branches},
            "refs": git(folder, "for-each-ref", "refs/architect/workflows"),
        }


def test_a_kill_at_any_instant_changes_nothing_of_what_it_comes_to(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    with ProviderServer([at_work] * 100_000) as server:
        whole = Story(lay_out(tmp_path / "whole"), server)
        assert [whole.goes_on(kill_after_s=None) for _ in range(3)] == [6, 6, 1]
        expected = whole.outcome()
        assert (expected["status"], expected["untouched"]) == ("failed", True)
        assert len(expected["units"]) == STEPS + 2 + 1  # of the lists of three and of two
        kills = 0
        for number in range(KILLS):
            story = Story(lay_out(tmp_path / str(number)), server)
            code: int | None = None
            while code in (None, 6):
                most = MOST_S * chance.random() if kills + story.kills < KILLS else None
                code = story.goes_on(kill_after_s=most)
            assert code == 1
            assert story.outcome() == expected
            kills += story.kills
            if kills >= KILLS:
                break
        assert kills >= KILLS
