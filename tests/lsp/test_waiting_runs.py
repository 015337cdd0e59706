"""Runs that wait in a queue while the user changes settings."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, recorded, says
from tests.support.lsp_client import EditorClient, choosing

from architect.app.run_queue import EDITORS_AT_ONCE

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"x = 1\n")
    return folder


async def begun(client: EditorClient, root: Path, agent: str, count: int) -> list[str]:
    """The ids of runs whose model thinks for longer than a test takes."""
    slow = recorded(root, {**says("late"), "delay_s": 60}, name="slow")
    runs = [
        await client.command("architect.run", {"prompt": "wait", "agent": agent, "model": slow})
        for _ in range(count)
    ]
    assert [run["state"] for run in runs] == ["running"] * count
    return [run["runId"] for run in runs]


async def ended_after(
    client: EditorClient, ahead: list[str], waiting: str, settings: dict[str, Any]
) -> dict[str, Any]:
    """All about the run `waiting`, after the user changed settings and cancelled those `ahead`."""
    client.notify("workspace/didChangeConfiguration", {"settings": {"architect": settings}})
    for run_id in ahead:
        await client.command("architect.cancel", {"runId": run_id})
    async with asyncio.timeout(60):
        while True:
            [info] = (await client.command("architect.runs", {"runId": waiting}))["runs"]
            if info["state"] == "done":
                return info
            await asyncio.sleep(0.02)


def test_a_run_that_waited_among_those_that_only_read_never_writes(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as client:
            ahead = await begun(client, root, "plan", 2)
            run = await client.command("architect.run", {"prompt": "two", "agent": "plan"})
            assert run["state"] == "queued"
            writes = {"agents": {"plan": {"allowed_tools": ["read_file", "edit_file"]}}}
            info = await ended_after(client, ahead, run["runId"], writes)
            assert info["outcome"] == "failed"
            assert "start the run again" in info["error"]
            assert (root / "a.py").read_bytes() == b"x = 1\n"

    played(scene())


@pytest.mark.parametrize(
    "settings",
    [{"edits": {"review": "confirm"}}, {"guardrails": {"protected_files": ["a.py"]}}],
)
def test_what_the_user_tightened_meanwhile_holds(root: Path, settings: dict[str, Any]) -> None:
    async def scene() -> None:
        answers = {"window/showMessageRequest": choosing("Deny")}
        async with daemon(root, EDIT, says("done"), answers=answers) as client:
            ahead = await begun(client, root, "build", EDITORS_AT_ONCE)
            run = await client.command("architect.run", {"prompt": "two"})
            assert run["state"] == "queued"
            info = await ended_after(client, ahead, run["runId"], settings)
            assert info["denied"] == 1
            assert (root / "a.py").read_bytes() == b"x = 1\n"

    played(scene())
