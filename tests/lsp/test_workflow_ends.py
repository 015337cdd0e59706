"""What is left of a workflow on copies when the editor goes: nothing that runs, and a way on."""

import asyncio
import json
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.agents_at_work import at_work, writes
from tests.support.daemon import RICH, daemon, played
from tests.support.lsp_client import EditorClient
from tests.support.processes import descendants, is_alive, running_with
from tests.support.provider_server import Behaviour, Call, ProviderServer, Reply
from tests.support.repository import commit_all
from tests.support.until import until

FEATURES = {**RICH, "workflows": True}
MARK = "13142.25"
STUBBORN = f"trap '' TERM INT HUP; setsid sh -c \"trap '' TERM; sleep {MARK}\" & sleep {MARK}"
"""A command that does not end when it is told to, with a child in a session of its own."""


async def says_goodbye(client: EditorClient) -> None:
    assert await client.shut_down() == 0


async def goes_away(client: EditorClient) -> None:
    client.disconnect()
    await client.exit_code()


async def kills_the_daemon(client: EditorClient) -> None:
    client.process.send_signal(signal.SIGKILL)
    await client.exit_code()


@pytest.mark.parametrize("leaves", [says_goodbye, goes_away, kills_the_daemon])
@pytest.mark.parametrize("hangs_in", ["command", "check"])
def test_a_unit_that_hangs_ends_with_the_editor_and_its_workflow_can_be_resumed(
    tmp_path: Path, leaves: Callable[[EditorClient], Awaitable[None]], hangs_in: str
) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.txt").write_text("alpha\n")
    (root.parent / "stubborn.sh").write_text(STUBBORN)
    commit_all(root)
    hang = root.parent / "hang"
    hang.touch()
    line = f"test ! -e {hang} || sh {root.parent}/stubborn.sh"
    runs = Reply(calls=[Call("run_command", json.dumps({"command": line}), id="s1")])
    script: list[Behaviour] = [writes("made.txt"), Reply("made")]
    task: dict[str, Any] = {"tasks": ["COPY"]}
    if hangs_in == "command":
        script.insert(1, runs)
    else:
        task["checks"] = [line]

    async def scene(server: ProviderServer) -> None:
        llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
        config = {
            "llm": llm,
            "agents": {"build": {"confirm_mode": "yolo"}},
            "commands": {"sandbox": "off"},
        }
        async with daemon(root, rich=True, features=FEATURES, config=config) as client:
            begun = await client.command("architect.parallel", task)
            await asyncio.to_thread(until, lambda: len(running_with(MARK)) >= 2, "the command")
            started = descendants(client.process.pid)
            await leaves(client)
        await asyncio.to_thread(
            until, lambda: not any(map(is_alive, started)) and not running_with(MARK), "the end"
        )
        hang.unlink()
        async with daemon(root, rich=True, features=FEATURES, config=config) as client:
            [listed] = (await client.command("architect.workflows"))["workflows"]
            assert listed["status"] == "paused"
            resume = {"workflowId": begun["workflowId"], "wait": True}
            info = await client.command("architect.resumeWorkflow", resume, 40.0)
            assert info["status"] == "success", info
            [unit] = info["units"]
            assert (unit["attempts"], unit["files"]) == (2, ["made.txt"])

    with ProviderServer(at_work({"COPY": script})) as server:
        played(scene(server))
