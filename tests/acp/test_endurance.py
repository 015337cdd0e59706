"""Many prompts in one agent, and agents that are killed: nothing piles up, and nothing is lost."""

import asyncio
from typing import Any

import pytest
from tests.support.acp_wire import AcpWire, acp_wire, leave, writes_disk
from tests.support.command import Project
from tests.support.effort import tries
from tests.support.lsp_client import NO_ANSWER
from tests.support.process_tree import Holdings
from tests.support.processes import running_with
from tests.support.recorded_model import Gate, call, recorded, reply
from tests.support.soaking import FILLING, MOST_GROWTH_BYTES, WARM_UP, at_rest, scripts
from tests.support.until import until

pytestmark = pytest.mark.anyio

PROMPTS = tries(120, long=500)
EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")


async def round_of(client: AcpWire, models: dict[str, str], number: int) -> None:
    """One prompt; now and then what it did is undone, or another session begins."""
    direction = "forth" if (client.root / "a.py").read_text().startswith("x = 1") else "back"
    await client.choose("model", models["command" if number % 25 == 7 else direction])
    assert await client.say("edit") == "end_turn"
    if number % 20 == 3:
        assert await client.say("/undo") == "end_turn"
    if number % 10 == 0:
        await client.ask("session/close", sessionId=client.session_id)
        client.session_id = await client.new_session()
        await client.choose("mode", "yolo")


@pytest.mark.long
@pytest.mark.fresh_processes
async def test_many_prompts_leave_the_agent_as_large_as_it_was(project: Project) -> None:
    project.write("a.py", f"x = 1\n{FILLING}")
    models = scripts(project.folder)
    async with acp_wire(project, models["forth"]) as client:
        await client.choose("mode", "yolo")
        before: Holdings | None = None
        for number in range(1, PROMPTS + 1):
            await round_of(client, models, number)
            client.received.clear()
            if number == WARM_UP:
                before = await at_rest(client, None)
        assert before is not None
        after = await at_rest(client, before)
        assert after.rss_bytes - before.rss_bytes < MOST_GROWTH_BYTES, (before, after)
        assert await leave(client) == 0


async def writes_but_3(params: Any) -> Any:
    """Leave the agent waiting with the second edit."""
    return NO_ANSWER if "x = 3" in params["content"] else await writes_disk(params)


@pytest.mark.parametrize("at", ["a command", "an edit"])
async def test_after_a_kill_the_session_goes_on_with_all_that_was_done(
    project: Project, at: str
) -> None:
    gate = Gate(project.folder / "gate-of-this-test")
    step = (
        gate.wait if at == "a command" else call("edit_file", path="a.py", old_str="2", new_str="3")
    )
    model = recorded(project.home / "script.json", reply("", EDIT), reply("", step), reply("Done."))
    answers = {"fs/write_text_file": writes_but_3}
    async with acp_wire(project, model, answers=answers) as client:
        await client.choose("mode", "edit")
        client.prompt("edit, and wait")
        await client.update("tool_call_update", status="completed")
        if at == "a command":
            await asyncio.to_thread(until, lambda: running_with("cat gate-of-this-test"), "it")
        else:
            await client.wait_for("fs/write_text_file", lambda params: "x = 3" in params["content"])
        client.process.kill()
        await client.exit_code()
    await asyncio.to_thread(until, lambda: not running_with("cat gate-of-this-test"), "its end")
    assert project.read("a.py") == "x = 2\n"
    again = recorded(project.home / "again.json", reply("Again."))
    async with acp_wire(project, again) as other:
        where: dict[str, Any] = {"cwd": str(project.folder), "mcpServers": []}
        await other.ask("session/load", **where, sessionId=client.session_id)
        other.session_id = client.session_id
        last = other.updates("agent_message_chunk")[-1]["content"]["text"]
        assert last.strip().startswith("Interrupted: architect ended before this was done;")
        assert [each["title"] for each in other.updates("tool_call")][:1] == ["edit_file"]
        assert await other.say("go on") == "end_turn"
        assert await other.say("/undo all") == "end_turn"
    assert project.read("a.py") == "x = 1\n"
