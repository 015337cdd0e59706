"""`architect mcp-serve` on its transports: who may speak, and what is left in the end."""

import json
import signal
import subprocess
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import HANGS_AFTER_S, Project
from tests.support.journals import read_journal
from tests.support.mcp_agent import TOKEN, http_server, use_model
from tests.support.processes import running_with
from tests.support.recorded_model import Gate, call, recorded, reply
from tests.support.until import until

from architect.domain.journal.run_events import RunFinished
from architect.mcp_server.http_token import TOKEN_VARIABLE

CLIENT = Path(__file__).parents[2] / "client-vscode"
AGENT = Path(__file__).parents[1] / "support" / "mcp_agent.mjs"
EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")

WHO: dict[str, Any] = {"protocolVersion": "2025-06-18", "capabilities": {}}
INITIALIZE: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": WHO | {"clientInfo": {"name": "test", "version": "1"}},
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
RUN_TASK = {
    "jsonrpc": "2.0",
    "id": 2,
    "method": "tools/call",
    "params": {"name": "run_task", "arguments": {"task": "wait"}},
}


def status(port: int, **headers: str) -> int:
    """How the server answers a request with these headers."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=HANGS_AFTER_S)) as connection:
        connection.request("POST", "/mcp", b"{}", {"Content-Type": "application/json", **headers})
        return connection.getresponse().status


@pytest.mark.skipif(
    not (CLIENT / "node_modules/@modelcontextprotocol/sdk").exists(),
    reason="client-vscode is not installed (scripts/install-extension)",
)
def test_over_http_the_client_of_the_typescript_sdk_has_a_task_done_and_is_asked(
    project: Project,
) -> None:
    use_model(project, recorded(project.home / "edit.json", reply("", EDIT), reply("Done.")))
    with http_server(project) as url:
        assert url.startswith("http://127.0.0.1:")
        port = int(url.rpartition(":")[2].partition("/")[0])
        shown = f"Bearer {TOKEN}"
        assert status(port) == 401
        assert status(port, Authorization="Bearer another-token-of-a-guesser") == 401
        assert status(port, Authorization=shown, Host="example.com") == 421
        assert status(port, Authorization=shown, Origin="http://example.com") == 403

        told = subprocess.run(
            ["node", AGENT, CLIENT, url, TOKEN, "run_task", json.dumps({"task": "set x to 2"})],
            capture_output=True,
            timeout=HANGS_AFTER_S,
            check=False,
        )
        assert told.returncode == 0, told.stderr
        seen = json.loads(told.stdout)
        assert {"run_task", "review", "apply_patch", "undo"} < set(seen["tools"])
        assert seen["result"]["structuredContent"]["ending"] == "completed"
        assert "+x = 2" in seen["questions"][0]
        assert seen["progress"][0] == "step 1"
        assert project.read("a.py") == "x = 2\n"
    assert not [each for each in project.journals if TOKEN.encode() in each.read_bytes()]


def test_over_http_a_client_that_vanishes_leaves_its_run_working_and_others_are_served(
    project: Project,
) -> None:
    gate = Gate(project.folder / "gate-of-this-test")
    model = recorded(project.home / "wait.json", reply("", gate.wait), reply("Done."))
    use_model(project, model)
    process = project.start("mcp-serve", "--http", environment={TOKEN_VARIABLE: TOKEN})
    assert process.stderr is not None
    port = int(process.stderr.readline().decode().rpartition(":")[2].partition("/")[0])
    shown = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    shown |= {"Accept": "application/json, text/event-stream"}

    def post(message: Any, **more: str) -> HTTPConnection:
        connection = HTTPConnection("127.0.0.1", port, timeout=HANGS_AFTER_S)
        connection.request("POST", "/mcp", json.dumps(message), {**shown, **more})
        return connection

    with closing(post(INITIALIZE)) as connection:
        answer = connection.getresponse()
        session = {"Mcp-Session-Id": answer.headers["Mcp-Session-Id"]}
    with closing(post(INITIALIZED, **session)) as connection:
        assert connection.getresponse().status == 202
    with closing(post(RUN_TASK, **session)):
        until(lambda: running_with("cat gate-of-this-test"), "the command")
    with closing(post(INITIALIZE)) as connection:
        assert connection.getresponse().status == 200
    with closing(post({**RUN_TASK, "id": "x" * 17_000_000}, **session)) as connection:
        assert connection.getresponse().status == 413
    gate.open()
    [journal] = project.journals
    ended = until(lambda: [e for e in events(journal) if isinstance(e, RunFinished)], "the end")
    assert str(ended[0].stop_reason) == "llm_done"
    process.send_signal(signal.SIGTERM)
    assert project.finish(process).code == 0


def events(journal: Path) -> list[Any]:
    return [each.event for each in read_journal(journal)]


def test_when_the_client_leaves_its_run_ends_and_nothing_that_it_started_is_left(
    project: Project,
) -> None:
    gate = Gate(project.folder / "gate-of-this-test")
    use_model(project, recorded(project.home / "wait.json", reply("", gate.wait)))
    project.write(".architect.yaml", "commands:\n  network: true\n")
    process = project.start("mcp-serve", stdin=subprocess.PIPE)
    assert process.stdin is not None
    for message in (INITIALIZE, INITIALIZED, "this is no message", RUN_TASK):
        process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
    until(lambda: running_with("cat gate-of-this-test"), "the command")
    finished = project.finish(process)
    assert finished.code == 0
    assert finished.stderr.count("commands.network") == 1
    answers = [json.loads(line) for line in finished.stdout.split(b"\n") if line]
    by_id = {each["id"]: each for each in answers if "id" in each}
    assert by_id[1]["result"]["serverInfo"]["name"] == "architect"
    assert by_id[None]["error"]["code"] == -32600
    assert not running_with("cat gate-of-this-test")
    [journal] = project.journals
    assert not any(isinstance(each.event, RunFinished) for each in read_journal(journal))
