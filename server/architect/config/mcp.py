"""Servers of the Model Context Protocol whose tools runs may use."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from architect.checked.errors import Gathered, Refused
from architect.checked.field import AfterValidator, BeforeValidator, Field, Shown
from architect.checked.model import Model
from architect.config.expressions import NotBlank
from architect.config.file_path import FilePath
from architect.config.llm import HIDDEN, http_url, variable_name
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

_HIDDEN_TEXT = Shown(lambda _: "***", only_as_json=True)


class McpServerSettings(Model):
    """A server: a `command` with `args` that is started, or the `url` where it is.

    `type` is told from that; `sse` is HTTP as servers spoke it before 2025. `timeout` is that of a
    call, in seconds. `env`, `headers` and `token` may hold keys: their values are secrets, and
    `${NAME}` in them, in `args` and in `url` is a variable of the environment. `token` is sent as
    `Authorization: Bearer`, and `token_env` names the variable that holds it. `read_only_tools` are
    tools of which the user knows that they change nothing, so that nobody is asked about them. Of a
    `trusted` server what it answers is no untrusted text, and what it is told leaves nothing. With
    `sandbox` its process runs in the sandbox of commands or not at all, with the network if
    `sandbox_network` says so, and can read the `sandbox_paths` besides.
    """

    type: Literal["stdio", "http", "streamable-http", "sse"] | None = None
    command: NotBlank | None = None
    args: tuple[str, ...] = ()
    env: Annotated[dict[str, str], HIDDEN] = Field(default_factory=dict[str, str], repr=False)
    cwd: str | None = None
    url: Annotated[str, AfterValidator(http_url)] | None = None
    headers: Annotated[dict[str, str], HIDDEN] = Field(default_factory=dict[str, str], repr=False)
    token: Annotated[NotBlank, _HIDDEN_TEXT] | None = Field(default=None, repr=False)
    token_env: Annotated[str, AfterValidator(variable_name)] | None = None
    enabled: bool = True
    timeout: int = Field(default=30, ge=1, le=3600)
    read_only_tools: tuple[NotBlank, ...] = ()
    trusted: bool = False
    sandbox: bool = False
    sandbox_network: bool = False
    sandbox_paths: tuple[FilePath, ...] = ()

    def check_together(self) -> None:
        if (self.command is None) == (self.url is None):
            raise Refused("one_of", english("a server has either a command or a url"))
        if self.sandbox and self.command is None:
            raise Refused("one_of", english("only a server with a command can be in the sandbox"))
        if self.command is not None and self.type not in (None, "stdio"):
            raise Refused(
                "one_of",
                english("a server of type {type} has a url, and no command", type=self.type),
            )
        if self.url is not None and self.type == "stdio":
            raise Refused("one_of", english("a server of type stdio has a command, and no url"))


def _by_name(given: Any) -> Any:
    """Servers by name; a list of servers that each have a `name` is one of them too."""
    if not isinstance(given, list):
        return given
    servers: dict[Any, Any] = {}
    gathered = Gathered()
    for number, each in enumerate(given):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        if not isinstance(each, Mapping) or not isinstance(each.get("name"), str):  # pyright: ignore[reportUnknownMemberType]
            gathered.add(
                Refused("missing", english("a server in a list needs a name")),
                number,
                given=None,
            )
            continue
        settings: dict[str, Any] = dict(each)  # pyright: ignore[reportUnknownArgumentType]
        servers[settings.pop("name")] = settings
    gathered.raise_if_any()
    return servers


SERVER_NAME = lazy_pattern(r"(?=.{1,40}\Z)[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*")
ServerName = Annotated[str, Field(pattern=rf"^{SERVER_NAME.pattern}$")]
"""It becomes part of the names of the tools, which providers allow 64 characters for."""

Servers = Annotated[
    dict[ServerName, McpServerSettings], BeforeValidator(_by_name, taken=dict[str, Any])
]


class McpSettings(Model):
    """`enabled: false` uses none of the `servers`.

    `other_files` has those count too that the project and the user have for other programs, see
    `mcp_files`.
    """

    enabled: bool = True
    other_files: bool = True
    servers: Servers = Field(default_factory=dict[str, McpServerSettings])
