"""Guardrails and hooks of a run for which none are configured."""

from typing import Any

from architect.domain.tool_result import ToolResult
from architect.domain.verdict import Allow, Deny
from architect.ports.hooks import HookBlock, HookProceed


class NoGuardrails:
    def check(self, tool: str, arguments: dict[str, Any]) -> Allow | Deny:
        return Allow()


class NoHooks:
    async def before_tool(self, tool: str, arguments: dict[str, Any]) -> HookProceed | HookBlock:
        return HookProceed()

    async def after_tool(self, tool: str, arguments: dict[str, Any], result: ToolResult) -> str:
        return ""
