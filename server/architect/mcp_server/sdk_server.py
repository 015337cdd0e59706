"""The server of the MCP SDK that answers for our tools."""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from architect import __version__
from architect.checked.errors import ValidationError
from architect.domain.errors import ArchitectError
from architect.domain.escape_controls import escape_controls
from architect.mcp_server.served_tool import (
    CallerFault,
    JsonSchema,
    ServedTool,
    ToolAnswer,
)
from architect.ports.crash_log import CrashLog
from architect.tools.schema import parameters_of

if TYPE_CHECKING:
    import mcp_types
    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel import Server

    Context = ServerRequestContext[Any]

_INSTRUCTIONS = (
    "Architect is a coding agent. It works in one folder, keeps a record of what it does, and can "
    "undo it. Results say truthfully how a run ended: completed, partly done, failed or cancelled."
)


def make_server(tools: Sequence[ServedTool], crash_log: CrashLog) -> "Server[Any]":
    """A server with these tools and nothing else; importing the SDK takes half a second."""
    import mcp_types
    from mcp.server.lowlevel import Server

    _keep_quiet()
    by_name = {tool.name: tool for tool in tools}

    async def list_tools(_: "Context", __: Any) -> "mcp_types.ListToolsResult":
        return mcp_types.ListToolsResult(tools=[_listed(tool) for tool in tools])

    async def call_tool(
        context: "Context", params: "mcp_types.CallToolRequestParams"
    ) -> "mcp_types.CallToolResult":
        tool = by_name.get(params.name)
        if tool is None:
            known = ", ".join(by_name)
            return _result(_error(f"there is no tool {params.name!r}; there are {known}"))
        caller = _ClientOfCall(context)
        async with caller.telling():
            answer = await _answer(tool, params.arguments or {}, caller, crash_log)
        return _result(answer)

    return Server(
        "architect",
        title="Architect",
        version=__version__,
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def _answer(
    tool: ServedTool,
    arguments: Mapping[str, Any],
    caller: "_ClientOfCall",
    crash_log: CrashLog,
) -> ToolAnswer:
    """What the tool answers; whatever is wrong is told as an error."""
    try:
        return await tool.call(tool.args_model.model_validate(arguments), caller)
    except ValidationError as error:
        return _error(f"the arguments of {tool.name} do not fit: {error}")
    except ArchitectError as error:
        return _error(str(error))
    except Exception as bug:  # noqa: BLE001 - the fence of a call: the server goes on
        return _error(f"a bug in architect ended the call; details in {crash_log.keep(bug)}")


class _ClientOfCall:
    """See `Caller`."""

    def __init__(self, context: "Context") -> None:
        self._context = context
        self._told: asyncio.Queue[str | None] = asyncio.Queue()

    @contextlib.asynccontextmanager
    async def telling(self) -> AsyncGenerator[None]:
        """Send what is told meanwhile, all of it before the end."""
        sending = asyncio.create_task(self._send())
        try:
            yield
            self._told.put_nowait(None)
            await sending
        finally:
            sending.cancel()

    def progress(self, message: str) -> None:
        self._told.put_nowait(message)

    @property
    def can_ask(self) -> bool:
        capabilities = self._context.session.client_capabilities
        offered = capabilities.elicitation if capabilities else None
        if offered is None or not self._context.session.can_send_request:
            return False
        return offered.form is not None or offered.url is None

    async def ask(self, message: str, schema: JsonSchema) -> Mapping[str, Any] | None:
        from mcp.shared.exceptions import MCPError
        from pydantic import ValidationError as NoResultError

        try:
            result = await self._context.session.elicit_form(
                escape_controls(message),
                cast(dict[str, Any], escaped(schema)),
                related_request_id=self._context.request_id,
            )
        except (MCPError, NoResultError) as fault:
            raise CallerFault(escape_controls(str(fault))) from fault
        return (result.content or {}) if result.action == "accept" else None

    async def _send(self) -> None:
        number = 0
        while (message := await self._told.get()) is not None:
            number += 1
            await self._context.session.report_progress(number, None, escape_controls(message))


def escaped(value: Any) -> Any:
    """A JSON value whose texts cannot do anything to what shows them."""
    if isinstance(value, str):
        return escape_controls(value)
    if isinstance(value, list | tuple):
        return [escaped(item) for item in cast(Sequence[Any], value)]
    if isinstance(value, Mapping):
        fields = cast(Mapping[str, Any], value)
        return {key: escaped(item) for key, item in fields.items()}
    return value


def _listed(tool: ServedTool) -> "mcp_types.Tool":
    import mcp_types

    hints = tool.hints
    return mcp_types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema={**parameters_of(tool.args_model), "additionalProperties": False},
        output_schema=dict(tool.output_schema),
        annotations=mcp_types.ToolAnnotations(
            title=tool.title,
            read_only_hint=hints.only_reads,
            destructive_hint=hints.destroys,
            idempotent_hint=hints.is_idempotent,
            open_world_hint=hints.reaches_out,
        ),
    )


def _result(answer: ToolAnswer) -> "mcp_types.CallToolResult":
    import mcp_types

    structured = None if answer.structured is None else escaped(answer.structured)
    text = escape_controls(answer.text) or json.dumps(structured)
    return mcp_types.CallToolResult(
        content=[mcp_types.TextContent(type="text", text=text)],
        structured_content=structured,
        is_error=answer.is_error,
    )


def _error(text: str) -> ToolAnswer:
    return ToolAnswer(text, is_error=True)


def _keep_quiet() -> None:
    """What the SDK logs is of no use to users, and would stand on standard error."""
    for name in ("mcp", "uvicorn", "anyio", "asyncio"):
        logger = logging.getLogger(name)
        logger.propagate = False
        logger.addHandler(logging.NullHandler())
