"""What a review of a run's changes finds, in an editor."""

import json
from pathlib import Path
from typing import Any

from tests.support.daemon import daemon, played
from tests.support.provider_server import Behaviour, Call, ProviderServer, Reply
from tests.support.team import team

REVIEW = "Another agent was given the task"


def call(name: str, **arguments: object) -> Reply:
    return Reply(calls=[Call(name, json.dumps(arguments))])


def test_findings_are_diagnostics_until_they_are_fixed(tmp_path: Path) -> None:
    finding: dict[str, Any] = {"path": "new.py", "line": 1, "severity": "error"}
    finding |= {"title": "It divides by zero", "detail": "It is."}
    script = team(
        [
            call("write_file", path="new.py", content="a = 1/0\n"),
            Reply("Done."),
            call("write_file", path="new.py", content="a = 1\n"),
            Reply("Fixed."),
        ],
        {REVIEW: [call("report_finding", **finding), Reply("One."), Reply("None.")]},
    )

    async def scene(server: ProviderServer) -> None:
        llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
        config: dict[str, Any] = {"llm": llm, "auto_review": {"enabled": True}}
        async with daemon(tmp_path / "project", rich=True, config=config) as client:
            await client.command("architect.run", {"prompt": "do it"})
            shown = await client.wait_for(
                "textDocument/publishDiagnostics", lambda params: bool(params["diagnostics"])
            )
            assert "It divides by zero" in shown["diagnostics"][0]["message"]
            gone = await client.wait_for(
                "textDocument/publishDiagnostics", lambda params: not params["diagnostics"]
            )
            assert gone["uri"] == shown["uri"]
            ended = await client.wait_for(
                "architect/event", lambda event: event["type"] == "run.finished"
            )
            assert (ended["status"], ended["output"]) == ("success", "Fixed.")

    with ProviderServer(script) as server:
        played(scene(server))


def test_it_is_asked_for_one_run(tmp_path: Path) -> None:
    own: list[Behaviour] = []
    for number in range(3):
        write = call("write_file", path=f"{number}.py", content="a = 1\n")
        own += [write, Reply("Done.")]
    script = team(own, {REVIEW: [Reply("Nothing to say.")]})

    async def scene(server: ProviderServer) -> None:
        llm = {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"}
        async with daemon(tmp_path / "project", rich=True, config={"llm": llm}) as client:
            order = {"prompt": "do it", "wait": True}
            plain = await client.command("architect.run", order)
            reviewed = await client.command("architect.run", {**order, "autoReview": True})
            again = {**order, "sessionId": plain["sessionId"], "autoReview": True}
            resumed = await client.command("architect.resume", again)
            for run, reviews in ((plain, 0), (reviewed, 1), (resumed, 1)):
                assert run["outcome"] == "completed"
                page = await client.command("architect.events", {"runId": run["runId"]})
                kinds = [each["type"] for each in page["events"]]
                assert kinds.count("work.reviewed") == reviews

    with ProviderServer(script) as server:
        played(scene(server))
