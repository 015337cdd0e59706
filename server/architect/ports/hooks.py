"""The user's own programs around tool calls."""

from typing import Any, Protocol

from architect.domain.effect import Effect
from architect.domain.outcome import RunError, Status
from architect.domain.tool_result import ToolResult
from architect.frozen import frozen


@frozen
class HookProceed:
    """Go on; with `arguments` instead of the model's if not None, and `context` for the model."""

    arguments: dict[str, Any] | None = None
    context: str = ""


@frozen
class HookBlock:
    """Do not go on."""

    reason: str


class HookRunner(Protocol):
    async def before_tool(self, tool: str, arguments: dict[str, Any]) -> HookProceed | HookBlock:
        """Ask the `pre_tool_use` hooks."""
        ...

    async def after_tool(
        self, tool: str, arguments: dict[str, Any], result: ToolResult, *, effect: Effect
    ) -> str:
        """Tell the `post_tool_use` hooks; what they say is appended to the result."""
        ...


class RunHooks(HookRunner, Protocol):
    """All hooks of a run: around tool calls, and around everything else."""

    async def catch_up(self) -> None:
        """Tell those that wait for what happened since the last time."""
        ...

    async def before_model(self) -> HookBlock | None:
        """Catch up, then ask the `pre_llm_call` hooks whether the model may be asked."""
        ...

    async def run_ended(self, status: Status, error: RunError | None) -> None:
        """Tell how the run ended, and wait for the hooks that ran beside it."""
        ...

    async def aclose(self) -> None:
        """End what still runs."""
        ...
