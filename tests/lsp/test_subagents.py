"""Agents that are sent out by a run of an editor."""

import json
from pathlib import Path
from typing import Any

from tests.support.daemon import daemon, played
from tests.support.processes import running_with
from tests.support.provider_server import Call, Hang, ProviderServer, Reply
from tests.support.team import send, task_of, team


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


def test_they_see_unsaved_text_as_the_run_does(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("saved = 1\n")
    looks = [
        Call("read_file", '{"path": "a.py"}', id="r"),
        Call("grep", '{"pattern": "saved ="}', id="g"),
    ]
    script = team(
        [Reply(calls=[send("explore", "LOOK here")]), Reply("done")],
        {"LOOK": [Reply(calls=looks), Reply("seen")]},
    )

    async def scene(server: ProviderServer) -> None:
        llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
        async with daemon(root, rich=True, config={"llm": llm}) as client:
            client.open("a.py", "unsaved = 2\n")
            run = await client.command("architect.run", {"prompt": "do it", "wait": True})
            assert run["outcome"] == "completed"

    with ProviderServer(script) as server:
        played(scene(server))
        last = [each for each in server.requests if "LOOK" in task_of(each)][-1]
    results = [each["content"] for each in last.body["messages"] if each["role"] == "tool"]
    assert ["unsaved = 2" in each for each in results] == [True, True]
    assert (root / "a.py").read_text() == "saved = 1\n"


def test_what_one_has_in_the_background_is_listed_kept_and_stopped(tmp_path: Path) -> None:
    lines = ["echo up; sleep 13131.5", "echo up; sleep 13132.5"]
    commands = [
        Call("run_command", json.dumps({"command": line, "background": True}), id=line[-7:])
        for line in lines
    ]
    script = team(
        [Reply(calls=[send("worker", "SERVE it")]), Reply("done")],
        {"SERVE": [Reply(calls=commands), Hang()]},
    )

    async def scene(server: ProviderServer) -> None:
        llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
        agents = {"worker": {"system_prompt": "Serves."}, "build": {"confirm_mode": "yolo"}}
        config = {"llm": llm, "agents": agents}
        async with daemon(tmp_path / "project", rich=True, config=config) as client:
            run_id = (await client.command("architect.run", {"prompt": "do it"}))["runId"]
            started = await client.wait_for(
                "architect/event",
                lambda event: event["type"] == "background.started" and event["handle"] == "bg2",
            )
            child_id = started["childId"]
            assert (started["runId"], started["command"]) == (run_id, lines[1])
            one = {"runId": run_id, "handle": "bg1"}
            assert await client.command("architect.stop", one) == {"stopped": True}
            assert not running_with(lines[0][-13:])
            two = {"runId": run_id, "handle": "bg2"}
            assert await client.command("architect.detach", two) == {"detached": True}
            await client.command("architect.cancel", {"runId": child_id})
            await client.wait_for("architect/event", lambda event: event["type"] == "run.finished")
            assert running_with(lines[1][-13:])
            of_child = {"runId": child_id, "handle": "bg2"}
            assert await client.command("architect.stop", of_child) == {"stopped": True}
            assert not running_with(lines[1][-13:])
            ended = await client.wait_for(
                "architect/event",
                lambda event: event["type"] == "background.ended" and event["handle"] == "bg2",
            )
            assert (ended["childId"], ended["by"]) == (child_id, "user")

    with ProviderServer(script) as server:
        played(scene(server))


def results_of(events: list[dict[str, Any]]) -> dict[str, str]:
    finished = [event for event in events if event["type"] == "tool.finished"]
    return {event["callId"]: event["text"] for event in finished}
