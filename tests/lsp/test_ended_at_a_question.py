"""What is told of calls that never began, and of runs that ended before their time."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import daemon, played, recorded, says
from tests.support.lsp_client import NO_ANSWER, EditorClient, Refusal

ENDED_S = 60.0
NEVER = "not executed: the run ended before this call began"
TWO = [
    {"name": "run_command", "arguments": {"command": "touch made-1"}},
    {"name": "run_command", "arguments": {"command": "touch made-2"}},
]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


async def unanswered(_: Any) -> Any:
    return NO_ANSWER


async def asked(client: EditorClient) -> tuple[dict[str, Any], dict[str, Any]]:
    """A run that waits for an answer about the first of two commands, and its question."""
    client.answers["architect/confirm"] = unanswered
    model = recorded(client.root, {"text": "", "calls": TWO}, says("ok"), name="two")
    order = {"prompt": "touch two", "mode": "confirm-all", "model": model}
    run = await client.command("architect.run", order)
    return run, await client.wait_for("architect/confirm", timeout_s=ENDED_S)


async def results(client: EditorClient, run: dict[str, Any]) -> list[dict[str, Any]]:
    """What became of the two calls, once the run is over."""

    def is_end(event: dict[str, Any]) -> bool:
        return event["runId"] == run["runId"] and event.get("state") == "done"

    await client.wait_for("architect/event", is_end, ENDED_S)
    page = await client.command("architect.events", {"runId": run["runId"]})
    return [each for each in page["events"] if each["type"] == "tool.finished"]


def test_a_command_that_was_asked_about_never_began_when_the_run_is_cancelled(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True) as client:
            run, _ = await asked(client)
            await client.command("architect.cancel", {"runId": run["runId"]})
            cut_off = [(each["text"], each["cutOff"]) for each in await results(client, run)]
            assert cut_off == [(f"Error: {NEVER}", True)] * 2
            assert list(root.glob("made*")) == []

    played(scene())


def test_a_stop_denies_the_one_that_was_asked_about_and_begins_no_other(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True) as client:
            run, question = await asked(client)
            order = {"runId": run["runId"], "requestId": question["requestId"], "choice": "stop"}
            await client.command("architect.answer", order)
            first, second = await results(client, run)
            assert "partially" not in first["text"] + second["text"]
            assert second["text"] == f"Error: {NEVER}"
            assert ("cutOff" in first, second["cutOff"]) == (False, True)
            [info] = (await client.command("architect.runs", {"runId": run["runId"]}))["runs"]
            assert info["denied"] <= 1
            assert list(root.glob("made*")) == []

    played(scene())


def test_a_run_that_the_reload_of_an_editor_ended_is_told_once_and_resumed(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True) as client:
            run, _ = await asked(client)
            await client.shut_down()
        async with daemon(root, rich=True) as later:
            which = {"runId": run["runId"]}
            [info] = (await later.command("architect.runs", which))["runs"]
            assert (info["state"], info["outcome"]) == ("done", "interrupted")
            assert info["ending"]["words"].count("nterrupted") == 1
            assert not {"error", "reason", "pending", "waitsFor"} & set(info)
            [row] = (await later.command("architect.sessions", {}))["sessions"]
            assert (row["status"], row["live"]) == ("interrupted", None)
            kinds = [
                each["type"] for each in (await later.command("architect.events", which))["events"]
            ]
            assert "net.hit" not in kinds and "run.finished" not in kinds
            model = recorded(root, says("resumed"), name="resumed")
            order = {"sessionId": row["sessionId"], "model": model, "wait": True}
            done = await later.command("architect.resume", order, ENDED_S)
            assert (done["outcome"], done["title"]) == ("completed", "Resume touch two")

    played(scene())


def test_a_run_that_cannot_be_started_keeps_its_title(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, rich=True) as client:
            order = {"prompt": "Fix the parser", "model": "recorded/nowhere.json"}
            with pytest.raises(Refusal, match=r"nowhere\.json"):
                await client.command("architect.run", order)
            failed = await client.wait_for(
                "architect/event", lambda event: event.get("state") == "done", ENDED_S
            )
            assert (failed["title"], failed["outcome"]) == ("Fix the parser", "failed")
            [info] = (await client.command("architect.runs", {}))["runs"]
            assert (info["title"], "nowhere.json" in info["error"]) == ("Fix the parser", True)

    played(scene())
