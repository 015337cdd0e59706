"""MCP servers in the sandbox of commands."""

import json
import socket
import sys
from pathlib import Path

from tests.cli.test_mcp import SERVER, calling, run
from tests.support.command import Project
from tests.support.provider_server import Call
from tests.support.sandboxes import broken_bwrap, need_sandbox


def test_it_reaches_the_workspace_and_nothing_else(project: Project, tmp_path: Path) -> None:
    need_sandbox(project.folder)
    secret = tmp_path / "secret.txt"
    secret.write_bytes(b"secret")
    written = tmp_path / "secret.txt.new"
    arguments = {"name": "words__look_up", "arguments": json.dumps({"word": str(secret)})}
    config = project.home / "config/architect/config.yaml"
    config.parent.mkdir(parents=True)
    confined = {"sandbox": True, "sandbox_paths": [str(SERVER), sys.prefix]}
    told: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = str(listening.getsockname()[1])
        for more in ({}, confined, confined | {"sandbox_network": True}):
            server = {"command": sys.executable, "args": [str(SERVER), "reaches-out", port]}
            servers = {"words": server | {"trusted": True} | more}
            config.write_bytes(json.dumps({"mcp": {"servers": servers}}).encode())
            done = run(project, calling(Call("call_tool", json.dumps(arguments))))
            where = "outside" if written.exists() else "in its own /tmp"
            told.append(f"{done.results()[0]}; {where}")
            written.unlink(missing_ok=True)
    assert told == [
        "reads writes works network; outside",
        "writes works; in its own /tmp",
        "writes works network; in its own /tmp",
    ]
    assert (project.folder / "made-by-server").exists()


def test_without_a_sandbox_it_is_not_started(project: Project, tmp_path: Path) -> None:
    need_sandbox(project.folder)
    project.write("server.py", SERVER.read_bytes())
    added = project.architect("mcp", "add", "--sandbox", "words", "--", sys.executable, "server.py")
    assert added.code == 0, added.stderr
    broken = broken_bwrap(tmp_path / "bin")
    tested = project.architect("mcp", "test", "words", environment=broken)
    assert tested.code == 1
    assert "it is to run in a sandbox, and cannot:" in tested.stderr
    refused = project.architect("mcp", "add", "--sandbox", "far", "http://127.0.0.1:9/mcp")
    assert "only a server with a command can be in the sandbox" in refused.stderr
