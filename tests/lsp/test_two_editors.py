"""Two editors on one folder, each with a daemon of its own."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, recorded, says
from tests.support.lsp_client import EditorClient, Refusal

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"x = 1\n")
    (folder / "b.py").write_bytes(b"y = 1\n")
    return folder


async def review(client: EditorClient, path: str, title: str) -> None:
    report = call(
        "report_finding", path=path, line=1, severity="warning", title=title, detail="why"
    )
    model = recorded(client.root, report, says("done"), name=path)
    order = {"scope": "file", "uri": client.uri(path), "model": model, "wait": True}
    await client.command("architect.review", order)


async def findings(client: EditorClient) -> dict[str, str]:
    """Title and id of each."""
    listed = await client.command("architect.findings", {})
    return {finding["title"]: finding["findingId"] for finding in listed["findings"]}


async def shows(client: EditorClient, *titles: str) -> None:
    async with asyncio.timeout(60):
        while set(await findings(client)) != set(titles):
            await asyncio.sleep(0.02)


def test_neither_loses_what_the_other_found_or_dismissed(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, says("")) as one, daemon(root, says("")) as other:
            await review(one, "a.py", "First")
            await one.shut_down()
            await review(other, "b.py", "Second")
            await shows(other, "First", "Second")
            first = (await findings(other))["First"]
            await other.command("architect.findings", {"dismiss": first})
            await other.shut_down()
        async with daemon(root, says("")) as later:
            await shows(later, "Second")
            await review(later, "a.py", "First")
            await shows(later, "Second")

    played(scene())


def test_a_run_of_the_other_editor_goes_on_until_it_ends_there(root: Path) -> None:
    async def scene() -> None:
        wait = recorded(root, call("run_command", command="sleep 60"), says("done"), name="wait")
        start = {"prompt": "wait", "mode": "yolo", "model": wait}
        async with daemon(root, rich=True) as one, daemon(root) as other:
            order = {"runId": (await one.command("architect.run", start))["runId"]}
            await one.wait_for("architect/event", lambda event: event["type"] == "tool.decided")
            info = (await other.command("architect.runs", order))["runs"][0]
            assert info["state"] == "running"
            page = await other.command("architect.events", order)
            assert (len(page["events"]) > 0, page["done"]) == (True, False)
            with pytest.raises(Refusal, match=r"-32010 .* in another editor or terminal"):
                await other.command("architect.cancel", order)
            with pytest.raises(Refusal, match=r"-32010 the session .* is being worked on"):
                await other.command("architect.undo", order)
            await one.command("architect.cancel", order)
            await one.wait_for("architect/event", lambda event: event["type"] == "run.finished")
            async with asyncio.timeout(60):
                while not (page := await other.command("architect.events", order))["done"]:
                    await asyncio.sleep(0.02)
            assert page["events"][-1]["type"] == "run.finished"

    played(scene())


def test_a_run_of_one_editor_is_undone_in_the_other(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as one, daemon(root, EDIT, says("")) as other:
            other.open("a.py", "x = 2\n# mine\n")
            run = await one.command("architect.run", {"prompt": "two", "wait": True})
            report: Any = await other.command("architect.undo", {"runId": run["runId"]})
            assert (report["reverted"], report["conflicts"]) == (["a.py"], [])
            assert other.text("a.py") == "x = 1\n# mine\n"

    played(scene())
