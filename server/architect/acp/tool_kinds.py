"""What kind of call a client shows for a tool.

https://agentclientprotocol.com/protocol/tool-calls
"""

from typing import Literal

ToolKind = Literal[
    "read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"
]

_KINDS: dict[str, ToolKind] = {
    "read_file": "read",
    "list_files": "search",
    "find_files": "search",
    "grep": "search",
    "search_code": "search",
    "code_map": "search",
    "go_to_definition": "search",
    "find_references": "search",
    "hover": "read",
    "problems": "read",
    "edit_file": "edit",
    "apply_patch": "edit",
    "write_file": "edit",
    "rename_symbol": "edit",
    "format_document": "edit",
    "delete_file": "delete",
    "run_command": "execute",
    "command_output": "execute",
    "fetch_url": "fetch",
    "use_skill": "read",
    "dispatch_subagent": "think",
}


def kind_of(tool: str) -> ToolKind:
    """What kind of call a client shows for a tool; those of MCP servers are `other`."""
    return _KINDS.get(tool, "other")
