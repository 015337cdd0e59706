"""Servers of the Model Context Protocol, https://modelcontextprotocol.io/specification."""

import json
from collections.abc import Mapping
from dataclasses import field
from hashlib import sha256
from pathlib import Path

from architect.domain.escape_controls import escape_controls, in_one_line
from architect.frozen import frozen


@frozen(kw_only=True)
class McpSandbox:
    """What the process of a server may do in its sandbox, beside working in the workspace."""

    network: bool = False
    readable: tuple[Path, ...] = ()


@frozen(kw_only=True)
class McpServer:
    """A server as it is configured: a `command` that is started, or the `url` where it is.

    `env` is what its process has beside a few harmless variables; `headers` go with each request.
    `is_sse` says that it speaks HTTP as servers did before 2025. `read_only_tools` are those of
    which the user says that they change nothing; if it `is_trusted`, its answers count as words of
    the user. `timeout_s` is for one call. A process with a `sandbox` runs in it or not at all.
    """

    name: str
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    cwd: str = ""
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    is_sse: bool = False
    timeout_s: float = 30
    read_only_tools: frozenset[str] = frozenset()
    is_trusted: bool = False
    sandbox: McpSandbox | None = None

    @property
    def identity(self) -> str:
        """A hash of all that decides what it offers; the same in each process."""
        what = [self.command, self.args, dict(self.env), self.cwd, self.url, dict(self.headers)]
        if self.sandbox is not None:
            what += [self.sandbox.network, list(map(str, self.sandbox.readable))]
        text = json.dumps([self.name, self.is_sse, *what], sort_keys=True)
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    @property
    def place(self) -> str:
        """Where it is, for people: the command, or the address without what may be a key."""
        return self.url.partition("?")[0] or " ".join((self.command, *self.args))


@frozen
class McpPromptArgument:
    name: str
    is_required: bool = False


@frozen
class McpPrompt:
    """A prompt as its server describes it."""

    name: str
    description: str = ""
    arguments: tuple[McpPromptArgument, ...] = ()

    @property
    def usage(self) -> str:
        """How it is called, for people: `review FILE [DEPTH]`."""
        words = (
            each.name.upper() if each.is_required else f"[{each.name.upper()}]"
            for each in self.arguments
        )
        return escape_controls(in_one_line(" ".join((self.name, *words))))


@frozen
class ServerPrompt:
    """A prompt of a server, which a task names as `/SERVER:PROMPT`."""

    server: str
    prompt: McpPrompt


@frozen(kw_only=True)
class McpTool:
    """A tool as its server describes it."""

    name: str
    description: str
    schema: Mapping[str, object]

    @property
    def version(self) -> str:
        """A hash of what the user allows, long enough that no two tools can be made to share it."""
        text = json.dumps([self.name, self.description, self.schema], sort_keys=True)
        return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    @property
    def definition(self) -> str:
        """What the version stands for, for people."""
        schema = json.dumps(self.schema, indent=2, ensure_ascii=False, sort_keys=True)
        return f"{self.name}: {self.description}\n{schema}\n"
