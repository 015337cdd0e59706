"""Deterministic rules over tool calls, checked before hooks and people are asked."""

from typing import Protocol

from architect.domain.paths import WorkspacePath
from architect.domain.text.document import FileChange
from architect.domain.verdict import Allow, Ask, Deny
from architect.policy.guardrails import GuardedCall, RunTotals


class Guardrails(Protocol):
    async def check(self, call: GuardedCall) -> Allow | Ask | Deny:
        """Whether a call may go on; `Ask` has to be asked in every mode."""
        ...

    async def check_change(self, change: FileChange, totals: RunTotals) -> tuple[str, ...]:
        """What the model should know about a change that is about to be made.

        Raises:
            GuardrailRefusedError: it goes past a limit.
            EditRefusedError: its new text breaks a rule about code.
        """
        ...

    def protects(self, path: WorkspacePath) -> bool:
        """Whether the file may not be changed."""
        ...

    def hides(self, path: WorkspacePath) -> bool:
        """Whether nobody may see or change the file without asking."""
        ...

    def holds_no_secret(self, path: WorkspacePath) -> bool:
        """Whether a file that is named like one with secrets has none in it, or is not there."""
        ...

    def is_executable_config(self, path: WorkspacePath) -> bool:
        """Whether other programs execute the file, so that nobody may change it without asking."""
        ...

    @property
    def protects_any(self) -> bool:
        """Whether there are files that may not be changed."""
        ...
