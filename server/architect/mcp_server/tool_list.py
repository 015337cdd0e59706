"""Which tools are served."""

from collections.abc import Sequence

from architect.mcp_server.runs import Runs
from architect.mcp_server.served_tool import ServedTool
from architect.mcp_server.tools.apply_patch import apply_patch_tool
from architect.mcp_server.tools.explain_command import explain_command_tool
from architect.mcp_server.tools.review import review_tool
from architect.mcp_server.tools.run_task import run_task_tool
from architect.mcp_server.tools.sessions import sessions_tool
from architect.mcp_server.tools.undo import undo_tool


def served_tools(runs: Runs) -> Sequence[ServedTool]:
    return (
        run_task_tool(runs),
        review_tool(runs),
        apply_patch_tool(runs),
        undo_tool(runs),
        explain_command_tool(runs.folder),
        sessions_tool(runs.folder),
    )
