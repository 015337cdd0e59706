"""The list of sessions in an editor: searched, renamed, exported, deleted."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, recorded, says
from tests.support.lsp_client import NO_ANSWER, EditorClient, Refusal
from tests.support.repository import commit_all, git

from architect.app.sessions.deleting import lost_with
from architect.domain.ids import SessionId

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")
ENDED_S = 60.0


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"x = 1\n")
    commit_all(folder)
    return folder


async def ran(client: EditorClient, prompt: str, *replies: dict[str, Any], **more: Any) -> str:
    """The id of the session of a run that is over."""
    model = recorded(client.root, *replies, name=prompt.split()[0])
    order = {"prompt": prompt, "mode": "yolo", "model": model, "wait": True, **more}
    run = await client.command("architect.run", order, ENDED_S)
    return run["sessionId"]


async def unanswered(_: Any) -> Any:
    return NO_ANSWER


async def rows(client: EditorClient, **more: Any) -> list[dict[str, Any]]:
    return (await client.command("architect.sessions", more))["sessions"]


def kept(root: Path, session_id: str) -> list[str]:
    return [each.name for each in (root / ".architect/sessions").glob(f"{session_id}*")]


def test_sessions_are_found_by_the_words_of_their_title_and_conversation(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root) as client:
            parser = await ran(client, "Fix the parser", says('It trips over "umlauts", ÄÖ.'))
            docs = await ran(client, "Write docs", says("Done with the parser's page."))
            found = [row["sessionId"] for row in await rows(client)]
            assert found == [docs, parser]
            for query, wanted in (
                ("PARSER", [docs, parser]),
                ("fix parser", [parser]),
                ('"umlauts" äö', [parser]),
                ("nowhere", []),
                (parser, [parser]),
                ("run.started system", []),
            ):
                assert [row["sessionId"] for row in await rows(client, query=query)] == wanted
            assert [row["sessionId"] for row in await rows(client, limit=1)] == [docs]
            assert [row["root"] for row in await rows(client)] == [str(root)] * 2
            with pytest.raises(Refusal, match="limit"):
                await rows(client, limit=0)

    played(scene())


def test_another_editor_sees_the_title_that_the_user_gave(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root) as one, daemon(root) as other:
            session = await ran(one, "Fix the parser", says("ok"))
            hostile = "a\x1b[31m\n title\u202e" + "x" * 500
            order = {"sessionId": session, "title": hostile}
            title = (await other.command("architect.renameSession", order))["title"]
            assert title.startswith("a\\x1b[31m title\\u202e") and len(title) == 120
            assert [row["title"] for row in await rows(one)] == [title]
            assert [row["title"] for row in await rows(one, query="title")] == [title]
            back = await one.command("architect.renameSession", {"sessionId": session})
            assert back == {"sessionId": session, "title": "Fix the parser"}
            assert [row["title"] for row in await rows(other)] == ["Fix the parser"]
            with pytest.raises(Refusal, match="there is no session"):
                await one.command("architect.renameSession", {**order, "sessionId": "../x"})

    played(scene())


def test_a_session_goes_with_all_that_is_kept_of_it_and_is_not_continued(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root) as one, daemon(root) as other:
            session = await ran(one, "Change it", EDIT, says("ok"))
            await one.command("architect.renameSession", {"sessionId": session, "title": "Mine"})
            [row] = await rows(one)
            assert (row["undecided"], row["live"]) == (1, None)
            assert session in git(root, "for-each-ref")
            order = {"sessionId": session}
            assert await one.command("architect.deleteSession", order) == {"deleted": True}
            assert kept(root, session) == []
            assert session not in git(root, "for-each-ref")
            assert (root / "a.py").read_bytes() == b"x = 2\n"
            for client in (one, other):
                assert await rows(client) == []
                assert (await client.command("architect.hunks", {}))["hunks"] == []
                with pytest.raises(Refusal, match=r"-32602 .*there is no session"):
                    await client.command("architect.run", {"prompt": "more", "session": session})
                with pytest.raises(Refusal, match="there is no session"):
                    await client.command("architect.deleteSession", order)
            assert (await one.command("architect.runs", {}))["runs"] == []

    played(scene())


def test_what_a_session_proposes_is_named_before_it_is_deleted(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root) as client:
            session = SessionId(await ran(client, "Propose", EDIT, says("ok"), review="propose"))
            assert [row["undecided"] for row in await rows(client)] == [1]
            assert await lost_with(root, session) == "it proposes changes of a.py"
            await client.command("architect.deleteSession", {"sessionId": session})
            assert await rows(client) == []

    played(scene())


def test_a_live_session_is_renamed_and_not_deleted(root: Path) -> None:
    async def scene() -> None:
        wait = recorded(root, call("ask_user", question="Which?"), says("ok"), name="wait")
        async with daemon(root, rich=True) as one, daemon(root) as other:
            one.answers["architect/confirm"] = unanswered
            run = await one.command("architect.run", {"prompt": "Ask me", "model": wait})
            await one.wait_for("architect/confirm", timeout_s=ENDED_S)
            for client in (one, other):
                [row] = await rows(client)
                assert (row["live"], row["status"]) == (run["runId"], "running")
                order = {"sessionId": row["sessionId"]}
                await client.command("architect.renameSession", {**order, "title": "Live"})
                with pytest.raises(Refusal, match="-32010 a run of the session"):
                    await client.command("architect.deleteSession", order)
            await one.command("architect.cancel", {"runId": run["runId"]})
            await one.wait_for(
                "architect/event", lambda event: event.get("state") == "done", ENDED_S
            )
            assert [(row["title"], row["live"]) for row in await rows(one)] == [("Live", None)]

    played(scene())


def test_a_session_is_exported_as_markdown_and_json(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root) as client:
            session = await ran(client, "Change: it!", EDIT, says("It is done."))
            order = {"sessionId": session}
            page = await client.command("architect.exportSession", order)
            assert page["name"] == f"change-it-{session}.md"
            assert page["text"].startswith("# Change: it!\n")
            assert "It is done." in page["text"] and "x = 2" in page["text"]
            order["format"] = "json"
            found = await client.command("architect.exportSession", order)
            document = json.loads(found["text"])
            assert found["name"].endswith(".json")
            assert (document["session_id"], document["title"]) == (session, "Change: it!")
            kinds = [each["event"]["type"] for each in document["runs"][0]["records"]]
            assert (kinds[0], kinds[-1]) == ("run.started", "run.finished")

    played(scene())


def test_damaged_journals_and_hostile_titles_leave_the_list_whole(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root) as client:
            session = await ran(client, "Fix the parser", says("ok"))
            folder = root / ".architect/sessions"
            broken = "20260101-000000-aaaaaa"
            (folder / f"{broken}.jsonl").write_bytes(b"\xff{]\nno\n")
            (folder / f"{broken}.title").write_bytes(b"\x1b]0;pwned\x07 mine")
            (folder / f"{session}.title").mkdir()
            (folder / "20260101-000000-bbbbbb.title").write_bytes(b"of nothing")
            listed = {row["sessionId"]: row for row in await rows(client)}
            assert set(listed) == {session, broken}
            assert listed[session]["title"] == "Fix the parser"
            assert (listed[broken]["status"], listed[broken]["title"]) == (
                "corrupt",
                "\\x1b]0;pwned\\x07 mine",
            )
            assert [row["sessionId"] for row in await rows(client, query="mine")] == [broken]
            with pytest.raises(Refusal, match="-32012"):
                await client.command("architect.exportSession", {"sessionId": broken})
            with pytest.raises(Refusal, match="cannot be kept"):
                await client.command(
                    "architect.renameSession", {"sessionId": session, "title": "x"}
                )
            for each in (broken, session):
                await client.command("architect.deleteSession", {"sessionId": each})
                assert kept(root, each) == []
            assert await rows(client) == []

    played(scene())
