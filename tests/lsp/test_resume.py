"""Sessions that are gone on with from an editor."""

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, recorded, says
from tests.support.lsp_client import Refusal
from tests.support.provider_server import Call, ProviderServer, Reply

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"x = 1\n")
    return folder


def over_http(server: ProviderServer) -> dict[str, Any]:
    return {"llm": {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}}


def told(server: ProviderServer, request: int) -> list[tuple[str, str]]:
    """The messages of a request behind the system's, as role and text."""
    messages = server.requests[request].body["messages"][1:]
    return [(message["role"], message.get("content") or "") for message in messages]


def test_the_model_has_the_whole_conversation_and_what_was_taken_back(root: Path) -> None:
    edit = Call("edit_file", '{"path": "a.py", "old_str": "x = 1", "new_str": "x = 2"}')
    replies = (Reply(calls=[edit]), Reply("x is 2 now"), Reply("x stays 1"))

    async def scene(server: ProviderServer) -> None:
        async with daemon(root, config=over_http(server)) as client:
            first = await client.command("architect.run", {"prompt": "two", "wait": True})
            await client.command("architect.undo", {"runId": first["runId"]})
            assert (root / "a.py").read_bytes() == b"x = 1\n"
            again = {"prompt": "and now?", "session": first["sessionId"], "wait": True}
            second = await client.command("architect.run", again | {"reasoning": "low"})
            assert second["sessionId"] == first["sessionId"]
            assert second["runId"] != first["runId"]
            assert (second["outcome"], second["filesChanged"]) == ("completed", [])
            assert (second["agent"], second["steps"]) == ("build", 1)
        efforts = [received.body.get("reasoning_effort") for received in server.requests]
        assert efforts == [None, None, "low"]
        roles = [role for role, _ in told(server, 2)]
        assert roles == ["user", "assistant", "tool", "assistant", "user"]
        assert told(server, 2)[3] == ("assistant", "x is 2 now")
        assert "rejected these changes of yours in a.py" in told(server, 2)[-1][1]
        assert told(server, 2)[-1][1].endswith("and now?")

    with ProviderServer(replies) as server:
        played(scene(server))


def test_a_session_goes_on_in_another_daemon_and_is_listed_with_its_runs(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("x is 2 now")) as client:
            first = await client.command("architect.run", {"prompt": "two", "wait": True})
        async with daemon(root, says("there was nothing left to do")) as client:
            resume = {"sessionId": first["sessionId"], "wait": True}
            second = await client.command("architect.resume", resume)
            assert (second["outcome"], second["output"]) == (
                "completed",
                "there was nothing left to do",
            )
            [session] = (await client.command("architect.sessions", {}))["sessions"]
            assert session["runs"] == [first["runId"], second["runId"]]
            assert (session["task"], session["filesChanged"]) == ("two", ["a.py"])
            page = await client.command("architect.events", {"runId": second["runId"]})
            assert {event["runId"] for event in page["events"]} == {second["runId"]}

    played(scene())


def test_each_run_of_a_session_is_taken_back_by_itself(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, EDIT, says("done")) as client:
            first = await client.command("architect.run", {"prompt": "two", "wait": True})
            third = call("edit_file", path="a.py", old_str="x = 2", new_str="x = 2\ny = 3")
            model = recorded(root, third, says("done"), name="second")
            wanted = {"prompt": "y", "session": first["sessionId"], "model": model, "wait": True}
            second = await client.command("architect.run", wanted)
            assert (root / "a.py").read_bytes() == b"x = 2\ny = 3\n"
            await client.command("architect.undo", {"runId": first["runId"]})
            assert (root / "a.py").read_bytes() == b"x = 1\ny = 3\n"
            await client.command("architect.undo", {"runId": second["runId"]})
            assert (root / "a.py").read_bytes() == b"x = 1\n"

    played(scene())


def test_a_session_whose_run_is_not_over_is_busy(root: Path) -> None:
    async def scene() -> None:
        sleep = call("run_command", command="sleep 30")
        yolo = {"agents": {"build": {"confirm_mode": "yolo"}}}
        async with daemon(root, sleep, says("done"), config=yolo) as client:
            first = await client.command("architect.run", {"prompt": "wait"})
            session = first["runId"].rpartition(".")[0]
            with pytest.raises(Refusal, match="is still active") as refused:
                await client.command("architect.run", {"prompt": "more", "session": session})
            assert refused.value.data["code"] == "busy"
            await client.command("architect.cancel", {"runId": first["runId"]})

    played(scene())


def test_a_session_that_does_not_exist_is_named_with_the_nearest(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, says("done")) as client:
            first = await client.command("architect.run", {"prompt": "x", "wait": True})
            wrong = first["sessionId"][:-1] + "x"
            with pytest.raises(Refusal, match=f"did you mean '{first['sessionId']}'"):
                await client.command("architect.resume", {"sessionId": wrong})

    played(scene())


def test_a_session_in_which_nothing_has_begun_is_refused(root: Path) -> None:
    sessions = root / ".architect" / "sessions"
    sessions.mkdir(parents=True)
    (sessions / "20260101-000000-abcdef.jsonl").touch()

    async def scene() -> None:
        async with daemon(root, says("done")) as client:
            with pytest.raises(Refusal, match="no run has started in the session '20260101-000000"):
                await client.command("architect.resume", {"sessionId": "20260101-000000-abcdef"})

    played(scene())


def test_two_that_want_to_go_on_at_once_do_not_share_a_run(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, says("done")) as client:
            first = await client.command("architect.run", {"prompt": "x", "wait": True})
            again = {"prompt": "more", "session": first["sessionId"], "wait": True}
            started: list[str] = []

            async def go_on() -> None:
                try:
                    started.append((await client.command("architect.run", again))["runId"])
                except Refusal as refusal:
                    assert "is still active" in str(refusal)

            await asyncio.gather(*(go_on() for _ in range(3)))
            # One that came after the end of another goes on behind that.
            assert started
            assert len(started) == len({*started}), started

    played(scene())


def test_a_model_that_cannot_be_used_leaves_the_session_as_it_was(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, says("done")) as client:
            first = await client.command("architect.run", {"prompt": "x", "wait": True})
            session = {"prompt": "more", "session": first["sessionId"], "wait": True}
            with pytest.raises(Refusal, match="missing"):
                await client.command("architect.run", session | {"model": "recorded/missing.json"})
            second = await client.command("architect.run", session)
            assert second["outcome"] == "completed"

    played(scene())


def test_old_names_in_a_journal_are_told_in_the_editors_log(root: Path) -> None:
    golden = Path(__file__).parents[1] / "cli" / "golden" / "session_of_0_1"
    shutil.copytree(golden, root / ".architect" / "sessions")

    async def scene() -> None:
        async with daemon(root, says("done")) as client:
            order = {"prompt": "more", "session": "20260102-030405-abcdef", "wait": True}
            await client.command("architect.run", order)
            logged = [each["message"] for each in client.of("window/logMessage")]
            assert [text for text in logged if "is now called changes.rejected" in text], logged

    played(scene())
