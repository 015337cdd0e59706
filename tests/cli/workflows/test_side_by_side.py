"""What a person sees of two steps that read at the same time."""

import json
import threading
from typing import Any

from tests.cli.talk import talk
from tests.support.command import Project
from tests.support.provider_server import Call, Received, Reply
from tests.support.team import task_of

STEPS: list[dict[str, Any]] = [
    {"name": name, "agent": "explore", "needs": [], "prompt": f"WORK {name}"}
    for name in ("left", "right")
]


def test_their_lines_and_costs_are_told_apart(repository: Project) -> None:
    repository.write("p.yaml", json.dumps({"name": "Two", "steps": STEPS}))
    together = threading.Barrier(2, timeout=60)

    def judge(received: Received) -> Reply:
        name = "left" if "left" in task_of(received) else "right"
        together.wait()  # so that each is beside the other at every step
        if any(each["role"] == "tool" for each in received.body["messages"]):
            return Reply(f"{name} has found this,\nand {name} says it on two lines")
        read = json.dumps({"path": "a.txt"})
        return Reply(f"{name} looks", calls=[Call("read_file", read, id="c1")])

    command = ("pipeline", "run", "p.yaml", "--trust-project", "--workers", "2")
    talked = talk(repository, [judge] * 20, "--mode", "yolo", command=command)
    assert talked.code == 0
    lines = talked.stderr.splitlines()
    for name in ("left", "right"):
        own = [each.removeprefix(f"{name} | ") for each in lines if each.startswith(f"{name} | ")]
        said = [each for each in own if name in each]
        assert said == [
            f"{name} looks",
            f"{name} has found this,",
            f"and {name} says it on two lines",
        ]
        assert sum("10 in / 5 out" in each for each in own) == 1
        [done] = [each for each in own if each.startswith("Done")]
        assert "2 steps" in done and "(20 in / 10 out)" in done
    labels = ("left", "right", "pipeline", "success", "costs", "architect ")
    assert [each for each in lines if not each.startswith(labels)] == []
