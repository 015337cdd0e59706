"""Guardrails and hooks of a run for which none are configured."""

from typing import Any

from architect.domain.effect import Effect
from architect.domain.outcome import RunError, Status
from architect.domain.paths import WorkspacePath
from architect.domain.text.document import FileChange
from architect.domain.tool_result import ToolResult
from architect.domain.verdict import Allow, Ask, Deny
from architect.policy.guardrails import GuardedCall, RunTotals
from architect.ports.hooks import HookBlock, HookProceed


class NoGuardrails:
    protects_any = False

    async def check(self, call: GuardedCall) -> Allow | Ask | Deny:
        return Allow()

    async def check_change(self, change: FileChange, totals: RunTotals) -> tuple[str, ...]:
        return ()

    def protects(self, path: WorkspacePath) -> bool:
        return False

    def hides(self, path: WorkspacePath) -> bool:
        return False

    def is_executable_config(self, path: WorkspacePath) -> bool:
        return False


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
