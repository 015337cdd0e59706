"""All changes of a session as one: shown, kept, undone; and what an undo leaves alone."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, recorded, says
from tests.support.lsp_client import EditorClient, Refusal
from tests.support.repository import commit_all, git

ENDED_S = 60.0
BEFORE = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.txt").write_text(BEFORE)
    (folder / "b.txt").write_text(BEFORE)
    commit_all(folder)
    return folder


def edit(*words: str, path: str = "a.txt") -> dict[str, Any]:
    calls = [call("edit_file", path=path, old_str=each, new_str=each.upper()) for each in words]
    return {"text": "", "calls": [each["calls"][0] for each in calls]}


NEW = call("write_file", path="new.txt", content="new\n")


async def ran(
    client: EditorClient, *replies: dict[str, Any], name: str, session: str | None = None
) -> dict[str, Any]:
    order = {"prompt": name, "mode": "yolo", "wait": True}
    order["model"] = recorded(client.root, *replies, says("ok"), name=name)
    if session is not None:
        order["session"] = session
    run = await client.command("architect.run", order, ENDED_S)
    assert run["outcome"] == "completed", run
    return run


async def hunks(client: EditorClient, **which: str) -> list[dict[str, Any]]:
    return (await client.command("architect.hunks", which))["hunks"]


async def two_runs(client: EditorClient) -> tuple[str, list[str]]:
    first = await ran(client, edit("one", "five"), NEW, name="first")
    session = first["sessionId"]
    second = await ran(client, edit("three"), edit("two", path="b.txt"), name="2", session=session)
    return session, [first["runId"], second["runId"]]


def test_all_runs_of_a_session_are_shown_undone_and_redone_as_one(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root) as client:
            client.open("a.txt")
            session, runs = await two_runs(client)
            of_session = {"sessionId": session}
            shown = await hunks(client, **of_session)
            assert [each["after"] for each in shown if each["path"] == "a.txt"] == [
                "THREE\n",
                "ONE\n",
                "FIVE\n",
            ]
            diff = await client.command("architect.diff", of_session)
            sides = {each["path"]: each for each in diff["files"]}
            assert sorted(sides) == ["a.txt", "b.txt", "new.txt"]
            assert (sides["a.txt"]["before"], sides["new.txt"]["before"]) == (BEFORE, None)
            assert sides["a.txt"]["after"] == client.text("a.txt")
            undone = await client.command("architect.undo", of_session)
            assert sorted(undone["reverted"]) == ["a.txt", "b.txt", "new.txt"]
            assert (undone["conflicts"], undone["deleted"]) == ([], ["new.txt"])
            assert client.text("a.txt") == BEFORE
            assert await hunks(client, **of_session) == []
            assert undone["runIds"] == [f"{session}.3", f"{session}.4"]
            for run_id in reversed(undone["runIds"]):
                again = await client.command("architect.undo", {"runId": run_id})
                assert (again["conflicts"], again["deleted"]) == ([], [])
            assert client.text("a.txt") == sides["a.txt"]["after"]
            assert len(await hunks(client, **of_session)) == 5
            picked = [each["hunkId"] for each in shown if each["after"] in ("THREE\n", "ONE\n")]
            some = await client.command("architect.undo", {**of_session, "hunkIds": picked})
            assert (sorted(some["hunks"]), some["conflicts"]) == (sorted(picked), [])
            assert client.text("a.txt") == BEFORE.replace("five", "FIVE")
            kept = await client.command("architect.keep", of_session)
            assert (len(kept["kept"]), await hunks(client, **of_session)) == (3, [])
            for wrong in ({}, {**of_session, "runId": runs[0]}, {"sessionId": runs[0]}):
                with pytest.raises(Refusal, match="-32602"):
                    await client.command("architect.undo", wrong)
            with pytest.raises(Refusal, match="has no hunk 'nonsense'"):
                await client.command("architect.undo", {**of_session, "hunkIds": ["nonsense"]})
            with pytest.raises(Refusal, match="there is no session"):
                await client.command("architect.undo", {"sessionId": "20200101-000000-abcdef"})

    played(scene())


def test_undoing_a_run_leaves_alone_what_was_undone_or_brought_back_before(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root) as client:
            client.open("a.txt")
            run = {"runId": (await ran(client, edit("one", "five"), name="first"))["runId"]}
            first, _ = await hunks(client, **run)
            single = {**run, "hunkIds": [first["hunkId"]]}
            undo_of_one = await client.command("architect.undo", single)
            assert client.text("a.txt") == BEFORE.replace("five", "FIVE")
            whole = await client.command("architect.undo", run)
            assert (whole["reverted"], client.text("a.txt")) == (["a.txt"], BEFORE)
            assert (await client.command("architect.undo", run))["reverted"] == []
            assert await hunks(client) == []
            back = await client.command("architect.undo", {"runId": whole["runId"]})
            assert back["reverted"] == ["a.txt"]
            assert client.text("a.txt") == BEFORE.replace("five", "FIVE")
            await client.command("architect.undo", {"runId": undo_of_one["runId"]})
            both = BEFORE.replace("five", "FIVE").replace("one", "ONE")
            assert client.text("a.txt") == both
            assert (await client.command("architect.undo", run))["conflicts"] == []
            assert client.text("a.txt") == BEFORE

    played(scene())


def test_a_run_again_after_git_checkout_has_its_hunks_once(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root) as client:
            await ran(client, edit("one", "five"), name="first")
            git(root, "checkout", ".")
            assert [each["after"] for each in await hunks(client)] == []
            second = await ran(client, edit("one"), name="second")
            found = await hunks(client)
            assert [(each["after"], each["runId"]) for each in found] == [
                ("ONE\n", second["runId"])
            ]
        async with daemon(root) as later:
            listed = await later.command("architect.sessions", {})
            assert [row["title"] for row in listed["sessions"]] == ["second", "first"]
            [row, _] = listed["sessions"]
            [info] = (await later.command("architect.runs", {"runId": row["runs"][0]}))["runs"]
            assert (info["title"], info["outcome"]) == ("second", "completed")
            undone = await later.command("architect.undo", {"sessionId": row["sessionId"]})
            assert undone["reverted"] == ["a.txt"]
            assert (root / "a.txt").read_text() == BEFORE

    played(scene())
