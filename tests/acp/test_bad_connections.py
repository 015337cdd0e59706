"""Clients of ACP that do not read, or send too much, and what else would break the stream."""

import asyncio

import pytest
from tests.support.acp_wire import acp_wire
from tests.support.command import Project
from tests.support.recorded_model import call, recorded, reply
from tests.support.run_states import eventually

pytestmark = pytest.mark.anyio

_TOO_MUCH = 100_000_000
_PRINTS = """
import os, sys

def stray(event, arguments):
    if event == "import" and arguments[0] == "architect.acp.agent":
        print("a stray print", flush=True)
        os.write(1, b"and bytes\\n")

sys.addaudithook(stray)
"""


async def test_a_client_that_stops_reading_holds_up_no_run_and_is_told_all_when_it_comes_back(
    project: Project,
) -> None:
    flood = call("run_command", command="seq 400000; touch flooded")
    new = call("write_file", path="new.py", content="z = 1\n")
    model = recorded(project.home / "script.json", reply("", flood), reply("", new), reply("Done."))
    async with acp_wire(project, model, capabilities={}) as client:
        await client.choose("mode", "yolo")
        client.stop_reading()
        _, turn = client.prompt("go")
        await eventually(lambda: (project.folder / "new.py").exists(), "the end of the flood")
        client.go_on_reading()
        async with asyncio.timeout(60):
            assert (await turn)["stopReason"] == "end_turn"
        calls = [each["toolCallId"] for each in client.updates("tool_call")]
        assert calls == ["1.call_1", "1.call_2"]
        said = client.updates("agent_message_chunk")
        assert "".join(each["content"]["text"] for each in said) == "Done."


@pytest.mark.long
async def test_a_prompt_of_100_mb_is_answered_and_the_session_goes_on(project: Project) -> None:
    line = "print('ünd so weiter')  # \U0001f986\n"
    text = line * (_TOO_MUCH // len(line.encode()))
    model = recorded(project.home / "script.json", reply("Read."))
    async with acp_wire(project, model) as client:
        large = {"type": "resource", "resource": {"uri": "zed:///large", "text": text}}
        prompt = [{"type": "text", "text": "look at this"}, large]
        params = {"sessionId": client.session_id, "prompt": prompt}
        assert (await client.request("session/prompt", params))["stopReason"] == "end_turn"
        assert await client.say("and now?") == "end_turn"
    [journal] = project.journals
    assert journal.stat().st_size < _TOO_MUCH // 10


async def test_a_stray_print_harms_nothing(project: Project) -> None:
    """Of a library, for instance, of which it is the first here that is imported so late."""
    prints = project.home / "sitecustomize.py"
    prints.write_text(_PRINTS)
    model = recorded(project.home / "script.json", reply("Hello."))
    environment = {"PYTHONPATH": str(project.home)}
    async with acp_wire(project, model, environment=environment) as client:
        assert await client.say("hello") == "end_turn"
        assert bytes(client.stderr).decode().splitlines()[:2] == ["a stray print", "and bytes"]
