"""Commands that a run of an editor has in the background."""

import json
from pathlib import Path

from tests.support.daemon import daemon, played
from tests.support.processes import running_with
from tests.support.provider_server import Call, Hang, ProviderServer, Reply
from tests.support.sandboxes import need_sandbox
from tests.support.until import until


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
            assert await client.shut_down() == 0
            assert not running_with("sleep 14142.5")

    with ProviderServer([background, Hang()]) as server:
        played(scene(server))


def test_one_that_the_user_keeps_outlasts_its_run_and_ends_with_the_editor(tmp_path: Path) -> None:
    line = "echo up; echo made > made.txt; sleep 1; echo later > later.txt; sleep 12345.5"
    script = [
        call("run_command", command=line, background=True),
        call("run_command", command="sleep 12346.5", background=True),
        call("command_output", handle="bg1", wait_s=1),
        Reply("it runs"),
        Reply("still there"),
    ]

    async def scene(server: ProviderServer) -> None:
        llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
        config = {"llm": llm, "agents": {"build": {"confirm_mode": "yolo"}}}
        root = tmp_path / "project"
        async with daemon(root, rich=True, config=config) as client:
            run = await client.command("architect.run", {"prompt": "do it"})
            started = await client.wait_for(
                "architect/event", lambda event: event["type"] == "background.started"
            )
            which = {"runId": run["runId"], "handle": started["handle"]}
            assert await client.command("architect.detach", which) == {"detached": True}
            assert await client.command("architect.detach", which) == {"detached": True}
            finished = await client.wait_for(
                "architect/event", lambda event: event["type"] == "run.finished"
            )
            assert finished["status"] == "success"
            await client.wait_for(
                "architect/event",
                lambda event: event["type"] == "run.state" and event["state"] == "done",
            )
            assert running_with("sleep 12345.5")
            assert not running_with("sleep 12346.5")
            assert await client.command("architect.detach", which) == {"detached": False}
            info = (await client.command("architect.runs", {"runId": run["runId"]}))["runs"][0]
            assert info["filesChanged"]
            # What it does after the run is its own; the next run is as any other.
            again = {"session": info["sessionId"], "prompt": "again", "wait": True}
            assert (await client.command("architect.run", again))["outcome"] == "completed"
            assert await client.command("architect.stop", which) == {"stopped": True}
            assert not running_with("sleep 12345.5")
            ended = await client.wait_for(
                "architect/event",
                lambda event: event["type"] == "background.ended" and event["handle"] == "bg1",
            )
            assert (ended["runId"], ended["by"]) == (run["runId"], "user")
            page = await client.command("architect.events", {"runId": run["runId"]})
            types = [each["type"] for each in page["events"]]
            assert types.index("run.finished") < len(types) - 1
            assert types[-1] == "background.ended"
            [journal] = (root / ".architect/sessions").glob("*.jsonl")
            assert b"crash" not in journal.read_bytes()

    with ProviderServer(script) as server:
        played(scene(server))


def test_a_command_that_is_kept_ends_with_the_editor(tmp_path: Path) -> None:
    script = [
        call("run_command", command="echo up; sleep 12347.5", background=True),
        call("command_output", handle="bg1", wait_s=1),
        Reply("it runs"),
    ]

    async def scene(server: ProviderServer) -> None:
        llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
        config = {"llm": llm, "agents": {"build": {"confirm_mode": "yolo"}}}
        async with daemon(tmp_path / "project", rich=True, config=config) as client:
            run = await client.command("architect.run", {"prompt": "do it"})
            await client.wait_for(
                "architect/event", lambda event: event["type"] == "background.started"
            )
            which = {"runId": run["runId"], "handle": "bg1"}
            assert await client.command("architect.detach", which) == {"detached": True}
            await client.wait_for("architect/event", lambda event: event["type"] == "run.finished")
            assert running_with("sleep 12347.5")
            assert await client.shut_down() == 0
            assert not running_with("sleep 12347.5")

    with ProviderServer(script) as server:
        played(scene(server))


def test_none_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    need_sandbox(tmp_path)
    background = call("run_command", command="echo up; sleep 12348.5", background=True)

    async def scene(server: ProviderServer) -> None:
        llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
        config = {"llm": llm, "agents": {"build": {"confirm_mode": "yolo"}}}
        async with daemon(tmp_path / "project", rich=True, config=config) as client:
            await client.command("architect.run", {"prompt": "do it"})
            await client.wait_for(
                "architect/event", lambda event: event["type"] == "background.started"
            )
            assert running_with("sleep 12348.5")
            client.process.kill()

    with ProviderServer([background, Hang()]) as server:
        played(scene(server))
    until(lambda: not running_with("sleep 12348.5"), "the end of the sandbox")
