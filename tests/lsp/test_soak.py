"""Many runs in one daemon: nothing piles up."""

import os
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, recorded, says
from tests.support.effort import tries
from tests.support.lsp_client import EditorClient
from tests.support.process_tree import Holdings, holdings_of
from tests.support.run_states import answered

from architect.app.run_manager import MAX_FINISHED

pytestmark = [pytest.mark.fresh_processes, pytest.mark.long]

RUNS = tries(120, long=2000)
WARM_UP = 50
MOST_GROWTH_BYTES = 20_000_000

POOL = min(32, (os.cpu_count() or 1) + 4)
"""Threads that asyncio keeps for work beside the loop; not all are started in the warm-up."""

FILLING = "".join(f"line {number} stays as it is\n" for number in range(500))


def scripts(root: Path) -> dict[str, str]:
    """A model for each kind of run."""
    forth = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")
    back = call("edit_file", path="a.py", old_str="x = 2", new_str="x = 1")
    odd = {"path": "a.py", "line": 1, "severity": "info", "title": "odd", "detail": "why"}
    command = call("run_command", command="echo ran")
    return {
        "forth": recorded(root, call("read_file", path="a.py"), forth, says("2"), name="forth"),
        "back": recorded(root, call("grep", pattern="x = "), back, says("1"), name="back"),
        "review": recorded(root, call("report_finding", **odd), says("one"), name="review"),
        "command": recorded(root, command, says("ran"), name="command"),
    }


async def round_of(client: EditorClient, models: dict[str, str], number: int) -> None:
    """One run, and what an editor does around it."""
    kind = "review" if number % 10 == 5 else "command" if number % 25 == 7 else "edit"
    if kind == "review":
        scope = {"scope": "file", "uri": client.uri("a.py")}
        run = await client.command(
            "architect.review", {**scope, "model": models[kind], "wait": True}
        )
    else:
        text = client.text("a.py")
        direction = "forth" if text.startswith("x = 1") else "back"
        model = models[kind if kind == "command" else direction]
        order = {"prompt": "edit", "model": model, "wait": True}
        run = await client.command("architect.run", order)
    assert run["outcome"] == "completed", run
    assert run["denied"] == 0, run
    if kind == "edit":
        assert run["filesChanged"] == ["a.py"]
        client.type("a.py", len(client.text("a.py")), len(client.text("a.py")), "# typed\n")
    if number % 20 == 3:
        undone = await client.command("architect.undo", {"runId": run["runId"]})
        assert (undone["reverted"], undone["conflicts"]) == (["a.py"], [])
    if number % 50 == 0:
        client.replace("a.py", f"x = 1\n{FILLING}")


async def at_rest(client: EditorClient, wanted: Holdings | None) -> Holdings:
    """What the daemon holds when it has put everything away; `wanted` says when that is so."""

    async def look() -> Holdings:
        return holdings_of(client.process.pid)

    def is_wanted(found: Holdings) -> bool:
        if wanted is None:
            return found.children == 0
        return (
            found.threads <= wanted.threads + POOL
            and found.children <= wanted.children
            and found.descriptors <= wanted.descriptors
        )

    return await answered(look, f"the daemon to hold no more than {wanted}", is_wanted)


def test_many_runs_leave_the_daemon_as_large_as_it_was(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_bytes(f"x = 1\n{FILLING}".encode())
    config: dict[str, Any] = {"edits": {"save": "never"}}
    config["agents"] = {"build": {"confirm_mode": "yolo"}}

    async def scene() -> None:
        models = scripts(root)
        async with daemon(root, says("done"), rich=True, config=config) as client:
            client.open("a.py")
            before: Holdings | None = None
            for number in range(1, RUNS + 1):
                await round_of(client, models, number)
                if number == WARM_UP:
                    before = await at_rest(client, None)
            assert before is not None
            after = await at_rest(client, before)
            assert after.rss_bytes - before.rss_bytes < MOST_GROWTH_BYTES, (before, after)
            done = [e for e in client.of("architect/event") if e["type"] == "run.finished"]
            assert len(done) == RUNS
            assert len((await client.command("architect.runs", {}))["runs"]) <= 2 * MAX_FINISHED
            assert await client.shut_down() == 0

    played(scene())
