"""Many runs in one daemon: nothing piles up."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import daemon, played, says
from tests.support.lsp_client import EditorClient
from tests.support.process_tree import Holdings
from tests.support.soaking import FILLING, MOST_GROWTH_BYTES, RUNS, WARM_UP, at_rest, scripts

from architect.app.run_manager import MAX_FINISHED

pytestmark = [pytest.mark.fresh_processes, pytest.mark.long]


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
