"""Summing up sessions from an editor."""

from pathlib import Path
from typing import Any

from tests.support.daemon import call, daemon, played, recorded, says
from tests.support.long_job import SUMMARY
from tests.support.recorded_model import Gate

YOLO = {"agents": {"build": {"confirm_mode": "yolo"}}}
READS = [call("read_file", path="a.py", offset=1 + 60 * n, limit=50) for n in range(7)]


def root_of(folder: Path) -> Path:
    root = folder / "project"
    root.mkdir()
    (root / "a.py").write_text("".join(f"number_{number} = {number}\n" for number in range(500)))
    return root


async def compactions_of(client: Any, run_id: str) -> list[dict[str, Any]]:
    page = await client.command("architect.events", {"runId": run_id})
    return [each for each in page["events"] if each["type"] == "context.compacted"]


def test_a_resting_session_is_summed_up_by_a_run_of_its_own(tmp_path: Path) -> None:
    root = root_of(tmp_path)

    async def scene() -> None:
        async with daemon(root, *READS, says("done")) as client:
            first = await client.command("architect.run", {"prompt": "look", "wait": True})
            wanted = {"sessionId": first["sessionId"], "focus": "the numbers", "wait": True}
            wanted["model"] = recorded(root, says(SUMMARY), name="summary")
            second = await client.command("architect.compact", wanted)
            assert (second["outcome"], second["title"]) == ("completed", "Compact the context")
            assert second["output"].startswith("context: ")
            [compaction] = await compactions_of(client, second["runId"])
            assert compaction["summary"] == SUMMARY
            assert compaction["tokensAfter"] < compaction["tokensBefore"]

    played(scene())


def test_a_run_does_it_at_the_end_of_its_step(tmp_path: Path) -> None:
    root = root_of(tmp_path)
    gate = Gate(root / "gate")
    waits = call("run_command", **gate.wait["arguments"])
    replies = (*READS, waits, says(SUMMARY), says("done"))

    async def scene() -> None:
        async with daemon(root, *replies, rich=True, config=YOLO) as client:
            first = await client.command("architect.run", {"prompt": "look"})
            await client.wait_for(
                "architect/event",
                lambda event: event["type"] == "tool.decided" and event["name"] == "run_command",
            )
            session = first["runId"].rpartition(".")[0]
            asked = await client.command("architect.compact", {"sessionId": session})
            assert asked["runId"] == first["runId"]
            gate.open()
            ended = await client.wait_for(
                "architect/event", lambda event: event["type"] == "run.finished"
            )
            assert ended["output"] == "done"
            [compaction] = await compactions_of(client, first["runId"])
            assert compaction["summary"] == SUMMARY

    played(scene())
