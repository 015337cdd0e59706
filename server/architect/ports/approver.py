"""The person, or the absence of one, who says yes or no."""

from typing import Protocol

from architect.domain.verdict import Answer, Confirmation


class Approver(Protocol):
    async def confirm(self, question: Confirmation) -> Answer:
        """The answer to one question; questions are never asked two at a time."""
        ...
