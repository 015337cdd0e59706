"""Deterministic rules over tool calls, checked before hooks and people are asked."""

from typing import Any, Protocol

from architect.domain.verdict import Allow, Deny


class Guardrails(Protocol):
    def check(self, tool: str, arguments: dict[str, Any]) -> Allow | Deny:
        """Whether a call with these valid arguments may go on."""
        ...
