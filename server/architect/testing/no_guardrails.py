"""Guardrails for runs of tests that are about something else."""

from architect.domain.paths import WorkspacePath
from architect.domain.text.document import FileChange
from architect.domain.verdict import Allow, Ask, Deny
from architect.policy.guardrails import GuardedCall, RunTotals


class NoGuardrails:
    """Lets everything pass."""

    protects_any = False

    async def check(self, call: GuardedCall) -> Allow | Ask | Deny:
        return Allow()

    async def check_change(self, change: FileChange, totals: RunTotals) -> tuple[str, ...]:
        return ()

    def protects(self, path: WorkspacePath) -> bool:
        return False

    def hides(self, path: WorkspacePath) -> bool:
        return False

    def holds_no_secret(self, path: WorkspacePath) -> bool:
        return False

    def is_executable_config(self, path: WorkspacePath) -> bool:
        return False
