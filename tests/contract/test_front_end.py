"""A front end is one folder on `app/` and `jsonrpc/`: a whole one in a page, over lines.

It is in tests/support/line_front_end.py; docs/architecture.md refers to it.
"""

import json
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.support.asking import ASKS_ALWAYS
from tests.support.command import Project
from tests.support.recorded_model import call, recorded, reply

PROGRAM = Path(__file__).parents[1] / "support" / "line_front_end.py"
TOUCH = call("run_command", command="touch made")
Message = dict[str, Any]


class Client:
    """The other end: JSON-RPC, one message a line."""

    def __init__(self, process: subprocess.Popen[bytes], project: Project) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._project = process, project
        self._write, self._read = process.stdin, process.stdout
        self.events: list[str] = []

    def send(self, **message: Any) -> None:
        self.send_line(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def send_line(self, line: bytes) -> None:
        self._write.write(line + b"\n")
        self._write.flush()

    def run(self, *replies: Message) -> None:
        """Ask for a run, by request number 1, in which the model replies that."""
        model = recorded(self._project.home / "script.json", *replies)
        root = str(self._project.folder)
        params = {"root": root, "model": model, "task": "do it"}
        self.send(id=1, method="run", params=params)

    def receive(self) -> Message:
        """The next message that is no event."""
        while line := self._read.readline():
            message = json.loads(line)
            if message.get("method") != "event":
                return message
            self.events.append(message["params"]["type"])
        raise EOFError

    def leave(self) -> int:
        """Close the stream; the exit code."""
        self._write.close()
        return self._process.wait(60)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    found = Project(tmp_path / "project", tmp_path / "home")
    found.folder.mkdir()
    found.home.mkdir()
    return found


@contextmanager
def front_end(project: Project) -> Generator[Client]:
    process = subprocess.Popen(
        [sys.executable, str(PROGRAM)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=project.environment(ASKS_ALWAYS),
        cwd=project.folder,
    )
    with process:
        try:
            yield Client(process, project)
        finally:
            process.kill()


def test_a_run_asks_is_answered_and_tells_what_happens(project: Project) -> None:
    with front_end(project) as client:
        client.run(reply("I make a file.", TOUCH), reply("made it"))

        question = client.receive()
        assert question["method"] == "confirm"
        assert "touch made" in question["params"]["message"]
        client.send(id=question["id"], result="once")

        assert client.receive() == {
            "jsonrpc": "2.0",
            "id": 1,
            "result": {"outcome": "completed", "output": "made it"},
        }
        assert (project.folder / "made").exists()
        assert (client.events[0], client.events[-1]) == ("run.started", "run.finished")
        assert {"model.replied", "tool.requested", "tool.finished"} <= set(client.events)
        assert client.leave() == 0


def test_a_cancelled_run_ends_with_its_question(project: Project) -> None:
    with front_end(project) as client:
        client.run(reply("I make a file.", TOUCH), reply("made it"))
        question = client.receive()
        client.send(method="cancel", params={"id": 1})

        answers = [client.receive(), client.receive()]
        refused = {"code": -32800, "message": "'run' was cancelled"}
        withdrawn = {"jsonrpc": "2.0", "method": "cancel", "params": {"id": question["id"]}}
        assert {"jsonrpc": "2.0", "id": 1, "error": refused} in answers
        assert withdrawn in answers
        assert not (project.folder / "made").exists()

        client.run(reply("nothing to do"))
        assert client.receive()["result"]["output"] == "nothing to do"


def test_whoever_leaves_ends_its_runs_which_are_recorded_as_interrupted(project: Project) -> None:
    with front_end(project) as client:
        client.run(reply("I make a file.", TOUCH), reply("made it"))
        assert client.receive()["method"] == "confirm"
        assert client.leave() == 0

    [session] = json.loads(project.architect("sessions", "--json").stdout)
    assert session["status"] == "interrupted"
    assert not (project.folder / "made").exists()


def test_what_cannot_be_understood_or_done_is_answered_in_one_sentence(project: Project) -> None:
    with front_end(project) as client:
        client.send_line(b"hello")
        client.send(id=2, method="dance")
        client.send(id=3, method="run", params=["x"])
        client.send(id=4, method="run", params={})
        missing = {"root": str(project.folder), "model": "recorded/none", "task": "do it"}
        client.send(id=5, method="run", params=missing)

        errors = {
            message["id"]: message["error"] for message in (client.receive() for _ in "12345")
        }
        assert [errors[each]["code"] for each in (None, 2, 3, 4, 5)] == [
            -32700, -32601, -32602, -32603, -32000,
        ]  # fmt: skip
        assert errors[None]["message"].startswith("not JSON in UTF-8")
        assert errors[4]["message"].startswith("a bug in architect ended 'run' (KeyError)")
        assert "there is no recorded script 'none'" in errors[5]["message"]
