"""Hooks of a run for which none are configured."""

from typing import Any

from architect.domain.effect import Effect
from architect.domain.outcome import RunError, Status
from architect.domain.tool_result import ToolResult
from architect.ports.hooks import HookBlock, HookProceed


class NoHooks:
    async def before_tool(self, tool: str, arguments: dict[str, Any]) -> HookProceed | HookBlock:
        return HookProceed()

    async def after_tool(
        self, tool: str, arguments: dict[str, Any], result: ToolResult, *, effect: Effect
    ) -> str:
        return ""

    async def catch_up(self) -> None:
        """There is nobody to tell."""

    async def before_model(self) -> HookBlock | None:
        return None

    async def run_ended(self, status: Status, error: RunError | None) -> None:
        """There is nobody to tell."""

    async def aclose(self) -> None:
        """Nothing runs."""
