"""MCP servers that a project or its user has configured for other programs.

Claude Code reads `.mcp.json` and `~/.claude.json` (https://code.claude.com/docs/en/mcp), VS Code
`.vscode/mcp.json` and `mcp.json` of the user (https://code.visualstudio.com/docs/copilot/
reference/mcp-configuration), Cursor `.cursor/mcp.json` of both (https://cursor.com/docs/mcp); as of
November 2026. What such a file says beside servers, and of them what we do not know, is passed by.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from architect.checked.errors import ValidationError
from architect.config.layer import Layer, is_mapping
from architect.config.mcp import SERVER_NAME, McpServerSettings
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

PROJECT_FILES = (".cursor/mcp.json", ".vscode/mcp.json", ".mcp.json")
"""Of servers of one name the last counts."""

USER_FILES = (
    "Library/Application Support/Code/User/mcp.json",
    ".config/Code/User/mcp.json",
    ".cursor/mcp.json",
    ".claude.json",
)
"""In the home folder."""

_MOST_BYTES = 5_000_000
"""`.claude.json` also keeps what was said; parsing more of it would be felt at each start."""

_LONGEST_NOTE = 300
_SECTIONS = ("mcpServers", "servers")
_KNOWN = ("type", "command", "args", "env", "cwd", "url", "headers", "timeout")
_OURS = (
    *("trusted", "read_only_tools", "token_env"),
    *("sandbox", "sandbox_network", "sandbox_paths"),
)
"""What only the file has that `architect mcp` writes."""

_NOT_IN_NAMES = lazy_pattern(r"[^A-Za-z0-9-]+")
_JSONC = lazy_pattern(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/|,(?=\s*[}\]])', 16)
"""Texts, and what JSON with comments has beside JSON; 16 is re.DOTALL."""


@frozen
class ServersFile:
    """The servers in such a file as settings of ours; `notes` are lines about those left out."""

    layer: Layer
    notes: tuple[str, ...] = ()


def servers_in(
    content: bytes, name: str, *, is_ours: bool = False, project: Path | None = None
) -> ServersFile:
    """The servers in a file of another program, or of ours, which notes call `name`.

    Those that a user has for the `project` alone, as `claude mcp add` makes them, count as well.
    """
    try:
        text = content.decode("utf-8-sig")
        given = json.loads(_JSONC.sub(lambda match: match[1] or "", text).strip() or "{}")
    except (ValueError, RecursionError) as error:
        return ServersFile(
            Layer(name, {}),
            (english("{name}: its servers are left out: {error}", name=name, error=error),),
        )
    servers: dict[str, Any] = {}
    notes: list[str] = []
    for server, settings in _all_pairs(given, project):
        try:
            known = _known(settings, (*_KNOWN, *_OURS) if is_ours else _KNOWN)
            McpServerSettings.model_validate(known)
        except (ValidationError, ValueError, AttributeError) as error:
            what = in_one_line(escape_controls(f"{server}: {error}"))
            notes.append(
                english(
                    "{name}: a server is left out: {what}", name=name, what=what[:_LONGEST_NOTE]
                )
            )
            continue
        if not is_ours and _is_architect(known):
            continue
        if not is_mapping(settings) or settings.get("disabled") is not True:
            servers[_name_of(server)] = known
    layer = Layer(name, {"mcp": {"servers": servers}} if servers else {})
    return ServersFile(layer, tuple(notes))


def project_servers(project: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the project by their relative paths, with what is in them."""
    for name in PROJECT_FILES:
        if os.path.isfile(project / name):  # noqa: PTH113 - looked for at every start
            try:
                yield name, _content(project / name)
            except OSError:
                continue


def user_servers(home: Path, own: Path, project: Path | None) -> Iterator[ServersFile]:
    """The servers in the files of the user, at last in `own`, which `architect mcp` writes.

    Another one that cannot be read is not our concern.
    """
    for path in (*(home / name for name in USER_FILES), own):
        if not os.path.isfile(path):  # noqa: PTH113 - looked for at every start
            continue
        try:
            content = _content(path)
        except OSError:
            continue
        if path == own:
            yield servers_in(content, str(path), is_ours=True)
        elif any(section.encode() in content for section in _SECTIONS):
            yield ServersFile(servers_in(content, str(path), project=project).layer)


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.stat().st_size <= _MOST_BYTES else b""


def _all_pairs(given: Any, project: Path | None) -> Iterator[tuple[Any, Any]]:
    for section in _SECTIONS:
        yield from _pairs(given, section)
    projects = given.get("projects") if is_mapping(given) else None
    if project is not None and is_mapping(projects):
        for folder in dict.fromkeys((os.path.abspath(project), os.path.realpath(project))):  # noqa: PTH100 - resolves no links
            yield from _pairs(projects.get(folder), "mcpServers")


def _pairs(given: Any, section: str) -> Sequence[tuple[Any, Any]]:
    servers = given.get(section) if is_mapping(given) else None
    return list(servers.items()) if is_mapping(servers) else ()


def _is_architect(server: Mapping[str, Any]) -> bool:
    """Whether other agents have us as the server: our own runs would call themselves by it.

    We may be started by another program, such as `uvx architect` or `python -m architect`.
    """
    words = [server.get("command", ""), *server.get("args", ())]
    before = words[: words.index("mcp-serve")] if "mcp-serve" in words else []
    return any("architect" in Path(word).name for word in before)


def _name_of(server: object) -> str:
    """What we call a server: a name that can be part of the name of a tool."""
    name = _NOT_IN_NAMES.sub("-", str(server)).strip("-")[:40]
    return str(server) if SERVER_NAME.fullmatch(str(server)) else name or "mcp"


def _known(settings: Any, keys: Sequence[str]) -> dict[str, Any]:
    """What we know of a server's settings."""
    known = {key: settings[key] for key in keys if settings.get(key) not in (None, "")}
    known["env"] = {key: str(value) for key, value in known.get("env", {}).items()}
    timeout = known.get("timeout")
    if not isinstance(timeout, int) or not 1 <= timeout <= 3600:
        known.pop("timeout", None)  # some count milliseconds
    return known
