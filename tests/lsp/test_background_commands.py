"""Commands that a run of an editor has in the background."""

import json
from pathlib import Path

from tests.support.daemon import daemon, played
from tests.support.processes import running_with
from tests.support.provider_server import Call, Hang, ProviderServer, Reply


def call(name: str, **arguments: object) -> Reply:
    return Reply(calls=[Call(name, json.dumps(arguments))])


def test_the_user_stops_one_and_the_model_is_told(tmp_path: Path) -> None:
    script = [
        call("run_command", command="echo up; sleep 16180.5", background=True),
        call("command_output", handle="bg1", wait_s=60),
        Reply("done without it"),
    ]

    async def scene(server: ProviderServer) -> None:
        llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
        config = {"llm": llm, "agents": {"build": {"confirm_mode": "yolo"}}}
        async with daemon(tmp_path / "project", rich=True, config=config) as client:
            run = await client.command("architect.run", {"prompt": "do it"})
            started = await client.wait_for(
                "architect/event", lambda event: event["type"] == "background.started"
            )
            assert running_with("sleep 16180.5")
            which = {"runId": run["runId"], "handle": started["handle"]}
            assert await client.command("architect.stop", which) == {"stopped": True}
            assert not running_with("sleep 16180.5")
            assert await client.command("architect.stop", which) == {"stopped": False}
            ended = await client.wait_for(
                "architect/event", lambda event: event["type"] == "run.finished"
            )
            assert (ended["status"], ended["output"]) == ("success", "done without it")
            page = await client.command("architect.events", {"runId": run["runId"]})
            finished = [each for each in page["events"] if each["type"] == "tool.finished"]
            result = finished[-1]["text"]
            assert result.startswith("bg1 was stopped by the user: echo up; sleep 16180.5")
            assert await client.command("architect.stop", which) == {"stopped": False}

    with ProviderServer(script) as server:
        played(scene(server))


def test_none_is_left_when_the_editor_goes(tmp_path: Path) -> None:
    background = call("run_command", command="echo up; sleep 14142.5", background=True)

    async def scene(server: ProviderServer) -> None:
        llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
        config = {"llm": llm, "agents": {"build": {"confirm_mode": "yolo"}}}
        async with daemon(tmp_path / "project", rich=True, config=config) as client:
            await client.command("architect.run", {"prompt": "do it"})
            await client.wait_for(
                "architect/event", lambda event: event["type"] == "background.started"
            )
            assert running_with("sleep 14142.5")

    with ProviderServer([background, Hang()]) as server:
        played(scene(server))
    assert not running_with("sleep 14142.5")
