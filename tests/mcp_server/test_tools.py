"""What other agents get from `architect mcp-serve`, asked by the client of the MCP SDK."""

import asyncio
from collections.abc import Callable

import pytest
from mcp.shared.exceptions import MCPError
from tests.support.command import Project
from tests.support.journals import read_journal
from tests.support.mcp_agent import Connect, mcp_agent, mcp_agent_over_http, use_model
from tests.support.recorded_model import Gate, call, recorded, reply
from tests.support.repository import commit_all, git
from tests.support.until import PATIENCE_S

from architect.domain.journal.run_events import RunFinished

pytestmark = pytest.mark.anyio

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")
PATCH = "@@\n-x = 1\n+x = 3\n"


async def soon(look: Callable[[], object]) -> None:
    """Wait until `look` finds something."""
    async with asyncio.timeout(PATIENCE_S):
        while not look():
            await asyncio.sleep(0.01)


def endings(project: Project) -> list[str]:
    [journal] = project.journals
    events = (record.event for record in read_journal(journal))
    return [str(event.stop_reason) for event in events if isinstance(event, RunFinished)]


async def test_a_client_that_cannot_ask_its_user_may_read_and_is_told_what_allows_more(
    project: Project,
) -> None:
    use_model(project, recorded(project.home / "edit.json", reply("", EDIT), reply("Not done.")))
    async with mcp_agent(project) as agent:
        hints = {
            tool.name: (tool.annotations.read_only_hint, tool.annotations.destructive_hint)
            for tool in (await agent.client.list_tools()).tools
            if tool.annotations
        }
        reads, destroys = (True, False), (False, True)
        assert hints == {
            **dict.fromkeys(("explain_command", "sessions", "review"), reads),
            **dict.fromkeys(("run_task", "apply_patch", "undo"), destroys),
        }
        found = await agent.call("explain_command", command="rm -rf / --no-preserve-root")
        assert (found["class"], found["modes"]["yolo"]["no_sandbox"]) == ("dangerous", "blocked")
        told = await agent.client.call_tool("explain_command", {"command": "sudo ls"})
        assert "ask, edit: blocked in the sandbox, blocked without" in str(told.content)
        assert "at least 1 char" in await agent.refused("explain_command", command="")
        assert "there is no tool 'nothing'" in await agent.refused("nothing")
        assert await agent.call("sessions") == {"sessions": []}

        done = await agent.call("run_task", task="set x to 2")
        assert (done["ending"], done["files_changed"]) == ("partly done", [])
        assert "it offers no elicitation" in done["denied"][0]["reason"]
        assert "--mode edit" in done["denied"][0]["reason"]
        assert "--mode edit" in await agent.refused("apply_patch", path="a.py", patch=PATCH)
        assert "--mode edit" in await agent.refused("undo", session_or_run=done["run_id"])
        assert "is not allowed here" in await agent.refused("run_task", task="x", mode="yolo")
    assert project.read("a.py") == "x = 1\n"


async def test_runs_and_patches_are_asked_about_told_recorded_and_undone(project: Project) -> None:
    finding = call(
        "report_finding", path="a.py", line=1, severity="error", title="Wrong", detail="So.\x1b[1m"
    )
    edit = recorded(project.home / "edit.json", reply("I edit.", EDIT), reply("Done."))
    review = recorded(project.home / "review.json", reply("", finding), reply("Looked."))
    use_model(project, edit)
    async with mcp_agent(project, can_ask=True) as agent:
        done = await agent.call("run_task", task="set x to 2")
        assert (done["ending"], done["files_changed"]) == ("completed", ["a.py"])
        assert project.read("a.py") == "x = 2\n"
        assert "+x = 2" in agent.questions[0].message
        assert agent.told[:2] == ["step 1", "I edit."]
        agent.choose = lambda: "Undo"
        undone = await agent.call("undo", session_or_run=done["run_id"])
        assert (undone["ending"], project.read("a.py")) == ("completed", "x = 1\n")
        asked_to_undo = f"Architect: Undo {done['run_id']} (set x to 2; a.py)?"
        assert agent.questions[-1].message == asked_to_undo

        agent.choose = lambda: "decline"
        assert "the user declined" in await agent.refused("apply_patch", path="a.py", patch=PATCH)
        agent.choose = lambda: "cancel"
        assert "the user declined" in await agent.refused("undo", session_or_run=undone["run_id"])
        assert project.read("a.py") == "x = 1\n"
        agent.choose = lambda: "Allow"
        patched = await agent.call("apply_patch", path="a.py", patch=PATCH)
        assert (patched["applied"], patched["cost_usd"]) == (True, 0.0)
        assert project.read("a.py") == "x = 3\n"
        agent.choose = lambda: "Undo"
        await agent.call("undo", session_or_run=patched["session_id"])
        assert project.read("a.py") == "x = 1\n"
        asked = len(agent.questions)
        outside = await agent.refused("apply_patch", path="../b.py", patch="@@\n+x\n")
        assert "leads outside the workspace" in outside
        assert "does not fit" in await agent.refused("apply_patch", path="a.py", patch="@@\n-y\n+z")
        assert len(agent.questions) == asked

        use_model(project, review)
        [found] = (await agent.call("review", paths=["a.py"]))["findings"]
        assert (found["path"], found["line"], found["severity"]) == ("a.py", 1, "error")
        assert "\x1b" not in found["detail"]
        assert "name files to review in paths" in await agent.refused("review")
        listed = (await agent.call("sessions", search="set x"))["sessions"]
        assert [each["session_id"] for each in listed] == [done["session_id"]]


async def test_what_changed_is_reviewed_since_the_last_commit_or_a_base_or_as_it_is_staged(
    project: Project,
) -> None:
    project.write("b.py", "y = 1\n")
    commit_all(project.folder)
    use_model(project, recorded(project.home / "review.json", reply("Looked.")))
    async with mcp_agent(project) as agent:
        nothing = await agent.call("review")
        assert (nothing["ending"], nothing["run_id"]) == ("completed", "")
        assert "base reviews the commits since a revision" in nothing["output"]
        assert "nothing is staged" in (await agent.call("review", staged=True))["output"]

        git(project.folder, "checkout", "-q", "-b", "topic")
        project.write("b.py", "y = committed\n")
        commit_all(project.folder)
        project.write("a.py", "x = staged\n")
        git(project.folder, "add", "a.py")
        project.write("a.py", "x = on_disk\n")
        project.write("c.py", "z = new\n")

        async def looked_at(**what: object) -> set[str]:
            run_id = (await agent.call("review", **what))["run_id"]
            [journal] = [each for each in project.journals if run_id.startswith(each.stem)]
            said = journal.read_text()
            return {
                word for word in ("committed", "staged", "on_disk", "new") if f"= {word}" in said
            }

        assert await looked_at() == {"on_disk", "new"}
        assert await looked_at(staged=True) == {"staged"}
        assert await looked_at(base="main") == {"committed", "on_disk", "new"}
        assert await looked_at(base="main", paths=["b.py"]) == {"committed"}
        assert "exclude each other" in await agent.refused("review", base="main", staged=True)
        assert "'gone'" in await agent.refused("review", base="gone")
        assert "'--output=a.py'" in await agent.refused("review", base="--output=a.py")
    assert project.read("a.py") == "x = on_disk\n"


@pytest.mark.parametrize("transport", [mcp_agent, mcp_agent_over_http])
async def test_cancelling_a_call_ends_its_run_and_leaves_the_files_as_they_were_made(
    project: Project, transport: Connect
) -> None:
    gate = Gate(project.folder / "gate")
    use_model(
        project,
        recorded(project.home / "wait.json", reply("", EDIT), reply("", gate.wait), reply("Done.")),
    )
    async with transport(project, "--mode", "edit") as agent:
        waiting = asyncio.create_task(agent.refused("run_task", task="set x to 2"))
        await soon(lambda: any(line.startswith("run_command") for line in agent.told))
        waiting.cancel()
        with pytest.raises((asyncio.CancelledError, MCPError)):
            await waiting
        await soon(lambda: endings(project))
        assert endings(project) == ["user_interrupt"]
        assert project.read("a.py") == "x = 2\n"
        [session] = (await agent.call("sessions"))["sessions"]
        await agent.call("undo", session_or_run=session["session_id"])
        assert project.read("a.py") == "x = 1\n"
