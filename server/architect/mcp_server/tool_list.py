"""Which tools are served."""

from collections.abc import Sequence

from architect.mcp_server.served_folder import ServedFolder
from architect.mcp_server.served_tool import ServedTool
from architect.mcp_server.tools.explain_command import explain_command_tool
from architect.mcp_server.tools.sessions import sessions_tool


def served_tools(folder: ServedFolder) -> Sequence[ServedTool]:
    return (explain_command_tool(folder), sessions_tool(folder))
