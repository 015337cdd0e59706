"""The MCP servers of an editor: how they are, connected, started anew and ended."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import daemon, played, says
from tests.support.lsp_client import EditorClient, Refusal
from tests.support.processes import running_below

SERVER = Path(__file__).parents[1] / "support" / "mcp_server.py"


def servers(**ways: str) -> dict[str, Any]:
    return {
        "mcp": {
            "servers": {
                name: {"command": sys.executable, "args": [str(SERVER), way]}
                for name, way in ways.items()
            }
        }
    }


async def told(client: EditorClient, **argument: str) -> dict[str, dict[str, Any]]:
    answer = await client.command("architect.mcp", argument)
    return {each["name"]: each for each in answer["servers"]}


def test_servers_are_connected_started_anew_and_ended(tmp_path: Path) -> None:
    async def scene() -> None:
        options = servers(words="", broken="dies-at-start")
        async with daemon(tmp_path, says("done"), config=options) as client:
            first = await told(client)
            assert [each["state"] for each in first.values()] == ["off", "off"]
            assert not running_below(os.getpid(), str(SERVER))

            connected = await told(client, action="connect")
            words, broken = connected["words"], connected["broken"]
            assert (words["state"], words["problem"]) == ("ready", "")
            assert words["tools"] == [{"name": "look_up", "description": "Look a word up."}]
            assert words["log"] == ["hello from the server"]
            assert broken["state"] == "failed"
            assert broken["problem"] == "it ended with exit code 1: there is no database"

            [before] = running_below(os.getpid(), str(SERVER))
            assert (await told(client, action="restart", server="words"))["words"][
                "state"
            ] == "ready"
            [after] = running_below(os.getpid(), str(SERVER))
            assert before != after

            stopped = await told(client, action="stop", server="words")
            assert stopped["words"]["state"] == "off"
            assert not running_below(os.getpid(), str(SERVER))
            with pytest.raises(Refusal, match="there is no MCP server 'wrds'; there are: "):
                await told(client, action="restart", server="wrds")
            await told(client, action="connect", server="words")
        assert not running_below(os.getpid(), str(SERVER))

    played(scene())


def test_prompts_of_connected_servers_are_offered_behind_a_slash(tmp_path: Path) -> None:
    async def scene() -> None:
        async with daemon(tmp_path, says("done"), config=servers(words="prompts")) as client:
            for action, expected in (("stop", []), ("connect", ["/words:review", "/words:silent"])):
                await told(client, action=action, server="words")
                found = await client.command("architect.mentions", {"text": "/wor"})
                assert [each["insert"] for each in found["mentions"]] == expected
            assert found["mentions"][0]["kind"] == "prompt"

    played(scene())
