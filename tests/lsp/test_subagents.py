"""Agents that are sent out by a run of an editor."""

from pathlib import Path
from typing import Any

from tests.support.daemon import daemon, played
from tests.support.provider_server import Hang, ProviderServer, Reply
from tests.support.team import send, team


def test_one_of_them_is_stopped_alone(tmp_path: Path) -> None:
    both = [send("explore", "find ONE", "a"), send("explore", "find TWO", "b")]
    script = team(
        [Reply(calls=both), Reply("done without one")],
        {"ONE": [Hang()], "TWO": [Reply("two is here")]},
    )

    async def scene(server: ProviderServer) -> None:
        llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
        async with daemon(tmp_path / "project", rich=True, config={"llm": llm}) as client:
            run = await client.command("architect.run", {"prompt": "do it"})
            stuck = await client.wait_for(
                "architect/event",
                lambda event: event["type"] == "child.started" and "ONE" in event["task"],
            )
            answer = await client.command("architect.cancel", {"runId": stuck["childId"]})
            assert answer == {"runId": stuck["childId"], "state": "cancelling"}
            ended = await client.wait_for(
                "architect/event", lambda event: event["type"] == "run.finished"
            )
            assert (ended["status"], ended["output"]) == ("success", "done without one")
            again = await client.command("architect.cancel", {"runId": stuck["childId"]})
            assert again["state"] == "done"
            page = await client.command("architect.events", {"runId": run["runId"]})
            results = results_of(page["events"])
            assert results["a"].startswith("The explore agent was stopped by the user")
            assert results["b"].endswith("two is here")

    with ProviderServer(script) as server:
        played(scene(server))


def results_of(events: list[dict[str, Any]]) -> dict[str, str]:
    finished = [event for event in events if event["type"] == "tool.finished"]
    return {event["callId"]: event["text"] for event in finished}
