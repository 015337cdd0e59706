"""Servers in the files of other programs."""

import json

from architect.config.mcp_files import servers_in

OURS = {"command": "architect", "args": ["mcp-serve"]}
HERE = {"command": "/opt/venv/bin/architect", "args": ["mcp-serve", "-w", "."]}
WITH_UV = {"command": "uvx", "args": ["--from", "architect-lsp", "architect", "mcp-serve"]}
MORE = {"command": "/home/me/architect/words", "args": ["mcp-serve"]}
OTHER = {"command": "words", "args": ["--stdio"]}


def test_runs_do_not_call_architect_as_the_server_that_other_agents_have_in_it() -> None:
    servers = {"architect": OURS, "here": HERE, "with-uv": WITH_UV, "words": OTHER, "more": MORE}
    found = servers_in(json.dumps({"mcpServers": servers}).encode(), ".mcp.json")
    assert list(found.layer.values["mcp"]["servers"]) == ["words", "more"]
    assert found.notes == ()
