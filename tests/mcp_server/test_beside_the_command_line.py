"""The MCP server and the command line in one folder: neither overwrites the other's work."""

import asyncio
from typing import Any

import pytest
from tests.support.command import Project
from tests.support.mcp_agent import mcp_agent, use_model
from tests.support.recorded_model import call, recorded, reply

pytestmark = pytest.mark.anyio

TEXT = "x = 1\n\n\n\n\n\n\n\ny = 1\n"
PATCH = "@@\n-x = 1\n+x = 2\n"


def edit(project: Project, old: str, new: str) -> None:
    """Have the command line do that."""
    change = call("edit_file", path="a.py", old_str=old, new_str=new)
    model = recorded(project.home / "other.json", reply("", change), reply("Done."))
    assert project.architect("run", "edit", "--mode", "yolo", "--model", model).code == 0


async def test_a_patch_fits_or_is_refused_and_each_undoes_its_own(project: Project) -> None:
    project.write("a.py", TEXT)
    use_model(project, recorded(project.home / "none.json", reply("Nothing.")))
    async with mcp_agent(project, can_ask=True) as agent:

        def allows_late(old: str, new: str) -> Any:
            """Allow it once the command line has changed the file."""

            def answer() -> str:
                edit(project, old, new)
                return "Allow"

            return answer

        agent.choose = allows_late("y = 1", "y = 2")
        patched = await agent.call("apply_patch", path="a.py", patch=PATCH)
        assert project.read("a.py") == TEXT.replace("= 1", "= 2")

        agent.choose = allows_late("x = 2", "x = 8")
        refused = await agent.refused("apply_patch", path="a.py", patch="@@\n-x = 2\n+x = 9\n")
        assert "does not fit" in refused
        assert project.read("a.py") == TEXT.replace("x = 1", "x = 8").replace("y = 1", "y = 2")

        assert (await asyncio.to_thread(project.architect, "undo")).code == 0
        agent.choose = lambda: "Undo"
        await agent.call("undo", session_or_run=patched["run_id"])
        assert project.read("a.py") == TEXT.replace("y = 1", "y = 2")
