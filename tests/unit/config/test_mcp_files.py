"""Servers in the files of other programs."""

import json

from architect.config.mcp_files import servers_in

OURS = {"command": "architect", "args": ["mcp-serve"]}
OTHER = {"command": "words", "args": ["--stdio"]}


def test_runs_do_not_call_architect_as_the_server_that_other_agents_have_in_it() -> None:
    content = json.dumps({"mcpServers": {"architect": OURS, "words": OTHER}}).encode()
    found = servers_in(content, ".mcp.json")
    assert list(found.layer.values["mcp"]["servers"]) == ["words"]
    assert found.notes == ()
