"""A workflow in a session of ACP: what the model reads of it next, and what ends it."""

import asyncio
from typing import Any

import pytest
from tests.support.acp_wire import AcpWire, acp_wire
from tests.support.command import Project
from tests.support.journals import read_journal
from tests.support.lsp_client import Refusal
from tests.support.processes import running_with
from tests.support.recorded_model import Gate, call, recorded, reply
from tests.support.until import until

from architect.domain.journal.run_events import RunStarted

pytestmark = pytest.mark.anyio

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")
LOOP = """/loop set x to 2 --check "grep -q 'x = 2' a.py" """


def openings(project: Project, session_id: str) -> list[str]:
    [journal] = [each for each in project.journals if each.stem == session_id]
    events = [record.event for record in read_journal(journal)]
    return [event.opening for event in events if isinstance(event, RunStarted)]


async def listed(client: AcpWire, project: Project) -> dict[str, str]:
    """The titles of the sessions that a client is given to choose from, without those of units."""
    page = await client.ask("session/list", cwd=str(project.folder))
    found = {each["sessionId"]: each["title"] for each in page["sessions"]}
    return {key: title for key, title in found.items() if not title.startswith("iteration-")}


async def test_the_model_reads_what_a_workflow_did_once_and_that_it_was_undone(
    project: Project,
) -> None:
    work = recorded(project.home / "work.json", reply("", EDIT), reply("Set it."))
    talk = recorded(project.home / "talk.json", reply("I see."))
    async with acp_wire(project, work) as client:
        assert await client.say(LOOP) == "end_turn"
        await client.choose("model", talk)
        assert await client.say("what was done?") == "end_turn"
        assert await client.say("and now?") == "end_turn"
        project.write("a.py", "x = 1\n")
        await client.choose("model", work)
        assert await client.say(LOOP) == "end_turn"
        assert await client.say("/undo") == "end_turn"
        assert project.read("a.py") == "x = 1\n"
        await client.choose("model", talk)
        assert await client.say("and then?") == "end_turn"
    first, second, third = openings(project, client.session_id)
    for told in ("what was done?", "<workflow from='loop-", "ended with success", "Set it."):
        assert told in first
    assert "changed in the workspace: a.py" in first
    assert "workflow" not in second
    assert "The user has undone what it changed in the files." in third


async def test_a_session_that_is_loaded_names_the_workflow_that_went_before_a_message(
    project: Project,
) -> None:
    work = recorded(project.home / "work.json", reply("", EDIT), reply("Set it."))
    async with acp_wire(project, work) as client:
        assert await client.say(LOOP) == "end_turn"
        await client.choose("model", recorded(project.home / "talk.json", reply("I see.")))
        assert await client.say("what was done?") == "end_turn"
    async with acp_wire(project, work) as later:
        where: dict[str, Any] = {"cwd": str(project.folder), "mcpServers": []}
        await later.ask("session/load", sessionId=client.session_id, **where)
        said = [update["content"]["text"] for update in later.updates("agent_message_chunk")]
    assert said[0].startswith("A workflow went on here. `architect workflows loop-")
    assert said[-1] == "I see."


@pytest.mark.parametrize("way", ["load", "resume"])
async def test_a_session_that_had_nothing_but_a_workflow_is_opened_again_and_goes_on(
    project: Project, way: str
) -> None:
    work = recorded(project.home / "work.json", reply("", EDIT), reply("Set it."))
    where: dict[str, Any] = {"cwd": str(project.folder), "mcpServers": []}
    async with acp_wire(project, work) as client:
        assert await client.say(LOOP) == "end_turn"
    async with acp_wire(project, recorded(project.home / "talk.json", reply("I see."))) as later:
        assert await listed(later, project) == {client.session_id: "/loop set x to 2"}
        await later.ask(f"session/{way}", sessionId=client.session_id, **where)
        asked = [each["content"]["text"] for each in later.updates("user_message_chunk")]
        told = [each["content"]["text"] for each in later.updates("agent_message_chunk")]
        if way == "load":
            assert asked == ["/loop set x to 2"]
            assert "**success**" in told[0]
            assert later.updates("plan")[-1]["entries"][0]["status"] == "completed"
        else:
            assert (asked, told) == ([], [])
        later.session_id = client.session_id
        assert await later.say("/undo") == "end_turn"
        assert project.read("a.py") == "x = 1\n"
        assert await later.say("what was done?") == "end_turn"
    [opening] = openings(project, client.session_id)
    assert "<workflow from='loop-" in opening
    assert "The user has undone what it changed in the files." in opening
    async with acp_wire(project, work) as last:
        assert await listed(last, project) == {client.session_id: "what was done?"}
        await last.ask("session/load", sessionId=client.session_id, **where)
        told = [each["content"]["text"] for each in last.updates("agent_message_chunk")]
        assert told[0].startswith("A workflow went on here.")
        assert told[-1] == "I see."
        deleting = ("sessions", "delete", client.session_id)
        assert (await asyncio.to_thread(project.architect, *deleting)).code == 0
        assert await listed(last, project) == {}


async def test_a_workflow_that_came_with_the_project_is_none_of_a_session(project: Project) -> None:
    work = recorded(project.home / "work.json", reply("", EDIT), reply("Set it."))
    async with acp_wire(project, work) as client:
        assert await client.say(LOOP) == "end_turn"
    [known] = project.home.rglob("workflows.json")
    known.unlink()
    async with acp_wire(project, work) as later:
        where: dict[str, Any] = {"cwd": str(project.folder), "mcpServers": []}
        with pytest.raises(Refusal, match="there is no session"):
            await later.ask("session/load", sessionId=client.session_id, **where)


async def test_a_session_is_closed_while_its_workflow_goes_on_and_not_deleted(
    project: Project,
) -> None:
    gate = Gate(project.folder / "gate-of-this-test")
    model = recorded(project.home / "script.json", reply("Wait.", gate.wait), reply("Done."))
    async with acp_wire(project, model) as client:
        _, turn = client.prompt("/loop wait --check 'true'")
        await asyncio.to_thread(until, lambda: running_with("cat gate-of-this-test"), "it")
        with pytest.raises(Refusal, match="cancel it, then delete"):
            await client.request("session/delete", {"sessionId": client.session_id})
        await client.ask("session/close", sessionId=client.session_id)
        result: Any = await turn
        assert result["stopReason"] == "cancelled"
        assert not running_with("cat gate-of-this-test")
        said = str(client.updates("agent_message_chunk"))
        assert "architect resume loop-" in said
        assert await listed(client, project) == {client.session_id: "/loop wait"}
        closed, client.session_id = client.session_id, await client.new_session()
        await client.ask("session/delete", sessionId=closed)
        assert await listed(client, project) == {}
        await client.choose("model", recorded(project.home / "talk.json", reply("Hello.")))
        assert await client.say("hello") == "end_turn"
