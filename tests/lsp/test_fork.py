"""Forks of sessions in an editor: the same conversation, and nothing of it twice."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import RICH, call, daemon, played, recorded, says
from tests.support.lsp_client import EditorClient, Refusal
from tests.support.provider_server import Call, ProviderServer, Reply
from tests.support.repository import commit_all

ENDED_S = 60.0
BEFORE = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n"


@pytest.fixture(params=["with git", "without git"])
def root(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.txt").write_text(BEFORE)
    if request.param == "with git":
        commit_all(folder)
    return folder


def edit(old: str) -> dict[str, Any]:
    return call("edit_file", path="a.txt", old_str=old, new_str=old.upper())


async def ran(
    client: EditorClient, *replies: dict[str, Any], prompt: str, session: str | None = None
) -> dict[str, Any]:
    name = prompt.replace(" ", "-")
    order = {"prompt": prompt, "mode": "yolo", "wait": True}
    order["model"] = recorded(client.root, *replies, name=name)
    if session is not None:
        order["session"] = session
    run = await client.command("architect.run", order, ENDED_S)
    assert run["outcome"] == "completed", run
    return run


async def forked(client: EditorClient, session: str, **more: Any) -> dict[str, Any]:
    return await client.command("architect.forkSession", {"sessionId": session, **more}, ENDED_S)


async def open_hunks(client: EditorClient) -> list[str]:
    listed = await client.command("architect.hunks", {})
    return [each["after"] for each in listed["hunks"]]


def test_a_fork_has_the_conversation_and_its_changes_stay_with_the_original(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True, features={**RICH, "events": False}) as client:
            first = await ran(client, edit("one"), says("ok"), prompt="first")
            session = first["sessionId"]
            await ran(client, edit("three"), says("ok"), prompt="second", session=session)
            fork = await forked(client, session, runId=first["runId"])
            assert (fork["prompt"], fork["attached"], fork["restored"]) == ("first", [], None)
            assert await open_hunks(client) == ["THREE\n", "ONE\n"]
            own = await ran(
                client, edit("five"), says("ok"), prompt="third", session=fork["sessionId"]
            )
            assert own["runId"] == f"{fork['sessionId']}.2"
            assert await open_hunks(client) == ["FIVE\n", "THREE\n", "ONE\n"]
            rows = (await client.command("architect.sessions", {}))["sessions"]
            shown = {row["sessionId"]: row for row in rows}
            row = shown[fork["sessionId"]]
            assert (row["title"], row["undecided"]) == ("first (fork)", 1)
            assert row["runs"] == [f"{fork['sessionId']}.1", own["runId"]]
            assert row["filesChanged"] == ["a.txt"]
            copy = {"runId": f"{fork['sessionId']}.1"}
            with pytest.raises(Refusal, match=r"is a copy, and changed nothing; undo '.*1'"):
                await client.command("architect.undo", copy)
            [info] = (await client.command("architect.runs", copy))["runs"]
            assert (info["title"], info["filesChanged"]) == ("first", [])
            page = await client.command("architect.events", copy)
            kinds = [event["type"] for event in page["events"]]
            assert "file.changed" in kinds and kinds[-1] == "run.finished"
            undone = await client.command("architect.undo", {"runId": own["runId"]})
            assert undone["reverted"] == ["a.txt"]
            await client.command("architect.deleteSession", {"sessionId": session})
            again = await ran(client, says("ok"), prompt="more", session=fork["sessionId"])
            assert again["runId"].endswith(".4")

    played(scene())


def test_a_conversation_in_which_no_file_was_changed_goes_back_too(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root) as client:
            first = await ran(client, says("ok"), prompt="first")
            back = {"runId": first["runId"], "before": True, "restoreFiles": True}
            fork = await forked(client, first["sessionId"], **back)
            assert (fork["sessionId"], fork["prompt"]) == (None, "first")
            assert fork["restored"] == {"reverted": [], "conflicts": [], "before": None}

    played(scene())


def test_edit_and_resend_takes_the_files_back_to_before_the_message(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root) as client:
            client.open("a.txt")
            first = await ran(client, edit("one"), says("ok"), prompt="first")
            session = first["sessionId"]
            second = await ran(client, edit("three"), says("ok"), prompt="second", session=session)
            back = {"runId": second["runId"], "before": True, "restoreFiles": True}
            fork = await forked(client, session, **back)
            assert (fork["prompt"], fork["restored"]["reverted"]) == ("second", ["a.txt"])
            assert client.text("a.txt") == BEFORE.replace("one", "ONE")
            own = await ran(
                client, edit("five"), says("ok"), prompt="other", session=fork["sessionId"]
            )
            assert client.text("a.txt") == BEFORE.replace("one", "ONE").replace("five", "FIVE")
            copy = f"{fork['sessionId']}.1"
            listed = await client.command("architect.checkpoints", {"runId": own["runId"]})
            assert [(each["runId"], each["step"]) for each in listed["checkpoints"]] == [
                (copy, 0),
                (copy, 1),
                (own["runId"], 0),
                (own["runId"], 1),
            ]
            back = {"runId": copy, "before": True, "restoreFiles": True}
            again = await forked(client, fork["sessionId"], **back)
            assert (again["sessionId"], again["prompt"]) == (None, "first")
            assert again["restored"]["conflicts"] == []
            assert client.text("a.txt") == BEFORE
            forward = {"runId": own["runId"], "commit": again["restored"]["before"]}
            await client.command("architect.rollback", forward)
            if (root / ".git").exists():
                now = BEFORE.replace("one", "ONE").replace("five", "FIVE")
                assert client.text("a.txt") == now
            with pytest.raises(Refusal, match="is no run of"):
                await forked(client, fork["sessionId"], runId=first["runId"])
            with pytest.raises(Refusal, match="there is no run"):
                await forked(client, session, runId=f"{session}.9")

    played(scene())


def test_the_model_of_a_fork_reads_what_the_original_would_and_nothing_is_paid_twice(
    tmp_path: Path,
) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.txt").write_text(BEFORE)
    arguments = json.dumps({"path": "a.txt", "old_str": "one", "new_str": "ONE"})
    work = [Reply(calls=[Call("edit_file", arguments)]), Reply("Done.")]
    script = [*work, Reply("In the original."), Reply("In the fork.")]

    async def scene(server: ProviderServer) -> None:
        llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
        async with daemon(root, config={"llm": llm}) as client:
            order = {"prompt": "first", "mode": "yolo", "wait": True}
            run = await client.command("architect.run", order, ENDED_S)
            await client.command("architect.undo", {"runId": run["runId"], "note": "No shouting"})
            session = run["sessionId"]
            fork = await forked(client, session)
            for each in (session, fork["sessionId"]):
                order = {"prompt": "and now?", "wait": True, "session": each}
                assert (await client.command("architect.run", order, ENDED_S))["steps"] == 1
            one, other = [request.body["messages"] for request in server.requests[-2:]]
            assert one == other
            assert "No shouting" in json.dumps(one)

    with ProviderServer(script) as server:
        played(scene(server))
