"""Words of the user for a run that works, from an editor."""

from pathlib import Path
from typing import Any

from tests.support.daemon import call, daemon, played, says
from tests.support.recorded_model import Gate

YOLO = {"agents": {"build": {"confirm_mode": "yolo"}}}


def root_of(folder: Path) -> Path:
    root = folder / "project"
    root.mkdir()
    (root / "a.py").write_text("one = 1\ntwo = 2\n")
    return root


async def said_in(client: Any, run_id: str) -> list[dict[str, Any]]:
    page = await client.command("architect.events", {"runId": run_id})
    return [each for each in page["events"] if each["type"] == "user.said"]


def is_command(event: dict[str, Any]) -> bool:
    return event["type"] == "tool.decided" and event["name"] == "run_command"


def is_end(event: dict[str, Any]) -> bool:
    return event["type"] == "run.finished"


async def at_its_command(client: Any) -> str:
    """A run that waits in a command."""
    run = await client.command("architect.run", {"prompt": "look"})
    await client.wait_for("architect/event", is_command)
    return run["runId"]


async def ended(client: Any) -> dict[str, Any]:
    return await client.wait_for("architect/event", is_end)


def test_the_model_reads_it_behind_the_step_with_what_is_selected(tmp_path: Path) -> None:
    root = root_of(tmp_path)
    gate = Gate(root / "gate")
    waits = call("run_command", **gate.wait["arguments"])
    place = {"line": 1, "character": 0}
    scope = {"uris": [(root / "a.py").as_uri()], "range": {"start": place, "end": place}}

    async def scene() -> None:
        async with daemon(root, waits, says("done"), rich=True, config=YOLO) as client:
            run_id = await at_its_command(client)
            wanted = {"runId": run_id, "text": "and this", "scope": scope, "messageId": "m1"}
            said = await client.command("architect.say", wanted)
            assert said == {"accepted": True, "messageId": "m1"}
            other = await client.command("architect.say", {"runId": run_id, "text": "not this"})
            taken = {"runId": run_id, "messageId": other["messageId"]}
            assert await client.command("architect.withdraw", taken) == {"withdrawn": True}
            assert await client.command("architect.withdraw", taken) == {"withdrawn": False}
            gate.open()
            assert (await ended(client))["status"] == "success"
            [event] = await said_in(client, run_id)
            assert (event["messageId"], event["text"], event["step"]) == ("m1", "and this", 1)
            assert "two = 2" in event["told"]
            late = await client.command("architect.say", {"runId": run_id, "text": "late"})
            assert not late["accepted"]
            page = await client.command("architect.transcript", {"runId": run_id})
            assert "> and this" in page["text"]

    played(scene())


def test_at_once_ends_what_the_step_is_doing(tmp_path: Path) -> None:
    root = root_of(tmp_path)
    gate = Gate(root / "gate")
    waits = call("run_command", **gate.wait["arguments"])

    async def scene() -> None:
        async with daemon(root, waits, says("done"), rich=True, config=YOLO) as client:
            run_id = await at_its_command(client)
            wanted = {"runId": run_id, "text": "rather not", "interrupt": True}
            assert (await client.command("architect.say", wanted))["accepted"]
            end = await ended(client)
            assert (end["status"], end["output"]) == ("success", "done")
            [event] = await said_in(client, run_id)
            assert event["text"] == "rather not"

    played(scene())
