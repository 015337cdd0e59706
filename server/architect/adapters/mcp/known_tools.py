"""What servers offered last, and how their tools described themselves when they were allowed.

So a run has the tools of a server that has still to start, and a tool that changes is noticed.
"""

import contextlib
import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from architect.domain.mcp_server import McpServer, McpTool
from architect.domain.text.diff import diff_of

_LONGEST = 20_000_000
_VERSION = 1


class KnownTools:
    """A file for each server in `folder`; what cannot be read is not known, or kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def tools(self, server: McpServer) -> tuple[McpTool, ...]:
        """What the server offered when there was a connection last."""
        return tuple(map(_tool, self._read(server)["tools"]))

    def keep(self, server: McpServer, tools: Sequence[McpTool]) -> None:
        """Know that the server offers these."""
        kept = self._read(server)
        listed = [_fields(tool) for tool in tools]
        if kept["tools"] != listed:
            self._write(server, kept | {"tools": listed})

    def allow(self, server: McpServer, tool: McpTool) -> None:
        """Know that a call of the tool, as it is now, was allowed."""
        kept = self._read(server)
        if kept["allowed"].get(tool.name) != _fields(tool):
            allowed = kept["allowed"] | {tool.name: _fields(tool)}
            self._write(server, kept | {"allowed": allowed})

    def changed(self, server: McpServer, tools: Sequence[McpTool]) -> dict[str, str]:
        """A diff for each of the tools that was allowed when it described itself in another way."""
        allowed = self._read(server)["allowed"]
        diffs: dict[str, str] = {}
        for tool in tools:
            before = allowed.get(tool.name)
            if before is not None and before != _fields(tool):
                text = _tool(before).definition
                diffs[tool.name] = diff_of(tool.name, text, tool.definition)[0]
        return diffs

    def _read(self, server: McpServer) -> dict[str, Any]:
        try:
            place = self._place(server)
            if place.stat().st_size <= _LONGEST:
                kept = json.loads(place.read_bytes())
                if kept["version"] == _VERSION and isinstance(kept["allowed"], dict):
                    tuple(map(_tool, kept["tools"]))
                    return kept
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            pass
        return {"version": _VERSION, "tools": [], "allowed": {}}

    def _write(self, server: McpServer, kept: dict[str, Any]) -> None:
        content = json.dumps(kept).encode("utf-8", "surrogatepass")
        if len(content) > _LONGEST:
            return
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor, name = tempfile.mkstemp(dir=self._folder, prefix=".", suffix=".partial")
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(content)
                Path(name).replace(self._place(server))
            except OSError:
                Path(name).unlink()

    def _place(self, server: McpServer) -> Path:
        return self._folder / f"{server.identity}.json"


def _fields(tool: McpTool) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "schema": tool.schema}


def _tool(fields: Any) -> McpTool:
    name, description, schema = fields["name"], fields["description"], fields["schema"]
    if not (isinstance(name, str) and isinstance(description, str) and isinstance(schema, dict)):
        raise TypeError("no tool")
    return McpTool(name=name, description=description, schema=schema)  # pyright: ignore[reportUnknownArgumentType]
